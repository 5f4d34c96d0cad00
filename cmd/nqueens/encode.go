package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/encode"
)

// formats are what encode writes: the name, and what turns a problem into
// something that can be written.
var formats = []struct {
	name string
	of   func(p nqueens.Problem, e encode.Encoding) (func(io.Writer) error, error)
}{
	{"dimacs", ofModel(func(m *nqueens.Model, e encode.Encoding) (func(io.Writer) error, error) {
		return encode.FromModel(m, e).WriteDIMACS, nil
	})},
	{"opb", ofModel(func(m *nqueens.Model, _ encode.Encoding) (func(io.Writer) error, error) {
		return encode.PBFromModel(m).WriteOPB, nil
	})},
	{"cover", ofModel(func(m *nqueens.Model, _ encode.Encoding) (func(io.Writer) error, error) {
		cover, err := encode.CoverFromModel(m)
		return func(w io.Writer) error {
			_, err := cover.WriteTo(w)
			return err
		}, err
	})},
	{"asp", ofModel(func(m *nqueens.Model, _ encode.Encoding) (func(io.Writer) error, error) {
		return func(w io.Writer) error { return encode.WriteASP(w, m) }, nil
	})},
	{"aspif", ofModel(func(m *nqueens.Model, _ encode.Encoding) (func(io.Writer) error, error) {
		return func(w io.Writer) error { return encode.WriteAspif(w, m) }, nil
	})},
	{"minizinc", func(p nqueens.Problem, _ encode.Encoding) (func(io.Writer) error, error) {
		return func(w io.Writer) error { return encode.WriteMiniZinc(w, p) }, nil
	}},
	{"prolog", func(p nqueens.Problem, _ encode.Encoding) (func(io.Writer) error, error) {
		return func(w io.Writer) error { return encode.WriteProlog(w, p) }, nil
	}},
}

// ofModel makes the problem's model first.
func ofModel(of func(*nqueens.Model, encode.Encoding) (func(io.Writer) error, error)) func(nqueens.Problem, encode.Encoding) (func(io.Writer) error, error) {
	return func(p nqueens.Problem, e encode.Encoding) (func(io.Writer) error, error) {
		m, err := p.Model()
		if err != nil {
			return nil, err
		}
		return of(m, e)
	}
}

func formatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

func (p *program) encode() *cobra.Command {
	var b board
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
			for _, f := range formats {
				if f.name != format {
					continue
				}
				if cmd.Flags().Changed("encoding") && format != "dimacs" {
					return fmt.Errorf("--encoding %s has no meaning for the format %s: leave it out", encoding, format)
				}
				write, err := f.of(problem, e)
				if err != nil {
					return b.about(err)
				}
				return p.writeTo(output, write)
			}
			return fmt.Errorf("--format: no format is called %q %s", format, nqueens.Suggest(format, formatNames()))
		},
	}
	b.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&encoding, "encoding", "e", "sequential", "how lines become clauses: a `name` of "+strings.Join(encodingNames(), ", "))
	f.StringVarP(&format, "format", "f", "dimacs", "what to write: a `name` of "+strings.Join(formatNames(), ", "))
	f.StringVarP(&output, "output", "o", "", "write to this `file` instead of standard output")
	completions(cmd, "encoding", encodingNames)
	completions(cmd, "format", formatNames)
	return cmd
}

// writeTo writes to the named file, or to standard output if name is empty.
func (p *program) writeTo(name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return write(p.out)
	}
	// For writing only: a pipe is opened once someone reads from it.
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	w := bufio.NewWriter(f)
	err = write(w)
	if err == nil {
		err = w.Flush()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("--output: %w", err)
	}
	return nil
}
