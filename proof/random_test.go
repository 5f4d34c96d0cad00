package proof

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens/encode"
)

func textOf(proof []step) string {
	var b strings.Builder
	for _, s := range proof {
		if s.deletes {
			b.WriteString("d ")
		}
		for _, l := range s.clause {
			fmt.Fprintf(&b, "%d ", l)
		}
		b.WriteString("0\n")
	}
	return b.String()
}

func binaryOf(proof []step) string {
	var b []byte
	for _, s := range proof {
		b = append(b, map[bool]byte{false: 'a', true: 'd'}[s.deletes])
		for _, l := range s.clause {
			code := uint64(2 * int64(l))
			if l < 0 {
				code = uint64(-2*int64(l)) + 1
			}
			for ; code >= 0x80; code >>= 7 {
				b = append(b, byte(code)|0x80)
			}
			b = append(b, byte(code))
		}
		b = append(b, 0)
	}
	return string(b)
}

func random(r *rand.Rand, variables, clauses, most int) *encode.CNF {
	f := encode.NewCNF(variables)
	for range clauses {
		f.Add(randomClause(r, variables, 1+r.IntN(most))...)
	}
	return f
}

// random3 returns clauses of three different variables.
func random3(r *rand.Rand, variables, clauses int) *encode.CNF {
	f := encode.NewCNF(variables)
	for range clauses {
		var c []int32
		for _, v := range r.Perm(variables)[:3] {
			c = append(c, int32(v+1)*int32(1-2*r.IntN(2)))
		}
		f.Add(c...)
	}
	return f
}

func randomClause(r *rand.Rand, variables, length int) []int32 {
	var c []int32
	for range length {
		l := int32(1 + r.IntN(variables))
		if r.IntN(2) == 0 {
			l = -l
		}
		c = append(c, l)
	}
	return c
}

// satisfiable reports whether some assignment satisfies the formula.
func satisfiable(f *encode.CNF) bool {
assignments:
	for a := range 1 << f.Variables {
		for c := range f.Clauses() {
			if !slices.ContainsFunc(c, func(l int32) bool { return (a>>(max(l, -l)-1)&1 == 1) == (l > 0) }) {
				continue assignments
			}
		}
		return true
	}
	return false
}

// randomProof returns additions and deletions of all kinds, mostly deletions of existing clauses.
func randomProof(r *rand.Rand, f *encode.CNF, length int) []step {
	var there [][]int32
	for c := range f.Clauses() {
		there = append(there, c)
	}
	var proof []step
	var last []int32
	for range length {
		if k := r.IntN(len(there) + 2); k < len(there) && r.IntN(3) == 0 {
			c := slices.Clone(there[k])
			r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
			proof = append(proof, step{true, c})
			if r.IntN(4) > 0 {
				there = slices.Delete(there, k, k+1)
			}
			continue
		}
		// Higher variables are new. As in a solver's proof, a clause resembles the one before.
		c := randomClause(r, f.Variables+r.IntN(2)*2, 1+r.IntN(4))
		if len(last) > 1 && r.IntN(3) > 0 {
			c = append(c[:1], last[r.IntN(2):]...)
		}
		if len(there) > 0 && r.IntN(8) == 0 {
			c = there[r.IntN(len(there))]
		}
		last = c
		proof = append(proof, step{false, c})
		there = append(there, c)
	}
	return append(proof, step{})
}

func flipped(r *rand.Rand, proof []step, i int) []step {
	out := slices.Clone(proof)
	out[i].clause = slices.Clone(out[i].clause)
	if n := len(out[i].clause); n > 0 {
		out[i].clause[r.IntN(n)] *= -1
	}
	return out
}

func readSteps(t testing.TB, text string) []step {
	t.Helper()
	s, err := newSteps(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var out []step
	for {
		switch err := s.next(); err {
		case nil:
			out = append(out, step{s.deletes, slices.Clone(s.literals)})
		case io.EOF:
			return out
		default:
			t.Fatal(err)
		}
	}
}
