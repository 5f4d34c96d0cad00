package fuzz

import (
	"math/rand/v2"
	"slices"
)

// mapped returns the constraints with each literal replaced.
func (s *Sums) mapped(to func(int32) int32) *Sums {
	d, all := s.copy()
	for _, t := range all {
		t.Literal = to(t.Literal)
	}
	return d
}

func renamedSums(r *rand.Rand, s *Sums) []Form { return []Form{s.mapped(renaming(r, s.Variables))} }

func flippedSums(r *rand.Rand, s *Sums) []Form { return []Form{s.mapped(flipping(r, s.Variables))} }

func reorderedSums(r *rand.Rand, s *Sums) []Form {
	d, _ := s.copy()
	r.Shuffle(len(d.List), func(i, j int) { d.List[i], d.List[j] = d.List[j], d.List[i] })
	for _, c := range d.List {
		r.Shuffle(len(c.Terms), func(i, j int) { c.Terms[i], c.Terms[j] = c.Terms[j], c.Terms[i] })
	}
	return []Form{d}
}

// impliedSums adds constraints that follow from the others: multiples, and some with a weaker bound.
func impliedSums(r *rand.Rand, s *Sums) []Form {
	if len(s.List) == 0 {
		return nil
	}
	d, _ := s.copy()
	for range 1 + r.IntN(3) {
		of := s.List[r.IntN(len(s.List))]
		more, factor, slack := Sum{Relation: of.Relation}, int64(1+r.IntN(5)), int64(r.IntN(3))
		for _, t := range of.Terms {
			more.Terms = append(more.Terms, Term{factor * t.Coefficient, t.Literal})
		}
		if more.Relation == "=" {
			more.Relation = []string{">=", "<=", "="}[r.IntN(3)]
		}
		switch more.Bound = factor * of.Bound; more.Relation {
		case ">=":
			more.Bound -= slack
		case "<=":
			more.Bound += slack
		}
		d.List = append(d.List, more)
	}
	return []Form{d}
}

// cofactorsSums returns the constraints with a variable true and with it false, each by a constraint.
func cofactorsSums(r *rand.Rand, s *Sums) []Form {
	v := int32(1 + r.IntN(s.Variables))
	with := func(bound int64) Form {
		d, _ := s.copy()
		d.List = append(d.List, Sum{[]Term{{1, v}}, "=", bound})
		return d
	}
	return []Form{with(1), with(0)}
}

func unionSums(r *rand.Rand, s *Sums) []Form {
	other := linear(r, size(r, 1, 6))
	both, _ := s.copy()
	both.Variables += other.Variables
	both.List = slices.Concat(both.List, other.mapped(func(l int32) int32 {
		if l < 0 {
			return l - int32(s.Variables)
		}
		return l + int32(s.Variables)
	}).List)
	return []Form{other, both}
}
