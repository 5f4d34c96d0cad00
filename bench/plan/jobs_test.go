package plan

import (
	"context"
	"fmt"
	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
	"strings"
	"testing"
)

// listed is a backend for plans that is never run. It supports boards up to a given size.
type listed struct {
	nqueens.Description
	largest int
}

func (l listed) Describe() nqueens.Description { return l.Description }

func (l listed) Supports(r nqueens.Request) error {
	if r.Problem.N > l.largest {
		return fmt.Errorf("at most %d squares a side", l.largest)
	}
	return l.Accepts(r)
}

func (l listed) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return nqueens.Fail(nqueens.Unsupported, "it is only listed")
}

// fourBackends returns backends that differ in everything that matters for a plan.
func fourBackends() []backends.Backend {
	backend := func(name string, largest int, tasks []nqueens.Task, caution string, encodings ...string) backends.Backend {
		return listed{nqueens.Description{Name: name, Tasks: tasks, Caution: caution, Encodings: encodings}, largest}
	}
	return []backends.Backend{
		backend("native", 10, nqueens.Tasks(), ""),
		backend("sat", 2000, nqueens.Tasks(), "", "pairwise", "product", "ladder"),
		backend("pb", 50, []nqueens.Task{nqueens.FindFirst}, "", "product", "counter"),
		backend("faulty", 50, nqueens.Tasks(), "counts twice", "pairwise"),
	}
}

func TestExperiment(t *testing.T) {
	for _, test := range []struct{ name, runs, want string }{
		{"by default every backend without a caution counts, with its first encoding",
			"[{problems: [queens(4)]}]",
			"queens(4) count native; queens(4) count sat/pairwise"},
		{"what all backends cannot do is left out",
			"[{problems: [queens(11)], tasks: [first, all], backends: all}]",
			"queens(11) first sat/pairwise; queens(11) first pb/product; queens(11) all sat/pairwise"},
		{"all encodings",
			"[{problems: [queens(4)], tasks: first, encodings: all}]",
			"queens(4) first native; queens(4) first sat/pairwise; queens(4) first sat/product; queens(4) first sat/ladder; queens(4) first pb/product; queens(4) first pb/counter"},
		{"named encodings go to the backends that have them",
			"[{problems: [queens(4)], tasks: first, encodings: [ladder, product]}]",
			"queens(4) first native; queens(4) first sat/ladder; queens(4) first sat/product; queens(4) first pb/product"},
		{"a named backend without encodings runs once",
			"[{problems: [queens(4)], backends: [sat, native], encodings: [ladder, product]}]",
			"queens(4) count sat/ladder; queens(4) count sat/product; queens(4) count native"},
		{"one with a caution when it is named",
			"[{problems: [{n: 4..5}], backends: faulty, expect: disagree}]",
			"queens(4) count faulty/pairwise wrong; queens(5) count faulty/pairwise wrong"},
		{"each combination once",
			"[{problems: [{n: [4, 4]}, queens(4)], backends: native}, {problems: [queens(4), 'queens(4, given=a2+a2)', 'queens( 4,given=a2)']}]",
			"queens(4) count native; queens(4) count sat/pairwise; queens(4, given=a2) count native; queens(4, given=a2) count sat/pairwise"},
	} {
		p, err := Read("plan.yaml", []byte("runs: "+test.runs), family.All())
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		e, err := p.Experiment(fourBackends())
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		var got []string
		for _, j := range e.Jobs {
			text := fmt.Sprint(j.Problem, " ", j.Task, " ", j.Contender.String())
			if j.ExpectDisagreement {
				text += " wrong"
			}
			got = append(got, text)
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, strings.Join(got, "; "), test.want)
		}
	}
}

func TestExperimentErrors(t *testing.T) {
	for _, test := range []struct{ plan, want string }{
		{"runs: [{problems: [queens(4)], backends: [native, stat]}]",
			`plan.yaml:1:51: no backend is called "stat" (did you mean "sat"?)`},
		{"runs: [{problems: [queens(4)], backends: minisat-2}]",
			`plan.yaml:1:42: no backend is called "minisat-2" (there are native, sat, pb, faulty)`},
		{"runs:\n  - problems: [queens(4)]\n    encodings:\n      - pairwise\n      - laddder",
			`plan.yaml:5:9: no encoding is called "laddder" (did you mean "ladder"?)`},
		{"runs: [{problems: [queens(4)], tasks: first, backends: [sat, pb], encodings: [pairwise]}]",
			`plan.yaml:1:79: pb has no encoding "pairwise" (there are product, counter)`},
		{"runs: [{problems: [queens(4)], backends: [native], encodings: [pairwise]}]",
			`plan.yaml:1:64: native takes no encoding, so "pairwise" has no meaning for it`},
		{"runs: [{problems: [{n: 9..11}], backends: [native]}]",
			`plan.yaml:1:44: backend native, task count, queens(11): at most 10 squares a side`},
		{"runs: [{problems: [queens(4)], tasks: count, backends: [sat, pb]}]",
			`plan.yaml:1:62: backend pb, task count, queens(4): pb does not do the task "count" (it does first)`},
		{"runs:\n  - problems: [queens(2001)]",
			`plan.yaml:2:5: no backend supports any of this`},
		{"runs:\n  - {problems: [queens(4)]}\n  - {problems: [queens(4)], limits: {time: 1s}}",
			`plan.yaml:3:5: queens(4), task count, by native is already in an earlier run`},
		{"runs:\n  - {problems: [queens(4)]}\n  - {problems: [queens(4)], expect: disagree}",
			`plan.yaml:3:5: queens(4), task count, by native is already in an earlier run`},
		{"baseline: gini\nruns: [{problems: [queens(4)], backends: [sat]}]",
			`plan.yaml:1:11: baseline "gini" has no job in the plan (there are sat, sat/pairwise)`},
		{"baseline: sat/pairwize\nruns: [{problems: [queens(4)]}]",
			`plan.yaml:1:11: baseline "sat/pairwize" has no job in the plan (did you mean "sat/pairwise"?)`},
		{"runs: [{problems: [{n: 1..10, family: rooks}, {n: 1..10}], tasks: first, encodings: all}, {problems: [{n: 1..2048}, {family: rooks, n: 1..2048}], tasks: [first, count, all], encodings: all, threads: [1, 2, 3, 4]}]",
			`plan.yaml:1:91: the plan has more than 100000 jobs`},
	} {
		p, err := Read("plan.yaml", []byte(test.plan), family.All())
		if err != nil {
			t.Errorf("%s: %v", test.plan, err)
			continue
		}
		e, err := p.Experiment(fourBackends())
		if err == nil {
			t.Errorf("%s\nmade %d jobs, want %s", test.plan, len(e.Jobs), test.want)
		} else if !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s\nerror %v\nwant  %s", test.plan, err, test.want)
		}
	}
}

