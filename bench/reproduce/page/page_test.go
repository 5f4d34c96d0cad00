package page

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/bench/chart"
	"nqueens/bench/diagram"
	"nqueens/family"
)

// figures are two charts that can be drawn.
func figures() []chart.Figure {
	var list []chart.Figure
	for _, name := range []string{"one", "two"} {
		list = append(list, chart.Points{Name: name, Title: "Chart " + name, Series: []chart.Series{{Name: "x", Points: []chart.Point{{X: 1, Y: 2}, {X: 2, Y: 3}}}}}.Figure())
	}
	return list
}

func board() diagram.Page {
	return diagram.Page{Title: "A board", Boards: []diagram.Board{{Problem: nqueens.Problem{Family: family.Queens, N: 4}}}}
}

// TestPage checks that a page has the added parts in order, and a file for each picture.
func TestPage(t *testing.T) {
	var p Page
	p.Heading("H")
	p.Text("%d words", 2)
	p.Figure(figures()...)
	p.Boards("board", board())
	p.Table([][]string{{"n", "count"}, {"4", "2"}})
	p.Verdict(Verdict{Kind: SameValue, What: "a"}, Verdict{Kind: Wrong, What: "b", Why: "c"})
	p.Verdict()
	const want = "## H\n\n2 words\n\n![Chart one](one.svg)\n\n![Chart two](two.svg)\n\n![A board](board.svg)\n\n" +
		"|   n | count |\n| --: | ----: |\n|   4 |     2 |\n\n- a: **same value**\n- b: **WRONG**: c\n\n"
	if got := p.Markdown(); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
	if got := p.Failures(); len(got) != 1 || !strings.Contains(got[0], "b") {
		t.Errorf("failures %q", got)
	}
	dir := t.TempDir()
	if err := p.Draw(dir, true); err != nil {
		t.Fatal(err)
	}
	var names []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	for _, name := range []string{"board.png", "board.svg", "one.svg", "one.csv", "two.svg"} {
		if !slices.Contains(names, name) {
			t.Errorf("no %s in %q", name, names)
		}
	}
}

// A picture that cannot be written is an error, of whichever kind it is.
func TestPageNotDrawn(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(nowhere, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var charts, boards Page
	charts.Figure(figures()[0])
	boards.Boards("board", board())
	for name, p := range map[string]*Page{"charts": &charts, "boards": &boards} {
		if p.Draw(nowhere, false) == nil {
			t.Errorf("%s were drawn into a file", name)
		}
	}
}
