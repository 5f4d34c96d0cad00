package propagate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/modeltest"
)

// Propagation is sound, a complete assignment is a solution, and Undo restores everything.
func TestPropagate(t *testing.T) {
	modeltest.ForRandom(t, 3000, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
		p := Of(m)
		if p.Refuted {
			if len(solutions) > 0 {
				t.Fatalf("refuted, but it has %d solutions", len(solutions))
			}
			return
		}
		if some := modeltest.Agreeing(solutions, p.Trail); len(some) != len(solutions) {
			t.Fatalf("%v is not forced: %d of %d solutions agree", p.Trail, len(some), len(solutions))
		}
		var marks []int
		var before [][]int // slacks at each mark
		var assumed []nqueens.Literal
		ok := true
		for ok && len(p.Trail) < len(p.value) {
			l := nqueens.Chosen(random.IntN(len(p.value)))
			if random.IntN(2) == 0 {
				l = -l
			}
			if p.valueOf(l) != 0 {
				continue
			}
			marks, before = append(marks, len(p.Trail)), append(before, slacks(p))
			assumed = append(assumed, l)
			ok = p.Assume(l)
			left := modeltest.Agreeing(solutions, assumed)
			switch {
			case !ok && len(left) > 0:
				t.Fatalf("conflict under %v, but %d solutions agree", assumed, len(left))
			case ok && len(modeltest.Agreeing(left, p.Trail)) != len(left):
				t.Fatalf("%v does not follow from %v", p.Trail, assumed)
			case ok && len(p.Trail) == len(p.value) && len(left) != 1 && len(m.Sums) == 0:
				t.Fatalf("total under %v, but %d solutions agree", assumed, len(left))
			}
		}
		for i, mark := range slices.Backward(marks) {
			p.Undo(mark)
			if !slices.Equal(slacks(p), before[i]) || p.head != mark {
				t.Fatalf("undo to %d: slacks %v, were %v", mark, slacks(p), before[i])
			}
		}
	})
}

func slacks(p *Propagation) (out []int) {
	for _, c := range p.constraints {
		out = append(out, c.slack)
	}
	return out
}

// After propagation no single constraint forces a literal.
func TestPropagateForcesAll(t *testing.T) {
	modeltest.ForRandom(t, 1000, func(t *testing.T, _ *rand.Rand, m *nqueens.Model, _ []uint64) {
		p := Of(m)
		if p.Refuted {
			return
		}
		for _, c := range p.constraints {
			notFalse, isTrue := 0, 0
			for _, l := range c.literals {
				if p.valueOf(l) >= 0 {
					notFalse++
				}
				if p.valueOf(l) == 1 {
					isTrue++
				}
			}
			if needed := notFalse - c.slack; needed == notFalse && isTrue < notFalse {
				t.Errorf("%v still forces something", c)
			}
		}
	})
}

// On a 4 × 4 board a queen on b1 forces all others. A queen on a1 leaves choices, of which c2 is
// refuted.
func TestPropagateQueens(t *testing.T) {
	m, err := nqueens.Problem{Family: family.Queens, N: 4}.Model()
	if err != nil {
		t.Fatal(err)
	}
	p := Of(m)
	if !p.Assume(nqueens.Chosen(1)) || p.Open > 0 {
		t.Errorf("b1 does not decide the board: %v", p.Trail)
	}
	p.Undo(0)
	if !p.Assume(nqueens.Chosen(0)) || p.Open == 0 {
		t.Error("a1 decides the board")
	}
	if p.Assume(nqueens.Chosen(6)) {
		t.Error("a1, c2 is not refuted")
	}
}

