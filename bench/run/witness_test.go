package run

import (
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/family"
)

func TestWitnesses(t *testing.T) {
	t.Parallel()
	e, f, j := judged(t, `
runs:
  - {problems: [{n: 5..6}], tasks: [count], backends: [right]}
  - {problems: [{n: 5..6}], tasks: [count], backends: [misses, doubles], expect: disagree}
  - {problems: [{n: 5..6}], tasks: [all], backends: [swaps], expect: disagree}`)
	if len(f.Records) != 8 {
		t.Fatalf("%d records", len(f.Records))
	}
	witnesses, err := testRunner(t).Witnesses(t.Context(), e, j)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, w := range witnesses {
		got[w.Contender+" "+w.Problem] = w.Solution.String() + " " + w.Why
	}
	for _, job := range e.Jobs[:2] { // solutions are listed on every problem if there are few
		all, on := bruteForce(job.Problem), " "+job.ProblemName()
		last := all[len(all)-1].String()
		for name, want := range map[string]string{
			"misses":  last + " missed; found by right",
			"doubles": last + " found more than once",
			"swaps":   "a1,b2 is no solution: a1 and b2 attack each other",
		} {
			if got[name+on] != want {
				t.Errorf("%s%s: %s, want %s", name, on, got[name+on], want)
			}
		}
	}
	if len(witnesses) != 6 || witnesses[0].Problem != "queens(5)" {
		t.Errorf("not each once, the smallest first: %+v", witnesses)
	}
}

// TestWitnessWithoutPublishedValue checks that a checked solution that one contender lacks is evidence,
// although no published value decides.
func TestWitnessWithoutPublishedValue(t *testing.T) {
	t.Parallel()
	e, _, j := judged(t, `
runs:
  - {problems: ["queens(5, given=a1)"], tasks: [count], backends: [right, misses]}`)
	witnesses, err := testRunner(t).Witnesses(t.Context(), e, j)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, w := range witnesses {
		got[w.Contender] = w.Solution.String() + " " + w.Why
	}
	all := bruteForce(e.Jobs[0].Problem)
	if want := all[len(all)-1].String() + " missed; found by right"; got["misses"] != want {
		t.Errorf("misses: %s, want %s", got["misses"], want)
	}
	if want := " it lists all solutions of misses, and 1 more"; got["right"] != want {
		t.Errorf("right: %s, want %s", got["right"], want)
	}
}

// TestWitnessIsChecked checks that an additional but invalid solution of another contender is no evidence.
func TestWitnessIsChecked(t *testing.T) {
	t.Parallel()
	e, _, j := judged(t, `
runs:
  - {problems: [queens(5)], tasks: [count], backends: [misses, swaps]}`)
	witnesses, err := testRunner(t).Witnesses(t.Context(), e, j)
	if err != nil {
		t.Fatal(err)
	}
	all := bruteForce(e.Jobs[0].Problem)
	if len(witnesses) != 1 || witnesses[0].Solution.String() != all[len(all)-1].String() || witnesses[0].Why != "missed; found by swaps" {
		t.Errorf("%+v", witnesses)
	}
}

// TestWitnessOfListings checks the evidence from lists of solutions, alone and compared with others'.
func TestWitnessOfListings(t *testing.T) {
	problem := nqueens.Problem{Family: family.Queens, N: 4}
	both := bruteForce(problem)
	one, two := both[0], both[1]
	none := nqueens.Solution{nqueens.On(0, 0), nqueens.On(1, 1), nqueens.On(2, 2), nqueens.On(3, 3)}
	list := func(solutions ...nqueens.Solution) listing { return listing{solutions: solutions} }
	lost := listing{failure: "it takes too long"}
	for _, test := range []struct {
		listings []listing // of x, y and z
		fault    *bench.Fault
		want     string // the solution, the reason, the number of duplicates, and of distinct solutions
	}{
		{[]listing{list(one, one, two), list(one, two), list()}, nil, one.String() + ": found more than once 1 2"},
		{[]listing{list(one, two, two), list(one, two), list()}, nil, two.String() + ": found more than once 1 2"},
		{[]listing{list(none, one), list(one, two), list()}, nil, none.String() + ": is no solution: a1 and b2 attack each other 0 2"},
		{[]listing{list(one), list(one, two), list()}, nil, two.String() + ": missed; found by y 0 1"},
		{[]listing{list(one), lost, list(one, two)}, nil, two.String() + ": missed; found by z 0 1"},
		{[]listing{list(one), list(none), list(one, two)}, nil, two.String() + ": missed; found by z 0 1"},
		{[]listing{list(one, two), list(one, two), lost}, nil, ": when listed, its solutions equal those of y 0 2"},
		{[]listing{list(one, two), lost, list(one, two)}, nil, ": when listed, its solutions equal those of z 0 2"},
		{[]listing{list(one, two), list(one), lost}, nil, ": it lists all solutions of y, and 1 more 0 2"},
		{[]listing{list(one, two), lost, lost}, nil, ": no other contender's solutions could be listed to compare with 0 2"},
		{[]listing{lost, list(one), list()}, nil, ": its solutions cannot be listed (it takes too long) 0 0"},
		{[]listing{lost, list(one), list()}, &bench.Fault{Solution: none, Why: "no"}, none.String() + ": no 0 0"},
	} {
		l := lister{runner: &Runner{}, listings: map[string]listing{}}
		v := judge.Verdict{Name: "queens(4)", Problem: &problem}
		for i, name := range []string{"x", "y", "z"} {
			c := backends.Contender{Backend: name}
			l.experiment.Jobs = append(l.experiment.Jobs, bench.Job{Problem: problem, Task: nqueens.CountAll, Contender: c})
			l.listings["queens(4) "+name] = test.listings[i]
			v.Dissent = append(v.Dissent, judge.Dissent{Contender: c, Task: nqueens.CountAll})
		}
		v.Dissent = append(v.Dissent, judge.Dissent{Contender: v.Dissent[0].Contender, Task: nqueens.FindAll, Fault: test.fault})
		w, err := l.witness(t.Context(), v, v.Dissent[0])
		if got := fmt.Sprintf("%v: %s %d %d", w.Solution, w.Why, w.Duplicates, w.Distinct); err != nil || got != test.want || w.Contender != "x" || w.Problem != "queens(4)" {
			t.Errorf("%s, %v, want %s", got, err, test.want)
		}
	}
}

