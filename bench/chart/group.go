package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench/summary"
	"nqueens/bench/table"
)

// group is the cells that one chart against the size compares.
type group struct {
	family string
	extras string // what stands on the boards, or is asked of them: "", "givens", "givens, blocked squares", "half-turn symmetry", …
	task   nqueens.Task
	cells  []summary.Cell
}

// groupOf is the group that a cell belongs to, without its cells. Bare boards,
// boards with pieces or blocks on them and symmetric solutions are different
// questions.
func groupOf(c summary.Cell) group {
	var extras []string
	for _, kind := range []struct{ key, name string }{
		{"given=", "givens"}, {"blocked=", "blocked squares"}, {"excluded=", "excluded diagonals"},
	} {
		if c.Instance == "" && strings.Contains(c.Problem, kind.key) {
			extras = append(extras, kind.name)
		}
	}
	if _, g, symmetric := strings.Cut(c.Problem, "symmetric="); symmetric && c.Instance == "" {
		extras = append(extras, strings.TrimSuffix(g, ")")+" symmetry")
	}
	return group{family: c.Family, extras: strings.Join(extras, ", "), task: c.Task}
}

// groups sorts the cells into groups, in the order of their names.
func groups(cells []summary.Cell) []group {
	type key struct{ family, extras, task string }
	found := map[key]*group{}
	for _, c := range cells {
		g := groupOf(c)
		k := key{g.family, g.extras, string(g.task)}
		if found[k] == nil {
			found[k] = &g
		}
		found[k].cells = append(found[k].cells, c)
	}
	var list []group
	for _, g := range found {
		list = append(list, *g)
	}
	slices.SortFunc(list, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.family, b.family), cmp.Compare(a.extras, b.extras), cmp.Compare(a.task, b.task))
	})
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

// question says in words what was asked: "count the solutions of queens(n)".
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
	}
	return fmt.Sprintf("do %q", string(t))
}

// tasks lists the tasks of the cells.
func tasks(cells []summary.Cell) []nqueens.Task {
	var list []nqueens.Task
	for _, c := range cells {
		list = append(list, c.Task)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// sizes lists the board sizes of the cells in order.
func sizes(cells []summary.Cell) []int {
	var list []int
	for _, c := range cells {
		list = append(list, c.N)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// sharedLimit is the time limit in seconds if all cells that were run had the
// same, otherwise 0.
func sharedLimit(cells []summary.Cell) float64 {
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

// leftOut says which cells no chart shows, and why: wrong answers, and runs
// that neither answered nor met a limit.
func leftOut(cells []summary.Cell) []string {
	reason := func(c summary.Cell) string {
		switch {
		case c.Skipped != "":
			return "" // the run that it was skipped for is marked
		case c.Wrong:
			return "wrong"
		case c.Status == nqueens.Unsupported, c.Status == nqueens.Cancelled:
			return string(c.Status)
		}
		return ""
	}
	type key struct{ contender, reason string }
	where := map[key][]int{}
	files := map[key]int{}
	for _, c := range cells {
		switch why := reason(c); {
		case why == "":
		case c.Instance != "":
			files[key{c.Contender.String(), why}]++
		default:
			k := key{c.Contender.String(), why}
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
