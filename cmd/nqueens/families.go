package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/internal/table"
)

func (p *program) listFamilies() *cobra.Command {
	return &cobra.Command{
		Use:   "families",
		Short: "List the families of problems, with an example of each",
		Long: `List the families of problems with their rules, their parameters and an example
command. A size such as 5x8 is 5 files and 8 ranks, for families that have rectangular
boards. Write parameters after the size, in the order of the list or as name=number.`,
		Example: "  nqueens families",
		Args:    takesNothing,
		RunE: func(*cobra.Command, []string) error {
			rows := [][]string{{"NAME", "BOARD", "PARAMETERS", "EXAMPLE", "ABOUT"}}
			for _, f := range p.families {
				board := "N"
				if f.Rectangles {
					board = "N, MxN"
				}
				rows = append(rows, []string{f.Name, board, parametersOf(f), exampleOf(f), f.About})
			}
			if _, err := io.WriteString(p.out, table.Listing(rows)); err != nil {
				return err
			}
			for _, f := range p.families {
				for _, q := range f.Parameters {
					fmt.Fprintf(p.out, "\n%s, %s: %s (%s)", f.Name, q.Name, q.About, rangeOf(q))
				}
			}
			if slices.ContainsFunc(p.families, func(f *nqueens.Family) bool { return len(f.Parameters) > 0 }) {
				fmt.Fprintln(p.out)
			}
			return nil
		},
	}
}

// parametersOf returns the parameters of a family with their defaults, as in "pawns=1, colours=2".
func parametersOf(f *nqueens.Family) string {
	if len(f.Parameters) == 0 {
		return "-"
	}
	var list []string
	for _, q := range f.Parameters {
		list = append(list, fmt.Sprintf("%s=%d", q.Name, q.Default))
	}
	return strings.Join(list, ", ")
}

// exampleOf returns a command for the family that is answered quickly.
func exampleOf(f *nqueens.Family) string {
	words := []string{"nqueens", "count", f.Name, "5"}
	for _, q := range f.Parameters {
		words = append(words, strconv.Itoa(q.Default))
	}
	return strings.Join(words, " ")
}

// rangeOf returns the valid values of a parameter and its default.
func rangeOf(q nqueens.Parameter) string {
	text := fmt.Sprintf("at least %d", q.Min)
	if q.Max > 0 {
		text = fmt.Sprintf("%d to %d", q.Min, q.Max)
	}
	return fmt.Sprintf("%s, by default %d", text, q.Default)
}
