package show

import (
	"fmt"
	"io"
	"math/big"
	"strings"
	"unicode/utf8"

	"nqueens"
	"nqueens/internal/searchsize"
)

// sizesTo is the largest board whose sizes of the search are shown. Larger boards have numbers of
// thousands of digits.
const sizesTo = 1000

// walkTo is the largest board whose backtracking is counted, step by step. The walk takes about
// 5 ms for it.
const walkTo = 10

// mostDigits is the number of digits up to which a number is written in full.
const mostDigits = 21

// A Size is the size of a search for all solutions of n queens.
type Size struct {
	Number *big.Int
	What   string // the search in words
}

// String returns the number with commas; a long number is rounded, as in "about 1.73 · 10^143".
func (s Size) String() string {
	digits := s.Number.String()
	if len(digits) > mostDigits {
		return "about " + strings.Replace(new(big.Float).SetInt(s.Number).Text('e', 2), "e+", " · 10^", 1)
	}
	first := (len(digits)-1)%3 + 1
	text := digits[:first]
	for i := first; i < len(digits); i += 3 {
		text += "," + digits[i:i+3]
	}
	return text
}

// Sizes returns the sizes of searches for all solutions of the problem, from any n squares of the
// board to backtracking. The numbers are computed by the functions of the reproduction
// "search-sizes". Sizes returns nil if the problem is not an empty n × n board of queens, or if the
// board is too large.
func Sizes(p nqueens.Problem) []Size {
	if !p.HasBoard() || !p.Bare() || !p.PlacesQueens() || p.N < 1 || p.N > sizesTo {
		return nil
	}
	n := p.N
	list := []Size{
		{searchsize.Choose(n*n, n), fmt.Sprintf("Put the queens on any %d of the %d squares.", n, n*n)},
		{searchsize.Power(n, n), fmt.Sprintf("Put one queen in each rank, on any of its squares: %d^%d.", n, n)},
		{searchsize.Falling(n, n), fmt.Sprintf("Put one queen in each rank and in each file. Each board is a permutation: %d!.", n)},
	}
	if n > walkTo {
		return list
	}
	tree := searchsize.Walk(n)
	return append(list,
		Size{new(big.Int).SetUint64(tree.Squares), "Backtracking: fill the ranks one after the other, try each square of a rank, and go back when none is left."},
		Size{new(big.Int).SetUint64(tree.Unused), "The same, but try only the files that have no queen yet."},
	)
}

// sizesTitle is the heading of the sizes.
const sizesTitle = "How large is the search?"

// sizesNote returns the sentences that say what the numbers for n queens count.
func sizesNote(n int) string {
	note := "Each of these searches finds all solutions of this board. The first three numbers count full boards."
	if n > walkTo {
		return note + fmt.Sprintf(" The steps of backtracking are counted only for boards up to %d × %d.", walkTo, walkTo)
	}
	return note + " The last two count the squares on which backtracking tries a queen."
}

// WriteSizes writes the Sizes of the problem as text, a line each. It writes nothing if there are none.
func WriteSizes(w io.Writer, p nqueens.Problem) error {
	sizes := Sizes(p)
	if sizes == nil {
		return nil
	}
	width := 0
	for _, s := range sizes {
		width = max(width, utf8.RuneCountInString(s.String()))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n%s\n", sizesTitle, sizesNote(p.N))
	for _, s := range sizes {
		fmt.Fprintf(&b, "%*s  %s\n", width, s, s.What)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
