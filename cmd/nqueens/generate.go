package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/instance"
	"nqueens/internal/table"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	queens, diagonals, blocks, side, least, count int
	seed                                          uint64
	format, output                                string
	published                                     bool
	structure                                     instance.Structure
}

func (p *program) generate() *cobra.Command {
	var g generateFlags
	cmd := &cobra.Command{
		Use:   "generate KIND N",
		Short: "Make random instances of completion",
		Long: `Make random problems, the first three of kinds that are studied for their
hardness (I. P. Gent, C. Jefferson, P. Nightingale, Complexity of n-Queens
Completion, JAIR 59, 2017), the others to see what learning is good for:
  completion         --queens M stand on the board, placed one after the other
  excluded-diagonals --diagonals D have no queen; each row and column keeps
                     --least open squares; by default as many as can be
  blocked            --blocks B squares have no queen, with --least likewise
  corner             a corner of --side S squares a side that has no solution and
                     is closed off from the rest, where each row has --least
                     open squares
  structured         a corner likewise (or none), connected by --bridges K open squares
                     each way; --hall H rows outside that share H-1 columns;
                     --permute, --turns Q
A seed makes the same instance everywhere. Each generator may get stuck: this
seed is then given up, as the authors' programs do, with a note on standard
error and no instance. If none of the seeds made one the status is 3.
With --published a seed makes what it makes in the authors' programs, which is
how the published files were made: their names end in the seed, and those of
excluded diagonals hold as many as can be, of which the first D are taken.`,
		Example: `  nqueens generate excluded-diagonals 14 --diagonals 11 --count 20 --seed 7 -o ed14
  nqueens generate completion 20 --queens 9
  nqueens generate blocked 28 --blocks 595 --format asp
  nqueens generate corner 48 --side 10 --least 10
  nqueens generate structured 48 --side 10 --least 10 --bridges 2 --turns 1
  nqueens generate excluded-diagonals 10 --seed 615 --published    diag-10-4-615.param`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return fmt.Errorf("the kind is missing: write, for example, %s 14", instance.ExcludedDiagonals)
			case len(args) > 2:
				return fmt.Errorf("%q: a kind and a size are all that generate takes", args[2])
			}
			return nil
		},
		ValidArgsFunction: firstOf(namesOf(instance.Kinds(), func(k instance.Kind) string { return string(k) })),
		RunE: func(cmd *cobra.Command, args []string) error {
			recipe, err := g.recipe(cmd, args)
			if err != nil {
				return err
			}
			format, err := instance.FormatNamed(cmp.Or(g.format, recipe.Kind.Format()))
			if err != nil {
				return fmt.Errorf("--format: %w", err)
			}
			return p.make(stoppable(cmd.Context()), g, recipe, format)
		},
	}
	f := cmd.Flags()
	f.IntVar(&g.queens, "queens", 0, "of completion, how many are placed: a `number`")
	f.IntVar(&g.diagonals, "diagonals", 0, "of excluded-diagonals, how many are excluded: a `number`; default: as many as can be")
	f.IntVar(&g.blocks, "blocks", 0, "of blocked, how many squares are: a `number`")
	f.IntVar(&g.side, "side", 0, "of corner and structured, how many squares a side the corner has: a `number`")
	f.IntVar(&g.structure.Bridges, "bridges", 0, "of structured, how many open squares lead from the corner's rows to other columns, and as many from other rows to its columns: a `number`")
	f.IntVar(&g.structure.Hall, "hall", 0, "of structured, how many rows outside the corner share one column less than they are: a `number`")
	f.BoolVar(&g.structure.Permuted, "permute", false, "of structured, put rows and columns in random order at the end, which makes other diagonals")
	f.IntVar(&g.structure.Turns, "turns", 0, "of structured, by how many quarter turns the board is rotated: a `number` from 0 to 3")
	f.IntVar(&g.least, "least", 4, "open squares that every row and column keeps: a `number`; not of completion")
	f.IntVar(&g.count, "count", 1, "from how many seeds, one after the other: a `number`")
	f.Uint64Var(&g.seed, "seed", 1, "the first seed: a `number`")
	f.StringVarP(&g.output, "output", "o", "", "a `folder` for a file of each instance; default: one instance, to standard output")
	f.StringVarP(&g.format, "format", "f", "", "what to write: a `name` of "+strings.Join(instanceFormatNames(), ", ")+"; default: that of the kind")
	f.BoolVar(&g.published, "published", false, "the very instances that the authors' programs make from these seeds")
	completions(cmd, "format", instanceFormatNames)
	return cmd
}

func instanceFormatNames() []string {
	return namesOf(instance.Formats(), func(f instance.Format) string { return f.Name })
}

