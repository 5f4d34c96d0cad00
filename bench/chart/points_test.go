package chart

import (
	"bytes"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// TestPointsChart checks that both scales draw every point and name each series and level, that the
// output is reproducible, and that an empty chart is drawn.
func TestPointsChart(t *testing.T) {
	for _, log := range []bool{false, true} {
		p := Points{
			Name: "p", Title: "published and ours", Caption: "c", X: Scale{Title: "size n", Log: log}, Y: Scale{Title: "time", Seconds: true, Log: log},
			Series: []Series{
				{Name: "ours", Joined: true, Points: []Point{{X: 8, Y: 0.5, Low: 0.4, High: 0.7}, {X: 9, Y: 3}}},
				{Name: "theirs", Hollow: true, Points: []Point{{X: 8, Y: 1}, {X: 9, Y: 6}, {X: 10, Y: 31}}},
			},
			Levels: []Level{{Value: 10, Name: "a level"}},
		}
		var first, again, empty bytes.Buffer
		for _, out := range []*bytes.Buffer{&first, &again} {
			if err := p.Figure().WriteSVG(out, false); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Error("the same points give other bytes")
		}
		for _, want := range []string{">ours<", ">theirs<", ">a level<", ">size n<", ">time<", ">10 s<"} {
			if !strings.Contains(first.String(), want) {
				t.Errorf("log %v: nothing says %s", log, want)
			}
		}
		p.Series, p.Levels = nil, nil
		if err := p.Figure().WritePNG(&empty); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLinearTicks checks that a linear axis starts at 0 and has at most eight labels at round
// numbers.
func TestLinearTicks(t *testing.T) {
	for most, want := range map[float64]string{
		35.5: "0 s 10 s 20 s 30 s", 0.7: "0 s 0.1 s 0.2 s 0.3 s 0.4 s 0.5 s 0.6 s 0.7 s", 0: "0 s 0.2 s 0.4 s 0.6 s 0.8 s 1 s",
	} {
		a := Scale{Seconds: true}.axis([]float64{most})
		if got := strings.Join(a.labels(), " "); got != want {
			t.Errorf("to %v: %s, want %s", most, got, want)
		}
	}
	for want, values := range map[string][]float64{
		"1000000 1000001 1000002 1000003 1000004 1000005 1000006 1000007": {1000000, 1000007}, "0.1 0.15 0.2 0.25 0.3 0.35 0.4": {0.1, 0.4}, "-4 -3 -2 -1 0 1 2 3 4": {4, -4},
	} {
		a := evenAxis(values)
		if got := strings.Join(a.labels(), " "); got != want || a.at(values[0]) < 0 || a.at(values[1]) > 1 {
			t.Errorf("over %v: %s, want %s", values, got, want)
		}
	}
}

// TestPointsKinds checks how each kind of series is drawn, in the chart and as a sample before its
// name.
func TestPointsKinds(t *testing.T) {
	points := []Point{{X: 8, Y: 1, Low: 0.5, High: 2}, {X: 9, Y: 2, Low: 1, High: 3}, {X: 10, Y: 3}}
	type inks struct{ strokes, fills int }
	drawn := func(s Series, levels ...Level) (n inks) {
		s.Points = points
		var rec recorder.Canvas
		Points{X: Scale{Title: "x"}, Y: Scale{Title: "y"}, Series: []Series{s}, Levels: levels}.paint(draw.NewCanvas(&rec, 400, 300))
		for _, action := range rec.Actions {
			switch action.(type) {
			case *recorder.Stroke:
				n.strokes++
			case *recorder.Fill:
				n.fills++
			}
		}
		return n
	}
	bare := drawn(Series{Name: "s", Bare: true})
	for _, test := range []struct {
		what string
		got  inks
		more inks
	}{
		{"marks", drawn(Series{Name: "s"}), inks{4, 4}}, // three marks and the sample, each with an edge
		{"a line", drawn(Series{Name: "s", Bare: true, Joined: true}), inks{2, 0}},
		{"an area", drawn(Series{Name: "s", Bare: true, Shaded: true}), inks{-6, 2}}, // replaces two bars
		{"a level", drawn(Series{Name: "s", Bare: true}, Level{Value: 2, Name: "l"}), inks{2, 0}},
		{"a line without a name", drawn(Series{Bare: true, Joined: true}), inks{1, 0}},
	} {
		if more := (inks{test.got.strokes - bare.strokes, test.got.fills - bare.fills}); more != test.more {
			t.Errorf("%s: %+v more than without, want %+v", test.what, more, test.more)
		}
	}
	if hollow := drawn(Series{Name: "s", Hollow: true}); hollow.strokes-bare.strokes < 4 {
		t.Errorf("hollow marks: %+v, bare %+v", hollow, bare)
	}
}
