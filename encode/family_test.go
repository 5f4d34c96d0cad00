package encode_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"nqueens"
	"nqueens/backends/allsat"
	"nqueens/encode"
	"nqueens/internal/familytest"
)

// Problems of families defined outside the catalogue are written in each numbered format, read
// again as formulas and counted. The count equals that of an exhaustive search by the rules of the
// pieces.
func TestFamiliesFromElsewhere(t *testing.T) {
	covered := map[string]bool{}
	for _, family := range familytest.Unusual() {
		most := 4
		if len(family.Kinds) > 0 {
			most = 3
		}
		for n := 1; n <= most; n++ {
			for _, p := range []nqueens.Problem{
				{Family: family, N: n},
				{Family: family, N: n, Given: []nqueens.Square{{File: n - 1}}, Blocked: []nqueens.Square{{Rank: n - 1}}},
				{Family: family, N: n, Excluded: []nqueens.Diagonal{{Sum: true, Value: n - 1}}, Symmetric: nqueens.HalfTurn},
			} {
				if p.Validate() != nil || p.Board().Size() > 30 {
					continue // three dimensions, or too large
				}
				solutions, err := familytest.Solutions(p)
				if err != nil {
					t.Fatal(err)
				}
				if p.Goal() != nqueens.NoGoal && len(solutions) > 0 { // the lines of a model do not express the goal
					p.Pieces = nqueens.Exactly(p.Counted(solutions[0]))
				}
				m, err := p.Model()
				if err != nil {
					t.Fatal(err)
				}
				m.Objective = nqueens.Objective{} // the readers of this test accept no objective
				for _, e := range encode.Encodings() {
					if len(m.Placements) > 0 {
						counts(t, p, e.Name, encode.FromModel(m, e).WriteDIMACS, len(solutions))
					}
					if f, err := encode.FromProblem(p, e); err != nil || f.Variables > 0 {
						counts(t, p, e.Name+", reduced", f.WriteDIMACS, len(solutions))
					}
				}
				if len(m.Placements) > 0 {
					counts(t, p, "OPB", encode.PBFromModel(m).WriteOPB, len(solutions))
				}
				cover, err := encode.CoverFromModel(m)
				if says := encode.CheckCover(p); (says == nil) != (err == nil) {
					t.Errorf("%v: %v, and then %v", p, says, err)
				}
				if covered[family.Name] = covered[family.Name] || err == nil; err == nil && cover.NumOptions() > 0 {
					counts(t, p, "exact cover", func(w io.Writer) error { _, err := cover.WriteTo(w); return err }, len(solutions))
				} else if err != nil && !errors.Is(err, encode.ErrNotExactCover) {
					t.Errorf("%v: %v", p, err)
				}
			}
		}
		for _, write := range []func(io.Writer, nqueens.Problem, bool) error{encode.WriteMiniZinc, encode.WriteProlog} {
			if err := write(io.Discard, nqueens.Problem{Family: &nqueens.Family{Name: "unsaid"}, N: 3}, false); err == nil {
				t.Error("a family that says nothing is written down")
			}
		}
	}
	if !covered["any-kings"] || !covered["nomads"] || !covered["twice"] || !covered["guards"] {
		t.Errorf("exact covers: %v", covered)
	}
}

func counts(t *testing.T, p nqueens.Problem, format string, write func(io.Writer) error, want int) {
	t.Helper()
	var text bytes.Buffer
	if err := write(&text); err != nil {
		t.Errorf("%v, %s: %v", p, format, err)
		return
	}
	read, err := encode.ReadProblem(p.Family, "file", &text)
	if err != nil {
		t.Errorf("%v, %s: %v", p, format, err)
		return
	}
	o := allsat.Backend{}.Run(t.Context(), nqueens.Request{Problem: read, Task: nqueens.CountAll}, nil)
	if o.Status != nqueens.Solved || o.Count.Cmp(nqueens.NewCount(uint64(want))) != 0 {
		t.Errorf("%v, %s: %s %v %s, want %d", p, format, o.Status, o.Count, o.Reason, want)
	}
}
