package judge

import (
	"cmp"
	"slices"
	"strings"

	"nqueens/backends"
	"nqueens/bench"
)

// origin identifies the code behind an answer: an engine and the code around it. Answers whose
// origins share either do not confirm each other.
type origin struct {
	engine string
	around string // as in nqueens.Description.Around
	// builtIn is set if the backend is in the program's own list, and not an external solver added
	// by a user.
	builtIn bool
}

// origins finds the origins of answers.
type origins struct {
	external map[string]bench.Program // by name
	left     []backends.Backend       // the backends that are not in named yet
	named    map[string]backends.Backend
	known    map[[2]string]origin // by backend and version, since describing all backends reads files
	programs map[string]string    // the engine of each program
}

func newOrigins(e bench.Experiment, all []backends.Backend) *origins {
	return &origins{external: e.Programs(), left: all, named: map[string]backends.Backend{}, known: map[[2]string]origin{}, programs: map[string]string{}}
}

// backend returns the first backend with the given name, or nil. It reads the names of backends
// only up to that one, since external solvers, at the end, read theirs from files. It reads each
// name only once, since a run may have thousands of lookups.
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

// behind returns the origin of a backend's records. If another backend answered in its place, it is
// the origin of that one.
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

// of returns the origin of the answers of one version of a backend. An external program is one
// engine, whatever its name.
func (x *origins) of(backend, version string) origin {
	key := [2]string{backend, version}
	found, known := x.known[key]
	if known {
		return found
	}
	var command string
	var digests []string // programs are the same if they share a name or a digest
	if b := x.backend(backend); b != nil {
		d := b.Describe()
		found = origin{engine: d.Engine, around: d.Around, builtIn: true}
		if p, external := b.(backends.Process); external {
			found.builtIn = p.BuiltIn()
			command = p.CommandLine()
			if _, counter := b.(backends.Standalone); counter {
				digests = []string{d.Version}
			} else if d.Engine != d.Name {
				command = "" // the engine is stated in its description
			} else {
				program, recorded := x.external[backend]
				if !recorded { // the answers are not from a run but from the current process
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

// shares reports whether both origins share code.
func (o origin) shares(other origin) bool {
	return o.engine == other.engine || o.around != "" && o.around == other.around
}

// engineCount returns the number of groups of origins that share no code with each other, which is
// the number of independent confirmations.
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

// independent reports whether at least two of the origins share no code.
func independent(list []origin) bool { return engineCount(list) > 1 }
