package sharp

import (
	"context"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/encode"
)

// nativeVariant is the encoding name that selects linear constraints as they are: clauses only for
// constraints that need no auxiliary variables, and at most one of some variables pairwise.
const nativeVariant = "native"

// wide reports whether a line of the given length and bounds is kept as a sum.
func wide(length, least, most int) bool {
	return least > 1 && least < length || most > 1 && most < length
}

// stated returns the model of the request's problem as clauses and sums; both must hold. If keep is false,
// all constraints become clauses and sums is nil.
func stated(ctx context.Context, r nqueens.Request, keep bool) (model *nqueens.Model, cnf *encode.CNF, sums []nqueens.Sum, err error) {
	if !keep {
		model, cnf, err = answer.Clauses(ctx, r, defaultEncoding)
		return model, cnf, nil, err
	}
	model, cnf, err = answer.Encode(ctx, r, func(m *nqueens.Model) (*encode.CNF, error) {
		e, err := encode.EncodingNamed(defaultEncoding)
		if err != nil {
			return nil, err
		}
		narrow := *m
		narrow.Lines, narrow.Sums = nil, nil
		sums = append(sums, m.Sums...)
		for _, l := range m.Lines {
			if wide(len(l.Placements), l.Min, l.Max) {
				sums = append(sums, sumsOfLine(l)...)
			} else {
				narrow.Lines = append(narrow.Lines, l)
			}
		}
		return encode.FromModel(&narrow, e), nil
	})
	return model, cnf, sums, err
}

// sumsOfLine returns the sums for the lower and the upper bound of a line.
func sumsOfLine(l nqueens.Line) (sums []nqueens.Sum) {
	add := func(literal func(int) nqueens.Literal, least int) {
		if least <= 0 {
			return
		}
		s := nqueens.Sum{Name: l.Name, Min: int64(least)}
		for _, i := range l.Placements {
			s.Terms = append(s.Terms, nqueens.Term{Weight: 1, Literal: literal(i)})
		}
		sums = append(sums, s)
	}
	add(nqueens.Chosen, l.Min)
	add(nqueens.NotChosen, len(l.Placements)-l.Max)
	return sums
}

// checkNative returns an error if the request's problem is too large.
func checkNative(r nqueens.Request) error {
	o, err := answer.Outline("sharp", r.Problem)
	if err != nil {
		return err
	}
	e, err := encode.EncodingNamed(defaultEncoding)
	if err != nil {
		return err
	}
	var narrow nqueens.Outline
	for _, l := range o.Lines {
		if !wide(l.Length, l.Min, l.Max) {
			narrow.Lines = append(narrow.Lines, l)
		}
	}
	narrow.Clauses = o.Clauses
	size := func(nqueens.Outline) int { return e.SizeOf(narrow).Clauses }
	return answer.Bound("sharp", r, o, size, maxClauses, "clauses")
}
