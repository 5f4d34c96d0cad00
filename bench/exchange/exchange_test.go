package exchange

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/family"
	"nqueens/internal/fulldisk"
)

// export returns a run with an answer of each kind.
func export(t *testing.T) Export {
	t.Helper()
	e := bench.Experiment{Name: "kinds", Seed: 1, Repeat: bench.Repeat{Min: 2, Max: 2}}
	var records []bench.Record
	for _, r := range []struct {
		problem  string
		task     nqueens.Task
		who      backends.Contender
		instance string
		outcome  nqueens.Outcome
	}{
		{"queens(8)", nqueens.CountAll, backends.Contender{Backend: "dlx", Threads: 2}, "", nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(92), Stats: map[string]int64{"nodes": 1200}}},
		{"queens(8)", nqueens.CountAll, backends.Contender{Backend: "gini", Encoding: "product"}, "", nqueens.Fail(nqueens.Timeout, "10 s are over")},
		{"queens(8)", nqueens.CountAll, backends.Contender{Backend: "gini", Encoding: "ladder"}, "", nqueens.Fail(nqueens.MemoryLimit, "1 GiB")},
		{"queens(8)", nqueens.CountAll, backends.Contender{Backend: "wrong"}, "", nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(91)}},
		{"queens(8, given=a1+c2)", nqueens.FindFirst, backends.Contender{Backend: "dlx"}, "", nqueens.Outcome{Status: nqueens.Unsatisfiable}},
		{"queens(9)", nqueens.FindFirst, backends.Contender{Backend: "dlx"}, "an instance_<&%$.param", nqueens.Outcome{Status: nqueens.Solved}},
		{"queens(9)", nqueens.FindFirst, backends.Contender{Backend: "gini"}, "an instance_<&%$.param", nqueens.Fail(nqueens.Crashed, "bad\x1b[2J news")},
	} {
		p, err := family.All().Parse(r.problem)
		if err != nil {
			t.Fatal(err)
		}
		job := bench.Job{Problem: p, Instance: r.instance, Task: r.task, Contender: r.who, Limits: bench.Limits{Time: 10 * time.Second}}
		e.Jobs = append(e.Jobs, job)
		for i := range 2 {
			record := job.Record(bench.Maker{Version: "1", Build: "b", Seed: 1, Repetition: i + 1}, bench.Observation{})
			record.Outcome, record.WallSeconds, record.CPUSeconds, record.PeakBytes = r.outcome, 0.5, 0.25, 1<<20
			if r.outcome.Status.Answered() {
				record.Seconds, record.Iterations = 0.001*float64(i+1), 3
			}
			records = append(records, record)
		}
	}
	return Export{
		Name: "kinds", Summary: summary.Summarise(e, records, judge.Judge(e, records, nil), nil),
		Environment: bench.Environment{CPU: "Xeon", Cores: 2, System: "linux/amd64", Kernel: "6.1", Commit: "abc", Machine: bench.Machine{Memory: 8 << 30}},
	}
}

