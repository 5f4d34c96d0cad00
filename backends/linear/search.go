package linear

import (
	"math"
	"slices"

	"nqueens"
	"nqueens/backends/internal/relax"
	"nqueens/encode"
	"nqueens/simplex"
)

// search is a branch and bound over a model's linear relaxation. Everything that it prunes has been
// refuted in integers, and every solution has been checked with the model.
type search struct {
	model      *nqueens.Model
	relaxation *relax.Relaxation
	derivation *derivation // records refutations; nil if no proof is written
	stop       func() bool
	steps      *steps // reports the steps of the search; nil if they are not traced

	branchings []branching
	chosen     []bool // the best solution so far; nil if there is none
	value      int    // the value of its placements, without the objective's Fixed
	bound      *int   // no solution has a better value, from the root
	root       *relax.Refutation

	nodes, probes, removed int64
	most                   int64 // maximum number of nodes
}

// branching is a decision for a placement.
type branching struct {
	placement int
	value     int8
}

// literal returns the negation of the decision.
func (b branching) literal() nqueens.Literal {
	if b.value == 1 {
		return nqueens.NotChosen(b.placement)
	}
	return nqueens.Chosen(b.placement)
}

// clause is a list of literals, one of which is true in every solution that is still searched for,
// and its number in the derivation.
type clause struct {
	literals []nqueens.Literal
	number   int64
}

func newSearch(m *nqueens.Model, pb *encode.PB, stop func() bool) *search {
	s := &search{model: m, relaxation: relax.New(pb), stop: stop}
	s.relaxation.Solver.Stop = stop
	return s
}

// patience is the number of nodes after which the first dive for a solution is abandoned.
const patience = 100

// run searches for a solution, or for the best one. It reports whether the search is complete.
func (s *search) run() (ended bool) {
	if s.model.Objective.Goal != nqueens.NoGoal {
		s.relaxation.SetGoal(s.better())
	}
	if s.infeasible() {
		return true
	}
	s.bound = s.rootBound()
	s.most = patience
	if _, ended = s.explore(); ended || s.found() || s.stop() {
		return ended
	}
	if s.reduce() {
		return true
	}
	s.most = math.MaxInt64
	_, ended = s.explore()
	return ended
}

// found reports whether the search can end because it has found a solution.
func (s *search) found() bool { return s.chosen != nil && s.model.Objective.Goal == nqueens.NoGoal }

// infeasible reports whether the relaxation is infeasible at the root.
func (s *search) infeasible() bool {
	_, refutation, refuted := s.relaxation.Solve()
	if refuted {
		s.nodes++
		s.root = &refutation
		s.derive(refutation, nil)
	}
	return refuted
}

// rootBound returns the best value of the objective in the relaxation that was just solved, rounded
// to an integer, if an integer check proves that no solution has a better value. It returns nil if
// this value excludes no solution.
func (s *search) rootBound() *int {
	objective := s.model.Objective
	if objective.Goal == nqueens.NoGoal {
		return nil
	}
	value := 0.0
	for k, i := range objective.Over {
		value += float64(objective.Weight(k)) * s.relaxation.Value(i)
	}
	span := s.span()
	bound, worse, ideal := int(math.Ceil(value)), -1, span.Min
	if objective.Goal == nqueens.Most {
		bound, worse, ideal = int(math.Floor(value)), 1, span.Max
	}
	defer func() { s.relaxation.SetGoal(s.better()) }()
	for range 2 { // a value that is off an integer by rounding, or by less than the cutoff, takes two
		if !objective.Goal.Better(ideal, bound) {
			return nil
		}
		s.relaxation.SetGoal(s.betterThan(bound))
		if _, _, refuted := s.relaxation.Solve(); refuted {
			return &bound
		}
		bound += worse
	}
	return nil
}

// explore searches below the current branchings. If the search is complete, explore returns a
// clause that every further solution (or every better one, with an objective) must satisfy. Its
// literals are negations of some of the branchings. If the negation of the last branching is not in
// the clause, the caller can skip the other value of that branching.
func (s *search) explore() (reason clause, ended bool) {
	s.nodes++
	placement := -1
	for {
		status, refutation, refuted := s.relaxation.Solve()
		if s.nodes > s.most || s.stop() {
			return clause{}, false
		}
		if placement = s.branch(); placement < 0 && !refuted {
			refutation, refuted = s.relaxation.Broken()
		}
		if s.steps != nil && !refuted {
			s.steps.node(s)
		}
		if refuted {
			if s.steps != nil {
				s.steps.refuted(s)
			}
			return s.derive(refutation, s.branchings), true
		}
		if status != simplex.Optimal && placement >= 0 || !s.solution() {
			break
		}
		if s.steps != nil {
			s.steps.found(s)
		}
		if s.found() {
			return clause{}, false
		}
		s.relaxation.SetGoal(s.better())
	}
	var first clause
	for _, value := range []int8{1, 0} {
		b := branching{placement, value}
		s.branchings = append(s.branchings, b)
		s.relaxation.Fix(placement, value)
		if s.steps != nil {
			s.steps.decide(s)
		}
		c, ended := s.explore()
		s.relaxation.Free(placement)
		s.branchings = s.branchings[:len(s.branchings)-1]
		switch {
		case !ended || !slices.Contains(c.literals, b.literal()):
			if value == 0 {
				s.derivation.delete(first.number)
			}
			return c, ended
		case value == 1:
			first = c
		default:
			reason = s.resolve(first, c, placement)
		}
	}
	return reason, true
}

