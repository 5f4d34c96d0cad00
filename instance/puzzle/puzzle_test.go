package puzzle

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens/dlx"
)

func kind(t *testing.T, name string) Kind {
	t.Helper()
	all := Kinds()
	i := slices.IndexFunc(all, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		t.Fatalf("no kind %s", name)
	}
	return all[i]
}

// TestPublishedCounts counts the solutions of puzzles whose number is published.
func TestPublishedCounts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind string
		Request
		want uint64
	}{
		// OEIS A014552, which counts an arrangement and its reverse as one.
		{"langford", Request{Size: "3"}, 2 * 1},
		{"langford", Request{Size: "4"}, 2 * 1},
		{"langford", Request{Size: "5"}, 0},
		{"langford", Request{Size: "7"}, 2 * 26},
		{"langford", Request{Size: "8"}, 2 * 150},
		// OEIS A107739.
		{"sudoku", Request{Size: "1"}, 1},
		{"sudoku", Request{Size: "4"}, 288},
		{"sudoku", Request{Size: "4", Grid: "1..1 .... .... ...."}, 0},
		{"sudoku", Request{Size: "9", Grid: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."}, 1},
		// C. B. and J. Haselgrove, 1960: each tiling in four reflections.
		{"pentominoes", Request{Size: "3x20"}, 4 * 2},
		{"pentominoes", Request{Size: "20x3"}, 4 * 2},
		{"pentominoes", Request{Size: "1x5"}, 1},
	} {
		p, err := kind(t, test.kind).Cover(test.Request)
		if err != nil {
			t.Fatalf("%s %s: %v", test.kind, test.Size, err)
		}
		var text strings.Builder
		if _, err := p.WriteTo(&text); err != nil {
			t.Fatal(err)
		}
		read, err := dlx.Read(strings.NewReader(text.String()))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := read.NewSearch(dlx.Config{}).Count(t.Context()); err != nil || got != test.want {
			t.Errorf("%s %s: %d solutions and error %v, want %d", test.kind, test.Size, got, err, test.want)
		}
	}
}

// TestSmallRectangles compares tilings by some of the pieces with a search cell by cell.
func TestSmallRectangles(t *testing.T) {
	t.Parallel()
	var shapes [][][]square // by piece
	for _, piece := range pieces {
		shapes = append(shapes, orientations(piece.rows))
	}
	for _, size := range [][2]int{{2, 5}, {3, 5}, {5, 4}, {5, 5}, {3, 10}} {
		p, err := kind(t, "pentominoes").Cover(Request{Size: fmt.Sprintf("%dx%d", size[0], size[1])})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.NewSearch(dlx.Config{}).Count(t.Context())
		if want := fill(make([]bool, size[0]*size[1]), size[1], shapes, map[int]bool{}); err != nil || got != want {
			t.Errorf("%v: %d tilings and error %v, want %d", size, got, err, want)
		}
	}
}

// fill returns the number of ways to fill the free cells with pieces not yet used.
func fill(full []bool, columns int, shapes [][][]square, used map[int]bool) (ways uint64) {
	first := slices.Index(full, false)
	if first < 0 {
		return 1
	}
	for k, orientations := range shapes {
		if used[k] {
			continue
		}
		for _, shape := range orientations {
			var cells []int
			for _, s := range shape { // its first square covers the first free cell
				row, column := first/columns+s.row, first%columns+s.column-shape[0].column
				if at := row*columns + column; column >= 0 && column < columns && at < len(full) && !full[at] {
					cells = append(cells, at)
				}
			}
			if len(cells) < len(shape) {
				continue
			}
			for _, at := range cells {
				full[at] = true
			}
			used[k] = true
			ways += fill(full, columns, shapes, used)
			used[k] = false
			for _, at := range cells {
				full[at] = false
			}
		}
	}
	return ways
}

// TestWordSquares compares the squares with all choices of rows.
func TestWordSquares(t *testing.T) {
	t.Parallel()
	words := strings.Fields("ape are ate bee eat era été oat pat pea rat tar tea too ear ate")
	p, err := kind(t, "word-square").Cover(Request{Size: "3", Words: words})
	if err != nil {
		t.Fatal(err)
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(words)))
	want := uint64(0)
	for _, a := range distinct {
		for _, b := range distinct {
			for _, c := range distinct {
				rows := [][]rune{[]rune(a), []rune(b), []rune(c)}
				ok := true
				for k := range 3 {
					ok = ok && slices.Contains(distinct, string([]rune{rows[0][k], rows[1][k], rows[2][k]}))
				}
				if ok {
					want++
				}
			}
		}
	}
	got, err := p.NewSearch(dlx.Config{}).Count(t.Context())
	if err != nil || got != want || want < 5 {
		t.Errorf("%d squares and error %v, want %d", got, err, want)
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		kind string
		Request
		want string
	}{
		{"langford", Request{Size: "0"}, `langford: size "0": write a number from 1 to 200`},
		{"langford", Request{Size: "3", Grid: "1"}, "langford has no grid"},
		{"langford", Request{Size: "3", Words: []string{"a"}}, "langford has no words"},
		{"sudoku", Request{Size: "8"}, "sudoku: size 8: boxes are square, so write 4, 9, 16 or 25"},
		{"sudoku", Request{Size: "4", Grid: "123"}, "sudoku: the grid has 3 cells, not 16"},
		{"sudoku", Request{Size: "4", Grid: "1234 5... .... ...."}, "sudoku: cell 5 of the grid is '5': write 1 to 4, or . for an empty one"},
		{"pentominoes", Request{Size: "60"}, `pentominoes: size "60": write rows and columns, as in 6x10`},
		{"pentominoes", Request{Size: "7x7"}, "pentominoes: size 7x7: 49 cells, but twelve pieces of five tile 60 cells, and fewer of them 55, 50 and so on"},
		{"word-square", Request{Size: "5"}, "word-square needs a list of words"},
		{"word-square", Request{Size: "5", Words: []string{"word"}}, "word-square: none of the 1 words has 5 letters"},
	} {
		if _, err := kind(t, test.kind).Cover(test.Request); err == nil || err.Error() != test.want {
			t.Errorf("%s %+v: error %v, want %s", test.kind, test.Request, err, test.want)
		}
	}
}
