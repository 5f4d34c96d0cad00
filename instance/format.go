package instance

import (
	"bufio"
	"fmt"
	"io"

	"nqueens"
	"nqueens/internal/detect"
	"nqueens/internal/suggest"
)

// A Format is a text format of instances. Read detects it by the content.
type Format struct {
	Name      string
	About     string // one line for listings
	Extension string // of file names, with the dot
	// refuses returns an error if the format cannot express the problem.
	refuses func(p nqueens.Problem) error
	write   func(w *bufio.Writer, p nqueens.Problem)
}

// Formats returns every format. Rows are ranks and columns are files.
func Formats() []Format {
	return []Format{
		{
			Name: string(Completion), Extension: ".param", refuses: anyOf(onlyGivens, queensOnly), write: writeCompletion,
			About: "Essence: letting n, letting init: queens as [row, column] from 0",
		}, {
			Name: string(ExcludedDiagonals), Extension: ".param", refuses: anyOf(onlyDiagonals, queensOnly), write: writeDiagonals,
			About: "n, numdiags, diags: [row + column, 1] or [row − column + n − 1, 0], from 0",
		}, {
			Name: string(Blocked), Extension: ".param", refuses: anyOf(noGivens, queensOnly), write: writeBlocked,
			About: "Essence: letting n, letting blocks: squares as [row, column] from 1",
		}, {
			Name: "asp", Extension: ".lp", refuses: queensOnly, write: writeFacts,
			About: "ASP facts num(1). …, block(row,column)., queen(row,column). from 1",
		}, {
			Name: "asp-board", Extension: ".lp", refuses: queensOnly, write: writeBoardFacts,
			About: "the same with board(n). for the size",
		}, {
			Name: "minizinc", Extension: ".dzn", refuses: anyOf(noGivens, queensOnly), write: writeMiniZinc,
			About: "MiniZinc data n, m, row, col: m blocked squares from 1",
		}, {
			Name: "board", Extension: ".txt", refuses: freeGivens, write: writeBoard,
			About: "a drawing: a letter for a piece, . free, # blocked",
		},
	}
}

// FormatNamed returns the format with the given name.
func FormatNamed(name string) (Format, error) {
	return suggest.Named("instance format", name, Formats(), func(f Format) string { return f.Name })
}

// FormatOf returns the format for a problem: the published format of its kind, otherwise a board.
func FormatOf(p nqueens.Problem) Format {
	name := "board"
	switch {
	case !p.PlacesQueens():
	case len(p.Blocked) == 0 && len(p.Excluded) == 0:
		name = string(Completion)
	case len(p.Given) == 0 && len(p.Blocked) == 0:
		name = string(ExcludedDiagonals)
	case len(p.Given) == 0 && len(p.Excluded) == 0:
		name = string(Blocked)
	}
	f, _ := FormatNamed(name) // each of these names exists
	return f
}

// Write writes the problem in the format. In formats without diagonals, the squares of excluded
// diagonals are blocked squares. Write returns an error before it writes anything if the format
// cannot express the problem.
func (f Format) Write(w io.Writer, p nqueens.Problem) error {
	if err := f.CanExpress(p); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	f.write(out, p)
	if err := out.Flush(); err != nil { // the first error of all writes
		return fmt.Errorf("writing %s: %w", f.Name, err)
	}
	return nil
}

// CanExpress returns an error if the problem is invalid or the format cannot express it.
func (f Format) CanExpress(p nqueens.Problem) error {
	err := p.Validate()
	switch {
	case err != nil:
	case !p.HasBoard():
		err = fmt.Errorf("a formula has no board")
	case p.Symmetric != nqueens.Identity:
		err = fmt.Errorf("no format can express a symmetry (%v)", p.Symmetric)
	case p.Board().Side() > limit(p):
		err = fmt.Errorf("%d squares a side: at most %d can be written", p.Board().Side(), limit(p))
	default:
		err = f.refuses(p)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", f.Name, err)
	}
	return nil
}

// MaxSize is the largest side of an instance's board if only queens are given. Other boards have at
// most nqueens.MaxModelSize squares a side.
const MaxSize = 1 << 16

func limit(p nqueens.Problem) int {
	if len(p.Blocked)+len(p.Excluded) > 0 {
		return nqueens.MaxModelSize
	}
	return MaxSize
}

func anyOf(refusals ...func(nqueens.Problem) error) func(nqueens.Problem) error {
	return func(p nqueens.Problem) error {
		for _, refuses := range refusals {
			if err := refuses(p); err != nil {
				return err
			}
		}
		return nil
	}
}

func queensOnly(p nqueens.Problem) error {
	if !p.PlacesQueens() {
		return fmt.Errorf("the format supports queens only, and this problem is of the family %s; the format board supports all pieces", p.Family.Name)
	}
	if placed := len(distinct(p.Given)); placed > p.N {
		return fmt.Errorf("%d queens are placed, and there is room for %d", placed, p.N)
	}
	return nil
}

func noGivens(p nqueens.Problem) error {
	if len(p.Given) > 0 {
		return fmt.Errorf("the format cannot write given queens, and %v is given", p.Given[0])
	}
	return nil
}

