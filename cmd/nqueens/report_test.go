package main

import (
	"encoding/json"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/report"
)

// TestReportCommand: the command that a page shows beside a result asks what the result
// was asked.
func TestReportCommand(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	e := bench.Experiment{Seed: 7, External: []bench.Program{{Name: "it's mine", Command: "echo 92 {n}"}}}
	for _, c := range []struct {
		problem string
		task    nqueens.Task
		backends.Contender
	}{
		{"queens(8)", nqueens.CountAll, backends.Contender{Backend: "bitmask"}},
		{"queens(6)", nqueens.FindAll, backends.Contender{Backend: "gini", Encoding: "product"}},
		{"queens(8, given=a1+c2, blocked=h8, excluded=sum:13+diff:-6)", nqueens.FindFirst, backends.Contender{Backend: "dlx"}},
		{"queens(8, symmetric=half-turn)", nqueens.CountAll, backends.Contender{Backend: "orbit"}},
		{"queens(6, files=5)", nqueens.CountAll, backends.Contender{Backend: "gini", Encoding: "ladder"}},
		{"queens(6, pieces=3..4)", nqueens.CountAll, backends.Contender{Backend: "branch"}},
		{"queens-pawns(5, pawns=1)", nqueens.CountAll, backends.Contender{Backend: "gini", Encoding: "pairwise"}},
		{"kings(5)", nqueens.Optimise, backends.Contender{Backend: "branch"}},
		{"queens(10)", nqueens.CountAll, backends.Contender{Backend: "bitmask", Threads: 2}},
		{"queens(4)", nqueens.CountAll, backends.Contender{Backend: "it's mine"}},
	} {
		if c.Threads > runtime.NumCPU() { // it would take fewer
			continue
		}
		p, err := nqueens.ParseProblem(c.problem)
		if err != nil {
			t.Fatal(err)
		}
		job := bench.Job{Problem: p, Task: c.task, Contender: c.Contender, Limits: bench.Limits{Time: time.Minute, Memory: 1 << 30}}
		command := report.Command(e, job)
		if c.Backend == "it's mine" {
			if !strings.Contains(command, `--backend 'it'\''s mine'`) || !strings.Contains(command, `--external 'it'\''s mine=echo 92 {n}'`) {
				t.Error(command)
			}
			continue
		}
		out, err := exec.Command(shell, "-c", command).Output()
		if err != nil {
			t.Errorf("%s: %v", command, err)
			continue
		}
		var r bench.Record
		if err := json.Unmarshal(out, &r); err != nil || r.Problem != p.String() || r.Task != c.task || r.Contender != c.Contender || r.Seed != e.Seed {
			t.Errorf("%s: %v, %s", command, err, out)
		}
	}
}
