package density

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestPage checks that the table and the charts show every size.
func TestPage(t *testing.T) {
	list, err := Series(t.Context(), []int{16, 18, 20, 24, 28}, 20*time.Millisecond, Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range list[1:] {
		if d.Samples >= list[i].Samples {
			t.Errorf("n = %d has %d samples, no fewer than n = %d", d.N, d.Samples, list[i].N)
		}
	}
	rows := Table(list)
	if len(rows) != 6 || rows[5][5] != "–" || rows[1][5] != "16.5083" {
		t.Errorf("%q", rows)
	}
	for _, row := range rows {
		if len(row) != len(rows[0]) {
			t.Errorf("%q has no %d cells", row, len(rows[0]))
		}
	}
	fit, err := FitAlpha(list)
	if err != nil {
		t.Fatal(err)
	}
	var alpha, heat bytes.Buffer
	if err := Chart(list, fit).WriteSVG(&alpha, false); err != nil || !strings.Contains(alpha.String(), ">fitted<") {
		t.Errorf("the chart of α: %v", err)
	}
	if err := HeatMap(list[4], 7).WriteSVG(&heat, false); err != nil || !strings.Contains(heat.String(), "Where the 28 queens of a solution stand") {
		t.Errorf("the heat map: %v", err)
	}
}

// TestFar checks that an estimate more than two standard errors above or below the published count is
// mentioned.
func TestFar(t *testing.T) {
	at := func(n int, logCount float64) Density { return Density{N: n, LogCount: logCount, LogCountError: 0.0032} }
	for _, test := range []struct {
		list []Density
		want string
	}{
		{[]Density{at(24, 33.0554), at(27, 39.9887), at(30, 47.2666)}, "The sampled ln Q(27) lies 2.9 standard errors below the known value."},
		{[]Density{at(27, 40.008)}, "The sampled ln Q(27) lies 3.1 standard errors above the known value."},
		{[]Density{at(27, 39.995), at(30, 1)}, ""},
	} {
		if got := far(test.list); got != test.want {
			t.Errorf("%q, not %q", got, test.want)
		}
	}
}
