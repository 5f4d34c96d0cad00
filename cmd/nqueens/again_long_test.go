//go:build long

package main

import (
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/report"
	"nqueens/family"
)

// TestAgainCommitted runs the commands that a page offers for records of the committed runs. For
// each task, contender, family and way to name the problem it takes the fastest record. It skips
// and counts records that need a missing program or a formula's file, which a run does not store.
func TestAgainCommitted(t *testing.T) {
	t.Chdir("../../results")
	var runs []string
	for _, pattern := range []string{"*/experiment.json", "*/*/experiment.json"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, found...)
	}
	ran, out := 0, map[string]int{}
	for _, run := range runs {
		dir := filepath.Dir(run)
		f, err := bench.ReadFolder(dir, family.All())
		if err != nil {
			t.Fatal(err)
		}
		commands := report.NewCommands(f.Experiment, backends.All(), dir, nil)
		type kind struct {
			task, contender, family, naming string
		}
		type chosen struct {
			record  *bench.Record
			command string
		}
		quickest := map[kind]chosen{}
		for i, records := range f.Runs().ByJob {
			job := f.Experiment.Jobs[i]
			for _, r := range records {
				if !r.Status.Answered() || r.Seconds > 1 {
					continue
				}
				command := commands.Of(job)
				k := kind{string(job.Task), job.Contender.String(), job.Problem.Family.Name, flags(command)}
				if q, known := quickest[k]; !known || r.Seconds < q.record.Seconds {
					quickest[k] = chosen{r, command}
				}
			}
		}
		for _, k := range slices.SortedFunc(maps.Keys(quickest), func(a, b kind) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }) {
			q := quickest[k]
			if why := needs(f.Experiment, q.record, k.family); why != "" {
				out[why]++
				continue
			}
			ran++
			got := again(t, q.command)
			if got.Status != q.record.Status ||
				fmt.Sprint(got.Count) != fmt.Sprint(q.record.Count) || fmt.Sprint(pieces(got)) != fmt.Sprint(pieces(*q.record)) {
				t.Errorf("%s: %s: %s, and the record says %s", dir, q.command, said(got), said(*q.record))
			}
		}
	}
	t.Logf("%d commands of %d runs ran; left out: %v", ran, len(runs), out)
	if ran < 100 {
		t.Errorf("only %d commands ran", ran)
	}
}

func pieces(r bench.Record) int {
	if r.Optimum == nil {
		return -1
	}
	return *r.Optimum
}

// flags returns the names of a command's flags.
func flags(command string) string {
	var list []string
	for _, word := range strings.Fields(command) {
		if strings.HasPrefix(word, "--") {
			list = append(list, word)
		}
	}
	return strings.Join(list, " ")
}

// needs returns what is missing here to run a record again, or "".
func needs(e bench.Experiment, r *bench.Record, family string) string {
	if family == "formula" {
		return "formulas, whose files no run keeps"
	}
	for _, b := range backends.All() {
		p, other := b.(backends.Process)
		if name := b.Describe().Name; other && (name == r.Backend || r.Backend == "auto" && name == r.Encoding) {
			if p.Installed() != nil {
				return name + ", which is not installed"
			}
		}
	}
	for _, x := range e.External {
		if x.Name == r.Backend && x.Engine == "" {
			if _, err := backends.NewCounter(x.Name, x.Command, x.Folder); err != nil {
				return x.Name + ", which is not here"
			}
		}
	}
	if strings.HasPrefix(r.Encoding, "chuffed") || r.Backend == "minizinc" {
		if out, err := exec.Command("minizinc", "--solvers").Output(); err != nil || !strings.Contains(string(out), "."+r.Encoding+" ") {
			return "minizinc with " + r.Encoding + ", which is not installed"
		}
	}
	return ""
}