// branch returns the placement to decide next: the one with the largest value that is not yet 1 or,
// with an objective, the one closest to 1/2.
func (s *search) branch() int {
	best, most := -1, -1.0
	for j := range s.model.Placements {
		if s.relaxation.Fixed(j) {
			continue
		}
		x := s.relaxation.Value(j)
		if x > 1-relax.Slack {
			x = 0 // it need not be decided
		}
		if s.model.Objective.Goal != nqueens.NoGoal {
			x = 0.5 - math.Abs(x-0.5)
		}
		// With large coefficients rounding can put a value far outside 0 to 1.
		if best < 0 || x > most {
			best, most = j, x
		}
	}
	return best
}

// solution records the relaxation's solution if it is integral, and reports whether it is.
func (s *search) solution() bool {
	chosen := make([]bool, len(s.model.Placements))
	for j := range chosen {
		switch x := s.relaxation.Value(j); {
		case x > 1-relax.Slack:
			chosen[j] = true
		case x > relax.Slack:
			return false
		}
	}
	if _, ok := s.model.Holds(func(i int) bool { return chosen[i] }); !ok {
		return false
	}
	value := s.model.Objective.Value(func(i int) bool { return chosen[i] }) - s.model.Objective.Fixed
	if s.chosen != nil && !s.model.Objective.Goal.Better(value, s.value) {
		return false
	}
	s.chosen, s.value = chosen, value
	return true
}

// better returns the constraint that a solution is better than the best so far.
func (s *search) better() encode.PBConstraint {
	if s.chosen != nil {
		return s.betterThan(s.value)
	}
	span := s.span()
	if s.model.Objective.Goal == nqueens.Most {
		return s.betterThan(span.Min - 1) // every solution satisfies this
	}
	return s.betterThan(span.Max + 1)
}

// span returns the range of the objective's value without Fixed.
func (s *search) span() nqueens.Range {
	goal := s.model.Objective
	goal.Fixed = 0
	return goal.Span()
}

// betterThan returns the constraint that a solution has a better value.
func (s *search) betterThan(value int) encode.PBConstraint {
	sign := int64(1)
	if s.model.Objective.Goal == nqueens.Fewest {
		sign = -1
	}
	goal := encode.PBConstraint{Bound: sign*int64(value) + 1}
	for k, i := range s.model.Objective.Over {
		goal.Terms = append(goal.Terms, encode.PBTerm{Coefficient: sign * s.model.Objective.Weight(k), Variable: int32(i + 1)})
	}
	return goal
}

// reduce fixes placements as not chosen if the relaxation or, with an objective, its reduced costs
// refute them. It reports whether nothing is left.
func (s *search) reduce() (infeasible bool) {
	removed := func(j int, r relax.Refutation) {
		s.removed++
		s.derive(r, []branching{{j, 1}})
	}
	for again := true; again && !s.stop(); {
		if s.infeasible() {
			return true
		}
		if s.model.Objective.Goal != nqueens.NoGoal {
			s.relaxation.FixByCost(removed)
			return false
		}
		var probes int
		probes, again = s.relaxation.Probe(s.stop, removed)
		s.probes += int64(probes)
	}
	return false
}

// derive returns the clause of a refutation: the negations of the branchings that the refutation
// needs. If several sets of branchings suffice, it prefers the first branchings.
func (s *search) derive(r relax.Refutation, branchings []branching) (c clause) {
	for _, b := range slices.Backward(branchings) {
		if s.relaxation.Needs(&r, b.placement) {
			c.literals = append(c.literals, b.literal())
		}
	}
	c.number = s.derivation.refutation(r, c.literals)
	return c
}

// resolve returns the resolvent of two clauses on a placement.
func (s *search) resolve(a, b clause, placement int) (c clause) {
	for _, l := range slices.Concat(a.literals, b.literals) {
		if l.Placement() != placement && !slices.Contains(c.literals, l) {
			c.literals = append(c.literals, l)
		}
	}
	c.number = s.derivation.clause(c.literals)
	s.derivation.delete(a.number)
	s.derivation.delete(b.number)
	return c
}
