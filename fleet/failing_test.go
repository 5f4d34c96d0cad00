package fleet

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/backends/quadrant"
	"nqueens/family"
)

// fails is another engine with a fixed outcome.
type fails struct {
	backends.Backend
	outcome nqueens.Outcome
}

func (f fails) Describe() nqueens.Description {
	d := f.Backend.Describe()
	d.Name, d.Engine = "fails", "fails"
	return d
}

func (f fails) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return f.outcome
}

// TestRecountWithoutOthers checks that a part without another engine is not an error but is
// recorded, and that a failure of another engine is an error.
func TestRecountWithoutOthers(t *testing.T) {
	by := quadrant.New()
	r := queens(9)
	r.Threads = 1
	found := map[int]*nqueens.Count{}
	if err := by.CountTasks(t.Context(), r, []int{0, 1, 2, 3}, func(task int, o nqueens.Outcome) { found[task] = o.Count }); err != nil {
		t.Fatal(err)
	}
	crashes := fails{bitmask.New(), nqueens.Fail(nqueens.Crashed, "why")}
	silent := fails{bitmask.New(), nqueens.Outcome{Status: nqueens.Solved}}
	for name, c := range map[string]struct {
		by    backends.Resumable
		all   []backends.Backend
		tasks int
		wrong string
	}{
		"tells nobody what tasks are": {struct{ backends.Resumable }{by}, []backends.Backend{by, bitmask.New()}, 0, ""},
		"is alone":                    {by, []backends.Backend{by}, 0, ""},
		"has another":                 {by, []backends.Backend{by, bitmask.New()}, 1, ""},
		"has one that crashes":        {by, []backends.Backend{by, crashes}, 0, "again: fails "},
		"has one that says nothing":   {by, []backends.Backend{by, silent}, 0, "again: fails "},
	} {
		for seed := range uint64(20) { // some tasks have nothing to count
			check, err := Worker{Backends: c.all, Families: family.All()}.recount(t.Context(), c.by, r, seed, found, 0)
			if c.wrong != "" {
				if err == nil && check.Engine != "" || err != nil && (check != nil || !strings.HasPrefix(err.Error(), "counting queens(9") || !strings.Contains(err.Error(), c.wrong)) {
					t.Errorf("%s: %+v, %v", name, check, err)
				}
				continue
			}
			if err != nil || check.Wrong != "" || c.tasks > 0 && check.Tasks != c.tasks || c.tasks == 0 && check.Engine != "" || check.Regions > c.tasks {
				t.Errorf("%s: %+v, %v", name, check, err)
			}
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	stops := 0
	for seed := range uint64(20) {
		if check, err := worker("a").recount(ended, by, r, seed, found, time.Hour); errors.Is(err, context.Canceled) && check == nil {
			stops++
		} else if err == nil && check.Engine != "" {
			t.Errorf("it goes on after its end: %+v", check)
		}
	}
	if stops < 10 {
		t.Errorf("stopped %d of 20 times", stops)
	}
}

// TestRecountAll checks that with enough time every task is counted again, and that boards with
// given pieces have no regions.
func TestRecountAll(t *testing.T) {
	by, err := InTasks(bitmask.New())
	if err != nil {
		t.Fatal(err)
	}
	p, err := family.All().Parse("queens(7, given=a2)")
	if err != nil {
		t.Fatal(err)
	}
	r := nqueens.Request{Problem: p, Task: nqueens.CountAll}
	found := map[int]*nqueens.Count{}
	n, _, err := by.Tasks(r)
	if err != nil {
		t.Fatal(err)
	}
	tasks := make([]int, min(n, 30))
	for i := range tasks {
		tasks[i] = i
	}
	if err := by.CountTasks(t.Context(), r, tasks, func(task int, o nqueens.Outcome) { found[task] = o.Count }); err != nil {
		t.Fatal(err)
	}
	w := Worker{Backends: []backends.Backend{bitmask.New(), allOther{bitmask.New()}}, Families: family.All()}
	check, err := w.recount(t.Context(), by, r, 1, found, time.Hour)
	if err != nil || check.Tasks != len(tasks) || check.Regions != 0 || check.Wrong != "" || !strings.HasPrefix(check.Engine, "other ") {
		t.Errorf("%+v, %v", check, err)
	}
	wrong := maps.Clone(found)
	wrong[5] = wrong[5].Plus(nqueens.NewCount(1))
	check, err = w.recount(t.Context(), by, r, 1, wrong, time.Hour)
	if err != nil || !strings.HasPrefix(check.Wrong, "task 5: ") || check.Tasks > len(tasks) {
		t.Errorf("%+v, %v", check, err)
	}
}

// allOther is bitmask under another name.
type allOther struct{ backends.Backend }

func (a allOther) Describe() nqueens.Description {
	d := a.Backend.Describe()
	d.Name, d.Engine = "other", "other"
	return d
}

// TestSplitFails checks tasks that do not exist, and a backend that does not answer.
func TestSplitFails(t *testing.T) {
	by, err := InTasks(bitmask.New())
	if err != nil {
		t.Fatal(err)
	}
	r := queens(6)
	n, _, err := by.Tasks(r)
	if err != nil {
		t.Fatal(err)
	}
	nothing := func(task int, _ nqueens.Outcome) { t.Errorf("task %d is done", task) }
	for _, task := range []int{-1, n} {
		if err := by.CountTasks(t.Context(), r, []int{task}, nothing); err == nil || !strings.HasPrefix(err.Error(), "there is no task ") {
			t.Errorf("task %d: %v", task, err)
		}
		if _, err := by.(backends.Recountable).TaskProblems(r, task); err == nil || !strings.HasPrefix(err.Error(), "there is no task ") {
			t.Errorf("task %d: %v", task, err)
		}
	}
	for _, task := range []int{0, n - 1} {
		if s, err := by.(backends.Recountable).TaskProblems(r, task); err != nil || len(s) != 1 || s[0].Times != 1 {
			t.Errorf("task %d: %v, %v", task, s, err)
		}
	}
	all, err := by.(backends.Recountable).TasksWith(r, nil)
	if err != nil || len(all) != n || all[0] != 0 || all[n-1] != n-1 {
		t.Errorf("%v, %v", all, err)
	}
	for _, o := range []nqueens.Outcome{nqueens.Fail(nqueens.Crashed, "why"), {Status: nqueens.Solved}} {
		failing, err := InTasks(fails{bitmask.New(), o})
		if err != nil {
			t.Fatal(err)
		}
		if err := failing.CountTasks(t.Context(), r, []int{0}, nothing); err == nil || !strings.HasPrefix(err.Error(), "task 0: fails: "+string(o.Status)) {
			t.Errorf("%v", err)
		}
	}
}

// idle computes only the first of its tasks.
type idle struct{ quadrant.Backend }

func (i idle) CountTasks(ctx context.Context, r nqueens.Request, tasks []int, done func(int, nqueens.Outcome)) error {
	return i.Backend.CountTasks(ctx, r, tasks[:1], done)
}

// TestIdleEngine checks that a part with missing tasks has no result.
func TestIdleEngine(t *testing.T) {
	p := listOf(t, 9, 2).Part(1)
	w := Worker{Backends: []backends.Backend{idle{}}, Families: family.All(), Machine: "a"}
	if r, err := w.Do(t.Context(), p); err == nil || !strings.HasPrefix(err.Error(), "part 1: quadrant did 1 of its ") || r.Found != nil {
		t.Errorf("%+v, %v", r, err)
	}
	w = worker("a")
	w.Threads, w.Build = 2, "this"
	r, err := w.Do(t.Context(), p)
	if err != nil || r.Threads != 2 || r.Build != "this" || r.Machine != "a" || r.Part != 1 || r.Key != p.Key || len(r.Stats) == 0 || r.Check != nil || r.Seconds <= 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