// TestWitnessesOfInstances checks that for instances only a visited solution is evidence, once for each
// contender.
func TestWitnessesOfInstances(t *testing.T) {
	problem := nqueens.Problem{Family: family.Queens, N: 4}
	dissent := func(name, why string) judge.Dissent {
		d := judge.Dissent{Contender: backends.Contender{Backend: name}}
		if why != "" {
			d.Fault = &bench.Fault{Solution: nqueens.Solution{nqueens.On(0, 0)}, Why: why}
		}
		return d
	}
	j := judge.Judgement{Verdicts: []judge.Verdict{
		{Name: "p", Instance: "p", Problem: &problem, Dissent: []judge.Dissent{dissent("silent", ""), dissent("x", "first"), dissent("x", "again")}},
		{Name: "q", Instance: "q", Problem: &problem, Dissent: []judge.Dissent{dissent("x", "second"), dissent("y", "third"), dissent("silent", "at last")}},
	}}
	witnesses, err := (&Runner{}).Witnesses(t.Context(), bench.Experiment{}, j)
	var got []string
	for _, w := range witnesses {
		got = append(got, fmt.Sprint(w.Problem, " ", w.Contender, " ", w.Solution, " ", w.Why))
	}
	if text := strings.Join(got, "; "); err != nil || text != "p x a1 first; q y a1 third; q silent a1 at last" {
		t.Errorf("%s, %v", text, err)
	}
}

// TestStaleWitnesses checks that witnesses of an earlier judgement are removed.
func TestStaleWitnesses(t *testing.T) {
	t.Parallel()
	e, f, j := judged(t, `
runs:
  - {problems: [queens(5)], tasks: [count], backends: [right, misses]}`)
	witnesses := []judge.Witness{
		{Problem: "queens(5)", Contender: "misses"},
		{Problem: "queens(5)", Contender: "right"},
		{Problem: "queens(4)", Contender: "misses"},
	}
	if s := summary.Summarise(e, f.Records, j, witnesses); len(s.Witnesses) != 1 || s.Witnesses[0].Contender != "misses" {
		t.Errorf("%+v", s.Witnesses)
	}
}

// TestManyWitnesses checks that a contender is shown wrong on a dozen problems with few solutions, but only
// on the smallest of those with many.
func TestManyWitnesses(t *testing.T) {
	t.Parallel()
	var names []string
	for _, square := range strings.Fields("a1 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d4 a1+d1 a1+d4") {
		names = append(names, fmt.Sprintf("%q", "queens(4, blocked="+square+")"))
	}
	e, _, j := judged(t, `
runs:
  - {problems: [`+strings.Join(names, ", ")+`], tasks: [count], backends: [righttoo, right, doubles]}`)
	for few, want := range map[uint64]int{1000: 3 * 12, 1001: 3} { // no published value decides which of three is right
		for i := range j.Verdicts {
			j.Verdicts[i].Count = nqueens.NewCount(few)
		}
		witnesses, err := testRunner(t).Witnesses(t.Context(), e, j)
		if err != nil || len(witnesses) != want {
			t.Errorf("%d witnesses of %d verdicts with %d solutions, want %d; %v", len(witnesses), len(j.Verdicts), few, want, err)
		}
	}
}
