package chart

import (
	"bytes"
	"strings"
	"testing"
)

// TestWinnersChart checks that each word, label and contender is written, that the same map gives
// the same bytes, and that an empty map is drawn.
func TestWinnersChart(t *testing.T) {
	w := Winners{
		Name: "w", Title: "who", Caption: "c", X: "diagonals", Y: "size n", Columns: []string{"1", "2", "3"}, Rows: []string{"10", "12"},
		Contenders: []string{"alpha", "beta"},
		Fields:     []Field{{Column: 0, Row: 0, Contender: 0, Word: "1.5"}, {Column: 2, Row: 1, Contender: 1, Word: "20.7"}},
	}
	var first, again, empty bytes.Buffer
	for _, out := range []*bytes.Buffer{&first, &again} {
		if err := w.Figure().WriteSVG(out, false); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), again.Bytes()) {
		t.Error("the same map gives other bytes")
	}
	for _, want := range []string{">alpha<", ">beta<", ">1.5<", ">20.7<", ">12<", ">diagonals<", ">size n<"} {
		if !strings.Contains(first.String(), want) {
			t.Errorf("nothing says %s", want)
		}
	}
	if err := (Winners{Name: "empty"}).Figure().WritePNG(&empty); err != nil {
		t.Fatal(err)
	}
}

// TestSpreads checks that a series without a name is drawn but not named, that a shaded one has an
// area and no bars, and that a scale of shares ends at 1.
func TestSpreads(t *testing.T) {
	points := []Point{{X: 2, Y: 0.5, Low: 0.4, High: 0.7}, {X: 50, Y: 0.9, Low: 0.6, High: 0.95}}
	draw := func(s ...Series) string {
		var b bytes.Buffer
		p := Points{Name: "p", X: Scale{Title: "d", Even: true}, Y: Scale{Title: "part", Shares: true}, Series: s}
		if err := p.Figure().WriteSVG(&b, false); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	bars := draw(Series{Name: "a", Points: points})
	shaded := draw(Series{Name: "a", Shaded: true, Points: points})
	with := draw(Series{Name: "a", Points: points}, Series{Joined: true, Bare: true, Points: points})
	for _, want := range []string{">0<", ">1<", ">10<", ">50<"} {
		if !strings.Contains(bars, want) {
			t.Errorf("no label %s", want)
		}
	}
	if bars == shaded || strings.Count(with, "<text") != strings.Count(bars, "<text") || len(with) <= len(bars) {
		t.Error("the area, or the series without a name, makes no difference or has a name")
	}
	a := Scale{Log: true, Shares: true}.axis([]float64{0.003, 0.9})
	if a.min != 0.001 || a.max != 1 || a.labels()[0] != "0.001" {
		t.Errorf("%+v", a)
	}
}

// TestBoardMap checks that every part is drawn, with its value if there is room, that the scale
// covers all values, and that the same parts give the same bytes.
func TestBoardMap(t *testing.T) {
	m := BoardMap{Name: "b", Title: "a board", Caption: "c", Unit: "density", Parts: [][]float64{{0.25, 1}, {1.5, 2.25}}}
	var first, again, many, level, empty bytes.Buffer
	for _, out := range []*bytes.Buffer{&first, &again} {
		if err := m.Figure().WriteSVG(out, false); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), again.Bytes()) {
		t.Error("the same parts give other bytes")
	}
	for _, want := range []string{">0.25<", ">1.00<", ">1.50<", ">2.25<", ">0.65<", ">density<"} {
		if !strings.Contains(first.String(), want) {
			t.Errorf("nothing says %s", want)
		}
	}
	m.Parts = make([][]float64, 64)
	for i := range m.Parts {
		m.Parts[i] = make([]float64, 64)
		m.Parts[i][0] = float64(i)
	}
	if err := m.Figure().WriteSVG(&many, false); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(many.String(), ">17.00<") || !strings.Contains(many.String(), ">63.00<") {
		t.Error("small parts are written on, or the scale has no end")
	}
	m.Parts = [][]float64{{1, 1}, {1, 1}}
	if err := m.Figure().WriteSVG(&level, false); err != nil || strings.Contains(level.String(), "NaN") {
		t.Errorf("equal values: %v", err)
	}
	m.Parts = nil
	if err := m.Figure().WritePNG(&empty); err != nil {
		t.Fatal(err)
	}
}
