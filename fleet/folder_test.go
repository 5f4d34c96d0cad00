package fleet

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
	"nqueens/backends/quadrant"
	"nqueens/family"
	"nqueens/internal/fulldisk"
	"nqueens/internal/journal"
)

// written returns the folder of a list.
func written(t *testing.T, l *List) *Folder {
	t.Helper()
	dir := t.TempDir()
	if err := l.Write(dir); err != nil {
		t.Fatal(err)
	}
	return folder(t, dir)
}

func folder(t *testing.T, dir string) *Folder {
	t.Helper()
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// other is the engine that checks the results of quadrant.
var other = "bitmask " + backends.Version(bitmask.New())

func worker(machine string) Worker {
	return Worker{Backends: []backends.Backend{quadrant.New(), bitmask.New()}, Families: family.All(), Machine: machine}
}

// TestWorkersShare checks that simultaneous workers compute each part once, and each drawn part
// once more, with tasks counted by another engine.
func TestWorkersShare(t *testing.T) {
	t.Parallel()
	dir := written(t, listOf(t, 11, 30)).Dir
	var mu sync.Mutex
	parts, checks, engines := map[int]int{}, map[int]int{}, map[string]int{}
	var group sync.WaitGroup
	for _, machine := range []string{"a", "b", "c"} {
		f := folder(t, dir)
		group.Go(func() {
			if err := f.Work(t.Context(), worker(machine), nil, func(p Part, r Result) {
				mu.Lock()
				defer mu.Unlock()
				if !p.Check {
					parts[p.Number]++
					return
				}
				if checks[p.Number]++; r.Check == nil || r.Check.Tasks < 1 || r.Check.Wrong != "" {
					t.Errorf("part %d was checked so: %+v", p.Number, r.Check)
				} else {
					engines[r.Check.Engine]++
				}
			}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if engines[other] < 15 { // some tasks have nothing to count
		t.Errorf("checked by %v", engines)
	}
	f := folder(t, dir)
	a := f.Tally
	if a.Sum().String() != "2680" || len(a.Missing())+len(a.Unchecked())+len(a.Conflicts()) > 0 || len(a.Drawn()) != 30 {
		t.Errorf("%v, missing %v, unchecked %v, conflicts %v", a.Sum(), a.Missing(), a.Unchecked(), a.Conflicts())
	}
	for k := 1; k <= 30; k++ {
		if parts[k] != 1 || checks[k] != 1 {
			t.Errorf("part %d was computed %d times and checked %d times", k, parts[k], checks[k])
		}
	}
	if s := f.Status(); s.Working != 0 || s.Done != 30 || s.Checked != 30 {
		t.Errorf("%+v", s)
	}
	for _, of := range []string{resultsFolder, claimsFolder} {
		if left, err := os.ReadDir(filepath.Join(dir, of)); err != nil || of == claimsFolder && len(left) > 0 {
			t.Errorf("%s: %v is left, %v", of, left, err)
		}
	}
}

// liar is quadrant, except that one task of each run, or every task, finds one solution more.
type liar struct {
	quadrant.Backend
	always bool
}

func (l liar) CountTasks(ctx context.Context, r nqueens.Request, tasks []int, done func(int, nqueens.Outcome)) error {
	return l.Backend.CountTasks(ctx, r, tasks, func(task int, o nqueens.Outcome) {
		if l.always || task == tasks[0] {
			o.Count = o.Count.Plus(nqueens.NewCount(1))
		}
		done(task, o)
	})
}

// TestLiar checks that a machine with wrong results is detected, and so is an engine that is wrong
// on every machine.
func TestLiar(t *testing.T) {
	t.Parallel()
	l := listOf(t, 9, 4)
	f := written(t, l)
	lying := Worker{Backends: []backends.Backend{liar{}}, Families: family.All(), Machine: "liar"}
	if err := f.Work(t.Context(), lying, []int{2, 3}, nil); err != nil {
		t.Fatal(err)
	}
	if err := f.Work(t.Context(), worker("honest"), nil, nil); err != nil {
		t.Fatal(err)
	}
	c := f.Tally.Conflicts()
	if len(c) != 2 || !strings.Contains(c[0].String(), "on liar, ") || !strings.HasSuffix(c[0].String(), "on honest") {
		t.Errorf("%v", c)
	}
	if err := f.Distrust(t.Context(), "nobody"); err == nil {
		t.Error("nobody is not trusted any more")
	}
	if err := f.Distrust(t.Context(), "liar"); err != nil {
		t.Fatal(err)
	}
	if err := f.Work(t.Context(), worker("honest"), nil, nil); err != nil {
		t.Fatal(err)
	}
	if a := f.Tally; a.Sum().String() != "352" || len(a.Conflicts())+len(a.Missing())+len(a.Doubtful()) > 0 {
		t.Errorf("%v, %v", a.Sum(), a.Conflicts())
	}

	f = written(t, listOf(t, 9, 1))
	everywhere := Worker{Backends: []backends.Backend{liar{always: true}, bitmask.New()}, Families: family.All(), Machine: "a"}
	if err := f.Work(t.Context(), everywhere, nil, nil); err != nil {
		t.Fatal(err)
	}
	if len(f.Tally.Conflicts()) != 1 {
		t.Fatal("no conflict")
	}
	if text := f.Tally.Conflicts()[0].String(); !strings.Contains(text, "by quadrant, ") || !strings.HasSuffix(text, " by "+other) && !strings.HasSuffix(text, " 0 by no board, because the task has none") {
		t.Error(text)
	}
}

// TestGivesBack checks that a stopped worker releases its part, that a failing worker records the reason, and
// that a worker waits for the parts of others.
func TestGivesBack(t *testing.T) {
	t.Parallel()
	f := written(t, listOf(t, 9, 3))
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := f.Work(stopped, worker("a"), nil, nil); !errors.Is(err, context.Canceled) || f.Claimed() != 0 {
		t.Errorf("%v, %d claimed", err, f.Claimed())
	}
	if len(f.Status().Failures) > 0 {
		t.Error("who is stopped has not failed")
	}
	poor := worker("poor")
	poor.Memory = 1 << 20
	if err := f.Work(t.Context(), poor, nil, nil); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Error(err)
	}
	collect := func() error { _, err := f.Collect(); return err }
	for _, look := range []func() error{f.Refresh, collect} {
		if err := look(); err != nil {
			t.Fatal(err)
		}
		if s := f.Status(); len(s.Failures) != 1 || s.Failures[0].Machine != "poor" || s.Done != 0 {
			t.Errorf("%+v", s.Failures)
		}
	}
	lock, err := f.claim(f.List.Part(2))
	if err != nil {
		t.Fatal(err)
	}
	if n := f.Claimed(); n != 1 {
		t.Errorf("%d claimed", n)
	}
	finished := make(chan error)
	go func() { finished <- f.Work(t.Context(), worker("a"), nil, nil) }()
	select {
	case err := <-finished:
		t.Fatalf("it did not wait: %v", err)
	case <-time.After(3 * poll):
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	if err := <-finished; err != nil || f.Tally.Sum().String() != "352" {
		t.Errorf("%v, %v", f.Tally.Sum(), err)
	}
}

// TestOthersCheck checks that a machine checks results of others before its own.
func TestOthersCheck(t *testing.T) {
	t.Parallel()
	f := written(t, listOf(t, 9, 6))
	for machine, parts := range map[string][]int{"a": {1, 2, 5}, "b": {3, 4, 6}} {
		if err := f.Work(t.Context(), worker(machine), parts, nil); err != nil {
			t.Fatal(err)
		}
	}
	var order []int
	if err := f.Work(t.Context(), worker("a"), nil, func(p Part, _ Result) { order = append(order, p.Number) }); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(order, []int{3, 4, 6, 1, 2, 5}) {
		t.Errorf("checked in the order %v", order)
	}
}

// TestFullFolder checks that a result that does not fit on the disk is not recorded, and that its
// part is computed again.
func TestFullFolder(t *testing.T) {
	if !fulldisk.InOwnProcess(t) {
		return
	}
	f := written(t, listOf(t, 9, 3))
	room := fulldisk.After(t, 100)
	if err := f.Work(t.Context(), worker("a"), nil, nil); err == nil || !strings.Contains(err.Error(), f.Dir) {
		t.Errorf("on a full disk: %v", err)
	}
	room()
	if f = folder(t, f.Dir); len(f.Tally.Missing()) != 3 || len(f.Damaged) > 0 || f.Claimed() > 0 {
		t.Errorf("missing %v, damaged %v", f.Tally.Missing(), f.Damaged)
	}
	if err := f.Work(t.Context(), worker("a"), nil, nil); err != nil || f.Tally.Sum().String() != "352" {
		t.Errorf("%v, %v", f.Tally.Sum(), err)
	}
}

// TestFirstStaysFirst checks that the result in the journal counts, not a later one that is still
// in a file.
func TestFirstStaysFirst(t *testing.T) {
	l := listOf(t, 9, 3)
	f := written(t, l)
	for _, machine := range []string{"a", "b"} {
		if err := f.Put(resultOf(l, 1, 1, machine)); err != nil {
			t.Fatal(err)
		}
		if first := folder(t, f.Dir).Tally.Done(1); first == nil || first.Machine != "a" {
			t.Errorf("%s has given its result, and %+v counts", machine, first)
		}
		if machine == "b" {
			continue
		}
		if _, err := f.Collect(); err != nil {
			t.Fatal(err)
		}
	}
	late := folder(t, f.Dir)
	if _, err := late.Collect(); err != nil || late.Tally.Done(1).Machine != "a" {
		t.Errorf("%+v, %v", late.Tally.Done(1), err)
	}
}

// TestFollower checks that complete entries of another process are read, and that entries which it
// removed because of a full disk do no harm.
func TestFollower(t *testing.T) {
	l := listOf(t, 9, 3)
	f := written(t, l)
	name := filepath.Join(f.Dir, JournalFile)
	var lines [][]byte
	for k := 1; k <= 3; k++ {
		line, err := journal.Line(entryOf(resultOf(l, k, uint64(k), "a")))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	for i, c := range []struct {
		text [][]byte
		sum  string
	}{
		{nil, "0"}, {[][]byte{lines[0]}, "1"}, {[][]byte{lines[0], lines[1][:20]}, "1"}, {[][]byte{lines[0], lines[1]}, "3"},
		{[][]byte{lines[0]}, "3"}, {[][]byte{lines[0], lines[2], lines[1]}, "6"},
	} {
		if err := os.WriteFile(name, slices.Concat(c.text...), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := f.Refresh(); err != nil || f.Tally.Sum().String() != c.sum {
			t.Errorf("%d: %v, want %s, %v", i, f.Tally.Sum(), c.sum, err)
		}
	}
	lines[1][30] ^= 1
	if err := os.WriteFile(name, slices.Concat(lines...), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(f.Dir); err == nil || !strings.Contains(err.Error(), JournalFile+":2 is not an entry") {
		t.Error(err)
	}
}

// TestImpossible checks counts that no symmetry allows.
func TestImpossible(t *testing.T) {
	for n := 2; n <= 27; n++ {
		p := nqueens.Problem{Family: family.Queens, N: n}
		known, ok := p.Known()
		if !ok {
			t.Fatal(n)
		}
		if err := Impossible(p, known.Count); err != nil {
			t.Error(err)
		}
		for wrong := uint64(1); wrong < 8; wrong++ {
			if err := Impossible(p, known.Count.Plus(nqueens.NewCount(wrong))); err == nil {
				t.Errorf("%d queens: %d more are possible", n, wrong)
			}
		}
	}
	given := nqueens.Problem{Family: family.Queens, N: 8, Given: []nqueens.Square{{File: 0, Rank: 0}}}
	if err := Impossible(given, nqueens.NewCount(5)); err != nil {
		t.Error(err)
	}
}

// TestDrawLater checks that parts are drawn only when all are done.
func TestDrawLater(t *testing.T) {
	l := listOf(t, 9, 4)
	l.Recheck = 0.5
	f := written(t, l)
	for k := 1; k <= 3; k++ {
		if err := f.Put(resultOf(l, k, 1, "a")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Collect(); err != nil || f.Tally.Draw != nil {
		t.Fatalf("drawn %v, %v", f.Tally.Draw, err)
	}
	if err := f.Put(resultOf(l, 4, 1, "a")); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Collect(); err != nil || f.Tally.Draw == nil || len(f.Tally.Drawn()) != 2 {
		t.Fatalf("drawn %v, %v", f.Tally.Drawn(), err)
	}
	drawn := f.Tally.Drawn()
	if _, err := f.Collect(); err != nil || !slices.Equal(folder(t, f.Dir).Tally.Drawn(), drawn) {
		t.Errorf("drawn again, %v", err)
	}
}

// TestTakenBack checks that a machine whose results were discarded computes nothing more, and that
// parts are drawn anew afterwards.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	f := written(t, listOf(t, 9, 3))
	if err := f.Work(t.Context(), worker("a"), nil, nil); err != nil {
		t.Fatal(err)
	}
	drawn := *f.Tally.Draw
	if err := f.Distrust(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if f.Tally.Draw != nil {
		t.Error("who computes the parts of a can know which are checked")
	}
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	parts := 0
	err := f.Work(ctx, worker("a"), nil, func(Part, Result) { parts++ })
	if err == nil || !strings.HasPrefix(err.Error(), "the results of a were discarded") || parts > 0 {
		t.Errorf("%d parts more, %v", parts, err)
	}
	if err := f.Work(t.Context(), worker("b"), nil, nil); err != nil || f.Tally.Sum().String() != "352" {
		t.Errorf("%v, %v", f.Tally.Sum(), err)
	}
	if f.Tally.Draw == nil || *f.Tally.Draw == drawn || len(f.Tally.Unchecked()) > 0 {
		t.Errorf("drawn %+v, first %+v", f.Tally.Draw, drawn)
	}
}

// TestForeignDraw checks that a draw is accepted only in the journal and with the list's share.
func TestForeignDraw(t *testing.T) {
	f := written(t, listOf(t, 9, 3))
	line, err := journal.Line(entryOf(Draw{Share: 1, Seed: 7}))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(f.Dir, resultsFolder), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(f.Dir, resultsFolder, "1-0.json"), line, 0o666); err != nil {
		t.Fatal(err)
	}
	if f = folder(t, f.Dir); f.Tally.Draw != nil || len(f.Damaged) != 1 {
		t.Errorf("%+v, %v", f.Tally.Draw, f.Damaged)
	}
	for _, share := range []float64{0, -1} {
		line, err := journal.Line(entryOf(Draw{Share: share, Seed: 7}))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(f.Dir, JournalFile), line, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenFolder(f.Dir); err == nil || !strings.Contains(err.Error(), "share of this list is 1") {
			t.Errorf("a share of %v: %v", share, err)
		}
	}
}

// TestOneLineEach checks that line breaks in a worker's name add no lines to the status.
func TestOneLineEach(t *testing.T) {
	l := listOf(t, 9, 3)
	j := opened(t, t.TempDir(), l)
	if err := j.Add(resultOf(l, 1, 1, "a\nfailed: b"), Failure{2, "a", "no\nfailed: c"}); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	j.View(func(a *Tally) {
		if err := a.Status(0).WriteText(&text); err != nil {
			t.Error(err)
		}
	})
	if strings.Count(text.String(), "\nfailed: ") != 1 {
		t.Error(text.String())
	}
}

// TestCheckedElsewhere checks that a machine does not check its own results while a worker of
// another machine is present, and that it does so alone and the status says so.
func TestCheckedElsewhere(t *testing.T) {
	t.Parallel()
	l := listOf(t, 9, 4)
	f := written(t, l)
	if err := f.Work(t.Context(), worker("a"), []int{1, 2, 3, 4}, nil); err != nil {
		t.Fatal(err)
	}
	for _, machine := range []string{"b", "a"} {
		there, err := f.attend(machine)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
		if machine == "b" {
			ctx, stop = context.WithTimeout(t.Context(), 3*poll)
		}
		if err := f.Work(ctx, worker("a"), nil, nil); (err == nil) != (machine == "a") {
			t.Errorf("with %s there: %v", machine, err)
		}
		stop()
		if alone := f.Tally.CheckedBySameMachine(); (len(alone) == 4) != (machine == "a") {
			t.Errorf("with %s there parts %v were computed again", machine, alone)
		}
		if err := there.Unlock(); err != nil {
			t.Error(err)
		}
	}
	var text strings.Builder
	if err := f.Status().WriteText(&text); err != nil || !strings.Contains(text.String(), "because no other was available: parts 1-4\n") {
		t.Error(text.String(), err)
	}
	if left, err := os.ReadDir(filepath.Join(f.Dir, workersFolder)); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

// TestTrustLostMeanwhile checks that a worker refreshes its data before it checks a part: if a
// machine is no longer trusted by then, the parts of that machine come first.
func TestTrustLostMeanwhile(t *testing.T) {
	t.Parallel()
	l := listOf(t, 9, 4)
	f := written(t, l)
	if err := f.Work(t.Context(), worker("a"), []int{1, 2, 3, 4}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Collect(); err != nil {
		t.Fatal(err)
	}
	p, lock, _, _, err := f.choose("b", nil)
	if lock == nil || err != nil || !p.Check {
		t.Fatalf("%+v, %v", p, err)
	}
	if err := folder(t, f.Dir).Distrust(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if err := f.do(t.Context(), worker("b"), p, func(p Part, _ Result) { t.Errorf("%+v was computed", p) }); err != nil {
		t.Error(err)
	}
	if err := lock.Unlock(); err != nil {
		t.Error(err)
	}
	var parts []int
	if err := f.Work(t.Context(), worker("b"), nil, func(p Part, _ Result) { parts = append(parts, p.Number) }); err != nil {
		t.Error(err)
	}
	if want := []int{1, 2, 3, 4, 1, 2, 3, 4}; !slices.Equal(parts, want) || f.Tally.Sum().String() != "352" {
		t.Errorf("parts %v, %v", parts, f.Tally.Sum())
	}
}

// TestLostLine checks that after the loss of a line of the journal the part is computed again and
// parts are drawn anew, so that its worker does not know whether it is checked.
func TestLostLine(t *testing.T) {
	t.Parallel()
	f := written(t, listOf(t, 9, 3))
	if err := f.Work(t.Context(), worker("a"), nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Collect(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(f.Dir, JournalFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(name, []byte(rest), 0o666); err != nil {
		t.Fatal(err)
	}
	first := f.Tally.Draw.Seed
	f = folder(t, f.Dir)
	if s := f.Status(); s.Done != 2 || s.ToCheck != 0 {
		t.Errorf("%+v", s)
	}
	if err := f.Work(t.Context(), worker("a"), nil, nil); err != nil {
		t.Fatal(err)
	}
	if f.Tally.Sum().String() != "352" || f.Tally.Draw == nil || f.Tally.Draw.Seed == first || len(f.Tally.Unchecked()) > 0 {
		t.Errorf("%v, drawn %+v", f.Tally.Sum(), f.Tally.Draw)
	}
}

// TestPackedJournal checks that the packed part of a journal is read too, and that an error names a
// damaged one.
func TestPackedJournal(t *testing.T) {
	t.Parallel()
	f := written(t, listOf(t, 10, 3))
	if err := f.Work(t.Context(), worker("a"), []int{1, 2}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Collect(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(f.Dir, JournalFile)
	lines, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(lines); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Close(), os.WriteFile(name+".gz", packed.Bytes(), 0o666), os.Remove(name)); err != nil {
		t.Fatal(err)
	}
	f = folder(t, f.Dir)
	if m := f.Tally.Missing(); !slices.Equal(m, []int{3}) {
		t.Errorf("missing %v", m)
	}
	if err := f.Work(t.Context(), worker("a"), nil, nil); err != nil {
		t.Fatal(err)
	}
	if f = folder(t, f.Dir); f.Tally.Sum().String() != "724" || len(f.Tally.Drawn()) != 3 || len(f.Tally.Unchecked()) > 0 {
		t.Errorf("%v, %d drawn, unchecked %v", f.Tally.Sum(), len(f.Tally.Drawn()), f.Tally.Unchecked())
	}
	if err := os.WriteFile(name+".gz", packed.Bytes()[:packed.Len()-9], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(f.Dir); err == nil || !strings.HasPrefix(err.Error(), name+".gz:") {
		t.Error(err)
	}
}
