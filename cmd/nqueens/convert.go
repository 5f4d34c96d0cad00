package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/printable"
	"nqueens/internal/suggest"
)

// convertFlags are the flags of convert.
type convertFlags struct {
	problemFlags
	format, to, output, solution string // format is the output format
	diagonals                    int
	first                        bool // --diagonals is set
}

func (p *program) convert() *cobra.Command {
	var c convertFlags
	cmd := &cobra.Command{
		Use:   "convert FILE",
		Short: "Write instances in another format, or as another problem",
		Long: `Write the instance in the file (- is standard input) in another format. The format
of the file is detected. A folder or an archive is converted into a folder, file by
file. Formats:
` + listing(18, instance.Formats(), func(f instance.Format) (string, string) { return f.Name, f.About }) + `
With --to the problem becomes another one: excluded diagonals become queens on a
much larger board (completion), and such a board becomes excluded diagonals. The
solutions correspond one to one: with --solution the translated squares of a solution
are written instead.`,
		Example: `  nqueens convert diag-10-4-1.param --format board
  nqueens convert block-10.tar.gz --format minizinc -o block-10
  nqueens convert diag-10-4-1.param --diagonals 13 -o d13.param
  nqueens convert d13.param --to completion -o big.param
  nqueens convert big.param --to excluded-diagonals --solution "$(cat big.solution)"`,
		Args: takes("the file", true),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.file = args[0]
			c.first = cmd.Flags().Changed("diagonals")
			if err := c.validate(); err != nil {
				return err
			}
			_, done, err := c.bound(cmd.Context(), "reading")
			if err != nil {
				return err
			}
			defer func() { done() }()
			many, err := c.many(family.Queens, p)
			if err != nil {
				return c.limitError(err)
			}
			list, err := c.instances(family.Queens, p)
			done()
			switch {
			case err != nil:
				return err
			case many:
				return c.convertAll(p, list)
			}
			return c.convertOne(cmd.Context(), p, list[0].problem)
		},
	}
	c.formatFlags(cmd, "from")
	f := cmd.Flags()
	f.StringVarP(&c.format, "format", "f", "", "the output format: a `name` of "+strings.Join(instanceFormatNames(), ", ")+"; default: the one of published instances of the kind")
	f.StringVar(&c.to, "to", "", "translate: a `kind`, completion or excluded-diagonals")
	f.IntVar(&c.diagonals, "diagonals", 0, "keep only the first excluded diagonals: a `number`")
	f.StringVar(&c.solution, "solution", "", "with --to: the `squares` of a solution, to be translated")
	f.StringVarP(&c.output, "output", "o", "", "write to this `file`, or folder, instead of standard output")
	completions(cmd, "format", instanceFormatNames)
	completions(cmd, "to", fixed(translations))
	return cmd
}

var translations = []string{string(instance.Completion), string(instance.ExcludedDiagonals)}

func (c *convertFlags) validate() error {
	if c.solution != "" {
		if err := emptyListError("solution", c.solution); err != nil {
			return err
		}
	}
	if c.format != "" {
		if _, err := instance.FormatNamed(c.format); err != nil {
			return fmt.Errorf("--format: %w", err)
		}
	}
	switch {
	case c.to != "" && !slices.Contains(translations, c.to):
		return fmt.Errorf("--to: no translation to %q %s", c.to, suggest.Among(c.to, translations))
	case c.solution != "" && c.to == "":
		return errors.New("--solution: only with --to")
	case c.solution != "" && c.format != "":
		return errors.New("--solution: not with --format: a solution is written as squares")
	case c.first && c.diagonals < 0:
		return fmt.Errorf("--diagonals %d: write a number from 0", c.diagonals)
	}
	return nil
}

// conversion returns the conversion that the flags describe.
func (c *convertFlags) conversion() instance.Conversion {
	first := instance.All
	if c.first {
		first = c.diagonals
	}
	return instance.Conversion{To: instance.Kind(c.to), Format: c.format, Diagonals: first}
}

// convertOne writes one instance, or its solution.
func (c *convertFlags) convertOne(ctx context.Context, p *program, problem nqueens.Problem) error {
	if has := len(problem.Excluded); c.first && c.diagonals > has {
		return fmt.Errorf("--diagonals %d: there are %d excluded diagonals in %s", c.diagonals, has, c.fileName())
	}
	to, err := c.conversion().Convert(problem)
	if err != nil {
		return err
	}
	if c.solution == "" {
		return p.writeTo(ctx, &c.limitFlags, c.output, to.Write)
	}
	squares, err := nqueens.ParseSquares(c.solution)
	s := nqueens.Placed(squares)
	if err == nil {
		s, err = to.Solution(s)
	}
	if err != nil {
		return fmt.Errorf("--solution: %w", err)
	}
	return p.writeTo(ctx, &c.limitFlags, c.output, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, s)
		return err
	})
}

// convertAll writes each instance to a file of the same name, after it has checked that all can be
// converted.
func (c *convertFlags) convertAll(p *program, list []named) error {
	switch {
	case c.solution != "":
		return errors.New("--solution: only for one instance, not for a folder or an archive")
	case c.output == "":
		return fmt.Errorf("%s may hold many instances: name a folder with --output", c.fileName())
	}
	var all []instance.Converted
	var names []string
	for _, in := range list {
		to, err := c.conversion().Convert(in.problem)
		var gaveUp *instance.GaveUp
		switch {
		case errors.As(err, &gaveUp): // published experiments leave it out too
			fmt.Fprintf(p.err, "note: skipped %s: %s: %s\n", printable.Text(in.name), gaveUp.What, gaveUp.Why)
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", in.name, err)
		}
		name := filepath.FromSlash(fileNameIn(to.Format, in.name))
		if !filepath.IsLocal(name) {
			return fmt.Errorf("%s: this name leads out of its archive", in.name)
		}
		all, names = append(all, to), append(names, filepath.Join(c.output, name))
	}
	for i, to := range all {
		if err := p.writeInstance(names[i], to.Format, to.Problem); err != nil {
			return err
		}
	}
	return nil
}
