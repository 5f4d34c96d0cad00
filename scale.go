package nqueens

import "math/big"

// A Scale relates the values of a Model's objectives to the value that a formula's text gives a
// solution: Base plus the sum of the products of each objective's value and its unit. The Model's
// objectives are in 64-bit numbers; the text may have longer ones, and decimals.
type Scale struct {
	Base  *big.Rat
	Units []*big.Rat // of Model.Objective and of each of Model.Then, all above 0
}

// Cost returns the value of the text's objective for a solution of a formula whose text has another
// scale than the Model. It returns nil if Counted is that value. The formula must have been read.
func (p Problem) Cost(s Solution) *Count {
	if p.Formula == nil || p.Formula.Scale == nil {
		return nil
	}
	f := p.Formula
	values := []int{f.counted(s)}
	chosen := f.solver.completed(s)
	for _, o := range f.model.Then {
		values = append(values, o.Value(func(i int) bool { return chosen[i] }))
	}
	return f.Scale.Of(values)
}

// CostOf returns the value of the text's objective for values of the first objectives of the Model,
// of all of them if the value is to be exact: see Cost.
func (p Problem) CostOf(values ...int) *Count {
	if p.Formula == nil || p.Formula.Scale == nil {
		return nil
	}
	return p.Formula.Scale.Of(values)
}

// Of returns the value of the text's objective for values of the Model's objectives.
func (s *Scale) Of(values []int) *Count {
	sum := new(big.Rat).Set(s.Base)
	for k, v := range values {
		sum.Add(sum, new(big.Rat).Mul(s.Units[k], new(big.Rat).SetInt64(int64(v))))
	}
	return SumOf(sum)
}

// Wide reports whether the solutions are the best ones by several objectives in turn, because the
// numbers of the text are too long for one.
func (p Problem) Wide() bool {
	return p.Formula != nil && p.Formula.Read() && len(p.Formula.model.Then) > 0
}

// Next returns the problem of the solutions whose value of the first objective is given, with the
// next objective in its place.
func (p Problem) Next(value int) Problem {
	next := p.Formula.within(*Exactly(value))
	m := *next.model
	m.Objective, m.Then = p.Formula.model.Then[0], p.Formula.model.Then[1:]
	next.model, next.Goal = &m, m.Objective.Goal
	p.Formula = next
	return p
}
