package bench

import (
	"fmt"

	"github.com/goccy/go-yaml/ast"

	"nqueens"
	"nqueens/internal/strictyaml"
)

// Published is a program's published speed on bare boards, counting: how many
// times as fast as a program like the baseline it was where both were measured.
type Published struct {
	Name   string          `json:"name"`
	Family string          `json:"family"`
	Ratios map[int]float64 `json:"ratios"` // by the board's side
	Source string          `json:"source"` // where the figures stand
}

// published reads one entry of the plan's published ratios.
func (r *planReader) published(node ast.Node) (Published, error) {
	p := Published{Family: nqueens.Queens.Name, Ratios: map[int]float64{}}
	err := r.Mapping(node,
		strictyaml.Field{Key: "name", Read: func(n ast.Node) (err error) { p.Name, err = r.Words(n); return }},
		strictyaml.Field{Key: "family", Read: func(n ast.Node) error {
			name, err := r.Text(n)
			if err == nil {
				_, err = r.family(n, name)
			}
			p.Family = name
			return err
		}},
		strictyaml.Field{Key: "ratios", Read: func(n ast.Node) error { return r.ratios(n, p.Ratios) }},
		strictyaml.Field{Key: "source", Read: func(n ast.Node) (err error) { p.Source, err = r.Words(n); return }},
	)
	switch {
	case err != nil:
	case p.Name == "":
		err = r.Fail(node, `the published figures have no "name"`)
	case len(p.Ratios) == 0:
		err = r.Fail(node, `the published figures have no "ratios", as in {16: 13, 17: 8}`)
	case p.Source == "":
		err = r.Fail(node, `the published figures have no "source": where do they stand?`)
	}
	return p, err
}

func (r *planReader) ratios(node ast.Node, to map[int]float64) error {
	return r.Entries(node, "16", func(key string, at, value ast.Node) error {
		n, err := wholeNumber(key, 1, nqueens.MaxModelSize)
		if err != nil {
			return r.Fail(at, "board size %w", err)
		}
		if _, twice := to[n]; twice {
			return r.Fail(at, "the ratio at %d is given twice", n)
		}
		to[n], err = strictyaml.Parsed(r.Document, value, parseRatio)
		return err
	})
}

// parseRatio reads how many times as fast something is.
func parseRatio(text string) (float64, error) {
	ratio, err := decimal(text)
	if err != nil || ratio < 1e-6 || ratio > 1e9 {
		return 0, fmt.Errorf("%q is not a ratio; write how many times as fast as the baseline, as in 13 or 0.5", text)
	}
	return ratio, nil
}
