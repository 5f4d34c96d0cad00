package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/bench/summary"
	"nqueens/family"
)

// programs writes shell scripts into a folder and returns the path of a plan beside them.
func programs(t *testing.T, scripts map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("/bin/sh"); err != nil {
		t.Skip("no /bin/sh")
	}
	folder := t.TempDir()
	for name, text := range scripts {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"+text+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, "plan.yaml")
}

// runPlan runs a plan into a folder and concludes the run.
func runPlan(t *testing.T, file, text, dir string) (*Runner, *bench.Folder, summary.Summary) {
	t.Helper()
	p, err := plan.Read(file, []byte(text), family.All())
	if err != nil {
		t.Fatal(err)
	}
	r := testRunner(t)
	r.Start = asleep(r.Start, func(c isolate.Command) bool { return filepath.Base(c.Path) == "sleeps" })
	if r.Backends, err = p.Backends(r.Backends); err != nil {
		t.Fatal(err)
	}
	e, err := p.Experiment(r.Backends)
	if err != nil {
		t.Fatal(err)
	}
	f, err := bench.OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := r.Run(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	s, err := r.Conclude(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return r, f, s
}

// TestExternalPrograms checks that whatever a program does becomes its own record, that its answer is judged
// like any other, and that the run continues.
func TestExternalPrograms(t *testing.T) {
	t.Parallel()
	file := programs(t, map[string]string{
		"good": `i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; echo 10`,
		"off":  `echo 11`, "two": `echo 10 10`, "mute": ``, "fails": `echo 10; echo no luck >&2; exit 7`,
		"shot": `kill -SEGV $$`, "sleeps": `sleep 1000 & sleep 1000`,
		"greedy": `head -c 1000000000 /dev/zero | tail`,
	})
	dir := t.TempDir()
	r, f, s := runPlan(t, file, `
repetitions: {warmup: 0, min: 2, max: 2}
limits: {time: 5m, memory: 100MiB}
external:
  good: ./good {n}
  off: ./off {n}
  two: ./two {n}
  mute: ./mute {n}
  fails: ./fails {n}
  shot: ./shot {n}
  greedy: ./greedy {n}
  sleeps: ./sleeps {n}
runs:
  - problems: [queens(5)]
    backends: [right, good, off, two, mute, fails, shot, greedy]
  - problems: [queens(5)]
    backends: sleeps
    limits: {time: 300ms}
`, dir)
	const wanted = ": the number of solutions and nothing else was expected"
	want := map[string]string{
		"right": "10", "good": "10", "off": "11",
		"two": `crashed printed "10 10"` + wanted, "mute": "crashed printed nothing" + wanted,
		"fails": "crashed exit status 7: no luck", "shot": "crashed ended by SIGSEGV",
		"sleeps": "timeout ran for more than 300ms, asleep for most of it", "greedy": "memory-limit",
	}
	told := isolate.Probe().Memory == isolate.MethodCgroup // without cgroups the memory is sampled, and a busy machine may have no sample
	runs := map[string]int{}
	for _, rec := range f.Records {
		runs[rec.Backend]++
		said := string(rec.Status) + " " + rec.Reason
		switch {
		case rec.Count != nil:
			said = rec.Count.String()
		case rec.Status == nqueens.MemoryLimit:
			said = string(rec.Status) // its memory is not predictable
		}
		if said != want[rec.Backend] {
			t.Errorf("%s: %s, want %s", rec.Backend, said, want[rec.Backend])
		}
		if rec.Backend == "good" && (rec.Seconds != rec.WallSeconds || rec.Iterations != 1 || rec.CPUSeconds <= 0 || rec.PeakBytes == 0 && told || rec.PeakBytes > 10<<20) {
			t.Errorf("good was not measured as the process that it is: %v of %v s, %v s of CPU time, %d answers, %d bytes", rec.Seconds, rec.WallSeconds, rec.CPUSeconds, rec.Iterations, rec.PeakBytes)
		}
	}
	for name, says := range want {
		if n := map[bool]int{true: 2, false: 1}[!strings.Contains(says, " ") && says != "memory-limit"]; runs[name] != n {
			t.Errorf("%s has %d records, want %d", name, runs[name], n)
		}
	}
	if want := []string{"queens(5), count: off: 11, not 10 (+1)"}; !slices.Equal(s.Judgement.Failures, want) {
		t.Errorf("failures %q, want %q", s.Judgement.Failures, want)
	}
	if len(s.Witnesses) != 1 || s.Witnesses[0].Why != "its solutions cannot be listed (an external program lists none)" {
		t.Errorf("witnesses %+v", s.Witnesses)
	}

	// The records name the programs, but not their paths on this machine.
	var environment bench.Environment
	content, err := os.ReadFile(filepath.Join(dir, "environment.json"))
	if err := errors.Join(err, json.Unmarshal(content, &environment)); err != nil || environment.Programs["good"].Path != "./good" || strings.Contains(string(content), filepath.Dir(file)) {
		t.Errorf("%v, programs %+v", err, environment.Programs)
	}

	// The folder gives the same results when the programs are gone.
	r.Backends = fakes()
	again, err := summary.Read(dir, r.Backends, family.All())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(again.Judgement.Verdicts), "[verdict: disagreement, 10; 2 engines agree: external:good, one]"; got != want {
		t.Errorf("read again: %s, want %s", got, want)
	}
	for _, c := range again.Cells {
		if c.Started != (c.Backend != "right") {
			t.Errorf("%s: holds a start: %v", c.Backend, c.Started)
		}
	}
}

// TestRebuiltProgram checks that a changed program is measured again, and an unchanged one is not.
func TestRebuiltProgram(t *testing.T) {
	t.Parallel()
	file := programs(t, map[string]string{"counter": `echo 9`})
	dir := t.TempDir()
	plan := `
repetitions: {min: 2, max: 2}
external: {mine: './counter {n}'}
runs: [{problems: [queens(5)], backends: [mine, right]}]
`
	for _, step := range []struct {
		script   string // the new script, if it changes
		records  int
		failures int
	}{{"", 4, 1}, {"", 4, 1}, {"#!/bin/sh\necho 10\n", 6, 0}, {"", 6, 0}} {
		if step.script != "" {
			if err := os.WriteFile(filepath.Join(filepath.Dir(file), "counter"), []byte(step.script), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		_, f, s := runPlan(t, file, plan, dir)
		if len(f.Records) != step.records || len(s.Judgement.Failures) != step.failures {
			t.Errorf("after %q: %d records, failures %q", step.script, len(f.Records), s.Judgement.Failures)
		}
	}
}

// TestThreads checks that the number of threads is part of a contender's name, records and cells.
func TestThreads(t *testing.T) {
	t.Parallel()
	if runtime.NumCPU() < 2 {
		t.Skip("on one core two threads are one")
	}
	file := programs(t, map[string]string{"threads": `echo $(( $1 * 9 + 1 ))`})
	_, f, s := runPlan(t, file, `
baseline: right x2
repetitions: {min: 1, max: 1}
external: {mine: './threads {threads} {n}'}
runs: [{problems: [queens(5)], backends: [mine, right], threads: [1, 2]}]
`, t.TempDir())
	var got []string
	for _, r := range f.Records {
		got = append(got, fmt.Sprint(r.Contender, " ", r.Count))
	}
	slices.Sort(got)
	if want := []string{"mine 10", "mine x2 19", "right 10", "right x2 10"}; !slices.Equal(got, want) {
		t.Errorf("records %q, want %q", got, want)
	}
	if want := []string{"queens(5), count: mine x2: 19, not 10 (+9)"}; !slices.Equal(s.Judgement.Failures, want) {
		t.Errorf("failures %q, want %q", s.Judgement.Failures, want)
	}
	for _, c := range s.Cells {
		if c.Wrong != (c.Contender.String() == "mine x2") {
			t.Errorf("%s: wrong is %v", c.Contender.String(), c.Wrong)
		}
		if c.Contender.String() == "right x2" && c.Speedup.Median != 1 {
			t.Errorf("the baseline is %v times as fast as itself", c.Speedup)
		}
	}
}

// TestProgramsTemporaryFolder checks that a program's temporary files are removed after its run.
func TestProgramsTemporaryFolder(t *testing.T) {
	file := programs(t, map[string]string{"good": `echo left > "$TMPDIR/left"; echo 10`})
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	_, f, _ := runPlan(t, file, `
repetitions: {warmup: 0, min: 1, max: 1}
limits: {time: 20s}
external: {good: './good {n}'}
runs: [{problems: queens(5), backends: good}]`, t.TempDir())
	if left, _ := filepath.Glob(filepath.Join(temporary, "*", "left")); len(left) > 0 || f.Records[0].Status != nqueens.Solved {
		t.Errorf("%q are left; %s %s", left, f.Records[0].Status, f.Records[0].Reason)
	}
	if _, err := os.Stat(filepath.Join(temporary, "left")); err == nil {
		t.Error("it has no temporary folder of its own")
	}
}

// TestProgramsByCPU checks that an external program that waits longer than its limit is answered with CPU
// time, and that its record has CPU time.
func TestProgramsByCPU(t *testing.T) {
	t.Parallel()
	file := programs(t, map[string]string{"waits": `sleep 0.2; echo 10`})
	_, f, _ := runPlan(t, file, `
clock: cpu
repetitions: {warmup: 0, min: 1, max: 1}
limits: {time: 5m}
external: {waits: "./waits {n}"}
runs: [{problems: [queens(5)], backends: [waits]}]
`, t.TempDir())
	if r := f.Records[0]; len(f.Records) != 1 || r.Status != nqueens.Solved || r.Seconds <= 0 || r.Phases.Solve != r.Seconds {
		t.Errorf("%+v", f.Records)
	}
}
