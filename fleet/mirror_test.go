package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/family"
)

// boardsOf returns a count by bitmask divided into parts.
func boardsOf(t *testing.T, problem string, parts int) *List {
	t.Helper()
	by, err := InTasks(bitmask.New())
	if err != nil {
		t.Fatal(err)
	}
	p, err := family.All().Parse(problem)
	if err != nil {
		t.Fatal(err)
	}
	l, err := Plan{Parts: parts, Pilot: time.Nanosecond}.Make(t.Context(), by, nqueens.Request{Problem: p, Task: nqueens.CountAll})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestImages checks that tasks that are images of each other have equal results. On a small board a
// task is a solution, and its classes are the solutions up to symmetry (OEIS A002562, A000903). On
// a board without symmetry each task is its only image.
func TestImages(t *testing.T) {
	t.Parallel()
	w := worker("a")
	for _, c := range []struct {
		problem string
		classes int // of tasks; 0 means the number of tasks
	}{
		{"queens(8)", 12}, {"queens(9)", 46}, {"queens(8, given=a1)", 46}, {"rooks(5)", 23}, {"torus(7)", 4},
		{"queens(8, given=b1)", 0}, {"queens(8, blocked=d1+g2)", 0}, {"queens(9, excluded=sum:6+diff:1)", 0},
	} {
		l := boardsOf(t, c.problem, 1)
		tally := NewTally(l)
		if err := w.Mirror(tally); err != nil {
			t.Fatal(c.problem, err)
		}
		r, err := w.Do(t.Context(), l.Part(1))
		if err != nil || len(r.Tasks) != len(tally.images) {
			t.Fatalf("%s: %d of %d tasks told, %v", c.problem, len(r.Tasks), len(tally.images), err)
		}
		for task, first := range tally.images {
			if r.Tasks[task].Cmp(r.Tasks[first]) != 0 || tally.images[first] != first {
				t.Errorf("%s: task %d found %v, its image %d %v", c.problem, task, r.Tasks[task], first, r.Tasks[first])
			}
		}
		classes := len(slices.Compact(slices.Sorted(slices.Values(tally.images))))
		if want := cmp.Or(c.classes, len(r.Tasks)); classes != want {
			t.Errorf("%s: %d tasks of %d classes, want %d", c.problem, len(r.Tasks), classes, want)
		}
	}
	if err := w.Mirror(NewTally(&List{Problem: "queens(8)", Engine: "none", Version: "1", Cuts: []int{0, 1}})); err == nil {
		t.Error("tasks of an engine that is not there are compared")
	}
}

// TestLieInOneHalf checks that a task whose result differs from that of its mirror image is
// reported with the machines, even if all totals add up. Results without counts of tasks are not
// compared.
func TestLieInOneHalf(t *testing.T) {
	l := boardsOf(t, "queens(7)", 3)
	tally := func(change func(k int, r *Result)) *Tally {
		t.Helper()
		tally := NewTally(l)
		if err := worker("").Mirror(tally); err != nil {
			t.Fatal(err)
		}
		for k := l.Parts(); k > 0; k-- {
			r, err := worker(string(rune('a'-1+k))).Do(t.Context(), l.Part(k))
			if err != nil {
				t.Fatal(err)
			}
			change(k, &r)
			if err := tally.add(entry{Result: &r}); err != nil {
				t.Fatal(err)
			}
		}
		return tally
	}
	if honest := tally(func(int, *Result) {}); len(honest.Conflicts()) > 0 || honest.Sum().String() != "40" {
		t.Errorf("%v, sum %v", honest.Conflicts(), honest.Sum())
	}
	lie := func(k int, r *Result) {
		if k == 3 {
			r.Tasks[1], r.Found = r.Tasks[1].Plus(nqueens.NewCount(8)), r.Found.Plus(nqueens.NewCount(8))
		}
	}
	lied := tally(lie)
	if c := lied.Conflicts(); len(c) != 1 || !strings.HasPrefix(c[0].String(), "part 3: task ") || !strings.Contains(c[0].String(), " on c, and its mirror image, task ") {
		t.Error(c)
	}
	if d := lied.Doubtful(); !slices.Contains(d, 3) {
		t.Errorf("doubtful: %v", d)
	}
	early := tally(func(k int, r *Result) { // the wrong result is the first of its class
		if k == 1 {
			shared := slices.IndexFunc(lied.images[:len(r.Tasks)], func(first int) bool {
				return slices.Contains(lied.images[l.Cuts[1]:l.Cuts[2]], first) && slices.Contains(lied.images[l.Cuts[2]:], first)
			})
			r.Tasks[shared], r.Found = r.Tasks[shared].Plus(nqueens.NewCount(8)), r.Found.Plus(nqueens.NewCount(8))
		}
	})
	if c := early.Conflicts(); len(c) != 1 || !strings.HasPrefix(c[0].String(), "part 1: task ") || !slices.Equal(early.Doubtful(), []int{1}) {
		t.Errorf("%v, doubtful %v", c, early.Doubtful())
	}
	silent := tally(func(k int, r *Result) {
		if lie(k, r); k == 3 {
			r.Tasks = nil
		}
	})
	if c := silent.Conflicts(); len(c) > 0 {
		t.Errorf("of an earlier version: %v", c)
	}
	for k := range 2 { // missing results are not compared
		early := NewTally(l)
		early.images, early.first[k] = lied.images, lied.first[k]
		if c := early.Conflicts(); len(c) > 0 {
			t.Errorf("with part %d alone: %v", k+1, c)
		}
	}
}

// TestMisadded checks that a total that is not the sum of its tasks makes all results of the
// machine doubtful until they are discarded, also after the journal is read again.
func TestMisadded(t *testing.T) {
	l, dir := listOf(t, 10, 3), t.TempDir()
	j := opened(t, dir, l)
	for k := 1; k <= 3; k++ {
		r, err := worker(map[bool]string{true: "honest", false: "adds"}[k == 1]).Do(t.Context(), l.Part(k))
		if err != nil || r.Residue == nil {
			t.Fatalf("%v, %v", r.Residue, err)
		}
		if k == 2 {
			r.Found = r.Found.Plus(nqueens.NewCount(8))
		}
		if err := j.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = opened(t, dir, l)
	j.View(func(a *Tally) {
		c := a.Conflicts()
		if len(c) != 1 || !strings.HasPrefix(c[0].String(), "part 2, on adds: its total is ") || !slices.Equal(a.Doubtful(), []int{2, 3}) || len(a.Missing()) > 0 {
			t.Errorf("%v, doubtful %v, missing %v", c, a.Doubtful(), a.Missing())
		}
		if a.first[0].Residue != nil {
			t.Error("what has told all that it can is kept in memory")
		}
	})
	if err := j.Add(Distrust{"adds"}); err != nil {
		t.Fatal(err)
	}
	j.View(func(a *Tally) {
		if len(a.Conflicts()) > 0 || !slices.Equal(a.Missing(), []int{2, 3}) {
			t.Errorf("%v, missing %v", a.Conflicts(), a.Missing())
		}
	})
	nothing := resultOf(l, 1, 1, "a")
	nothing.Tasks = []*nqueens.Count{nil}
	if err := j.Add(nothing); err == nil || !strings.HasSuffix(err.Error(), "the result or the machine of part 1 is missing") {
		t.Error(err)
	}
}

// TestCountsOfTasks checks that a result contains the counts of all its tasks in one form, and that
// another computation gives the same counts.
func TestCountsOfTasks(t *testing.T) {
	l := boardsOf(t, "queens(10)", 2)
	r, err := worker("a").Do(t.Context(), l.Part(2))
	if err != nil {
		t.Fatal(err)
	}
	tally := NewTally(l)
	for _, wrong := range []func(*Result){
		func(r *Result) { r.Tasks = append(slices.Clone(r.Tasks), nqueens.NewCount(0)) },
		func(r *Result) { r.Tasks = []*nqueens.Count{r.Found} },
		func(r *Result) { r.Tasks = []*nqueens.Count{} },
		func(r *Result) { r.Residue = new(uint32(r.Found.Mod(modulus))) },
		func(r *Result) { r.Tasks, r.Residue = nil, new(uint32(modulus)) },
	} {
		forged := r
		if wrong(&forged); tally.Accept(forged) == nil {
			t.Errorf("taken: %d tasks, residue %v", len(forged.Tasks), forged.Residue)
		}
	}
	again := r
	again.Machine, again.Check, again.Tasks = "b", &Check{Engine: "bitmask 4", Tasks: 1}, slices.Clone(r.Tasks)
	slices.SortFunc(again.Tasks, func(a, b *nqueens.Count) int { return b.Cmp(a) })
	if slices.EqualFunc(r.Tasks, again.Tasks, func(a, b *nqueens.Count) bool { return a.Cmp(b) == 0 }) {
		t.Fatal("the tasks are in order as they are")
	}
	for _, result := range []*Result{&r, &again} {
		if err := tally.add(entry{Result: result}); err != nil {
			t.Fatal(err)
		}
	}
	if c := tally.Conflicts(); len(c) != 1 || !strings.HasPrefix(c[0].String(), fmt.Sprintf("part 2: task %d found 0 on a and ", l.Cuts[1])) {
		t.Error(c)
	}
}

// TestAccount checks that a result contains the count of each task up to a size limit, and
// otherwise the residue of their sum, which detects errors by a power of two, such as an overflow.
func TestAccount(t *testing.T) {
	found, tasks := map[int]*nqueens.Count{}, []int{}
	for task := 10; task <= 10+mostTasks; task++ {
		found[task], tasks = nqueens.NewCount(1<<60), append(tasks, task)
	}
	for _, c := range []struct {
		tasks int
		each  bool
		want  int
	}{{1, false, 0}, {9, false, 0}, {1, true, 1}, {mostTasks, true, mostTasks}, {mostTasks + 1, true, 0}} {
		r := Result{Found: nqueens.NewCount(1 << 60).Times(uint64(c.tasks))}
		r.account(tasks[:c.tasks], found, c.each)
		if len(r.Tasks) != c.want || (r.Residue == nil) != (c.want > 0) || r.wrong() != "" {
			t.Errorf("%d tasks, each: %v: %d told, residue %v, %q", c.tasks, c.each, len(r.Tasks), r.Residue, r.wrong())
		}
		for power := nqueens.NewCount(1); c.tasks < 10 && power.Float() < 1e50; power = power.Times(2) {
			over := r
			if over.Found = r.Found.Plus(power); over.wrong() == "" {
				t.Errorf("%d tasks, each: %v: %v too much is not seen", c.tasks, c.each, power)
			}
		}
	}
}
