package diagram

import (
	"errors"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"

	"nqueens"
	"nqueens/internal/atomicfile"
	"nqueens/internal/table"
)

// MaxSize is the largest side of a board that is drawn. A square then has a width of two dots in a
// PNG.
const MaxSize = 1000

// maxDots limits the area of a page as a PNG, and so the memory for drawing it: 128 MB.
const maxDots = 32_000_000

// A Board is one diagram.
type Board struct {
	Problem nqueens.Problem
	// Solution holds the pieces to draw: all, some or wrong ones. If it is empty, the problem's
	// givens are drawn.
	Solution nqueens.Solution
	// Marked are squares with an error; two are joined by a line.
	Marked  []nqueens.Square
	Tinted  []nqueens.Square          // squares with a different background colour
	Crossed []nqueens.Square          // squares with a small cross: no piece can stand there
	Framed  []nqueens.Square          // squares with a thin frame, which are the reason for a step or a conclusion
	Notes   map[nqueens.Square]string // a word on a square without a piece, such as a number
	Caption []string                  // paragraphs below the board
}

// A Page is one picture.
type Page struct {
	Title   string // above the boards, if not empty
	Boards  []Board
	Columns int // number of boards side by side; 0 chooses it automatically
}

// SVG draws the page. One unit is one CSS pixel.
func (p Page) SVG() ([]byte, error) {
	l, err := p.layout()
	if err != nil {
		return nil, err
	}
	s := &svg{}
	l.draw(s)
	return s.document(l.width, l.height, p.subject()), nil
}

// PNG draws the page with two dots to a unit of the SVG.
func (p Page) PNG() ([]byte, error) {
	l, err := p.layout()
	if err != nil {
		return nil, err
	}
	s := newRaster(l.width, l.height)
	l.draw(s)
	return s.encode()
}

// Image draws the page as PNG does.
func (p Page) Image() (image.Image, error) {
	l, err := p.layout()
	if err != nil {
		return nil, err
	}
	s := newRaster(l.width, l.height)
	l.draw(s)
	return s.image(), nil
}

// subject returns the description of the whole page for screen readers.
func (p Page) subject() string {
	switch {
	case p.Title != "":
		return p.Title
	case len(p.Boards) == 1:
		return p.Boards[0].Problem.String()
	}
	return table.Plural(len(p.Boards), "board")
}

func (p Page) check() error {
	if len(p.Boards) == 0 {
		return errors.New("a page needs a board to draw")
	}
	if p.Columns < 0 {
		return fmt.Errorf("a page has at least one column (0: chosen), not %d", p.Columns)
	}
	for i, b := range p.Boards {
		if err := b.Check(); err != nil {
			if len(p.Boards) > 1 {
				err = fmt.Errorf("board %d: %w", i+1, err)
			}
			return err
		}
	}
	return nil
}

// Check returns an error if the board cannot be drawn: its problem must be valid, it must not be
// too large, and its pieces must be on it. It can be called before there is a solution. It does not
// check whether the solution is right.
func (b Board) Check() error {
	if err := b.Problem.Validate(); err != nil {
		return err
	}
	if !b.Problem.HasBoard() {
		return errors.New("a formula has no board to draw")
	}
	board := b.Problem.Board()
	if board.Side() > MaxSize {
		return fmt.Errorf("a board of %d squares a side is too large to draw (at most %d)", board.Side(), MaxSize)
	}
	for _, s := range b.Marked {
		if !board.Contains(s) {
			return fmt.Errorf("the marked square (file %d, rank %d, from 0) is off the board (a1 to %v)", s.File, s.Rank, board.Last())
		}
	}
	stands := map[nqueens.Square]bool{}
	for _, s := range b.Solution.Squares() {
		if !board.Contains(s) {
			return fmt.Errorf("the solution's square (file %d, rank %d, from 0) is off the board (a1 to %v)",
				s.File, s.Rank, board.Last())
		}
		if stands[s] {
			return fmt.Errorf("the solution names %v twice", s)
		}
		stands[s] = true
	}
	return nil
}

// pieces returns the pieces to draw.
func (b Board) pieces() nqueens.Solution {
	if len(b.Solution) > 0 {
		return b.Solution
	}
	return b.Problem.Laid()
}

// columns returns the number of boards side by side.
func (p Page) columns() int {
	k := len(p.Boards)
	switch {
	case p.Columns > 0:
		return min(p.Columns, k)
	case k <= 3:
		return k
	}
	return min(int(math.Ceil(math.Sqrt(float64(k)))), 8)
}

// CheckPath returns an error if Write cannot write a picture to the path. The name must end in .svg,
// .png or .pdf, and the file, or else its folder, must be writable.
func CheckPath(path string) error {
	if _, err := format(path); err != nil {
		return err
	}
	dir := filepath.Dir(path)
	switch info, err := os.Stat(dir); {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("picture %s: there is no folder %s", path, dir)
	case err != nil:
		return fmt.Errorf("picture %s: %w", path, err)
	case !info.IsDir():
		return fmt.Errorf("picture %s: %s is not a folder", path, dir)
	}
	// Only an attempt shows on every system what can be written.
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return fmt.Errorf("picture %s: it is a folder", path)
		}
		there, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return fmt.Errorf("picture %s: the existing file cannot be overwritten", path)
		}
		return there.Close()
	}
	probe, err := os.CreateTemp(dir, ".picture-*")
	if err != nil {
		return fmt.Errorf("picture %s: the folder %s cannot be written", path, dir)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// format returns the path's ending, in lower case.
func format(path string) (string, error) {
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case ".svg", ".png", ".pdf":
		return ending, nil
	case "":
		return "", fmt.Errorf("picture %s: the name must end in .svg, .png or .pdf; it has no ending", path)
	default:
		return "", fmt.Errorf("picture %s: the name must end in .svg, .png or .pdf, not %s", path, ending)
	}
}

// Write draws the page into a file, as SVG, PNG or PDF according to its ending.
func (p Page) Write(path string) error {
	ending, err := format(path)
	if err != nil {
		return err
	}
	draw := map[string]func() ([]byte, error){".svg": p.SVG, ".png": p.PNG, ".pdf": p.PDF}[ending]
	picture, err := draw()
	if err != nil {
		return fmt.Errorf("picture %s: %w", path, err)
	}
	if err := atomicfile.WriteFile(path, picture); err != nil {
		return fmt.Errorf("writing a picture: %w", err)
	}
	return nil
}
