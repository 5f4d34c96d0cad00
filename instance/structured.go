package instance

import (
	"context"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/table"
)

// A Structure holds the parameters of the kind Structured in addition to those of a corner.
type Structure struct {
	// Bridges is the number of open squares that connect the corner with the rest of the board:
	// that many in the corner's rows outside its columns, and as many in the corner's columns
	// outside its rows.
	Bridges int `json:"bridges,omitempty"`
	// Hall is the number of rows outside the corner whose open squares are all in the same Hall − 1
	// columns, so that these rows cannot be filled (P. Hall, On Representatives of Subsets, 1935);
	// 0 means none.
	Hall int `json:"hall,omitempty"`
	// Permuted puts rows and columns in random order at the end. Properties that depend only on
	// rows and columns remain. The diagonals change, so that a corner may become solvable.
	Permuted bool `json:"permuted,omitempty"`
	// Turns is the number of quarter turns by which the board is rotated, 0 to 3.
	Turns int `json:"turns,omitempty"`
}

// RandomStructured hides an unsolvable corner in a larger board, as RandomCorner does, opens
// bridges between the two, and adds the rest of the structure. With bridges there may be a
// solution. Without a corner (side 0) each row has least open squares. A board with an empty row or
// column is discarded, at most a hundred times.
func RandomStructured(ctx context.Context, r Random, n, side, least int, s Structure) (nqueens.Problem, error) {
	if err := (Recipe{Kind: Structured, N: n, Size: side, Least: least, Structure: s}).Validate(); err != nil {
		return nqueens.Problem{}, err
	}
	const attempts = 100
	for range attempts {
		open, err := structured(ctx, r, n, side, least, s)
		if err != nil {
			return nqueens.Problem{}, err
		}
		rows, columns := make([]bool, n), make([]bool, n)
		for i, isOpen := range open {
			rows[i/n], columns[i%n] = rows[i/n] || isOpen, columns[i%n] || isOpen
		}
		if !slices.Contains(rows, false) && !slices.Contains(columns, false) {
			return s.arrange(r, n, open), nil
		}
	}
	return nqueens.Problem{}, &GaveUp{
		What: fmt.Sprintf("making a board of %d squares a side", n),
		Why:  fmt.Sprintf("each of %d had an empty row or column", attempts),
	}
}

// structured returns whether each square is open, row by row, before rows and columns are permuted.
func structured(ctx context.Context, r Random, n, side, least int, s Structure) ([]bool, error) {
	open := make([]bool, n*n)
	if side > 0 {
		p, err := RandomCorner(ctx, r, n, side, least)
		if err != nil {
			return nil, err
		}
		for i, closed := range p.Closed() {
			open[i] = !closed
		}
	} else {
		columns := upTo(n)
		for row := range n {
			shuffle(r, columns)
			for _, column := range columns[:least] {
				open[row*n+column] = true
			}
		}
	}
	for opened := 0; opened < s.Bridges; {
		row, column := r.Below(side), side+r.Below(n-side)
		if !open[row*n+column] {
			open[row*n+column] = true
			opened++
		}
	}
	for opened := 0; opened < s.Bridges; {
		row, column := side+r.Below(n-side), r.Below(side)
		if !open[row*n+column] {
			open[row*n+column] = true
			opened++
		}
	}
	if s.Hall > 0 {
		rows, columns := upTo(n-side), upTo(n-side)
		shuffle(r, rows)
		shuffle(r, columns)
		room := columns[:s.Hall-1]
		for _, row := range rows[:s.Hall] {
			line := open[(side+row)*n:][:n]
			clear(line)
			shuffle(r, room)
			for _, column := range room[:min(least, len(room))] {
				line[side+column] = true
			}
		}
	}
	return open, nil
}

// arrange permutes and rotates a board.
func (s Structure) arrange(r Random, n int, open []bool) nqueens.Problem {
	rows, columns := upTo(n), upTo(n)
	if s.Permuted {
		shuffle(r, rows)
		shuffle(r, columns)
	}
	p := nqueens.Problem{Family: family.Queens, N: n}
	for i, isOpen := range open {
		if isOpen {
			continue
		}
		row, column := rows[i/n], columns[i%n]
		for range s.Turns {
			row, column = column, n-1-row
		}
		p.Blocked = append(p.Blocked, square(row, column))
	}
	slices.SortFunc(p.Blocked, byRow)
	return p
}

func (r Recipe) checkStructured() error {
	if r.Size != 0 {
		if err := r.checkCorner(); err != nil {
			return err
		}
	}
	switch s, outside := r.Structure, r.N-r.Size; {
	case r.Published:
		return wrong("published", "instances of the kind %s are not published", r.Kind)
	case s.Bridges < 0 || s.Bridges > r.Size*outside:
		return wrong("bridges", "%s: a corner of %d squares a side on a board of %d can have 0 to %d", table.Plural(s.Bridges, "bridge"), r.Size, r.N, r.Size*outside)
	case s.Hall < 0 || s.Hall == 1 || s.Hall > outside:
		return wrong("hall", "%s with one column less: there can be 2 to %d, or 0 for none", table.Plural(s.Hall, "row"), outside)
	case s.Turns < 0 || s.Turns > 3:
		return wrong("turns", "%d quarter turns: there can be 0 to 3", s.Turns)
	}
	return nil
}

// text returns the structure's part of a file name, such as "b2-h5-permuted-turn1".
func (s Structure) text() string {
	text := fmt.Sprintf("b%d", s.Bridges)
	if s.Hall > 0 {
		text += fmt.Sprintf("-h%d", s.Hall)
	}
	if s.Permuted {
		text += "-permuted"
	}
	if s.Turns > 0 {
		text += fmt.Sprintf("-turn%d", s.Turns)
	}
	return text
}
