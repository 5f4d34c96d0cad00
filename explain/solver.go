package explain

import (
	"context"
	"errors"

	"github.com/irifrance/gini"
	"github.com/irifrance/gini/z"

	"nqueens"
	"nqueens/encode"
)

// A solver decides sets of statements: each statement holds under an assumption of its own.
type solver struct {
	gini    *gini.Gini
	formula *encode.CNF // the same clauses
	choose  []z.Lit     // by statement: the assumption
	own     map[z.Lit]int
	n       int // number of placements
	next    int32
}

// errUnknown is the error of a search that was stopped.
var errUnknown = errors.New("the time is over before there is an answer")

func newSolver(s *System) (*solver, error) {
	encoding, err := encode.EncodingNamed("sequential")
	if err != nil {
		return nil, err
	}
	v := &solver{gini: gini.New(), formula: encode.NewCNF(0), n: len(s.model.Placements), own: map[z.Lit]int{}}
	v.next = int32(v.n)
	for k, st := range s.Statements {
		v.next++
		v.choose = append(v.choose, z.Dimacs2Lit(int(v.next)))
		v.own[v.choose[k]] = k
		f := encode.NewCNF(v.n)
		switch {
		case st.line != nil:
			var literals []int32
			for _, i := range st.line.Placements {
				literals = append(literals, int32(nqueens.Chosen(i)))
			}
			encoding.Bounds(f, literals, st.line.Min, st.line.Max)
		case st.sum != nil:
			f = encode.FromModel(&nqueens.Model{Placements: s.model.Placements, Auxiliaries: s.model.Auxiliaries, Sums: []nqueens.Sum{*st.sum}}, encoding)
		default:
			for _, c := range st.clauses {
				var literals []int32
				for _, l := range c.Literals {
					literals = append(literals, int32(l))
				}
				f.Add(literals...)
			}
		}
		v.add(f, v.choose[k])
	}
	// Every placement has a value.
	for i := range v.n {
		v.clause(int32(i+1), int32(-i-1))
	}
	v.formula.Variables = int(v.next)
	return v, nil
}

// add adds clauses that hold under the assumption; their auxiliary variables become new ones.
func (v *solver) add(f *encode.CNF, under z.Lit) {
	shift := v.next - int32(v.n)
	var literals []int32
	for clause := range f.Clauses() {
		literals = append(literals[:0], int32(-under.Dimacs()))
		for _, l := range clause {
			switch {
			case l > int32(v.n):
				l += shift
			case -l > int32(v.n):
				l -= shift
			}
			literals = append(literals, l)
		}
		v.clause(literals...)
	}
	v.next += int32(f.Variables - v.n)
}

func (v *solver) clause(literals ...int32) {
	v.formula.Add(literals...)
	for _, l := range literals {
		v.gini.Add(z.Dimacs2Lit(int(l)))
	}
	v.gini.Add(z.LitNull)
}

// solve decides the statements under further literals. If they contradict each other, core has the
// statements that the proof used.
func (v *solver) solve(ctx context.Context, statements []int, literals ...nqueens.Literal) (can bool, core []int, err error) {
	if ctx.Err() != nil {
		return false, nil, errUnknown
	}
	for _, k := range statements {
		v.gini.Assume(v.choose[k])
	}
	for _, l := range literals {
		v.gini.Assume(z.Dimacs2Lit(int(l)))
	}
	search := v.gini.GoSolve()
	for {
		result, paused := search.Pause()
		if !paused {
			if result == 1 {
				return true, nil, nil
			}
			break
		}
		err := ctx.Err()
		search.Unpause()
		if err != nil {
			search.Stop()
			return false, nil, errUnknown
		}
	}
	for _, l := range v.gini.Why(nil) {
		if k, known := v.own[l]; known {
			core = append(core, k)
		}
	}
	return false, core, nil
}

// chosen reports whether the last solution has the placement.
func (v *solver) chosen(i int) bool { return v.gini.Value(z.Dimacs2Lit(i + 1)) }
