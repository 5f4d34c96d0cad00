package ipasir

import (
	"fmt"
	"math/rand/v2"
)

// Checks returns the tests of the interface.
func Checks() []Conformance {
	return []Conformance{
		{"empty", "a formula without clauses has a solution", func(l *library) error {
			return expect(l.newSolver(), 10)
		}},
		{"empty-clause", "a formula with the empty clause has none", func(l *library) error {
			s := l.newSolver()
			s.Add()
			return expect(s, 20)
		}},
		{"model", "the values of a solution satisfy the clauses", func(l *library) error {
			s := l.newSolver()
			return models(s, 3, [][]int32{{1, 2}, {-1, 3}, {-2, -3}}, nil)
		}},
		{"negative-value", "ipasir_val of a negative literal returns the literal if it is true, and else its negative", func(l *library) error {
			s := l.newSolver()
			s.Add(-1)
			s.Add(2)
			if err := expect(s, 10); err != nil {
				return err
			}
			for literal, want := range map[int32]int32{-1: -1, -2: 2} {
				if value := s.Value(literal); value != want {
					return fmt.Errorf("ipasir_val(%d) returned %d, not %d, after the clauses -1 and 2", literal, value, want)
				}
			}
			return nil
		}},
		{"unsatisfiable", "contradicting clauses have no solution", func(l *library) error {
			s := l.newSolver()
			return models(s, 2, [][]int32{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}, nil)
		}},
		{"assumption", "after the clause -1, the assumption 1 gives 20 and fails, and holds for one call only", func(l *library) error {
			s := l.newSolver()
			s.Add(-1)
			s.Assume(1)
			if err := expect(s, 20); err != nil {
				return err
			}
			if failed := s.Failed(1); failed != 1 {
				return fmt.Errorf("ipasir_failed(1) returned %d, not 1", failed)
			}
			return expect(s, 10)
		}},
		{"assumed-value", "the values of a solution agree with the assumptions", func(l *library) error {
			s := l.newSolver()
			clauses := [][]int32{{1, 2}, {-2, 3}}
			if err := models(s, 3, clauses, []int32{-1, 3}); err != nil {
				return err
			}
			return models(s, 3, clauses, []int32{1, -2, 3})
		}},
		{"failed", "the failed assumptions have no common solution", failedCore},
		{"opposite-assumptions", "the assumptions 1 and -1 together give 20, and then nothing is assumed", func(l *library) error {
			s := l.newSolver()
			s.Add(1, 2)
			s.Assume(1)
			s.Assume(-1)
			if err := expect(s, 20); err != nil {
				return err
			}
			return expect(s, 10)
		}},
		{"repeated-literal", "a clause with a repeated literal means the same as without, and one with opposite literals nothing", func(l *library) error {
			s := l.newSolver()
			return models(s, 2, [][]int32{{1, 1}, {2, -2}, {-1, -2, -1}}, nil)
		}},
		{"incremental", "clauses that exclude each solution found leave none after all were found", incremental},
		{"new-variables", "clauses added after a call may have new variables", func(l *library) error {
			s := l.newSolver()
			clauses := [][]int32{{1, 2}}
			if err := models(s, 2, clauses, nil); err != nil {
				return err
			}
			return models(s, 9, append(clauses, [][]int32{{-1, 9}, {-2, 9}, {-9, 5}}...), nil)
		}},
		{"two-solvers", "two solvers do not share clauses", func(l *library) error {
			one, other := l.newSolver(), l.newSolver()
			defer one.Release()
			if err := models(one, 1, [][]int32{{1}}, nil); err != nil {
				return err
			}
			if err := models(other, 1, [][]int32{{-1}}, nil); err != nil {
				return err
			}
			other.Release()
			return expect(one, 10)
		}},
		{"terminate", "a callback that returns 1 ends a long search with 0", terminate},
		{"random", "200 random formulas under random assumptions have the status that brute force finds", random},
	}
}

// expect solves, and returns an error if the status is not the given one.
func expect(s *Solver, status int) error {
	if got := s.Solve(); got != status {
		return fmt.Errorf("ipasir_solve returned %d, not %d", got, status)
	}
	return nil
}

// models adds clauses over the first variables to a solver, solves under assumptions, and compares
// the result with brute force over these clauses.
func models(s *Solver, variables int, clauses [][]int32, assumptions []int32) error {
	for _, clause := range clauses {
		s.Add(clause...)
	}
	for _, l := range assumptions {
		s.Assume(l)
	}
	all := clauses
	for _, l := range assumptions {
		all = append(all[:len(all):len(all)], []int32{l})
	}
	status := 20
	if satisfiable(variables, all) {
		status = 10
	}
	if err := expect(s, status); err != nil || status == 20 {
		return err
	}
	return satisfies(s, all)
}

