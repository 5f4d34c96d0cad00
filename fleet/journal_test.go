package fleet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/quadrant"
	"nqueens/family"
	"nqueens/internal/fulldisk"
	"nqueens/internal/journal"
)

// listOf returns the count of n queens divided into parts, all of which are drawn to be checked.
func listOf(t testing.TB, n, parts int) *List {
	t.Helper()
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll}
	l, err := Plan{Parts: parts, Recheck: 1, Pilot: time.Nanosecond}.Make(t.Context(), quadrant.New(), r)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// resultOf returns a result of a machine for a part.
func resultOf(l *List, k int, found uint64, machine string) Result {
	return Result{Part: k, Key: l.Part(k).Key, Found: nqueens.NewCount(found), Seconds: float64(k), Threads: 1, Machine: machine}
}

// again returns the result of a check.
func again(r Result) Result {
	r.Check = &Check{Engine: "bitmask 4", Tasks: 1}
	return r
}

func opened(t testing.TB, dir string, l *List) *Journal {
	t.Helper()
	j, err := OpenJournal(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() }) //nolint:errcheck // some tests have closed it
	return j
}

// TestJournalIsTheTruth checks that the journal read again gives the same tally, for any order and
// repetition of results.
func TestJournalIsTheTruth(t *testing.T) {
	t.Parallel()
	l := listOf(t, 10, 20)
	random := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		dir := t.TempDir()
		j := opened(t, dir, l)
		var deliveries []Result
		for k := 1; k <= l.Parts(); k++ {
			for range 1 + random.IntN(3) {
				deliveries = append(deliveries, resultOf(l, k, uint64(k), "a"))
			}
		}
		random.Shuffle(len(deliveries), func(a, b int) { deliveries[a], deliveries[b] = deliveries[b], deliveries[a] })
		for _, r := range deliveries {
			if err := j.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		if drawn, err := j.DrawChecks(); !drawn || err != nil {
			t.Fatalf("%v, %v", drawn, err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, JournalFile))
		if want := l.Parts() + 1; err != nil || bytes.Count(text, []byte("\n")) != want {
			t.Fatalf("%d lines, want %d", bytes.Count(text, []byte("\n")), want)
		}
		again := opened(t, dir, l)
		again.View(func(a *Tally) {
			if a.Sum().String() != "210" || len(a.Missing()) != 0 || len(a.Drawn()) != 20 || len(a.Unchecked()) != 20 || *a.Draw != *j.tally.Draw {
				t.Errorf("%v, missing %v, drawn %v", a.Sum(), a.Missing(), a.Drawn())
			}
		})
	}
}

