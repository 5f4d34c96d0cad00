package checkpoint

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/quadrant"
	"nqueens/family"
	"nqueens/internal/fulldisk"
	"nqueens/internal/journal"
	"nqueens/internal/readertest"
)

// queens returns the request to count n queens.
func queens(n int) nqueens.Request {
	return nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll}
}

func counted(t *testing.T, n int, p Part) *Checkpoint {
	t.Helper()
	c, err := New(quadrant.New(), queens(n), p)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestPartsShareTasks checks that each task is in exactly one part, for any number of parts.
func TestPartsShareTasks(t *testing.T) {
	for _, all := range []int{1, 2, 7, 100, 1785, 24310} {
		for _, of := range []int{1, 2, 3, 7, 100} {
			var seen []int
			for k := range of {
				seen = append(seen, Part{k + 1, of}.tasks(all)...)
			}
			slices.Sort(seen)
			for i, task := range seen {
				if i != task || len(seen) != all {
					t.Fatalf("%d tasks in %d parts: %d in all, the %dth is %d", all, of, len(seen), i, task)
				}
			}
		}
	}
}

func TestParsePart(t *testing.T) {
	for text, want := range map[string]Part{"1/1": {1, 1}, "3/4": {3, 4}, "100000/100000": {100000, 100000}} {
		if p, err := ParsePart(text); p != want || err != nil || p.String() != text {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
	for _, text := range []string{"", "3", "0/4", "5/4", "-1/4", "1/0", "a/b", "1/2/3", "1/100001", "100001/100001", "0/0", "1/-4", "-1/-4", "99999999999999999999/1"} {
		if p, err := ParsePart(text); err == nil {
			t.Errorf("%q was read as %v", text, p)
		}
		if err := new(Part).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was read from a file", text)
		}
	}
}

// TestSum compares sums with OEIS A000170.
func TestSum(t *testing.T) {
	for n, want := range map[int]string{8: "92", 9: "352", 12: "14200", 13: "73712"} {
		for _, of := range []int{1, 3} {
			var parts []*Checkpoint
			var names []string
			for k := range of {
				parts = append(parts, counted(t, n, Part{k + 1, of}))
				names = append(names, fmt.Sprint(k+1))
			}
			if sum, count, err := Sum(parts, names); err != nil || sum.N != n || count.String() != want {
				t.Errorf("%d queens in %d parts: %v, %v, %v; A000170 has %s", n, of, sum, count, err, want)
			}
		}
	}
}

func TestSumRefuses(t *testing.T) {
	one, two := counted(t, 8, Part{1, 2}), counted(t, 8, Part{2, 2})
	empty, err := New(quadrant.New(), queens(8), Part{2, 2})
	if err != nil {
		t.Fatal(err)
	}
	for want, parts := range map[string][]*Checkpoint{
		"there are no parts to add":             nil,
		"part 2/2 is missing":                   {one},
		"a and b are both part 1/2":             {one, one, two},
		"b counts 10 queens, and a counts 8":    {one, counted(t, 10, Part{2, 2})},
		"b is one of 3 parts, and a one of 2":   {one, counted(t, 8, Part{2, 3})},
		"b, part 2/2, is not finished: 0 of it": {one, empty},
	} {
		_, _, err := Sum(parts, []string{"a", "b", "c"})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v; should say %q", err, want)
		}
	}
}

// TestResume checks that a count that is stopped again and again, each time after a few tasks, ends
// with the same result.
func TestResume(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "14.ckpt")
	want := counted(t, 14, Whole)
	request := queens(14)
	request.Threads = 2
	for runs := 1; ; runs++ {
		c, err := Open(path, quadrant.New(), request, Whole)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		tasks := 0
		err = c.Run(ctx, func(p Progress) {
			if tasks++; tasks == 20 {
				stop()
				time.Sleep(20 * time.Millisecond) // until the workers have seen it
			}
			if p.Share <= 0 || p.Share > 1.000001 || p.Rest < 0 {
				t.Errorf("progress %+v", p)
			}
		})
		stop()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if c.Finished() {
			if c.Found.Cmp(want.Found) != 0 || c.Stats[pairs] != want.Stats[pairs] || runs < 2 {
				t.Errorf("%v solutions and %d pairs after %d runs; at once %v and %d", c.Found, c.Stats[pairs], runs, want.Found, want.Stats[pairs])
			}
			return
		}
	}
}

