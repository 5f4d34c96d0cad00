package encode

import "math"

// moduloEncoding returns the modulo totalizer of Ogawa and others. A node counts the true literals
// below it as a quotient u and a remainder l by p = ⌈√n⌉, both in unary, so that it has about 2√n
// auxiliaries in place of n:
//
//	a(l ≥ i) ∧ b(l ≥ j) → r(l ≥ i+j) or a carry    if i+j < p
//	a(l ≥ i) ∧ b(l ≥ j) → a carry, r(l ≥ i+j−p)    otherwise
//	a(u ≥ i) ∧ b(u ≥ j) → r(u ≥ i+j), with the carry r(u ≥ i+j+1)
//
// It needs O(n√n) auxiliaries and O(n√n·√n) clauses; moduloSize returns the totals. A lower bound
// counts the false literals in a tree of its own. Unit propagation is not complete, because a sum of
// remainders below p may be either a remainder or, with the carry, the next quotient.
func moduloEncoding() Encoding {
	return Encoding{
		Name:        "modulo-totalizer",
		Paper:       "Ogawa, Liu, Hasegawa, Koshimura and Fujita, Modulo Based CNF Encoding of Cardinality Constraints, ICTAI 2013",
		Formula:     "O(n log n), O(n√n)",
		counter:     moduloCounter(modulus),
		counterSize: moduloSize(modulus),
	}
}

// kModuloEncoding returns the modulo totalizer of Morgado, Ignatiev and Marques-Silva for "at most k":
// p is ⌈√(k+1)⌉, and quotients end at the bound.
func kModuloEncoding() Encoding {
	return Encoding{
		Name:        "k-modulo-totalizer",
		Paper:       "Morgado, Ignatiev and Marques-Silva, MSCG: Robust Core-Guided MaxSAT Solving, JSAT 2015",
		Formula:     "3n−3, 7n−9 for n = 2^p",
		counter:     moduloCounter(kModulus),
		counterSize: moduloSize(kModulus),
	}
}

// modulus returns the p of the modulo totalizer, and the largest quotient of a node.
func modulus(n, _ int) (p, most int) { return max(2, ceilRoot(n)), n }

// kModulus returns the p of the k-modulo totalizer, and the largest quotient that the bound needs.
func kModulus(_, k int) (p, most int) {
	p = max(2, ceilRoot(k+1))
	return p, (k + p) / p
}

func ceilRoot(n int) int { return int(math.Ceil(math.Sqrt(float64(n)))) }

// A moduloTree adds the tree for "at most k", or only computes its size if f is nil.
type moduloTree struct {
	f       *CNF
	p, most int
	size    Size
}

// A moduloNode is the count of a node of the tree, a quotient and a remainder in unary. quotients and
// remainders are the largest values that they can have. The literals u of the quotient and l of the
// remainder are nil if only the size is computed.
type moduloNode struct {
	quotients, remainders int
	u, l                  []int32
}

// moduloCounter returns a counter with a tree for each bound. modulus returns p and the largest
// quotient for n literals of which at most k may be true.
func moduloCounter(modulus func(n, k int) (p, most int)) func(f *CNF, x []int32, min, max int) {
	return func(f *CNF, x []int32, min, max int) {
		atMost := func(x []int32, k int) {
			p, most := modulus(len(x), k)
			t := moduloTree{f: f, p: p, most: most}
			t.forbid(t.count(x, len(x)), k)
		}
		if max < len(x) {
			atMost(x, max)
		}
		if min > 0 {
			atMost(negate(x), len(x)-min)
		}
	}
}

func moduloSize(modulus func(n, k int) (p, most int)) func(n, min, max int) Size {
	return func(n, min, max int) Size {
		var total Size
		atMost := func(k int) {
			p, most := modulus(n, k)
			t := moduloTree{p: p, most: most}
			t.forbid(t.count(nil, n), k)
			total = total.plus(t.size)
		}
		if max < n {
			atMost(max)
		}
		if min > 0 {
			atMost(n - min)
		}
		return total
	}
}

// count adds the node over the n literals x, with the nodes below it.
func (t *moduloTree) count(x []int32, n int) moduloNode {
	if n == 1 {
		return moduloNode{remainders: 1, l: x}
	}
	var left, right []int32
	if x != nil {
		left, right = x[:n/2], x[n/2:]
	}
	return t.join(t.count(left, n/2), t.count(right, n-n/2))
}

// join returns the node whose count is the sum of two.
func (t *moduloTree) join(a, b moduloNode) moduloNode {
	carries := a.remainders+b.remainders >= t.p
	r := moduloNode{quotients: a.quotients + b.quotients, remainders: min(t.p-1, a.remainders+b.remainders)}
	carry := no
	if carries {
		r.quotients++
		t.size.Auxiliaries++
	}
	r.quotients = min(r.quotients, t.most)
	t.size.Auxiliaries += r.quotients + r.remainders
	t.size.Clauses += (a.remainders+1)*(b.remainders+1) - 1 + pairsAbove(a.remainders, b.remainders, t.p)
	t.size.Clauses += (a.quotients+1)*(b.quotients+1) - 1
	if carries {
		t.size.Clauses += (a.quotients + 1) * (b.quotients + 1)
	}
	if t.f == nil {
		return r
	}
	if carries {
		carry = t.f.NewVariable()
	}
	r.u, r.l = t.f.newVariables(r.quotients), t.f.newVariables(r.remainders)
	for i := 0; i <= a.remainders; i++ {
		for j := 0; j <= b.remainders; j++ {
			x, y := -output(a.l, i), -output(b.l, j)
			switch sum := i + j; {
			case sum == 0:
			case sum < t.p:
				t.f.addFolded(x, y, r.l[sum-1], carry)
			case sum == t.p:
				t.f.addFolded(x, y, carry)
			default:
				t.f.addFolded(x, y, carry)
				t.f.addFolded(x, y, r.l[sum-t.p-1])
			}
		}
	}
	for i := 0; i <= a.quotients; i++ {
		for j := 0; j <= b.quotients; j++ {
			x, y := -output(a.u, i), -output(b.u, j)
			if i+j > 0 {
				t.f.addFolded(x, y, r.u[min(i+j, r.quotients)-1])
			}
			if carries {
				t.f.addFolded(x, y, -carry, r.u[min(i+j+1, r.quotients)-1])
			}
		}
	}
	return r
}

// forbid adds the clauses by which the root's count is at most k.
func (t *moduloTree) forbid(root moduloNode, k int) {
	add := func(literals ...int32) {
		if t.size.Clauses++; t.f != nil {
			t.f.addFolded(literals...)
		}
	}
	at := func(list []int32, i int) int32 { // the literal "at least i"
		if i == 0 || list == nil {
			return yes
		}
		return list[i-1]
	}
	q, rest := (k+1)/t.p, (k+1)%t.p // k+1 is forbidden
	for i := q + 1; i <= root.quotients; i++ {
		add(-at(root.u, i))
	}
	if q > root.quotients {
		return
	}
	if rest == 0 {
		add(-at(root.u, q))
		return
	}
	for j := rest; j <= root.remainders; j++ {
		add(-at(root.u, q), -at(root.l, j))
	}
}

// pairsAbove returns the number of pairs 0 ≤ i ≤ a, 0 ≤ j ≤ b with i+j > p.
func pairsAbove(a, b, p int) int {
	total := 0
	for i := 0; i <= a; i++ {
		total += max(0, b-max(0, p-i+1)+1)
	}
	return total
}
