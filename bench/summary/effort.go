package summary

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"nqueens/bench"
)

// Stats are the work counters of a backend by name. It is a slice because a map for each of a
// million results would need three times the memory.
type Stats []Stat

// Stat is one work counter.
type Stat struct {
	Name  string
	Value int64
}

func newStats(values map[string]int64) Stats {
	s := make(Stats, 0, len(values))
	for name, value := range values {
		s = append(s, Stat{name, value})
	}
	return s.sorted()
}

func (s Stats) sorted() Stats {
	slices.SortFunc(s, func(a, b Stat) int { return cmp.Compare(a.Name, b.Name) })
	return s
}

// Of returns the value of the counter with the given name; told is false if there is none.
func (s Stats) Of(name string) (value int64, told bool) {
	for _, stat := range s {
		if stat.Name == name {
			return stat.Value, true
		}
	}
	return 0, false
}

// MarshalJSON writes an object, as for a map.
func (s Stats) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, stat := range s {
		name, _ := json.Marshal(stat.Name) // a string can always be encoded
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(strconv.AppendInt(nil, stat.Value, 10))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Effort returns the amount of work in the given unit for each repetition that has one.
func (c *Cell) Effort(unit string) []float64 { return effort(c.each(), unit) }

func effort(runs []run, unit string) (sample []float64) {
	for _, r := range runs {
		if n, told := r.stats.Of(unit); told {
			sample = append(sample, float64(n))
		}
	}
	return sample
}

// medians returns the medians of all units that occur in at least one of the runs.
func medians(runs []run) (s Stats) {
	if len(runs) == 1 {
		return runs[0].stats
	}
	for _, r := range runs {
		for _, stat := range r.stats {
			if _, known := s.Of(stat.Name); !known {
				s = append(s, Stat{stat.Name, int64(math.Round(bench.Median(effort(runs, stat.Name))))})
			}
		}
	}
	return s.sorted()
}
