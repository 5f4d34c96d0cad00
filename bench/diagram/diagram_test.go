package diagram

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nqueens"
	"nqueens/family"
)

// read returns the elements of an SVG by name, and its texts. It fails if the SVG is not
// well-formed.
func read(t rapid.TB, svg []byte) (elements map[string][]xml.StartElement, texts []string) {
	t.Helper()
	elements = map[string][]xml.StartElement{}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return elements, texts
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local] = append(elements[token.Name.Local], token.Copy())
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				texts = append(texts, text)
			}
		}
	}
}

func drawn(t rapid.TB, draw func() ([]byte, error)) []byte {
	t.Helper()
	picture, err := draw()
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func contains(texts []string, want string) bool {
	for _, text := range texts {
		if text == want {
			return true
		}
	}
	return false
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func TestPieces(t *testing.T) {
	for _, c := range []struct {
		problem, solution, symbol string
		pieces                    int
	}{
		{"queens(8)", "a2,b4,c6,d8,e3,f1,g7,h5", "#queen", 8},
		{"queens(8)", "a2,b4", "#queen", 2},
		{"queens(8, given=a2+b4+c6+a2)", "", "#queen", 3},
		{"queens(8, given=a2)", "b4,c6", "#queen", 2},
		{"torus(5)", "a1,b3,c5,d2,e4", "#queen", 5},
		{"rooks(3)", "a1,b2,c3", "#rook", 3},
		{"superqueens(1)", "a1", "#superqueen", 1},
		{"queens(300)", "a1,b3", "#dot", 2},
		{"queens(8)", "", "", 0},
	} {
		page := Page{Boards: []Board{{Problem: parse(t, c.problem), Solution: solution(t, c.solution)}}}
		elements, texts := read(t, drawn(t, page.SVG))
		uses := elements["use"]
		if len(uses) != c.pieces || len(elements["symbol"]) != min(c.pieces, 1) {
			t.Errorf("%s %s: %d pieces of %d kinds, want %d", c.problem, c.solution, len(uses), len(elements["symbol"]), c.pieces)
		}
		for _, use := range uses {
			if href := attribute(use, "href"); href != c.symbol {
				t.Errorf("%s: piece %s, want %s", c.problem, href, c.symbol)
			}
		}
		name := page.Boards[0].Problem.String()
		if c.solution != "" {
			name += ": " + c.solution
		}
		if !contains(texts, name) {
			t.Errorf("%s: no title element %q in %q", c.problem, name, texts)
		}
	}
}

// TestPlaces checks that the SVG has the pieces on the squares of the solution.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		ranks := rapid.Permutation(make([]int, n)).Draw(t, "ranks")
		var want nqueens.Solution
		for file := range ranks {
			want = append(want, nqueens.On(file, rapid.IntRange(0, n-1).Draw(t, "rank")))
		}
		page := Page{Boards: []Board{{Problem: nqueens.Problem{Family: family.Rooks, N: n}, Solution: want}}}
		l, err := page.layout()
		if err != nil {
			t.Fatal(err)
		}
		elements, _ := read(t, drawn(t, page.SVG))
		b := l.boards[0]
		for i, use := range elements["use"] {
			var x, y float64
			fmt.Sscan(attribute(use, "x"), &x)
			fmt.Sscan(attribute(use, "y"), &y)
			got := nqueens.On(int((x-b.x)/b.square+0.5), n-1-int((y-b.y)/b.square+0.5))
			if got != want[i] {
				t.Fatalf("piece %d stands on %v, want %v", i, got, want[i])
			}
		}
	})
}

// at returns the colour in the PNG at a point of the square, given by its distances to the right
// and down from the square's corner as fractions of the side.
func at(page Page, picture image.Image, square nqueens.Square, right, down float64) color.NRGBA {
	l, err := page.layout()
	if err != nil {
		panic(err)
	}
	b := l.boards[0]
	p := b.corner(square)
	x, y := (p.x+right*b.square)*dotsPerUnit, (p.y+down*b.square)*dotsPerUnit
	return color.NRGBAModel.Convert(picture.At(int(x), int(y))).(color.NRGBA)
}

