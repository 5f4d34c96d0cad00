package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"nqueens/bench"
	"nqueens/internal/table"
)

// planFacts returns facts about the plan.
func planFacts(r Run) (facts []fact) {
	e := r.Summary.Experiment
	add := func(name, value string) {
		if value != "" {
			facts = append(facts, fact{name, value})
		}
	}
	add("plan", e.Name)
	add("jobs", table.Count(int64(len(e.Jobs))))
	add("repetitions", repetitions(e.Repeat))
	add("seed", fmt.Sprint(e.Seed))
	add("baseline", r.Summary.Baseline())
	add("limits", limits(e))
	switch e.Clock {
	case bench.ProcessClock:
		add("clock", "a whole fresh process, from its start to its end")
	case bench.CPUClock:
		add("clock", "CPU time of the backend inside its process, over all threads")
	default:
		add("clock", "the backend's work inside its process")
	}
	if e.Busy != nil {
		add("busy at the start", e.Busy.String())
	}
	add("budget", budget(e))
	for _, x := range e.External {
		add("program "+x.Name, x.Command)
	}
	add("measured program", strings.Join(slices.Sorted(maps.Keys(r.Summary.Builds())), "; "))
	if n := r.Summary.Unsigned; n > 0 {
		add("records without a digest", fmt.Sprintf("%d, written by an older version: edits cannot be detected", n))
	}
	return facts
}

func budget(e bench.Experiment) string {
	if e.Budget == 0 {
		return ""
	}
	return table.Flag(e.Budget) + " of wall-clock time"
}

func repetitions(r bench.Repeat) string {
	text := fmt.Sprint(r.Max)
	if r.Min < r.Max {
		text = fmt.Sprintf("a pilot of %d, then up to %d until the 95 %% interval is %g %% of the median wide", r.Min, r.Max, 100*r.Width)
	}
	if r.Warmup > 0 {
		text += fmt.Sprintf(", after %d untimed", r.Warmup)
	}
	return text
}

// limits returns the different limits in the order of the plan.
func limits(e bench.Experiment) string {
	var list []string
	for _, j := range e.Jobs {
		text := table.Flag(j.Limits.Time)
		if j.Limits.Memory > 0 {
			text += fmt.Sprintf(" and %d MiB", j.Limits.Memory>>20)
		}
		if j.Limits.CPU > 0 {
			text += " and " + table.Flag(j.Limits.CPU) + " of CPU time"
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, "; ")
}

// machineFacts returns facts about the machines and their load.
func machineFacts(r Run) (facts []fact) {
	for _, e := range r.Environments {
		add := func(name, value string) {
			if value != "" {
				facts = append(facts, fact{name, value})
			}
		}
		add("machine", e.Name)
		add("started", e.Started.Format(time.RFC3339))
		add("processor", fmt.Sprintf("%s, %s", cmp.Or(e.CPU, "unknown"), table.Plural(e.Cores, "core")))
		if e.Memory > 0 {
			add("memory", table.GiB(e.Memory))
		}
		add("system", strings.TrimSpace(e.System+" "+e.Kernel))
		add("runs in", e.Virtual)
		add("governor", e.Governor)
		add("turbo", e.Turbo)
		add("threads on a core", e.SMT)
		add("load at the start", e.Load)
		add("Go", e.Go)
		add("commit", e.Commit)
		add("memory limits by", e.Isolation.Memory)
		for _, name := range slices.Sorted(maps.Keys(e.Programs)) {
			add(name, strings.TrimSpace(e.Programs[name].Version+" "+e.Programs[name].Path))
		}
	}
	return facts
}
