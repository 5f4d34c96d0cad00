package exchange

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// execResult is a result file of BenchExec, as in its doc/result.dtd: the runs of one tool.
// Elements and attributes are in the order of the DTD.
type execResult struct {
	XMLName   xml.Name     `xml:"result"`
	Name      string       `xml:"name,attr,omitempty"`
	Benchmark string       `xml:"benchmarkname,attr"`
	Start     string       `xml:"starttime,attr"`
	Date      string       `xml:"date,attr"`
	Tool      string       `xml:"tool,attr"`
	Module    string       `xml:"toolmodule,attr"`
	Version   string       `xml:"version,attr"`
	Memory    string       `xml:"memlimit,attr,omitempty"`
	Time      string       `xml:"timelimit,attr,omitempty"`
	Cores     string       `xml:"cpuCores,attr,omitempty"`
	Generator string       `xml:"generator,attr"`
	Columns   []execColumn `xml:"columns>column"`
	Systems   []execSystem `xml:"systeminfo"`
	Runs      []execRun    `xml:"run"`
	Old       []execRun    `xml:"sourcefile"` // the name of a run in version 1
}

type execSystem struct {
	OS struct {
		Name string `xml:"name,attr"`
	} `xml:"os"`
	CPU struct {
		Cores string `xml:"cores,attr"`
		Model string `xml:"model,attr"`
	} `xml:"cpu"`
	RAM struct {
		Size string `xml:"size,attr"`
	} `xml:"ram"`
	Environment struct{} `xml:"environment"`
}

type execRun struct {
	Name    string       `xml:"name,attr"`
	Files   string       `xml:"files,attr,omitempty"`
	Columns []execColumn `xml:"column"`
}

type execColumn struct {
	Title  string `xml:"title,attr"`
	Value  string `xml:"value,attr,omitempty"`
	Hidden string `xml:"hidden,attr,omitempty"`
}

const (
	execHeader = xml.Header + "<!DOCTYPE result\n  PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.18//EN'\n  'https://www.sosy-lab.org/benchexec/result-3.18.dtd'>\n"
	execDone   = "done"

	// Words of BenchExec and its users for a right answer: "correct", "correct-unconfirmed",
	// "witness confirmed".
	execCorrect, execConfirmed = "correct", "witness confirmed"
)

// BenchExecTables returns a table for each combination of task and contender. Each table is written
// to a separate file.
func (x Export) BenchExecTables() (tables []BenchExecTable) {
	index := map[string]int{}
	for _, c := range x.ran() {
		name := string(c.Task) + " " + c.Contender.String()
		i, known := index[name]
		if !known {
			i = len(tables)
			index[name] = i
			tables = append(tables, BenchExecTable{Name: name, from: x})
		}
		tables[i].cells = append(tables[i].cells, c)
	}
	return tables
}

// A BenchExecTable holds the results of one contender for a task.
type BenchExecTable struct {
	Name  string // "count gini/product"
	from  Export
	cells []*summary.Cell
}

