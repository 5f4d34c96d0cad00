package main

import (
	"io"
	"slices"
	"testing"

	"nqueens/backends"
	"nqueens/family"
)

// TestOneCommandIsConstructed checks that only the named command is constructed, and all commands
// if the arguments do not begin with one.
func TestOneCommandIsConstructed(t *testing.T) {
	p := newProgram(nil, io.Discard, io.Discard, backends.All(), family.All())
	constructed := func(args ...string) (names []string) {
		for _, c := range p.root(args).Commands() {
			names = append(names, c.Name())
		}
		return names
	}
	all := []string{"completion"} // which cobra adds
	for _, c := range p.commands() {
		all = append(all, c.name)
		if names := constructed(c.name, "8", "--help"); !slices.Equal(names, []string{c.name}) {
			t.Errorf("nqueens %s 8 --help constructs %q", c.name, names)
		}
	}
	slices.Sort(all)
	for _, args := range [][]string{nil, {"help", "count"}, {"__complete", "count", ""}, {"completion", "bash"}, {"--help"}, {"cuont", "8"}} {
		if names := constructed(args...); !slices.Equal(names, all) {
			t.Errorf("nqueens %q constructs %q, not %q", args, names, all)
		}
	}
}
