package fleet

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/quadrant"
	"nqueens/family"
	"nqueens/internal/atomicfile"
	"nqueens/internal/leftover"
)

// TestCut checks that parts are consecutive ranges that cover all tasks, in the requested number if
// the tasks allow it, and of nearly equal cost.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		costs []float64
		parts int
		want  []int
	}{
		{[]float64{1, 1, 1, 1}, 2, []int{0, 2, 4}}, {[]float64{1, 1, 1, 1}, 1, []int{0, 4}}, {[]float64{1, 1, 1, 1}, 4, []int{0, 1, 2, 3, 4}},
		{[]float64{1, 1}, 9, []int{0, 1, 2}}, {[]float64{3, 1, 1, 1}, 2, []int{0, 1, 4}}, {[]float64{1, 1, 1, 3}, 2, []int{0, 3, 4}}, {[]float64{5}, 3, []int{0, 1}},
	} {
		if got := Cut(c.costs, c.parts); !slices.Equal(got, c.want) {
			t.Errorf("%v in %d: %v, want %v", c.costs, c.parts, got, c.want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		costs := make([]float64, 20+random.IntN(400))
		var total, dearest float64
		for i := range costs {
			costs[i] = 0.01 + random.Float64()
			total, dearest = total+costs[i], max(dearest, costs[i])
		}
		parts := max(1, int(total/(2*dearest))) // each of at least twice the most expensive task
		cuts := Cut(costs, parts)
		if len(cuts) != parts+1 || cuts[0] != 0 || cuts[parts] != len(costs) || !slices.IsSorted(cuts) {
			t.Fatalf("%d tasks in %d: %v", len(costs), parts, cuts)
		}
		least, most := math.Inf(1), 0.0
		for k := range parts {
			var cost float64
			for _, c := range costs[cuts[k]:cuts[k+1]] {
				cost += c
			}
			least, most = min(least, cost), max(most, cost)
		}
		if most >= 3*least {
			t.Errorf("%d tasks in %d parts of %.3g to %.3g", len(costs), parts, least, most)
		}
	}
}

// metered has tasks of given costs, and records which tasks it counts, with how many threads.
type metered struct {
	backends.Resumable
	cost   func(int) float64
	n      int
	asked  *[]int
	failed error
}

func (m metered) Tasks(nqueens.Request) (int, func(int) float64, error) { return m.n, m.cost, m.failed }

func (m metered) CountTasks(ctx context.Context, r nqueens.Request, tasks []int, done func(int, nqueens.Outcome)) error {
	*m.asked = append(*m.asked, tasks...)
	if r.Threads != 1 {
		return fmt.Errorf("%d threads", r.Threads)
	}
	for _, task := range tasks {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(50 * time.Microsecond)
		done(task, nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(1)})
	}
	return nil
}

// TestPlanMake checks that the number of parts and their expected time are consistent.
func TestPlanMake(t *testing.T) {
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 10}, Task: nqueens.CountAll, Threads: 7}
	cost := func(task int) float64 { return 1 + float64(task%5) }
	var asked []int
	m := metered{Resumable: quadrant.New(), cost: cost, n: 6400, asked: &asked}
	for _, seconds := range []float64{0.02, 0.1, 1e6} {
		l, err := Plan{Seconds: seconds, Pilot: 10 * time.Millisecond, Build: "this"}.Make(t.Context(), m, r)
		if err != nil {
			t.Fatal(err)
		}
		if total := l.Seconds * float64(l.Parts()); math.Abs(float64(l.Parts())-max(1, total/seconds)) > 0.500001 {
			t.Errorf("%v s each: %d parts of %v s", seconds, l.Parts(), l.Seconds)
		}
		if l.Cuts[l.Parts()] != 6400 || l.Build != "this" || l.Problem != "queens(10)" || l.Engine != "quadrant" || l.Version == "" || l.Task != nqueens.CountAll {
			t.Errorf("%+v", l)
		}
	}
	for _, task := range asked {
		if task < 0 || task >= 6400 {
			t.Fatalf("task %d was measured", task)
		}
	}
	if asked[0]/100 == asked[100]/100 {
		t.Errorf("only neighbours were measured: %d to %d", asked[0], asked[100])
	}
	if _, err := (Plan{Parts: MaxParts + 1, Pilot: time.Millisecond}).Make(t.Context(), m, r); err == nil || !strings.HasPrefix(err.Error(), "that would be more than 10000000 parts") {
		t.Error(err)
	}
	if _, err := (Plan{Seconds: 1e-12, Pilot: time.Millisecond}).Make(t.Context(), m, r); err == nil || !strings.HasPrefix(err.Error(), "that would be more than") {
		t.Error(err)
	}
	m.failed = fmt.Errorf("no tasks")
	if _, err := (Plan{Parts: 2}).Make(t.Context(), m, r); err == nil || err.Error() != "no tasks" {
		t.Error(err)
	}
}

// TestOver checks that a pilot ends after enough CPU time, or after a longer time by the clock if
// other processes leave it little CPU.
func TestOver(t *testing.T) {
	for _, c := range []struct {
		used, elapsed time.Duration
		want          bool
	}{{0, 0, false}, {time.Second, time.Second, false}, {time.Second + 1, time.Second + 1, true}, {time.Second / 2, 3 * time.Second, false}, {0, 4*time.Second + 1, true}} {
		if got := over(c.used, c.elapsed, time.Second); got != c.want {
			t.Errorf("computed for %v of %v: %v", c.used, c.elapsed, got)
		}
	}
}

