package fleet

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/backends/quadrant"
	"nqueens/family"
)

// renamed is a backend under another name, with the same engine.
type renamed struct{ backends.Backend }

func (r renamed) Describe() nqueens.Description {
	d := r.Backend.Describe()
	d.Name += "/twin"
	return d
}

// TestRecountByTwin checks that an engine under another name does not count as another engine.
func TestRecountByTwin(t *testing.T) {
	by := quadrant.New()
	r := queens(9)
	found := foundBy(t, by, r, []int{0, 1, 2, 3})
	twin := renamed{by}
	if err := twin.Supports(r); err != nil || twin.Describe().Name == by.Describe().Name || twin.Describe().Engine != by.Describe().Engine {
		t.Fatalf("%+v is no twin of %+v: %v", twin.Describe(), by.Describe(), err)
	}
	for _, all := range [][]backends.Backend{{twin}, {by, twin}, {twin, by, bitmask.New()}} {
		w := Worker{Backends: all, Families: family.All()}
		if other, err := w.other(by, r); len(all) < 3 && err == nil || len(all) == 3 && (err != nil || other.Describe().Engine == by.Describe().Engine) {
			t.Errorf("%d backends: %v, %v", len(all), other, err)
		}
		for seed := range uint64(20) { // some tasks have nothing to count
			check, err := w.recount(t.Context(), by, r, seed, found, 0)
			if err != nil || check.Wrong != "" || strings.Contains(check.Engine, twin.Describe().Name) || len(all) < 3 && check.Engine != "" {
				t.Errorf("%d backends: %+v, %v", len(all), check, err)
			}
		}
	}
}

// foundBy returns the results of an engine for some tasks.
func foundBy(t *testing.T, by backends.Resumable, r nqueens.Request, tasks []int) map[int]*nqueens.Count {
	t.Helper()
	found := map[int]*nqueens.Count{}
	r.Threads = 1
	if err := by.CountTasks(t.Context(), r, tasks, func(task int, o nqueens.Outcome) { found[task] = o.Count }); err != nil {
		t.Fatal(err)
	}
	return found
}

// TestRandomTasks checks that the recounted tasks are random and depend on the seed only, and that
// the first wrong task ends the recount.
func TestRandomTasks(t *testing.T) {
	by := quadrant.New()
	r := queens(9)
	n, _, err := by.Tasks(r)
	if err != nil || n < 10 {
		t.Fatalf("%d tasks, %v", n, err)
	}
	found := map[int]*nqueens.Count{}
	for task := range n {
		found[task] = nqueens.NewCount(1e6) // more than any task has
	}
	var drawn []string
	for seed := range uint64(20) {
		var both []string
		for range 2 {
			check, err := worker("a").recount(t.Context(), by, r, seed, found, time.Hour)
			if err != nil || check.Tasks != 1 || check.Regions != 0 {
				t.Fatalf("%+v, %v", check, err)
			}
			task, _, _ := strings.Cut(check.Wrong, ":")
			both = append(both, task)
		}
		if both[0] != both[1] || !strings.HasPrefix(both[0], "task ") {
			t.Errorf("seed %d: %q", seed, both)
		}
		drawn = append(drawn, both[0])
	}
	slices.Sort(drawn)
	if drawn = slices.Compact(drawn); len(drawn) < 5 {
		t.Errorf("20 seeds draw %q", drawn)
	}
}

// takesASecond takes a second to count.
type takesASecond struct{ backends.Backend }

func (s takesASecond) Describe() nqueens.Description {
	d := s.Backend.Describe()
	d.Name, d.Engine = "slow", "slow"
	return d
}

func (s takesASecond) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	time.Sleep(time.Second)
	return s.Backend.Run(ctx, r, visit)
}

// TestRecountTakesAsLong checks that three quarters of a part's time are used for tasks and the
// rest for regions, and that boards of other pieces have no regions.
func TestRecountTakesAsLong(t *testing.T) {
	for text, regions := range map[string]bool{"queens(7)": true, "rooks(5)": false, "queens(7, given=a2)": false} {
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		by, err := InTasks(bitmask.New())
		if err != nil {
			t.Fatal(err)
		}
		r := nqueens.Request{Problem: p, Task: nqueens.CountAll}
		n, _, err := by.Tasks(r)
		if err != nil || n < 10 {
			t.Fatalf("%s: %d tasks, %v", text, n, err)
		}
		var tasks []int
		for task := range 10 {
			tasks = append(tasks, task)
		}
		found := foundBy(t, by, r, tasks)
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			w := Worker{Backends: []backends.Backend{takesASecond{bitmask.New()}}, Families: family.All()}
			check, err := w.recount(t.Context(), by, r, 1, found, 8*time.Second)
			if err != nil || check.Wrong != "" || check.Tasks != 6 || check.Regions > 0 != regions || regions && time.Since(start) < 8*time.Second {
				t.Errorf("%s: %+v after %v, %v", text, check, time.Since(start), err)
			}
		})
	}
}

// TestWithin checks that pieces are added if they can be placed, and that the problem itself does
// not change.
func TestWithin(t *testing.T) {
	p, err := family.All().Parse("queens(6, given=a2, blocked=c3)")
	if err != nil {
		t.Fatal(err)
	}
	at := func(text string) (squares []nqueens.Square) {
		of, err := family.All().Parse("queens(6, given=" + text + ")")
		if err != nil {
			t.Fatal(err)
		}
		return of.Given
	}
	p.Given = slices.Grow(p.Given, 8)
	for text, want := range map[string]string{
		"b4": "queens(6, given=a2+b4)", "a2": "queens(6, given=a2)", "a2+b4+c6": "queens(6, given=a2+b4+c6)", "c6+b4": "queens(6, given=a2+c6+b4)",
		"c3": "", "b2": "", "b3": "", "b4+c5": "",
	} {
		whole := p
		if want != "" {
			want = strings.TrimSuffix(want, ")") + ", blocked=c3)"
		}
		got, err := within(whole, at(text))
		if (err == nil) != (want != "") || err == nil && got.String() != canonical(t, want) {
			t.Errorf("%s: %v, %v, want %s", text, got, err, want)
		}
		if other, err := within(whole, at("d1")); err != nil || len(other.Given) != 2 || want != "" && got.String() != canonical(t, want) {
			t.Errorf("%s: after d1 was added to the same problem it is %v, %v", text, got, err)
		}
	}
}

func canonical(t *testing.T, text string) string {
	t.Helper()
	p, err := family.All().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p.String()
}
