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

// group is the cells that one chart against the size compares.
type group struct {
	family string
	extras string // what stands on the boards, or is demanded of them: "", "givens", "givens, blocked squares", "half-turn symmetry", "2 pawns", …
	task   nqueens.Task
	cells  []*summary.Cell
}

// groupOf is the group that a cell belongs to, without its cells. Bare boards,
// boards with pieces or blocks on them, symmetric solutions, rectangles, and other numbers of
// pieces or pawns are different questions.
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
		default: // files, pieces, and what parameters the family has
			if value == "1" {
				key = strings.TrimSuffix(key, "s")
			}
			extras = append(extras, value+" "+key)
		}
	}
	g.extras = strings.Join(extras, ", ")
	return g
}

// groups sorts the cells into groups, in the order of the plan: that of the first of each.
func groups(cells []*summary.Cell) (list []group) {
	found := map[[3]string]int{}
	i := 0
	for k, c := range cells {
		if k == 0 || questionOf(c) != questionOf(cells[k-1]) { // most plans ask all contenders in turn
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

// slug is the group's part of a file name: "queens-givens-count".
func (g group) slug() string {
	parts := []string{g.family}
	if g.extras != "" {
		parts = append(parts, strings.ReplaceAll(g.extras, ", ", "-"))
	}
	return strings.Join(append(parts, string(g.task)), "-")
}

// question says in words what was to be answered: "count the solutions of queens(n)".
func (g group) question() string {
	return taskWords(g.task) + " of " + g.family + "(n)" + g.with()
}

// kind says what the boards are: "queens with givens".
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

// tasks are those of the cells, in the order of the plan.
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

// sharedLimit is the time limit in seconds if all cells that were run had the
// same, otherwise 0.
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

// leftOut says which cells no chart shows, and why: wrong answers, runs that mean
// nothing, and those that neither answered nor met a limit.
func leftOut(cells []*summary.Cell) []string {
	type key struct{ contender, reason string }
	where := map[key][]int{}
	files := map[key]int{}
	for _, c := range cells {
		reason := c.WrongWord()
		switch {
		case c.Skipped != "":
			continue // the run that it was skipped for is marked
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

// starts says whose times hold the start of a process, and how much of them that is
// where it was measured: the greatest floor of a contender's cells.
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
	return []string{"Starting a process is in the times of " + strings.Join(parts, ", ") + "."}
}
