package nqueens

import "strings"

// LineName returns the name of a Line of the problem's Model for a person. For "sum 5" on a board of 6 ranks
// it returns "diagonal a6–f1". A diagonal around joined edges has two parts: "diagonal a3–c1 with d4". If the
// Line restricts one digit, its name begins with the digit: "4 on diagonal a6–f1". The board of a magic square has
// a half for each digit of its numbers; its files are counted over both halves. LineName returns other names unchanged.
func (p Problem) LineName(name string) string {
	if !p.HasBoard() {
		return name
	}
	digit, line, of := strings.Cut(name, " on ")
	if !of {
		digit, line = "", name
	}
	board, shift, half := p.Board(), 0, ""
	wrap := p.Family.Rule != nil && p.Family.Rule.Wrap
	if left, in := strings.CutSuffix(line, " of false"); in {
		line, half = left, " of the left half"
	} else if right, in := strings.CutSuffix(line, " of true"); in {
		line, half, shift = right, " of the right half", p.N
	}
	if half != "" {
		board, wrap = Board{Files: p.N, Ranks: p.N}, true
	}
	d, err := ParseDiagonal(strings.Replace(line, " ", ":", 1))
	file, isFile := strings.CutPrefix(line, "file ")
	switch {
	case err == nil:
		line = "diagonal " + d.spans(board, wrap, shift)
	case isFile && half != "":
		if s, err := ParseSquare(file + "1"); err == nil {
			s.File += shift
			line = "file " + s.FileName()
		}
	default:
		line += half
	}
	if of {
		return digit + " on " + line
	}
	return line
}

// Name returns a name of the diagonal for a person, by its first and last square: "diagonal a6–f1".
func (d Diagonal) Name(b Board) string { return "diagonal " + d.spans(b, false, 0) }

// squares returns the squares of the diagonal in the order of files. With wrap, the edges of the board are
// joined: sums and differences are equal if they differ by a multiple of the number of files.
func (d Diagonal) squares(b Board, wrap bool) (list []Square) {
	for file := range b.Files {
		rank := file - d.Value
		if d.Sum {
			rank = d.Value - file
		}
		if wrap {
			rank = (rank%b.Files + b.Files) % b.Files
		}
		if s := On(file, rank).Square; b.Contains(s) {
			list = append(list, s)
		}
	}
	return list
}

// spans returns the ends of the parts of a diagonal, shifted by a number of files: "a3–c1 with d4".
func (d Diagonal) spans(b Board, wrap bool, shift int) string {
	step := 1
	if d.Sum {
		step = -1
	}
	var parts []string
	squares := d.squares(b, wrap)
	for len(squares) > 0 {
		length := 1
		for length < len(squares) && squares[length].Rank == squares[length-1].Rank+step {
			length++
		}
		first, last := squares[0], squares[length-1]
		first.File, last.File = first.File+shift, last.File+shift
		part := first.String()
		if length > 1 {
			part += "–" + last.String()
		}
		parts, squares = append(parts, part), squares[length:]
	}
	return strings.Join(parts, " with ")
}