// satisfies returns an error if the values of the solution leave a clause false.
func satisfies(s *Solver, clauses [][]int32) error {
	for _, clause := range clauses {
		holds := false
		for _, l := range clause {
			v := max(l, -l) // negative literals have a test of their own
			value := s.Value(v)
			if value != v && value != -v && value != 0 {
				return fmt.Errorf("ipasir_val(%d) returned %d, which is neither %[1]d, -%[1]d nor 0", v, value)
			}
			holds = holds || value == l || value == 0
		}
		if !holds {
			return fmt.Errorf("the values of the solution leave the clause %v false", clause)
		}
	}
	return nil
}

// satisfiable reports whether clauses over a few variables have a solution.
func satisfiable(variables int, clauses [][]int32) bool {
	for choice := range 1 << variables {
		all := true
		for _, clause := range clauses {
			one := false
			for _, l := range clause {
				one = one || (choice>>(max(l, -l)-1)&1 == 1) == (l > 0)
			}
			all = all && one
		}
		if all {
			return true
		}
	}
	return false
}

// failedCore checks that the formula and the failed assumptions alone are unsatisfiable.
func failedCore(l *library) error {
	clauses := [][]int32{{-1, -2, 6}, {-6, -3}, {4, 5}}
	s := l.newSolver()
	for _, clause := range clauses {
		s.Add(clause...)
	}
	assumptions := []int32{5, 1, 4, 2, 3}
	for _, l := range assumptions {
		s.Assume(l)
	}
	if err := expect(s, 20); err != nil {
		return err
	}
	core := clauses
	for _, l := range assumptions {
		switch failed := s.Failed(l); failed {
		case 0:
		case 1:
			core = append(core, []int32{l})
		default:
			return fmt.Errorf("ipasir_failed(%d) returned %d, which is neither 0 nor 1", l, failed)
		}
	}
	if satisfiable(6, core) {
		return fmt.Errorf("the failed assumptions %v have a common solution", core[len(clauses):])
	}
	return nil
}

// incremental finds all models of a formula with 5 models by clauses that exclude each.
func incremental(l *library) error {
	clauses := [][]int32{{1, 2, 3}, {-1, -2}} // 5 models
	s := l.newSolver()
	for _, clause := range clauses {
		s.Add(clause...)
	}
	for range 5 {
		if err := expect(s, 10); err != nil {
			return err
		}
		if err := satisfies(s, clauses); err != nil {
			return err
		}
		var block []int32
		for v := int32(1); v <= 3; v++ {
			if s.Value(v) == v {
				block = append(block, -v)
			} else {
				block = append(block, v)
			}
		}
		s.Add(block...)
		clauses = append(clauses, block)
	}
	return expect(s, 20)
}

// terminate lets a callback stop the search for 13 pigeons in 12 holes, which takes clause learning
// without a special method longer than any user waits.
func terminate(l *library) error {
	const holes = 12
	s := l.newSolver()
	at := func(pigeon, hole int) int32 { return int32(pigeon*holes + hole + 1) }
	for pigeon := range holes + 1 {
		var somewhere []int32
		for hole := range holes {
			somewhere = append(somewhere, at(pigeon, hole))
			for other := range pigeon {
				s.Add(-at(pigeon, hole), -at(other, hole))
			}
		}
		s.Add(somewhere...)
	}
	called := false
	s.TerminateWhen(func() bool { called = true; return true })
	switch status := s.Solve(); {
	case status == 20 && !called:
		return fmt.Errorf("ipasir_solve returned 20 without a call of the callback")
	case status != 0 && status != 20:
		return fmt.Errorf("ipasir_solve returned %d after the callback asked for the end, not 0", status)
	}
	return nil
}

// random compares random formulas under random assumptions with brute force.
func random(l *library) error {
	r := rand.New(rand.NewPCG(20, 26))
	for round := range 200 {
		variables := 3 + r.IntN(6)
		literal := func() int32 { return int32(1+r.IntN(variables)) * int32(1-2*r.IntN(2)) }
		var clauses [][]int32
		for range variables * (2 + r.IntN(4)) {
			clause := []int32{literal(), literal(), literal()}
			clauses = append(clauses, clause[:1+2*min(1, r.IntN(8))]) // a unit or three literals
		}
		var assumptions []int32
		for range r.IntN(3) {
			assumptions = append(assumptions, literal())
		}
		s := l.newSolver()
		if err := models(s, variables, clauses, assumptions); err != nil {
			return fmt.Errorf("formula %d, %v assuming %v: %w", round+1, clauses, assumptions, err)
		}
		s.Release()
	}
	return nil
}
