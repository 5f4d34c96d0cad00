package nqueens

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Regions divides a board into regions of any shape: the rows of the board, the highest rank first,
// with a slash between them. A square has the letter of its region. The letters are those of
// RegionLetters in the order in which a reader meets the regions, so that equal divisions are equal
// strings: "aab/acb/ccb".
type Regions string

// RegionLetters are the letters of regions in Regions.
const RegionLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// NewRegions returns the regions of a board from the names of the regions of its squares: the rows
// of the board, the highest rank first.
func NewRegions(rows [][]string) (Regions, error) {
	letters := map[string]byte{}
	var text []byte
	for i, row := range rows {
		if len(row) != len(rows[0]) {
			return "", fmt.Errorf("row %d has %d squares, and row 1 has %d", i+1, len(row), len(rows[0]))
		}
		if i > 0 {
			text = append(text, '/')
		}
		for _, name := range row {
			letter, seen := letters[name]
			if !seen {
				if len(letters) == len(RegionLetters) {
					return "", fmt.Errorf("row %d: more than %d regions", i+1, len(RegionLetters))
				}
				letter = RegionLetters[len(letters)]
				letters[name] = letter
			}
			text = append(text, letter)
		}
	}
	if len(letters) == 0 {
		return "", errors.New("there is no square")
	}
	return Regions(text), nil
}

// ParseRegions parses regions as in a problem's name. Each region may have any letter or digit, as
// in 0011/0211/3222/3332.
func ParseRegions(text string) (Regions, error) {
	var rows [][]string
	for i, line := range strings.Split(strings.TrimSpace(text), "/") {
		if at := strings.IndexFunc(line, func(c rune) bool { return !isRegionMark(c) }); at >= 0 {
			return "", fmt.Errorf("regions %s, row %d: %q is not a letter or digit", Regions(text).short(), i+1, []rune(line[at:])[0])
		}
		rows = append(rows, strings.Split(line, ""))
	}
	r, err := NewRegions(rows)
	if err != nil {
		err = fmt.Errorf("regions %s: %w", Regions(text).short(), err)
	}
	return r, err
}

func isRegionMark(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// Board returns the board that is divided.
func (r Regions) Board() Board {
	return Board{Files: strings.IndexByte(string(r)+"/", '/'), Ranks: 1 + strings.Count(string(r), "/")}
}

// Number returns the number of regions.
func (r Regions) Number() int {
	number := 0
	for _, c := range []byte(r) {
		number = max(number, 1+strings.IndexByte(RegionLetters, c))
	}
	return number
}

// BySquare returns the region of each square, from 0, in the order of Board.Squares.
func (r Regions) BySquare() []int {
	rows := strings.Split(string(r), "/")
	var list []int
	for _, row := range slices.Backward(rows) {
		for _, c := range []byte(row) {
			list = append(list, strings.IndexByte(RegionLetters, c))
		}
	}
	return list
}

// RegionsBySquare returns the division in which each square has the region with the given number;
// the squares are in the order of Board.Squares. Any numbers may stand for the regions.
func RegionsBySquare(board Board, region []int) (Regions, error) {
	var rows [][]string
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		var row []string
		for file := range board.Files {
			row = append(row, fmt.Sprint(region[board.Index(Square{file, rank})]))
		}
		rows = append(rows, row)
	}
	return NewRegions(rows)
}

// RegionName returns the name of a region, counted from 0, in messages and pictures: a capital
// letter for the first 26.
func RegionName(i int) string {
	c := RegionLetters[i]
	return string(c ^ 'a' ^ 'A')
}

// Symmetries returns the symmetries of the square that map every region to a region.
func (r Regions) Symmetries() []Symmetry {
	return slices.DeleteFunc(Symmetries(), func(g Symmetry) bool { return !r.keptBy(g) })
}

// keptBy reports whether a symmetry maps every region to a region.
func (r Regions) keptBy(g Symmetry) bool {
	board, region := r.Board(), r.BySquare()
	if g.Transposes() && !board.IsSquare() {
		return false
	}
	to := make([]int, r.Number())
	for i := range to {
		to[i] = -1
	}
	for i, s := range board.Squares() {
		image := region[board.Index(g.Apply(board, s))]
		if to[region[i]] < 0 {
			to[region[i]] = image
		}
		if to[region[i]] != image {
			return false
		}
	}
	return true
}

// short returns the regions for a message.
func (r Regions) short() string {
	const most = 60
	if len(r) <= most {
		return string(r)
	}
	first, _, _ := strings.Cut(string(r), "/")
	return first[:min(len(first), most)] + "/…"
}

// drawRegions draws the problem with the letters of its regions: "aQ a  b ".
func (p Problem) drawRegions(s Solution) string {
	board, region := p.Board(), p.Regions.BySquare()
	marks := bytes.Repeat([]byte{' '}, board.Size())
	for i, closed := range p.Closed() {
		if closed {
			marks[i] = '#'
		}
	}
	for _, at := range s {
		marks[board.Index(at.Square)] = p.Family.letterOf(at)
	}
	var b strings.Builder
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		var row []byte
		for file := range board.Files {
			i := board.Index(Square{file, rank})
			row = append(row, RegionLetters[region[i]], marks[i], ' ')
		}
		b.Write(bytes.TrimRight(row, " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// A Division is the statement of a problem with regions: pieces obey a Rule on the board, and each
// region has as many pieces as Each.
type Division struct {
	Rule    *Rule
	Regions Regions
	Each    int
}

// Division returns the problem's division; nil for a problem of a family without regions, or with
// a number of pieces that is not the default.
func (p Problem) Division() *Division {
	if p.Family == nil || p.Family.Divide == nil || p.Pieces != nil {
		return nil
	}
	return p.Family.Divide(p)
}

// validateRegions returns an error for regions of a family that has none and for those of another
// board.
func (p Problem) validateRegions() error {
	switch board := p.Board(); {
	case p.Regions == "":
		return nil
	case p.Family.Divide == nil:
		return fmt.Errorf("the family %s has no regions", p.Family.Name)
	case p.Regions.Board() != board:
		return fmt.Errorf("regions %s: they divide a board of %v squares, not %v", p.Regions.short(), p.Regions.Board(), board)
	}
	return nil
}
