package encode

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// literals returns 1 … n, with every third one negated if mixed is set.
func literals(n int, mixed bool) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i + 1)
		if mixed && i%3 == 2 {
			out[i] = -out[i]
		}
	}
	return out
}

// inBounds returns a formula of n variables that bounds n literals.
func inBounds(e Encoding, x []int32, min, max int) *CNF {
	f := NewCNF(len(x))
	e.Bounds(f, x, min, max)
	return f
}

// forBounds runs a subtest for every encoding with every n up to most and all bounds, including
// bounds out of range.
func forBounds(t *testing.T, most int, test func(t *testing.T, e Encoding, n, min, max int)) {
	for _, e := range Encodings() {
		t.Run(e.Name, func(t *testing.T) {
			for n := range most + 1 {
				for lo := -1; lo <= n+1; lo++ {
					for hi := -1; hi <= n+1; hi++ {
						test(t, e, n, lo, hi)
					}
				}
			}
		})
	}
}

// For every assignment of the literals, values for the auxiliaries exist if and only if the bounds
// hold.
func TestBoundsHold(t *testing.T) {
	forBounds(t, 8, func(t *testing.T, e Encoding, n, min, max int) {
		x := literals(n, true)
		f := inBounds(e, x, min, max)
		for values := range uint(1) << n {
			a := make(assignment, f.Variables+1)
			for i, l := range x {
				if values>>i&1 == 1 {
					a.set(l)
				} else {
					a.set(-l)
				}
			}
			count := bits.OnesCount(values)
			want := 0
			if min <= count && count <= max {
				want = 1
			}
			if got := countModels(f, a, 1); got != want {
				t.Fatalf("n=%d, %d to %d, literals %0*b: satisfiable %d, want %d", n, min, max, n, values, got, want)
			}
		}
	})
}

// Arc consistency: from every partial assignment of the literals, unit propagation alone finds a
// conflict exactly if the bounds can no longer be met, and otherwise sets exactly the literals that
// the bounds force. The papers prove this for their encodings. Bounds out of range give a conflict
// at once.
func TestUnitPropagationEnforcesBounds(t *testing.T) {
	forBounds(t, 6, func(t *testing.T, e Encoding, n, least, most int) {
		f := inBounds(e, literals(n, false), least, most)
		for partial := range power(3, n) {
			given := make(assignment, n+1)
			for v := 1; v <= n; v++ {
				given[v] = int8(partial%3) - 1
				partial /= 3
			}
			checkPropagation(t, e, f, given, least, most)
		}
	})
}

// The same at random for constraints so long that recursive encodings recurse more than once. The
// numbers of true and false literals are close to the bounds.
func TestUnitPropagationEnforcesBoundsOnManyLiterals(t *testing.T) {
	for _, e := range Encodings() {
		t.Run(e.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, 4))
			for range 60 {
				n := 7 + random.IntN(40)
				least, most := 0, 1
				if random.IntN(2) == 0 {
					least = random.IntN(n + 1)
					most = least + random.IntN(n+1-least)
				}
				f := inBounds(e, literals(n, false), least, most)
				for range 10 {
					trues := min(max(most-random.IntN(4)+1, 0), n)
					falses := min(max(n-least-random.IntN(4)+1, 0), n-trues)
					given := make(assignment, n+1)
					for i, v := range random.Perm(n) {
						switch {
						case i < trues:
							given[v+1] = 1
						case i < trues+falses:
							given[v+1] = -1
						}
					}
					checkPropagation(t, e, f, given, least, most)
				}
			}
		})
	}
}

// At most one of many: each literal can be true alone and then forbids all others by unit
// propagation, and all literals can be false.
func TestAtMostOneOfMany(t *testing.T) {
	for _, e := range Encodings() {
		t.Run(e.Name, func(t *testing.T) {
			for _, n := range []int{7, 8, 9, 12, 13, 17, 31, 32, 33, 50} {
				f := inBounds(e, literals(n, false), 0, 1)
				checkPropagation(t, e, f, make(assignment, n+1), 0, 1)
				for v := 1; v <= n; v++ {
					given := make(assignment, n+1)
					given[v] = 1
					checkPropagation(t, e, f, given, 0, 1)
				}
				none := slices.Repeat(assignment{-1}, n+1)
				checkPropagation(t, e, f, none, 0, 1)
			}
		})
	}
}

// checkPropagation propagates from given in a formula that bounds all the literals of given, and
// compares the result with what the bounds imply. If no literal is unassigned, it also requires
// that values for the auxiliaries exist.
func checkPropagation(t *testing.T, e Encoding, f *CNF, given assignment, least, most int) {
	t.Helper()
	n := len(given) - 1
	trues, falses := 0, 0
	for _, value := range given[1:] {
		switch value {
		case 1:
			trues++
		case -1:
			falses++
		}
	}
	consistent := least <= most && trues <= most && n-falses >= least
	want := slices.Clone(given)
	for v := 1; v <= n; v++ {
		switch {
		case given[v] != 0:
		case trues == most:
			want[v] = -1
		case n-falses == least:
			want[v] = 1
		}
	}
	got := make(assignment, f.Variables+1)
	copy(got, given)
	if ok := unitPropagate(f, got); ok != consistent && (e.Complete || consistent) {
		t.Fatalf("%d to %d of %d, given %v: no conflict %v, want %v", least, most, n, given[1:], ok, consistent)
	}
	if !consistent {
		return
	}
	if !e.Complete { // what is found must be right
		for v := range got[:n+1] {
			if got[v] != want[v] && got[v] != given[v] {
				t.Fatalf("%d to %d of %d, given %v: propagation gives %v, want at most %v", least, most, n, given[1:], got[1:n+1], want[1:])
			}
		}
	} else if !slices.Equal(got[:n+1], want) {
		t.Fatalf("%d to %d of %d, given %v: propagation gives %v, want %v", least, most, n, given[1:], got[1:n+1], want[1:])
	}
	if !slices.Contains(got[1:n+1], 0) && countModels(f, got, 1) == 0 {
		t.Fatalf("%d to %d of %d, given %v: no values for the auxiliaries", least, most, n, given[1:])
	}
}

func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}
