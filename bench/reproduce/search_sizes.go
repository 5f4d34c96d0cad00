package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/searchsize"
	"nqueens/internal/table"
)

// sizesBoard is the size of the board whose search is measured.
const sizesBoard = 8

func searchSizes() Reproduction {
	return Reproduction{
		Name:   "search-sizes",
		About:  "Sizes of the search for 8 queens",
		Source: "the numbers with which textbooks and articles compare ways to search for 8 queens, from all ways to put 8 pieces on 64 squares to the 12 fundamental solutions, and the nodes of the backtracking tree by depth",
		Takes:  "1 s",
		experiment: func() bench.Experiment {
			e := bench.Experiment{Seed: 1, Repeat: bench.Repeat{Min: 1, Max: 1}}
			board := queensProblem(sizesBoard)
			e.Jobs = jobs(board, nqueens.CountAll, time.Minute, "naive", "available", "permutations", "bitmask", "dlx")
			for _, g := range nqueens.Symmetries()[1:] {
				e.Jobs = append(e.Jobs, jobs(board.SymmetricUnder(g), nqueens.CountAll, time.Minute, "dlx", "gini")...)
			}
			return e
		},
		report: reportSizes,
	}
}

// number is a value that may be unknown, or wrong in a record.
type number struct {
	value uint64
	known bool
	wrong string // the wrong value
}

func exactly(n uint64) number { return number{value: n, known: true} }

// whole converts a number below 2^64.
func whole(n *big.Int) number { return exactly(n.Uint64()) }

func (n number) String() string {
	switch {
	case n.wrong != "":
		return n.wrong
	case !n.known:
		return "–"
	}
	return table.Count(n.value)
}

// size is a published number with our values.
type size struct {
	what          string
	published     uint64
	here, backend number // computed in this process; from a backend's record
	how           string
}

func (s size) kind() page.Kind {
	kind := page.Untested
	for _, n := range []number{s.here, s.backend} {
		switch {
		case n.wrong != "" || n.known && n.value != s.published:
			return page.Wrong
		case n.known:
			kind = page.SameValue
		}
	}
	return kind
}

// compareSizes adds a table of numbers that must equal the published ones, and the verdict on them.
func compareSizes(p *page.Page, what string, list []size) {
	rows := [][]string{{"what", "published", "computed here", "by a backend", "how", "verdict"}}
	var wrong []string
	for _, s := range list {
		rows = append(rows, []string{s.what, table.Count(s.published), s.here.String(), s.backend.String(), s.how, string(s.kind())})
		if s.kind() == page.Wrong {
			wrong = append(wrong, s.what)
		}
	}
	p.Table(rows)
	v := page.Verdict{Kind: page.SameValue, What: what, Why: fmt.Sprintf("all %d to the last digit", len(list))}
	if len(wrong) > 0 {
		v = page.Verdict{Kind: page.Wrong, What: what, Why: "not the published number: " + strings.Join(wrong, "; ")}
	}
	p.Verdict(v)
}

func reportSizes(ctx context.Context, p *page.Page, e evidence) error {
	const n = sizesBoard
	problem, t := queensProblem(n), searchsize.Walk(n)
	listed, err := listFundamental(ctx, problem)
	if err != nil {
		return err
	}
	p.Text("What is computed here is arithmetic, or counted one by one in a walk through the backtracking tree, which this process makes while it writes the page. What a backend says is from the records of this run.")
	p.Heading("From blind search to fundamental solutions")
	compareSizes(p, "sizes of the search", []size{
		{"8 squares blindly, in order, 64^8", 281_474_976_710_656, whole(searchsize.Power(n*n, n)), number{}, "64 · 64 · … · 64"},
		{"8 different squares, in order, 64! / 56!", 178_462_987_637_760, whole(searchsize.Falling(n*n, n)), number{}, "64 · 63 · … · 57"},
		{"8 different squares, 64 choose 8", 4_426_165_368, whole(searchsize.Choose(n*n, n)), number{}, "the same / 8!"},
		{"one queen a row, 8^8", 16_777_216, whole(searchsize.Power(n, n)), number{}, "8 · 8 · … · 8"},
		{"permutations, 8!", 40_320, whole(searchsize.Falling(n, n)), e.stat("permutations", "placements", 1), "8 · 7 · … · 1; those tested by *permutations*"},
		{"placements row by row, all squares of a row tried", 15_720, exactly(t.Squares), e.stat("naive", "placements", 1), "the walk; *naive*"},
		{"placements row by row, unused columns tried", 5_508, exactly(t.Unused), e.stat("available", "placements", 2), "the walk; 2 × *available*, which searches half"},
		{"solutions", 92, exactly(t.Nodes[n]), e.counted(problem), "the walk; all backends"},
		{"fundamental solutions", 12, small(listed), e.fundamental(problem), "listed by *bitmask*; Burnside's lemma on symmetric solutions, *dlx* and *gini*"},
	})
	p.Heading("Nodes by depth")
	p.Text("A node is a partial placement without conflict; at depth 0 it is the empty board. Each node that is no solution has the 8 squares of the next row examined.")
	var depths []size
	var published, sum uint64
	for depth, nodes := range []uint64{1, 8, 42, 140, 344, 568, 550, 312, 92} {
		depths = append(depths, size{fmt.Sprint("depth ", depth), nodes, exactly(t.Nodes[depth]), number{}, "the walk"})
		published += nodes
		sum += t.Nodes[depth]
	}
	compareSizes(p, "nodes by depth", append(depths,
		size{"all", published, exactly(sum), e.stat("naive", "nodes", 1), "their sum; *naive*"},
		size{"without solutions", 1965, exactly(sum - t.Nodes[n]), number{}, "the sum less the last"},
		size{"the same × 8", 15_720, exactly(n * (sum - t.Nodes[n])), e.stat("naive", "placements", 1), "the placements above; *naive*"},
	))
	return nil
}

// stat returns a multiple of a backend's statistic for the whole count.
func (e evidence) stat(backend, name string, times uint64) number {
	c, ok := e.cell(queens(sizesBoard), nqueens.CountAll, backend)
	n, told := c.Stats.Of(name)
	if !ok || !told {
		return number{}
	}
	return exactly(times * uint64(n))
}

// counted returns the count on which the backends agree.
func (e evidence) counted(p nqueens.Problem) number {
	t := e.tally(p)
	if t.dissent != "" {
		return number{wrong: t.dissent}
	}
	return small(t.count)
}

// fundamental returns the number of classes of solutions by Burnside's lemma, from counts of backends for
// each symmetry.
func (e evidence) fundamental(p nqueens.Problem) number {
	var n number
	mean, _, err := p.CountUpToSymmetry(func(q nqueens.Problem) (*nqueens.Count, error) {
		if n = e.counted(q); !n.known {
			return nil, errors.New("not counted")
		}
		return nqueens.NewCount(n.value), nil
	})
	switch {
	case !n.known:
		return n
	case err != nil:
		return number{wrong: "no whole number"}
	}
	return small(mean)
}

// small converts a count that a float64 holds exactly; other counts are unknown.
func small(c *nqueens.Count) number {
	if c == nil {
		return number{}
	}
	return exactly(uint64(c.Float()))
}