func TestMarks(t *testing.T) {
	page := Page{Boards: []Board{{
		Problem:  parse(t, "queens(8, given=a2, blocked=d4+e4, excluded=sum:13+diff:-2+sum:0)"),
		Solution: solution(t, "a2,b4,c6,d8,e3,f1,g7,h5"),
	}}}
	picture, err := png.Decode(bytes.NewReader(drawn(t, page.PNG)))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		square      string
		right, down float64
		want        color.NRGBA
		what        string
	}{
		{"c6", 0.5, 0.5, ink, "a queen"},
		{"c6", 0.05, 0.95, light, "the ground beside a queen"},
		{"e3", 0.5, 0.5, ink, "a queen on a dark square"},
		{"e3", 0.05, 0.95, dark, "the dark ground beside a queen"},
		{"b1", 0.5, 0.5, light, "an empty light square"},
		{"c1", 0.5, 0.5, dark, "an empty dark square"},
		{"a2", 0.05, 0.5, given, "the frame of a given"},
		{"a2", 0.95, 0.5, given, "the frame of a given, right"},
		{"a2", 0.5, 0.5, ink, "the queen within the frame"},
		{"f1", 0.05, 0.5, light, "no frame without a given"},
		{"d4", 0.5, 0.5, hatching, "the hatching of a blocked square"},
		{"d4", 0.02, 0.02, closed, "the ground of a blocked square"},
		{"c4", 0.5, 0.5, light, "the square beside a blocked one"},
		{"g8", 0.5, 0.5, forbidden, "an excluded diagonal"},
		{"h7", 0.5, 0.5, forbidden, "the other end of it"},
		{"d6", 0.5, 0.5, forbidden, "an excluded diagonal that rises"},
		{"a3", 0.5, 0.5, forbidden, "its lower end"},
		{"f8", 0.5, 0.5, forbidden, "its upper end"},
		{"a1", 0.5, 0.5, forbidden, "the shortest diagonal"},
		{"d5", 0.5, 0.5, light, "the square below a diagonal"},
	} {
		square, err := nqueens.ParseSquare(c.square)
		if err != nil {
			t.Fatal(err)
		}
		if got := at(page, picture, square, c.right, c.down); got != c.want {
			t.Errorf("%s at %s: %v, want %v", c.what, c.square, got, c.want)
		}
	}
	if got := color.NRGBAModel.Convert(picture.At(0, 0)); got != (color.NRGBA{0xff, 0xff, 0xff, 0xff}) {
		t.Errorf("the page is %v, not white", got)
	}
}

func TestSizes(t *testing.T) {
	for _, n := range []int{1, 2, 30, 192, MaxSize} {
		page := Page{Boards: []Board{{Problem: nqueens.Problem{Family: family.Queens, N: n}}}}
		svg := drawn(t, page.SVG)
		elements, _ := read(t, svg)
		var width, height int
		root := elements["svg"][0]
		fmt.Sscan(attribute(root, "width"), &width)
		fmt.Sscan(attribute(root, "height"), &height)
		size, err := png.DecodeConfig(bytes.NewReader(drawn(t, page.PNG)))
		if err != nil || size.Width != 2*width || size.Height != 2*height {
			t.Errorf("n = %d: PNG %d × %d, SVG %d × %d, %v", n, size.Width, size.Height, width, height, err)
		}
		if size.Width > 2400 || size.Height > 2400 {
			t.Errorf("n = %d: a PNG of %d × %d", n, size.Width, size.Height)
		}
		if len(svg) > 600_000 {
			t.Errorf("n = %d: the SVG has %d bytes", n, len(svg))
		}
	}
}

func TestLabels(t *testing.T) {
	texts := func(n int) []string {
		page := Page{Boards: []Board{{Problem: nqueens.Problem{Family: family.Queens, N: n}}}}
		elements, texts := read(t, drawn(t, page.SVG))
		return texts[len(texts)-len(elements["text"]):]
	}
	if got, want := strings.Join(texts(4), " "), "a 1 b 2 c 3 d 4"; got != want {
		t.Errorf("n = 4: %s, want %s", got, want)
	}
	if got, want := strings.Join(texts(100)[:8], " "), "a 1 e 5 j 10 o 15"; got != want {
		t.Errorf("n = 100: %s, want %s", got, want)
	}
	if got := texts(MaxSize); len(got) > 150 || got[len(got)-1] != "1000" {
		t.Errorf("n = %d: %q", MaxSize, got)
	}
}

