package density

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestPage: the table and the charts show every size.
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
