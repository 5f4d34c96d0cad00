package judge

import (
	"cmp"
	"slices"
	"strings"

	"nqueens/backends"
	"nqueens/bench"
)

// origin is the code behind an answer: an engine and what is around it. Answers whose origins have
// either in common do not confirm each other.
type origin struct {
	engine string
	around string // as nqueens.Description.Around
	// builtIn says that the backend is of the program's own list, and no solver of a user's own.
	builtIn bool
}

// origins finds the origins of answers.
type origins struct {
	external map[string]bench.Program // by name
	left     []backends.Backend       // of all that there are, without those in named
	named    map[string]backends.Backend
	known    map[[2]string]origin // by backend and version: to describe all reads files
	programs map[string]string    // by what runs, the engine that it is
}

func newOrigins(e bench.Experiment, all []backends.Backend) *origins {
	return &origins{external: e.Programs(), left: all, named: map[string]backends.Backend{}, known: map[[2]string]origin{}, programs: map[string]string{}}
}

// backend returns the first backend of the name, or nil. It asks no backend behind that one
// for its name, since the solvers of others, at the end, read theirs from files; and each once,
// since a run may have thousands of them.
func (x *origins) backend(name string) backends.Backend {
	for x.named[name] == nil && len(x.left) > 0 {
		b := x.left[0]
		x.left = x.left[1:]
		if n := backends.NameOf(b); x.named[n] == nil {
			x.named[n] = b
		}
	}
	return x.named[name]
}

// behind is the origin of a backend's records: that of another backend where another answered in its place.
func (x *origins) behind(backend string, records []*bench.Record) origin {
	_, name := backends.BinaryOf(backend)
	version := ""
	for _, r := range records {
		version = r.Version
		if by, _, _ := strings.Cut(r.By, "/"); by != "" {
			name = by
		}
	}
	return x.of(name, version)
}

// of is the origin of what a version of a backend answers. An external program is one engine, whatever it is called.
func (x *origins) of(backend, version string) origin {
	key := [2]string{backend, version}
	found, known := x.known[key]
	if known {
		return found
	}
	var command string
	var digests []string // a program is one that has a name, or the digest, in common with another
	if b := x.backend(backend); b != nil {
		d := b.Describe()
		found = origin{engine: d.Engine, around: d.Around, builtIn: true}
		if p, external := b.(backends.Process); external {
			found.builtIn = p.BuiltIn()
			command = p.CommandLine()
			if _, counter := b.(backends.Standalone); counter {
				digests = []string{d.Version}
			} else if d.Engine != d.Name {
				command = "" // its description says which engine it is
			} else {
				program, recorded := x.external[backend]
				if !recorded { // the answers are not of a run, but of now
					_, path := p.Program()
					program.Digest = backends.FileDigest(path)
				}
				digests = []string{"", program.Digest}
			}
		}
	} else if p, external := x.external[backend]; external {
		found.engine = cmp.Or(p.Engine, backends.CounterEngine(backend))
		switch p.Engine {
		case "":
			command, digests = p.Command, []string{version}
		case p.Name:
			command, digests = p.Command, []string{"", p.Digest}
		}
	}
	if command != "" {
		for _, digest := range digests {
			if first, named := x.programs[backends.ProgramOf(command, digest)]; named {
				found.engine = first
			}
		}
		for _, digest := range digests {
			x.programs[backends.ProgramOf(command, digest)] = found.engine
		}
	}
	x.known[key] = found
	return found
}

// shares reports whether both have code in common.
func (o origin) shares(other origin) bool {
	return o.engine == other.engine || o.around != "" && o.around == other.around
}

// engineCount returns how many groups the origins make that have no code in common: how many of
// them confirm each other.
func engineCount(list []origin) (n int) {
	left := slices.Clone(list)
	for len(left) > 0 {
		n++
		group := left[:1:1]
		left = left[1:]
		for i := 0; i < len(group); i++ {
			left = slices.DeleteFunc(left, func(o origin) bool {
				if group[i].shares(o) {
					group = append(group, o)
					return true
				}
				return false
			})
		}
	}
	return n
}

// independent reports whether not all of the origins have code in common.
func independent(list []origin) bool { return engineCount(list) > 1 }
