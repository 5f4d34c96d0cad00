package allsat

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"nqueens/encode"
)

func TestRefuses(t *testing.T) {
	f := encode.NewCNF(3)
	if _, err := New(f, Config{Engine: "steam"}); err == nil {
		t.Error("an engine that does not exist is taken")
	}
	for _, v := range []int32{0, -1, 4} {
		f.Projection = []int32{1, v}
		if _, err := New(f, Config{}); err == nil {
			t.Errorf("a projection on %d of 3 variables is taken", v)
		}
	}
	large := encode.NewCNF(maxBitVariables + 3)
	for v := range int32(maxBitVariables + 1) {
		large.Add(v+1, v+2, v+3)
	}
	e, err := New(large, Config{Engine: Bits})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Count(t.Context()); !errors.Is(err, ErrTooLarge) {
		t.Errorf("bits takes %d variables: %v", large.Variables, err)
	}
}

// TestLargeCounts checks counts that exceed a machine word: models of clauses over disjoint
// variables and of free variables.
func TestLargeCounts(t *testing.T) {
	f := encode.NewCNF(300)
	want := new(big.Int).Lsh(big.NewInt(1), 300-3*4)
	for i := range int32(4) {
		f.Add(3*i+1, -(3*i + 2), 3*i+3)
		want.Mul(want, big.NewInt(7))
	}
	// Variable 81 occurs with 80 others that also constrain each other: v or 81 or not the next one.
	wide := encode.NewCNF(81)
	for v := range int32(80) {
		wide.Add(81, v+1, -(v+1)%80-1)
	}
	more := new(big.Int).Lsh(big.NewInt(1), 80)
	more.Add(more, big.NewInt(2)) // with 81 true any values; with 81 false all others are equal
	for _, engine := range []Engine{Auto, Bits, Lookahead, Learning} {
		for f, want := range map[*encode.CNF]*big.Int{f: want, wide: more} {
			e, err := New(f, Config{Engine: engine})
			if err != nil {
				t.Fatal(err)
			}
			if got, err := e.Count(t.Context()); err != nil || got.String() != want.String() {
				t.Errorf("engine %q: %v, %v; want %v", engine, got, err, want)
			}
		}
	}
}

// endless returns a formula with more models than can be listed.
func endless() *encode.CNF { return threeSAT(rand.New(rand.NewPCG(7, 8)), 120, 240) }

func TestStopsEnumerating(t *testing.T) {
	for _, c := range []Config{{}, {Engine: Bits}, {Engine: Bits, Threads: 2}, {Engine: Lookahead}, {Engine: Lookahead, Threads: 2}, {Engine: Learning}} {
		e, err := New(endless(), c)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		n, err := e.Count(ctx)
		if !errors.Is(err, context.DeadlineExceeded) || n == nil {
			t.Errorf("%+v: count %v, %v", c, n, err)
		}
		cancel()
		ctx, cancel = context.WithTimeout(t.Context(), 30*time.Millisecond)
		for range e.Models(ctx) {
		}
		cancel()
		if !errors.Is(e.Err(), context.DeadlineExceeded) {
			t.Errorf("%+v: models end with %v", c, e.Err())
		}
		for range e.Models(ctx) {
			t.Errorf("%+v: a model after the end", c)
		}
		if !errors.Is(e.Err(), context.DeadlineExceeded) {
			t.Errorf("%+v: models after the end end with %v", c, e.Err())
		}
		shown := 0
		for range e.Models(t.Context()) {
			if shown++; shown == 10 {
				break
			}
		}
		if shown != 10 || e.Err() != nil {
			t.Errorf("%+v: %d models, %v", c, shown, e.Err())
		}
	}
}

// TestModelsHold lists part of a large set and checks that every model is valid, that none comes
// twice, and that memory does not grow.
func TestModelsHold(t *testing.T) {
	f := endless()
	for _, engine := range []Engine{Auto, Bits, Lookahead, Learning} {
		e, err := New(f, Config{Engine: engine})
		if err != nil {
			t.Fatal(err)
		}
		met := map[[2]uint64]bool{}
		var before, after runtime.MemStats
		n := 0
		for model := range e.Models(t.Context()) {
			var set [2]uint64
			for i, l := range model {
				if l > 0 {
					set[i/64] |= 1 << (i % 64)
				}
			}
			if met[set] {
				t.Fatalf("engine %q: a model comes twice", engine)
			}
			met[set] = true
			if !holds(f, func(v int32) bool { return model[v-1] > 0 }) {
				t.Fatalf("engine %q: %v is no model", engine, model)
			}
			if n++; n == 20_000 {
				break
			}
		}
		n = 0
		for range e.Models(t.Context()) {
			switch n++; n {
			case 1000:
				runtime.ReadMemStats(&before)
			case 200_000:
				runtime.ReadMemStats(&after)
			}
			if n == 200_000 {
				break
			}
		}
		if allocated := after.Mallocs - before.Mallocs; allocated > 2000 {
			t.Errorf("engine %q: %d allocations for 199,000 models", engine, allocated)
		}
	}
}

func TestTotal(t *testing.T) {
	var sum total
	want := new(big.Int)
	for _, k := range []int{0, 62, 62, 62, 63, 64, 200, 1, 62, 62, 0} {
		sum.add(k)
		want.Add(want, new(big.Int).Lsh(big.NewInt(1), uint(k)))
		var twice total
		twice.plus(&sum)
		twice.plus(&sum)
		if got := sum.times(0).String(); got != want.String() {
			t.Fatalf("after 2^%d: %s, want %v", k, got, want)
		}
		if got := twice.times(0).String(); got != sum.times(1).String() {
			t.Fatalf("twice %v is %s", want, got)
		}
	}
}
