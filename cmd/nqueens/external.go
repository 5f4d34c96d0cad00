package main

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"nqueens/backends"
)

// externals are the external programs of a command line: those that count, by
// their commands, and solvers, by the files that describe them.
type externals struct{ counters, solvers []string }

func (x *externals) flags(f *pflag.FlagSet) {
	f.StringArrayVar(&x.counters, "external", nil, "`NAME=COMMAND`, a program of your own that prints the count, for example 'plain=./plain {n}'; again for more")
	x.solverFlag(f)
}

func (x *externals) solverFlag(f *pflag.FlagSet) {
	f.StringArrayVar(&x.solvers, "solver", nil, "the `FILE.yaml` that describes a solver of your own, see the manual; again for more")
}

// join has the programs take part as backends like any other.
func (x externals) join(p *program) error {
	for _, text := range x.counters {
		c, err := backends.ParseCounter(text, "")
		if err != nil {
			return fmt.Errorf("--external %w", err)
		}
		if err := p.add(c); err != nil {
			return fmt.Errorf("--external %w", err)
		}
	}
	for _, file := range x.solvers {
		s, err := backends.ReadSolver(file)
		if err != nil {
			return fmt.Errorf("--solver: %w", err)
		}
		if err := p.add(s); err != nil {
			return fmt.Errorf("--solver %s: %w", file, err)
		}
	}
	return nil
}

// add puts a backend to the others, unless its name is taken.
func (p *program) add(b backends.Backend) error {
	all, err := backends.Join(p.backends, b)
	if err != nil {
		return fmt.Errorf("%s: %w", b.Describe().Name, err)
	}
	p.backends = all
	return nil
}

// isExternal reports whether the name is that of a program which the user
// described.
func (p *program) isExternal(name string) bool {
	return slices.ContainsFunc(p.joined(), func(b backends.Backend) bool { return b.Describe().Name == name })
}

// joined are the programs among the backends that the user described.
func (p *program) joined() []backends.Backend {
	return slices.DeleteFunc(slices.Clone(p.backends), func(b backends.Backend) bool { return !backends.UsersOwn(b) })
}
