package summary

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/table"
)

// pool holds a contender's answers to the instances of one recipe. There are too many for one cell
// each.
type pool struct {
	run   bench.SweepRun
	point int
	wrong map[int]bool // by the number of the instance
}

// Pooled reports whether the cell combines many instances, each answered once, instead of
// repetitions of one problem.
func (c *Cell) Pooled() bool { return c.pool != nil }

// Answers iterates over the answers of a pooled cell, each as a cell. Any other cell yields itself.
func (c *Cell) Answers() iter.Seq[*Cell] {
	return func(yield func(*Cell) bool) {
		if c.pool == nil {
			yield(c)
			return
		}
		for number, a := range c.pool.run.Point(c.pool.point) {
			if !yield(c.answer(number, a)) {
				return
			}
		}
	}
}

// Each iterates over the cell's records. Those of a pooled cell only have an outcome and a time.
func (c *Cell) Each() iter.Seq[*bench.Record] {
	if c.pool == nil {
		return slices.Values(c.Records)
	}
	return func(yield func(*bench.Record) bool) {
		for _, a := range c.pool.run.Point(c.pool.point) {
			r := bench.Record{Outcome: nqueens.Outcome{Status: a.Status(), Stats: a.Stats()}, Task: c.Task, Contender: c.Contender, Seconds: a.Seconds()}
			if !yield(&r) {
				return
			}
		}
	}
}

// answer returns a cell for one answer of a pooled cell.
func (c *Cell) answer(number int, a bench.Answer) *Cell {
	made := &struct { // in one piece, since there are hundreds of thousands
		Cell
		origin  instance.Origin
		seconds [1]float64
		stats   [1]Stat
	}{origin: instance.Origin{Recipe: c.Origin.Recipe, Seed: uint64(number)}}
	one := &made.Cell
	one.Problem = c.Problem + " " + strconv.Itoa(number)
	one.Instance, one.Origin = one.Problem, &made.origin
	one.Family, one.N, one.Task, one.Contender, one.Status = c.Family, c.N, c.Task, c.Contender, a.Status()
	one.Wrong, one.Build, one.Machine, one.Runs = a.Wrong() || c.pool.wrong[number], a.Block.Build, a.Block.Machine, 1
	one.Limit, one.Limits, one.Started = c.Limit, c.Limits, c.Started
	if one.Status.Answered() {
		made.seconds[0] = a.Seconds()
		one.Times = made.seconds[:]
		one.Seconds = bench.NewInterval(one.Times)
		one.Stats = made.stats[:0]
		for name, value := range a.EachStat() {
			one.Stats = append(one.Stats, Stat{name, value})
		}
		one.Stats.sorted()
	}
	return one
}

// pooled makes a cell for each contender and recipe of sweeps.
func pooled(runs []bench.SweepRun, j judge.Judgement, programs map[string]bench.Program) (cells []*Cell) {
	wrong := map[string][]int{} // positions in the list, by list, task and contender
	key := func(list string, task nqueens.Task, contender string) string {
		return bench.JobName(list, task, contender)
	}
	for _, v := range j.Sweeps {
		for who, places := range v.Wrong {
			wrong[key(v.List, v.Task, who)] = places
		}
	}
	for _, r := range runs {
		of := make([]map[int]bool, r.Points())
		for _, i := range wrong[key(r.Name, r.Task, r.Contender.String())] {
			if point := &of[i%r.Points()]; *point == nil {
				*point = map[int]bool{i / r.Points(): true}
			} else {
				(*point)[i/r.Points()] = true
			}
		}
		_, external := programs[r.Backend]
		for point, recipe := range r.Recipes {
			c := &Cell{
				Problem: recipeName(recipe), Family: family.Queens.Name, N: recipe.N, Task: r.Task, Contender: r.Contender, Origin: &instance.Origin{Recipe: recipe},
				Limit: r.Limits.Time.Seconds(), Limits: r.Limits, Started: external, pool: &pool{r, point, of[point]},
			}
			if c.gatherPool(); c.Runs > 0 {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// gatherPool computes the figures of a pooled cell from its answers.
func (c *Cell) gatherPool() {
	totals := map[string][]float64{}
	for _, a := range c.pool.run.Point(c.pool.point) {
		c.Runs++
		c.Build, c.Machine = a.Block.Build, a.Block.Machine
		switch {
		case a.Status() == nqueens.Void:
			c.Void++
		case a.Status().Answered() && !a.Wrong():
			c.Times = append(c.Times, a.Seconds())
			for name, v := range a.EachStat() {
				totals[name] = append(totals[name], float64(v))
			}
			if c.Status == "" {
				c.Status = nqueens.Solved
			}
		case c.Status == "" || c.Status.Answered():
			c.Status = a.Status()
		}
	}
	if c.Wrong = len(c.pool.wrong) > 0; c.Status == "" {
		c.Status = nqueens.Void
	}
	c.Seconds = bench.NewInterval(c.Times)
	stats := map[string]int64{}
	for name, values := range totals {
		if len(values) == len(c.Times) {
			stats[name] = int64(bench.Median(values))
		}
	}
	c.Stats = newStats(stats)
}

// recipeName returns a name for the instances of a recipe: "excluded-diagonals(12), diagonals 8".
func recipeName(r instance.Recipe) string {
	text := fmt.Sprintf("%s(%d)", r.Kind, r.N)
	for _, name := range r.Kind.Parameters() {
		if v := r.Parameter(name); v != 0 && !(name == "least" && v == instance.DefaultLeast) {
			text += fmt.Sprintf(", %s %d", name, v)
		}
	}
	if r.Published {
		text += ", published"
	}
	return text
}

// Results returns all cells, including the pooled ones.
func (s Summary) Results() []*Cell {
	if len(s.Pooled) == 0 {
		return s.Cells
	}
	return slices.Concat(s.Cells, s.Pooled)
}

// writeSweeps writes for each contender how its answers to the instances of sweeps ended.
func (s Summary) writeSweeps(t *textWriter) {
	of := grouped(s.Pooled, func(c *Cell) [2]string { return [2]string{string(c.Task), c.Contender.String()} })
	scores := make([]InstanceScore, len(of))
	for i, cells := range of {
		scores[i] = InstanceScore{Task: cells[0].Task, Contender: cells[0].Contender.String()}
		scores[i].gather(SweepPoint{Cells: cells}.Each(), nil)
	}
	for _, mine := range grouped(scores, func(sc InstanceScore) nqueens.Task { return sc.Task }) {
		t.table(Table{Title: "how the answers to generated instances ended, task " + string(mine[0].Task), Rows: scoreRows(mine)}, pageWidth)
	}
}

// sweepVerdicts returns a line that counts the verdicts on the answers to generated instances.
func (s Summary) sweepVerdicts() (lines []string) {
	instances, answers, kinds := 0, 0, map[judge.VerdictKind]int{}
	for _, v := range s.Judgement.Sweeps {
		instances, answers = instances+v.Instances, answers+v.Answers
		for kind, n := range v.Kinds {
			kinds[kind] += n
		}
	}
	if instances == 0 {
		return nil
	}
	var parts []string
	for _, kind := range []judge.VerdictKind{judge.Disagreement, judge.Known, judge.Agreed, judge.AgreedReduced, judge.Alone, judge.Unanswered} {
		if n := kinds[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", table.Count(n), kind))
		}
	}
	return []string{fmt.Sprintf("%s to %s generated: %s", table.Plural(answers, "answer"), table.Plural(instances, "instance"), strings.Join(parts, ", "))}
}
