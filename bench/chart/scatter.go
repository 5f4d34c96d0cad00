package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"nqueens"
	"nqueens/bench/summary"
)

// Scatter draws the times of two contenders (or opt.Quantity) against each other, with a mark for
// each problem that both were run on; one chart for each pair and task. Pairs that are not chosen
// by opt.Pairs need at least five such problems. Over instances the mark shows whether there is a
// solution, and the baseline, or else the best contender, is drawn against each other contender.
func Scatter(cells []*summary.Cell, opt Options) []Figure {
	var figures []Figure
	for _, task := range tasks(cells) {
		ofTask := filter(cells, func(c *summary.Cell) bool { return c.Task == task })
		pairs, least := opt.Pairs, 1
		if len(pairs) == 0 {
			list := newLineup(cells, opt).series(ofTask)
			pairs, least = leaders(list), enough(ofTask)
			if len(instances(ofTask)) > 0 {
				pairs = pairsOver(list, opt.Baseline)
			}
		}
		for _, q := range opt.quantities(ofTask) {
			for _, pair := range pairs {
				if f, ok := q.scatter(ofTask, task, pair, least, opt); ok {
					figures = append(figures, f)
				}
			}
		}
	}
	return figures
}

// checkPairs returns an error if a name in pairs is no contender of the run.
func checkPairs(cells []*summary.Cell, pairs [][2]string) error {
	names := distinct(cells, contenderOf)
	for _, pair := range pairs {
		for _, name := range pair {
			if !slices.Contains(names, name) {
				return fmt.Errorf("no contender of this run is called %q (there are %s)", name, strings.Join(names, ", "))
			}
		}
	}
	return nil
}

// leaders returns two pairs: the two contenders with the most answers, and the third and the
// fourth. The first two are often of one kind and far ahead.
func leaders(list []series) [][2]string {
	list = slices.SortedFunc(slices.Values(list), byMerit)
	var pairs [][2]string
	for i := 0; i+1 < len(list) && i < 4; i += 2 {
		pairs = append(pairs, [2]string{list[i].name, list[i+1].name})
	}
	return pairs
}

// sharedProblem represents a problem that both contenders of a scatter plot were run on.
type sharedProblem struct {
	problem string
	n       int
	kind    int // index of its kind
	x, y    point
}

// sharedProblems pairs the cells of two contenders. It omits problems that one of them answered
// wrongly or was not run on. kinds holds the kinds of the problems.
func sharedProblems(cells []*summary.Cell, pair [2]string, read interval) (shared []sharedProblem, kinds []string) {
	byProblem := map[string]*summary.Cell{}
	instances, order := summary.InstanceKinds(cells), summary.InstanceKindNames()
	at := func(c *summary.Cell) (point, bool) {
		if failed(c) {
			return point{status: c.Status}, true
		}
		i, ok := read(c)
		return measured(i), ok && finite(i.Median)
	}
	for _, c := range cells {
		if _, ok := at(c); ok && contenderOf(c) == pair[0] {
			byProblem[c.Problem] = c
		}
	}
	for _, c := range cells {
		other, ok := byProblem[c.Problem]
		y, timed := at(c)
		if !ok || !timed || contenderOf(c) != pair[1] {
			continue
		}
		x, _ := at(other)
		kind := groupOf(c).kind()
		if k, ok := instances[c.Problem]; ok {
			kind = k.String()
		}
		kinds = append(kinds, kind)
		shared = append(shared, sharedProblem{problem: c.Problem, n: c.N, x: x, y: y})
	}
	all := slices.Clone(kinds)
	slices.SortFunc(kinds, func(a, b string) int {
		return cmp.Or(slices.Index(order, a)-slices.Index(order, b), cmp.Compare(a, b))
	})
	kinds = slices.Compact(kinds)
	for i := range shared {
		shared[i].kind = slices.Index(kinds, all[i])
	}
	slices.SortStableFunc(shared, func(a, b sharedProblem) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.n, b.n), cmp.Compare(a.problem, b.problem))
	})
	return shared, kinds
}

// scatter returns the plot of one pair; ok is false if they share fewer than least problems, or if
// neither has an answer.
func (q quantity) scatter(cells []*summary.Cell, task nqueens.Task, pair [2]string, least int, opt Options) (f Figure, ok bool) {
	shared, kinds := sharedProblems(cells, pair, q.read)
	ours := filter(cells, func(c *summary.Cell) bool { return slices.Contains(pair[:], contenderOf(c)) })
	var values []float64
	neither := 0
	for _, m := range shared {
		for _, p := range []point{m.x, m.y} {
			if p.status == "" {
				values = append(values, p.value)
			}
		}
		if m.x.status != "" && m.y.status != "" {
			neither++
		}
	}
	if len(shared) < least || len(values) == 0 {
		return Figure{}, false
	}
	axis := opt.axis(q.unit, values)
	sized, dashed := "", ""
	s := scatterChart{axis: axis, quantity: q, names: pair, shared: shared, kinds: kinds, limit: sharedLimit(ours)}
	for i, kind := range kinds {
		if fixed := slices.Index(summary.InstanceKindNames(), kind); fixed >= 0 {
			i, s.keyed = fixed, true // the same look in every chart over instances
		}
		s.looks = append(s.looks, i)
	}
	if s.sized() {
		sized = ", with its size n where there is room"
	}
	switch len(factors(axis)) {
	case 1:
		dashed = "; dashed: 10 times as fast"
	case 2:
		dashed = "; dashed: 10 and 100 times as fast"
	}
	caption := fmt.Sprintf("%s, one mark per problem%s. Above the diagonal %s is faster, below it %s%s.",
		strings.ToUpper(q.axis[:1])+q.axis[1:], sized, pair[0], pair[1], dashed)
	if !q.timed {
		caption = strings.NewReplacer("is faster", "takes less", "as fast", "as little").Replace(caption)
	}
	if len(s.strips(onX))+len(s.strips(onY)) > 0 {
		caption += " Hollow marks outside the frame: no answer from that contender, with the reason."
	}
	notes := append(leftOut(ours), q.starts(ours)...)
	if neither > 0 {
		notes = append(notes, fmt.Sprintf("Problems without an answer from either: %d.", neither))
	}
	if len(instances(ours)) > 0 {
		notes = append(notes, fewer(len(shared))...)
	}
	title := fmt.Sprintf("%s against %s: %s to %s", pair[1], pair[0], strings.Replace(strings.ToLower(q.title), "cpu", "CPU", 1), taskWords(task))
	f = newFigure("scatter-"+q.named(fmt.Sprintf("%s-%s-vs-%s", task, pair[0], pair[1])), title, caption, notes)
	f.width = 12 * vg.Centimeter
	left, right, bottom, top := s.margins(f.inner())
	f.body, f.least, f.paint, f.Plot = f.inner()-left-right+bottom+top, plotHeight+bottom+top, s.paint, s.plot(task)
	return f, true
}

// pairsOver returns the pairs to draw over instances: each other contender, best first, against the
// baseline or else the best contender.
func pairsOver(list []series, baseline string) [][2]string {
	list = slices.SortedFunc(slices.Values(list), byMerit)
	first := max(0, slices.IndexFunc(list, func(s series) bool { return s.name == baseline }))
	var pairs [][2]string
	for i, s := range list {
		if i != first && len(pairs) < fewLines {
			pairs = append(pairs, [2]string{s.name, list[first].name})
		}
	}
	return pairs
}
