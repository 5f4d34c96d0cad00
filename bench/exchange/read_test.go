package exchange

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// TestReadPacked checks that compressed and plain files are read as the same, and the problem name
// of a command that stands alone.
func TestReadPacked(t *testing.T) {
	text := []byte(`{"results":[{"command":"a","times":[1]}]}`)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	bz2, err := base64.StdEncoding.DecodeString(packedByBzip2)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string][]byte{"x.json": text, "x.json.gz": packed.Bytes(), "x.json.bz2": bz2} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
		if i, err := ReadFile(file, Options{}); err != nil || described(i.Runs) != "x, first, a: solved 1 s\n" {
			t.Errorf("%s: %v, %q", name, err, described(i.Runs))
		}
	}
	for name, content := range map[string]string{"empty": "", "cut.gz": packed.String()[:30], "wrong.json": "{"} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		if i, err := ReadFile(file, Options{}); err == nil || !strings.HasPrefix(err.Error(), file+": ") || len(i.Runs) > 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadFile(filepath.Join(dir, "missing"), Options{}); !os.IsNotExist(err) {
		t.Error(err)
	}
}

// TestLongestFile checks that a file may have exactly the maximum number of uncompressed bytes.
func TestLongestFile(t *testing.T) {
	t.Parallel()
	const most = 3 << 20
	file := filepath.Join(t.TempDir(), "x.json.gz")
	for length, want := range map[int]string{most: "", most + 1: file + ": longer than 3 MiB"} {
		text := []byte(`{"results":[{"command":"a","times":[1]}]}`)
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		if _, err := z.Write(append(text, bytes.Repeat([]byte(" "), length-len(text))...)); err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, packed.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		if i, err := readFile(file, Options{}, most); want == "" && (err != nil || len(i.Runs) != 1) || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%d bytes: %v, want %q", length, err, want)
		}
	}
}

// packedByBzip2 is the text of TestReadPacked, compressed with bzip2 -9.
const packedByBzip2 = "QlpoOTFBWSZTWevu5IoAABMbgBAEIBAACi4nngogADFA00MjJiEU9BqephH6p5qM4RpRmderI5r8opEmsER5LrQwPSnBdyRThQkOvu5IoA=="

// TestReadNames checks what may stand before a file's text, and what names and reasons may contain.
func TestReadNames(t *testing.T) {
	result := `{"results":[{"command":"a","times":[1]}]}`
	xml := func(name, tool string) string {
		return fmt.Sprintf(`<result tool="%s"><run name="ok"><column title="status" value="true"/><column title="cputime" value="1s"/></run><run name="%s"><column title="status" value="%s"/></run></result>`, tool, name, strings.Repeat("late", 100))
	}
	for text, want := range map[string]string{
		"\ufeff" + result:                        "x, first, a: solved 1 s\n",
		strings.Repeat(" \t\r\n", 999) + result:  "x, first, a: solved 1 s\n",
		"\ufeffpkg: a/b\nBenchmarkA 1 5 ns/op\n": "A, first, b: solved 5e-09 s\n",
		"\ufeff\n" + xml("b", "t"):               "ok, first, t: solved 1 s\nb, first, t: crashed (" + strings.Repeat("late", 50) + "…)\n",
		xml("&#10;b&#9;c ", " t:u "):             "ok, first, t;u: solved 1 s\nb\\tc, first, t;u: crashed (" + strings.Repeat("late", 50) + "…)\n",
	} {
		if i, err := Read("x.json", []byte(text), Options{}); err != nil || described(i.Runs) != want {
			t.Errorf("%.60q: %v\n%swant\n%s", text, err, described(i.Runs), want)
		}
	}
	if i, err := Read("x", []byte(xml("", "t")), Options{}); err != nil || len(i.Runs) != 1 || fmt.Sprint(i.LeftOut) != "[result 2 has no name]" {
		t.Errorf("a run without a name: %v, %+v", err, i)
	}
	if i, err := Read("x", []byte(xml("b", " ")), Options{}); err == nil || !strings.HasPrefix(err.Error(), "result ") || len(i.Runs) > 0 {
		t.Errorf("a tool without a name: %v", err)
	}
}

