package phase

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/stats"
	"nqueens/instance"
	"nqueens/internal/table"
)

func (study *Study) reportBlocked(ctx context.Context, p *page.Page) error {
	small := study.samples(partBlocked, blocksOn, publishedInstances, bitmask)
	if !slices.ContainsFunc(study.entries, func(e entry) bool { return e.part == partBlocked && study.answered(e) > 0 }) {
		return nil
	}
	p.Heading("Blocked squares")
	p.Text("Squares are blocked at random, each row and column keeping at least %d. kappa is the part of log Q(n), the logarithm of the number of solutions by n!/2.54^n, that the blocks are expected to take away: at kappa = 1 one solution is expected to be left.", publishedLeast)
	if len(small) > 1 {
		p.Figure(chart.SharesChart("blocked-solvable", fmt.Sprintf("Solvable instances with blocked squares, n = %d", blocksOn),
			"The published instances, made again from their seeds, with 95 % intervals (Wilson).", "blocked squares",
			[]chart.Series{chart.Shares(fmt.Sprintf("n = %d", blocksOn), 0, counted(small))}).Figure())
	}
	if err := study.reportBlockFiles(ctx, p); err != nil {
		return err
	}
	study.reportKappa(p)
	reportTimes(p, study.times(partBlocked, timedBlocked, ownInstances, ownInstances), "blocked-seconds",
		fmt.Sprintf("Seconds for an instance with blocked squares, n = %d", timedBlocked), "blocked squares")
	study.reportCompetition(p)
	return nil
}

