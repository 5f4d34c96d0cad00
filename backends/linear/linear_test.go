package linear_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/backends/branch"
	"nqueens/backends/internal/relax"
	"nqueens/backends/linear"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/familytest"
	"nqueens/proof"
)

// TestCompletion compares random instances of completion with the backend bitmask, and checks each
// proof.
func TestCompletion(t *testing.T) {
	answers := map[nqueens.Status]int{}
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 9))
		n := 5 + random.IntN(6)
		p := nqueens.Problem{Family: family.Queens, N: n}
		for range n * n * 5 / 10 {
			p.Blocked = append(p.Blocked, nqueens.Square{File: random.IntN(n), Rank: random.IntN(n)})
		}
		r := nqueens.Request{Problem: p, Task: nqueens.FindFirst}
		want := bitmask.New().Run(t.Context(), r, nil)
		var steps bytes.Buffer
		for _, got := range []nqueens.Outcome{linear.Backend{}.Run(t.Context(), r, nil), linear.Backend{}.Prove(t.Context(), r, &steps)} {
			if got.Status != want.Status || got.Status == nqueens.Solved && p.Check(got.Solution) != nil {
				t.Fatalf("%v: %+v, bitmask says %s", p, got, want.Status)
			}
		}
		if answers[want.Status]++; want.Status == nqueens.Unsatisfiable {
			verify(t, p, &steps)
		}
	}
	if answers[nqueens.Solved] < 10 || answers[nqueens.Unsatisfiable] < 10 {
		t.Errorf("%v: too few to tell", answers)
	}
}

// verify checks a proof with the independent checker.
func verify(t *testing.T, p nqueens.Problem, steps *bytes.Buffer) proof.Result {
	t.Helper()
	f, err := proof.PBOf(p)
	if err != nil {
		t.Fatal(err)
	}
	result, err := proof.CheckPB(context.Background(), f, steps)
	if err != nil || !result.Verified {
		t.Errorf("%v: the proof: %v", p.Short(), err)
	}
	return result
}

// TestHardInstances checks which of the hard instances with excluded diagonals the relaxation
// decides at the root, and that none with a solution is among them.
func TestHardInstances(t *testing.T) {
	for _, c := range []struct {
		n, diagonals int
		infeasible   []uint64 // of the first twenty seeds
	}{
		{22, 20, []uint64{1, 4, 5, 7, 8, 11, 12, 13}},
		{30, 29, []uint64{7, 18}},
	} {
		for _, seed := range c.infeasible {
			p := excluded(t, c.n, c.diagonals, seed)
			var steps bytes.Buffer
			o := linear.Backend{}.Prove(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, &steps)
			if o.Status != nqueens.Unsatisfiable || o.Stats["nodes"] != 1 || o.Note == "" {
				t.Errorf("n = %d, seed %d: %+v", c.n, seed, o)
			}
			if result := verify(t, p, &steps); result.Steps > 6 {
				t.Errorf("n = %d, seed %d: a proof of %d steps", c.n, seed, result.Steps)
			}
		}
	}
}

// TestProbes checks that placements are probed if the first dive does not end, and that removed
// ones are part of the proof.
func TestProbes(t *testing.T) {
	p := excluded(t, 16, 14, 8)
	var steps bytes.Buffer
	o := linear.Backend{}.Prove(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, &steps)
	if o.Status != nqueens.Unsatisfiable || o.Stats["probes"] == 0 || o.Stats["removed"] == 0 || o.Stats["removed"] > o.Stats["probes"] {
		t.Errorf("%+v", o)
	}
	verify(t, p, &steps)
}

// TestRootAgreesWithGonum checks that gonum's primal simplex, an independent implementation,
// refutes the same boards at the root.
func TestRootAgreesWithGonum(t *testing.T) {
	refuted := 0
	for _, c := range []struct{ n, diagonals int }{{9, 7}, {10, 8}, {12, 9}} {
		for seed := range uint64(8) {
			p := excluded(t, c.n, c.diagonals, seed+1)
			o := linear.Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
			ours := o.Status == nqueens.Unsatisfiable && o.Stats["nodes"] == 1
			if want := infeasible(t, p); ours != want {
				t.Errorf("%v: refuted at the root: %v, by gonum: %v", p, ours, want)
			}
			if ours {
				refuted++
			}
		}
	}
	if refuted < 3 {
		t.Errorf("%d refuted: too few to tell", refuted)
	}
}

