package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens/bench"
)

// experiment is a plan made concrete with four backends.
func experiment(t *testing.T, runs string) bench.Experiment {
	t.Helper()
	p, err := Read("plan.yaml", []byte("runs: "+runs))
	if err != nil {
		t.Fatal(err)
	}
	e, err := p.Experiment(fourBackends())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestJoin: who joins is asked all that the run asks and they can do, once, under its limits.
func TestJoin(t *testing.T) {
	const two = "[{problems: [queens(4)], tasks: [first, count], backends: native, limits: {time: 7s}}, {problems: [queens(60)], tasks: first, backends: sat}]"
	for _, test := range []struct{ runs, names, want string }{
		{two, "sat", "queens(4) first sat/pairwise; queens(4) count sat/pairwise"},
		{two, "pb", "queens(4) first pb/product"},
		{two, "native", ""},
		{two, "pb,native,pb", "queens(4) first pb/product"},
		{two, "pb,sat", "queens(4) first pb/product; queens(4) first sat/pairwise; queens(4) count sat/pairwise"},
		{"[{problems: [queens(4)], backends: [native, sat]}]", "pb", "error: pb"},
		{two, "stat", `error: no backend is called "stat"`},
		{"[{problems: [queens(5)], backends: faulty, expect: disagree}, {problems: [queens(4)], backends: native}]", "sat", "queens(4) count sat/pairwise"},
		{"[{problems: [queens(5)], backends: faulty, expect: disagree}]", "sat", "error: sat"},
	} {
		e := experiment(t, test.runs)
		joined, added, err := Join(e, strings.Split(test.names, ","), fourBackends())
		var got []string
		for _, j := range added {
			got = append(got, fmt.Sprint(j.Problem, " ", j.Task, " ", j.Contender.String()))
			if !slices.ContainsFunc(e.Jobs, func(asked bench.Job) bool {
				return asked.Limits == j.Limits && asked.Task == j.Task && asked.ProblemName() == j.ProblemName()
			}) {
				t.Errorf("%s: nobody was asked %+v", test.names, j)
			}
		}
		text := strings.Join(got, "; ")
		if err != nil {
			text = "error: " + err.Error()
			if len(added) > 0 || len(joined.Jobs) != len(e.Jobs) {
				t.Errorf("%s: %v, and %d jobs more", test.names, err, len(added))
			}
		}
		if wrong, refused := strings.CutPrefix(test.want, "error: "); text != test.want && !(refused && strings.Contains(text, wrong)) {
			t.Errorf("%s: %s, want %s", test.names, text, test.want)
		}
		if len(joined.Jobs) != len(e.Jobs)+len(added) || len(added) > 0 && joined.Jobs[len(e.Jobs)].String() != added[0].String() {
			t.Errorf("%s: %d jobs after %d, %d new", test.names, len(joined.Jobs), len(e.Jobs), len(added))
		}
	}
}

// TestJoinPrograms: a program that joins is known to the run, once.
func TestJoinPrograms(t *testing.T) {
	p, err := Read(planFolder(t), []byte("external: {mine: './prog.exe {n}'}\nruns: [{problems: [queens(4)]}]"))
	if err != nil {
		t.Fatal(err)
	}
	all, err := p.Backends(fourBackends())
	if err != nil {
		t.Fatal(err)
	}
	e := experiment(t, "[{problems: [queens(4), queens(5)], backends: native}]")
	for i, want := range []int{2, 0} {
		joined, added, err := Join(e, []string{"mine"}, all)
		if err != nil || len(added) != want || len(joined.External) != 1 || joined.External[0].Name != "mine" {
			t.Fatalf("time %d: %v, %+v, %+v", i+1, err, added, joined.External)
		}
		e = joined
	}
	e.Jobs = append(e.Jobs, experiment(t, "[{problems: [queens(6)], backends: native}]").Jobs...)
	if joined, added, err := Join(e, []string{"mine"}, all); err != nil || len(added) != 1 || len(joined.External) != 1 {
		t.Errorf("%v, %+v, %+v", err, added, joined.External)
	}
}

// TestJoinRefused: a run that compares binaries, and one that has no room.
func TestJoinRefused(t *testing.T) {
	e := experiment(t, "[{problems: [queens(4)], backends: native}]")
	binaries := e
	binaries.Binaries = []string{"old", "new"}
	if _, added, err := Join(binaries, []string{"sat"}, fourBackends()); err == nil || !strings.HasPrefix(err.Error(), "the run compares binaries (old, new)") || len(added) > 0 {
		t.Errorf("%v, %+v", err, added)
	}
	for jobs, fits := range map[int]bool{maxJobs - 1: true, maxJobs: false} {
		full := e
		full.Jobs = slices.Repeat(e.Jobs, jobs)
		_, added, err := Join(full, []string{"sat"}, fourBackends())
		if (err == nil) != fits || (len(added) > 0) != fits || !fits && err.Error() != "the run would have more than 10000 jobs" {
			t.Errorf("%d jobs: %v, %+v", jobs, err, added)
		}
	}
	if maxJobs != 10_000 {
		t.Errorf("%d jobs at most, and the messages say 10,000", maxJobs)
	}
}
