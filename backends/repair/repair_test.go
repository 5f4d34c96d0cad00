package repair

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/family"
)

func all() []Backend { return []Backend{MinConflicts(), SosicGu(), Genetic()} }

func bare(n int) nqueens.Problem { return nqueens.Problem{Family: family.Queens, N: n} }

func request(p nqueens.Problem, seed uint64) nqueens.Request {
	return nqueens.Request{Problem: p, Task: nqueens.FindFirst, Seed: seed}
}

// solve returns the outcome of a run that must find a solution.
func solve(t *testing.T, b Backend, p nqueens.Problem, seed uint64) nqueens.Outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	o := b.Run(ctx, request(p, seed), nil)
	if o.Status != nqueens.Solved {
		t.Fatalf("%s, seed %d, %v: %v %s", b.description.Name, seed, p, o.Status, o.Reason)
	}
	if err := p.Check(o.Solution); err != nil {
		t.Fatalf("%s, seed %d, %v: %v", b.description.Name, seed, p, err)
	}
	if !slices.IsSortedFunc(o.Solution, func(a, b nqueens.Placement) int { return a.Square.File - b.Square.File }) {
		t.Fatalf("%s, seed %d, %v: not in file order", b.description.Name, seed, p)
	}
	return o
}

func TestSolves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, b := range all() {
		for n := range 60 {
			if n != 0 && n != 2 && n != 3 {
				solve(t, b, bare(n), uint64(n))
			}
		}
		for range 10 {
			solve(t, b, bare(60+random.IntN(60)), random.Uint64())
		}
	}
	for _, b := range []Backend{MinConflicts(), SosicGu()} {
		for range 10 {
			solve(t, b, bare(100+random.IntN(5000)), random.Uint64())
		}
		solve(t, b, bare(100_000), 1)
	}
}

// completion returns a problem with a part of a solution given, and other squares and diagonals
// closed that the solution does not use.
func completion(random *rand.Rand, solution nqueens.Solution) nqueens.Problem {
	n := len(solution)
	p := bare(n)
	for _, i := range random.Perm(n)[:random.IntN(n/2+1)] {
		p.Given = append(p.Given, solution[i].Square)
	}
	for range random.IntN(n * n / 8) {
		s := nqueens.Square{File: random.IntN(n), Rank: random.IntN(n)}
		if solution[s.File].Square != s {
			p.Blocked = append(p.Blocked, s)
		}
	}
	for range random.IntN(n / 4) {
		d := nqueens.Diagonal{Sum: random.IntN(2) == 0, Value: random.IntN(n)}
		if !slices.ContainsFunc(solution.Squares(), d.Contains) {
			p.Excluded = append(p.Excluded, d)
		}
	}
	return p
}

func TestCompletes(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for range 150 {
		n := 4 + random.IntN(20)
		from := solve(t, SosicGu(), bare(n), random.Uint64()).Solution
		p := completion(random, from)
		for _, b := range all() {
			solve(t, b, p, random.Uint64())
		}
	}
	whole := bare(30) // nothing is left to do
	whole.Given = solve(t, SosicGu(), whole, 4).Solution.Squares()
	for _, b := range all() {
		solve(t, b, whole, 1)
	}
	large, from := bare(1000), solve(t, SosicGu(), bare(1000), 5).Solution
	for _, i := range random.Perm(1000)[:300] {
		large.Given = append(large.Given, from[i].Square)
	}
	solve(t, MinConflicts(), large, 1)
	solve(t, SosicGu(), large, 1)
}

// TestFindsEverySolution checks that with different seeds every solution is found, as many as
// bitmask counts.
func TestFindsEverySolution(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	problems := []nqueens.Problem{bare(6), bare(7)}
	for range 5 {
		problems = append(problems, completion(random, solve(t, SosicGu(), bare(8), random.Uint64()).Solution))
	}
	for _, p := range problems {
		counted := bitmask.New().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil).Count.String()
		for _, b := range all() {
			found := map[string]bool{}
			for seed := uint64(0); seed < 5000 && fmt.Sprint(len(found)) != counted; seed++ {
				found[solve(t, b, p, seed).Solution.String()] = true
			}
			if fmt.Sprint(len(found)) != counted {
				t.Errorf("%s, %v: %d solutions, bitmask has %v", b.description.Name, p, len(found), counted)
			}
		}
	}
}

func TestSameSeedSameAnswer(t *testing.T) {
	for _, b := range all() {
		a, again, other := solve(t, b, bare(50), 7), solve(t, b, bare(50), 7), solve(t, b, bare(50), 8)
		if !slices.Equal(a.Solution, again.Solution) || fmt.Sprint(a.Stats) != fmt.Sprint(again.Stats) {
			t.Errorf("%s: seed 7 twice: %v %v and %v %v", b.description.Name, a.Solution, a.Stats, again.Solution, again.Stats)
		}
		if slices.Equal(a.Solution, other.Solution) {
			t.Errorf("%s: seeds 7 and 8 alike", b.description.Name)
		}
	}
}

// endless returns a problem without a solution that Supports accepts: the given on a1 attacks all
// open squares of file b.
func endless(n int) nqueens.Problem {
	p := bare(n)
	p.Given = []nqueens.Square{{File: 0, Rank: 0}}
	for rank := 2; rank < n; rank++ {
		p.Blocked = append(p.Blocked, nqueens.Square{File: 1, Rank: rank})
	}
	return p
}

func TestStops(t *testing.T) {
	for _, b := range all() {
		large := bare(b.maxSize / 10)
		large.Given = []nqueens.Square{{File: 0, Rank: 0}}
		for _, p := range []nqueens.Problem{endless(4), endless(1000), bare(b.maxSize / 10), large} {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
			o := b.Run(ctx, request(p, 1), nil)
			cancel()
			if o.Status != nqueens.Timeout || o.Solution != nil || o.Partial == nil {
				t.Errorf("%s with %d queens at its deadline: %v", b.description.Name, p.N, o.Status)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if o := b.Run(ctx, request(endless(10), 1), nil); o.Status != nqueens.Cancelled || o.Solution != nil {
			t.Errorf("%s, cancelled: %v", b.description.Name, o.Status)
		}
	}
}

// TestRestarts checks that abandoned attempts and their steps are counted. It doubles the time limit until an
// attempt was abandoned.
func TestRestarts(t *testing.T) {
	for _, b := range all() {
		var stats map[string]int64
		for limit := 10 * time.Millisecond; stats["restarts"] < 2; limit *= 2 {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			stats = b.Run(ctx, request(endless(6), 1), nil).Stats
			cancel()
			if limit > time.Minute {
				t.Fatalf("%s after %v: %v", b.description.Name, limit, stats)
			}
		}
		work := stats["steps"]/stepsPatience + stats["probes"]/(5*probesPatience) + stats["generations"]/(5*generationsPatience)
		if work < stats["restarts"] {
			t.Errorf("%s: %v", b.description.Name, stats)
		}
	}
}
