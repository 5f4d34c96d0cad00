package instance

import "nqueens"

// checker makes a problem of what was read, and refuses what does not fit on
// its board.
type checker struct {
	*lexer
	p nqueens.Problem
}

func (c *checker) size(n int32, at place) error {
	if n < 1 || n > MaxSize {
		return c.wrongAt(at, "n is %d; a board has 1 to %d squares a side", n, MaxSize)
	}
	c.p.N = int(n)
	return nil
}

// small refuses a board that is too large for anything but placed queens.
func (c *checker) small(items []item) error {
	if len(items) > 0 && c.p.N > nqueens.MaxModelSize {
		return c.wrongAt(items[0].at, "the board has %d squares a side; one with blocked squares has at most %d", c.p.N, nqueens.MaxModelSize)
	}
	return nil
}

// room refuses more placed queens than files.
func (c *checker) room(items []item) error {
	if len(items) > c.p.N {
		return c.wrongAt(items[c.p.N].at, "%d queens are placed, and there is room for %d", len(items), c.p.N)
	}
	return nil
}

// squares are pairs of row and column, counted from the number from. There are
// no two equal ones.
func (c *checker) squares(items []item, from int32) ([]nqueens.Square, error) {
	if from == 1 { // blocked squares are counted from 1, in every format
		if err := c.small(items); err != nil {
			return nil, err
		}
	}
	squares := make([]nqueens.Square, 0, len(items))
	seen := make(map[nqueens.Square]int, len(items))
	last := from + int32(c.p.N) - 1
	for i, it := range items {
		if it.a < from || it.a > last || it.b < from || it.b > last {
			return nil, c.wrongAt(it.at, "the square at row %d and column %d is off the board, which has rows and columns %d to %d", it.a, it.b, from, last)
		}
		s := square(int(it.a-from), int(it.b-from))
		if first, twice := seen[s]; twice {
			return nil, c.wrongAt(it.at, "the square at row %d and column %d is there twice, first in line %d, column %d; once is right",
				it.a, it.b, items[first].at.line, items[first].at.column)
		}
		seen[s] = i
		squares = append(squares, s)
	}
	return squares, nil
}

// diagonals are pairs of a number and a kind.
func (c *checker) diagonals(items []item) error {
	if err := c.small(items); err != nil {
		return err
	}
	seen := make(map[item]place, len(items))
	last := int32(2*c.p.N - 2)
	for _, it := range items {
		if it.b != 0 && it.b != 1 {
			return c.wrongAt(it.at, "diagonal [%d, %d]: the second number is 1 for a sum or 0 for a difference", it.a, it.b)
		}
		if it.a < 0 || it.a > last {
			return c.wrongAt(it.at, "diagonal [%d, %d] is off the board, which has diagonals 0 to %d", it.a, it.b, last)
		}
		if first, twice := seen[item{a: it.a, b: it.b}]; twice {
			return c.wrongAt(it.at, "diagonal [%d, %d] is there twice, first in line %d, column %d; once is right", it.a, it.b, first.line, first.column)
		}
		seen[item{a: it.a, b: it.b}] = it.at
		c.p.Excluded = append(c.p.Excluded, diagonal(int(it.a), it.b == 1, c.p.N))
	}
	return nil
}
