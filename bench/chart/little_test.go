package chart

import (
	"bytes"
	"strings"
	"testing"
)

// svgOf returns a figure as SVG.
func svgOf(t *testing.T, f Figure) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.WriteSVG(&b, false); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestTooLittle checks that a chart without anything to draw has no axes and says what it needs,
// and that any other chart is drawn.
func TestTooLittle(t *testing.T) {
	const axis, words = "size n", "Too little to draw: needs at least "
	points := func(of int, bare bool, xs ...float64) Figure {
		s := Series{Name: "mean", Joined: true, Bare: bare}
		for _, x := range xs {
			s.Points = append(s.Points, Point{X: x, Y: x, Of: of})
		}
		return Points{Name: "x", Title: "A chart", X: Scale{Title: axis}, Y: Scale{Title: "y"}, Series: []Series{s}, Levels: []Level{{Value: 1, Name: "level"}}}.Figure()
	}
	for what, c := range map[string]struct {
		figure Figure
		needs  string // "" if it is drawn
	}{
		"no value":                   {points(0, false), "one value, and there is none."},
		"single instances":           {points(1, false, 4, 5, 6), "two instances of a size, and there is one."},
		"single instances, no marks": {points(1, true, 4, 5, 6), "two instances of a size, and there is one."},
		"one point of a bare line":   {points(3, true, 4), "two sizes, and there is one."},
		"means":                      {points(2, false, 4, 5), ""},
		"values that are no means":   {points(0, false, 4), ""},
		"a bare line":                {points(0, true, 4, 5), ""},
		"no field":                   {Winners{Name: "w", Title: "W", X: axis, Columns: []string{"1"}, Rows: []string{"1"}}.Figure(), "one size that three contenders were asked, and there is none."},
		"a field":                    {Winners{Name: "w", Title: "W", X: axis, Columns: []string{"1"}, Rows: []string{"1"}, Contenders: []string{"a"}, Fields: []Field{{Word: "2.0"}}}.Figure(), ""},
	} {
		svg := svgOf(t, c.figure)
		if said := strings.Contains(svg, words+c.needs); said != (c.needs != "") {
			t.Errorf("%s: it says too little: %v", what, said)
		}
		if drawn := strings.Contains(svg, ">"+axis+"<"); drawn != (c.needs == "") {
			t.Errorf("%s: it has axes: %v", what, drawn)
		}
	}
}

// TestNoLineThroughOne checks that a line connects means only and skips single instances.
func TestNoLineThroughOne(t *testing.T) {
	s := Series{Points: []Point{{X: 1, Of: 2}, {X: 2, Of: 1}, {X: 3, Of: 5}, {X: 4}}}
	if line := s.line(); len(line) != 3 || line[1].X != 3 {
		t.Errorf("%+v", line)
	}
	one := Points{Name: "x", Title: "x", Series: []Series{{Name: "a", Joined: true, Points: []Point{{X: 1, Y: 1, Of: 2}, {X: 2, Y: 9, Of: 1}, {X: 3, Y: 2, Of: 2}}}}}
	same := one
	same.Series = []Series{{Name: "a", Joined: true, Points: []Point{{X: 1, Y: 1, Of: 2}, {X: 2, Y: 9, Of: 2}, {X: 3, Y: 2, Of: 2}}}}
	if svgOf(t, one.Figure()) == svgOf(t, same.Figure()) {
		t.Error("a line goes through a single instance")
	}
}
