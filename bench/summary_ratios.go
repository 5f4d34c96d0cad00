package bench

import (
	"fmt"
	"maps"
	"slices"

	"nqueens"
)

// writeRatios writes for each family and task how many times as fast as the
// baseline each contender is, and apart from that what is published.
func (s Summary) writeRatios(t *textWriter) {
	short := false // some time is mostly that of a start
	for _, table := range s.timesTables() {
		short = short || slices.ContainsFunc(table.cells, func(c Cell) bool { return c.Timed() && mostlyStart(c) })
		if table = table.compared(s.Baseline()); table == nil {
			continue
		}
		t.printf("\n%s, task %s: times as fast as %s, ± half the 90 %% interval of the ratio\n", table.family, table.task, s.Baseline())
		rows, named := table.rows(Cell.ratioText)
		t.wrapped(rows)
		for i, name := range named {
			t.printf("#%d: %s\n", i+1, name)
		}
	}
	if short && s.Baseline() != "" {
		t.printf("\nthe time of an external program holds the start of its process: no ratio is told where it took less than %s\n", Duration(ShortWork.Seconds()))
	}
	s.writePublished(t)
}

// compared is the part of the table with ratios, without the baseline's own. It
// is nil if there is none.
func (table *timesTable) compared(baseline string) *timesTable {
	part := *table
	part.cells = slices.DeleteFunc(slices.Clone(table.cells), func(c Cell) bool {
		return c.Speedup.Median == 0 || c.Contender() == baseline
	})
	if len(part.cells) == 0 {
		return nil
	}
	return &part
}

// ratioText is the cell in a table of ratios.
func (c Cell) ratioText() string {
	r := c.Speedup
	if !r.Enough {
		return digits(r.Median) + "*"
	}
	return fmt.Sprintf("%s ±%.0f%%", digits(r.Median), 100*(r.High-r.Low)/2/r.Median)
}

// writePublished writes the published ratios in tables of their own.
func (s Summary) writePublished(t *textWriter) {
	for _, family := range nqueens.Families() {
		var list []Published
		sizes := map[int]bool{}
		for _, p := range s.Experiment.Published {
			if p.Family == family.Name {
				list = append(list, p)
				for n := range p.Ratios {
					sizes[n] = true
				}
			}
		}
		if list == nil {
			continue
		}
		columns := slices.Sorted(maps.Keys(sizes))
		rows := [][]string{{""}}
		for _, n := range columns {
			rows[0] = append(rows[0], fmt.Sprint(n))
		}
		for _, p := range list {
			row := []string{p.Name}
			for _, n := range columns {
				text := ""
				if ratio, ok := p.Ratios[n]; ok {
					text = digits(ratio)
				}
				row = append(row, text)
			}
			rows = append(rows, row)
		}
		t.printf("\npublished, another machine: %s, task %s: times as fast as a program like %s\n", family.Name, nqueens.CountAll, s.Baseline())
		t.wrapped(rows)
		for _, p := range list {
			t.printf("%s: %s\n", p.Name, p.Source)
		}
	}
}
