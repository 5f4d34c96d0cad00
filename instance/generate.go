package instance

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/table"
)

// RandomDiagonals excludes diagonals of an empty board until no other can be excluded, and returns
// them in that order. As long as both kinds remain, a coin decides whether a sum or a difference
// diagonal is next; within a kind all are equally likely. A diagonal is skipped if it would leave a
// row or column with fewer than least open squares. FirstDiagonals(p, d) keeps the first d.
//
// This is the second generator of I. P. Gent, C. Jefferson and P. Nightingale, Complexity of
// n-Queens Completion, JAIR 59, 2017, where least is 4.
func RandomDiagonals(r Random, n, least int) (nqueens.Problem, error) {
	if err := (Recipe{Kind: ExcludedDiagonals, N: n, Size: All, Least: least}).Validate(); err != nil {
		return nqueens.Problem{}, err
	}
	sums, differences := upTo(2*n-1), upTo(2*n-1)
	shuffle(r, sums)
	shuffle(r, differences)
	b := newOpenBoard(n, least)
	p := nqueens.Problem{Family: family.Queens, N: n}
	for len(sums)+len(differences) > 0 {
		sum := len(differences) == 0
		if !sum && len(sums) > 0 {
			sum = r.Below(2) == 1
		}
		from := &differences
		if sum {
			from = &sums
		}
		last := len(*from) - 1
		d := diagonal((*from)[last], sum, n)
		*from = (*from)[:last]
		if b.exclude(d) {
			p.Excluded = append(p.Excluded, d)
		}
	}
	return p, nil
}

// FirstDiagonals returns the problem with only the first d of its excluded diagonals. If p has
// fewer than d excluded diagonals, it returns a *GaveUp.
func FirstDiagonals(p nqueens.Problem, d int) (nqueens.Problem, error) {
	if d > len(p.Excluded) {
		return nqueens.Problem{}, &GaveUp{
			What: fmt.Sprintf("excluding %s of a board of %d squares a side", table.Plural(d, "diagonal"), p.N),
			Why:  fmt.Sprintf("after %d no other could be", len(p.Excluded)),
		}
	}
	p.Excluded = p.Excluded[:d:d]
	return p, nil
}

// diagonal returns the diagonal with a published number: row + column of a sum diagonal, row −
// column + n − 1 of a difference diagonal.
func diagonal(number int, sum bool, n int) nqueens.Diagonal {
	if sum {
		return nqueens.Diagonal{Sum: true, Value: number}
	}
	return nqueens.Diagonal{Value: n - 1 - number} // file − rank is column − row
}

// published returns the number and the kind of a diagonal in the format of the published instances:
// row + column and kind 1 for a sum diagonal, row − column + n − 1 and kind 0 for a difference
// diagonal. It is the inverse of diagonal.
func published(d nqueens.Diagonal, n int) (number, kind int) {
	if d.Sum {
		return d.Value, 1
	}
	return n - 1 - d.Value, 0
}

// along returns the squares of a diagonal, row by row.
func along(d nqueens.Diagonal, n int) []nqueens.Square {
	var squares []nqueens.Square
	for row := range n {
		column := row + d.Value
		if d.Sum {
			column = d.Value - row
		}
		if column >= 0 && column < n {
			squares = append(squares, square(row, column))
		}
	}
	return squares
}

// An openBoard counts the open squares of rows and columns, and keeps at least least in each.
type openBoard struct {
	n, least      int
	closed        []bool
	rows, columns []int // numbers of open squares
}

func newOpenBoard(n, least int) *openBoard {
	all := []int{n}
	return &openBoard{n: n, least: least, closed: make([]bool, n*n), rows: slices.Repeat(all, n), columns: slices.Repeat(all, n)}
}

// spares reports whether an open square may be closed.
func (b *openBoard) spares(row, column int) bool {
	return b.rows[row] > b.least && b.columns[column] > b.least
}

func (b *openBoard) close(row, column int) {
	b.closed[row*b.n+column] = true
	b.rows[row]--
	b.columns[column]--
}

