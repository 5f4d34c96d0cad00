package bench

import (
	"cmp"
	"math"
	"slices"

	"nqueens"

	"gonum.org/v1/gonum/stat"
)

// InstanceScore is a contender's standing over all instances of a task: the
// problems of a plan that came from files.
type InstanceScore struct {
	Task      nqueens.Task
	Contender string
	// With and Without are how many instances the contender found to have a
	// solution and to have none, and was not wrong about.
	With, Without int
	// How the others ended: wrong is wrong whatever the answer.
	Timeouts, Memory, Crashed, Unsupported, Wrong, NotRun int
	// PAR2 is the mean time in seconds where what was not answered counts as
	// twice the limit, and so does a wrong answer.
	PAR2 float64
	// Median is over all that were run, answered or not; infinite where the
	// one in the middle was not answered, or wrongly. NaN without any.
	Median float64
	// Mean and Total are over the answers; NaN without any.
	Mean, Total float64
	// Fastest is on how many instances no other contender took less time.
	Fastest int
	// Speedup is how many times as fast as the baseline the contender is: the
	// geometric mean over the instances that both answered, and how many those
	// were.
	Speedup float64
	Shared  int
}

// Answered is how many instances were answered, and not wrong.
func (s InstanceScore) Answered() int { return s.With + s.Without }

// Empty reports whether the cell's answer is that there is no solution.
func (c Cell) Empty() bool { return c.Status == nqueens.Unsatisfiable || c.Count == "0" }

// instanceScores gives each contender of each task its score over instances,
// tasks in their order and then those that answered most.
func instanceScores(cells []Cell) []InstanceScore {
	type contender struct {
		task nqueens.Task
		name string
	}
	var order []contender
	mine := map[contender][]Cell{}
	least := map[string]float64{} // time by question
	for _, c := range cells {
		if c.Instance == "" {
			continue
		}
		who := contender{c.Task, c.Contender()}
		if mine[who] == nil {
			order = append(order, who)
		}
		mine[who] = append(mine[who], c)
		if c.Timed() {
			question := c.question()
			least[question] = min(cmp.Or(least[question], math.Inf(1)), c.Seconds.Median)
		}
	}
	var scores []InstanceScore
	for _, who := range order {
		s := InstanceScore{Task: who.task, Contender: who.name}
		s.gather(mine[who], least)
		scores = append(scores, s)
	}
	slices.SortStableFunc(scores, func(a, b InstanceScore) int {
		return cmp.Or(
			slices.Index(nqueens.Tasks(), a.Task)-slices.Index(nqueens.Tasks(), b.Task),
			b.Answered()-a.Answered(), cmp.Compare(a.PAR2, b.PAR2))
	})
	return scores
}

// gather fills the score from the contender's cells.
func (s *InstanceScore) gather(cells []Cell, least map[string]float64) {
	var answers, penalised, middle, ratios []float64
	for _, c := range cells {
		switch {
		case c.Skipped != "":
			s.NotRun++
			continue
		case c.Wrong:
			s.Wrong++
		case c.Timed():
			t := c.Seconds.Median
			answers, penalised, middle = append(answers, t), append(penalised, t), append(middle, t)
			if c.Empty() {
				s.Without++
			} else {
				s.With++
			}
			if t == least[c.question()] {
				s.Fastest++
			}
			if c.Speedup.Median > 0 {
				ratios = append(ratios, c.Speedup.Median)
			}
			continue
		case c.Status == nqueens.Timeout:
			s.Timeouts++
		case c.Status == nqueens.MemoryLimit:
			s.Memory++
		case c.Status == nqueens.Unsupported:
			s.Unsupported++
		default:
			s.Crashed++
		}
		penalised, middle = append(penalised, 2*c.Limit), append(middle, math.Inf(1))
	}
	s.PAR2, s.Median = stat.Mean(penalised, nil), middleOf(middle)
	for _, t := range answers {
		s.Total += t
	}
	s.Mean = s.Total / float64(len(answers))
	if len(answers) == 0 {
		s.Total = math.NaN()
	}
	if len(ratios) > 0 {
		s.Speedup, s.Shared = stat.GeometricMean(ratios, nil), len(ratios)
	}
}

// middleOf is the median of values that may be infinite: of two in the middle
// their mean.
func middleOf(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}
