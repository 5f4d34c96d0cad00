package completable

import (
	"bytes"
	"strings"
	"testing"

	"nqueens/bench/reproduce/page"
)

// TestPage checks that the table, the chart and the boards show every term.
func TestPage(t *testing.T) {
	var results []Result
	for _, n := range []int{4, 5, 10} {
		r, err := Term(t.Context(), n, Options{})
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	results = append(results, Result{N: 24, K: 4, Surveys: results[2].Surveys[:1]})
	var lines []string
	for _, row := range Table(results) {
		lines = append(lines, strings.Join(row, " | "))
	}
	want := strings.Join([]string{
		"n | k | A374013 | placements of k queens | looked at | completed one by one | k + 1 queens that no solution has",
		"4 | 0 | 0 | 1 | 1 | 0 | " + results[0].Counterexample.String(),
		"5 | 1 | 1 | 25 | 6 | 6 | " + results[1].Counterexample.String(),
		"10 | 2 | 2 | 3,480 | 520 | 520 | " + results[2].Counterexample.String(),
		"24 | 4 | – | 1 | 1 | 0 | ",
	}, "\n")
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
	var svg bytes.Buffer
	if err := Chart(results).WriteSVG(&svg, false); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{">here<", ">OEIS A374013<", ">n/60: can, for large n<", ">0.241 n: some cannot<", ">size n<"} {
		if !strings.Contains(svg.String(), word) {
			t.Errorf("nothing in the chart says %s", word)
		}
	}
	if boards := Boards(results).Boards; len(boards) != 3 || boards[2].Caption[0] != "n = 10: 3 queens" {
		t.Errorf("boards %v", boards)
	}
	if low, high := Bounds(24); low != 0.4 || high != 0.241*24 {
		t.Errorf("bounds %v and %v", low, high)
	}
	wrong := results[1]
	wrong.K++
	agrees := func(r Result) bool { return verdict([]Result{r}).Kind != page.Wrong }
	if !agrees(results[1]) || agrees(wrong) || !agrees(results[3]) {
		t.Error("a term that is not as published agrees, or one that is does not")
	}
}
