package chart

import (
	"bytes"
	"strings"
	"testing"
)

// TestPointsChart: both scales draw every point, name each series and level, and
// give the same bytes again. An empty chart is drawn too.
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

// TestLinearTicks: a linear axis begins at 0 and has at most eight labels at
// round numbers.
func TestLinearTicks(t *testing.T) {
	for most, want := range map[float64]string{
		35.5: "0 s 10 s 20 s 30 s", 0.7: "0 s 0.1 s 0.2 s 0.3 s 0.4 s 0.5 s 0.6 s 0.7 s", 0: "0 s 0.2 s 0.4 s 0.6 s 0.8 s 1 s",
	} {
		a := Scale{Seconds: true}.axis([]float64{most})
		if got := strings.Join(a.labels(), " "); got != want {
			t.Errorf("to %v: %s, want %s", most, got, want)
		}
	}
}
