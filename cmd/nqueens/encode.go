package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/encode"
)

// formats are what encode writes.
var formats = []string{"dimacs", "opb", "cover", "asp", "aspif", "minizinc", "prolog"}

// writerOf is what writes the problem in a format.
func writerOf(format string, p nqueens.Problem, e encode.Encoding) (func(io.Writer) error, error) {
	ofProblem := map[string]func(io.Writer, nqueens.Problem) error{"minizinc": encode.WriteMiniZinc, "prolog": encode.WriteProlog}
	if write := ofProblem[format]; write != nil {
		return func(w io.Writer) error { return write(w, p) }, nil
	}
	m, err := p.Model()
	if err != nil {
		return nil, err
	}
	switch format {
	case "dimacs":
		return encode.FromModel(m, e).WriteDIMACS, nil
	case "opb":
		return encode.PBFromModel(m).WriteOPB, nil
	case "asp":
		return func(w io.Writer) error { return encode.WriteASP(w, m) }, nil
	case "aspif":
		return func(w io.Writer) error { return encode.WriteAspif(w, m) }, nil
	}
	cover, err := encode.CoverFromModel(m)
	return func(w io.Writer) error {
		_, err := cover.WriteTo(w)
		return err
	}, err
}

func (p *program) encode() *cobra.Command {
	var b problemFlags
	var encoding, format, output string
	cmd := &cobra.Command{
		Use:   "encode [FAMILY] N",
		Short: "Write the problem for another solver",
		Long: `Write the problem as DIMACS CNF (with a map of variables to squares and
projection lines), as pseudo-Boolean constraints in OPB, as an exact cover in
Knuth's text format, as an answer set program for clingo (asp) or ground for
clasp (aspif), for MiniZinc, or as a Prolog program over CLP(FD).`,
		Example: `  nqueens encode 8 | minisat /dev/stdin
  nqueens encode 8 --encoding product | clasp --parse-ext --project -n 0 -q
  nqueens encode 8 --format opb | clasp -n 0 -q
  nqueens encode 8 --format cover -o queens8.dlx
  nqueens encode 8 --format asp | clingo -n 0 -q
  nqueens encode 8 --format minizinc -o queens8.mzn`,
		RunE: func(cmd *cobra.Command, args []string) error {
			problem, err := b.problem(args, p)
			if err != nil {
				return err
			}
			e, err := encode.EncodingNamed(encoding)
			if err != nil {
				return fmt.Errorf("--encoding: %w", err)
			}
			switch {
			case !slices.Contains(formats, format):
				return fmt.Errorf("--format: no format is called %q %s", format, nqueens.Suggest(format, formats))
			case cmd.Flags().Changed("encoding") && format != "dimacs":
				return fmt.Errorf("--encoding %s has no meaning for the format %s: leave it out", encoding, format)
			}
			write, err := writerOf(format, problem, e)
			if err != nil {
				return b.about(err)
			}
			return p.writeTo(output, write)
		},
	}
	b.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&encoding, "encoding", "e", "sequential", "how lines become clauses: a `name` of "+strings.Join(encodingNames(), ", "))
	f.StringVarP(&format, "format", "f", "dimacs", "what to write: a `name` of "+strings.Join(formats, ", "))
	f.StringVarP(&output, "output", "o", "", "write to this `file` instead of standard output")
	completions(cmd, "encoding", encodingNames())
	completions(cmd, "format", formats)
	return cmd
}