// exclude closes the squares of a diagonal, all or none, and reports whether it did.
func (b *openBoard) exclude(d nqueens.Diagonal) bool {
	var open []nqueens.Square
	for _, s := range along(d, b.n) {
		if b.closed[s.Rank*b.n+s.File] {
			continue
		}
		if !b.spares(s.Rank, s.File) {
			return false
		}
		open = append(open, s)
	}
	for _, s := range open {
		b.close(s.Rank, s.File)
	}
	return true
}

// RandomCompletion places queens that do not attack each other on an empty board. Each of at most
// n² attempts chooses a row without a queen and a column without a queen, and places a queen at the
// intersection unless one of its diagonals is taken. If the attempts run out, RandomCompletion
// returns a *GaveUp.
//
// This is the first generator of I. P. Gent, C. Jefferson and P. Nightingale, Complexity of
// n-Queens Completion, JAIR 59, 2017. Givens are in the order in which they were placed.
func RandomCompletion(r Random, n, queens int) (nqueens.Problem, error) {
	if err := (Recipe{Kind: Completion, N: n, Size: queens}).Validate(); err != nil {
		return nqueens.Problem{}, err
	}
	p := nqueens.Problem{Family: family.Queens, N: n}
	rows, columns := upTo(n), upTo(n)
	sums, differences := make([]bool, 2*n-1), make([]bool, 2*n-1)
	for attempt := 0; len(p.Given) < queens; attempt++ {
		if attempt == n*n {
			return nqueens.Problem{}, &GaveUp{
				What: fmt.Sprintf("placing %s on a board of %d squares a side", table.Plural(queens, "queen"), n),
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

// without returns the list without entry i. It moves the last entry to its place.
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

// square returns the square of a row and a column, both counted from 0. The published files count
// rows from the bottom, like ranks.
func square(row, column int) nqueens.Square {
	return nqueens.Square{File: column, Rank: row}
}

// blockedAttempts is the number of attempts of RandomBlocked.
const blockedAttempts = 1000

// RandomBlocked blocks squares of an empty board. It visits the squares in random order and blocks
// each whose row and column both have more than least open squares, until enough are blocked. If
// the squares run out it starts again, and after 1000 attempts it returns a *GaveUp. On a large
// board that takes minutes, unless the context ends first.
//
// This is the third generator of I. P. Gent, C. Jefferson and P. Nightingale, Complexity of
// n-Queens Completion, JAIR 59, 2017. Blocked squares are sorted by row.
func RandomBlocked(ctx context.Context, r Random, n, blocks, least int) (nqueens.Problem, error) {
	if err := (Recipe{Kind: Blocked, N: n, Size: blocks, Least: least}).Validate(); err != nil {
		return nqueens.Problem{}, err
	}
	for range blockedAttempts {
		if ctx.Err() != nil {
			return nqueens.Problem{}, context.Cause(ctx)
		}
		b, order := newOpenBoard(n, least), upTo(n*n)
		shuffle(r, order)
		blocked := make([]nqueens.Square, 0, blocks)
		for _, i := range order {
			if len(blocked) == blocks {
				break
			}
			if row, column := i/n, i%n; b.spares(row, column) {
				b.close(row, column)
				blocked = append(blocked, square(row, column))
			}
		}
		if len(blocked) == blocks {
			slices.SortFunc(blocked, byRow)
			return nqueens.Problem{Family: family.Queens, N: n, Blocked: blocked}, nil
		}
	}
	return nqueens.Problem{}, &GaveUp{
		What: fmt.Sprintf("blocking %s of a board of %d squares a side", table.Plural(blocks, "square"), n),
		Why:  fmt.Sprintf("each of %d attempts ended with fewer", blockedAttempts),
	}
}

// byRow compares squares by row, then by column.
func byRow(a, b nqueens.Square) int {
	return cmp.Or(a.Rank-b.Rank, a.File-b.File)
}
