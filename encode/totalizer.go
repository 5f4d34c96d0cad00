package encode

// totalizerEncoding, Bailleux's and Boufkhad's of 2003, counts up a balanced
// tree. A node over some of the literals has its count in unary: output j says
// that at least j are true.
//
//	      r1 r2 …            a(i) ∧ b(j) → r(i+j)             for the upper bound
//	     ↗       ↖           ¬a(i+1) ∧ ¬b(j+1) → ¬r(i+j+1)    for the lower bound
//	a1 a2 …     b1 b2 …
//
// Bailleux and Boufkhad count everything, in O(n log n) auxiliaries and O(n²)
// clauses; here no node counts beyond the bound, as Büttner and Rintanen, 2005,
// have it, in O(n log k) and O(nk), and the root's outputs are constants. A node
// over n literals below the root has min(n,k) auxiliaries; totalizerSize adds up
// the tree. At most one is n−2 auxiliaries and 3n−5 clauses. The outputs follow
// from the literals when as many are true as may be.
func totalizerEncoding() Encoding {
	return Encoding{
		Name:        "totalizer",
		Paper:       "Bailleux and Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, CP 2003",
		counter:     totalizer,
		counterSize: totalizerSize,
	}
}

// totalizer is called for two literals or more.
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

// unaryTree is the tree of counts below the root, up to width. With an upper
// bound that is the width.
type unaryTree struct {
	f          *CNF
	min, width int
	bounded    bool
}

// count returns the outputs of a node over x.
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

// whenReached adds that r is true when a and b together reach s.
func (t unaryTree) whenReached(a, b []int32, s int, r int32) {
	for i := max(0, s-len(b)); i <= min(len(a), s); i++ {
		t.f.addFolded(-output(a, i), -output(b, s-i), r)
	}
}

// onlyWhenReached adds that r is false when a and b together stay below s:
// a at i or below and b at s−1−i or below, for some i.
func (t unaryTree) onlyWhenReached(a, b []int32, s int, r int32) {
	for i := max(0, s-1-len(b)); i <= min(len(a), s-1); i++ {
		t.f.addFolded(-r, output(a, i+1), output(b, s-i))
	}
}

// output is the literal "at least j", given those for 1, 2, …. No count goes
// beyond its last output: there are no more literals, or more are forbidden.
func output(count []int32, j int) int32 {
	switch {
	case j == 0:
		return yes
	case j > len(count):
		return no
	}
	return count[j-1]
}

// totalizerSize adds up the tree. A node whose children count to a and b has
// as many clauses for a sum s as s is i + j with i ≤ a and j ≤ b.
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
