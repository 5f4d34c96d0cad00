package instance

import (
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestCorner checks with all permutations of the corner's columns that no queens fit there, and
// that its rows and columns are closed elsewhere.
func TestCorner(t *testing.T) {
	const n, least = 16, 5
	for side := cornerLeast + 1; side <= 8; side++ {
		for seed := range uint64(4) {
			p, err := Recipe{Kind: Corner, N: n, Size: side, Least: least}.Make(t.Context(), seed)
			if err != nil {
				t.Fatal(err)
			}
			closed := p.Closed()
			open := func(row, column int) bool { return !closed[row*n+column] }
			rows, columns := make([]int, n), make([]int, n)
			for row := range n {
				for column := range n {
					if !open(row, column) {
						continue
					}
					if (row < side) != (column < side) {
						t.Fatalf("side %d, seed %d: row %d and column %d join corner and rest", side, seed, row, column)
					}
					rows[row]++
					columns[column]++
				}
			}
			for i := range n {
				if i >= side && rows[i] != least || i < side && min(rows[i], columns[i]) < cornerLeast {
					t.Errorf("side %d, seed %d: row %d has %d squares, column %d %d", side, seed, i, rows[i], i, columns[i])
				}
			}
			permutations(upTo(side), func(columns []int) {
				var s nqueens.Solution
				for row, column := range columns {
					if !open(row, column) {
						return
					}
					s = append(s, nqueens.Placement{Square: square(row, column)})
				}
				if (nqueens.Problem{Family: family.Queens, N: side}).Check(s) == nil {
					t.Errorf("side %d, seed %d: the corner has the solution %v", side, seed, s)
				}
			})
		}
	}
}

// permutations calls visit with every order of the list.
func permutations(list []int, visit func([]int)) {
	var fill func(from int)
	fill = func(from int) {
		if from == len(list) {
			visit(list)
			return
		}
		for i := from; i < len(list); i++ {
			list[from], list[i] = list[i], list[from]
			fill(from + 1)
			list[from], list[i] = list[i], list[from]
		}
	}
	fill(0)
}
