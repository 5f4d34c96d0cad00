package judge

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"nqueens/backends"
	"nqueens/bench"
)

// origin is the code behind an answer: an engine and what is around it. Answers whose origins have
// either in common do not confirm each other.
type origin struct {
	engine string
	around string // as nqueens.Description.Around
}

// origins finds the origins of answers.
type origins struct {
	external map[string]bench.Program           // by name
	named    func() map[string]backends.Backend // of all that there are
	known    map[[2]string]origin               // by backend and version: to describe all reads files
	programs map[string]string                  // by what runs, the engine that it is
}

func newOrigins(e bench.Experiment, all []backends.Backend) *origins {
	return &origins{external: e.Programs(), named: byName(all), known: map[[2]string]origin{}, programs: map[string]string{}}
}

// byName finds the first backend of each name: to describe one may read files, and a run may have thousands.
func byName(all []backends.Backend) func() map[string]backends.Backend {
	return sync.OnceValue(func() map[string]backends.Backend {
		named := make(map[string]backends.Backend, len(all))
		for _, b := range slices.Backward(all) {
			named[b.Describe().Name] = b
		}
		return named
	})
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
	var command, digest string
	if b := x.named()[backend]; b != nil {
		d := b.Describe()
		found = origin{d.Engine, d.Around}
		if p, external := b.(backends.Process); external {
			command = p.CommandLine()
			if _, counter := b.(backends.Standalone); counter {
				digest = d.Version
			} else if d.Engine != d.Name {
				command = "" // its description says which engine it is
			}
		}
	} else if p, external := x.external[backend]; external {
		found.engine = cmp.Or(p.Engine, backends.CounterEngine(backend))
		switch p.Engine {
		case "":
			command, digest = p.Command, version
		case p.Name:
			command = p.Command
		}
	}
	if command != "" {
		program := backends.ProgramOf(command, digest)
		if first, named := x.programs[program]; named {
			found.engine = first
		}
		x.programs[program] = found.engine
	}
	x.known[key] = found
	return found
}

// independent reports whether not all of the origins have code in common.
func independent(list []origin) bool {
	if len(list) == 0 {
		return false
	}
	// common has what list[0] has, and what those have that have something of it.
	common := map[origin]bool{{engine: list[0].engine}: true}
	for grown := true; grown; {
		grown = false
		for _, o := range list {
			parts := []origin{{engine: o.engine}}
			if o.around != "" {
				parts = append(parts, origin{around: o.around})
			}
			has := func(part origin) bool { return common[part] }
			if !slices.ContainsFunc(parts, has) {
				continue
			}
			for _, part := range parts {
				grown = grown || !common[part]
				common[part] = true
			}
		}
	}
	return slices.ContainsFunc(list, func(o origin) bool { return !common[origin{engine: o.engine}] })
}
