package chart

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// group represents the cells that one chart against the size compares.
type group struct {
	family string
	extras string // demands beyond the family: "", "givens", "givens, blocked squares", "half-turn symmetry", "2 pawns", …
	task   nqueens.Task
	cells  []*summary.Cell
}

// groupOf returns the group of a cell, without cells. Bare boards, boards with pieces or blocked
// squares, symmetric solutions, rectangles, and other numbers of pieces or pawns are different
// groups.
func groupOf(c *summary.Cell) group {
	g := group{family: c.Family, task: c.Task}
	if c.Instance != "" {
		return g
	}
	var extras []string
	_, demands, _ := strings.Cut(strings.TrimSuffix(c.Problem, ")"), ",")
	for demand := range strings.SplitSeq(demands, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(demand), "=")
		switch key {
		case "":
		case "given":
			extras = append(extras, "givens")
		case "blocked":
			extras = append(extras, "blocked squares")
		case "excluded":
			extras = append(extras, "excluded diagonals")
		case "symmetric":
			extras = append(extras, value+" symmetry")
		default: // files, pieces and the parameters of the family
			if value == "1" {
				key = strings.TrimSuffix(key, "s")
			}
			extras = append(extras, value+" "+key)
		}
	}
	g.extras = strings.Join(extras, ", ")
	return g
}

// groups splits the cells into groups, in the order of the first cell of each.
func groups(cells []*summary.Cell) (list []group) {
	found := map[[3]string]int{}
	i := 0
	for k, c := range cells {
		if k == 0 || questionOf(c) != questionOf(cells[k-1]) { // most plans run all contenders on a problem in turn
			g := groupOf(c)
			key := [3]string{g.family, g.extras, string(g.task)}
			known := false
			if i, known = found[key]; !known {
				i = len(list)
				found[key], list = i, append(list, g)
			}
		}
		list[i].cells = append(list[i].cells, c)
	}
	return list
}

// slug returns the group's part of a file name: "queens-givens-count".
func (g group) slug() string {
	parts := []string{g.family}
	if g.extras != "" {
		parts = append(parts, strings.ReplaceAll(g.extras, ", ", "-"))
	}
	return strings.Join(append(parts, string(g.task)), "-")
}

// question returns the group's task in words: "count the solutions of queens(n)".
func (g group) question() string {
	return taskWords(g.task) + " of " + g.family + "(n)" + g.with()
}

// kind returns the group's boards in words: "queens with givens".
func (g group) kind() string { return g.family + g.with() }

func (g group) with() string {
	if g.extras == "" {
		return ""
	}
	return " with " + g.extras
}

func taskWords(t nqueens.Task) string {
	switch t {
	case nqueens.FindFirst:
		return "find one solution"
	case nqueens.CountAll:
		return "count the solutions"
	case nqueens.FindAll:
		return "list all solutions"
	case nqueens.Optimise:
		return "find the best solution"
	}
	return fmt.Sprintf("do %q", string(t))
}

// tasks returns the tasks of the cells in the order of the plan.
func tasks(cells []*summary.Cell) (list []nqueens.Task) {
	for _, c := range cells {
		if !slices.Contains(list, c.Task) {
			list = append(list, c.Task)
		}
	}
	return list
}

func sizes(cells []*summary.Cell) []int {
	return distinct(cells, func(c *summary.Cell) int { return c.N })
}

// sharedLimit returns the time limit in seconds if all cells that were run have the same, otherwise
// 0.
func sharedLimit(cells []*summary.Cell) float64 {
	limit := 0.0
	for _, c := range cells {
		switch {
		case c.Skipped != "":
		case !(c.Limit > 0) || !finite(c.Limit), limit != 0 && c.Limit != limit:
			return 0
		default:
			limit = c.Limit
		}
	}
	return limit
}

// leftOut returns a note on the cells that no chart shows, and why: wrong answers, discarded,
// cancelled and unsupported runs.
func leftOut(cells []*summary.Cell) []string {
	type key struct{ contender, reason string }
	where := map[key][]int{}
	files := map[key]int{}
	for _, c := range cells {
		reason := c.WrongWord()
		switch {
		case c.Skipped != "":
			continue // the failed run that caused the skip is marked
		case c.Wrong:
		case c.Status == nqueens.Unsupported, c.Status == nqueens.Cancelled, c.Status == nqueens.Void:
			reason = string(c.Status)
		default:
			continue
		}
		k := key{contenderOf(c), reason}
		if c.Instance != "" {
			files[k]++
		} else {
			where[k] = append(where[k], c.N)
		}
	}
	var parts []string
	for k, ns := range where {
		parts = append(parts, fmt.Sprintf("%s at n = %s (%s)", k.contender, table.Ranges(ns, "–"), k.reason))
	}
	for k, n := range files {
		parts = append(parts, fmt.Sprintf("%s on %d of the instances (%s)", k.contender, n, k.reason))
	}
	if parts == nil {
		return nil
	}
	slices.Sort(parts)
	return []string{"Left out: " + strings.Join(parts, "; ") + "."}
}

// starts returns a note on the backends whose times include the start of a process, with the
// largest measured floor of each.
func starts(cells []*summary.Cell) []string {
	floors := map[string]float64{}
	for _, c := range cells {
		if c.Timed() && (c.Started || c.Floor > 0) {
			floors[c.Backend] = max(floors[c.Backend], c.Floor)
		}
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(floors)) {
		if floor := floors[name]; floor > 0 {
			name += " " + table.Duration(floor)
		}
		parts = append(parts, name)
	}
	if parts == nil {
		return nil
	}
	return []string{"The start of a process is included in the times of " + strings.Join(parts, ", ") + "."}
}
