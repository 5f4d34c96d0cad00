package instance

import (
	"fmt"

	"nqueens"
)

// RandomCompletion places queens on an empty board, none attacking another:
// each of at most n² attempts chooses one of the rows without a queen and one
// of the columns without a queen, and a queen is placed where they meet unless
// a diagonal is taken. It may get stuck, and then returns a *GaveUp.
//
// This is the first generator of I. P. Gent, C. Jefferson and P. Nightingale,
// Complexity of n-Queens Completion, JAIR 59, 2017. Givens are in the order in
// which they were placed.
func RandomCompletion(r Random, n, queens int) (nqueens.Problem, error) {
	if err := (Recipe{Kind: Completion, N: n, Size: queens}).Validate(); err != nil {
		return nqueens.Problem{}, err
	}
	p := nqueens.Problem{Family: nqueens.Queens, N: n}
	rows, columns := upTo(n), upTo(n)
	sums, differences := make([]bool, 2*n-1), make([]bool, 2*n-1)
	for attempt := 0; len(p.Given) < queens; attempt++ {
		if attempt == n*n {
			return nqueens.Problem{}, &GaveUp{
				What: fmt.Sprintf("placing %d queens on a board of %d squares a side", queens, n),
				Why:  fmt.Sprintf("after %d attempts there were %d", attempt, len(p.Given)),
			}
		}
		i, j := r.Below(len(rows)), r.Below(len(columns))
		row, column := rows[i], columns[j]
		if sums[row+column] || differences[row-column+n-1] {
			continue
		}
		sums[row+column], differences[row-column+n-1] = true, true
		p.Given = append(p.Given, square(row, column))
		rows, columns = without(rows, i), without(columns, j)
	}
	return p, nil
}

// without removes the entry at i, whose place the last one takes.
func without(list []int, i int) []int {
	last := len(list) - 1
	list[i] = list[last]
	return list[:last]
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// square is the square of a row and a column, both from 0. The published files
// count the rows from the bottom, as ranks are counted.
func square(row, column int) nqueens.Square {
	return nqueens.Square{File: column, Rank: row}
}
