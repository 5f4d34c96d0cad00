package main

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"nqueens/backends"
	"nqueens/backends/external"
)

// externals are the external programs of a command line.
type externals []string

func (x *externals) flag(f *pflag.FlagSet) {
	f.StringArrayVar((*[]string)(x), "external", nil, "`NAME=COMMAND`, a program of your own that prints the count, for example 'plain=./plain {n}'; again for more")
}

// join has the programs take part as backends like any other.
func (x externals) join(p *program) error {
	for _, text := range x {
		c, err := external.Define(text, "")
		if err != nil {
			return fmt.Errorf("--external %w", err)
		}
		if _, err := backends.Named(p.backends, c.Name); err == nil {
			return fmt.Errorf("--external %s: there is a backend of that name already; choose another", c.Name)
		}
		p.backends = append(p.backends, c)
	}
	return nil
}

// isExternal reports whether the name is that of an external program.
func (p *program) isExternal(name string) bool {
	return slices.ContainsFunc(p.joined(), func(b backends.Backend) bool { return b.Describe().Name == name })
}

// joined are the external programs among the backends.
func (p *program) joined() []backends.Backend {
	var list []backends.Backend
	for _, b := range p.backends {
		if c, ok := b.(external.Counter); ok {
			list = append(list, c)
		}
	}
	return list
}
