package exchange

import (
	"crypto/sha256"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
	"nqueens/family"
)

// byHand returns a run in which all figures are different and optional ones are missing in places.
func byHand() Export {
	count := &summary.Cell{
		Problem: "queens(8, given=a1)", Task: nqueens.CountAll, Contender: backends.Contender{Backend: "gini", Encoding: "product", Threads: 4},
		Status: nqueens.Solved, Count: "92", Limit: 10, Build: "b", Seconds: bench.Interval{Median: 0.5}, PeakBytes: 64, CPUSeconds: 0.125,
		Records: []*bench.Record{
			{Version: "3", Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Iterations: 3, Seconds: 1.0 / 1024, WallSeconds: 9, CPUSeconds: 0.75, PeakBytes: 64,
				Outcome: nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(92), Stats: map[string]int64{"nodes": 1200, backends.PeakBytes: 5, "a b/c": 1}}},
			{Seconds: 0.25, Outcome: nqueens.Outcome{Status: nqueens.Unsatisfiable}},
			{WallSeconds: 2.5, CPUSeconds: 1.5, Outcome: nqueens.Fail(nqueens.Timeout, "late")},
			{WallSeconds: 3, Outcome: nqueens.Fail(nqueens.MemoryLimit, "")},
		},
	}
	late := *count
	late.Problem, late.Status, late.Count, late.PeakBytes, late.CPUSeconds, late.Seconds = "queens(9)", nqueens.Timeout, "", 0, 0, bench.Interval{}
	late.Records = count.Records[2:3]
	never := late
	never.Problem, never.Status, never.Records = "queens(10)", nqueens.Crashed, []*bench.Record{{Outcome: nqueens.Fail(nqueens.Crashed, "")}}
	first := &summary.Cell{Problem: "queens(4)", Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "dlx"}, Status: nqueens.Solved, Build: "b", Seconds: bench.Interval{Median: 2}}
	wrong := *first
	wrong.Problem, wrong.Wrong, wrong.Count = "queens(5)", true, "0"
	wrong.Records = []*bench.Record{{Seconds: 2, Outcome: nqueens.Outcome{Status: nqueens.Solved}}}
	void := *first
	void.Status = nqueens.Void
	skipped := *first
	skipped.Status, skipped.Skipped = "", "timeout at queens(4)"
	return Export{
		Name: "kinds", Summary: summary.Summary{Cells: []*summary.Cell{count, &late, &never, first, &wrong, &void, &skipped}},
		Environment: bench.Environment{CPU: "Xeon", Cores: 2, System: "linux/amd64", Kernel: "6.1", Commit: "abc", Started: time.Date(2025, 6, 7, 8, 9, 10, 0, time.UTC), Machine: bench.Machine{Memory: 4096}},
	}
}

