package searchsize

import "math/big"

// Power returns the number of ways to choose one of n squares for each of k pieces: n^k.
func Power(n, k int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(n)), big.NewInt(int64(k)), nil)
}

// Falling returns the falling factorial n · (n − 1) · … of k factors: the ordered choices of k of n.
func Falling(n, k int) *big.Int {
	return new(big.Int).MulRange(int64(n-k+1), int64(n))
}

// Choose returns the binomial coefficient: the choices of k of n without an order.
func Choose(n, k int) *big.Int {
	all := Falling(n, k)
	return all.Quo(all, Falling(k, k))
}

// A Tree has the numbers of steps of backtracking row by row, for all solutions of n queens.
type Tree struct {
	Nodes   []uint64 // by depth: number of partial placements without conflict
	Squares uint64   // squares tested if all squares of a row are
	Unused  uint64   // squares tested if only unused columns are
}

// Walk walks through the tree and increments a counter for each step. It takes about 5 ms for n = 10
// and five to six times as long for each further queen.
func Walk(n int) Tree {
	w := walker{columns: make([]bool, n), sums: make([]bool, 2*n), diffs: make([]bool, 2*n)}
	w.Nodes = make([]uint64, n+1)
	w.grow(0)
	return w.Tree
}

// A walker holds the lines that the queens above the current row attack.
type walker struct {
	Tree
	columns, sums, diffs []bool
}

// grow counts the subtree with all rows before this one filled.
func (w *walker) grow(row int) {
	w.Nodes[row]++
	n := len(w.columns)
	if row == n {
		return
	}
	for c := range n {
		w.Squares++
		if w.columns[c] {
			continue
		}
		w.Unused++
		if s, d := row+c, row-c+n; !w.sums[s] && !w.diffs[d] {
			w.columns[c], w.sums[s], w.diffs[d] = true, true, true
			w.grow(row + 1)
			w.columns[c], w.sums[s], w.diffs[d] = false, false, false
		}
	}
}
