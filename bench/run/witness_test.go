package run

import (
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
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
	for _, job := range e.Jobs[:2] { // few solutions are listed on every problem
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

// TestWitnessWithoutPublishedValue: nothing settles who is right, but a checked
// solution that one of them does not have does.
func TestWitnessWithoutPublishedValue(t *testing.T) {
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
	if want := " it lists all that misses does, and 1 more"; got["right"] != want {
		t.Errorf("right: %s, want %s", got["right"], want)
	}
}

// TestWitnessIsChecked: what another contender has more is no evidence if it is
// no solution.
func TestWitnessIsChecked(t *testing.T) {
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

// TestStaleWitnesses: a witness does not outlive the judgement it belongs to.
func TestStaleWitnesses(t *testing.T) {
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

// TestManyWitnesses: of problems with few solutions a contender is shown wrong on a dozen, of those with
// many on the smallest alone.
func TestManyWitnesses(t *testing.T) {
	t.Parallel()
	var names []string
	for _, square := range strings.Fields("a1 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d4 a1+d1 a1+d4") {
		names = append(names, fmt.Sprintf("%q", "queens(4, blocked="+square+")"))
	}
	e, _, j := judged(t, `
runs:
  - {problems: [`+strings.Join(names, ", ")+`], tasks: [count], backends: [righttoo, right, doubles]}`)
	for few, want := range map[uint64]int{1000: 3 * 12, 1001: 3} { // nothing settles which of three is right
		for i := range j.Verdicts {
			j.Verdicts[i].Count = nqueens.NewCount(few)
		}
		witnesses, err := testRunner(t).Witnesses(t.Context(), e, j)
		if err != nil || len(witnesses) != want {
			t.Errorf("%d witnesses of %d verdicts with %d solutions, want %d; %v", len(witnesses), len(j.Verdicts), few, want, err)
		}
	}
}