func onlyGivens(p nqueens.Problem) error {
	switch {
	case len(p.Blocked) > 0:
		return fmt.Errorf("the format writes only given queens, and %v is blocked", p.Blocked[0])
	case len(p.Excluded) > 0:
		return fmt.Errorf("the format writes only given queens, and the diagonal %v is excluded: translate the problem with --to", p.Excluded[0])
	}
	return nil
}

func onlyDiagonals(p nqueens.Problem) error {
	if len(p.Blocked) > 0 {
		return fmt.Errorf("the format writes only excluded diagonals, and %v is blocked", p.Blocked[0])
	}
	return noGivens(p)
}

// freeGivens returns an error if a given square is closed, because a board can show only one of the
// two.
func freeGivens(p nqueens.Problem) error {
	board := p.Board()
	if board.Side() > nqueens.MaxModelSize {
		return fmt.Errorf("%d squares a side: at most %d can be drawn", board.Side(), nqueens.MaxModelSize)
	}
	closed := p.Closed()
	for _, g := range p.Given {
		if closed[board.Index(g)] {
			return fmt.Errorf("the given square %v is closed, and a board shows one of the two", g)
		}
	}
	return nil
}

// Three formats are written exactly as the published generators print them: two spaces after the
// equals sign, one after each comma.

func writeCompletion(w *bufio.Writer, p nqueens.Problem) {
	fmt.Fprintf(w, "letting n =  %d\nletting init =  ", p.N)
	writeList(w, ", ", distinct(p.Given), func(s nqueens.Square) { fmt.Fprintf(w, "[%d, %d]", s.Rank, s.File) }, "\n")
}

func writeBlocked(w *bufio.Writer, p nqueens.Problem) {
	fmt.Fprintf(w, "letting n =  %d\nletting blocks =  ", p.N)
	writeList(w, ", ", closedSquares(p), func(s nqueens.Square) { fmt.Fprintf(w, "[%d, %d]", s.Rank+1, s.File+1) }, "\n")
}

func writeDiagonals(w *bufio.Writer, p nqueens.Problem) {
	excluded := distinct(p.Excluded)
	fmt.Fprintf(w, "n =  %d\nnumdiags =  %d\ndiags =  ", p.N, len(excluded))
	writeList(w, ", ", excluded, func(d nqueens.Diagonal) {
		number, kind := published(d, p.N)
		fmt.Fprintf(w, "[%d, %d]", number, kind)
	}, "\n")
}

// writeList writes a list in brackets.
func writeList[T any](w *bufio.Writer, separator string, list []T, write func(T), end string) {
	w.WriteByte('[')
	for i, item := range list {
		if i > 0 {
			w.WriteString(separator)
		}
		write(item)
	}
	w.WriteString("]" + end)
}

func writeFacts(w *bufio.Writer, p nqueens.Problem) {
	for i := range p.N {
		fmt.Fprintf(w, "num(%d).\n", i+1)
	}
	writeSquareFacts(w, p)
}

func writeBoardFacts(w *bufio.Writer, p nqueens.Problem) {
	fmt.Fprintf(w, "board(%d).\n", p.N)
	writeSquareFacts(w, p)
}

func writeSquareFacts(w *bufio.Writer, p nqueens.Problem) {
	for _, s := range closedSquares(p) {
		fmt.Fprintf(w, "block(%d,%d).\n", s.Rank+1, s.File+1)
	}
	for _, s := range distinct(p.Given) {
		fmt.Fprintf(w, "queen(%d,%d).\n", s.Rank+1, s.File+1)
	}
}

func writeMiniZinc(w *bufio.Writer, p nqueens.Problem) {
	blocked := closedSquares(p)
	fmt.Fprintf(w, "n = %d;\nm = %d;\nrow = ", p.N, len(blocked))
	writeList(w, ",", blocked, func(s nqueens.Square) { fmt.Fprint(w, s.Rank+1) }, ";\n")
	w.WriteString("col = ")
	writeList(w, ",", blocked, func(s nqueens.Square) { fmt.Fprint(w, s.File+1) }, ";\n")
}

func writeBoard(w *bufio.Writer, p nqueens.Problem) { w.WriteString(p.Draw(p.Laid())) }

// distinct returns the list without repetitions, in order of first occurrence.
func distinct[T comparable](list []T) []T {
	seen := make(map[T]bool, len(list))
	kept := make([]T, 0, len(list))
	for _, item := range list {
		if !seen[item] {
			seen[item] = true
			kept = append(kept, item)
		}
	}
	return kept
}

// closedSquares returns the blocked squares and those of excluded diagonals, by row.
func closedSquares(p nqueens.Problem) []nqueens.Square {
	if len(p.Blocked)+len(p.Excluded) == 0 {
		return nil // the board may be too large to visit every square
	}
	var squares []nqueens.Square
	for i, closed := range p.Closed() {
		if closed {
			squares = append(squares, square(i/p.N, i%p.N))
		}
	}
	return squares
}

// InputFormats returns the names of the formats that can be read.
func InputFormats() []string { return detect.Readable() }

// InputFormat returns the full name of a format that can be read, or an error.
func InputFormat(name string) (string, error) {
	f, err := detect.Named(name)
	return f.Name, err
}