// slow counts in tasks of 21 s each, with one solution; there are three unless tasks is set.
type slow struct {
	backends.Resumable
	tasks int
	takes time.Duration
	asked *[]nqueens.Request // the requests it got
}

func (slow) Describe() nqueens.Description {
	return nqueens.Description{Name: "slow", Version: "1"}
}

func (s slow) Tasks(nqueens.Request) (int, func(int) float64, error) {
	return cmp.Or(s.tasks, 3), func(int) float64 { return 1 }, nil
}

func (s slow) CountTasks(_ context.Context, r nqueens.Request, tasks []int, done func(int, nqueens.Outcome)) error {
	if s.asked != nil {
		*s.asked = append(*s.asked, r)
	}
	for _, task := range tasks {
		time.Sleep(cmp.Or(s.takes, 21*time.Second))
		done(task, nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(1)})
	}
	return nil
}

// TestSavedEveryTwentySeconds checks that the interval starts again after a save.
func TestSavedEveryTwentySeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "c")
		by := slow{tasks: 7, takes: 9 * time.Second}
		c, err := Open(path, by, queens(8), Whole)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		look := func() {
			saved, err := Read(path, []backends.Backend{by}, family.All())
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, saved.Found.String())
		}
		if err := c.Run(t.Context(), func(Progress) { look() }); err != nil {
			t.Fatal(err)
		}
		look()
		if want := []string{"0", "0", "3", "3", "3", "6", "6", "7"}; !slices.Equal(found, want) {
			t.Errorf("in the file %q, want %q", found, want)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestSavedPeriodically uses a fake clock: after 20 s the result is in the file. If saving fails, the
// count continues and Warn is called, but a failure at the end is an error.
func TestSavedPeriodically(t *testing.T) { synctest.Test(t, savedPeriodically) }

func savedPeriodically(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	c, err := Open(path, slow{}, queens(8), Whole)
	if err != nil {
		t.Fatal(err)
	}
	var found, warned []string
	var shares []float64
	c.Warn = func(err error) { warned = append(warned, err.Error()) }
	show := func(p Progress) {
		shares = append(shares, p.Share)
		left := time.Duration(3-len(shares)) * 21 * time.Second
		if len(shares) == 1 {
			left = 0 // not known yet
		}
		if p.Rest.Round(time.Second) != left {
			t.Errorf("%v are left, not %v", p.Rest, left)
		}
		saved, err := Read(path, []backends.Backend{slow{}}, family.All())
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, saved.Found.String())
		if len(found) == 2 { // a folder in place of the file
			if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o777)); err != nil {
				t.Fatal(err)
			}
		}
	}
	err = c.Run(t.Context(), func(p Progress) {
		if len(found) < 2 {
			show(p)
		}
	})
	if err == nil || !strings.Contains(err.Error(), "is no regular file") {
		t.Errorf("the last save failed: %v", err)
	}
	if !slices.Equal(found, []string{"1", "2"}) || len(warned) != 1 || !strings.Contains(warned[0], "is no regular file") {
		t.Errorf("in the file %q, warned %q", found, warned)
	}
	if want := []float64{1.0 / 3, 2.0 / 3}; !slices.Equal(shares, want) {
		t.Errorf("shares %v, want %v", shares, want)
	}
	// Without Warn it continues as well.
	if c, err = New(slow{}, queens(8), Whole); err != nil {
		t.Fatal(err)
	}
	c.path = path
	if err := c.Run(t.Context(), nil); err == nil || !c.Finished() {
		t.Errorf("%v, finished %v", err, c.Finished())
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context(), nil); err != nil { // only saving is left
		t.Fatal(err)
	}
	if c, err = Read(path, []backends.Backend{slow{}}, family.All()); err != nil || !c.Finished() || c.Found.String() != "3" {
		t.Errorf("read again: %v", err)
	}
}

