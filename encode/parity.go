package encode

import (
	"bufio"
	"fmt"
	"slices"
)

// A parity is an exclusive-or: the number of its variables that are true is odd, or it is even.
type parity struct {
	variables []int32 // ascending
	odd       bool
}

// The lengths of clauses that are recognised as parts of a parity. Shorter parities are only two clauses
// of two literals, and longer ones take more clauses than any encoding writes.
const shortestParity, longestParity = 3, 6

// withParities returns the parities that clauses of the formula state, and the formula without these
// clauses. The 2^(k−1) clauses of a parity of k variables must be consecutive, which they are in the model
// of a text. If a variable outside the projection is in two parities and in no other constraint,
// withParities joins the two into one parity without the variable. This restores a long exclusive-or that
// the model has cut into pieces.
func (f *CNF) withParities() (rest *CNF, parities []parity) {
	copied := *f
	rest = &copied
	rest.literals, rest.ends = nil, nil
	for i := 0; i < f.NumClauses(); {
		if p, clauses := f.parityAt(i); clauses > 0 {
			parities = append(parities, p)
			i += clauses
			continue
		}
		rest.literals = append(rest.literals, f.Clause(i)...)
		rest.ends = append(rest.ends, len(rest.literals))
		i++
	}
	if f.Projection != nil {
		parities = rest.joined(parities)
	}
	return rest, parities
}

// parityAt returns the parity that begins with a clause, and the number of its clauses, 0 if none
// does.
func (f *CNF) parityAt(i int) (p parity, clauses int) {
	k := len(f.Clause(i))
	if k < shortestParity || k > longestParity || i+1<<(k-1) > f.NumClauses() {
		return p, 0
	}
	p.variables = variablesOf(f.Clause(i))
	if len(slices.Compact(slices.Clone(p.variables))) < k {
		return p, 0
	}
	var seen uint64 // bit s: there is a clause with the signs s
	for clause := i; clause < i+1<<(k-1); clause++ {
		literals := f.Clause(clause)
		if len(literals) != k || !slices.Equal(variablesOf(literals), p.variables) {
			return p, 0
		}
		signs, negative := 0, 0
		for _, l := range literals {
			if l < 0 {
				at, _ := slices.BinarySearch(p.variables, -l)
				signs |= 1 << at
				negative++
			}
		}
		// The clause excludes that exactly the negated variables are true.
		odd := negative%2 == 0
		if clause == i {
			p.odd = odd
		}
		if odd != p.odd || seen>>signs&1 == 1 {
			return p, 0
		}
		seen |= 1 << signs
	}
	return p, 1 << (k - 1)
}

// variablesOf returns the variables of a clause, sorted.
func variablesOf(clause []int32) []int32 {
	list := make([]int32, len(clause))
	for i, l := range clause {
		list[i] = max(l, -l)
	}
	slices.Sort(list)
	return list
}

// joined joins each two parities that share a variable which is in no other parity, in no clause and not
// in the projection. It returns the remaining parities.
func (f *CNF) joined(parities []parity) []parity {
	kept := make([]bool, f.Variables+1)
	for _, v := range f.Projection {
		kept[v] = true
	}
	for _, l := range f.literals {
		kept[max(l, -l)] = true
	}
	in := make([][]int, f.Variables+1) // the parities of a variable
	for k, p := range parities {
		for _, v := range p.variables {
			in[v] = append(in[v], k)
		}
	}
	gone := make([]bool, len(parities))
	for v := range in {
		if kept[v] || len(in[v]) != 2 {
			continue
		}
		a, b := in[v][0], in[v][1]
		sum := parity{odd: parities[a].odd != parities[b].odd}
		for _, pair := range [][2]int{{a, b}, {b, a}} {
			for _, u := range parities[pair[0]].variables {
				if _, both := slices.BinarySearch(parities[pair[1]].variables, u); !both {
					sum.variables = append(sum.variables, u)
				}
			}
		}
		slices.Sort(sum.variables)
		for _, u := range append(slices.Clone(parities[a].variables), parities[b].variables...) {
			in[u] = slices.DeleteFunc(in[u], func(k int) bool { return k == a || k == b })
		}
		for _, u := range sum.variables {
			in[u] = append(in[u], a)
		}
		parities[a], gone[b] = sum, true
	}
	var list []parity
	for k, p := range parities {
		if !gone[k] && (len(p.variables) > 0 || p.odd) {
			list = append(list, p)
		}
	}
	return list
}

// write writes the parity as a line of CryptoMiniSat: "x1 2 -3 0" states that an odd number of the
// literals is true.
func (p parity) write(out *bufio.Writer) {
	if len(p.variables) == 0 {
		fmt.Fprintln(out, 0) // of nothing no odd number is true
		return
	}
	literals := slices.Clone(p.variables)
	if !p.odd {
		literals[0] = -literals[0]
	}
	out.WriteByte('x')
	writeLiterals(out, literals)
}
