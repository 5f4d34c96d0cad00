package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// contenders returns a run of the given solvers on the same boards; times are per board.
func contenders(t *testing.T, of map[string][]float64) Side {
	t.Helper()
	var runs []run
	for _, backend := range []string{"mysat", "mysat-v2", "other"} {
		for n, median := range of[backend] {
			r := run{problem: fmt.Sprintf("queens(%d)", n+4), backend: backend, times: around(median), nodes: []int64{10}}
			if median == 0 {
				r.times, r.status = []float64{0}, nqueens.Timeout
			}
			runs = append(runs, r)
		}
	}
	return side(t, "run", runs...)
}

// TestBetween checks that two contenders of one run are compared on each problem, in each output
// format, and by the gate.
func TestBetween(t *testing.T) {
	whole := contenders(t, map[string][]float64{"mysat": {1, 1, 1, 1, 0}, "mysat-v2": {0.5, 1.2, 1, 0, 1}, "other": {9, 9, 9, 9, 9}})
	old, now, err := Between(whole, [2]string{"mysat", "mysat-v2"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(old, now, gate(t, "slower=5%,wrong,missing"), Wall)
	if err != nil || c.Old != "mysat" || c.New != "mysat-v2" || len(c.Rows) != 5 || c.Timed != 3 || len(c.Failures) != 2 {
		t.Fatalf("%v %+v", err, c)
	}
	got := map[What]int{}
	for _, r := range c.Rows {
		got[r.What()]++
		if r.Contender.String() != "mysat-v2" {
			t.Errorf("a row of %v", r.Contender)
		}
	}
	if got["slower"] != 1 || got["faster"] != 1 || got["lost"] != 1 || got["answered"] != 1 {
		t.Errorf("%v", got)
	}
	var text, markdown, asJSON bytes.Buffer
	if err := c.Write(&text, Style{}); err != nil || !strings.Contains(text.String(), "FAILED: queens(5), count, mysat-v2: slower, ") || strings.Contains(text.String(), "other") {
		t.Errorf("%v\n%s", err, &text)
	}
	if err := c.Write(&markdown, Style{Markdown: true}); err != nil || !strings.Contains(markdown.String(), "mysat → mysat-v2") {
		t.Errorf("%v\n%s", err, &markdown)
	}
	var read struct {
		Old, New string
		Rows     []struct{ Problem string }
	}
	if err := c.WriteJSON(&asJSON); err != nil || json.Unmarshal(asJSON.Bytes(), &read) != nil || read.Old != "mysat" || len(read.Rows) != 5 {
		t.Errorf("%v\n%s", err, &asJSON)
	}
}

// TestBetweenNames checks which parts of a contender's name may be omitted.
func TestBetweenNames(t *testing.T) {
	var run Side
	for _, who := range []backends.Contender{{Backend: "gini", Encoding: "mixed"}, {Backend: "gini", Encoding: "pairwise"}, {Backend: "dlx"}, {Backend: "dlx", Threads: 2}, {Backend: "cadical", Encoding: "mixed"}} {
		run.Cells = append(run.Cells, &summary.Cell{Problem: "p", Contender: who})
	}
	for names, want := range map[[2]string]string{
		{"gini/mixed", "gini/pairwise"}: "", {"dlx", "dlx x2"}: "", {"cadical", "dlx"}: "",
		{"gini", "dlx"}:              `"gini" fits several contenders: gini/mixed, gini/pairwise`,
		{"dlx", "gino"}:              `no contender is called "gino" `,
		{"cadical/mixed", "cadical"}: "cadical/mixed and cadical are the same contender",
	} {
		_, _, err := Between(run, names)
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v: %v, want %s", names, err, want)
		}
	}
}

// TestBetweenLimits checks that an answer after the smaller of the two limits does not count.
func TestBetweenLimits(t *testing.T) {
	whole := contenders(t, map[string][]float64{"mysat": {1, 3}, "mysat-v2": {1, 1}})
	for _, c := range whole.Cells {
		if c.Backend == "mysat-v2" {
			c.Limit, c.Limits.Time = 2, 2*time.Second
		}
	}
	old, now, err := Between(whole, [2]string{"mysat-v2", "mysat"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(old, now, gate(t, "missing"), Wall)
	if err != nil || len(c.Failures) != 1 || !strings.Contains(c.Failures[0], "the answer was lost") || !strings.Contains(strings.Join(c.About, " "), "1 answer beyond it") {
		t.Errorf("%v %+v", err, c)
	}
}

// TestBetweenLessStart checks that short work is compared without the start of the process, and is
// undecided if the difference is within the error of the starts.
func TestBetweenLessStart(t *testing.T) {
	whole := contenders(t, map[string][]float64{"mysat": {1.2, 1.0}, "mysat-v2": {0.7, 0.52}})
	for _, c := range whole.Cells {
		c.Floor = map[string]float64{"mysat": 0.98, "mysat-v2": 0.5}[c.Backend]
	}
	old, now, err := Between(whole, [2]string{"mysat", "mysat-v2"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(old, now, Gate{}, Wall)
	if err != nil || c.Net != 2 || c.Unsure != 2 || c.Timed != 0 {
		t.Fatalf("%v %+v", err, c)
	}
	for _, c := range now.Cells {
		for i := range c.Times {
			c.Times[i] += 0.5
		}
		c.Seconds.Median += 0.5
	}
	// Without the start of the process 0.22 and 0.02 s remain.
	if c, err = New(old, now, gate(t, "slower=5%"), Wall); err != nil || c.Net != 2 || c.Unsure != 0 || len(c.Failures) != 2 || c.Mean.Ratio < 2 {
		t.Errorf("%v %+v", err, c)
	}
	var text bytes.Buffer
	if err := c.Write(&text, Style{}); err != nil || !strings.Contains(text.String(), "2 times compared after the start") {
		t.Errorf("%v\n%s", err, &text)
	}
	// Two runs of one contender have the same start, so nothing is subtracted.
	again := old
	again.between = false
	if c, err := New(again, old, Gate{}, Wall); err != nil || c.Net != 0 {
		t.Errorf("%v %+v", err, c)
	}
}

// processors returns a side with two boards on which a solver took times seconds of CPU time.
func processors(t *testing.T, name string, times float64) Side {
	t.Helper()
	var cells []*summary.Cell
	for _, problem := range []string{"queens(8)", "queens(9)"} {
		c := &summary.Cell{Problem: problem, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "mysat"}, Status: nqueens.Solved, Runs: 10, Seconds: bench.Interval{Median: 1}}
		for i, seconds := range around(0.5 * times) {
			c.Times = append(c.Times, around(1)[i])
			r := &bench.Record{Iterations: 2, CPUSeconds: 2 * seconds, Started: time.Unix(int64(i), int64(times*100))}
			r.Status = nqueens.Solved
			c.Records = append(c.Records, r)
		}
		cells = append(cells, c)
	}
	return Side{Name: name, Cells: cells}
}

// TestCPUClock checks that the CPU clock finds a change that the wall clock does not show.
func TestCPUClock(t *testing.T) {
	old, now := processors(t, "old", 1), processors(t, "new", 1.3)
	c, err := New(old, now, gate(t, "slower=5%"), Wall)
	if err != nil || c.Failed() || c.Clock != "" {
		t.Errorf("%v %+v", err, c)
	}
	c, err = New(old, now, gate(t, "slower=5%"), CPU)
	if err != nil || len(c.Failures) != 2 || !strings.Contains(c.Failures[0], "more processor time, +30 %") || c.Clock != CPU {
		t.Errorf("%v %+v", err, c)
	}
	var text bytes.Buffer
	if err := c.Write(&text, Style{}); err != nil || !strings.Contains(text.String(), "\nCPU times: +30 %") || !strings.Contains(text.String(), "500 ms") || !strings.Contains(text.String(), "of the solver only") {
		t.Errorf("%v\n%s", err, &text)
	}
	now.Cells[0].Records = nil // an unknown CPU time is not compared
	if c, err = New(old, now, gate(t, "slower=5%"), CPU); err != nil || c.Timed != 1 {
		t.Errorf("%v %+v", err, c)
	}
}

// TestNeitherAnswered checks that two runs that end alike without an answer do not count as equal
// answers.
func TestNeitherAnswered(t *testing.T) {
	whole := contenders(t, map[string][]float64{"mysat": {0, 0, 1}, "mysat-v2": {0, 0, 1}})
	old, now, err := Between(whole, [2]string{"mysat", "mysat-v2"})
	if err != nil {
		t.Fatal(err)
	}
	for _, sides := range [][2]Side{{old, now}, {old, old}} {
		c, err := New(sides[0], sides[1], gate(t, "wrong,missing"), Wall)
		if err != nil || c.Failed() {
			t.Fatalf("%v %+v", err, c)
		}
		var text bytes.Buffer
		if err := c.Write(&text, Style{}); err != nil || !strings.HasPrefix(text.String(), "answers: 1 of 3 as before; 2 neither answered\n") || !strings.Contains(text.String(), "2 that neither side answered") || strings.Contains(text.String(), "3 the same") {
			t.Errorf("%v\n%s", err, &text)
		}
		text.Reset()
		if err := c.Write(&text, Style{Full: true}); err != nil || strings.Count(text.String(), "\n  neither answered ") != 2 {
			t.Errorf("%v\n%s", err, &text)
		}
	}
}

// TestCPUClockWithStart checks that a note appears exactly where CPU times include a process start
// that the wall clock would leave out.
func TestCPUClockWithStart(t *testing.T) {
	for floor, want := range map[float64]int{0.9: 2, 0.01: 0} {
		old, now := processors(t, "old", 1), processors(t, "new", 1.3)
		old.between, now.between = true, true
		for _, c := range now.Cells {
			c.Floor = floor
		}
		c, err := New(old, now, Gate{}, CPU)
		var text bytes.Buffer
		if err != nil || c.Write(&text, Style{}) != nil || c.WithStart != want || strings.Contains(strings.Join(strings.Fields(text.String()), " "), "2 CPU times include the start") != (want > 0) {
			t.Errorf("%v, floor %v: %+v\n%s", err, floor, c, &text)
		}
	}
}
