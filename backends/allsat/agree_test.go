package allsat

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// threeSAT returns a random formula of clauses of three different variables.
func threeSAT(random *rand.Rand, variables, clauses int) *encode.CNF {
	f := encode.NewCNF(variables)
	for range clauses {
		var c [3]int32
		for i, v := range random.Perm(variables)[:3] {
			c[i] = int32(v + 1)
			if random.IntN(2) == 0 {
				c[i] = -c[i]
			}
		}
		f.Add(c[:]...)
	}
	return f
}

// TestEnginesAgree compares the counts of all engines on formulas that are too large for brute force. The
// learning engine keeps so few clauses that it often removes some and restarts. Bit sets are tried with and
// without vector instructions.
func TestEnginesAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var stop turns.Flag
	forgotten := 0
	for i := range 300 {
		n := 20 + random.IntN(40)
		f := threeSAT(random, n, n*(34+random.IntN(12))/10)
		for range random.IntN(n) { // a few binary clauses
			f.Add(int32(1+random.IntN(n)), -int32(1+random.IntN(n)))
		}
		if i%2 == 0 {
			f.Projection = []int32{}
			for v := range n {
				if random.IntN(3) > 0 {
					f.Projection = append(f.Projection, int32(v+1))
				}
			}
		}
		p := simplify(f, &stop)
		if p.contradiction {
			continue
		}
		counts := map[string]string{}
		for _, vectors := range []bool{false, hasScan256()} {
			b := newBitSearch(layOut(p, vectors), nil)
			b.run(unlimited, &stop)
			counts[fmt.Sprint("bits, vectors ", vectors)] = b.found.times(0).String() + fmt.Sprint(b.stats, b.events, b.effort)
		}
		if len(counts) == 2 && counts["bits, vectors false"] != counts["bits, vectors true"] {
			t.Fatalf("formula %d: %v\n%v", i, counts, text(f))
		}
		b := newBitSearch(newBitFormula(p), nil)
		b.run(unlimited, &stop)
		l := newLearner(p)
		for !l.run(l.effort+5000, &stop) {
			l.until, l.limit = min(l.until, 7), 3
			if len(l.learnt) > 0 {
				before := len(l.learnt)
				l.reduce()
				forgotten += before - len(l.learnt)
			}
		}
		if got, want := l.found.times(0), b.found.times(0); got.Cmp(want) != 0 {
			t.Fatalf("formula %d: learning counts %v models, bits %v\n%v", i, got, want, text(f))
		}
	}
	if forgotten < 1000 {
		t.Errorf("only %d clauses were forgotten", forgotten)
	}
}

// TestThreads checks that counting with several threads gives the same counts and the same
// statistics.
func TestThreads(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for i := range 12 {
		f := threeSAT(random, 50, 175)
		if i%3 == 0 {
			f.Projection = []int32{}
			for v := range int32(30) {
				f.Projection = append(f.Projection, v+1)
			}
		}
		var counts, work []string
		for threads := range 4 {
			e, err := New(f, Config{Engine: Bits, Threads: threads})
			if err != nil {
				t.Fatal(err)
			}
			n, err := e.Count(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			counts, work = append(counts, n.String()), append(work, fmt.Sprintf("%+v", e.Stats()))
		}
		for threads := range counts {
			if counts[threads] != counts[0] || work[threads] != work[0] {
				t.Fatalf("formula %d, %d threads: %s, %s; one thread: %s, %s", i, threads, counts[threads], work[threads], counts[0], work[0])
			}
		}
	}
}

// TestShared counts larger formulas with work shared between threads: learners that are split at every turn, and a
// forest that is split repeatedly. It checks that each result equals that of a single search.
func TestShared(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	var stop turns.Flag
	most, lookaheads := 0, 0
	for i := range 60 {
		n := 40 + random.IntN(20)
		p := simplify(threeSAT(random, n, n*(36+random.IntN(8))/10), &stop)
		if p.contradiction {
			continue
		}
		b := newBitSearch(newBitFormula(p), nil)
		b.run(unlimited, &stop)
		want := b.found.times(0)
		forest := newForest(newBitSearch(newBitFormula(p), nil), pace{threads: 3, round: 5000})
		for last := 0.0; !forest.run(20_000, &stop); {
			if now := forest.progress(); now < last-1e-9 || now > 1 {
				t.Fatalf("formula %d: progress %v after %v", i, now, last)
			} else {
				last = now
			}
		}
		if got := forest.found.times(0); got.Cmp(want) != 0 || forest.stats != b.stats || forest.events != b.events {
			t.Fatalf("formula %d: a forest counts %v, %+v; one search %v, %+v", i, got, forest.stats, want, b.stats)
		}
		team := newTeam(newLearner(p), pace{threads: 3, round: 3000})
		for !team.run(30_000, &stop) {
			most = max(most, len(team.members))
		}
		if got := team.found.times(0); got.Cmp(want) != 0 {
			t.Fatalf("formula %d: a team counts %v, one search %v", i, got, want)
		}
		if !fitsLookahead(p) {
			t.Fatalf("formula %d: not for lookahead", i)
		}
		team = newTeam(newLookahead(p), pace{threads: 3, round: 300})
		for last := 0.0; !team.run(3_000, &stop); {
			lookaheads = max(lookaheads, len(team.members))
			if now := team.progress(); now < last || now > 1 {
				t.Fatalf("formula %d: progress %v of lookahead after %v", i, now, last)
			} else {
				last = now
			}
		}
		if got := team.found.times(0); got.Cmp(want) != 0 || team.progress() != 1 {
			t.Fatalf("formula %d: lookahead counts %v, one bit search %v; progress %v", i, got, want, team.progress())
		}
	}
	if most < 3 || lookaheads < 3 {
		t.Errorf("no more than %d learners or %d lookaheads at once", most, lookaheads)
	}
}

// TestScans compares scan256 with the portable scan on large formulas.
func TestScans(t *testing.T) {
	if !hasScan256() {
		t.Skip("no scan256 on this processor")
	}
	random := rand.New(rand.NewPCG(9, 10))
	var stop turns.Flag
	for n := 8; n <= 128; n += 4 {
		f := threeSAT(random, n, n*7/2)
		f.Add(1, 2, 3, 4, 5, 6, 7)
		p := simplify(f, &stop)
		var work []string
		for _, vectors := range []bool{false, true} {
			b := newBitSearch(layOut(p, vectors), nil)
			b.run(3e6, &stop)
			work = append(work, fmt.Sprint(b.stats, b.events, b.effort, b.found.times(0), b.depth))
		}
		if work[0] != work[1] {
			t.Fatalf("%d variables: portable %s, with vectors %s\n%v", n, work[0], work[1], text(f))
		}
	}
}
