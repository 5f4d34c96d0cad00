package allsat

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// deep returns a formula on which a search is deep and keeps a long list of clauses at each level. It
// consists of chains of decisions and of long clauses over other variables.
func deep(chains, long int) *encode.CNF {
	random := rand.New(rand.NewPCG(13, 14))
	const others = 40
	f := encode.NewCNF(3*chains + others)
	for v := int32(1); int(v) < 3*chains; v += 3 {
		f.Add(v, v+1, v+2)
	}
	for range long {
		var c []int32
		for _, v := range random.Perm(others)[:20] {
			c = append(c, int32(3*chains+1+v))
		}
		f.Add(c...)
	}
	return f
}

// TestForestMemory checks the memory limit with a formula for which a single part takes more than a megabyte.
// With mostParts parts the limit would be exceeded four times.
func TestForestMemory(t *testing.T) {
	var stop turns.Flag
	p := simplify(deep(150, 2000), &stop)
	f := newForest(newBitSearch(newBitFormula(p), nil), pace{threads: 4, round: 50e6})
	f.listed = 1 << 23
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := live()
	if f.run(200e6, &stop) {
		t.Fatal("it has come to an end")
	}
	if len(f.parts) < 4 {
		t.Errorf("%d parts for four threads", len(f.parts))
	}
	if took := live() - before; took > 4<<23 {
		t.Errorf("%d parts keep %d MiB", len(f.parts), took>>20)
	} else {
		t.Logf("%d parts keep %d MiB", len(f.parts), took>>20)
	}
	runtime.KeepAlive(f)
}

// TestForestParts splits a search at every state that it reaches, and checks that the number of parts stays
// within its limit.
func TestForestParts(t *testing.T) {
	var stop turns.Flag
	random := rand.New(rand.NewPCG(15, 16))
	for range 20 {
		f := threeSAT(random, 40, 130)
		if random.IntN(2) == 0 {
			f.Projection = []int32{}
			for v := range int32(25) {
				f.Projection = append(f.Projection, v+1)
			}
		}
		p := simplify(f, &stop)
		whole := newBitSearch(newBitFormula(p), nil)
		whole.run(unlimited, &stop)
		for most := 2; most < 12; most++ {
			s := newBitSearch(newBitFormula(p), nil)
			s.run(random.Int64N(whole.effort), &stop)
			var sum tally
			sum.add(&s.tally)
			parts := s.branches(most)
			if len(parts) > most {
				t.Fatalf("%d parts, at most %d wanted", len(parts), most)
			}
			for _, part := range parts {
				part.run(unlimited, &stop)
				sum.add(&part.tally)
			}
			if got, want := sum.found.times(0), whole.found.times(0); got.Cmp(want) != 0 || sum.stats != whole.stats {
				t.Fatalf("%d parts find %v, %+v; one search %v, %+v", len(parts), got, sum.stats, want, whole.stats)
			}
		}
	}
}

// TestStopsSplitting stops a search before it is shared by several threads.
func TestStopsSplitting(t *testing.T) {
	var stop, stopped turns.Flag
	stopped.Raise()
	p := simplify(threeSAT(rand.New(rand.NewPCG(17, 18)), 60, 230), &stop)
	f := newForest(newBitSearch(newBitFormula(p), nil), pace{threads: 4, round: 1000})
	f.parts[0].run(20_000, &stop)
	f.sum()
	effort := f.effort
	f.splitParts(&stopped)
	if f.sum(); len(f.parts) != 1 || f.effort != effort {
		t.Errorf("%d parts after the stop, effort %d of %d before", len(f.parts), f.effort, effort)
	}
	if f.splitParts(&stop); len(f.parts) < 4 {
		t.Errorf("%d parts without a stop", len(f.parts))
	}
	team := newTeam(newLearner(p), pace{threads: 4, round: 1000})
	team.members[0].run(20_000, &stop)
	team.share(&stopped)
	if len(team.members) != 1 {
		t.Errorf("%d learners after the stop", len(team.members))
	}
	effort = team.members[0].work().effort
	if team.share(&stop); len(team.members) < 2 {
		t.Errorf("%d learners without a stop", len(team.members))
	}
	if team.members[0].work().effort <= effort {
		t.Error("to copy a learner costs no effort")
	}
}

// TestRounds checks the effort of the next round: it grows with the number of parts up to a maximum.
func TestRounds(t *testing.T) {
	p := pace{threads: 8, whole: 10, round: 100}
	for _, c := range []struct {
		spent, left int64
		parts       int
		want        int64
	}{{0, 5000, 1, 10}, {4, 5000, 1, 6}, {10, 5000, 1, 100}, {10, 5000, 3, 300}, {10, 5000, 20, 800}, {10, 250, 20, 250}} {
		if got := p.next(c.spent, c.left, c.parts); got != c.want {
			t.Errorf("%+v: a round of %d", c, got)
		}
	}
}
