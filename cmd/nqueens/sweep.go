package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nqueens/instance"
)

// sweepFlags are the parameters of random instances.
type sweepFlags struct {
	values             map[string]*[]string // as they are written, by the parameter's name
	permute, published bool
	count              int
	with               string // before the flags' usage, what they go with
}

// sweepParameters are what the flags of parameters say, by name.
var sweepParameters = []struct{ name, usage string }{
	{"queens", "of completion, how many are placed: `numbers`, as in 9, 4..9, 4..18 step 2 or, with the size, 4..n-2"},
	{"diagonals", "of excluded-diagonals, how many are excluded: `numbers`; default: as many as can be"},
	{"blocks", "of blocked, how many squares are: `numbers`"},
	{"side", "of corner and structured, how many squares a side the corner has: `numbers`"},
	{"least", "open squares that every row and column keeps: `numbers`; not of completion; default: 4"},
	{"bridges", "of structured, how many open squares lead from the corner's rows to other columns, and as many from other rows to its columns: `numbers`"},
	{"hall", "of structured, how many rows outside the corner share one column less than they are: `numbers`"},
	{"turns", "of structured, by how many quarter turns the board is rotated: `numbers` from 0 to 3"},
}

func (g *sweepFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	g.values = map[string]*[]string{}
	for _, p := range sweepParameters {
		g.values[p.name] = f.StringSlice(p.name, nil, g.with+p.usage)
	}
	f.BoolVar(&g.permute, "permute", false, g.with+"of structured, put rows and columns in random order at the end, which makes other diagonals")
	f.IntVar(&g.count, "count", 1, g.with+"from how many seeds, one after the other: a `number`")
	f.BoolVar(&g.published, "published", false, g.with+"the very instances that the authors' programs make from these seeds")
}

// sweepFlagNames are the names of the flags.
func sweepFlagNames() []string {
	names := []string{"permute", "count", "published", "locate", "n"}
	for _, p := range sweepParameters {
		names = append(names, p.name)
	}
	return names
}

// sweep is what the flags say of a kind in sizes.
func (g *sweepFlags) sweep(kind instance.Kind, sizes []instance.Range, seed uint64) (instance.Sweep, error) {
	s := instance.Sweep{Kind: kind, N: sizes, Permuted: g.permute, Published: g.published, Count: g.count, Seed: seed, Values: map[string]instance.Values{}}
	for _, p := range sweepParameters {
		given := *g.values[p.name]
		if len(given) == 0 {
			continue
		}
		ranges, err := parseRanges(given)
		if err != nil {
			return s, fmt.Errorf("--%s: %w", p.name, err)
		}
		s.Values[p.name] = instance.Values{{Ranges: ranges}}
	}
	return s, nil
}

func parseRanges(texts []string) (list []instance.Range, err error) {
	for _, text := range texts {
		r, err := instance.ParseRange(text)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// generatedSizes reads the sizes of generated boards: 14, 10..14, 10,14.
func generatedSizes(text string) (list []instance.Range, err error) {
	for _, word := range strings.Split(text, ",") {
		if !strings.Contains(word, "..") {
			n, err := parseSize(word)
			if err != nil {
				return nil, err
			}
			list = append(list, instance.Only(n))
			continue
		}
		r, err := instance.ParseRange(word)
		if err != nil {
			return nil, fmt.Errorf("size: %w", err)
		}
		list = append(list, r)
	}
	return list, nil
}

// sweepFault puts what is wrong with a sweep in the words of its flags.
func sweepFault(s instance.Sweep, err error) error {
	wrong, ok := errors.AsType[*instance.ParameterError](err)
	switch {
	case !ok:
		return err
	case !errors.Is(err, instance.ErrMissing):
		name := "--" + wrong.Parameter
		if wrong.Parameter == "n" {
			name = "size"
		}
		return fmt.Errorf("%s: %w", name, wrong.Err)
	case wrong.Parameter == "n":
		return fmt.Errorf("the size is missing: write, for example, --n 14")
	case s.Kind == instance.Corner:
		return errors.New("how large is the corner? Write, for example, --side 9")
	}
	return fmt.Errorf("how many %s? Write, for example, --%[1]s 4", wrong.Parameter)
}
