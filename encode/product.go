package encode

import "math"

// productEncoding returns the encoding of Chen (2010). It arranges the literals in a grid and
// allows one row and one column. This is the same problem twice, on √n literals each:
//
//	      v1   v2   v3
//	u1    x1   x2   x3       x5 → u2,  x5 → v2
//	u2    x4   x5   x6       at most one of u1, u2, u3
//	u3    x7   x8            at most one of v1, v2, v3
//
// It needs 2√n + O(n^¼) auxiliaries and 2n + 4√n + O(n^¼) clauses: a(n) = r + c + a(r) + a(c) and
// k(n) = 2n + k(r) + k(c) with c = ⌈√n⌉ columns and r = ⌈n/c⌉ rows; up to n = 6 it is pairwise. If
// a literal is true, its row and column are true and no others.
func productEncoding() Encoding {
	return Encoding{
		Name:          "product",
		Paper:         "Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010",
		Formula:       "2√n + O(∜n), 2n + 4√n + O(∜n)",
		Complete:      true,
		atMostOne:     product,
		atMostOneSize: productSize,
	}
}

// recursionFloor is the largest number of literals for which the recursive encodings use pairwise.
// Up to that size pairwise has no more clauses than they do.
const recursionFloor = 6

func product(f *CNF, x []int32) {
	if len(x) <= recursionFloor {
		pairwise(f, x)
		return
	}
	rows, columns := grid(len(x))
	u, v := f.newVariables(rows), f.newVariables(columns)
	for k, xk := range x {
		f.Add(-xk, u[k/columns])
		f.Add(-xk, v[k%columns])
	}
	product(f, u)
	product(f, v)
}

func productSize(n int) Size {
	if n <= recursionFloor {
		return pairwiseSize(n)
	}
	rows, columns := grid(n)
	return Size{rows + columns, 2 * n}.plus(productSize(rows)).plus(productSize(columns))
}

// grid returns the rows and columns of the most nearly square grid for n literals.
func grid(n int) (rows, columns int) {
	columns = int(math.Ceil(math.Sqrt(float64(n))))
	return (n + columns - 1) / columns, columns
}
