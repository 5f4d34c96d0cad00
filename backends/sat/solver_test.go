package sat_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/sat"
	"nqueens/encode"
	"nqueens/family"
)

// plain is a solver of a few lines: backtracking with unit propagation.
type plain struct {
	clauses [][]int32
	value   []int8 // by variable: 1 true, −1 false, 0 open
}

func newPlain(variables int) sat.Solver { return &plain{value: make([]int8, variables+1)} }

func (p *plain) Add(clause ...int32) { p.clauses = append(p.clauses, append([]int32(nil), clause...)) }

func (p *plain) Value(variable int32) bool { return p.value[variable] > 0 }

func (p *plain) Solve(ctx context.Context, assumptions ...int32) (bool, error) {
	clear(p.value)
	for _, l := range assumptions {
		if p.of(l) < 0 {
			return false, nil
		}
		p.set(l)
	}
	return p.search(ctx), ctx.Err()
}

// of returns the value of a literal.
func (p *plain) of(l int32) int8 {
	if l < 0 {
		return -p.value[-l]
	}
	return p.value[l]
}

func (p *plain) set(l int32) {
	if l < 0 {
		p.value[-l] = -1
	} else {
		p.value[l] = 1
	}
}

func (p *plain) search(ctx context.Context) bool {
	before := append([]int8(nil), p.value...)
	open, ok := p.propagate()
	if ok && open == 0 && ctx.Err() == nil {
		return true
	}
	for _, l := range []int32{open, -open} {
		if !ok || ctx.Err() != nil {
			break
		}
		kept := append([]int8(nil), p.value...)
		p.set(l)
		if p.search(ctx) {
			return true
		}
		copy(p.value, kept)
	}
	copy(p.value, before)
	return false
}

// propagate sets the last open literal of each clause whose others are false. It returns an open
// literal of a clause that is not true yet, or 0, and whether no clause is false.
func (p *plain) propagate() (open int32, ok bool) {
	for changed := true; changed; {
		changed, open = false, 0
	clauses:
		for _, clause := range p.clauses {
			last, left := int32(0), 0
			for _, l := range clause {
				switch p.of(l) {
				case 1:
					continue clauses
				case 0:
					last, left = l, left+1
				}
			}
			switch left {
			case 0:
				return 0, false
			case 1:
				p.set(last)
				changed = true
			default:
				open = last
			}
		}
	}
	return open, true
}

// A solver with four methods is a backend: it counts, lists and optimises, under every encoding.
func ExampleNew() {
	b := sat.New("plain", "backtracking with unit propagation", "1", newPlain)
	for _, p := range []nqueens.Problem{{Family: family.Queens, N: 6}, {Family: family.Kings, N: 3}} {
		out := b.Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
		fmt.Println(p, out.Count)
	}
	// Output:
	// queens(6) 4
	// kings(3) 1
}

// TestNew checks the counts of a solver of one's own under every encoding, and that it stops.
func TestNew(t *testing.T) {
	b := sat.New("plain", "backtracking with unit propagation", "1", newPlain)
	if got := b.Describe(); got.Version != "1" || got.Engine != "plain" {
		t.Errorf("%+v", got)
	}
	for _, e := range encode.Encodings() {
		for n, want := range map[int]string{3: "0", 4: "2", 5: "10"} {
			r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll, Encoding: e.Name}
			if err := b.Supports(r); err != nil {
				t.Fatal(err)
			}
			if out := b.Run(t.Context(), r, nil); out.Count.String() != want {
				t.Errorf("%s, queens(%d): %v", e.Name, n, out.Count)
			}
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 40}, Task: nqueens.CountAll}
	if out := b.Run(ctx, r, nil); out.Status != nqueens.Timeout {
		t.Error(out.Status)
	}
}
