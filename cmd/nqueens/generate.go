package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/instance"
	"nqueens/internal/table"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	sweepFlags
	puzzle         puzzleFlags
	seed           uint64
	format, output string
}

// mostFiles is the largest number of instances that generate makes.
const mostFiles = 1_000_000

func (p *program) generate() *cobra.Command {
	var g generateFlags
	cmd := &cobra.Command{
		Use:   "generate KIND N",
		Short: "Make random instances of completion, and puzzles",
		Long: `Make random problems. The first three kinds have been studied for their hardness
(I. P. Gent, C. Jefferson, P. Nightingale, Complexity of n-Queens
Completion, JAIR 59, 2017); the others show the effect of clause learning:
  completion         --queens M stand on the board, placed one after the other
  excluded-diagonals --diagonals D have no queen; each row and column keeps
                     --least open squares; default: as many diagonals as possible
  blocked            --blocks B squares have no queen, with --least as above
  corner             a corner of --side S squares a side that has no solution and
                     is closed off from the rest, where each row has --least
                     open squares
  structured         a corner as above (or none), connected by --bridges K open squares
                     each way; --hall H rows outside that share H-1 columns;
                     --permute, --turns Q
Sizes and parameters may be ranges, 10..14 or 8..n+2 with the size n. Then every
combination is made, each from every seed.
A seed makes the same instance everywhere. A generator may get stuck. Then it gives up
the seed, as the authors' programs do, with a note on standard error and no instance.
If no seed gives an instance the status is 3.
With --published a seed makes the same instance as the authors' programs. The names
of the published files end in the seed. Those of excluded diagonals hold as many
diagonals as possible; the first D are used.

Puzzles are exact covers in Knuth's format, for teaching and to compare solvers:
  sudoku             N cells a side; --grid has the given digits
  pentominoes        a rectangle of N, as in 6x10, of at most 60 squares
  langford           two of each number from 1 to N
  word-square        N rows and columns, of --words; the letters are colours
A puzzle with regions has exactly one solution; --count puzzles come in one file:
  regions            a queen in each of N ranks, files and regions, none beside
                     another; --level easy, medium or hard, --stars 2`,
		Example: `  nqueens generate excluded-diagonals 14 --diagonals 11 --count 20 --seed 7 -o ed14
  nqueens generate excluded-diagonals 10..14 --diagonals 8..n+2 --count 50 -o sweep
  nqueens generate completion 20 --queens 9
  nqueens generate blocked 28 --blocks 595 --format asp
  nqueens generate corner 48 --side 10 --least 10
  nqueens generate structured 48 --side 10 --least 10 --bridges 2 --turns 1
  nqueens generate excluded-diagonals 10 --seed 615 --published    diag-10-4-615.param
  nqueens generate langford 7 | nqueens count --file -
  nqueens generate word-square 5 --words list.txt
  nqueens generate regions 9 --count 20 --level easy | nqueens count --file -
  nqueens generate regions 9 --count 12 -o sheet.pdf       on one page`,
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return fmt.Errorf("the kind is missing: write, for example, %s 14", instance.ExcludedDiagonals)
			case len(args) > 2:
				return fmt.Errorf("%q: generate takes only a kind and a size", args[2])
			}
			return nil
		},
		ValidArgsFunction: firstOf(generateKinds()),
		RunE: func(cmd *cobra.Command, args []string) error {
			k, isPuzzle, err := puzzleNamed(args[0])
			if err == nil {
				err = refuseOthers(cmd, args[0], isPuzzle)
			}
			switch {
			case err != nil:
				return err
			case args[0] == regionsKind:
				return p.generateRegions(stoppable(cmd.Context()), args, g)
			case isPuzzle && len(args) == 1:
				return fmt.Errorf("the size is missing: write, for example, %s %s", k.Name, k.Size)
			case isPuzzle:
				return p.writePuzzle(k, args[1], g)
			}
			sweep, recipes, err := g.recipes(args)
			if err != nil {
				return err
			}
			format, err := instance.FormatNamed(cmp.Or(g.format, sweep.Kind.Format()))
			if err != nil {
				return fmt.Errorf("--format: %w", err)
			}
			return p.make(stoppable(cmd.Context()), g, sweep, recipes, format)
		},
	}
	g.flags(cmd)
	f := cmd.Flags()
	g.puzzle.flags(f)
	f.Uint64Var(&g.seed, "seed", 1, "the first seed: a `number`")
	f.StringVarP(&g.output, "output", "o", "", "a `folder` for a file of each instance; for regions one file, a picture if it ends in .svg, .png or .pdf; default: one instance, to standard output")
	f.StringVarP(&g.format, "format", "f", "", "what to write: a `name` of "+strings.Join(instanceFormatNames(), ", ")+"; default: that of the kind")
	completions(cmd, "format", instanceFormatNames)
	return cmd
}

func instanceFormatNames() []string {
	return namesOf(instance.Formats(), func(f instance.Format) string { return f.Name })
}

// recipes returns the sweep that the arguments and flags describe, and its recipes.
func (g *generateFlags) recipes(args []string) (s instance.Sweep, recipes []instance.Recipe, err error) {
	kind, err := instance.KindNamed(args[0])
	if err != nil {
		return s, nil, err
	}
	if len(args) == 1 {
		return s, nil, fmt.Errorf("the size is missing: write, for example, %s 14", kind)
	}
	sizes, err := generatedSizes(args[1])
	if err == nil {
		s, err = g.sweep(kind, sizes, g.seed)
	}
	if err != nil {
		return s, nil, err
	}
	if recipes, err = s.Recipes(mostFiles); err != nil {
		return s, nil, sweepFault(s, err)
	}
	switch {
	case g.output != "":
	case g.count > 1:
		return s, nil, fmt.Errorf("--count %d: name a folder with --output", g.count)
	case len(recipes) > 1:
		return s, nil, fmt.Errorf("%s: name a folder with --output", table.Plural(len(recipes), "instance"))
	}
	return s, recipes, nil
}

// make makes the instances and writes each before it begins the next one.
func (p *program) make(ctx context.Context, g generateFlags, s instance.Sweep, recipes []instance.Recipe, format instance.Format) error {
	made, all := 0, len(recipes)*g.count
	for o := range s.Origins(recipes) {
		problem, err := o.Make(ctx, o.Seed)
		switch {
		case ctx.Err() != nil:
			return &exit{status: limitHit, err: fmt.Errorf("stopped: %d of %s were made; the same command makes the rest", made, table.Plural(all, "instance"))}
		case errors.As(err, new(*instance.GaveUp)):
			fmt.Fprintf(p.err, "note: seed %d: %v\n", o.Seed, err)
			continue
		case err != nil:
			return err
		}
		name := ""
		if g.output != "" {
			name = filepath.Join(g.output, fileNameIn(format, o.FileName()))
		}
		if err := p.writeInstance(name, format, problem); err != nil {
			return err
		}
		made++
	}
	switch {
	case made == 0 && g.count == 1:
		return &exit{status: limitHit, err: fmt.Errorf("no instance from seed %d: the generator gave up", g.seed)}
	case made == 0:
		return &exit{status: limitHit, err: fmt.Errorf("no instance from the seeds %d to %d: the generator gave up", g.seed, g.seed+uint64(g.count-1))}
	case made < all:
		fmt.Fprintf(p.err, "note: %d of %s were made\n", made, table.Plural(all, "instance"))
	}
	return nil
}

// writeInstance writes an instance to a new file, or to standard output if the name is empty.
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

// fileNameIn returns the file name with the extension of the format in place of that of another
// format.
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
