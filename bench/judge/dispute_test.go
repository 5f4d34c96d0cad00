package judge

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

// TestUsersOwnAreNoMajority checks that two agreeing programs of a user are no majority against a
// built-in engine, and neither is one of them together with a built-in engine. Two built-in engines
// are a majority against a user's program.
func TestUsersOwnAreNoMajority(t *testing.T) {
	p, err := family.All().Parse("queens(5, given=a1)")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	all := backends.All()
	for _, name := range []string{"mine", "yours"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\necho 3 # by "+name+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		c, err := backends.NewCounter(name, "./"+name+" {n}", folder)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	for _, test := range []struct {
		counts map[string]uint64
		want   string // the contenders with open answers
	}{
		{map[string]uint64{"mine": 3, "yours": 3, "dlx": 2}, "[dlx mine yours]"},
		{map[string]uint64{"mine": 3, "bitmask": 3, "dlx": 2}, "[bitmask dlx mine]"},
		{map[string]uint64{"mine": 3, "bitmask": 2, "dlx": 2}, "[mine]"},
		{map[string]uint64{"mine": 3, "yours": 4, "bitmask": 2, "dlx": 2}, "[mine yours]"},
		{map[string]uint64{"mine": 3, "yours": 3, "bitmask": 2, "dlx": 2}, "[bitmask dlx mine yours]"},
		{map[string]uint64{"gini": 3, "gophersat": 3, "bitmask": 2, "dlx": 2}, "[gini gophersat]"}, // with the same code around both
	} {
		var e bench.Experiment
		var records []bench.Record
		for _, name := range []string{"bitmask", "dlx", "gini", "gophersat", "mine", "yours"} {
			if _, asked := test.counts[name]; !asked {
				continue
			}
			job := bench.Job{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: name, Unreduced: true}}
			r := job.Record(bench.Maker{Build: "b", Seed: 1, Repetition: 1}, bench.Observation{})
			r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(test.counts[name])}
			e.Jobs, records = append(e.Jobs, job), append(records, r)
		}
		var open []string
		for _, d := range Judge(e, records, all).Verdicts[0].Dissent {
			if d.Open {
				open = append(open, d.Backend)
			}
		}
		if got := fmt.Sprint(open); got != test.want {
			t.Errorf("%v: %s, want %s", test.counts, got, test.want)
		}
	}
}