// TestReadTasks checks that for a task that finds one solution, a count only states whether there
// is one, and that a count is recorded only where the file has one.
func TestReadTasks(t *testing.T) {
	for text, want := range map[string]string{
		"BenchmarkFirst/problem=p/backend=b 1 5 ns/op 7 solutions\n":  "p, first, b: solved 5e-09 s\n",
		"BenchmarkFirst/problem=p/backend=b 1 5 ns/op 0 solutions\n":  "p, first, b: unsatisfiable 5e-09 s\n",
		"BenchmarkFirst/problem=p/backend=b 1 5 ns/op\n":              "p, first, b: solved 5e-09 s\n",
		"BenchmarkCount/problem=p/backend=b 1 5 ns/op 7 solutions\n":  "p, count, b: solved 7 5e-09 s\n",
		"BenchmarkCount/problem=p/backend=b 1 5 ns/op 0 solutions\n":  "p, count, b: solved 0 5e-09 s\n",
		"BenchmarkCount/problem=p/backend=b 1 5 ns/op\n":              "p, first, b: solved 5e-09 s\n",
		"--- FAIL: BenchmarkCount/problem=p/backend=b\n":              "p, count, b: crashed\n",
		"--- FAIL: BenchmarkCount/problem=p/backend=b\n    solved: 7": "p, count, b: crashed (solved: 7)\n",
		"--- FAIL: BenchmarkAll/problem=p/backend=b\n    timeout: 7":  "p, all, b: timeout (7)\n",
		"--- FAIL: BenchmarkAll/problem=p/backend=b\nno reason":       "p, all, b: crashed\n",
		"--- FAIL: BenchmarkAll/problem=p/backend=b":                  "p, all, b: crashed\n",
	} {
		if i, err := Read("x", []byte(text), Options{}); err != nil || described(i.Runs) != want {
			t.Errorf("%s: %v\n%swant\n%s", text, err, described(i.Runs), want)
		}
	}
}

// TestReadBenchmarkNames checks the contender and the problem that follow from a benchmark's name.
func TestReadBenchmarkNames(t *testing.T) {
	most := backends.MaxThreads
	for _, test := range []struct {
		name, contender, want string
		size                  int
	}{
		{"X/problem=p/backend=b/encoding=e-16", "", "p by b/e x16", 0},
		{"X/problem=p/backend=b-2", "", "p by b x2", 0},
		{"X/problem=p/backend=b-1", "", "p by b", 0},
		{fmt.Sprintf("X/problem=p/backend=b-%d", most), "", fmt.Sprintf("p by b x%d", most), 0},
		{fmt.Sprintf("X/problem=p/backend=b-%d", most+1), "", "p by b", 0},
		{"X/problem=p/backend=b/encoding=e-16", "backend", "p by b", 0},
		{"X/problem=p/backend=b/encoding=e-16", "encoding", "p by e", 0},
		{"X/problem=p-16", "", "p by go", 0},
		{"X/backend/problem/encoding-16", "", "X/backend/problem/encoding by go", 0},
		{"X/alg=q/backend=b/n=10", "alg", "X/backend=b/n=10 by q", 10},
		{"X/n=10/m=20", "", "X/n=10/m=20 by go", 10},
		{"X/n=-10/m=20", "", "X/n=-10/m=20 by go", 20},
		{"X/n=1", "", "X/n=1 by go", 1},
		{"X/n=ten/m=0/k=7", "", "X/n=ten/m=0/k=7 by go", 7},
	} {
		run := benchmark(test.name, "", Options{Contender: test.contender})
		if got := run.Problem + " by " + run.Contender.String(); got != test.want || run.Size != test.size || run.Task != nqueens.FindFirst {
			t.Errorf("%s, %q: %s of %d, want %s of %d", test.name, test.contender, got, run.Size, test.want, test.size)
		}
	}
	for pkg, want := range map[string]string{"": "go", "sort": "sort", "a/b": "b", "a/b/": "go"} {
		if got := benchmark("X", pkg, Options{}).Contender.Backend; got != want {
			t.Errorf("package %q: %s", pkg, got)
		}
	}
	for name, want := range map[string]nqueens.Task{"Count": nqueens.CountAll, "ALL": nqueens.FindAll, "First": nqueens.FindFirst, "Counting": nqueens.FindFirst} {
		if got := benchmark(name, "", Options{}).Task; got != want {
			t.Errorf("%s: task %s", name, got)
		}
	}
}

