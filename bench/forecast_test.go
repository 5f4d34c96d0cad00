package bench

import (
	"math"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
)

func TestForecast(t *testing.T) {
	job := func(n int) Job {
		return Job{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll,
			Contender: backends.Contender{Backend: "bitmask"}, Limits: Limits{Time: 10 * time.Second}}
	}
	record := func(n int, status nqueens.Status, wall float64) Record {
		r := job(n).Record(Maker{Version: "1", Seed: 1, Repetition: 1}, Observation{})
		r.Status, r.Seconds, r.WallSeconds = status, wall/2, wall
		return r
	}
	e := Experiment{Repeat: Repeat{Min: 5, Max: 5}, Jobs: []Job{job(8), job(9), job(6), job(7), job(10)}}
	made := []Record{
		record(8, nqueens.Solved, 1), record(8, nqueens.Solved, 2), record(8, nqueens.Solved, 6), record(8, nqueens.Void, 100),
		record(9, nqueens.Timeout, 12), // with a larger limit
		record(7, nqueens.Void, 3),
		record(12, nqueens.Solved, 7), // of another experiment
	}
	f := NewForecast(e, made)
	type row struct {
		runs    int
		seconds float64
	}
	want := []row{{5, 2}, {1, 10}, {5, math.NaN()}, {5, math.NaN()}, {0, math.NaN()}}
	for i, j := range f.Jobs {
		if j.Runs != want[i].runs || j.Seconds != want[i].seconds && !(math.IsNaN(j.Seconds) && math.IsNaN(want[i].seconds)) {
			t.Errorf("%s: %d runs of %v s, want %+v", j, j.Runs, j.Seconds, want[i])
		}
	}
	if f.Seconds != 5*2+10 || f.Limit != 2*5*10 || f.Unknown != 2 || f.Runs != 16 || f.Skipped != 1 || f.Jobs[4].Skipped != "timeout at queens(9)" {
		t.Errorf("%+v", f)
	}
}
