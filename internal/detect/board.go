package detect

// fitsBoard matches a drawing: rows of equal length, each square ., # or a piece.
func fitsBoard(t *text) verdict {
	rows, columns, broken := 0, 0, false
	v := verdict{}
	for _, l := range t.lines {
		free, pieces, others := t.squares(l)
		if rows == 0 {
			columns = free + pieces
		}
		rows++
		broken = broken || others > 0 || free+pieces != columns
		if !broken {
			v.lines++
		}
		if v.level == no && free > 0 && free+pieces >= others { // a drawing, possibly with a mistake
			v.level, v.at = begins, l.number
		}
	}
	if rows > 0 && !broken {
		return verdict{fits, rows, t.lines[0].number}
	}
	return v
}

// isRow reports whether a line is a row of a board with a free or blocked square.
func (t *text) isRow(l line) bool {
	free, _, others := t.squares(l)
	return free > 0 && others == 0
}

// squares counts the squares of a row that are free or blocked, those with a piece, and other
// characters.
func (t *text) squares(l line) (free, pieces, others int) {
	for _, word := range l.words {
		for _, c := range []byte(word) {
			switch {
			case c == '.' || c == '#':
				free++
			case t.Piece != nil && t.Piece(c):
				pieces++
			default:
				others++
			}
		}
	}
	return free, pieces, others
}
