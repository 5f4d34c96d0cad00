package bdd

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
)

// randomModel returns a model of up to 9 placements with lines, clauses and sums.
func randomModel(r *rand.Rand) *nqueens.Model {
	n := 1 + r.IntN(9)
	m := &nqueens.Model{Auxiliaries: r.IntN(n + 1)}
	for i := range n {
		m.Placements = append(m.Placements, nqueens.Placement{Variable: i + 1})
	}
	literal := func() nqueens.Literal {
		if i := r.IntN(n); r.IntN(2) == 0 {
			return nqueens.NotChosen(i)
		} else {
			return nqueens.Chosen(i)
		}
	}
	for range r.IntN(4) {
		line := nqueens.Line{Name: "line", Min: r.IntN(4) - 1}
		line.Max = line.Min + r.IntN(4)
		line.Placements = slices.Sorted(slices.Values(r.Perm(n)[:r.IntN(n+1)]))
		m.Lines = append(m.Lines, line)
	}
	for range r.IntN(6) {
		clause := nqueens.Clause{Name: "clause"}
		for range r.IntN(5) {
			clause.Literals = append(clause.Literals, literal())
		}
		m.Clauses = append(m.Clauses, clause)
	}
	for range r.IntN(3) {
		sum := nqueens.Sum{Name: "sum", Min: 1 + r.Int64N(9)}
		for range 1 + r.IntN(6) {
			sum.Terms = append(sum.Terms, nqueens.Term{Weight: 1 + r.Int64N(5), Literal: literal()})
		}
		m.Sums = append(m.Sums, sum)
	}
	if r.IntN(2) == 0 {
		m.Objective.Goal = nqueens.Fewest + nqueens.Goal(r.IntN(2))
		for i := range n - m.Auxiliaries {
			if r.IntN(3) > 0 {
				m.Objective.Over = append(m.Objective.Over, i)
				m.Objective.Weights = append(m.Objective.Weights, 1+r.Int64N(3))
			}
		}
	}
	return m
}

// TestRandomModels compares counts, lists and optima with brute force, for both orders of variables.
func TestRandomModels(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	auxiliary, best := 0, 0
	for range 1000 {
		m := randomModel(r)
		n, projected := len(m.Placements), len(m.Placements)-m.Auxiliaries
		found, optimum := map[int]bool{}, 0
		for choice := range 1 << n {
			chosen := func(i int) bool { return choice>>i&1 == 1 }
			if _, holds := m.Holds(chosen); !holds {
				continue
			}
			if value := m.Objective.Value(chosen); len(found) == 0 || m.Objective.Goal.Better(value, optimum) {
				clear(found)
				optimum = value
			} else if m.Objective.Goal != nqueens.NoGoal && value != optimum {
				continue
			}
			found[choice&(1<<projected-1)] = true
		}
		for _, moved := range []bool{false, true} {
			for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindAll} {
				d, err := newDiagram(orderOf(m, moved))
				if err != nil {
					t.Fatal(err)
				}
				got := d.answer(t.Context(), m, task)
				if got.err != nil || got.count.Int64() != int64(len(found)) {
					t.Fatalf("moved %v, %s: %v solutions (%v), want %d, of %+v", moved, task, got.count, got.err, len(found), *m)
				}
				if m.Objective.Goal != nqueens.NoGoal && len(found) > 0 {
					best++
					if value := m.Objective.Fixed + int(m.Objective.Goal.Cost()*got.least); value != optimum {
						t.Fatalf("the best is %d, want %d, of %+v", value, optimum, *m)
					}
				}
				if task == nqueens.FindAll {
					seen := map[int]bool{}
					got.graph.walk(func(chosen []bool) bool {
						choice := 0
						for i := range projected {
							if chosen[i] {
								choice |= 1 << i
							}
						}
						if seen[choice] || !found[choice] {
							t.Fatalf("solution %b (seen %v, right %v) of %+v", choice, seen[choice], found[choice], *m)
						}
						seen[choice] = true
						return true
					})
					if len(seen) != len(found) {
						t.Fatalf("listed %d solutions, want %d, of %+v", len(seen), len(found), *m)
					}
				}
			}
		}
		if m.Auxiliaries > 0 && len(found) > 0 {
			auxiliary++
		}
	}
	if auxiliary < 200 || best < 200 {
		t.Errorf("only %d models with auxiliaries and %d with an objective have solutions", auxiliary, best)
	}
}

// TestLocalFormula checks that FORCE finds a good order of shuffled variables. The formula is a chain of 400
// implications: only an order along the chain gives a small diagram. Every other variable is auxiliary.
func TestLocalFormula(t *testing.T) {
	const n = 400
	m := &nqueens.Model{Auxiliaries: n / 2}
	for i := range n {
		m.Placements = append(m.Placements, nqueens.Placement{Variable: i + 1})
	}
	projected := rand.New(rand.NewPCG(1, 2)).Perm(n / 2)
	at := func(i int) nqueens.Literal {
		if i%2 == 0 {
			return nqueens.Chosen(projected[i/2])
		}
		return nqueens.Chosen(n/2 + projected[i/2])
	}
	for i := range n - 1 {
		m.Clauses = append(m.Clauses, nqueens.Clause{Name: "next", Literals: []nqueens.Literal{-at(i), at(i + 1)}})
	}
	p := nqueens.NewFormula(nqueens.Formula{Name: "chain"}, m)
	out := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
	if out.Status != nqueens.Solved || out.Count.String() != "201" {
		t.Errorf("%s %s %v, want 201 solutions", out.Status, out.Reason, out.Count)
	}
	if out.Stats["nodes"] > 100*n {
		t.Errorf("produced %d nodes", out.Stats["nodes"])
	}
}

// TestEncodings checks that the auxiliary variables of no encoding make the diagram large.
func TestEncodings(t *testing.T) {
	for _, e := range encode.Encodings() {
		f, err := encode.FromProblem(nqueens.Problem{Family: family.Queens, N: 7}, e)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := f.WriteDIMACS(&text); err != nil {
			t.Fatal(err)
		}
		p, err := encode.ReadProblem(family.Queens, "queens", &text)
		if err != nil {
			t.Fatal(err)
		}
		out := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
		if out.Status != nqueens.Solved || out.Count.String() != "40" || out.Stats["nodes"] > 200_000 {
			t.Errorf("%s: %s %s %v, %v, want 40 solutions and few nodes", e.Name, out.Status, out.Reason, out.Count, out.Stats)
		}
	}
}

// TestStopped checks that a search that would take minutes and gigabytes ends with its context, and that it
// ends when it has used up its memory.
func TestStopped(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 12}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out := (Backend{}).Run(ctx, nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil); out.Status != nqueens.Cancelled {
		t.Errorf("cancelled: %s %s", out.Status, out.Reason)
	}
	out := Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll, Memory: 32 << 20}, nil)
	if out.Status != nqueens.MemoryLimit {
		t.Errorf("32 MiB: %s %s", out.Status, out.Reason)
	}
	if out := (Backend{}).Run(t.Context(), nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 14}, Task: nqueens.CountAll}, nil); out.Status != nqueens.Unsupported {
		t.Errorf("14 queens: %s %s", out.Status, out.Reason)
	}
}
