package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"

	"nqueens"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/table"
	"nqueens/instance"
)

func (l *laboratory) reportBlocked(ctx context.Context, p *page.Page) error {
	small := l.of(partBlocked, blocksOn, publishedInstances, ours)
	if !slices.ContainsFunc(l.entries, func(e entry) bool { return e.part == partBlocked && l.answered(e) > 0 }) {
		return nil
	}
	p.Heading("Blocked squares")
	p.Text("Squares are blocked at random, each row and column keeping at least %d. kappa is the part of log Q(n), the logarithm of the number of solutions by n!/2.54^n, that the blocks are expected to take away: at kappa = 1 one solution is expected to be left.", publishedLeast)
	if len(small) > 1 {
		p.Figure(chart.Points{
			Name: "blocked-solvable", Title: fmt.Sprintf("Solvable instances with blocked squares, n = %d", blocksOn),
			Caption: "The published instances, made again from their seeds, with 95 % intervals (Wilson).",
			X:       chart.Scale{Title: "blocked squares", Even: true}, Y: chart.Scale{Title: "fraction solvable", Shares: true},
			Series: []chart.Series{shareSeries(fmt.Sprintf("n = %d", blocksOn), 0, small)}, Levels: []chart.Level{{Value: 0.5, Name: "one half"}},
		}.Figure())
	}
	if err := l.reportBlockFiles(ctx, p); err != nil {
		return err
	}
	l.reportKappa(p)
	reportRace(p, l.race(partBlocked, raceBlocked, ownInstances, ownInstances), "blocked-seconds",
		fmt.Sprintf("Seconds for an instance with blocked squares, n = %d", raceBlocked), "blocked squares")
	l.reportCompetition(p)
	return nil
}

// reportKappa compares where the transition is with where kappa predicts it.
func (l *laboratory) reportKappa(p *page.Page) {
	rows := [][]string{{"n", "blocks at one half", "predicted, at kappa = 1", "kappa at one half", "free squares a row", "of each point"}}
	var series []chart.Series
	var seen []float64
	for i, n := range append([]int{blocksOn}, kappaSizes...) {
		kind := ownInstances
		if n == blocksOn {
			kind = publishedInstances
		}
		samples := l.of(partBlocked, n, kind, ours)
		if len(samples) < 2 {
			continue
		}
		s := shareSeries(fmt.Sprintf("n = %d", n), i, samples)
		for k := range s.Points {
			s.Points[k].X = kappa(float64(n), s.Points[k].X)
		}
		series = append(series, s)
		half, ok := crossing(shares(samples))
		if !ok {
			rows = append(rows, []string{fmt.Sprint(n), "–", fmt.Sprintf("%.0f", blocksAt(float64(n), 1)), "–", "–", fmt.Sprint(fewest(samples))})
			continue
		}
		k := kappa(float64(n), half)
		if n >= 16 {
			seen = append(seen, k)
		}
		rows = append(rows, []string{
			fmt.Sprint(n), fmt.Sprintf("%.1f", half), fmt.Sprintf("%.0f", blocksAt(float64(n), 1)), fmt.Sprintf("%.3f", k),
			fmt.Sprintf("%.2f", float64(n)-half/float64(n)), fmt.Sprint(fewest(samples)),
		})
	}
	if len(series) == 0 {
		return
	}
	p.Table(rows)
	v := page.Verdict{Kind: page.Untested, What: "from n = 16 on the transition is near kappa = 1", Why: "no such board was run to it"}
	if len(seen) > 0 {
		low, high := slices.Min(seen), slices.Max(seen)
		v.Kind, v.Why = page.SameShape, fmt.Sprintf("one half is solvable at kappa from %.3f to %.3f; the instances of the ASP competitions, n = 28 to 56, which were chosen to be at the transition, have %.3f to %.3f",
			low, high, kappa(28, 595), kappa(56, 2734))
		if math.Max(high-1, 1-low) > 0.1 {
			v.Kind = page.Differs
			v.Why = fmt.Sprintf("kappa counts solutions as if blocks were independent; one half is solvable at %.3f to %.3f", low, high)
		}
	}
	p.Verdict(v)
	p.Figure(chart.Points{
		Name: "blocked-kappa", Title: "Solvable instances with blocked squares against kappa",
		X: chart.Scale{Title: "kappa", Even: true}, Y: chart.Scale{Title: "fraction solvable", Shares: true},
		Series: series, Levels: []chart.Level{{Value: 0.5, Name: "one half"}},
	}.Figure())
}

