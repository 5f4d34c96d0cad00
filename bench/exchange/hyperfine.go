package exchange

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/internal/jsonfile"
)

// hyperfine is the format of hyperfine --export-json.
type hyperfine struct {
	Results []hyperfineResult `json:"results"`
}

// hyperfineResult is one command with all its runs. Times are in seconds.
type hyperfineResult struct {
	Command string            `json:"command"`
	Mean    float64           `json:"mean"`
	Stddev  *float64          `json:"stddev"` // null for one run
	Median  float64           `json:"median"`
	User    float64           `json:"user"` // means of the CPU time
	System  float64           `json:"system"`
	Min     float64           `json:"min"`
	Max     float64           `json:"max"`
	Times   []*float64        `json:"times"`                       // null means no time
	Memory  []int64           `json:"memory_usage_byte,omitempty"` // since version 1.17
	Codes   []*int            `json:"exit_codes"`                  // null for a run that a signal ended
	Given   map[string]string `json:"parameters,omitempty"`
}

// The parameters that describe an exported run.
const (
	problemParameter  = "problem"
	taskParameter     = "task"
	backendParameter  = "backend"
	encodingParameter = "encoding"
	threadsParameter  = "threads"
	countParameter    = "count"
)

// The exit codes of timeout(1), and of a program that was killed because of its memory. Any other
// code except 0 means a crash.
const timeoutCode, memoryCode, crashCode = 124, 137, 1

// WriteHyperfine writes a result for each contender on each problem in hyperfine's format, for
// scripts that read its JSON. CPU time is not separated into user and system time, so all of it is
// in user. A run without an answer has a non-zero exit code.
func (x Export) WriteHyperfine(w io.Writer) error {
	file := hyperfine{Results: []hyperfineResult{}}
	for _, c := range x.ran() {
		if c.Status == nqueens.Void {
			continue
		}
		r := hyperfineResult{
			Command: c.Contender.String() + ": " + string(c.Task) + " " + c.Problem,
			Given:   map[string]string{problemParameter: c.Problem, taskParameter: string(c.Task), backendParameter: c.Backend},
			User:    c.CPUSeconds,
		}
		for name, value := range map[string]string{encodingParameter: c.Encoding, countParameter: c.Count, threadsParameter: strconv.Itoa(c.Threads)} {
			if value != "" && value != "0" || name == countParameter && value == "0" {
				r.Given[name] = value
			}
		}
		if c.Status == nqueens.Unsatisfiable {
			r.Given[countParameter] = "0"
		}
		var times []float64
		for record := range c.Each() {
			code := 0
			switch {
			case record.Status == nqueens.Timeout:
				code = timeoutCode
			case record.Status == nqueens.MemoryLimit:
				code = memoryCode
			case !record.Status.Answered() || c.Wrong:
				code = crashCode
			}
			took := seconds(*record)
			times, r.Times, r.Codes, r.Memory = append(times, took), append(r.Times, &took), append(r.Codes, &code), append(r.Memory, record.PeakBytes)
		}
		r.Median, r.Min, r.Max = bench.Median(times), slices.Min(times), slices.Max(times)
		r.Mean = stat.Mean(times, nil)
		if len(times) > 1 {
			deviation := stat.StdDev(times, nil)
			r.Stddev = &deviation
		}
		file.Results = append(file.Results, r)
	}
	content, err := json.MarshalIndent(file, "", "  ")
	if err == nil {
		_, err = w.Write(append(content, '\n'))
	}
	return err
}

// readHyperfine reads hyperfine's JSON. Numeric parameters name the problem, and their names
// replace their values in the contender's command. Without any parameter all commands are
// contenders on one problem.
func readHyperfine(name string, content []byte, opt Options) (Import, error) {
	i := Import{Format: "hyperfine", Processes: true}
	var file hyperfine
	if err := jsonfile.Unmarshal(content, &file); err != nil {
		return i, fmt.Errorf("no JSON of hyperfine: %w", err)
	}
	for k, r := range file.Results {
		if len(r.Times) == 0 {
			i.LeftOut = append(i.LeftOut, fmt.Sprintf("result %d (%.60q) has no times", k+1, r.Command))
		}
		run := r.run(strings.TrimSuffix(name, ".json"), opt)
		for n, time := range r.Times {
			if time == nil {
				i.LeftOut = append(i.LeftOut, fmt.Sprintf("result %d (%.60q): run %d has no time", k+1, r.Command, n+1))
				continue
			}
			took := *time
			if !(took >= 0) || math.IsInf(took, 0) {
				i.LeftOut = append(i.LeftOut, fmt.Sprintf("result %d (%.60q): a time of %v s", k+1, r.Command, took))
				continue
			}
			run := run
			run.Seconds, run.Wall = took, took
			run.CPU = max(0, r.User+r.System)
			if n < len(r.Memory) {
				run.Peak = max(0, r.Memory[n])
			}
			if n < len(r.Codes) {
				run.end(r.Codes[n])
			}
			i.Runs = append(i.Runs, run)
		}
	}
	return i, nil
}

// run returns what all runs of a result have in common.
func (r hyperfineResult) run(file string, opt Options) Run {
	run := Run{Task: nqueens.FindFirst, Status: nqueens.Solved, Problem: file}
	run.Contender.Backend = r.Command
	if problem, backend := r.Given[problemParameter], r.Given[backendParameter]; problem != "" && backend != "" && opt.Contender == "" {
		run.Problem, run.Contender = problem, backends.Contender{Backend: backend, Encoding: r.Given[encodingParameter]}
		if n, err := strconv.Atoi(r.Given[threadsParameter]); err == nil && n > 1 && n <= backends.MaxThreads {
			run.Contender.Threads = n
		}
		if task := nqueens.Task(r.Given[taskParameter]); slices.Contains(nqueens.Tasks(), task) {
			run.Task = task
		}
		if count, err := nqueens.ParseCount(r.Given[countParameter]); err == nil {
			run.Count = count
		}
		return run
	}
	var named []string
	for _, parameter := range slices.Sorted(maps.Keys(r.Given)) {
		value := r.Given[parameter]
		n, err := strconv.ParseFloat(value, 64)
		switch {
		case parameter == opt.Contender:
			run.Contender.Backend = value
		case err == nil || opt.Contender != "":
			named = append(named, parameter+"="+value)
			if n >= 0 && n == math.Trunc(n) && n < 1<<31 && run.Size == 0 {
				run.Size = int(n)
			}
			if at := strings.LastIndex(run.Contender.Backend, value); at >= 0 && value != "" && r.Given[opt.Contender] == "" {
				run.Contender.Backend = run.Contender.Backend[:at] + "{" + parameter + "}" + run.Contender.Backend[at+len(value):]
			}
		}
	}
	if named != nil {
		run.Problem = strings.Join(named, " ")
	}
	return run
}

// end sets the status of a run by its exit code, which is nil for a signal.
func (r *Run) end(code *int) {
	switch {
	case code == nil:
		r.Status, r.Reason = nqueens.Crashed, "ended by a signal"
	case *code == timeoutCode:
		r.Status, r.Reason = nqueens.Timeout, "exit code 124, that of timeout(1)"
	case *code == memoryCode:
		r.Status, r.Reason = nqueens.MemoryLimit, "exit code 137: killed, usually because of its memory"
	case *code != 0:
		r.Status, r.Reason = nqueens.Crashed, fmt.Sprintf("exit code %d", *code)
	}
}