// TestValidate checks that a list must name its problem and engine, have parts, and have a valid
// share of checks.
func TestValidate(t *testing.T) {
	good := listOf(t, 9, 3)
	for want, change := range map[string]func(*List){
		"":  func(*List) {},
		" ": func(l *List) { l.Recheck = 0 },
		"the problem, the engine or its version is missing": func(l *List) { l.Problem = "" },
		"the problem, the engine or its version":            func(l *List) { l.Engine = "" },
		"the problem, the engine":                           func(l *List) { l.Version = "" },
		"the first part does not begin":                     func(l *List) { l.Cuts = []int{0} },
		"the first part does not begin at task 0":           func(l *List) { l.Cuts = nil },
		"the share of parts to compute again is -0.1":       func(l *List) { l.Recheck = -0.1 },
		"the share of parts to compute again is NaN":        func(l *List) { l.Recheck = math.NaN() },
		"the share of parts to compute again is 1.1":        func(l *List) { l.Recheck = 1.1 },
		`the task is "first"`:                               func(l *List) { l.Task = nqueens.FindFirst },
		`the task is "all`: func(l *List) {
			l.Requests, l.Task = append(l.Requests, []byte("1")), nqueens.FindAll // it has both ranges and requests
		},
	} {
		l := *good
		change(&l)
		if err := l.validate(); (err == nil) != (strings.TrimSpace(want) == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	part := good.Part(1)
	for name, change := range map[string]func(*Part){"from before the first task": func(p *Part) { p.From = -1 }, "backwards": func(p *Part) { p.From, p.To = p.To, p.From }} {
		p := part
		change(&p)
		p.Key = p.key()
		if err := worker("a").Check(p); err == nil || !strings.HasPrefix(err.Error(), "part 1 is damaged") {
			t.Errorf("a part %s: %v", name, err)
		}
	}
}

// TestVacant checks where a list can be written.
func TestVacant(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{dir: "", filepath.Join(dir, "none"): "", file: file + " is a file: name a folder for the list",
		filepath.Join(file, "in", "it"): "nothing can be written into " + filepath.Join(file, "in", "it") + ": not a directory"} {
		if err := Vacant(name); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v is left, %v", left, err)
	}
	if err := listOf(t, 9, 3).Write(dir); err != nil {
		t.Fatal(err)
	}
	if err := Vacant(dir); err == nil || !strings.Contains(err.Error(), "exists: name another folder") {
		t.Error(err)
	}
	for name, want := range map[string]string{file: " is a file: name the folder of a list", filepath.Join(dir, ListFile): " is a list: name its folder, " + dir} {
		if _, err := ReadList(name); err == nil || !strings.HasPrefix(err.Error(), name+want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestForeignResults checks that the first invalid result and the number of others are reported,
// that partly written files of killed workers are removed, and that those of running workers stay.
func TestForeignResults(t *testing.T) {
	l := listOf(t, 9, 3)
	f := written(t, l)
	if err := f.Put(resultOf(l, 2, 1, "a")); err != nil {
		t.Fatal(err)
	}
	results := filepath.Join(f.Dir, resultsFolder)
	write := func(name, text string) string {
		t.Helper()
		name = filepath.Join(results, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	mark := leftover.Mark()
	dead := strings.TrimSuffix(mark, fmt.Sprintf("%d-", os.Getpid())) + "99999999-"
	killed, living := write("1-1.json"+atomicfile.Ending+dead+"1", "half"), write("1-2.json"+atomicfile.Ending+mark+"1", "half")
	if f = folder(t, f.Dir); f.Foreign() != nil {
		t.Error(f.Foreign())
	}
	write("1-3.json", "nonsense\n")
	if f = folder(t, f.Dir); f.Foreign() == nil || !strings.HasSuffix(f.Foreign().Error(), "its part is computed again") {
		t.Error(f.Foreign())
	}
	write("1-4.json", "nonsense\n")
	write("1-5.json", "nonsense\n")
	if f = folder(t, f.Dir); len(f.Damaged) != 3 || !strings.HasSuffix(f.Foreign().Error(), "(and 2 more files like it)") {
		t.Error(f.Foreign())
	}
	if err := f.Refresh(); err != nil || len(f.Damaged) != 3 {
		t.Errorf("looked at again: %v, %v", f.Damaged, err)
	}
	if _, err := f.Collect(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(killed); err == nil {
		t.Error("what a killed worker left is there")
	}
	if _, err := os.Stat(living); err != nil {
		t.Error("what a worker writes is gone:", err)
	}
	if left, err := filepath.Glob(filepath.Join(results, "*.json")); err != nil || len(left) != 3 {
		t.Errorf("%v is left, %v", left, err)
	}
	if f = folder(t, f.Dir); f.Tally.Done(2) == nil || len(f.Tally.Missing()) != 2 {
		t.Errorf("missing %v", f.Tally.Missing())
	}
}

// TestRegion checks that the queens do not attack each other, are first on the two outer lines of
// each side, and leave few enough queens to place.
func TestRegion(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := 5; n <= 24; n++ {
		given := region(nqueens.NByN(n), random)
		if left := n - len(given); left > min(13, 3*n/5) || left < min(13, 3*n/5)-1 {
			t.Errorf("%d queens: %d are left", n, left)
		}
		inner := false
		for i, s := range given {
			for _, o := range given[:i] {
				if family.Queens.Attacks(nqueens.NByN(n), o, s) {
					t.Errorf("%d queens: %v and %v attack each other", n, o, s)
				}
			}
			outer := min(s.File, s.Rank, n-1-s.File, n-1-s.Rank) < 2
			if outer && inner && i < 4 {
				t.Errorf("%d queens: %v comes after inner squares", n, s)
			}
			inner = inner || !outer
		}
	}
}
