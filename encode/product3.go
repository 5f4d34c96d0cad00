package encode

import "math"

// product3Encoding returns Chen's product encoding in three dimensions: the literals are the cells of
// a box, and at most one plane of each direction is chosen. It needs 3·∛n + … auxiliaries and 3n + …
// clauses: a(n) = p + q + r + a(p) + a(q) + a(r) and k(n) = 3n + k(p) + k(q) + k(r) for a box of p·q·r
// cells; up to n = 6 it is pairwise. While no literal is true, the planes are free.
func product3Encoding() Encoding {
	return Encoding{
		Name:          "product-3",
		Paper:         "Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010, in three dimensions",
		Formula:       "3∛n + O(⁶√n), 3n + O(∛n)",
		Complete:      true,
		atMostOne:     product3,
		atMostOneSize: product3Size,
	}
}

func product3(f *CNF, x []int32) {
	if len(x) <= recursionFloor {
		pairwise(f, x)
		return
	}
	p, q, r := box(len(x))
	planes := [3][]int32{f.newVariables(p), f.newVariables(q), f.newVariables(r)}
	for k, xk := range x {
		f.Add(-xk, planes[0][k%p])
		f.Add(-xk, planes[1][k/p%q])
		f.Add(-xk, planes[2][k/p/q])
	}
	for _, direction := range planes {
		product3(f, direction)
	}
}

func product3Size(n int) Size {
	if n <= recursionFloor {
		return pairwiseSize(n)
	}
	p, q, r := box(n)
	return Size{p + q + r, 3 * n}.plus(product3Size(p)).plus(product3Size(q)).plus(product3Size(r))
}

// box returns the sides of the box for n literals that is nearest to a cube.
func box(n int) (p, q, r int) {
	p = int(math.Ceil(math.Cbrt(float64(n))))
	q = int(math.Ceil(math.Sqrt(float64(n) / float64(p))))
	return p, q, (n + p*q - 1) / (p * q)
}
