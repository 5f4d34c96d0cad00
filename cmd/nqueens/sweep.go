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
	values             map[string]*[]string // the unparsed values, by the parameter's name
	permute, published bool
	count              int
	with               string // the first words of each usage: the flag that is required
}

// sweepParameters are the names and usages of the parameter flags.
var sweepParameters = []struct{ name, usage string }{
	{"queens", "for completion: the number of placed queens:  `numbers`, as in 9, 4..9, 4..18 step 2 or, with the size, 4..n-2"},
	{"diagonals", "for excluded-diagonals: the number of excluded diagonals: `numbers`; default: as many as possible"},
	{"blocks", "for blocked: the number of blocked squares: `numbers`"},
	{"side", "for corner and structured: the side of the corner in squares: `numbers`"},
	{"least", "the least number of open squares in every row and column: `numbers`; not for completion; default: 4"},
	{"bridges", "for structured: the number of open squares in the corner's rows and other columns, and also in other rows and the corner's columns: `numbers`"},
	{"hall", "for structured: the number of rows outside the corner that share one column less: `numbers`"},
	{"turns", "for structured: the number of quarter turns of the board: `numbers` from 0 to 3"},
}

func (g *sweepFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	g.values = map[string]*[]string{}
	for _, p := range sweepParameters {
		g.values[p.name] = f.StringSlice(p.name, nil, g.with+p.usage)
	}
	f.BoolVar(&g.permute, "permute", false, g.with+"for structured: put rows and columns in random order at the end, which changes the diagonals")
	f.IntVar(&g.count, "count", 1, g.with+"the number of consecutive seeds: a `number`")
	f.BoolVar(&g.published, "published", false, g.with+"make exactly the instances of the authors' programs for these seeds")
}

// sweepFlagNames returns the names of the flags of a sweep.
func sweepFlagNames() []string {
	names := []string{"permute", "count", "published", "locate", "n"}
	for _, p := range sweepParameters {
		names = append(names, p.name)
	}
	return names
}

// sweep returns the sweep of a kind and sizes that the flags describe.
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

// generatedSizes parses the sizes of generated boards: 14, 10..14, 10,14.
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

// sweepFault adds the flag to an error of a sweep, or names the missing flag.
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
		return errors.New("the size of the corner is missing: write, for example, --side 9")
	}
	return fmt.Errorf("the number of %s is missing: write, for example, --%[1]s 4", wrong.Parameter)
}