// TestReadUnits checks the measures of work, one for each unit whose value is a whole number within
// range.
func TestReadUnits(t *testing.T) {
	const text = "BenchmarkA 1 5 ns/op 3 MB/s 4.6 B/op 2 allocs/op -3 change 9007199254740991 most 9007199254740992 more 0 none/op 6 peak-bytes 7 solutions\n"
	i, err := Read("x", []byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int64{"allocated-bytes": 5, "allocs": 2, "most": 1<<53 - 1, "none": 0}
	if r := i.Runs[0]; !maps.Equal(r.Stats, want) || r.Peak != 6 || r.Status != nqueens.Solved || r.Environment != nil {
		t.Errorf("%+v", r)
	}
	for _, text := range []string{"BenchmarkA 1 0 ns/op\n", "BenchmarkA 1 +Inf ns/op\n", "BenchmarkA 1 3 B/op\n"} {
		if _, err := Read("x", []byte(text), Options{}); err == nil || err.Error() != "line 1: A has no time above zero (ns/op)" {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestReadEnvironment checks that a benchmark has the environment stated in the lines before it.
func TestReadEnvironment(t *testing.T) {
	i, err := Read("x", []byte("BenchmarkA 1 5 ns/op\ngoos: linux\ngoarch: arm64\ncpu: M1\nBenchmarkA 1 5 ns/op\nBenchmarkB 1 5 ns/op\nmachine: desk\n--- FAIL: BenchmarkC\ncommit: abc\n--- FAIL: BenchmarkD\n"), Options{})
	if err != nil || len(i.Runs) != 5 {
		t.Fatalf("%v, %+v", err, i)
	}
	var got []string
	for _, r := range i.Runs {
		e := r.Environment
		if e == nil {
			e = &bench.Environment{}
		}
		got = append(got, strings.Join([]string{e.Name, e.System, e.CPU}, " "))
	}
	if want := []string{"  ", " linux/arm64 M1", " linux/arm64 M1", "desk linux/arm64 M1", "desk linux/arm64 M1"}; !slices.Equal(got, want) || i.Runs[1].Environment != i.Runs[2].Environment || i.Runs[3].Environment != i.Runs[4].Environment {
		t.Errorf("%q", got)
	}
}

// TestReadHyperfineFields checks what follows from a result's fields and parameters.
func TestReadHyperfineFields(t *testing.T) {
	const most = backends.MaxThreads
	for _, test := range []struct{ result, contender, want string }{
		{`"command":"4 times 4 x","parameters":{"n":"4"}`, "", "n=4 (4) by 4 times {n} x"},
		{`"command":"4 x","parameters":{"n":"4"}`, "", "n=4 (4) by {n} x"},
		{`"command":"x","parameters":{"n":"4","m":"5"}`, "", "m=5 n=4 (5) by x"},
		{`"command":"x","parameters":{"n":"2147483647"}`, "", "n=2147483647 (2147483647) by x"},
		{`"command":"x","parameters":{"n":"2147483648"}`, "", "n=2147483648 (0) by x"},
		{`"command":"x","parameters":{"n":"2.5"}`, "", "n=2.5 (0) by x"},
		{`"command":"x","parameters":{"n":"-3","m":"yes"}`, "", "n=-3 (0) by x"},
		{`"command":"x","parameters":{"m":"yes"}`, "", "file (0) by x"},
		{`"command":"x","parameters":{"m":"x","n":""}`, "who", "m=x n= (0) by {m}"},
		{`"command":"x","parameters":{"m":"x","who":"me"}`, "who", "m=x (0) by me"},
		{`"command":"x","parameters":{"problem":"p","backend":"b","encoding":"e","threads":"2","task":"count","count":"7"}`, "", "p (0) by b/e x2, count 7"},
		{`"command":"x","parameters":{"problem":"p","backend":"b","threads":"1","task":"dance","count":"many"}`, "", "p (0) by b"},
		{fmt.Sprintf(`"command":"x","parameters":{"problem":"p","backend":"b","threads":"%d"}`, most), "", fmt.Sprintf("p (0) by b x%d", most)},
		{fmt.Sprintf(`"command":"x","parameters":{"problem":"p","backend":"b","threads":"%d"}`, most+1), "", "p (0) by b"},
		{`"command":"x","parameters":{"problem":"p","backend":"b"}`, "problem", "backend=b (0) by p"},
		{`"command":"x","parameters":{"problem":"p","backend":""}`, "", "file (0) by x"},
		{`"command":"x","parameters":{"backend":"b"}`, "", "file (0) by x"},
	} {
		i, err := Read("file.json", []byte(`{"results":[{"times":[1],`+test.result+`}]}`), Options{Contender: test.contender})
		if err != nil {
			t.Errorf("%s: %v", test.result, err)
			continue
		}
		r := i.Runs[0]
		got := fmt.Sprintf("%s (%d) by %v", r.Problem, r.Size, r.Contender.String())
		if r.Count != nil {
			got += fmt.Sprintf(", %s %v", r.Task, r.Count)
		}
		if got != test.want || r.Contender.Threads == 1 || r.Count == nil && r.Task != nqueens.FindFirst {
			t.Errorf("%s: %s, want %s", test.result, got, test.want)
		}
	}
	i, err := Read("x", []byte(`{"results":[{"command":"a","times":[0,2,3],"user":0.5,"system":0.25,"memory_usage_byte":[7,-7],"exit_codes":[0]},{"command":"a","times":[4],"user":-1}]}`), Options{})
	if err != nil || len(i.Runs) != 4 || !i.Processes || i.Answers {
		t.Fatalf("%v, %+v", err, i)
	}
	for k, want := range []Run{{Seconds: 0, CPU: 0.75, Peak: 7}, {Seconds: 2, CPU: 0.75}, {Seconds: 3, CPU: 0.75}, {Seconds: 4}} {
		if r := i.Runs[k]; r.Seconds != want.Seconds || r.Wall != want.Seconds || r.CPU != want.CPU || r.Peak != want.Peak || r.Status != nqueens.Solved {
			t.Errorf("run %d: %+v", k+1, r)
		}
	}
}

// TestQuantity checks numbers with each unit.
func TestQuantity(t *testing.T) {
	for text, want := range map[string]float64{
		"2": 2, "2s": 2, " 0.125 s ": 0.125, "2B": 2, "2 kB": 2e3, "2KB": 2e3, "2 MB": 2e6, "1.5GB": 1.5e9, "-2s": -2, "1e3": 1000,
	} {
		if got, err := quantity(text); err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "s", "B", "2 ms", "two", "NaN", "Inf s", "-inf", "1e999", "2 ss"} {
		if got, err := quantity(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestReadBenchExecFields checks what follows from attributes and columns.
func TestReadBenchExecFields(t *testing.T) {
	read := func(attributes, inside string) (Import, error) {
		return Read("x", []byte(`<result tool="t" `+attributes+`>`+inside+`</result>`), Options{})
	}
	run := func(columns ...string) string {
		text := `<run name="a">`
		for _, c := range columns {
			title, value, _ := strings.Cut(c, "=")
			text += fmt.Sprintf(`<column title="%s" value="%s"/>`, title, value)
		}
		return text + "</run>"
	}
	for _, test := range []struct {
		columns []string
		want    Run
	}{
		{[]string{"status=true", "walltime=2s", "cputime=1s", "memory=3kB", "answer=7"}, Run{Status: nqueens.Solved, Seconds: 2, Wall: 2, CPU: 1, Peak: 3000}},
		{[]string{"status= TRUE(x) ", "walltime=0s", "cputime=1.5", "memUsage=5"}, Run{Status: nqueens.Solved, Seconds: 1.5, CPU: 1.5, Peak: 5}},
		{[]string{"status=SAT", "walltime=1s", "memory=-5", "memUsage=7"}, Run{Status: nqueens.Solved, Seconds: 1, Wall: 1}},
		{[]string{"status=done", "walltime=1s", "memory=1e30B"}, Run{Status: nqueens.Solved, Seconds: 1, Wall: 1, Peak: 1 << 60}},
		{[]string{"status=False(x)", "walltime=1s", "answer=7", "category=wrong"}, Run{Status: nqueens.Unsatisfiable, Seconds: 1, Wall: 1, Wrong: "its category is wrong: False(x)"}},
		{[]string{"status=UNSAT", "walltime=1s", "category=correct", "memory=much"}, Run{Status: nqueens.Unsatisfiable, Seconds: 1, Wall: 1}},
		{[]string{"status=witness confirmed", "walltime=1s"}, Run{Status: nqueens.Solved, Seconds: 1, Wall: 1}},
		{[]string{"status=valid", "walltime=1s", "category=Witness confirmed"}, Run{Status: nqueens.Solved, Seconds: 1, Wall: 1}},
		{[]string{"status=valid", "walltime=1s", "category=correct-unconfirmed"}, Run{Status: nqueens.Solved, Seconds: 1, Wall: 1}},
		{[]string{"status=invalid", "walltime=1s", "category=wrong"}, Run{Status: nqueens.Solved, Seconds: 1, Wall: 1, Wrong: "its category is wrong: invalid"}},
		{[]string{"status=valid", "walltime=1s", "category=error"}, Run{Status: nqueens.Crashed, Seconds: 1, Wall: 1, Reason: "valid"}},
		{[]string{"status=TIMEOUT", "walltime=1s", "category=wrong", "answer=7"}, Run{Status: nqueens.Timeout, Seconds: 1, Wall: 1, Reason: "TIMEOUT"}},
		{[]string{"status=Timeout (inner)"}, Run{Status: nqueens.Timeout, Reason: "Timeout (inner)"}},
		{[]string{"status=OUT OF MEMORY"}, Run{Status: nqueens.MemoryLimit, Reason: "OUT OF MEMORY"}},
		{[]string{"status=unknown"}, Run{Status: nqueens.Unknown, Reason: "unknown"}},
		{[]string{"status=satisfied"}, Run{Status: nqueens.Crashed, Reason: "satisfied"}},
	} {
		i, err := read(`version="9"`, run("status=")+run(test.columns...)+run("status="))
		if err != nil || len(i.Runs) != 1 || i.Limit != 0 || !i.Processes {
			t.Errorf("%q: %v, %+v", test.columns, err, i)
			continue
		}
		test.want.Problem, test.want.Task, test.want.Version, test.want.Contender.Backend = "a", nqueens.FindFirst, "9", "t"
		if got := i.Runs[0]; fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", test.want) {
			t.Errorf("%q:\n got %+v\nwant %+v", test.columns, got, test.want)
		}
	}
	good := run("status=done", "cputime=1s", "answer=7")
	for attributes, want := range map[string]string{
		`generator="nqueens" name="count b/e x3"`: "a, count, t: solved 7 1 s\n", `generator="nqueens" name="counting"`: "a, first, t: solved 1 s\n",
		`name="fast"`: "a, first, t fast: solved 1 s\n", `generator="BenchExec" name="count x"`: "a, first, t count x: solved 1 s\n",
	} {
		if i, err := read(attributes, good); err != nil || described(i.Runs) != want {
			t.Errorf("%s: %v, %s", attributes, err, described(i.Runs))
		}
	}
	for text, want := range map[string]time.Duration{"2.5 s": 2500 * time.Millisecond, "1e12s": 1e9 * time.Second, "900": 900 * time.Second} {
		if i, err := read(`timelimit="`+text+`"`, good); err != nil || i.Limit != want {
			t.Errorf("%s: %v, %v", text, i.Limit, err)
		}
	}
	for _, text := range []string{"0 s", "-1s", "soon"} {
		if _, err := read(`timelimit="`+text+`"`, good); err == nil || err.Error() != fmt.Sprintf("timelimit %q", text) {
			t.Errorf("%s: %v", text, err)
		}
	}
	system := `<systeminfo><os name="Linux 6"/><cpu cores="%s" model="Core"/><ram size="%s"/></systeminfo>`
	for _, test := range []struct {
		cores, size string
		want        bench.Environment
	}{
		{"8", "16 GB", bench.Environment{CPU: "Core", Cores: 8, Kernel: "Linux 6", Machine: bench.Machine{Memory: 16e9}}},
		{"-8", "-16 GB", bench.Environment{CPU: "Core", Kernel: "Linux 6"}},
		{"many", "1e30", bench.Environment{CPU: "Core", Kernel: "Linux 6", Machine: bench.Machine{Memory: 1 << 60}}},
		{"1", "much", bench.Environment{CPU: "Core", Cores: 1, Kernel: "Linux 6"}},
	} {
		i, err := read("", fmt.Sprintf(system, test.cores, test.size)+good+good)
		if err != nil || len(i.Runs) != 2 || i.Runs[0].Environment != i.Runs[1].Environment || fmt.Sprintf("%+v", *i.Runs[0].Environment) != fmt.Sprintf("%+v", test.want) {
			t.Errorf("%s, %s: %v, %+v", test.cores, test.size, err, i.Runs)
		}
	}
	for generator, want := range map[string]backends.Contender{"nqueens": {Backend: "a", Encoding: "b", Threads: 2}, "other": {Backend: "a/b x2"}} {
		text := fmt.Sprintf(`<result tool="a/b x2" generator=%q>%s</result>`, generator, good)
		if i, err := Read("x", []byte(text), Options{}); err != nil || i.Runs[0].Contender != want {
			t.Errorf("by %s: %v, %+v", generator, err, i.Runs)
		}
	}
	if i, err := read("", good); err != nil || i.Runs[0].Environment != nil {
		t.Errorf("%v, %+v", err, i.Runs)
	}
}

// TestJob checks that a problem name which this program can parse becomes that problem, and that
// any other becomes a formula with that name.
func TestJob(t *testing.T) {
	formula := Run{Problem: "x.cnf", Size: 6}.job(0).Problem.String() // a formula of which only the name is known
	for name, ours := range map[string]bool{"queens(6)": true, "queens(6, given=a1)": true, "queens(6, given=z99)": false, "x.cnf": false, formula: false} {
		run := Run{Problem: name, Size: 6, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "b", Threads: 2}}
		job := run.job(time.Minute)
		if job.Problem.HasBoard() != ours || (job.Instance == "") != ours || !ours && job.Instance != name || job.Problem.N != 6 ||
			job.Limits.Time != time.Minute || job.Task != run.Task || job.Contender != run.Contender {
			t.Errorf("%s: %+v", name, job)
		}
	}
}
