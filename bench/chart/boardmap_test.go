package chart

import (
	"bytes"
	"strings"
	"testing"
)

// TestBoardMap: every part is drawn with its value where there is room, and the
// scale goes from the least to the greatest; the same parts give the same bytes.
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