// reportBlockFiles compares the published files with those made from seeds.
func (l *laboratory) reportBlockFiles(ctx context.Context, p *page.Page) error {
	if l.archive == nil {
		return nil
	}
	equal, all, err := l.archive.sameFiles(blocksFile, func(member string) (nqueens.Problem, error) {
		var b int
		var seed uint64
		if _, err := fmt.Sscanf(member, fmt.Sprintf("block-%d-%%d-%%d.param", blocksOn), &b, &seed); err != nil {
			return nqueens.Problem{}, fmt.Errorf("%s is not named as the published files are", member)
		}
		return instance.Recipe{Kind: instance.Blocked, N: blocksOn, Size: b, Least: publishedLeast, Published: true}.Make(ctx, seed)
	})
	if err != nil || all == 0 {
		return err
	}
	var wrong []string
	if equal < all {
		wrong = []string{fmt.Sprintf("%d of %d", all-equal, all)}
	}
	p.Verdict(exactIn("the published blocked instances, n = 10, are made again from their seeds", "file", all, wrong))
	return nil
}

// reportCompetition compares with Lingeling on the instances of the ASP
// competitions.
func (l *laboratory) reportCompetition(p *page.Page) {
	rows := [][]string{{"n", "contender", "decided", "solvable", "median time", "mean", "longest", "median conflicts or nodes"}}
	var wrong []string
	compared := 0
	for _, e := range l.entries {
		samples := l.sampled(e)
		if e.kind != competition || len(samples) == 0 {
			continue
		}
		s := samples[0]
		solvable, decided := s.solvable()
		t := seconds(s)
		effort := s.effort("conflicts")
		if len(effort.values) == 0 {
			effort = nodes(s)
		}
		row := []string{fmt.Sprint(e.n), e.contender.String(), fmt.Sprintf("%d of %d", decided, len(s.answers)), fmt.Sprint(solvable)}
		if len(t.values) > 0 {
			row = append(row, table.Duration(t.median()), table.Duration(t.mean), table.Duration(t.most()))
		}
		if len(effort.values) > 0 {
			row = append(row, table.Count(effort.median()))
		}
		rows = append(rows, row)
		them := l.archive.competition[e.n]
		for i, a := range s.answers[:min(len(s.answers), len(them))] {
			c := them[i]
			if c.verdict == "" || !a.Status.Answered() || a.Wrong {
				continue
			}
			compared++
			if (a.Status == nqueens.Solved) != (c.verdict == "SATISFIABLE") {
				wrong = append(wrong, fmt.Sprintf("n = %d, id %s: %s by %v, published %s", e.n, c.id, a.Status, e.contender, c.verdict))
			}
		}
	}
	if len(rows) == 1 {
		return
	}
	p.Heading("Blocked squares: the instances of the ASP competitions")
	if known := l.lingeling(); len(known) > 0 {
		e := newSpread(known, 0)
		p.Text("Published for n = 28, by Lingeling on the commander encoding: a median of %s conflicts, at most %s (%d instances).",
			table.Count(e.median()), table.Count(e.most()), len(known))
	}
	p.Table(rows)
	p.Verdict(exactIn("verdicts on the ASP instances, n = 28, of all contenders", "answer", compared, wrong))
}

// lingeling are its published conflicts.
func (l *laboratory) lingeling() []float64 {
	var out []float64
	for _, list := range l.archive.competition {
		for _, c := range list {
			if c.verdict != "" {
				out = append(out, float64(c.conflicts))
			}
		}
	}
	return out
}