// Write writes the table as a result file of BenchExec, with the medians over the repetitions,
// because BenchExec has no repetitions.
func (t BenchExecTable) Write(w io.Writer) error {
	e := t.from.Environment
	first := t.cells[0]
	limit := ""
	if first.Limit > 0 {
		limit = fmt.Sprintf("%v s", first.Limit)
	}
	started := e.Started
	if len(first.Records) > 0 {
		started = first.Records[0].Started
	}
	result := execResult{
		Name: t.Name, Benchmark: t.from.Name, Start: started.Format(time.RFC3339), Date: started.Format("2006-01-02 15:04:05 MST"),
		Tool: first.Contender.String(), Module: "nqueens", Version: first.Build, Time: limit, Cores: strconv.Itoa(max(1, first.Threads)), Generator: "nqueens",
		Systems: make([]execSystem, 1),
	}
	if len(first.Records) > 0 {
		result.Version = cmp.Or(first.Records[0].Version, first.Build)
	}
	for _, title := range []string{"status", "cputime", "walltime", "memory", "answer"} {
		result.Columns = append(result.Columns, execColumn{Title: title})
	}
	system := &result.Systems[0]
	system.OS.Name = strings.TrimSpace(e.System + " " + e.Kernel)
	system.CPU.Cores, system.CPU.Model = strconv.Itoa(e.Cores), e.CPU
	system.RAM.Size = fmt.Sprintf("%d B", e.Memory)
	for _, c := range t.cells {
		run := execRun{Name: c.Problem, Files: "[" + c.Problem + "]"}
		add := func(title, value string) { run.Columns = append(run.Columns, execColumn{Title: title, Value: value}) }
		add("status", execStatus(c))
		cpu, _ := c.CPU()
		used, took := cpu.Median, c.Seconds.Median
		if !c.Status.Answered() && len(c.Records) > 0 {
			used, took = c.Records[0].CPUSeconds, c.Records[0].WallSeconds
		}
		if used > 0 {
			add("cputime", fmt.Sprintf("%vs", used))
		}
		if took > 0 {
			add("walltime", fmt.Sprintf("%vs", took))
		}
		if c.PeakBytes > 0 {
			add("memory", fmt.Sprintf("%dB", c.PeakBytes))
		}
		if c.Count != "" {
			add("answer", c.Count)
		}
		category := "missing"
		switch {
		case c.Wrong:
			category = "wrong"
		case !c.Status.Answered():
			category = "error"
		}
		run.Columns = append(run.Columns, execColumn{Title: "category", Value: category, Hidden: "true"})
		result.Runs = append(result.Runs, run)
	}
	content, err := xml.MarshalIndent(result, "", "  ")
	if err == nil {
		_, err = io.WriteString(w, execHeader+string(content)+"\n")
	}
	return err
}

// execStatus returns BenchExec's name of a status.
func execStatus(c *summary.Cell) string {
	switch {
	case c.Status == nqueens.Unsatisfiable:
		return "false"
	case c.Status.Answered() && c.Task.FindsOne():
		return "true"
	case c.Status.Answered():
		return execDone
	case c.Status == nqueens.Timeout:
		return "TIMEOUT"
	case c.Status == nqueens.MemoryLimit:
		return "OUT OF MEMORY"
	case c.Status == nqueens.Unknown:
		return "unknown"
	}
	return "ERROR (" + string(c.Status) + ")"
}

// readBenchExec reads a result file of BenchExec. Times are wall-clock times.
func readBenchExec(content []byte) (Import, error) {
	i := Import{Format: "benchexec", Processes: true, Answers: true}
	var result execResult
	if err := xml.Unmarshal(content, &result); err != nil {
		return i, fmt.Errorf("no XML of BenchExec: %w", err)
	}
	if result.Tool == "" {
		return i, errors.New("no result file of BenchExec: it names no tool")
	}
	if limit, err := quantity(result.Time); result.Time != "" && (err != nil || limit <= 0) {
		return i, fmt.Errorf("timelimit %.40q", result.Time)
	} else if limit > 0 {
		i.Limit = time.Duration(min(limit, 1e9) * float64(time.Second))
	}
	contender := backends.Contender{Backend: result.Tool}
	task := nqueens.FindFirst
	if result.Generator == "nqueens" {
		if c, err := backends.ParseContender(result.Tool); err == nil {
			contender = c
		}
		for _, t := range nqueens.Tasks() {
			if strings.HasPrefix(result.Name, string(t)+" ") {
				task = t
			}
		}
	} else if result.Name != "" { // one of several configurations
		contender.Backend += " " + result.Name
	}
	for _, r := range append(result.Runs, result.Old...) {
		if r.value("status") == "" {
			i.LeftOut = append(i.LeftOut, fmt.Sprintf("run %.60q has no status: it was not made", r.Name))
			continue
		}
		run, ok, odd := r.run(task)
		for _, what := range odd {
			i.LeftOut = append(i.LeftOut, fmt.Sprintf("run %.60q: %s", r.Name, what))
		}
		if !ok {
			continue
		}
		run.Contender, run.Version = contender, result.Version
		i.Runs = append(i.Runs, run)
	}
	if len(result.Systems) > 0 {
		s := result.Systems[0]
		cores, _ := strconv.Atoi(s.CPU.Cores) // 0 means unknown
		e := bench.Environment{CPU: s.CPU.Model, Cores: max(0, cores), Kernel: s.OS.Name}
		if size, err := quantity(s.RAM.Size); err == nil {
			e.Memory = int64(min(max(0, size), 1<<60))
		}
		for k := range i.Runs {
			i.Runs[k].Environment = &e
		}
	}
	return i, nil
}