// infeasible reports whether gonum finds that the relaxation is infeasible: each rank and each file
// has exactly one queen, except the last file, which follows from the others; and each diagonal has
// one together with its slack.
func infeasible(t *testing.T, p nqueens.Problem) bool {
	t.Helper()
	n := p.N
	closed := map[nqueens.Diagonal]bool{}
	for _, d := range p.Excluded {
		closed[d] = true
	}
	var squares []nqueens.Square
	for i := range n * n {
		s := nqueens.Square{File: i % n, Rank: i / n}
		if !closed[nqueens.Diagonal{Sum: true, Value: s.File + s.Rank}] && !closed[nqueens.Diagonal{Value: s.File - s.Rank}] {
			squares = append(squares, s)
		}
	}
	rows, slacks := 2*n-1+2*(2*n-1), 2*(2*n-1)
	a, b := mat.NewDense(rows, len(squares)+slacks, nil), make([]float64, rows)
	for j, s := range squares {
		a.Set(s.Rank, j, 1)
		if s.File < n-1 {
			a.Set(n+s.File, j, 1)
		}
		a.Set(2*n-1+s.File+s.Rank, j, 1)
		a.Set(2*n-1+2*n-1+s.File-s.Rank+n-1, j, 1)
	}
	for i := range rows {
		b[i] = 1
		if i >= 2*n-1 {
			a.Set(i, len(squares)+i-(2*n-1), 1)
		}
	}
	_, _, err := lp.Simplex(make([]float64, len(squares)+slacks), a, b, 1e-9, nil)
	if err != nil && !errors.Is(err, lp.ErrInfeasible) {
		t.Fatal(err)
	}
	return err != nil
}

// BenchmarkRoot measures the relaxation at the root and its check in integers, including the
// constraints, on boards for which it is feasible and infeasible.
func BenchmarkRoot(b *testing.B) {
	for _, seed := range []uint64{1, 7} {
		p := excluded(b, 30, 29, seed)
		b.Run(p.Short(), func(b *testing.B) {
			for b.Loop() {
				m, err := p.Model()
				if err != nil {
					b.Fatal(err)
				}
				relax.New(relax.Merge(encode.PBFromModel(m)).PB).Solve()
			}
		})
	}
}

// excluded returns a generated instance.
func excluded(t testing.TB, n, diagonals int, seed uint64) nqueens.Problem {
	t.Helper()
	p, err := instance.Recipe{Kind: instance.ExcludedDiagonals, N: n, Size: diagonals, Least: 4}.Make(t.Context(), seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOptima compares the optima of all families that have an objective with the backend branch.
func TestOptima(t *testing.T) {
	asked := 0
	for _, family := range append(family.All(), familytest.Shaped()...) {
		for n := 1; n <= 4; n++ {
			p := nqueens.Problem{Family: family, N: n}
			r := nqueens.Request{Problem: p, Task: nqueens.Optimise}
			if p.Validate() != nil || p.Goal() == nqueens.NoGoal || (linear.Backend{}).Supports(r) != nil || p.Board().Size() > 30 {
				continue
			}
			asked++
			want, got := branch.Backend{}.Run(t.Context(), r, nil), linear.Backend{}.Run(t.Context(), r, nil)
			if want.Status != got.Status || got.Status == nqueens.Solved && (p.Check(got.Solution) != nil || *got.Optimum != *want.Optimum) {
				t.Errorf("%v: %+v, branch says %+v", p, got, want)
			}
		}
	}
	if asked < 40 {
		t.Errorf("%d problems: too few", asked)
	}
}

// TestRefused checks that requests to count are refused.
func TestRefused(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 6}
	for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindAll} {
		r := nqueens.Request{Problem: p, Task: task}
		if o := (linear.Backend{}).Run(t.Context(), r, nil); (linear.Backend{}).Supports(r) == nil || o.Status != nqueens.Unsupported {
			t.Errorf("%s: %s", task, o.Status)
		}
	}
	if err := (linear.Backend{}).Supports(nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 600}, Task: nqueens.FindFirst}); err == nil {
		t.Error("it takes 3598 constraints")
	}
}

// TestPigeons checks that cliques are found if clauses require that no two pigeons share a hole,
// and that one sum refutes n + 1 pigeons in n holes.
func TestPigeons(t *testing.T) {
	const holes = 7
	f := encode.NewCNF((holes + 1) * holes)
	in := func(pigeon, hole int) int32 { return int32(pigeon*holes + hole + 1) }
	for p := range holes + 1 {
		var somewhere []int32
		for h := range holes {
			somewhere = append(somewhere, in(p, h))
			for q := range p {
				f.Add(-in(p, h), -in(q, h))
			}
		}
		f.Add(somewhere...)
	}
	var text bytes.Buffer
	if err := f.WriteDIMACS(&text); err != nil {
		t.Fatal(err)
	}
	p, err := encode.ReadProblem(family.Queens, "pigeons", &text)
	if err != nil {
		t.Fatal(err)
	}
	var steps bytes.Buffer
	o := linear.Backend{}.Prove(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, &steps)
	if o.Status != nqueens.Unsatisfiable || o.Stats["nodes"] != 1 {
		t.Errorf("%+v", o)
	}
	verify(t, p, &steps)
}