// recipe puts the words and the flags together.
func (g *generateFlags) recipe(cmd *cobra.Command, args []string) (instance.Recipe, error) {
	r := instance.Recipe{Least: g.least, Published: g.published, Structure: g.structure}
	var err error
	if r.Kind, err = instance.KindNamed(args[0]); err != nil {
		return r, err
	}
	if len(args) == 1 {
		return r, fmt.Errorf("the size is missing: write, for example, %s 14", r.Kind)
	}
	if r.N, err = parseSize(args[1]); err != nil {
		return r, err
	}
	sizes := map[instance.Kind]int{instance.Completion: g.queens, instance.ExcludedDiagonals: g.diagonals, instance.Blocked: g.blocks, instance.Corner: g.side, instance.Structured: g.side}
	r.Size = sizes[r.Kind]
	given := cmd.Flags().Changed
	for _, k := range instance.Kinds() {
		if k.Counts() != r.Kind.Counts() && given(k.Counts()) {
			return r, fmt.Errorf("--%s: %s has none; its size is --%s", k.Counts(), r.Kind, r.Kind.Counts())
		}
	}
	for _, flag := range []string{"bridges", "hall", "permute", "turns"} {
		if r.Kind != instance.Structured && given(flag) {
			return r, fmt.Errorf("--%s: %s has none; that is for %s", flag, r.Kind, instance.Structured)
		}
	}
	switch {
	case r.Kind == instance.Completion && given("least"):
		return r, fmt.Errorf("--least: %s blocks no squares that could run out: leave it out", r.Kind)
	case r.Size < 0:
		return r, fmt.Errorf("--%s %d: write a number from 0", r.Kind.Counts(), r.Size)
	case given(r.Kind.Counts()), r.Kind == instance.Structured:
	case r.Kind == instance.ExcludedDiagonals:
		r.Size = instance.All
	case r.Kind == instance.Corner:
		return r, fmt.Errorf("how large is the corner? Write, for example, --side 9")
	default:
		return r, fmt.Errorf("how many %s? Write, for example, --%s %d", r.Kind.Counts(), r.Kind.Counts(), r.N/2)
	}
	switch {
	case g.count < 1:
		return r, fmt.Errorf("--count %d: write at least 1", g.count)
	case g.count > 1 && g.output == "":
		return r, fmt.Errorf("--count %d: where to? Name a folder with --output", g.count)
	case uint64(g.count-1) > math.MaxUint64-g.seed:
		return r, fmt.Errorf("--seed %d: seeds end at %d, before there are %d", g.seed, uint64(math.MaxUint64), g.count)
	}
	return r, r.Validate()
}

// make makes the instances, each written before the next one is begun.
func (p *program) make(ctx context.Context, g generateFlags, r instance.Recipe, format instance.Format) error {
	made := 0
	for i := range g.count {
		seed := g.seed + uint64(i)
		problem, err := r.Make(ctx, seed)
		switch {
		case ctx.Err() != nil:
			return &exit{status: limitHit, err: fmt.Errorf("stopped: %d of %s were made; the same command makes the rest", made, table.Plural(g.count, "instance"))}
		case errors.As(err, new(*instance.GaveUp)):
			fmt.Fprintf(p.err, "note: seed %d: %v\n", seed, err)
			continue
		case err != nil:
			return err
		}
		name := ""
		if g.output != "" {
			name = filepath.Join(g.output, fileNameIn(format, r.FileName(seed)))
		}
		if err := p.writeInstance(name, format, problem); err != nil {
			return err
		}
		made++
	}
	switch {
	case made == 0 && g.count == 1:
		return &exit{status: limitHit, err: fmt.Errorf("given up: no instance from seed %d", g.seed)}
	case made == 0:
		return &exit{status: limitHit, err: fmt.Errorf("given up: no instance from the seeds %d to %d", g.seed, g.seed+uint64(g.count-1))}
	case made < g.count:
		fmt.Fprintf(p.err, "note: %d of %s were made\n", made, table.Plural(g.count, "instance"))
	}
	return nil
}

// writeInstance writes an instance to a new file, or to standard output if the
// name is empty.
func (p *program) writeInstance(name string, format instance.Format, problem nqueens.Problem) error {
	var text bytes.Buffer
	if err := format.Write(&text, problem); err != nil {
		return err
	}
	if name == "" {
		_, err := p.out.Write(text.Bytes())
		return err
	}
	if err := addFile(name, text.Bytes()); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}

// fileNameIn is the name with the extension of the format instead of that of
// another.
func fileNameIn(format instance.Format, name string) string {
	name = strings.TrimSuffix(name, ".gz")
	for _, f := range instance.Formats() {
		if short, cut := strings.CutSuffix(name, f.Extension); cut {
			name = short
			break
		}
	}
	return name + format.Extension
}