// TestProofs checks that only answers to the task first are proved, and that proofs are kept if the run
// requests it.
func TestProofs(t *testing.T) {
	for proof, want := range map[string]string{
		"false": "first false false; count false false", "true": "first true false; count false false", "keep": "first true true; count false false",
	} {
		var got []string
		for _, j := range experiment(t, "[{problems: [queens(4)], tasks: [first, count], backends: native, proof: "+proof+"}]").Jobs {
			got = append(got, fmt.Sprint(j.Task, " ", j.Proof, " ", j.KeepProof))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", proof, got, want)
		}
	}
}

// TestNoRoomToJoin checks that a joining program is an error if the plan already has the maximal number of
// jobs.
func TestNoRoomToJoin(t *testing.T) {
	threads := make([]string, maxJobs/100)
	for i := range threads {
		threads[i] = fmt.Sprint(i + 1)
	}
	var blocked strings.Builder // boards that the program does not support
	for i := range 90 {
		fmt.Fprintf(&blocked, ", {n: 10, blocked: %c%d}", 'a'+i%10, i/10+1)
	}
	for sizes, want := range map[string]string{"2..10": "<nil>", "1..10": ":2:8: the plan has more than 100000 jobs"} {
		p, err := Read(planFolder(t), fmt.Appendf(nil, "external: {mine: './prog.exe {n}'}\nruns: [{problems: [{n: %s}%s], backends: native, threads: [%s]}]", sizes, blocked.String(), strings.Join(threads, ", ")), family.All())
		if err != nil {
			t.Fatal(err)
		}
		all, err := p.Backends(fourBackends())
		if err != nil {
			t.Fatal(err)
		}
		if e, err := p.Experiment(all); !strings.HasSuffix(fmt.Sprint(err), want) || err == nil && len(e.Jobs) != 99*len(threads)+9 {
			t.Errorf("%s: %d jobs, %v", sizes, len(e.Jobs), err)
		}
	}
}

// TestExperimentOfAPlanMadeInGo checks that a plan made in Go has errors without places.
func TestExperimentOfAPlanMadeInGo(t *testing.T) {
	p := &Plan{Name: "made", Baseline: "native", Repeat: bench.Repeat{Min: 1, Max: 1}, Sections: []Section{{
		Problems: []nqueens.Problem{{Family: family.Queens, N: 6}},
		Tasks:    []nqueens.Task{nqueens.CountAll},
		Limits:   defaultLimits,
	}}}
	e, err := p.Experiment(fourBackends())
	if err != nil || len(e.Jobs) != 2 || e.Name != "made" || e.Baseline != "native" || e.Jobs[1].Limits != defaultLimits {
		t.Errorf("%+v, %v", e, err)
	}
	p.Sections[0].Backends = []string{"nativ"}
	if _, err := p.Experiment(fourBackends()); err == nil || err.Error() != `plan: no backend is called "nativ" (did you mean "native"?)` {
		t.Error(err)
	}
}

// TestInstancesInGo checks that the instances of a section made in Go need no names.
func TestInstancesInGo(t *testing.T) {
	p, err := Read("plan.yaml", []byte("runs: [{problems: [queens(4)]}]"), family.All())
	if err != nil {
		t.Fatal(err)
	}
	p.Sections[0].Problems, p.Sections[0].Instances = nil, []Instance{{Name: "x", Problem: nqueens.Problem{Family: family.Queens, N: 4}}}
	p.Part = Part{Problems: []string{"queens(4) x *"}}
	if e, err := p.Experiment(fourBackends()); err != nil || len(e.Jobs) != 2 || !strings.HasPrefix(e.Jobs[0].ProblemName(), "queens(4) x ") {
		t.Errorf("%v, %v", e.Jobs, err)
	}
}
