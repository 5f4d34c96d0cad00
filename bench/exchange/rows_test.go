package exchange

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"nqueens"
)

// TestOddRows checks that a row without a valid time is reported and the rest of its file is
// imported. A run without an answer is kept: without it, its contender would look better than it
// is.
func TestOddRows(t *testing.T) {
	exec := func(columns string) string {
		text := `<result tool="t">`
		for run := range strings.SplitSeq("status=true,walltime=1s;"+columns, ";") {
			text += `<run name="a">`
			for column := range strings.SplitSeq(run, ",") {
				title, value, _ := strings.Cut(column, "=")
				text += `<column title="` + title + `" value="` + value + `"/>`
			}
			text += "</run>"
		}
		return text + "</result>"
	}
	for text, want := range map[string]struct {
		runs    string // status and seconds of each run
		leftOut []string
	}{
		`{"results":[{"command":"a","times":[0]},{"command":"b","times":[]}]}`:            {"solved 0", []string{`result 2 ("b") has no times`}},
		`{"results":[{"command":"a","times":[0]},{"command":"b","times":[1,-1,2]}]}`:      {"solved 0, solved 1, solved 2", []string{`result 2 ("b"): a time of -1 s`}},
		`{"results":[{"command":"a","times":[null,3]},{"command":"","times":[1]}]}`:       {"solved 3", []string{`result 1 ("a"): run 1 has no time`, "result 2 has no name"}},
		"BenchmarkA 1 2000000000 ns/op\nBenchmarkB 9 0 ns/op\nBenchmarkC 1 3 apples/op\n": {"solved 2", []string{"line 2: B has no time", "line 3: C has no time"}},
		"BenchmarkA 1 2000000000 ns/op\nBenchmarkB x 1 ns/op\n":                           {"solved 2", []string{"line 2: "}},
		exec("status=true,walltime=-0.001s"):                                              {"solved 1", []string{`run "a": walltime "-0.001s" is not a time`, `run "a": it has neither`}},
		exec("status=true,walltime=NaN,cputime=2s"):                                       {"solved 1, solved 2", []string{`run "a": walltime "NaN" is not a time`}},
		exec("status=true,cputime=inf"):                                                   {"solved 1", []string{`run "a": cputime "inf" is not a time`, `run "a": it has neither`}},
		exec("status=true"):                                                               {"solved 1", []string{`run "a": it has neither`}},
		exec("status=true,walltime=0s"):                                                   {"solved 1, solved 0", nil},
		exec("status=SEGMENTATION FAULT,cputime=inf,walltime=NaN"):                        {"solved 1, crashed 0", []string{`run "a": walltime "NaN"`, `run "a": cputime "inf"`}},
		exec("status=TIMEOUT,cputime=soon,walltime=9s"):                                   {"solved 1, timeout 9", []string{`run "a": cputime "soon"`}},
	} {
		i, err := Read("x", []byte(text), Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var runs []string
		for _, r := range i.Runs {
			runs = append(runs, string(r.Status)+" "+strconv.FormatFloat(r.Seconds, 'g', -1, 64))
		}
		if got := strings.Join(runs, ", "); got != want.runs {
			t.Errorf("%s: runs %s, want %s", text, got, want.runs)
		}
		if !slices.EqualFunc(i.LeftOut, want.leftOut, strings.HasPrefix) {
			t.Errorf("%s: left out %q, want %q", text, i.LeftOut, want.leftOut)
		}
	}
	if _, err := Read("x", []byte("BenchmarkB 9 0 ns/op\n"), Options{}); err == nil || !strings.Contains(err.Error(), "line 1: B has no time") {
		t.Errorf("a file of odd rows alone: %v", err)
	}
}

// TestOldBenchExec checks that the sourcefile elements of version 1 are read as runs.
func TestOldBenchExec(t *testing.T) {
	text := `<result tool="t" timelimit="9s"><sourcefile name="a.c"><column title="status" value="true"/><column title="walltime" value="2s"/></sourcefile>
<sourcefile name="b.c"><column title="status" value="timeout"/></sourcefile></result>`
	i, err := Read("x", []byte(text), Options{})
	if got := described(i.Runs); err != nil || got != "a.c, first, t: solved 2 s\nb.c, first, t: timeout (timeout)\n" {
		t.Errorf("%v: %q", err, got)
	}
}

// TestProcessors checks that several values of go test -cpu make several contenders.
func TestProcessors(t *testing.T) {
	for text, want := range map[string]string{
		"pkg: p\nBenchmarkSolve 1 8000000000 ns/op\nBenchmarkSolve-2 1 4000000000 ns/op\nBenchmarkSolve-4 1 2000000000 ns/op\n": "p, p x2, p x4",
		"pkg: p\nBenchmarkSolve-8 1 8000000000 ns/op\nBenchmarkSolve-8 1 8000000000 ns/op\nBenchmarkFind-8 1 1 ns/op\n":         "p, p, p",
	} {
		i, err := Read("x", []byte(text), Options{})
		var got []string
		for _, r := range i.Runs {
			got = append(got, r.Contender.String())
		}
		if err != nil || strings.Join(got, ", ") != want {
			t.Errorf("%s: %v: %s, want %s", text, err, got, want)
		}
	}
}

// TestEncodings checks that UTF-16, which PowerShell writes on redirection, and the interleaved
// packages of go test -json can be read.
func TestEncodings(t *testing.T) {
	const plain = "pkg: p\nBenchmarkSolve-8 1 8000000000 ns/op\n"
	wide := func(order func(uint16) [2]byte) []byte {
		var b []byte
		for _, u := range utf16.Encode([]rune("\ufeff" + plain)) {
			pair := order(u)
			b = append(b, pair[:]...)
		}
		return b
	}
	events := `{"Action":"start","Package":"x/p"}
{"Action":"output","Package":"x/p","Output":"pkg: x/p\n"}
{"Action":"output","Package":"x/q","Output":"pkg: x/q\n"}
{"Action":"output","Package":"x/q","Test":"BenchmarkOther","Output":"BenchmarkOther-8   \t"}
{"Action":"output","Package":"x/p","Test":"BenchmarkSolve","Output":"BenchmarkSolve-8   \t"}
{"Action":"output","Package":"x/p","Test":"BenchmarkSolve","Output":" 1\t8000000000 ns/op\n"}
{"Action":"output","Package":"x/q","Test":"BenchmarkOther","Output":" 1\t1000000000 ns/op\n"}
{"Action":"pass","Package":"x/p","Elapsed":8.1}
`
	for name, test := range map[string]struct {
		text []byte
		want string
	}{
		"little": {wide(func(u uint16) [2]byte { return [2]byte{byte(u), byte(u >> 8)} }), "Solve, first, p: solved 8 s\n"},
		"big":    {wide(func(u uint16) [2]byte { return [2]byte{byte(u >> 8), byte(u)} }), "Solve, first, p: solved 8 s\n"},
		"mark":   {[]byte("\ufeff" + plain), "Solve, first, p: solved 8 s\n"},
		"json":   {[]byte(events), "Solve, first, p: solved 8 s\nOther, first, q: solved 1 s\n"},
	} {
		i, err := Read("x", test.text, Options{})
		if got := described(i.Runs); err != nil || got != test.want {
			t.Errorf("%s: %v: %q, want %q", name, err, got, test.want)
		}
	}
	if _, err := Read("x", []byte(events+"{"), Options{}); err == nil || !strings.Contains(err.Error(), "go test") {
		t.Errorf("cut off: %v", err)
	}
}

// TestNoTimeAtAll checks that a time of 0 s by hyperfine's clock counts as an answer in 0 s.
func TestNoTimeAtAll(t *testing.T) {
	i, err := Read("x", []byte(`{"results":[{"command":"true","times":[0,0],"exit_codes":[0,0]}]}`), Options{})
	if err != nil || len(i.Runs) != 2 || i.Runs[0].Status != nqueens.Solved || i.Runs[0].Seconds != 0 {
		t.Errorf("%v, %+v", err, i.Runs)
	}
}