func TestWords(t *testing.T) {
	page := Page{Title: "a < b & “c”", Boards: []Board{
		{Problem: parse(t, "queens(4)"), Caption: []string{"<b>&amp;</b> \x00\xff 王", "two"}},
		{Problem: parse(t, "queens(4)"), Caption: []string{strings.Repeat("several words ", 8)}},
	}}
	_, texts := read(t, drawn(t, page.SVG))
	for _, want := range []string{"a < b & “c”", "<b>&amp;</b> ?? ?", "two", "several words several words several"} {
		if !contains(texts, want) {
			t.Errorf("no text %q in %q", want, texts)
		}
	}
}

func TestDeterminism(t *testing.T) {
	page := Page{Title: "twice", Boards: append(fundamental(t)[:2], marked(t))}
	for _, draw := range []func() ([]byte, error){page.SVG, page.PNG} {
		if !bytes.Equal(drawn(t, draw), drawn(t, draw)) {
			t.Error("the same page gives other bytes")
		}
	}
}

// TestGrid checks that boards do not overlap and stay on the page, whatever is drawn together.
func TestGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		page := Page{Columns: rapid.IntRange(0, 9).Draw(t, "columns"), Title: rapid.String().Draw(t, "title")}
		for range rapid.IntRange(1, 12).Draw(t, "boards") {
			page.Boards = append(page.Boards, Board{
				Problem: nqueens.Problem{Family: family.Queens, N: rapid.IntRange(1, 150).Draw(t, "n")},
				Caption: rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "caption"),
			})
		}
		l, err := page.layout()
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range l.boards {
			wide, high := b.extent()
			if b.x-b.labels.left < 0 || b.x+wide > l.width || b.y < 0 || b.y+high+b.labels.below > l.height {
				t.Fatalf("board %d leaves the page of %v × %v", i, l.width, l.height)
			}
			if b.words.y+b.captionHeight() > l.height {
				t.Fatalf("caption %d leaves the page", i)
			}
			for j, c := range l.boards[:i] {
				other, _ := c.extent()
				beside := c.x+other <= b.x-b.labels.left || b.x+wide <= c.x-c.labels.left
				if below := c.words.y+c.captionHeight() <= b.y+captionSpace; !beside && !below {
					t.Fatalf("boards %d and %d meet", j, i)
				}
			}
		}
	})
}

// TestAlone checks that the size of a single board does not depend on the number of columns.
func TestAlone(t *testing.T) {
	for n := 1; n <= MaxSize; n += 7 {
		for _, columns := range []int{0, 5} {
			l, err := Page{Columns: columns, Boards: []Board{{Problem: nqueens.Problem{Family: family.Rooks, N: n}}}}.layout()
			if err != nil || l.boards[0].square != whole(squareSide(n)) {
				t.Fatalf("%d squares a side in %d columns: %v, %+v", n, columns, err, l.boards)
			}
		}
	}
	// Two boards have half of the width each; with many, each has the smallest width of a board.
	for boards, want := range map[int]float64{2: (gridWidth - gap) / 2, 8: leastBoard} {
		page := Page{Columns: boards, Boards: slices.Repeat([]Board{{Problem: nqueens.Problem{Family: family.Rooks, N: 60}}}, boards)}
		l, err := page.layout()
		if err != nil || l.boards[0].square != whole(want/60) {
			t.Errorf("%d boards: %v, squares of %v, want %v", boards, err, l.boards[0].square, whole(want/60))
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	for _, n := range []int{8, 100, MaxSize} {
		page := Page{Boards: []Board{{Problem: nqueens.Problem{Family: family.Queens, N: n}, Solution: placement(n)}}}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := page.PNG(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestTextHasLength checks that every line of text states its width, so that no viewer's font makes
// it too long.
func TestTextHasLength(t *testing.T) {
	svg, err := Page{Title: "eight", Boards: []Board{{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Caption: []string{"a & b"}}}}.SVG()
	if err != nil {
		t.Fatal(err)
	}
	if all, sized := bytes.Count(svg, []byte("<text ")), bytes.Count(svg, []byte(` textLength="`)); all == 0 || all != sized {
		t.Errorf("%d of %d lines of text say how wide they are", sized, all)
	}
}