// value returns the value of a column.
func (r execRun) value(title string) string {
	for _, c := range r.Columns {
		if c.Title == title {
			return strings.TrimSpace(c.Value)
		}
	}
	return ""
}

// run returns one run, and messages about invalid values in it. An invalid time counts as unknown.
// ok is false for an answer without a time, which cannot be imported.
func (r execRun) run(task nqueens.Task) (run Run, ok bool, odd []string) {
	run = Run{Problem: r.Name, Task: task}
	timed := false
	for _, column := range []struct {
		title string
		to    *float64
	}{{"walltime", &run.Wall}, {"cputime", &run.CPU}} {
		text := r.value(column.title)
		if text == "" {
			continue
		}
		n, err := quantity(text)
		if err != nil || n < 0 {
			odd = append(odd, fmt.Sprintf("%s %.40q is not a time", column.title, text))
			continue
		}
		*column.to, timed = n, true
	}
	run.Seconds = cmp.Or(run.Wall, run.CPU)
	if n, err := quantity(cmp.Or(r.value("memory"), r.value("memUsage"))); err == nil {
		run.Peak = int64(min(max(0, n), 1<<60))
	}
	status, category := r.value("status"), strings.ToLower(r.value("category"))
	switch word := strings.ToLower(status); {
	case strings.HasPrefix(word, "true"), word == "sat", word == execDone:
		run.Status = nqueens.Solved
	case strings.HasPrefix(word, "false"), word == "unsat":
		run.Status = nqueens.Unsatisfiable
	case strings.Contains(word, "timeout"):
		run.Status = nqueens.Timeout
	case strings.Contains(word, "out of memory"):
		run.Status = nqueens.MemoryLimit
	case word == "unknown":
		run.Status = nqueens.Unknown
	case word == execConfirmed, category == execConfirmed, strings.HasPrefix(category, execCorrect), category == wrongAnswer:
		run.Status = nqueens.Solved // an unknown word for an answer
	default:
		run.Status = nqueens.Crashed
	}
	if !run.Status.Answered() {
		run.Reason = status
		return run, true, odd
	}
	if !timed {
		return run, false, append(odd, "it has neither a walltime nor a cputime")
	}
	if category == wrongAnswer {
		run.Wrong = "its category is wrong: " + status
	}
	count, err := nqueens.ParseCount(r.value("answer"))
	if err == nil && run.Status == nqueens.Solved {
		run.Count = count
	}
	return run, true, odd
}

// A unit is the suffix of a number and its factor.
type unit struct {
	name   string
	factor float64
}

// units are the known units; the last one matches every number.
var units = []unit{{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}, {"s", 1}, {"", 1}}

// quantity parses a number with its unit: "0.12s", "100 MB".
func quantity(text string) (float64, error) {
	text = strings.TrimSpace(text)
	u := units[slices.IndexFunc(units, func(u unit) bool { return strings.HasSuffix(text, u.name) })]
	n, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(text, u.name)), 64)
	if err == nil && (math.IsNaN(n) || math.IsInf(n, 0)) {
		err = errors.New("no number")
	}
	return n * u.factor, err
}