// reportKappa compares where the transition is with where kappa predicts it.
func (study *Study) reportKappa(p *page.Page) {
	rows := [][]string{{"n", "blocks at one half", "predicted, at kappa = 1", "kappa at one half", "free squares a row", "of each point"}}
	var series []chart.Series
	var seen []float64
	for i, n := range append([]int{blocksOn}, kappaSizes...) {
		kind := ownInstances
		if n == blocksOn {
			kind = publishedInstances
		}
		samples := study.samples(partBlocked, n, kind, bitmask)
		if len(samples) < 2 {
			continue
		}
		s := chart.Shares(fmt.Sprintf("n = %d", n), i, counted(samples))
		for k := range s.Points {
			s.Points[k].X = kappa(float64(n), s.Points[k].X)
		}
		series = append(series, s)
		row := []string{fmt.Sprint(n), "–", fmt.Sprintf("%.0f", blocksAt(float64(n), 1)), "–", "–", fmt.Sprint(fewest(samples))}
		if half, ok := stats.Crossing(shares(samples)); ok {
			k := kappa(float64(n), half)
			row[1], row[3], row[4] = fmt.Sprintf("%.1f", half), fmt.Sprintf("%.3f", k), fmt.Sprintf("%.2f", float64(n)-half/float64(n))
			if n >= 16 {
				seen = append(seen, k)
			}
		}
		rows = append(rows, row)
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
	p.Figure(chart.SharesChart("blocked-kappa", "Solvable instances with blocked squares against kappa", "", "kappa", series).Figure())
}

// reportBlockFiles compares the published files with those made from seeds.
func (study *Study) reportBlockFiles(ctx context.Context, p *page.Page) error {
	if study.archive == nil {
		return nil
	}
	equal, all, err := study.archive.sameFiles(blocksFile, func(member string) (nqueens.Problem, error) {
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
func (study *Study) reportCompetition(p *page.Page) {
	rows := [][]string{{"n", "contender", "decided", "solvable", "median time", "mean", "longest", "median conflicts or nodes"}}
	var wrong []string
	compared := 0
	for _, e := range study.entries {
		samples := study.samplesOf(e)
		if e.kind != competition || len(samples) == 0 {
			continue
		}
		s := samples[0]
		solvable, decided := s.solvable()
		t := seconds(s)
		effort := s.effort("conflicts")
		if len(effort.Values) == 0 {
			effort = nodes(s)
		}
		row := []string{fmt.Sprint(e.n), e.contender.String(), fmt.Sprintf("%d of %d", decided, len(s.answers)), fmt.Sprint(solvable)}
		if len(t.Values) > 0 {
			row = append(row, table.Duration(t.Median()), table.Duration(t.Mean), table.Duration(t.Most()))
		}
		if len(effort.Values) > 0 {
			row = append(row, table.Count(effort.Median()))
		}
		rows = append(rows, row)
		them := study.archive.competition[e.n]
		for i, a := range s.answers[:min(len(s.answers), len(them))] {
			c := them[i]
			if c.verdict == "" || !a.right() {
				continue
			}
			compared++
			if (a.Status() == nqueens.Solved) != (c.verdict == "SATISFIABLE") {
				wrong = append(wrong, fmt.Sprintf("n = %d, id %s: %s by %v, published %s", e.n, c.id, a.Status(), e.contender, c.verdict))
			}
		}
	}
	if len(rows) == 1 {
		return
	}
	p.Heading("Blocked squares: the instances of the ASP competitions")
	p.Text("Solvers of others are asked by their default configuration, as their descriptions call them, and by no other.")
	if known := study.lingeling(); len(known) > 0 {
		e := stats.NewDistribution(known, 0)
		p.Text("Published for n = 28, by Lingeling on the commander encoding: a median of %s conflicts, at most %s (%d instances).",
			table.Count(e.Median()), table.Count(e.Most()), len(known))
	}
	p.Table(rows)
	p.Verdict(exactIn("verdicts on the ASP instances, n = 28, of all contenders", "answer", compared, wrong))
}

// lingeling are its published conflicts.
func (study *Study) lingeling() []float64 {
	var out []float64
	for _, list := range study.archive.competition {
		for _, c := range list {
			if c.verdict != "" {
				out = append(out, float64(c.conflicts))
			}
		}
	}
	return out
}

// kappa is how constrained the problem of n queens with b blocked squares is:
// the part of the logarithm of the number of solutions that the blocks are
// expected to take. At 1 one solution is expected to be left.
func kappa(n, b float64) float64 {
	return -n * (math.Log2(n-b/n) - math.Log2(n)) / logSolutions(n)
}

// logSolutions is the binary logarithm of the number of solutions of n queens,
// n!/2.54^n, by Stirling's formula.
func logSolutions(n float64) float64 {
	return math.Log2(2*math.Pi*n)/2 + n*math.Log2(n/(2.54*math.E))
}

// blocksAt is the number of blocked squares at which kappa has a value.
func blocksAt(n, k float64) float64 { return n * (n - n*math.Exp2(-k*logSolutions(n)/n)) }

const (
	// blocksOn is the board of the published random instances.
	blocksOn = 10
	// blocksTo is the largest of their numbers of blocks, which are even.
	blocksTo = 58
)

// timedBlocked is the board on which all contenders are compared.
const timedBlocked = 20

// kappaSizes are the boards on which the transition is compared with kappa.
var kappaSizes = []int{12, 16, 20, 24, 28}

// planBlocked has the published board, larger ones around the transition, and the
// instances of the ASP competitions where their files are there.
func (study *Study) planBlocked() {
	blocked := func(n int, sizes []int, published bool) []*list {
		var lists []*list
		for _, b := range sizes {
			lists = append(lists, newList(instance.Recipe{Kind: instance.Blocked, N: n, Size: b, Least: publishedLeast, Published: published}))
		}
		return lists
	}
	var even []int
	for b := 2; b <= blocksTo; b += 2 {
		even = append(even, b)
	}
	study.add(newSweep(partBlocked, blocksOn, publishedInstances, blocked(blocksOn, even, true)), true, perPoint, bitSolver, bitmask)
	for _, n := range kappaSizes {
		s := newSweep(partBlocked, n, ownInstances, blocked(n, blocksAround(n), false))
		study.add(s, true, 300, bitmask)
		if n == timedBlocked {
			study.add(s, false, mostTimed, others...)
		}
	}
	if study.archive == nil {
		return
	}
	for _, n := range slices.Sorted(maps.Keys(study.archive.competition)) {
		them := study.archive.competition[n]
		s := newCompetition(n, them)
		study.add(s, true, len(them), bitmask)
		study.add(s, false, len(them), append(slices.Clone(others), backends.Contender{Backend: "clasp"})...)
	}
}

// digest names the instances, which come from the user's files: answers to
// others, or to the same in another order, are not answers to these.
func digest(list []competitor) string {
	h := sha256.New()
	for _, c := range list {
		fmt.Fprintln(h, c.problem)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// blocksAround are numbers of blocked squares around the transition, each other
// a fifteenth of kappa apart, as long as rows of four squares can have them.
func blocksAround(n int) []int {
	var list []int
	for k := 8; k <= 22; k++ {
		b := int(math.Round(blocksAt(float64(n), float64(k)/15)))
		if float64(n)-float64(b)/float64(n) > publishedLeast+0.3 {
			list = append(list, b)
		}
	}
	return list
}
