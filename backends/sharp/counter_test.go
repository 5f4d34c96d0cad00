package sharp

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends/allsat"
	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// count counts the models of f with a configuration, and returns the work as well.
func count(t *testing.T, f *encode.CNF, config Config) (*nqueens.Count, Stats) {
	t.Helper()
	c, err := New(f, config)
	if err != nil {
		t.Fatal(err)
	}
	n, err := c.Count(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n, c.Stats()
}

// grid returns a formula with a variable for each square of a board. No two neighbouring squares are true.
func grid(side int) *encode.CNF {
	f := encode.NewCNF(side * side)
	for v := range int32(side * side) {
		if (int(v)+1)%side > 0 {
			f.Add(-v-1, -v-2)
		}
		if int(v)+side < side*side {
			f.Add(-v-1, -v-1-int32(side))
		}
	}
	return f
}

// threeSAT returns random clauses of three different variables. The variables of a clause are at most window
// apart.
func threeSAT(random *rand.Rand, variables, clauses, window int) *encode.CNF {
	f := encode.NewCNF(variables)
	for range clauses {
		var c [3]int32
		first := random.IntN(variables - window + 1)
		for i, v := range random.Perm(window)[:3] {
			c[i] = int32(first + v + 1)
			if random.IntN(2) == 0 {
				c[i] = -c[i]
			}
		}
		f.Add(c[:]...)
	}
	return f
}

// TestCounts compares counts with published values and with values that follow from the construction.
func TestCounts(t *testing.T) {
	pairs := encode.NewCNF(40)
	for v := int32(1); v < 40; v += 2 {
		pairs.Add(v, v+1)
	}
	first := encode.NewCNF(100)
	first.Add(1)
	empty := encode.NewCNF(0)
	empty.Add()
	opposite := encode.NewCNF(1)
	opposite.Add(1)
	opposite.Add(-1)
	shown := encode.NewCNF(11)
	shown.Add(1, 2, 3, 4, 5, 6, 7, 8)
	shown.Add(5, 9)
	shown.Add(10, 7, 9, 11)
	shown.Projection = []int32{6}
	weighted := encode.NewCNF(3)
	weighted.Add(1, 2, 3)
	weighted.Add(-1, 2)
	weighted.Projection = []int32{1, 2}
	weighted.Weights = map[int32]nqueens.Weight{1: {Chosen: big.NewRat(3, 10), NotChosen: big.NewRat(8, 10)}}
	for want, f := range map[string]*encode.CNF{
		"3486784401":                     pairs,
		"633825300114114700748351602688": first,
		"2":                              shown,
		"19/10":                          weighted,
		"1":                              encode.NewCNF(0),
		"5598861":                        grid(6), // OEIS A006506
		"660647962955":                   grid(8),
		"2030049051145980050":            grid(10),
		"162481813349792588536582997":    grid(12), // beyond a machine word
	} {
		if n, _ := count(t, f, Config{}); n.String() != want {
			t.Errorf("%v, want %s", n, want)
		}
	}
	for _, f := range []*encode.CNF{empty, opposite} {
		if n, _ := count(t, f, Config{}); n.String() != "0" {
			t.Errorf("%v of %s", n, text(f))
		}
	}
}

// TestAgainstAllsat compares counts with those of allsat, for larger formulas than brute force can count.
// Little memory makes the cache evict components, a small limit makes the search delete learnt clauses, and
// projections leave much to the search for a single model.
func TestAgainstAllsat(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var work Stats
	for i := range 150 {
		n := 24 + random.IntN(16)
		f := threeSAT(random, n, n*(20+random.IntN(22))/10, 8+random.IntN(n-7))
		for range random.IntN(n / 2) {
			f.Add(int32(1+random.IntN(n)), -int32(1+random.IntN(n)))
		}
		if i%2 == 0 {
			f.Projection = []int32{}
			for _, v := range random.Perm(n)[:random.IntN(n)] {
				f.Projection = append(f.Projection, int32(v+1))
			}
		}
		e, err := allsat.New(f, allsat.Config{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := e.Count(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, config := range []Config{{}, {Exact: true}, {Memory: 1, Seed: 3, forget: 5}} {
			got, s := count(t, f, config)
			if got.Cmp(want) != 0 {
				t.Fatalf("formula %d, %+v: %v models; allsat finds %v\n%s", i, config, got, want, text(f))
			}
			work.Evicted += s.Evicted
			work.Forgotten += s.Forgotten
			work.Conflicts += s.Conflicts
		}
	}
	if work.Evicted < 500 || work.Forgotten < 100 || work.Conflicts < 1500 {
		t.Errorf("too little happened: %+v", work)
	}
}

// TestUnsimplified counts formulas without simplifying them first, which causes more conflicts. The formulas
// fall apart into components, of which some have no model under most assignments.
func TestUnsimplified(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for i := range 1500 {
		n := 16 + random.IntN(14)
		f := threeSAT(random, n, n*(22+random.IntN(22))/10, 5+random.IntN(8))
		for range random.IntN(4) {
			f.Add(int32(1+random.IntN(n)), -int32(1+random.IntN(n)), int32(1+random.IntN(n)), -int32(1+random.IntN(n)))
		}
		var flag turns.Flag
		plain := load(f, nil, &flag)
		if plain.contradiction {
			continue
		}
		got, ok := newSearch(plain, Config{forget: 10, Seed: uint64(i)}, &flag).run()
		e, err := allsat.New(f, allsat.Config{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := e.Count(t.Context())
		if err != nil || !ok || got.int().Cmp(want.Big()) != 0 {
			t.Fatalf("formula %d: %v models; allsat finds %v, %v\n%s", i, got.int(), want, err, text(f))
		}
	}
}

// TestAgain repeats a count: the same seed does the same work, and exact keys have the same hits.
func TestAgain(t *testing.T) {
	f := threeSAT(rand.New(rand.NewPCG(7, 8)), 60, 180, 60)
	n, s := count(t, f, Config{Seed: 1})
	if m, again := count(t, f, Config{Seed: 1}); again != s || m.Cmp(n) != 0 {
		t.Errorf("%v by %+v, then %v by %+v", n, s, m, again)
	}
	if m, exact := count(t, f, Config{Seed: 1, Exact: true}); m.Cmp(n) != 0 || exact.Found != s.Found {
		t.Errorf("%v by %+v, by exact keys %v by %+v", n, s, m, exact)
	}
}

// TestStops cancels a count that would take years, before and after it begins, and in simplification.
func TestStops(t *testing.T) {
	f := threeSAT(rand.New(rand.NewPCG(9, 10)), 400, 900, 400)
	c, err := New(f, Config{Memory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, begun := range []bool{false, true} {
		ctx, stop := context.WithCancel(t.Context())
		if !begun {
			stop()
		}
		done := make(chan error)
		go func() {
			_, err := c.Count(ctx)
			done <- err
		}()
		stop()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	var flag turns.Flag
	flag.Raise()
	p := load(f, nil, &flag)
	p.simplify()
	if total, ok := newSearch(load(f, nil, &flag), Config{}, &flag).run(); ok {
		t.Errorf("stopped at once, it found %v", total)
	}
}

// TestRefused checks that New returns an error for an invalid projection or weight.
func TestRefused(t *testing.T) {
	half := nqueens.Weight{Chosen: big.NewRat(1, 2), NotChosen: big.NewRat(1, 2)}
	for _, f := range []*encode.CNF{
		{Variables: 2, Projection: []int32{3}},
		{Variables: 2, Projection: []int32{0}},
		{Variables: 2, Weights: map[int32]nqueens.Weight{3: half}},
		{Variables: 2, Projection: []int32{1}, Weights: map[int32]nqueens.Weight{2: half}},
	} {
		if _, err := New(f, Config{}); err == nil {
			t.Errorf("%+v is taken", f)
		}
	}
}

// TestEvicts counts with a cache that is far too small: entries make room for others, and the count stays right.
func TestEvicts(t *testing.T) {
	f := threeSAT(rand.New(rand.NewPCG(11, 12)), 70, 150, 40)
	for _, exact := range []bool{false, true} {
		n, roomy := count(t, f, Config{Exact: exact})
		m, small := count(t, f, Config{Exact: exact, Memory: 1 << 16})
		if m.Cmp(n) != 0 || roomy.Evicted > 0 || small.Evicted == 0 || small.Entries >= roomy.Entries || small.Decisions <= roomy.Decisions {
			t.Errorf("exact %v: %v by %+v, in little memory %v by %+v", exact, n, roomy, m, small)
		}
	}
}