// A remainder together with the decided placements has the solutions of the whole model with the
// same objective, and contains nothing that is decided.
func TestRemainder(t *testing.T) {
	modeltest.ForRandom(t, 3000, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
		m.Objective = nqueens.Objective{Goal: nqueens.Goal(random.IntN(3)), Fixed: random.IntN(3)}
		for i := range m.Placements {
			if random.IntN(2) == 0 {
				m.Objective.Over = append(m.Objective.Over, i)
			}
		}
		p := Of(m)
		for range random.IntN(3) {
			if l := nqueens.Chosen(random.IntN(len(p.value) + 1)); !p.Refuted && l.Placement() < len(p.value) && p.valueOf(l) == 0 {
				p.Refuted = !p.Assume(l)
			}
		}
		if p.Refuted {
			return
		}
		r := p.Remainder()
		want := modeltest.Agreeing(solutions, p.Trail)
		var got []uint64
		for _, part := range modeltest.BruteForce(r.Model) {
			whole := modeltest.Bits(r.Decided)
			for _, i := range modeltest.Placements(part) {
				whole |= 1 << r.Whole[i]
			}
			if a, b := counted(m.Objective, whole), counted(r.Model.Objective, part); a != b {
				t.Errorf("%d pieces of %b count, and %d in the remainder", a, whole, b)
			}
			got = append(got, whole)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%b, want %b", got, want)
		}
		auxiliary := len(m.Placements) - m.Auxiliaries
		if n := len(slices.DeleteFunc(slices.Clone(r.Whole), func(i int) bool { return i < auxiliary })); n != r.Model.Auxiliaries || r.Model.Objective.Goal != m.Objective.Goal {
			t.Errorf("%d auxiliaries of %d, %v", n, r.Model.Auxiliaries, r.Model.Objective)
		}
		for i, whole := range r.Whole {
			if r.Model.Placements[i] != m.Placements[whole] {
				t.Errorf("%v became %v", m.Placements[whole], r.Model.Placements[i])
			}
		}
		for _, line := range r.Model.Lines {
			if line.Trivial() {
				t.Errorf("%v says nothing", line)
			}
		}
		if q := Of(r.Model); len(q.Trail) > 0 || q.Refuted {
			t.Errorf("the remainder forces %v by itself", q.Trail)
		}
	})
}

func counted(o nqueens.Objective, set uint64) int {
	n := o.Fixed
	for _, i := range o.Over {
		n += int(set >> i & 1)
	}
	return n
}

// If lines are written as clauses, by pairs or with auxiliary placements, Group finds exactly those
// that need exactly one placement.
func TestGroup(t *testing.T) {
	queens := nqueens.Problem{Family: family.Queens, N: 6, Given: []nqueens.Square{{File: 1, Rank: 0}}}
	m, err := queens.Model()
	if err != nil {
		t.Fatal(err)
	}
	for _, inTurn := range []bool{false, true} {
		c := &nqueens.Model{Placements: slices.Clone(m.Placements)}
		clause := func(l ...nqueens.Literal) { c.Clauses = append(c.Clauses, nqueens.Clause{Literals: l}) }
		for _, i := range m.Lines {
			if i.Min == 1 {
				clause(Literals(i.Placements, nqueens.Chosen)...)
			}
			last := -1 // means that a placement before this one is chosen
			for k, a := range i.Placements {
				if !inTurn {
					for _, b := range i.Placements[:k] {
						clause(nqueens.NotChosen(a), nqueens.NotChosen(b))
					}
					continue
				}
				next := len(c.Placements)
				c.Placements = append(c.Placements, nqueens.Placement{})
				c.Auxiliaries++
				clause(nqueens.NotChosen(a), nqueens.Chosen(next))
				if last >= 0 {
					clause(nqueens.NotChosen(last), nqueens.Chosen(next))
					clause(nqueens.NotChosen(a), nqueens.NotChosen(last))
				}
				last = next
			}
		}
		// Two of these may be chosen together, and the other clause holds already.
		clause(nqueens.Chosen(12), nqueens.Chosen(23))
		clause(nqueens.Chosen(1), nqueens.Chosen(12))
		for _, given := range queens.Given {
			clause(nqueens.Chosen(given.Rank*6 + given.File))
		}
		p := Of(c)
		before := slices.Clone(p.Trail)
		p.Group()
		if len(p.exact) != 10 || !slices.Equal(p.Trail, before) || p.Literals != Of(c).Literals {
			t.Errorf("in turn %t: %d groups of 10, trail %v after %v", inTurn, len(p.exact), p.Trail, before)
		}
		want, ways := Of(m).Tightest()
		got, n := p.Tightest()
		if n != ways || !slices.Equal(got, slices.DeleteFunc(slices.Clone(want), func(i int) bool { return p.value[i] != 0 })) {
			t.Errorf("in turn %t: the tightest is %v, %d ways; of lines %v, %d", inTurn, got, n, want, ways)
		}
	}
}
