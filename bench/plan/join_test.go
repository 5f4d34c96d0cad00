package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

// experiment returns the experiment of a plan with four backends.
func experiment(t *testing.T, runs string) bench.Experiment {
	t.Helper()
	p, err := Read("plan.yaml", []byte("runs: "+runs), family.All())
	if err != nil {
		t.Fatal(err)
	}
	e, err := p.Experiment(fourBackends())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestJoin checks that a new contender gets all jobs that it supports, once, under the run's limits.
func TestJoin(t *testing.T) {
	const two = "[{problems: [queens(4)], tasks: [first, count], backends: native, limits: {time: 7s}}, {problems: [queens(60)], tasks: first, backends: sat}]"
	for _, test := range []struct{ runs, names, want string }{
		{two, "sat", "queens(4) first sat/pairwise; queens(4) count sat/pairwise"},
		{two, "pb", "queens(4) first pb/product"},
		{two, "native", ""},
		{two, "native x2", "queens(4) first native x2; queens(4) count native x2"},
		{two, "pb,native,pb", "queens(4) first pb/product"},
		{two, "pb,sat", "queens(4) first pb/product; queens(4) first sat/pairwise; queens(4) count sat/pairwise"},
		{two, "sat/pairwise,sat", "queens(4) first sat/pairwise; queens(4) count sat/pairwise"},
		{"[{problems: [queens(4)], backends: native, limits: {time: 7s}}, {problems: [queens(4)], backends: sat, limits: {time: 1s}}]", "sat", ""},
		{"[{problems: [queens(11), queens(12)], backends: sat}]", "native", "error: native supports none of the run's jobs: at most 10 squares a side"},
		{"[{problems: [queens(60), queens(4)], backends: sat}]", "pb", `error: pb/product supports none of the run's jobs: pb does not do the task "count" (it does first)`},
		{two, "stat", `error: no backend is called "stat" (did you mean "sat"?)`},
		{"[{problems: [queens(5)], backends: faulty, expect: disagree}, {problems: [queens(4)], backends: native}]", "sat", "queens(4) count sat/pairwise"},
		{"[{problems: [queens(5)], backends: faulty, expect: disagree}]", "sat", "error: sat/pairwise supports none of the run's jobs"},
	} {
		e := experiment(t, test.runs)
		joined, mine, err := Join(e, strings.Split(test.names, ","), fourBackends())
		added := joined.Jobs[len(e.Jobs):]
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
		if text != test.want {
			t.Errorf("%s: %s, want %s", test.names, text, test.want)
		}
		once := map[string]bool{}
		for _, m := range mine {
			i := slices.IndexFunc(joined.Jobs, func(j bench.Job) bool { return j.String() == m.String() })
			if once[m.String()] || i < 0 || joined.Jobs[i].Limits != m.Limits {
				t.Errorf("%s: %+v is theirs twice, or otherwise than the run has it", test.names, m)
			}
			once[m.String()] = true
		}
		for i, j := range joined.Jobs {
			if i < len(e.Jobs) && j.String() != e.Jobs[i].String() {
				t.Errorf("%s: job %d is %v, and was %v", test.names, i, j, e.Jobs[i])
			}
			named := err == nil && slices.ContainsFunc(strings.Split(test.names, ","), func(name string) bool {
				c, _ := backends.ParseContender(name)
				return c.Backend == j.Backend && c.Threads == j.Threads && !j.ExpectDisagreement
			})
			if slices.ContainsFunc(mine, func(m bench.Job) bool { return m.String() == j.String() }) != named {
				t.Errorf("%s: %v is theirs: %v", test.names, j, !named)
			}
		}
	}
}

// TestJoinPrograms checks that a joining program is listed in the run, once.
func TestJoinPrograms(t *testing.T) {
	p, err := Read(planFolder(t), []byte("external: {mine: './prog.exe {n}'}\nruns: [{problems: [queens(4)]}]"), family.All())
	if err != nil {
		t.Fatal(err)
	}
	all, err := p.Backends(fourBackends())
	if err != nil {
		t.Fatal(err)
	}
	e := experiment(t, "[{problems: [queens(4), queens(5)], backends: native}]")
	for i, want := range []int{2, 0} {
		joined, mine, err := Join(e, []string{"mine"}, all)
		if added := joined.Jobs[len(e.Jobs):]; len(mine) != 2 || err != nil || len(added) != want || len(joined.External) != 1 || joined.External[0].Name != "mine" {
			t.Fatalf("time %d: %v, %+v, %+v", i+1, err, added, joined.External)
		}
		e = joined
	}
	e.Jobs = append(e.Jobs, experiment(t, "[{problems: [queens(6)], backends: native}]").Jobs...)
	if joined, mine, err := Join(e, []string{"mine"}, all); err != nil || len(joined.Jobs) != len(e.Jobs)+1 || len(mine) != 3 || len(joined.External) != 1 {
		t.Errorf("%v, %+v, %+v", err, mine, joined.External)
	}
}

// TestJoinRefused checks the errors for a run that compares binaries, and for one with the maximal number of
// jobs.
func TestJoinRefused(t *testing.T) {
	e := experiment(t, "[{problems: [queens(4)], backends: native}]")
	one := e
	one.Binaries = []string{"old"}
	if _, _, err := Join(one, []string{"sat"}, fourBackends()); err == nil || !strings.HasPrefix(err.Error(), "the run compares binaries (old)") {
		t.Error(err)
	}
	binaries := e
	binaries.Binaries = []string{"old", "new"}
	for _, name := range []string{"sat", "native"} {
		if joined, mine, err := Join(binaries, []string{name}, fourBackends()); err == nil || !strings.HasPrefix(err.Error(), "the run compares binaries (old, new)") || len(mine) > 0 || len(joined.Jobs) != len(e.Jobs) {
			t.Errorf("%s: %v, %+v", name, err, mine)
		}
	}
	for jobs, fits := range map[int]bool{maxJobs - 1: true, maxJobs: false} {
		full := e
		full.Jobs = slices.Repeat(e.Jobs, jobs)
		joined, mine, err := Join(full, []string{"sat"}, fourBackends())
		if (err == nil) != fits || (len(mine) > 0) != fits || (len(joined.Jobs) > jobs) != fits || !fits && err.Error() != "the run would have more than 100000 jobs" {
			t.Errorf("%d jobs: %v, %+v", jobs, err, mine)
		}
	}
}

// TestWithinInstances checks that an instance with another name is not in the run, even if it is the same
// problem.
func TestWithinInstances(t *testing.T) {
	there := experiment(t, "[{problems: [queens(4)], backends: native}]")
	there.Jobs[0].SetProblem(there.Jobs[0].Problem, "first.param")
	for name, want := range map[string]string{"first.param": "<nil>", "second.param": "it does not have queens(4) second.param " + there.Jobs[0].ProblemName()[len("queens(4) first.param "):] + ", task count, with the plan's limits"} {
		part := experiment(t, "[{problems: [queens(4)], backends: sat}]")
		part.Jobs[0].SetProblem(part.Jobs[0].Problem, name)
		if _, err := Within(there, part); fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// TestWithin checks that a part of a plan, or other contenders on the same jobs, can be added, and that
// anything else is an error.
func TestWithin(t *testing.T) {
	read := func(text string, part Part) bench.Experiment {
		t.Helper()
		p, err := Read("plan.yaml", []byte(text), family.All())
		if err != nil {
			t.Fatal(err)
		}
		p.Part = part
		e, err := p.Experiment(fourBackends())
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	of := func(names ...string) Part { return Part{Backends: names} }
	whole, native := read(wholePlan, Part{}), read(wholePlan, of("native"))
	const other = "runs: [{problems: [queens(4)], tasks: [first, count], backends: [native, sat], limits: {time: 7s}}]"
	for _, test := range []struct {
		name        string
		there, part bench.Experiment
		new         int
		refused     string
	}{
		{"of the whole", whole, read(wholePlan, of("sat/product", "native x2")), 0, ""},
		{"some problems", whole, read(wholePlan, Part{Problems: []string{"queens(4)"}}), 0, ""},
		{"known to be wrong", whole, read(wholePlan, of("faulty")), 0, ""},
		{"beside another", native, read(wholePlan, of("sat/pairwise")), 16, ""},
		{"what nobody was asked", native, read(wholePlan, of("faulty")), 0, "it does not have torus(5), task count, with the plan's limits"},
		{"as often", whole, read(wholePlan, Part{Backends: []string{"sat"}, Repetitions: 3}), 0, "it has different repetitions, or another seed"},
		{"other limits", whole, read(other, of("native")), 0, "it does not have queens(4), task first, with the plan's limits"},
		{"other limits, new", read(other, of("native")), read(wholePlan, Part{Backends: []string{"sat/product"}, Problems: []string{"queens(4)"}}), 0, "it does not have queens(4), task first, with the plan's limits"},
	} {
		e, err := Within(test.there, test.part)
		if fmt.Sprint(err) != cmp.Or(test.refused, "<nil>") || len(e.Jobs) != len(test.there.Jobs)+test.new || e.Name != test.there.Name {
			t.Errorf("%s: %v; %d jobs after %d, %s", test.name, err, len(e.Jobs), len(test.there.Jobs), e.Name)
		}
	}
}