// TestIncompleteAndDamaged checks that an incomplete last entry is removed and reported, and that a
// changed bit anywhere is an error that names the line and changes nothing.
func TestIncompleteAndDamaged(t *testing.T) {
	t.Parallel()
	l, dir := listOf(t, 10, 3), t.TempDir()
	name := filepath.Join(dir, JournalFile)
	j := opened(t, dir, l)
	if err := j.Add(resultOf(l, 1, 5, "a"), resultOf(l, 2, 6, "b"), Failure{3, "b", "no memory"}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lastLine := bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 1
	for cut := lastLine + 1; cut < len(whole); cut++ {
		if err := os.WriteFile(name, whole[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(dir, l)
		if err != nil || !strings.Contains(j.Repaired, JournalFile+":3: the last entry") {
			t.Fatalf("cut at %d: %q, %v", cut, j.Repaired, err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadFile(name); err != nil || !bytes.Equal(left, whole[:lastLine]) {
			t.Fatalf("cut at %d: %q is left, %v", cut, left, err)
		}
	}
	for at := range len(whole) - 1 {
		flipped := slices.Clone(whole)
		flipped[at] ^= 1
		if err := os.WriteFile(name, flipped, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenJournal(dir, l); err == nil || !strings.Contains(err.Error(), JournalFile+":") {
			t.Fatalf("bit %d flipped: %v", at, err)
		}
		if there, err := os.ReadFile(name); err != nil || !bytes.Equal(there, flipped) {
			t.Fatalf("bit %d flipped: the file has changed, %v", at, err)
		}
	}
}

// TestOneWriter checks that only one process at a time can open a journal.
func TestOneWriter(t *testing.T) {
	l, dir := listOf(t, 10, 3), t.TempDir()
	j := opened(t, dir, l)
	if _, err := OpenJournal(dir, l); !errors.Is(err, ErrLocked) {
		t.Error(err)
	}
	var closing sync.WaitGroup
	closing.Go(func() {
		time.Sleep(100 * time.Millisecond)
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	late, err := AwaitJournal(t.Context(), dir, l)
	if closing.Wait(); err != nil {
		t.Fatalf("who had it in passing is not waited for: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := AwaitJournal(ended, dir, l); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := late.Close(); err != nil {
		t.Fatal(err)
	}
	opened(t, dir, l)
}

// TestForeign checks that results of other lists are rejected and not recorded.
func TestForeign(t *testing.T) {
	l, dir := listOf(t, 10, 3), t.TempDir()
	j := opened(t, dir, l)
	endless := resultOf(l, 1, 1, "a")
	endless.Seconds = 1e308
	for want, r := range map[string]Result{
		"the time of part 1 is 1e+308 seconds":                   endless,
		"the result is of part 4, but the list has only 3 parts": {Part: 4, Found: nqueens.NewCount(1), Machine: "a"},
		"the result is of part 2 of another list":                resultOf(listOf(t, 11, 3), 2, 1, "a"),
		"the result or the machine of part 1 is missing":         resultOf(l, 1, 1, ""),
	} {
		if err := j.Add(resultOf(l, 1, 1, "a"), r); err == nil || err.Error() != "a result was refused: "+want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	j.View(func(a *Tally) {
		if len(a.Missing()) != 3 {
			t.Error("something was recorded")
		}
	})
}

// TestFullJournal checks that an entry that does not fit on the disk is not recorded, and can be
// recorded later.
func TestFullJournal(t *testing.T) {
	if !fulldisk.InOwnProcess(t) {
		return
	}
	l, dir := listOf(t, 10, 3), t.TempDir()
	j := opened(t, dir, l)
	if err := j.Add(resultOf(l, 1, 1, "a")); err != nil {
		t.Fatal(err)
	}
	room := fulldisk.After(t, 250)
	if err := j.Add(resultOf(l, 2, 1, "a")); err == nil {
		t.Error("recorded on a full disk")
	}
	room()
	j.View(func(a *Tally) {
		if len(a.Missing()) != 2 {
			t.Errorf("missing %v", a.Missing())
		}
	})
	if err := errors.Join(j.Add(resultOf(l, 2, 1, "a"), resultOf(l, 3, 1, "a")), j.Close()); err != nil {
		t.Fatal(err)
	}
	opened(t, dir, l).View(func(a *Tally) {
		if a.Sum().String() != "3" {
			t.Errorf("%v", a.Sum())
		}
	})
}

// TestConflicts checks that a conflict names both machines, that their parts are doubtful unless
// another machine has the same result, and that machines that are not trusted do not count.
func TestConflicts(t *testing.T) {
	l := listOf(t, 10, 5)
	j := opened(t, t.TempDir(), l)
	if err := j.Add(
		resultOf(l, 1, 10, "a"), resultOf(l, 2, 20, "a"), resultOf(l, 3, 30, "b"), resultOf(l, 4, 40, "b"), resultOf(l, 5, 50, "c"),
		again(resultOf(l, 1, 11, "b")), again(resultOf(l, 3, 30, "c")),
	); err != nil {
		t.Fatal(err)
	}
	j.View(func(a *Tally) {
		if c := a.Conflicts(); len(c) != 1 || c[0].String() != "part 1: 10 on a, 11 on b" {
			t.Errorf("%v", c)
		}
		if d := a.Doubtful(); !slices.Equal(d, []int{1, 2, 4}) {
			t.Errorf("doubtful %v", d)
		}
	})
	if err := j.Add(Distrust{"a"}); err != nil {
		t.Fatal(err)
	}
	j.View(func(a *Tally) {
		if len(a.Conflicts()) > 0 || len(a.Doubtful()) > 0 || !slices.Equal(a.Missing(), []int{1, 2}) {
			t.Errorf("conflicts %v, doubtful %v, missing %v", a.Conflicts(), a.Doubtful(), a.Missing())
		}
	})
	wrong := again(resultOf(l, 5, 50, "d"))
	wrong.Check.Wrong = "task 7: quadrant 3, bitmask 4"
	if err := j.Add(wrong); err != nil {
		t.Fatal(err)
	}
	j.View(func(a *Tally) {
		if c := a.Conflicts(); len(c) != 1 || c[0].String() != "part 5, on d: task 7: quadrant 3, bitmask 4" {
			t.Errorf("%v", c)
		}
	})
}

// TestLargeSums checks sums beyond 64 and 128 bits.
func TestLargeSums(t *testing.T) {
	l := listOf(t, 10, 3)
	for text, want := range map[string]string{
		"18446744073709551615":                    "55340232221128654845",
		"340282366920938463463374607431768211455": "1020847100762815390390123822295304634365",
	} {
		dir := t.TempDir()
		j := opened(t, dir, l)
		for k := 1; k <= 3; k++ {
			r := resultOf(l, k, 0, "a")
			var err error
			if r.Found, err = nqueens.ParseCount(text); err != nil {
				t.Fatal(err)
			}
			if err := j.Add(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		opened(t, dir, l).View(func(a *Tally) {
			if a.Sum().String() != want {
				t.Errorf("%v, want %s", a.Sum(), want)
			}
		})
	}
}

// manyParts returns a folder with a list of this many parts and a journal with a result of each.
func manyParts(tb testing.TB, parts int) (string, *List) {
	l, dir := &List{Problem: "queens(20)", Task: nqueens.CountAll, Engine: "quadrant", Version: "2"}, tb.TempDir()
	for k := range parts + 1 {
		l.Cuts = append(l.Cuts, k)
	}
	j := opened(tb, dir, l)
	var all []any
	for k := 1; k <= l.Parts(); k++ {
		all = append(all, resultOf(l, k, uint64(k), "a"))
	}
	if err := errors.Join(j.Add(all...), j.Close()); err != nil {
		tb.Fatal(err)
	}
	return dir, l
}

// TestManyParts checks that a journal of a hundred thousand parts can be written and read again.
func TestManyParts(t *testing.T) {
	t.Parallel()
	dir, l := manyParts(t, 100_000)
	opened(t, dir, l).View(func(a *Tally) {
		if a.Sum().String() != "5000050000" {
			t.Error(a.Sum())
		}
	})
}

// BenchmarkOpenJournal opens the journal of a million parts.
func BenchmarkOpenJournal(b *testing.B) {
	dir, l := manyParts(b, 1_000_000)
	for b.Loop() {
		j, err := OpenJournal(dir, l)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := j.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// slow has tasks that never end.
type slow struct{ backends.Resumable }

func (slow) CountTasks(ctx context.Context, _ nqueens.Request, _ []int, _ func(int, nqueens.Outcome)) error {
	<-ctx.Done()
	return ctx.Err()
}

// TestSlowTasks checks that a count whose tasks are too long to measure can be divided into a given
// number of parts.
func TestSlowTasks(t *testing.T) {
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 10}, Task: nqueens.CountAll}
	if _, err := (Plan{Seconds: 60, Pilot: time.Millisecond}).Make(t.Context(), slow{quadrant.New()}, r); err == nil || !strings.Contains(err.Error(), "too long to be measured") {
		t.Error(err)
	}
	l, err := Plan{Parts: 5, Pilot: time.Millisecond}.Make(t.Context(), slow{quadrant.New()}, r)
	if err != nil || l.Parts() != 5 || l.Seconds != 0 {
		t.Errorf("%+v, %v", l, err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := (Plan{Parts: 5}).Make(stopped, slow{quadrant.New()}, r); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestListRefuses checks the errors for invalid lists, and that an existing list is kept.
func TestListRefuses(t *testing.T) {
	dir := t.TempDir()
	l := listOf(t, 10, 3)
	if err := errors.Join(l.Write(dir), l.Write(dir)); err != nil {
		t.Fatal(err)
	}
	if err := listOf(t, 11, 3).Write(dir); err == nil || !strings.Contains(err.Error(), "exists and is another list") {
		t.Error(err)
	}
	name := filepath.Join(dir, ListFile)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(text []byte, want string) {
		t.Helper()
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadList(dir); err == nil || !strings.HasPrefix(err.Error(), name) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for cut := range len(whole) {
		refused(whole[:cut], "is not a list of parts")
	}
	for at := range len(whole) - 1 {
		flipped := slices.Clone(whole)
		flipped[at] ^= 1
		refused(flipped, "")
	}
	for want, change := range map[string]func(*List){
		"the problem, the engine or its version is missing": func(l *List) { l.Engine = "" },
		`the task is "all"`:                        func(l *List) { l.Task = nqueens.FindAll },
		"the first part does not begin":            func(l *List) { l.Cuts = []int{1, 2} },
		"a part is empty":                          func(l *List) { l.Cuts = []int{0, 2, 2} },
		"a part is empty ":                         func(l *List) { l.Cuts = []int{0, 2, 1} },
		"the share of parts to compute again is 2": func(l *List) { l.Recheck = 2 },
	} {
		other := *l
		change(&other)
		text, err := journal.Line(other)
		if err != nil {
			t.Fatal(err)
		}
		refused(text, strings.TrimSpace(want))
	}
	if _, err := ReadList(t.TempDir()); err == nil || !strings.Contains(err.Error(), "`nqueens plan-parts` makes one") {
		t.Error(err)
	}
}

// otherVersion is an engine in another version.
type otherVersion struct{ backends.Resumable }

func (o otherVersion) Describe() nqueens.Description {
	d := o.Resumable.Describe()
	d.Version = "0"
	return d
}

// TestWorkerRefuses checks that a worker rejects parts of which it would compute something else.
func TestWorkerRefuses(t *testing.T) {
	part := listOf(t, 10, 3).Part(2)
	all := []backends.Backend{quadrant.New()}
	keyed := func(change func(*Part)) Part {
		p := part
		change(&p)
		p.Key = p.key()
		return p
	}
	for want, c := range map[string]struct {
		part Part
		all  []backends.Backend
	}{
		"part 2 is of quadrant " + part.Version + ", but this program has quadrant 0": {part, []backends.Backend{otherVersion{quadrant.New()}}},
		`part 2 is of the engine "quadrant"`:                                          {part, nil},
		"part 2 is damaged":                                                           {Part{Number: 2, Key: part.Key}, all},
		"part 2 is damaged: ":                                                         {keyed(func(p *Part) { p.To = p.Of + 1 }), all},
		"part 2 is damaged:":                                                          {keyed(func(p *Part) { p.From = p.To }), all},
		`part 2 is of "queens(x)"`:                                                    {keyed(func(p *Part) { p.Problem = "queens(x)" }), all},
		"part 2 is of a count in 1000 tasks, but this program":                        {keyed(func(p *Part) { p.Of = 1000 }), all},
	} {
		if _, err := (Worker{Backends: c.all, Families: family.All()}).Do(context.Background(), c.part); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if r, err := (Worker{Backends: all, Families: family.All()}).Do(t.Context(), part); err != nil || r.Key != part.Key || r.Machine == "" {
		t.Error(fmt.Sprint(r), err)
	}
}

// TestMistyped checks that the error for a value of a wrong type names the field and the expected
// type.
func TestMistyped(t *testing.T) {
	t.Parallel()
	for field, value := range map[string]any{"tasks": "x", "residue": 1 << 32, "found": 5} {
		line, err := journal.Line(map[string]any{"result": map[string]any{field: value}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = decode(line[:len(line)-1])
		if err == nil || !strings.HasPrefix(err.Error(), strconv.Quote(field)+" holds ") || strings.Contains(err.Error(), "Go") {
			t.Errorf("%s: %v", line, err)
		}
	}
}
