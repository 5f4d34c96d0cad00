package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/propagate"
)

func (p *program) encode() *cobra.Command {
	var b problemFlags
	formats := append(namesOf(encode.Formats(), func(f encode.Format) string { return f.Name }), compiledFormat)
	var encoding, format, output string
	var whole, filter bool
	cmd := &cobra.Command{
		Use:   "encode [FAMILY] N",
		Short: "Write the problem for another solver",
		Long: `Write the problem as DIMACS CNF (with a map of variables to squares and
projection lines) or as weighted MaxSAT (wcnf), as pseudo-Boolean constraints in
OPB, as a 0-1 programme (lp), as an exact cover in Knuth's text format, as an
answer set program for clingo (asp) or ground for clasp (aspif), for MiniZinc,
or as a Prolog program over CLP(FD). ddnnf is the problem compiled: a graph in c2d's
format (nnf), of which solutions can be counted and drawn in one pass. It has the
variables of dimacs, or of the file, that are projected on, and takes a search.

The consequences of given pieces and closed squares are left out, as for every
backend; comments name the pieces that all solutions have in addition to the given
ones. --whole writes everything. --filter also leaves out squares that are in no
perfect matching of ranks and files, as backends do that write no proof.`,
		Example: `  nqueens encode 8 | minisat /dev/stdin
  nqueens encode 8 --encoding product | clasp --parse-ext --project -n 0 -q
  nqueens encode 8 --format opb | clasp -n 0 -q
  nqueens encode 8 --format cover -o queens8.dlx
  nqueens encode 8 --format asp | clingo -n 0 -q
  nqueens encode domination 8 --format lp -o domination8.lp
  nqueens encode 8 --format minizinc -o queens8.mzn
  nqueens encode --file formula.cnf --format ddnnf -o formula.nnf`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case whole && filter:
				return errors.New("--whole and --filter: give only one of the two")
			case format == compiledFormat && (whole || filter):
				return fmt.Errorf("--whole and --filter: not with --format %s", format)
			}
			problem, err := b.problemWithin(cmd.Context(), args, p)
			if err != nil {
				return err
			}
			e, err := encode.EncodingNamed(encoding)
			if err != nil {
				return fmt.Errorf("--encoding: %w", err)
			}
			var to encode.Format
			if format != compiledFormat {
				to, err = encode.FormatNamed(format)
			} else {
				to.Encoded = true
			}
			switch {
			case err != nil:
				return fmt.Errorf("--format: %w", err)
			case cmd.Flags().Changed("encoding") && !to.Encoded:
				return fmt.Errorf("--encoding %s: the format %s has no encodings: leave it out", encoding, format)
			}
			if goal := problem.Goal(); goal != nqueens.NoGoal && !to.Objectives {
				if !problem.HasBoard() {
					return b.about(fmt.Errorf("it has an objective, which the format %s cannot express: use wcnf, opb, lp or mps", format))
				}
				return fmt.Errorf("%v has the objective %v pieces, which the format %s cannot express: use wcnf, opb, lp or mps, or add, for example, --pieces %d", problem.Short(), goal, format, problem.N)
			}
			if format == compiledFormat {
				if !cmd.Flags().Changed("encoding") {
					encoding = "" // the compiler's default has no auxiliary variables
				}
				return p.encodeGraph(cmd.Context(), &b, problem, encoding, output)
			}
			if problem.Wide() {
				return b.about(fmt.Errorf("the numbers of its objective need more than 62 bits, the limit of the format %s", format))
			}
			if f := problem.Formula; f != nil && f.Scale != nil {
				fmt.Fprintf(p.err, "note: the objective is written in whole numbers: multiply its value by %s and add %s for the value in %s\n", f.Scale.Units[0].RatString(), f.Scale.Base.RatString(), f.Name)
			}
			if problem.Formula != nil && problem.Formula.Weighted() && format != encode.DIMACS {
				return b.about(fmt.Errorf("it has weights, which the format %s cannot express: use %s", format, encode.DIMACS))
			}
			if filter {
				if left, err := propagate.Filtered(problem); err == nil && propagate.Why(left) != "" {
					fmt.Fprintf(p.err, "note: no solution: %s\n", propagate.Why(left))
				}
				if problem, err = propagate.Closed(problem); err != nil {
					return b.about(err)
				}
			}
			statement, err := to.State(problem, e, whole)
			if err != nil {
				return b.about(err)
			}
			return p.writeTo(cmd.Context(), &b.limitFlags, output, statement.Write)
		},
	}
	b.flags(cmd)
	b.formatFlags(cmd, "from")
	b.limitFlags.of = " (reading and compiling)"
	b.limitFlags.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&encoding, "encoding", "e", "sequential", "how lines become clauses: a `name` of "+strings.Join(encodingNames(), ", "))
	f.StringVarP(&format, "format", "f", "dimacs", "what to write: a `name` of "+strings.Join(formats, ", "))
	f.StringVarP(&output, "output", "o", "", "write to this `file` instead of standard output")
	f.BoolVar(&whole, "whole", false, "write also the consequences of the given pieces")
	f.BoolVar(&filter, "filter", false, "leave out squares that are in no perfect matching of ranks and files")
	completions(cmd, "encoding", encodingNames)
	completions(cmd, "format", fixed(formats))
	return cmd
}