// written returns what a function writes.
func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// described returns one line for each run, in order.
func described(runs []Run) string {
	var lines []string
	for _, r := range runs {
		line := fmt.Sprintf("%s, %s, %s: %s", r.Problem, r.Task, r.Contender.String(), r.Status)
		if r.Count != nil {
			line += " " + r.Count.String()
		}
		if r.Status.Answered() {
			line += fmt.Sprintf(" %.4g s", r.Seconds)
		}
		if r.Reason != "" {
			line += " (" + r.Reason + ")"
		}
		if r.Wrong != "" {
			line += " WRONG"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + "\n"
}

// TestWhere checks the environment of a cell: that of its machine, or in a run on a single machine the last
// environment in which the run was continued.
func TestWhere(t *testing.T) {
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, shared := range []bool{false, true} {
		f, names := &bench.Folder{Dir: t.TempDir()}, []string{"", ""}
		if shared {
			names = []string{"left", "right"}
		}
		for i, cpu := range []string{"Xeon", "EPYC"} {
			if _, err := bench.KeepEnvironment(f.Dir, bench.Environment{Name: names[i], CPU: cpu, Started: began.AddDate(0, i, 0)}); err != nil {
				t.Fatal(err)
			}
		}
		x, err := Of(f, summary.Summary{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"": "EPYC", "left": "", "right": ""}
		if shared {
			want = map[string]string{"": "EPYC", "left": "Xeon", "right": "EPYC", "third": ""}
		}
		for machine, cpu := range want {
			if e := x.where(&summary.Cell{Machine: machine}); e.CPU != cpu || machine != "" && e.Name != machine {
				t.Errorf("shared %v, %q: %q, %q, want %q", shared, machine, e.Name, e.CPU, cpu)
			}
		}
	}
}

// TestOf checks that a run belongs to the environment in which it was last continued, if that is
// known, and that an environment that cannot be read is an error, not an unknown environment.
func TestOf(t *testing.T) {
	f := &bench.Folder{Dir: t.TempDir(), Experiment: bench.Experiment{Name: "x"}}
	for _, cpu := range []string{"", "Xeon"} {
		if cpu != "" {
			if _, err := bench.KeepEnvironment(f.Dir, bench.Environment{CPU: cpu}); err != nil {
				t.Fatal(err)
			}
		}
		if x, err := Of(f, summary.Summary{Runs: 7}); err != nil || x.Name != "x" || x.Environment.CPU != cpu || len(x.Machines) > 0 || x.Summary.Runs != 7 {
			t.Errorf("%q: %+v, %v", cpu, x, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(f.Dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	if err := os.WriteFile(files[0], []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Of(f, summary.Summary{}); err == nil {
		t.Error("an environment was read that is none")
	}
}

// TestRoundTrip checks that what is written is read again as the same, including statuses.
func TestRoundTrip(t *testing.T) {
	x := export(t)
	var tables []string
	for _, table := range x.BenchExecTables() {
		tables = append(tables, written(t, table.Write))
	}
	for _, test := range []struct {
		format, want string
		files        []string
	}{
		{"benchfmt", `queens(8), count, dlx x2: solved 92 0.001 s
queens(8), count, dlx x2: solved 92 0.002 s
queens(8,given=a1+c2), first, dlx: unsatisfiable 0.001 s
queens(8,given=a1+c2), first, dlx: unsatisfiable 0.002 s
queens(9)_an_instance_<&%$.param_891aa727, first, dlx: solved 0.001 s
queens(9)_an_instance_<&%$.param_891aa727, first, dlx: solved 0.002 s
queens(8), count, gini/product: timeout (10 s are over)
queens(8), count, gini/product: timeout (10 s are over)
queens(8), count, gini/ladder: memory-limit (1 GiB)
queens(8), count, gini/ladder: memory-limit (1 GiB)
queens(8), count, wrong: solved 91 0 s WRONG
queens(8), count, wrong: solved 91 0 s WRONG
queens(9)_an_instance_<&%$.param_891aa727, first, gini: crashed (bad\u001b[2J news)
queens(9)_an_instance_<&%$.param_891aa727, first, gini: crashed (bad\u001b[2J news)
`, []string{written(t, x.WriteBenchfmt)}},
		{"hyperfine", `queens(8), count, dlx x2: solved 92 0.001 s
queens(8), count, dlx x2: solved 92 0.002 s
queens(8), count, gini/product: timeout (exit code 124, that of timeout(1))
queens(8), count, gini/product: timeout (exit code 124, that of timeout(1))
queens(8), count, gini/ladder: memory-limit (exit code 137: killed, usually because of its memory)
queens(8), count, gini/ladder: memory-limit (exit code 137: killed, usually because of its memory)
queens(8), count, wrong: crashed 91 (exit code 1)
queens(8), count, wrong: crashed 91 (exit code 1)
queens(8, given=a1+c2), first, dlx: unsatisfiable 0.001 s
queens(8, given=a1+c2), first, dlx: unsatisfiable 0.002 s
queens(9) an instance_<&%$.param 891aa727, first, dlx: solved 0.001 s
queens(9) an instance_<&%$.param 891aa727, first, dlx: solved 0.002 s
queens(9) an instance_<&%$.param 891aa727, first, gini: crashed (exit code 1)
queens(9) an instance_<&%$.param 891aa727, first, gini: crashed (exit code 1)
`, []string{written(t, x.WriteHyperfine)}},
		{"benchexec", `queens(8), count, dlx x2: solved 92 0.0015 s
queens(8), count, gini/product: timeout (TIMEOUT)
queens(8), count, gini/ladder: memory-limit (OUT OF MEMORY)
queens(8), count, wrong: solved 91 0.0015 s WRONG
queens(8, given=a1+c2), first, dlx: unsatisfiable 0.0015 s
queens(9) an instance_<&%$.param 891aa727, first, dlx: solved 0.0015 s
queens(9) an instance_<&%$.param 891aa727, first, gini: crashed (ERROR (crashed))
`, tables},
	} {
		var imports []Import
		var runs []Run
		for _, file := range test.files {
			i, err := Read("kinds.x", []byte(file), Options{})
			if err != nil || i.Format != test.format {
				t.Fatalf("%s: %v, %s\n%s", test.format, err, i.Format, file)
			}
			imports, runs = append(imports, i), append(runs, i.Runs...)
		}
		if got := described(runs); got != test.want {
			t.Errorf("%s: read\n%swant\n%s", test.format, got, test.want)
		}
		dir := filepath.Join(t.TempDir(), "run")
		if err := Write(dir, "kinds", 0, imports); err != nil {
			t.Fatal(err)
		}
		s, err := summary.Read(dir, nil, family.All())
		if err != nil || len(s.Cells) != 7 {
			t.Errorf("%s: %v, %d cells", test.format, err, len(s.Cells))
		}
		if err := Write(dir, "kinds", 0, imports); err == nil || err.Error() != dir+" holds a run already: name another folder" {
			t.Errorf("again: %v", err)
		}
	}
}

// TestForeign checks what is read from files that other programs wrote.
func TestForeign(t *testing.T) {
	for _, test := range []struct{ name, content, contender, want string }{
		{"sleep.json", `{"results":[
			{"command":"./a 4","mean":1,"stddev":null,"median":1,"user":0.5,"system":0.1,"min":1,"max":1,"times":[1,2],"exit_codes":[0,null],"parameters":{"n":"4"}},
			{"command":"./b 4 4","mean":1,"stddev":null,"median":1,"user":0.5,"system":0.1,"min":1,"max":1,"times":[3],"memory_usage_byte":[1024],"exit_codes":[7],"parameters":{"n":"4"}}]}`, "",
			"n=4, first, ./a {n}: solved 1 s\nn=4, first, ./a {n}: crashed (ended by a signal)\nn=4, first, ./b 4 {n}: crashed (exit code 7)\n"},
		{"sleep.json", `{"results":[{"command":"minisat f.cnf","times":[1],"exit_codes":[0]}]}`, "", "sleep, first, minisat f.cnf: solved 1 s\n"},
		{"sleep.json", `{"results":[{"command":"minisat f.cnf","times":[1],"exit_codes":[0],"parameters":{"solver":"minisat","file":"f.cnf"}}]}`, "solver", "file=f.cnf, first, minisat: solved 1 s\n"},
		{"go.txt", "goos: linux\ngoarch: amd64\npkg: example.org/sort\ncpu: Xeon\nBenchmarkSort/alg=quick/n=100-8   \t 1000\t 1500 ns/op\t 16 B/op\t 2 allocs/op\t -3 change\n--- FAIL: BenchmarkSort/alg=slow/n=100-8\n    x_test.go:3: oops\n--- SKIP: BenchmarkOther\nPASS\nok  \texample.org/sort\t1.2s\n", "",
			"Sort/alg=quick/n=100, first, sort: solved 1.5e-06 s\nSort/alg=slow/n=100, first, sort: crashed (x_test.go:3: oops)\n"},
		{"go.txt", "pkg: a/b\n--- FAIL: BenchmarkX\npkg: a/c\nBenchmarkX 1000 1500 ns/op\n", "",
			"X, first, c: solved 1.5e-06 s\nX, first, b: crashed\n"},
		{"go.txt", "BenchmarkSort/alg=quick/n=100-8   \t 1000\t 1500 ns/op\n", "alg", "Sort/n=100, first, quick: solved 1.5e-06 s\n"},
		{"be.xml", `<?xml version="1.0"?><result benchmarkname="b" name="conf" date="d" tool="CPA" version="1" timelimit="10 s"><columns/><systeminfo><os name="Linux"/><cpu cores="8" model="Core"/><ram size="16 GB"/></systeminfo>
			<run name="a.c"><column title="status" value="true"/><column title="walltime" value="1.5s"/><column title="cputime" value="1.25s"/><column title="memUsage" value="100"/><column title="category" value="wrong" hidden="true"/></run>
			<run name="b.c"><column title="status" value="false(unreach-call)"/><column title="cputime" value="2.5"/></run>
			<run name="c.c"><column title="status" value="TIMEOUT (true)"/></run><run name="d.c"><column title="status" value="OUT OF MEMORY"/></run>
			<run name="e.c"><column title="status" value="SEGMENTATION FAULT"/></run><run name="f.c"><column title="status" value="unknown"/></run><run name="g.c"/></result>`, "",
			"a.c, first, CPA conf: solved 1.5 s WRONG\nb.c, first, CPA conf: unsatisfiable 2.5 s\nc.c, first, CPA conf: timeout (TIMEOUT (true))\nd.c, first, CPA conf: memory-limit (OUT OF MEMORY)\ne.c, first, CPA conf: crashed (SEGMENTATION FAULT)\nf.c, first, CPA conf: unknown (unknown)\n"},
		{"x.json", "{\"results\":[{\"command\":\"a:b\\u001b[2J\",\"times\":[1]}]}", "", "x, first, a;b\\u001b[2J: solved 1 s\n"},
	} {
		i, err := Read(test.name, []byte(test.content), Options{Contender: test.contender})
		if got := described(i.Runs); err != nil || got != test.want {
			t.Errorf("%s: %v\n%swant\n%s", test.content, err, got, test.want)
		}
	}
	i, err := Read("be.xml", []byte(`<result tool="t" timelimit="10 s"><systeminfo><cpu cores="8" model="Core"/><ram size="16 GB"/></systeminfo><run name="a"><column title="status" value="sat"/><column title="cputime" value="1s"/></run></result>`), Options{})
	if err != nil || i.Limit != 10*time.Second || i.Runs[0].Environment.CPU != "Core" || i.Runs[0].Environment.Memory != 16e9 || !i.Answers {
		t.Errorf("%v, %+v", err, i)
	}
}

// TestMachines checks that measurements on several machines are kept apart, in one file or in
// several, of this program or of others, and are never combined in one mean.
func TestMachines(t *testing.T) {
	x := export(t)
	for i, c := range x.Summary.Cells {
		c.Machine = []string{"desk", "rack"}[i%2]
	}
	x.Machines = []bench.Environment{{Name: "desk", CPU: "Xeon"}, {Name: "rack", CPU: "Epyc"}}
	text := written(t, x.WriteBenchfmt)
	if !strings.HasPrefix(text, "machine: desk\ncpu: Xeon\nBenchmark") || !strings.Contains(text, "\nmachine: rack\ncpu: Epyc\n") {
		t.Error(text)
	}
	for _, test := range []struct {
		files []string
		want  string
	}{
		{[]string{"cpu: Xeon\nBenchmarkSort 1 5 ns/op\nBenchmarkSort 1 6 ns/op\n"}, ": 2"},
		{[]string{"cpu: Xeon\nBenchmarkSort 1 5 ns/op\ncpu: Epyc\nBenchmarkOther 1 6 ns/op\n"}, "Epyc: 1 Xeon: 1"},
		{[]string{"cpu: Xeon\nBenchmarkSort 1 5 ns/op\n", "cpu: Epyc\nBenchmarkOther 1 6 ns/op\n"}, "Epyc: 1 Xeon: 1"},
		{[]string{"machine: a\nBenchmarkSort 1 5 ns/op\nmachine: b\nBenchmarkOther 1 6 ns/op\n"}, "a: 1 b: 1"},
		{[]string{text}, "desk: 8 rack: 6"},
	} {
		var imports []Import
		for _, file := range test.files {
			i, err := Read("x", []byte(file), Options{})
			if err != nil {
				t.Fatal(err)
			}
			imports = append(imports, i)
		}
		dir := t.TempDir()
		if err := Write(dir, "x", 0, imports); err != nil {
			t.Fatal(err)
		}
		f, err := bench.ReadFolder(dir, family.All())
		if err != nil {
			t.Fatal(err)
		}
		of := map[string]int{}
		for _, r := range f.Records {
			of[r.Machine]++
		}
		var got []string
		for _, name := range slices.Sorted(maps.Keys(of)) {
			got = append(got, fmt.Sprintf("%s: %d", name, of[name]))
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q: %q", test.files, got)
		}
		if machines, err := bench.ReadEnvironments(dir); err != nil || len(machines) != len(of) {
			t.Errorf("%q: %v, %d machines of %q", test.files, err, len(machines), got)
		}
	}
}

func TestDamaged(t *testing.T) {
	for content, want := range map[string]string{
		"":                             "no result found",
		"hello\n":                      "no result found",
		"{":                            "no JSON of hyperfine: byte 1: unexpected end of JSON input",
		`{"results":[]}`:               "no result found",
		`{"results":[{"command":""}]}`: `result 1 ("") has no times`,
		`{"results":[{"command":"","times":[1]}]}`:    "result 1 has no name",
		`{"results":[{"command":"a","times":[-1]}]}`:  `result 1 ("a"): a time of -1 s`,
		`{"results":[{"command":"a","times":["1"]}]}`: `no JSON of hyperfine: "times" holds a text where a number of 64 bits is expected`,
		"<result":           "no XML of BenchExec: XML syntax error",
		"<html></html>":     "no XML of BenchExec: expected element type <result>",
		"<result></result>": "no result file of BenchExec: it names no tool",
		`<result tool="t" timelimit="soon"></result>`:                                         `timelimit "soon"`,
		`<result tool="t"></result>`:                                                          "no result found",
		`<result tool="t"><run name="a"><column title="status" value="true"/></run></result>`: `run "a": it has neither a walltime nor a cputime`,
		`<result tool="t"><run name="a"><column title="status" value="true"/><column title="cputime" value="NaNs"/></run></result>`: `run "a": cputime "NaNs"`,
		`<!DOCTYPE r [<!ENTITY a "b">]><result tool="t"><run name="&a;"></run></result>`:                                            "no XML of BenchExec: XML syntax error",
		"BenchmarkA 1 two ns/op\n": "line 1: ",
		"BenchmarkA 1 3 apples\n":  "line 1: A has no time above zero (ns/op)",
		"BenchmarkA 1 NaN ns/op\n": "line 1: A has no time above zero (ns/op)",
		"BenchmarkA 1 -3 ns/op\n":  "line 1: A has no time above zero (ns/op)",
		"\x1f\x8b not really gzip": "no result found",
	} {
		if i, err := Read("x", []byte(content), Options{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, %+v, want %s", content, err, i.Runs, want)
		}
	}
}

// TestBenchstat checks that the real benchstat reads the written file.
func TestBenchstat(t *testing.T) {
	file := filepath.Join(t.TempDir(), "b.txt")
	if err := os.WriteFile(file, []byte(written(t, export(t).WriteBenchfmt)), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "tool", "benchstat", "-format", "csv", "-row", "/problem", "-col", "/backend", file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if text := string(out); !strings.Contains(text, ",dlx,") || !strings.Contains(text, "queens(8),0.0015,") || !strings.Contains(text, "queens(8),92,") || strings.Contains(text, "syntax") {
		t.Errorf("benchstat prints\n%s", text)
	}
}

// TestHyperfine checks that the written JSON has the same fields as that of the real hyperfine,
// which is read too.
func TestHyperfine(t *testing.T) {
	program, err := exec.LookPath("hyperfine")
	if err != nil {
		t.Skip("hyperfine is not installed")
	}
	file := filepath.Join(t.TempDir(), "h.json")
	if out, err := exec.Command(program, "-N", "-i", "-r", "2", "-L", "x", "1", "--export-json", file, "true", "false").CombinedOutput(); err != nil {
		t.Skipf("%v\n%s", err, out)
	}
	theirs, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fields := func(content []byte) []string {
		var file struct{ Results []map[string]any }
		if err := json.Unmarshal(content, &file); err != nil {
			t.Fatal(err)
		}
		var names []string
		for name := range file.Results[0] {
			if name != "memory_usage_byte" { // only in later versions
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return names
	}
	if got, want := fields([]byte(written(t, export(t).WriteHyperfine))), fields(theirs); !slices.Equal(got, want) {
		t.Errorf("fields %q, theirs %q", got, want)
	}
	i, err := ReadFile(file, Options{})
	if err != nil || len(i.Runs) != 4 || i.Runs[0].Status != nqueens.Solved || i.Runs[2].Status != nqueens.Crashed || i.Runs[0].Contender.Backend != "true" {
		t.Errorf("%v\n%s", err, described(i.Runs))
	}
}

// TestBenchExec checks that elements and attributes are those of BenchExec's doc/result.dtd, in its
// order, and that everything required is there. In a manual test, table-generator 3.36-dev made its
// tables, CSV and HTML, from the export of results/baseline.
func TestBenchExec(t *testing.T) {
	children := map[string][]string{
		"result": {"description", "columns", "systeminfo", "run", "column"}, "columns": {"column"}, "systeminfo": {"os", "cpu", "ram", "environment"}, "run": {"column"},
	}
	attributes := map[string][]string{ // required ones, then, after "", optional ones
		"result": {"benchmarkname", "starttime", "date", "tool", "toolmodule", "version", "generator", "", "name", "displayName", "block", "endtime", "options", "memlimit", "timelimit", "cpuCores", "error"},
		"os":     {"name"}, "cpu": {"cores", "model", "", "frequency", "turboboostActive"}, "ram": {"size"}, "systeminfo": {"", "hostname"},
		"run": {"name", "", "files", "properties", "propertyFile", "expectedVerdict", "options", "logfile"}, "column": {"title", "", "value", "hidden"},
	}
	for _, table := range export(t).BenchExecTables() {
		in := xml.NewDecoder(strings.NewReader(written(t, table.Write)))
		var path []string
		last := []int{0} // index of the last child, by depth
		for {
			token, err := in.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch e := token.(type) {
			case xml.StartElement:
				name := e.Name.Local
				if len(path) > 0 {
					at := slices.Index(children[path[len(path)-1]], name)
					if at < last[len(last)-1] {
						t.Errorf("%s: %s in %v", table.Name, name, path)
					}
					last[len(last)-1] = at
				}
				known := attributes[name]
				for _, a := range e.Attr {
					if !slices.Contains(known, a.Name.Local) {
						t.Errorf("%s: attribute %s of %s", table.Name, a.Name.Local, name)
					}
				}
				for _, required := range known {
					if required == "" {
						break
					}
					if !slices.ContainsFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == required }) {
						t.Errorf("%s: %s has no %s", table.Name, name, required)
					}
				}
				path, last = append(path, name), append(last, 0)
			case xml.EndElement:
				path, last = path[:len(path)-1], last[:len(last)-1]
			}
		}
	}
}

// TestLaTeX checks that each row has as many cells as there are columns, that nothing in names has
// a meaning to TeX, and that LaTeX, where it is installed, sets the tables within the margins.
func TestLaTeX(t *testing.T) {
	text := written(t, export(t).WriteLaTeX)
	compile(t, text)
	for _, want := range []string{
		"\\begin{tabular}{l*{1}{S[table-format=3.2e-1]}}", "n & {8} \\\\", "dlx x2 & 1.50e-3 \\\\", "gini/product & {timeout} \\\\", "wrong & {wrong} \\\\",
		"\\begin{tabular}{lS[table-format=1]S[table-format=3.2e-1]}", "gini & 0 & 20.0e0 \\\\",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if got := texText(`50% of_{$x^2~\}&#`); got != `50\% of\_\{\$x\textasciicircum{}2\textasciitilde{}\textbackslash{}\}\&\#` {
		t.Error(got)
	}
	if got := texText("<b>|c"); got != `\textless{}b\textgreater{}\textbar{}c` {
		t.Error(got)
	}
	for name, want := range map[string]bool{"dlx x2": false, "żółć é 1 µs": false, "Ωmega": true, "שלום": true, "queens 中": true} {
		x := export(t)
		cell := *x.Summary.Cells[0]
		cell.Backend = name
		x.Summary.Cells[0] = &cell
		if got := strings.Contains(written(t, x.WriteLaTeX), "% names have letters that pdflatex does not know"); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for x, want := range map[float64]string{0: "{--}", 1: "1.00e0", 9.996: "10.0e0", 0.0123: "12.3e-3", 999.6e-6: "1.00e-3", 123456: "123e3"} {
		if got := engineering(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

// TestWideLaTeX checks that problems with long names are listed below their table, each with a
// letter, and that contenders which ran none of its problems are left out.
func TestWideLaTeX(t *testing.T) {
	var x Export
	for n := 10; n < 20; n++ {
		c := &summary.Cell{Problem: fmt.Sprintf("queens(%d)", n), Family: "queens", N: n, Task: nqueens.CountAll, Status: nqueens.Solved, Runs: 1,
			Contender: backends.Contender{Backend: "a-solver-with-a-name", Encoding: "sequential+totalizer@hilbert"}, Seconds: bench.Interval{Median: 123e-6}}
		if n%2 == 1 {
			c.Problem = fmt.Sprintf("queens(%d, given=a1+b3, blocked=c7)", n)
		}
		x.Summary.Cells = append(x.Summary.Cells, c)
		if n > 18 {
			c.Backend = "late"
			x.Summary.Cells = append(x.Summary.Cells, c)
		}
	}
	text := written(t, x.WriteLaTeX)
	compile(t, text)
	first, second, _ := strings.Cut(text, "\\end{table}")
	if !strings.Contains(first, "n & {10} & {A} & {12} & {B} & {14} & {C} & {16} & {D} \\\\") || !strings.Contains(first, "A: queens(11, given=a1+b3, blocked=c7); B: queens(13") ||
		!strings.Contains(second, "n & {18} & {A} \\\\") || strings.Contains(first, "late") || !strings.Contains(second, "late/sequential") {
		t.Error(text)
	}
}

// compile sets the tables with LaTeX; a warning that something is too wide is an error.
func compile(t *testing.T, tables string) {
	t.Helper()
	latex, err := exec.LookPath("pdflatex")
	if err == nil {
		err = exec.Command("kpsewhich", "siunitx.sty").Run()
	}
	if err != nil {
		t.Log("no LaTeX with siunitx: the tables are not compiled")
		return
	}
	dir := t.TempDir()
	packages, _, _ := strings.Cut(strings.TrimPrefix(tables, "% "), "\n")
	document := "\\documentclass{article}\n" + packages + "\n\\begin{document}\n" + tables + "\\end{document}\n"
	if err := os.WriteFile(filepath.Join(dir, "tables.tex"), []byte(document), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(latex, "-interaction=nonstopmode", "-halt-on-error", "tables.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "Overfull") {
		t.Errorf("LaTeX: %v\n%s\n%s", err, out, tables)
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadFile(dir, Options{}); err == nil || err.Error() != dir+" is not a file" {
		t.Error(err)
	}
	name := filepath.Join(dir, "b.txt.bz2")
	if err := os.WriteFile(name, []byte("BZh9no bzip2"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(name, Options{}); err == nil || !strings.HasPrefix(err.Error(), name+": ") {
		t.Error(err)
	}
}

// FuzzRead checks that the content of any file is either an error or a run that can be recorded.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"results":[{"command":"./a 4","times":[1,2],"memory_usage_byte":[5],"exit_codes":[0,null],"user":1,"parameters":{"n":"4","task":"count"}}]}`,
		"pkg: a/b\nBenchmarkSort/alg=quick/n=100-8 1000 1500 ns/op 16 B/op\n--- FAIL: BenchmarkX\n   timeout: late\n",
		`<result tool="t" timelimit="1 s"><run name="a"><column title="status" value="true"/><column title="cputime" value="1s"/><column title="answer" value="3"/></run></result>`,
	} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "alg")
	}
	f.Fuzz(func(t *testing.T, content []byte, contender string) {
		i, err := Read("x", content, Options{Contender: contender})
		if err != nil {
			return
		}
		for _, r := range i.Runs {
			job := r.job(time.Second)
			if _, err := r.record(job, 1); err != nil {
				t.Skip(err) // an error on one line, before anything is written
			}
			e := bench.Experiment{Jobs: []bench.Job{job}}
			content, err := bench.EncodeExperiment(e)
			if err != nil || bytes.ContainsRune(content, 0x1b) {
				t.Fatalf("%v\n%s", err, content)
			}
			file := filepath.Join(t.TempDir(), "e.json")
			if err := os.WriteFile(file, content, 0o666); err != nil {
				t.Fatal(err)
			}
			if again, err := bench.ReadExperiment(file, family.All()); err != nil || again.Jobs[0].String() != job.String() {
				t.Fatalf("%q: %v", job.String(), err)
			}
		}
	})
}

// TestFullDisk checks that an import that cannot be completed leaves nothing that looks like a run,
// and that existing files remain.
func TestFullDisk(t *testing.T) {
	if !fulldisk.InOwnProcess(t) {
		return
	}
	i, err := Read("x", []byte(strings.Repeat("BenchmarkA 1 3 ns/op\n", 9)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, bytes := range []int{10, 900} { // within experiment.json, within a record
		dir := filepath.Join(t.TempDir(), "r")
		room := fulldisk.After(t, bytes)
		err = Write(dir, "r", 0, []Import{i})
		room()
		left, _ := filepath.Glob(filepath.Join(dir, "*.json*"))
		if err == nil || len(left) > 0 {
			t.Errorf("after %d bytes: %v, left %q", bytes, err, left)
		}
		if err := Write(dir, "r", 0, []Import{i}); err != nil {
			t.Error(err)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, bench.RecordsFile), []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, "r", 0, []Import{i}); err == nil {
		t.Error("records of an unknown run are overwritten")
	}
	if text, err := os.ReadFile(filepath.Join(dir, bench.RecordsFile)); err != nil || string(text) != "{}\n" {
		t.Errorf("%q, %v", text, err)
	}
}
