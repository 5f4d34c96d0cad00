package run

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

func TestPredict(t *testing.T) {
	for _, test := range []struct {
		times []float64
		want  float64
	}{
		{nil, 0},
		{[]float64{1}, 11},
		{[]float64{1, 5}, 27.5},
		{[]float64{1, 16, 8}, 1.1 * 8 * math.Sqrt(8)}, // one parity is easier
		{[]float64{3, 3}, 3.3},
		{[]float64{0, 0}, 1.1e-4},
	} {
		if got := predict(test.times); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("after %v: %v, want %v", test.times, got, test.want)
		}
	}
}

// walk is a Run of backends that count on boards of 4 to 7. Some of its jobs are recorded, by name.
type walk struct {
	*tour
	jobs []bench.Job
}

func newWalk(t *testing.T, repetitions int, left float64, names ...string) walk {
	t.Helper()
	e := bench.Experiment{Seed: 1, Repeat: bench.Repeat{Min: repetitions, Max: repetitions}}
	for n := 4; n <= 7; n++ {
		for _, name := range names {
			e.Jobs = append(e.Jobs, bench.Job{
				Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: name}, Limits: bench.Limits{Time: time.Hour},
			})
		}
	}
	return walk{&tour{
		runner: &Runner{begun: begun{versions: map[string]string{}}}, folder: &bench.Folder{Experiment: e}, state: bench.NewSchedule(e), recorded: map[string]bool{},
		left: func() float64 { return left },
	}, e.Jobs}
}

func (w walk) add(name string, seconds float64, sizes ...int) {
	for _, j := range w.jobs {
		if j.Backend == name && slices.Contains(sizes, j.Problem.N) {
			r := j.Record(bench.Maker{Seed: 1, Repetition: 1}, bench.Observation{Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}, Seconds: seconds})
			w.recorded[r.Key] = true
			w.state.Add(r)
		}
	}
}

func named(jobs []bench.Job) string {
	var names []string
	for _, j := range jobs {
		names = append(names, j.Backend+" "+j.ProblemName())
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// TestNextGoesByCost checks that all series advance together, that much more expensive jobs wait, and that
// jobs beyond the budget are not run.
func TestNextGoesByCost(t *testing.T) {
	w := newWalk(t, 1, 60, "right", "slow", "other")
	list := seriesOf(w.jobs)
	expect := func(left float64, want string) {
		t.Helper()
		if got := named(w.next(list, left)); got != want {
			t.Errorf("next are %q, want %q", got, want)
		}
	}
	expect(60, "other queens(4), right queens(4), slow queens(4)")
	expect(0.25, "right queens(4), slow queens(4)")
	expect(0, "")
	w.runner.Least = true
	expect(-1, "other queens(4), right queens(4), slow queens(4)")
	w.add("right", 0.001, 4)
	w.add("other", 0.001, 4)
	w.add("slow", 1, 4)
	expect(60, "other queens(5), right queens(5)") // slow takes about 11 s
	w.add("right", 0.001, 5, 6, 7)
	w.add("other", 0.001, 5, 6, 7)
	expect(60, "slow queens(5)")
	expect(9, "")
	w.add("slow", 8, 5)
	expect(60, "") // about 70 s
}

// TestFitting checks that answered jobs are repeated within the budget, and that the longest jobs are left
// out if a round does not fit.
func TestFitting(t *testing.T) {
	for left, want := range map[float64]string{60: "right queens(4), slow queens(4)", 4: "right queens(4), slow queens(4)", 3.9: "right queens(4)", 0.9: ""} {
		w := newWalk(t, 5, left, "right", "slow")
		w.add("right", 1, 4)
		w.add("slow", 3, 4)
		if got := named(w.fitting(bench.Round(w.folder.Experiment, 2), 2)); got != want {
			t.Errorf("with %v s: %q, want %q", left, got, want)
		}
	}
}

// TestSeriesOf checks that problems with a symmetry form a series of their own, as does each problem that is
// not an empty board.
func TestSeriesOf(t *testing.T) {
	job := func(text string) bench.Job {
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return bench.Job{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"}}
	}
	var got []string
	for _, s := range seriesOf([]bench.Job{job("queens(4)"), job("queens(4, symmetric=half-turn)"), job("queens(5)"), job("queens(5, given=a1)"), job("queens(6, given=a1)"), job("queens(5, symmetric=half-turn)"), job("torus(5)")}) {
		got = append(got, named(s.jobs))
	}
	want := []string{"b queens(4), b queens(5)", "b queens(4, symmetric=half-turn), b queens(5, symmetric=half-turn)", "b queens(5, given=a1)", "b queens(6, given=a1)", "b torus(5)"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
