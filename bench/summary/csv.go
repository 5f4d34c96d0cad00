package summary

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"nqueens"
)

// WriteCSV writes one row for each cell. An unknown value is empty: the interval where there were
// too few runs, and the times of a wrong answer.
func (s Summary) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var effort []string // the names of all stats, in a fixed order
	for _, c := range s.Results() {
		for _, s := range c.Stats {
			if !slices.Contains(effort, s.Name) {
				effort = append(effort, s.Name)
			}
		}
	}
	slices.Sort(effort)
	header := []string{
		"problem", "family", "n", "task", "backend", "encoding", "threads", "verdict", "status", "wrong", "skipped", "count",
		"runs", "void", "seconds", "secondsLow", "secondsHigh", "speedup", "speedupLow", "speedupHigh", "speedupP", "encodeSeconds", "solveSeconds", "decodeSeconds",
		"checkSeconds", "cpuSeconds", "peakBytes", "limitSeconds",
	}
	over := slices.ContainsFunc(s.Cells, func(c *Cell) bool { return c.Instance != "" })
	if over {
		header = append(header, "instance")
	}
	floors := slices.ContainsFunc(s.Cells, func(c *Cell) bool { return c.Floor > 0 })
	if floors {
		header = append(header, "floorSeconds", "searchingSeconds")
	}
	built := slices.ContainsFunc(s.Cells, func(c *Cell) bool { return c.Build != "" })
	if built {
		header = append(header, "build")
	}
	shared := slices.ContainsFunc(s.Cells, func(c *Cell) bool { return c.Machine != "" })
	if shared {
		header = append(header, "machine")
	}
	if len(s.Edited) > 0 {
		header = append(header, "edited")
	}
	out.Write(append(header, effort...)) //nolint:errcheck // Error has the first
	for _, c := range s.Results() {
		var median, low, high, cpu, floor, searching float64
		var phases nqueens.Phases
		if c.Timed() {
			median, phases, cpu = c.Seconds.Median, c.Phases, c.CPUSeconds
			low, high = c.Seconds.Low, c.Seconds.High
			floor, searching = c.Floor, c.Searching()
		}
		wrong := ""
		if c.Status.Answered() {
			wrong = strconv.FormatBool(c.Wrong)
		}
		row := []string{
			c.Problem, c.Family, strconv.Itoa(c.N), string(c.Task), c.Backend, c.Encoding, strconv.Itoa(max(1, c.Threads)),
			string(c.Verdict), string(c.Status), wrong, c.Skipped, c.Count,
			strconv.Itoa(c.Runs), strconv.Itoa(c.Void), number(median), number(low), number(high), number(c.Speedup.Median), number(c.Speedup.Low), number(c.Speedup.High), number(c.SpeedupP),
			number(phases.Encode), number(phases.Solve), number(phases.Decode), number(phases.Check),
			number(cpu), whole(c.PeakBytes), number(c.Limit),
		}
		if over {
			row = append(row, c.Instance)
		}
		if floors {
			row = append(row, number(floor), number(searching))
		}
		if built {
			row = append(row, c.Build)
		}
		if shared {
			row = append(row, c.Machine)
		}
		if len(s.Edited) > 0 {
			row = append(row, "true") // it is unknown what else was edited
		}
		for _, name := range effort {
			value, known := c.Stats.Of(name)
			text := ""
			if known {
				text = strconv.FormatInt(value, 10)
			}
			row = append(row, text)
		}
		out.Write(row) //nolint:errcheck // Error has the first
	}
	out.Flush()
	return out.Error()
}

func number(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

func whole(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