// TestBenchfmtText checks that values common to all lines are written once, and unknown values not at all.
func TestBenchfmtText(t *testing.T) {
	want := strings.Join([]string{
		"goos: linux", "goarch: amd64", "cpu: Xeon", "commit: abc",
		"BenchmarkCount/problem=queens(8,given=a1)/backend=gini/encoding=product-4\t3\t976562.5 ns/op\t64 peak-bytes\t92 solutions\t1 a_b_c/op\t1200 nodes/op",
		"BenchmarkCount/problem=queens(8,given=a1)/backend=gini/encoding=product-4\t1\t2.5e+08 ns/op\t0 solutions",
		"--- FAIL: BenchmarkCount/problem=queens(8,given=a1)/backend=gini/encoding=product-4", "    timeout: late",
		"--- FAIL: BenchmarkCount/problem=queens(8,given=a1)/backend=gini/encoding=product-4", "    memory-limit: ",
		"--- FAIL: BenchmarkCount/problem=queens(9)/backend=gini/encoding=product-4", "    timeout: late",
		"--- FAIL: BenchmarkCount/problem=queens(10)/backend=gini/encoding=product-4", "    crashed: ",
		"--- FAIL: BenchmarkFirst/problem=queens(5)/backend=dlx-1", "    wrong: ", "",
	}, "\n")
	if got := written(t, byHand().WriteBenchfmt); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestHyperfineFields checks each field of a result, and which parameters there are.
func TestHyperfineFields(t *testing.T) {
	x := byHand()
	x.Summary.Cells = slices.DeleteFunc(x.Summary.Cells, func(c *summary.Cell) bool { return len(c.Records) == 0 && c.Status != nqueens.Void })
	none := *x.Summary.Cells[2]
	none.Status, none.Records = nqueens.Unsatisfiable, []*bench.Record{{Seconds: 2, Outcome: nqueens.Outcome{Status: nqueens.Unsatisfiable}}}
	x.Summary.Cells = append(x.Summary.Cells, &none)
	var file struct {
		Results []struct {
			Command                              string
			Mean, Median, User, System, Min, Max float64
			Stddev                               *float64
			Times                                []float64
			Memory                               []int64 `json:"memory_usage_byte"`
			Codes                                []int   `json:"exit_codes"`
			Parameters                           map[string]string
		}
	}
	if err := json.Unmarshal([]byte(written(t, x.WriteHyperfine)), &file); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range file.Results {
		deviation := "none"
		if r.Stddev != nil {
			deviation = fmt.Sprintf("%.6g", *r.Stddev)
		}
		got = append(got, fmt.Sprintf("%s: mean %.6g, deviation %s, median %.6g, user %v, system %v, %.6g to %.6g, times %.6g, memory %d, codes %d, %v",
			r.Command, r.Mean, deviation, r.Median, r.User, r.System, r.Min, r.Max, r.Times, r.Memory, r.Codes, r.Parameters))
	}
	want := []string{
		// From the times 1/1024, 0.25, 2.5 and 3.
		"gini/product x4: count queens(8, given=a1): mean 1.43774, deviation 1.53233, median 1.375, user 0.125, system 0, 0.000976562 to 3, times [0.000976562 0.25 2.5 3], memory [64 0 0 0], codes [0 0 124 137], map[backend:gini count:92 encoding:product problem:queens(8, given=a1) task:count threads:4]",
		"gini/product x4: count queens(9): mean 2.5, deviation none, median 2.5, user 0, system 0, 2.5 to 2.5, times [2.5], memory [0], codes [124], map[backend:gini encoding:product problem:queens(9) task:count threads:4]",
		"gini/product x4: count queens(10): mean 0, deviation none, median 0, user 0, system 0, 0 to 0, times [0], memory [0], codes [1], map[backend:gini encoding:product problem:queens(10) task:count threads:4]",
		"dlx: first queens(5): mean 2, deviation none, median 2, user 0, system 0, 2 to 2, times [2], memory [0], codes [1], map[backend:dlx count:0 problem:queens(5) task:first]",
		"gini/product x4: count queens(10): mean 2, deviation none, median 2, user 0, system 0, 2 to 2, times [2], memory [0], codes [0], map[backend:gini count:0 encoding:product problem:queens(10) task:count threads:4]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestBenchExecFields checks a table's attributes and each run's columns.
func TestBenchExecFields(t *testing.T) {
	x := byHand()
	x.Summary.Cells = slices.DeleteFunc(x.Summary.Cells, func(c *summary.Cell) bool { return c.Status == nqueens.Void })
	want := [][]string{
		{
			`count gini/product x4, of kinds: version 3, "10 s", 4 cores, 2026-01-02T03:04:05Z, 2026-01-02 03:04:05 UTC, [linux/amd64 6.1 2 Xeon 4096 B], [status cputime walltime memory answer]`,
			"queens(8, given=a1) [queens(8, given=a1)]: status done, cputime 0.25s, walltime 0.5s, memory 64B, answer 92, category missing",
			"queens(9) [queens(9)]: status TIMEOUT, cputime 1.5s, walltime 2.5s, category error",
			"queens(10) [queens(10)]: status ERROR (crashed), category error",
		},
		{
			`first dlx, of kinds: version b, "", 1 cores, 2025-06-07T08:09:10Z, 2025-06-07 08:09:10 UTC, [linux/amd64 6.1 2 Xeon 4096 B], [status cputime walltime memory answer]`,
			"queens(4) [queens(4)]: status true, walltime 2s, category missing",
			"queens(5) [queens(5)]: status true, walltime 2s, answer 0, category wrong",
		},
	}
	tables := x.BenchExecTables()
	if len(tables) != len(want) {
		t.Fatalf("%d tables", len(tables))
	}
	for i, table := range tables {
		var r execResult
		if err := xml.Unmarshal([]byte(written(t, table.Write)), &r); err != nil {
			t.Fatal(err)
		}
		var systems, titles []string
		for _, s := range r.Systems {
			systems = append(systems, s.OS.Name, s.CPU.Cores, s.CPU.Model, s.RAM.Size)
		}
		for _, c := range r.Columns {
			titles = append(titles, c.Title)
		}
		got := []string{fmt.Sprintf("%s, of %s: version %s, %q, %s cores, %s, %s, %v, %v", r.Name, r.Benchmark, r.Version, r.Time, r.Cores, r.Start, r.Date, systems, titles)}
		for _, run := range r.Runs {
			var columns []string
			for _, c := range run.Columns {
				columns = append(columns, c.Title+" "+c.Value)
				if (c.Hidden == "true") != (c.Title == "category") {
					t.Errorf("%s: %s is hidden %q", run.Name, c.Title, c.Hidden)
				}
			}
			got = append(got, run.Name+" "+run.Files+": "+strings.Join(columns, ", "))
		}
		if !slices.Equal(got, want[i]) {
			t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want[i], "\n"))
		}
	}
}

// TestExecStatus checks BenchExec's word for each status.
func TestExecStatus(t *testing.T) {
	for _, test := range []struct {
		status nqueens.Status
		task   nqueens.Task
		want   string
	}{
		{nqueens.Solved, nqueens.FindFirst, "true"}, {nqueens.Solved, nqueens.CountAll, "done"}, {nqueens.Unsatisfiable, nqueens.FindFirst, "false"},
		{nqueens.Unsatisfiable, nqueens.CountAll, "false"}, {nqueens.Timeout, nqueens.FindFirst, "TIMEOUT"}, {nqueens.MemoryLimit, nqueens.CountAll, "OUT OF MEMORY"},
		{nqueens.Crashed, nqueens.FindFirst, "ERROR (crashed)"}, {nqueens.Unsupported, nqueens.FindFirst, "ERROR (unsupported)"},
	} {
		if got := execStatus(&summary.Cell{Status: test.status, Task: test.task}); got != test.want {
			t.Errorf("%s, %s: %s, want %s", test.status, test.task, got, test.want)
		}
	}
}

// TestNoRoom checks that an error of the writer is returned by the export.
func TestNoRoom(t *testing.T) {
	x, full := byHand(), errors.New("no room")
	x.Summary.Cells = x.Summary.Cells[:3]
	for name, write := range map[string]func(io.Writer) error{
		"benchfmt": x.WriteBenchfmt, "hyperfine": x.WriteHyperfine, "LaTeX": x.WriteLaTeX, "BenchExec": x.BenchExecTables()[0].Write,
	} {
		if err := write(failing{full}); !errors.Is(err, full) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// failing is a writer that always fails.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestLaTeXCells checks the cells of jobs that were not measured, and that of several rankings of a task the
// first one over instances is used.
func TestLaTeXCells(t *testing.T) {
	cell := func(n int, who string, more summary.Cell) *summary.Cell {
		more.Problem, more.Family, more.N, more.Task, more.Backend = fmt.Sprintf("queens(%d)", n), "queens", n, nqueens.CountAll, who
		if more.Skipped == "" {
			more.Runs = 1
		}
		return &more
	}
	took := summary.Cell{Status: nqueens.Solved, Seconds: bench.Interval{Median: 0.9994}}
	x := Export{Summary: summary.Summary{
		Cells: []*summary.Cell{
			cell(5, "a", took), cell(4, "a", took), cell(4, "b", summary.Cell{Skipped: "later"}), cell(5, "b", summary.Cell{Status: nqueens.MemoryLimit}),
			cell(4, "never", summary.Cell{Skipped: "later"}), cell(5, "c", took),
		},
		Rankings: []summary.Ranking{
			{Task: nqueens.FindFirst, Problems: []string{"p"}, Scores: []summary.Score{{Contender: "boards"}}},
			{Task: nqueens.FindFirst, Instances: true, Problems: slices.Repeat([]string{"p"}, 10), Scores: []summary.Score{{Contender: "best", Solved: 7, PAR2: 12.34}}},
			{Task: nqueens.CountAll, Instances: true, Problems: []string{"p"}, Tells: true, Contest: summary.Contest{Net: true}, Wrong: []summary.Wrong{{Contender: "li_ar", Wrong: 12, Answers: 30}},
				Scores: []summary.Score{{Contender: "net", PAR2: 9, Searching: 3, Letters: []string{"a", "b"}}}},
			{Task: nqueens.FindFirst, Instances: true, Problems: []string{"p"}, Scores: []summary.Score{{Contender: "again"}}},
		},
	}}
	text := written(t, x.WriteLaTeX)
	for want, times := range map[string]int{
		"n & {4} & {5} \\\\": 1, "a & 999e-3 & 999e-3 \\\\": 1, "b & {--} & {memory-limit} \\\\": 1, "c & {--} & 999e-3 \\\\": 1, "l*{2}{S[": 1,
		"never": 0, "boards": 0, "best & 7 & 12.3e0 \\\\": 1, "again": 0, "lS[table-format=2]S": 1, "10 instances": 1, "raggedright": 1,
		"net & 0 & 3.00e0 & ab \\\\": 1, "& {alike}": 1, "less the start of a process": 1, `not ranked: li\_ar, 12 of 30 answers wrong`: 1,
	} {
		if got := strings.Count(text, want); got != times {
			t.Errorf("%d times %s, want %d, in\n%s", got, want, times, text)
		}
	}
	for x, want := range map[float64]string{999.4: "999e0", 99.94: "99.9e0", 99.96: "100e0", 9.994: "9.99e0", 1000: "1.00e3", 0.001: "1.00e-3", 0.00012: "120e-6", 9.995e-8: "100e-9", 2.5e17: "250e15", -1: "{--}"} {
		if got := engineering(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

// TestNothingStaysOpen checks that a file is closed after it was read or refused.
func TestNothingStaysOpen(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"good": "BenchmarkA 1 5 ns/op\n", "bad": "nothing"} {
		file := dir + "/" + name
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFile(file, Options{}); (err == nil) != (name == "good") {
			t.Errorf("%s: %v", name, err)
		}
		open, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		for _, descriptor := range open {
			if is, _ := os.Readlink("/proc/self/fd/" + descriptor.Name()); is == file {
				t.Errorf("%s is still open", file)
			}
		}
	}
}

// kept returns the records of imports, written and read again.
func kept(t *testing.T, limit time.Duration, imports ...Import) *bench.Folder {
	t.Helper()
	dir := t.TempDir()
	if err := Write(dir, "x", limit, imports); err != nil {
		t.Fatal(err)
	}
	f, err := bench.ReadFolder(dir, family.All())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestWriteKeepsAll checks that a record has all data of its run, and that the experiment describes
// the jobs.
func TestWriteKeepsAll(t *testing.T) {
	a, b := backends.Contender{Backend: "a"}, backends.Contender{Backend: "b"}
	ours := Run{Problem: "queens(6)", Task: nqueens.CountAll, Contender: a, Version: "2", Status: nqueens.Solved, Wrong: "odd", Count: nqueens.NewCount(4), Seconds: 1, Wall: 2, CPU: 3, Peak: 4, Stats: map[string]int64{"nodes": 5}}
	late := Run{Problem: "queens(6)", Task: nqueens.CountAll, Contender: b, Status: nqueens.Timeout, Reason: "late", Seconds: 1, Wall: 7, Wrong: "is none"}
	theirs := Run{Problem: "x.cnf", Size: 9, Task: nqueens.FindFirst, Contender: b, Status: nqueens.Solved, Seconds: 1}
	f := kept(t, 0, Import{Processes: true, Answers: true, Runs: []Run{ours, late, ours}}, Import{Processes: true, Limit: time.Second, Runs: []Run{theirs}})
	e := f.Experiment
	if e.Name != "x" || e.Seed != 1 || e.Repeat != (bench.Repeat{Min: 2, Max: 2}) || len(e.Jobs) != 3 || len(f.Records) != 4 {
		t.Errorf("%+v", e)
	}
	programs := []bench.Program{{Name: "a", Command: "a", Engine: backends.CounterEngine("a")}, {Name: "b", Command: "b", Engine: backends.CounterEngine("b")}}
	if !slices.Equal(e.External, programs) {
		t.Errorf("programs %+v", e.External)
	}
	for i, want := range []time.Duration{7 * time.Second, 7 * time.Second, time.Second} {
		if e.Jobs[i].Limits.Time != want {
			t.Errorf("%v: limit %v", e.Jobs[i], e.Jobs[i].Limits.Time)
		}
	}
	digest := sha256.Sum256([]byte("x.cnf"))
	if p := e.Jobs[2].Problem; p.HasBoard() || p.N != 9 || p.Formula.Name != "x.cnf" || p.Formula.Digest != fmt.Sprintf("%x", digest[:8]) || e.Jobs[2].Instance != "x.cnf" {
		t.Errorf("%+v", e.Jobs[2])
	}
	repetitions := []int{1, 1, 2, 1}
	for i, run := range []Run{ours, late, ours, theirs} {
		r := f.Records[i]
		same := r.Repetition == repetitions[i] && r.Started.IsZero() && r.Version == run.Version && r.Status == run.Status && r.Reason == run.Reason &&
			r.WallSeconds == run.Wall && r.CPUSeconds == run.CPU && r.PeakBytes == run.Peak
		if run.Status.Answered() {
			same = same && r.Seconds == run.Seconds && r.Contradiction == run.Wrong && reflect.DeepEqual(r.Stats, run.Stats) && fmt.Sprint(r.Count) == fmt.Sprint(run.Count)
		} else {
			same = same && r.Seconds == 0 && r.Contradiction == ""
		}
		if !same {
			t.Errorf("%+v\nof %+v", r, run)
		}
	}
	// An answer without a count confirms no other answer, and an import without processes has no
	// external contender.
	if e := kept(t, time.Minute, Import{Processes: true, Runs: []Run{ours}}).Experiment; len(e.External) != 1 || e.External[0].Engine != "imported" || e.Jobs[0].Limits.Time != time.Minute {
		t.Errorf("%+v", e)
	}
	if e := kept(t, 0, Import{Runs: []Run{ours}}).Experiment; len(e.External) != 0 {
		t.Errorf("%+v", e.External)
	}
	held := t.TempDir()
	for i, want := range []string{"<nil>", held + " holds a run already: name another folder"} {
		if err := Write(held, "x", 0, []Import{{Runs: []Run{ours}}}); fmt.Sprint(err) != want {
			t.Errorf("time %d: %v, want %s", i+1, err, want)
		}
	}
	broken := ours
	broken.Peak = -1
	if err := Write(t.TempDir(), "x", 0, []Import{{Runs: []Run{broken}}}); err == nil || err.Error() != "queens(6), a: peakBytes are -1" {
		t.Error(err)
	}
}

// TestLimitOf checks that the limit, where no file states it, is the given one, or else the longest
// time of a run if one timed out, or else an hour.
func TestLimitOf(t *testing.T) {
	run := func(status nqueens.Status, wall float64) Run { return Run{Status: status, Wall: wall} }
	solved, late, crashed := run(nqueens.Solved, 12), run(nqueens.Timeout, 10.0001), run(nqueens.Crashed, 1)
	for _, test := range []struct {
		imports []Import
		asked   time.Duration
		want    time.Duration
		guess   bool
	}{
		{[]Import{{Runs: []Run{solved}}}, 0, time.Hour, false},
		{[]Import{{Runs: []Run{crashed}}}, 0, time.Hour, true},
		{[]Import{{Runs: []Run{crashed, late}}}, 0, 10001 * time.Millisecond, true},
		{[]Import{{Runs: []Run{crashed, late}}, {Runs: []Run{solved}}}, 0, 12 * time.Second, true},
		{[]Import{{Runs: []Run{crashed, late}}}, time.Minute, time.Minute, false},
		{[]Import{{Runs: []Run{crashed, late}, Limit: time.Second}}, 0, time.Hour, false},
		{[]Import{{Runs: []Run{solved}, Limit: time.Second}, {Runs: []Run{crashed, late}}}, 0, 10001 * time.Millisecond, true},
		{[]Import{{Runs: []Run{run(nqueens.Timeout, 0)}}}, 0, time.Hour, true},
	} {
		if limit, guess := LimitOf(test.imports, test.asked); limit != test.want || guess != test.guess {
			t.Errorf("%+v, %v: %v, %v", test.imports, test.asked, limit, guess)
		}
	}
}

// TestLeastLimit checks that a given limit is used, however short.
func TestLeastLimit(t *testing.T) {
	for asked, want := range map[time.Duration]time.Duration{1: 1, time.Second: time.Second, 0: time.Hour, -1: time.Hour} {
		if limit, guess := LimitOf(nil, asked); limit != want || guess {
			t.Errorf("asked for %v: %v, a guess %v", asked, limit, guess)
		}
	}
}
