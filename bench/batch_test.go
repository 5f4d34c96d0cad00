package bench

import (
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends"
)

func TestBatchRecordColumns(t *testing.T) {
	s := BatchRecord{List: "l", Contender: backends.Contender{Backend: "b"}}
	s.Add(nqueens.Fail(nqueens.Timeout, "late"), 0, "")
	s.Add(nqueens.Outcome{Status: nqueens.Solved, Stats: map[string]int64{"nodes": 7, "variables": 5}}, 1.23456e-5, "")
	s.Add(nqueens.Outcome{Status: nqueens.Unsatisfiable}, 0, "")
	if err := s.check(); err != nil || s.Verdicts != "t10" || !slices.Equal(s.Stats["nodes"], []int64{-1, 7, -1}) || s.Seconds[1] != 1.235e-5 || len(s.Stats) != 1 {
		t.Errorf("%+v: %v", s, err)
	}
	if a := s.answer(1); a.Status != nqueens.Solved || a.Stats["nodes"] != 7 {
		t.Errorf("%+v", a)
	}
	if _, known := s.answer(2).Stats["nodes"]; known {
		t.Error("nodes that nobody told")
	}
}
