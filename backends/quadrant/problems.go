package quadrant

import (
	"fmt"

	"nqueens"
	"nqueens/family"
)

// TaskProblems returns boards that any backend can count. The sum of their counts, each multiplied
// by the coefficient of its summand, is the result of the task.
func (b Backend) TaskProblems(r nqueens.Request, task int) ([]nqueens.Summand, error) {
	c, err := b.counter(r)
	if err != nil {
		return nil, err
	}
	if task < 0 || task >= c.Tasks() {
		return nil, fmt.Errorf("there is no task %d: this board has %d, numbered from 0", task, c.Tasks())
	}
	return c.plan.taskProblems(task), nil
}

// TasksWith returns the tasks whose choice has the given queens in their halves of the board.
func (b Backend) TasksWith(r nqueens.Request, given []nqueens.Square) (tasks []int, err error) {
	c, err := b.counter(r)
	if err != nil {
		return nil, err
	}
	n := r.Problem.N
	m, odd := n/2, n%2
	var east, west choice // the rows that have a given queen in the east half, and in the west half
	for _, s := range given {
		rows := &west
		if s.File >= m+odd {
			rows = &east
		}
		switch {
		case s.Rank >= m+odd:
			rows.north |= 1 << (s.Rank - m - odd)
		case s.Rank < m:
			rows.south |= 1 << (m - 1 - s.Rank)
		}
	}
	for task := range c.Tasks() {
		if rows := c.plan.choice(task); rows.north&east.north == east.north && rows.south&east.south == east.south &&
			rows.north&west.north == 0 && rows.south&west.south == 0 {
			tasks = append(tasks, task)
		}
	}
	return tasks, nil
}

// taskProblems distinguishes solutions by their queens on the western main diagonals. Boards can
// allow queens there or forbid them, but not require one, so it adds and subtracts counts.
func (p *evenPlan[P]) taskProblems(task int) (terms []nqueens.Summand) {
	m, c := p.board.m, p.choices[task]
	flagged, bare := p.weights(c)
	for _, t := range []struct {
		north, south bool // whether queens may be on the north-western and on the south-western half of the main diagonals
		times        int64
	}{
		{false, false, int64(bare)}, {true, false, -2 * int64(flagged)}, {false, true, -2 * int64(flagged)}, {true, true, 4 * int64(flagged)},
	} {
		if t.times == 0 {
			continue
		}
		board := splitBoard(2*m, c)
		for u := range m {
			board.Blocked = append(board.Blocked, nqueens.Square{File: m + u, Rank: m + u}, nqueens.Square{File: m + u, Rank: m - 1 - u})
			if !t.north {
				board.Blocked = append(board.Blocked, nqueens.Square{File: m - 1 - u, Rank: m + u})
			}
			if !t.south {
				board.Blocked = append(board.Blocked, nqueens.Square{File: m - 1 - u, Rank: m - 1 - u})
			}
		}
		terms = append(terms, nqueens.Summand{Problem: board, Times: t.times})
	}
	return terms
}

// taskProblems distinguishes solutions by the queen of the middle column.
func (p *oddPlan[W, P]) taskProblems(task int) (terms []nqueens.Summand) {
	m, c := p.form.board.m, p.choices[task]
	if task >= p.empty {
		board := splitBoard(2*m+1, c)
		board.Given = []nqueens.Square{{File: m, Rank: m}}
		return []nqueens.Summand{{Problem: board, Times: int64(orbit(m, c))}}
	}
	for r := 1; r < m; r++ {
		if c.north>>(r-1)&1 != 0 {
			continue
		}
		board := splitBoard(2*m+1, c)
		board.Given = []nqueens.Square{{File: m, Rank: m + r}}
		for file := range 2*m + 1 { // the queen of the middle row is further out, in the west
			if m-file <= r {
				board.Blocked = append(board.Blocked, nqueens.Square{File: file, Rank: m})
			}
		}
		terms = append(terms, nqueens.Summand{Problem: board, Times: 8})
	}
	return terms
}

// splitBoard returns a board on which the queens of the chosen rows are in the east half, and those
// of all other rows except the middle row are not.
func splitBoard(n int, c choice) nqueens.Problem {
	p := nqueens.Problem{Family: family.Queens, N: n}
	m, odd := n/2, n%2
	for v := range m {
		for rank, east := range map[int]bool{m + odd + v: c.north>>v&1 != 0, m - 1 - v: c.south>>v&1 != 0} {
			for file := range n {
				if east != (file >= m+odd) {
					p.Blocked = append(p.Blocked, nqueens.Square{File: file, Rank: rank})
				}
			}
		}
	}
	return p
}
