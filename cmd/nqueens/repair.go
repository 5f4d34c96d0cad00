package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/family"
	"nqueens/regions"
)

func (p *program) repairPuzzle() *cobra.Command {
	var b problemFlags
	cmd := &cobra.Command{
		Use:   "repair FILE",
		Short: "Change few squares of a puzzle so that it has one solution",
		Long: `Read boards with regions from a file and print each of them with exactly one
solution: as it is if it has one, otherwise with as few squares as possible in another
region. Standard error lists the changes and states whether their number is proved to be the
smallest, as one or two always are. A board that no change of up to 20 squares mends is printed as it
is, with status 3.`,
		Example: `  nqueens repair level.txt
  nqueens repair levels.txt -o mended.txt`,
		Args: cobra.ExactArgs(1),
	}
	var output string
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx, done, err := b.bound(stoppable(cmd.Context()), "repairing")
		if err != nil {
			return err
		}
		defer done()
		b.file = args[0]
		list, err := p.puzzles(&b)
		if err != nil {
			return b.limitError(err)
		}
		out, err := p.create(ctx, &b.limitFlags, output)
		if err != nil {
			return err
		}
		defer out.discard()
		unrepaired := 0
		for _, l := range list {
			q, changes, err := regions.Repair(ctx, l.problem)
			switch {
			case errors.Is(err, regions.ErrNoRepair):
				fmt.Fprintf(p.err, "%s: %v\n", l.name, err)
				unrepaired++
			case err != nil:
				return b.limitError(err)
			case len(changes) > 0:
				proof, err := provedText(ctx, l.problem, len(changes))
				if err != nil {
					return b.limitError(err)
				}
				fmt.Fprintf(p.err, "%s: %s (%s)\n", l.name, changesText(changes), proof)
			}
			fmt.Fprint(out, drawnLevel(levelTitle(l.name, q), q))
		}
		if err := out.commit(); err != nil {
			return err
		}
		if unrepaired > 0 {
			return &exit{status: limitHit, err: fmt.Errorf("%d of %d boards are not repaired", unrepaired, len(list))}
		}
		return nil
	}
	b.limitFlags.flags(cmd)
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this `file`")
	return cmd
}

// puzzles reads the boards with regions of a file.
func (p *program) puzzles(b *problemFlags) ([]named, error) {
	many, err := b.many(family.Regions, p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", inputName(b.file), err)
	}
	if many {
		list, err := b.instances(family.Regions, p)
		for _, l := range list {
			if err := regions.Valid(l.problem); err != nil {
				return nil, fmt.Errorf("%s: %w", l.name, err)
			}
		}
		return list, err
	}
	q, err := b.read(family.Regions, p)
	if err == nil {
		err = regions.Valid(q)
	}
	return []named{{inputName(b.file), q}}, err
}

// provedText states whether a number of changes is the smallest that leaves one solution. Repair tries
// every single change.
func provedText(ctx context.Context, p nqueens.Problem, changes int) (string, error) {
	least := min(changes, 2)
	if changes > 2 {
		bound, err := regions.LeastChanges(ctx, p)
		if err != nil {
			return "", err
		}
		least = max(least, bound)
	}
	if least == changes {
		return "the smallest number", nil
	}
	return fmt.Sprintf("not proved to be the smallest number; at least %d are necessary", least), nil
}

// changesText returns changes as text.
func changesText(changes []regions.Change) string {
	var parts []string
	for _, c := range changes {
		parts = append(parts, fmt.Sprintf("%v from region %s to %s", c.Square, nqueens.RegionName(c.From), nqueens.RegionName(c.To)))
	}
	return strings.Join(parts, ", ")
}