// TestResumedProgress checks that a resumed count uses its own request, counts only the remaining tasks, and
// reports progress of all of the work.
func TestResumedProgress(t *testing.T) { synctest.Test(t, resumedProgress) }

func resumedProgress(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c")
	c, err := Open(path, slow{}, queens(8), Whole)
	if err != nil {
		t.Fatal(err)
	}
	c.add(1, nqueens.Outcome{Count: nqueens.NewCount(1), Stats: map[string]int64{pairs: 2, "nodes": 3}})
	if err := errors.Join(c.Save(), c.Close()); err != nil {
		t.Fatal(err)
	}
	request := queens(8)
	request.Threads = 2
	var asked []nqueens.Request
	if c, err = Open(path, slow{asked: &asked}, request, Whole); err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // ends with the test
	var shares []float64
	if err := c.Run(t.Context(), func(p Progress) {
		shares = append(shares, p.Share)
		if p.Rest != 0 { // 0 at the end; after the first of two tasks the rest is not known yet
			t.Errorf("%v are left", p.Rest)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if want := []float64{2.0 / 3, 1}; !slices.Equal(shares, want) {
		t.Errorf("shares %v, want %v", shares, want)
	}
	if len(asked) != 1 || asked[0].Threads != 2 {
		t.Errorf("asked %+v", asked)
	}
	if c.Found.String() != "3" || c.Stats[pairs] != 2 || c.Stats["nodes"] != 3 {
		t.Errorf("%v found by %v", c.Found, c.Stats)
	}
	if err := c.Run(t.Context(), func(Progress) { t.Error("there was nothing to do") }); err != nil {
		t.Error(err)
	}
}

// TestContentRefused checks that a file with a matching digest but invalid content is refused.
func TestContentRefused(t *testing.T) {
	three := Part{1, 2} // of five tasks
	right := func() content {
		c := content{Problem: "queens(8)", Task: "count", Engine: "slow 1", Part: three, Tasks: 3, Done: 2, Found: "7", Pairs: 5, Stats: map[string]int64{"nodes": 6}, Set: "05"}
		return c
	}
	read := func(c content, more string) (*Checkpoint, error) {
		c.Digest = c.digest()
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		return decode(append(text, more...), []backends.Backend{slow{tasks: 5}}, family.All())
	}
	c, err := read(right(), "\n")
	if err != nil || c.Found.String() != "7" || c.Stats[pairs] != 5 || c.Stats["nodes"] != 6 || !slices.Equal(c.done, []bool{true, false, true}) || c.left != 1 {
		t.Fatalf("%+v, %v", c, err)
	}
	if _, err := read(right(), "{}"); err == nil || err.Error() != "contains more than one tally" {
		t.Error(err)
	}
	for want, change := range map[string]func(*content){
		`is about "queens(0)", which is not counted in parts`: func(c *content) { c.Problem = "queens(0)" },
		"part 6/6: 8 queens are counted in 5 tasks":           func(c *content) { c.Part = Part{6, 6} },
		"has 4 tasks, but part 1/2 of 8 queens has 3":         func(c *content) { c.Tasks = 4 },
		`has an invalid number of solutions: "some"`:          func(c *content) { c.Found = "some" },
		"does not say which tasks are done":                   func(c *content) { c.Set = "5" },
		"does not say which tasks are done ":                  func(c *content) { c.Set = "0500" },
		"does not say which tasks are done  ":                 func(c *content) { c.Set = "" },
		"does not say which tasks are done   ":                func(c *content) { c.Done = 3 },
		"marks 2 tasks as done, but states 1":                 func(c *content) { c.Done = 1 },
	} {
		c := right()
		change(&c)
		if _, err := read(c, ""); err == nil || !strings.HasPrefix(err.Error(), strings.TrimSpace(want)) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	whole := right()
	whole.Done, whole.Set = 3, ""
	if c, err := read(whole, ""); err != nil || !c.Finished() {
		t.Errorf("all tasks are done: %v", err)
	}
}

// TestTitle checks that bare boards are described by the number of queens, other problems by their
// name.
func TestTitle(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{{"queens(8)", "8 queens"}, {"queens(8, given=a1)", "queens(8, given=a1)"}, {"kings(3)", "kings(3)"}, {"queens(8, files=9)", "queens(8, files=9)"}} {
		p, err := family.All().Parse(test[0])
		if err != nil {
			t.Fatal(err)
		}
		if got := title(p); got != test[1] {
			t.Errorf("%s: %q, want %q", test[0], got, test[1])
		}
	}
}

// TestFileContent checks the exact content of the file, which older and newer programs read.
func TestFileContent(t *testing.T) {
	c, err := New(slow{tasks: 5}, queens(8), Part{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	c.add(2, nqueens.Outcome{Count: nqueens.NewCount(7), Stats: map[string]int64{pairs: 5, "nodes": 6}})
	text, err := json.Marshal(c)
	if want := `{"problem":"queens(8)","task":"count","engine":"slow 1","part":"1/2","tasks":3,"done":1,"found":"7","pairs":5,"stats":{"nodes":6},"set":"02","digest":"07e13abeaf1876e040d21606b154c66b"}`; err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}

// TestFullDisk checks that a file that cannot be written is reported before any work and leaves
// nothing behind, and that a failed save keeps the last saved content.
func TestFullDisk(t *testing.T) {
	if !fulldisk.InOwnProcess(t) {
		return
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "c")
	room := fulldisk.After(t, 100)
	if _, err := Open(path, slow{}, queens(8), Whole); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("on a full disk: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v is left, %v", left, err)
	}
	room()
	c, err := Open(path, slow{}, queens(8), Whole)
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for task := range 3 {
		c.add(task, nqueens.Outcome{Count: nqueens.NewCount(1)})
	}
	room = fulldisk.After(t, 100)
	if _, failed := errors.AsType[*SaveError](c.Run(t.Context(), nil)); !failed {
		t.Error("the last save failed, and it was not told")
	}
	room()
	if there, err := os.ReadFile(path); err != nil || !bytes.Equal(there, before) {
		t.Errorf("%q is left of %q, %v", there, before, err)
	}
	if err := errors.Join(c.Save(), c.Close()); err != nil {
		t.Fatal(err)
	}
	if c, err = Read(path, []backends.Backend{slow{}}, family.All()); err != nil || !c.Finished() {
		t.Errorf("read again: %v", err)
	}
}

// TestPackedFile checks that a gzipped file is read, a damaged one refused, and that a count does
// not write to one.
func TestPackedFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "8.ckpt.gz")
	c, err := New(quadrant.New(), queens(8), Part{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	pack := func(text []byte) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for _, content := range [][]byte{text, pack(text), {'{'}, {}} {
		readertest.Check(t, content, func(r io.Reader) error { _, _, err := readBounded(r); return err })
	}
	from := []backends.Backend{quadrant.New()}
	for content, want := range map[string]string{
		string(pack(text)):                              "",
		string(pack(text)[:20]):                         "incomplete: the gzipped file ends too early",
		string(pack(text)[:2]):                          "incomplete: the gzipped file ends too early",
		string(pack(text[:9])):                          "is not a part of a count as written by `count --part k/n --json` or --checkpoint, or was cut off",
		string(pack(text)) + "and so on!":               "the gzipped file is damaged (gzip: invalid header)",
		string(pack(bytes.Repeat([]byte(" "), 65<<20))): "is longer than 64 MiB, the limit for a tally",
	} {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		back, err := Read(path, from, family.All())
		if want == "" && (err != nil || back.Part != c.Part) || want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), path)) {
			t.Errorf("%v, want %q", err, want)
		}
		if want != "" {
			continue
		}
		if _, err := Open(path, quadrant.New(), queens(8), Part{1, 2}); err == nil || !strings.Contains(err.Error(), "8.ckpt.gz is compressed (gzip)") {
			t.Errorf("opened to go on: %v", err)
		}
	}
}

// TestFileRefuses checks that a damaged file is refused and stays unchanged; when repaired, the
// count continues.
func TestFileRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "8.ckpt")
	c, err := Open(path, quadrant.New(), queens(8), Part{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	c.add(c.tasks[0], nqueens.Outcome{Count: nqueens.NewCount(3)})
	if err := errors.Join(c.Save(), c.Close()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	refuse := func(text []byte, n int, p Part, want string) {
		t.Helper()
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(path, quadrant.New(), queens(n), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; should say %q", err, want)
		}
		if there, err := os.ReadFile(path); err != nil || !bytes.Equal(there, text) {
			t.Errorf("refused, it holds %q (%v), not %q", there, err, text)
		}
	}
	refuse(whole, 10, Part{1, 2}, "is for a count of 8 queens, not 10: name another file")
	refuse(whole, 8, Part{2, 2}, "is for part 1/2, not 2/2: name another file")
	for cut := range len(whole) - 2 {
		refuse(whole[:cut], 8, Part{1, 2}, "is not a part of a count as written by `count --part k/n --json` or --checkpoint, or was cut off")
	}
	for at := range len(whole) - 1 {
		flipped := slices.Clone(whole)
		flipped[at] ^= 1
		refuse(flipped, 8, Part{1, 2}, "8.ckpt ")
	}
	gone, err := os.Create(filepath.Join(dir, "gone"))
	if err != nil {
		t.Fatal(err)
	}
	defer gone.Close()                                 //nolint:errcheck // ends with the test
	link := fmt.Sprintf("/proc/self/fd/%d", gone.Fd()) // exists on Linux
	if _, there := os.Stat(link); there == nil && os.Remove(gone.Name()) == nil {
		if c, err := Open(link, quadrant.New(), queens(8), Whole); err == nil {
			t.Errorf("a link to a file that is removed was opened: %+v", c)
		}
	}
	other := content{Problem: "queens(8)", Task: "count", Engine: "quadrant 0", Part: Whole, Found: "0"}
	other.Digest = other.digest()
	text, err := json.Marshal(other)
	if err != nil {
		t.Fatal(err)
	}
	refuse(text, 8, Part{1, 2}, `was made by "quadrant 0", whose tasks differ`)
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	again, err := Open(path, quadrant.New(), queens(8), Part{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if done, _ := again.Tasks(); done != 1 || again.Found.String() != "3" {
		t.Errorf("mended, it has %d tasks that found %v", done, again.Found)
	}
	if _, err := Open(dir, quadrant.New(), queens(8), Whole); err == nil || err.Error() != dir+" is no regular file: name another" {
		t.Errorf("a folder was opened: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "missing", "8.ckpt"), quadrant.New(), queens(8), Whole); err == nil {
		t.Error("a file in a folder that is not there was opened")
	}
}

// TestSaves checks that only one process uses a file, that it is saved after each task if
// requested, and that a failed save is reported: as a warning during the count, as the error at the
// end.
func TestSaves(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	path, from := filepath.Join(dir, "8.ckpt"), []backends.Backend{quadrant.New()}
	restore := func() {
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	restore()
	c, err := Open(path, quadrant.New(), queens(8), Whole)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, quadrant.New(), queens(8), Whole); !errors.Is(err, journal.ErrLocked) || !strings.Contains(err.Error(), path+": locked: another process is using it") {
		t.Errorf("opened twice: %v", err)
	}
	tasks, warned := 0, 0
	c.every = 0
	c.Warn = func(error) { warned++; restore() }
	if err := c.Run(context.Background(), func(Progress) {
		tasks++
		saved, err := Read(path, from, family.All())
		if tasks == 2 { // saving failed
			return
		}
		if err != nil {
			t.Errorf("after %d tasks: %v", tasks, err)
		} else if done, _ := saved.Tasks(); done != tasks {
			t.Errorf("after %d tasks the file has %d", tasks, done)
		}
		if tasks == 1 {
			os.RemoveAll(dir)
		}
	}); err != nil || warned != 1 || tasks < 3 {
		t.Errorf("%d tasks, %d warnings, %v", tasks, warned, err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, ok := errors.AsType[*SaveError](c.Run(context.Background(), nil)); !ok {
		t.Error("a failed last save is not told")
	}
	restore()
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if again, err := Open(path, quadrant.New(), queens(8), Whole); err != nil {
		t.Errorf("closed, it stays locked: %v", err)
	} else {
		again.Close()
	}
}

func FuzzRead(f *testing.F) {
	t, err := New(quadrant.New(), queens(6), Part{1, 2})
	if err != nil {
		f.Fatal(err)
	}
	text, err := t.MarshalJSON()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"problem":"queens(99999999)","part":"1/1","digest":"0"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		read, err := decode(text, []backends.Backend{quadrant.New()}, family.All())
		if err != nil {
			return
		}
		if again, err := read.MarshalJSON(); err != nil || !strings.Contains(string(again), read.Part.String()) {
			t.Errorf("%s is written again as %s, %v", text, again, err)
		}
	})
}

// TestLargeStats checks that counts of any size are added, and that statistics are limited to the
// largest number, in the file, too.
func TestLargeStats(t *testing.T) {
	c, err := New(quadrant.New(), queens(8), Whole)
	if err != nil {
		t.Fatal(err)
	}
	most, err := nqueens.ParseCount("340282366920938463463374607431768211455") // 2^128 - 1
	if err != nil {
		t.Fatal(err)
	}
	for task := range 3 {
		c.add(task, nqueens.Outcome{Count: most, Stats: map[string]int64{pairs: math.MaxInt64 - 1}})
	}
	text, err := c.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	read, err := decode(text, []backends.Backend{quadrant.New()}, family.All())
	if err != nil || read.Stats[pairs] != math.MaxInt64 || read.Found.String() != "1020847100762815390390123822295304634365" {
		t.Errorf("%+v, %v", read, err)
	}
}

// TestLeast checks the bound: no task is done within elapsed, so the most expensive one takes at
// least that long, and the others in proportion to their cost.
func TestLeast(t *testing.T) {
	c, err := New(slow{tasks: 4}, queens(8), Whole)
	if err != nil {
		t.Fatal(err)
	}
	c.cost = func(task int) float64 { return float64(1 + task) }
	for _, test := range []struct {
		threads       int
		done          bool // the most expensive task is
		elapsed, want time.Duration
	}{
		{1, false, 10 * time.Second, 15 * time.Second}, // 10 · (10/4 − 1)
		{0, false, 10 * time.Second, 15 * time.Second},
		{2, false, 10 * time.Second, 2500 * time.Millisecond},
		{4, false, 10 * time.Second, 0},
		{1, true, 10 * time.Second, 10 * time.Second}, // 10 · (6/3 − 1)
		{1, false, math.MaxInt64, math.MaxInt64 / 2},
	} {
		c.request.Threads, c.done[3] = test.threads, test.done
		if got := c.Least(test.elapsed); got.Round(time.Microsecond) != test.want.Round(time.Microsecond) {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
