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
	"nqueens/instance"
)

// TestLaTeXSweeps checks the tables of a sweep: shares, half point and peak with their intervals.
func TestLaTeXSweeps(t *testing.T) {
	e := bench.Experiment{Name: "sweep", Seed: 1, Repeat: bench.Repeat{Min: 1, Max: 1}}
	var records []bench.Record
	for blocks := 2; blocks <= 6; blocks++ {
		for seed := range uint64(8) {
			p := nqueens.Problem{Family: family.Queens, N: 8}
			for i := range blocks { // different boards, so that each has a name
				p.Blocked = append(p.Blocked, nqueens.Square{Rank: i, File: int(seed)})
			}
			job := bench.Job{
				Problem: p, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "a"}, Limits: bench.Limits{Time: time.Minute},
				Origin: &instance.Origin{Recipe: instance.Recipe{Kind: instance.Blocked, N: 8, Size: blocks, Least: 4}, Seed: seed + 1},
			}
			e.Jobs = append(e.Jobs, job)
			status, nodes := nqueens.Solved, int64(10)
			if uint64(blocks) > 3+seed%2 {
				status = nqueens.Unsatisfiable
			}
			if blocks == 4 {
				nodes = 1000
			}
			r := job.Record(bench.Maker{Version: "1", Build: "b", Seed: 1, Repetition: 1}, bench.Observation{
				Outcome: nqueens.Outcome{Status: status, Stats: map[string]int64{"nodes": nodes}}, Seconds: 0.01, Iterations: 1,
			})
			r.WallSeconds, r.CPUSeconds = 0.5, 0.5
			records = append(records, r)
		}
	}
	x := Export{Name: "sweep", Summary: summary.Summarise(e, records, judge.Judge(e, records, nil), nil)}
	text := written(t, x.WriteLaTeX)
	compile(t, text)
	for _, want := range []string{"n = 8 & 4 & 8 & 4 & 0.500 & 0.215 & 0.785", "n = 8 & 4.00 & 3.38 & 4.62 & ", "a (nodes) & 4 & 4 & 4 & 1.00e3"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
