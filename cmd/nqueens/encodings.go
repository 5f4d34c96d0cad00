package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"nqueens/encode"
	"nqueens/internal/table"
)

// The bounds that `nqueens encodings` checks: all on up to so many literals, and at most one of 33,
// because mixed is pairwise up to 32.
const (
	countedLiterals    = 7
	propagatedLiterals = 6
	longAtMostOne      = 33
)

// sizedLiterals is the number of literals whose sizes are listed.
const sizedLiterals = 64

// An encodingRow is what `nqueens encodings --json` prints about an encoding.
type encodingRow struct {
	Name       string                     `json:"name"`
	Paper      string                     `json:"paper"`
	Formula    string                     `json:"formula"` // of the size of at most one of n
	Size       encodingSize               `json:"atMostOneOf64"`
	Properties map[string]encode.Property `json:"properties"`
}

type encodingSize struct {
	Auxiliaries int `json:"auxiliaries"`
	Clauses     int `json:"clauses"`
}

func (p *program) listEncodings() *cobra.Command {
	var asJSON, markdown bool
	cmd := &cobra.Command{
		Use:   "encodings",
		Short: "List the encodings and check which preserve the model count",
		Long: fmt.Sprintf(`List the encodings of bounds as clauses. For each kind of bounds the table has two
answers. The first is whether the number of models stays right without projection,
because the literals determine the auxiliary variables. The second is whether unit
propagation is complete: it finds every conflict and every literal that the bounds
force. The command computes both: it counts all models of all bounds on up to %d
literals, and of at most one of %d, and propagates from all partial assignments of up
to %d literals. A count with projection is right under every encoding.

The size is that of at most one of %d literals: auxiliary variables and clauses.
--json and --markdown add the formula for n literals.`, countedLiterals, longAtMostOne, propagatedLiterals, sizedLiterals),
		Example: "  nqueens encodings\n  nqueens encodings --json",
		Args:    takesNothing,
		RunE: func(*cobra.Command, []string) error {
			rows, cells := encodingRows(markdown)
			switch {
			case asJSON && markdown:
				return errors.New("--json and --markdown: leave one out")
			case asJSON:
				for _, row := range rows {
					if err := p.json(row); err != nil {
						return err
					}
				}
				return nil
			case markdown:
				_, err := io.WriteString(p.out, table.Markdown(table.Escaped(cells)))
				return err
			}
			if _, err := io.WriteString(p.out, table.Listing(cells)); err != nil {
				return err
			}
			_, err := fmt.Fprintln(p.out, "\n\"yes, no\": the number of models is right without projection, and unit propagation is not complete.")
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON for each encoding, with an example where a property fails")
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print the table of docs/encodings.md")
	return cmd
}

// encodingRows checks the encodings and returns their rows, as data and as the cells of a table with a
// header, with the formulas of the sizes if these are wanted.
func encodingRows(formulas bool) (rows []encodingRow, cells [][]string) {
	kinds := encode.Kinds()
	header := []string{"NAME", "SIZE"}
	for _, kind := range kinds {
		header = append(header, strings.ToUpper(kind.Name))
	}
	if formulas {
		header = append(header, "FORMULA")
	}
	cells = [][]string{append(header, "PAPER")}
	for _, e := range encode.Encodings() {
		size := e.Size(sizedLiterals, 0, 1)
		row := encodingRow{Name: e.Name, Paper: e.Paper, Formula: e.Formula, Size: encodingSize(size), Properties: map[string]encode.Property{}}
		line := []string{e.Name, fmt.Sprintf("%d, %d", size.Auxiliaries, size.Clauses)}
		for _, kind := range kinds {
			property := e.Properties(kind, countedLiterals, propagatedLiterals, longAtMostOne)
			row.Properties[kind.Name] = property
			line = append(line, yesNo(property.Preserves)+", "+yesNo(property.Complete))
		}
		if formulas {
			line = append(line, e.Formula)
		}
		rows, cells = append(rows, row), append(cells, append(line, e.Paper))
	}
	return rows, cells
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
