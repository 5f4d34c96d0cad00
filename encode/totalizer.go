package encode

// totalizerEncoding returns the encoding of Bailleux and Boufkhad (2003), which counts in a
// balanced tree. Each node holds the number of true literals below it in unary: output j means that
// at least j are true.
//
//	      r1 r2 …            a(i) ∧ b(j) → r(i+j)             for the upper bound
//	     ↗       ↖           ¬a(i+1) ∧ ¬b(j+1) → ¬r(i+j+1)    for the lower bound
//	a1 a2 …     b1 b2 …
//
// Bailleux and Boufkhad count all literals, with O(n log n) auxiliaries and O(n²) clauses. Here no
// node counts beyond the bound, as in Büttner and Rintanen (2005), with O(n log k) auxiliaries and
// O(nk) clauses, and the root's outputs are constants. A node over n literals below the root has
// min(n,k) auxiliaries; totalizerSize returns the totals. At most one needs n−2 auxiliaries and
// 3n−5 clauses. The literals determine the outputs if max literals are true.
func totalizerEncoding() Encoding {
	return Encoding{
		Name:        "totalizer",
		Paper:       "Bailleux and Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003",
		Formula:     "n−2, 3n−5",
		Complete:    true,
		counter:     totalizer,
		counterSize: totalizerSize,
	}
}

// totalizer adds the tree. It requires at least two literals.
func totalizer(f *CNF, x []int32, min, max int) {
	t := unaryTree{f: f, min: min, width: piece{min: min, max: max}.width(len(x)), bounded: max < len(x)}
	a, b := t.count(x[:len(x)/2]), t.count(x[len(x)/2:])
	if t.bounded {
		t.whenReached(a, b, max+1, no)
	}
	if min > 0 {
		t.onlyWhenReached(a, b, min, yes)
	}
}

// A unaryTree is the tree of counts below the root. Counts go up to width, which equals the upper
// bound if there is one.
type unaryTree struct {
	f          *CNF
	min, width int
	bounded    bool
}

// count adds the node over x and returns its outputs.
func (t unaryTree) count(x []int32) []int32 {
	if len(x) == 1 {
		return x
	}
	a, b := t.count(x[:len(x)/2]), t.count(x[len(x)/2:])
	r := t.f.newVariables(min(len(x), t.width))
	if t.bounded {
		for s := 1; s <= min(len(a)+len(b), t.width+1); s++ {
			t.whenReached(a, b, s, output(r, s))
		}
	}
	for s := 1; s <= min(len(r), t.min); s++ {
		t.onlyWhenReached(a, b, s, output(r, s))
	}
	return r
}

// whenReached adds clauses by which r is true if the counts a and b together reach s.
func (t unaryTree) whenReached(a, b []int32, s int, r int32) {
	for i := max(0, s-len(b)); i <= min(len(a), s); i++ {
		t.f.addFolded(-output(a, i), -output(b, s-i), r)
	}
}

// onlyWhenReached adds clauses by which r is false if the counts a and b together stay below s: a
// is at most i and b at most s−1−i, for some i.
func (t unaryTree) onlyWhenReached(a, b []int32, s int, r int32) {
	for i := max(0, s-1-len(b)); i <= min(len(a), s-1); i++ {
		t.f.addFolded(-r, output(a, i+1), output(b, s-i))
	}
}

// output returns the literal "at least j" of a count whose literals for 1, 2, … are given. A count
// does not exceed its last output, because there are no more literals or more are forbidden.
func output(count []int32, j int) int32 {
	switch {
	case j == 0:
		return yes
	case j > len(count):
		return no
	}
	return count[j-1]
}

// totalizerSize returns the size of the tree. A node whose children count to a and b has, for each
// sum s, as many clauses as there are pairs i ≤ a and j ≤ b with i + j = s.
func totalizerSize(n, least, most int) Size {
	width, bounded := piece{min: least, max: most}.width(n), most < n
	sums := func(a, b, s int) int { return max(0, min(a, s)-max(0, s-b)+1) }
	var node func(n int) Size
	node = func(n int) Size {
		if n == 1 {
			return Size{}
		}
		a, b := min(n/2, width), min((n+1)/2, width)
		size := Size{Auxiliaries: min(n, width)}
		if bounded {
			for s := 1; s <= min(a+b, width+1); s++ {
				size.Clauses += sums(a, b, s)
			}
		}
		for s := 1; s <= min(n, least); s++ {
			size.Clauses += sums(a, b, s-1)
		}
		return size.plus(node(n / 2)).plus(node((n + 1) / 2))
	}
	size := node(n / 2).plus(node((n + 1) / 2))
	a, b := min(n/2, width), min((n+1)/2, width)
	if bounded {
		size.Clauses += sums(a, b, most+1)
	}
	if least > 0 {
		size.Clauses += sums(a, b, least-1)
	}
	return size
}
