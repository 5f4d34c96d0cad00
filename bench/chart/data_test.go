package chart

import (
	"bytes"
	"io"
	"slices"
	"testing"
)

// TestValuesWithoutRun checks the values of charts that are not made from cells: points in columns
// with the ends of their bars, a row for each field of a map, and none where there is too little to
// draw.
func TestValuesWithoutRun(t *testing.T) {
	for name, test := range map[string]struct {
		figure Figure
		want   string
	}{
		"points": {Points{Name: "points", X: Scale{Title: "size n"}, Series: []Series{
			{Name: "a", Joined: true, Points: []Point{{X: 4, Y: 2}, {X: 5, Y: 3, Low: 1, High: 4}}},
			{Name: "a, published", Hollow: true, Points: []Point{{X: 5, Y: 2.5}}},
		}}.Figure(), "n,a,a low,a high,\"a, published\"\n4,2,nan,nan,nan\n5,3,1,4,2.5\n"},
		"winners": {Winners{Name: "winners", X: "diagonals", Y: "n", Columns: []string{"3", "4"}, Rows: []string{"8"}, Contenders: []string{"a", "b"},
			Fields: []Field{{Column: 1, Contender: 1, Word: "1.5"}}}.Figure(), "n,diagonals,contender,word\n8,4,b,1.5\n"},
		"board": {BoardMap{Name: "board", Unit: "queens", Parts: [][]float64{{0.5, 1}}}.Figure(), "file,rank,queens\n1,1,0.5\n2,1,1\n"},
	} {
		var csv bytes.Buffer
		if err := test.figure.WriteCSV(&csv); err != nil || csv.String() != test.want {
			t.Errorf("%s: %q (%v), want %q", name, csv.String(), err, test.want)
		}
	}
	little := Points{Name: "little"}.Figure()
	if err := little.WriteCSV(io.Discard); err == nil {
		t.Error("values of a chart without values were written")
	}
	if names, err := little.WriteFiles(t.TempDir(), Options{Data: true}); err != nil || slices.Contains(names, "little.csv") {
		t.Errorf("a chart without values: %v, %q", err, names)
	}
}
