package bench_test

import (
	"slices"
	"testing"

	"nqueens"
	"nqueens/bench"
	"nqueens/family"
)

// inspected returns what an inspection of the solutions and of the outcome reports.
func inspected(r nqueens.Request, o nqueens.Outcome, shown ...nqueens.Solution) bench.Observation {
	in := bench.NewInspection(r)
	for _, s := range shown {
		in.Visit(s)
	}
	in.Conclude(o)
	report := bench.Observation{Outcome: o}
	in.Report(&report)
	return report
}

func counted(n int) nqueens.Outcome {
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(uint64(n))}
}

// TestInspectionOfManySolutions checks that no duplicates are reported for more solutions than an
// inspection remembers.
func TestInspectionOfManySolutions(t *testing.T) {
	const many = 20_000
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.FindAll}
	var shown []nqueens.Solution
	for i := range many {
		shown = append(shown, nqueens.Solution{nqueens.On(i, 0)}) // all different
	}
	shown = append(shown, shown[many-1])
	if r := inspected(request, counted(many+1), shown...); r.Duplicates != nil || r.Fingerprint == nil {
		t.Errorf("duplicates %v, fingerprint %v", r.Duplicates, r.Fingerprint)
	}
	if r := inspected(request, counted(3), shown[0], shown[1], shown[0]); r.Duplicates == nil || *r.Duplicates != 1 {
		t.Errorf("duplicates %v, want 1", r.Duplicates)
	}
}

// TestInspectionSortsACopy checks that the solutions of the backend are not changed.
func TestInspectionSortsACopy(t *testing.T) {
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.FindAll}
	right := nqueens.Solution{nqueens.On(0, 1), nqueens.On(1, 3), nqueens.On(2, 0), nqueens.On(3, 2)}
	backwards := slices.Clone(right)
	slices.Reverse(backwards)
	before := backwards.String()
	r := inspected(request, counted(1), backwards)
	if backwards.String() != before {
		t.Errorf("%v, was %s", backwards, before)
	}
	var set nqueens.Fingerprint
	set.Add(right)
	if r.Fault != nil || *r.Fingerprint != set {
		t.Errorf("fault %v, fingerprint %v", r.Fault, r.Fingerprint)
	}
}

// TestInspectionOfOptimum checks that the stated optimum is compared with the solutions that are shown.
func TestInspectionOfOptimum(t *testing.T) {
	p := nqueens.Problem{Family: family.Domination, N: 4}
	two, err := nqueens.ParseSolution("a1,c3")
	if err != nil {
		t.Fatal(err)
	}
	three := append(slices.Clone(two), nqueens.On(3, 3))
	for _, test := range []struct {
		optimum  int
		solution nqueens.Solution
		fault    bool
		says     string
	}{
		{2, two, false, ""},
		{1, two, false, "says that the best have 1 piece and shows a solution with 2"},
		{2, three, false, "says that the best have 2 pieces and shows a solution with 3"},
		{1, two[:1], true, ""},
		{-1, two, false, "does not say how many pieces the solutions have"},
	} {
		o := nqueens.Outcome{Status: nqueens.Solved, Solution: test.solution, Optimum: &test.optimum}
		if test.optimum < 0 {
			o.Optimum = nil
		}
		if r := inspected(nqueens.Request{Problem: p, Task: nqueens.Optimise}, o); r.Contradiction != test.says || (r.Fault != nil) != test.fault {
			t.Errorf("%v for %d: %q, %v", test.solution, test.optimum, r.Contradiction, r.Fault)
		}
	}
}

// TestInspectionOfMissingOptimum checks that a count above zero must state the optimum.
func TestInspectionOfMissingOptimum(t *testing.T) {
	for n, want := range map[int]string{0: "", 5: "does not say how many pieces the solutions have"} {
		if r := inspected(nqueens.Request{Problem: nqueens.Problem{Family: family.Domination, N: 4}, Task: nqueens.CountAll}, counted(n)); r.Contradiction != want {
			t.Errorf("of %d: %q, want %q", n, r.Contradiction, want)
		}
	}
}

// TestInspectionOfRepetition checks the description of an answer that changes between repetitions.
func TestInspectionOfRepetition(t *testing.T) {
	queens := nqueens.Problem{Family: family.Queens, N: 4}
	found := nqueens.Outcome{Status: nqueens.Solved, Solution: nqueens.Solution{nqueens.On(0, 1), nqueens.On(1, 3), nqueens.On(2, 0), nqueens.On(3, 2)}}
	none := nqueens.Outcome{Status: nqueens.Unsatisfiable}
	counted := nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
	for _, test := range []struct {
		task        nqueens.Task
		first, next nqueens.Outcome
		want        string
	}{
		{nqueens.FindFirst, found, none, "says that there is a solution, and asked again that there is no solution"},
		{nqueens.FindFirst, none, found, "says that there is no solution, and asked again that there is a solution"},
		{nqueens.CountAll, counted, none, "says 2, and asked again 0"},
		{nqueens.FindFirst, found, nqueens.Outcome{Status: nqueens.Timeout}, "says solved, and asked again timeout"},
		{nqueens.FindFirst, found, found, ""},
	} {
		in := bench.NewInspection(nqueens.Request{Problem: queens, Task: test.task})
		in.Again(test.first, test.next)
		if got := in.Contradiction(); got != test.want {
			t.Errorf("%s: %q, want %q", test.task, got, test.want)
		}
	}
}
