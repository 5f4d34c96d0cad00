package exchange

import (
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/family"
)

// TestLaTeXIntervals checks the columns of times with intervals, letters and speed-ups.
func TestLaTeXIntervals(t *testing.T) {
	e := bench.Experiment{Name: "intervals", Seed: 1, Baseline: "dlx", Repeat: bench.Repeat{Min: 12, Max: 12}}
	var records []bench.Record
	for i, who := range []string{"dlx", "bitmask", "twin"} {
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: who}, Limits: bench.Limits{Time: time.Minute}}
		e.Jobs = append(e.Jobs, job)
		for k := range 12 {
			r := job.Record(bench.Maker{Version: "1", Build: "b", Seed: 1, Repetition: k + 1}, bench.Observation{
				Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(92)}, Seconds: []float64{4, 1, 1}[i] * (0.001 + 0.00001*float64(k)), Iterations: 1,
			})
			r.WallSeconds, r.CPUSeconds = 0.5, 0.5
			records = append(records, r)
		}
	}
	x := Export{Name: "intervals", Summary: summary.Summarise(e, records, judge.Judge(e, records, nil), nil)}
	text := written(t, x.WriteLaTeX)
	compile(t, text)
	_, table, found := strings.Cut(text, "{speed-up} & {low} & {high}")
	if !found {
		t.Fatal(text)
	}
	var rows [][]string
	for line := range strings.Lines(table) {
		if cells := strings.Split(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), " \\\\"), " & "); len(cells) == 9 {
			rows = append(rows, cells)
		}
	}
	if len(rows) != 3 || !strings.Contains(text, "speed-up against dlx") {
		t.Fatal(text)
	}
	letter := map[string]string{}
	for _, row := range rows {
		letter[row[1]] = row[5]
		if row[3] == "{--}" || row[4] == "{--}" || row[1] == "bitmask" && (!strings.HasPrefix(row[6], "4.") || row[7] == "{--}") {
			t.Errorf("%q", row)
		}
	}
	if letter["bitmask"] == "" || letter["bitmask"] != letter["twin"] || letter["dlx"] == letter["twin"] {
		t.Errorf("letters %v", letter)
	}
}
