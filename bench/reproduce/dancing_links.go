package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/dlx"
	"nqueens/encode"
	"nqueens/internal/table"
)

// effort is the work of one search by dancing links.
type effort struct{ solutions, nodes, updates uint64 }

// knuthOrganPipe and knuthNatural are what Knuth's program dlx1 reports for
// n = 1 on, with the items in organ-pipe and in natural order.
var (
	knuthOrganPipe = []effort{
		{1, 2, 3}, {0, 3, 19}, {0, 4, 56}, {2, 13, 183}, {10, 46, 572}, {4, 93, 1497}, {40, 334, 5066},
		{92, 1049, 16680}, {352, 3440, 54818}, {724, 11578, 198264}, {2680, 45393, 783140},
		{14200, 211716, 3594752}, {73712, 1046319, 17463157}, {365596, 5474542, 91497926},
		{2279184, 31214675, 513013152}, {14772512, 193032021, 3134588055}, {95815104, 1242589512, 20010116070},
	}
	knuthNatural = []effort{
		{1, 2, 3}, {0, 3, 19}, {0, 6, 70}, {2, 17, 225}, {10, 52, 694}, {4, 111, 1929}, {40, 372, 6222},
		{92, 1199, 21111}, {352, 4663, 82196}, {724, 16448, 310367}, {2680, 69528, 1332056}, {14200, 327813, 6249000},
		{73712, 1651935, 31254467},
	}
)

func dancingLinks() Reproduction {
	return Reproduction{
		Name:   "dancing-links",
		About:  "Nodes and updates of dancing links on n queens",
		Source: "D. E. Knuth, “Dancing Links”, 2000 (arXiv cs/0011047), and “The Art of Computer Programming” 4B; the numbers are those that his program dlx1 reports for this exact cover",
		Takes:  "1 min",
		experiment: func() bench.Experiment {
			e := bench.Experiment{Seed: 1, Repeat: bench.Repeat{Warmup: 1, Min: 1, Max: 1}}
			for n := range knuthOrganPipe {
				e.Jobs = append(e.Jobs, jobs(queensProblem(n+1), nqueens.CountAll, day, "dlx")...)
				e.Jobs[n].Encoding = "dancing"
			}
			return e
		},
		report: reportDancing,
	}
}

func reportDancing(ctx context.Context, p *page.Page, e evidence) error {
	p.Text(`Ranks and files are primary items, the diagonals of more than one square secondary ones, and each square is an option. The search branches on the item with the fewest options, the first of them in the list's order. A node is a visit of a level, the root and the solutions included; an update is an unlinking while covering. Neither depends on the machine, so that they must be the same to the last digit.`)
	p.Heading("Organ-pipe order: from the middle outwards, ranks and files in turns")
	harness := newComparison("n", "nodes, published", "nodes, ours", "updates, published", "updates, ours", "time, ours")
	for i, published := range knuthOrganPipe {
		c, ok := e.cell(queens(i+1), nqueens.CountAll, "dlx")
		row := []string{table.Count(published.nodes), "–", table.Count(published.updates), "–", "–"}
		kind := page.Untested
		switch {
		case c.Wrong:
			kind = page.Wrong
		case ok:
			nodes, _ := c.Stats.Of("nodes")
			updates, _ := c.Stats.Of("updates")
			ours := effort{published.solutions, uint64(nodes), uint64(updates)}
			row[1], row[3], row[4] = table.Count(ours.nodes), table.Count(ours.updates), table.Duration(c.Seconds.Median)
			kind = sameOrWrong(ours == published)
		}
		harness.add(i+1, kind, row...)
	}
	p.Table(harness.rows)
	p.Verdict(harness.exact("nodes and updates in organ-pipe order"))

	p.Heading("Natural order: ranks, then files")
	p.Text("Counted in this process by package dlx, without the harness.")
	here := newComparison("n", "nodes, published", "nodes, ours", "updates, published", "updates, ours")
	for i, published := range knuthNatural {
		ours, err := natural(ctx, i+1)
		if err != nil {
			return err
		}
		here.add(i+1, sameOrWrong(ours == published),
			table.Count(published.nodes), table.Count(ours.nodes), table.Count(published.updates), table.Count(ours.updates))
	}
	p.Table(here.rows)
	p.Verdict(here.exact("solutions, nodes and updates in natural order"))
	p.Heading("What grows")
	p.Figure(chart.Effort(e.Summary.Cells, chart.Options{})...)
	return nil
}

// comparison is a table of values that must be the published ones, a row for each n
// with its verdict at the end.
type comparison struct {
	rows  [][]string
	same  []int // n
	wrong []string
	left  []int // out
}

func newComparison(header ...string) *comparison {
	return &comparison{rows: [][]string{append(header, "verdict")}}
}

func (c *comparison) add(n int, kind page.Kind, row ...string) {
	c.rows = append(c.rows, slices.Concat([]string{fmt.Sprint(n)}, row, []string{string(kind)}))
	switch kind {
	case page.SameValue:
		c.same = append(c.same, n)
	case page.Wrong:
		c.wrong = append(c.wrong, fmt.Sprint(n))
	case page.Untested:
		c.left = append(c.left, n)
	}
}

// exact is the verdict on all rows.
func (c *comparison) exact(what string) page.Verdict {
	switch {
	case len(c.wrong) > 0:
		return page.Verdict{Kind: page.Wrong, What: what, Why: "not the published value for n = " + strings.Join(c.wrong, ", ")}
	case len(c.same) == 0:
		return page.Verdict{Kind: page.Untested, What: what, Why: "nothing was run"}
	}
	why := "to the last digit for n = " + table.Ranges(c.same, " to ")
	if c.left != nil {
		why += "; left out: n = " + table.Ranges(c.left, " to ")
	}
	return page.Verdict{Kind: page.SameValue, What: what, Why: why}
}

// sameOrWrong is the verdict on a value that must be the published one.
func sameOrWrong(same bool) page.Kind {
	if same {
		return page.SameValue
	}
	return page.Wrong
}

// natural searches n queens with the items in natural order.
func natural(ctx context.Context, n int) (effort, error) {
	model, err := queensProblem(n).Model()
	if err != nil {
		return effort{}, err
	}
	lines := make([]nqueens.Line, 0, len(model.Lines))
	for _, kind := range []string{"rank ", "file "} {
		inOrder := make([]nqueens.Line, n)
		for _, l := range model.Lines {
			if !strings.HasPrefix(l.Name, kind) {
				continue
			}
			first := model.Placements[l.Placements[0]].Square
			if kind == "rank " {
				inOrder[first.Rank] = l
			} else {
				inOrder[first.File] = l
			}
		}
		lines = append(lines, inOrder...)
	}
	for _, l := range model.Lines {
		if l.Min == 0 {
			lines = append(lines, l)
		}
	}
	model.Lines = lines
	cover, err := encode.CoverFromModel(model)
	if err != nil {
		return effort{}, err
	}
	search := cover.NewSearch(dlx.Config{Engine: dlx.Dancing})
	solutions, err := search.Count(ctx)
	stats := search.Stats()
	return effort{solutions, stats.Nodes, stats.Updates}, err
}
