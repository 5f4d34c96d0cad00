package classic

import "nqueens"

// Permutations returns the brute-force method: all ways to put one queen in each row and each
// column, in lexicographic order, each tested pair by pair.
//
// What to notice: of 40,320 boards for 8 queens, 92 are solutions. It tests again whether the first
// two queens attack each other for each of the (n − 2)! boards with them; all other methods test it
// once.
//
// It has no partial placements: the statistic "placements" is the number of permutations, complete
// placements of n queens, and "pairs" the number of pairs of queens compared.
func Permutations() *Method {
	return newMethod("permutations", "every permutation in lexicographic order, tested pair by pair",
		limit{20, "counts up to n! in a 64-bit word"}, permutations, nqueens.CountAll, nqueens.FindAll)
}

func permutations(s *search) {
	q := make([]int, s.n)
	for k := range q {
		q[k] = k
	}
	tested, pairs := 0, 0
	for !s.stop.Load() {
		tested++
		i, j := firstClash(q)
		pairs += j*(j-1)/2 + i
		if j == len(q) && !s.permuted(q) {
			break
		}
		// The next permutation: the last number with a larger one after it is exchanged with the
		// smallest such, and all after it are reversed.
		i = len(q) - 2
		for after := q[i+1]; i >= 0 && q[i] > after; i-- {
			after = q[i]
		}
		if i < 0 {
			break
		}
		c := q[i]
		j = len(q) - 1
		for q[j] < c {
			j--
		}
		q[i], q[j] = q[j], c
		for i, j = i+1, len(q)-1; i < j; i, j = i+1, j-1 {
			q[i], q[j] = q[j], q[i]
		}
	}
	s.placements, s.pairs = uint64(tested), uint64(pairs)
}

// firstClash tests the queens pair by pair until two share a diagonal. It returns the number of
// earlier queens with which queen j was compared, up to the clash; j is the number of queens if
// there is none.
func firstClash(q []int) (i, j int) {
	for j := 1; j < len(q); j++ {
		difference, sum := q[j]-j, q[j]+j
		for i, c := range q[:j] {
			if c-i == difference || c+i == sum {
				return i + 1, j
			}
		}
	}
	return 0, len(q)
}

// permuted records a solution, and reports whether the search continues.
func (s *search) permuted(q []int) bool {
	var ranks squares
	for file, rank := range q {
		ranks[uint8(file)] = uint8(rank)
	}
	return s.solved(&ranks)
}
