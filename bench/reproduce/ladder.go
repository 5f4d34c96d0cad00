package reproduce

import (
	"fmt"
	"math"

	"nqueens"
	"nqueens/bench"
)

// ladder is the jobs of one contender on one kind of problem, by size: the time
// of a step follows from those before it.
type ladder struct {
	name string // "bitmask", "dlx, half-turn": for those who read what is left out
	jobs []bench.Job
}

// ladders takes an experiment apart, in its order.
func ladders(e bench.Experiment) []ladder {
	var list []ladder
	at := map[string]int{}
	for _, j := range e.Jobs {
		kind, name := ladderOf(j)
		i, ok := at[kind]
		if !ok {
			i = len(list)
			at[kind] = i
			list = append(list, ladder{name: name})
		}
		list[i].jobs = append(list[i].jobs, j)
	}
	return list
}

func ladderOf(j bench.Job) (kind, name string) {
	name = j.Contender.String()
	if g := j.Problem.Symmetric; g != nqueens.Identity {
		name += ", " + g.String()
	}
	kind = fmt.Sprintf("%s %s %s", j.Problem.Family.Name, j.Task, name)
	if !j.Problem.SymmetricUnder(nqueens.Identity).Bare() {
		kind += " " + j.Problem.String()
	}
	return kind, name
}

// starting is about how long a child process takes that has next to nothing to
// do, in seconds: it repeats short work.
const starting = 0.1

// predict is how many seconds the step after those with the given times, in
// seconds, will take. Growth itself grows, and sizes of one parity may be
// easier than the others, so the steeper of the last step and the mean of the
// last two counts.
func predict(times []float64) float64 {
	n := len(times)
	if n == 0 {
		return starting
	}
	const tiny = 1e-4 // below, times say nothing of growth
	last := max(tiny, times[n-1])
	growth := 10.0 // as n-queens by any method, somewhat pessimistic
	if n >= 2 {
		growth = last / max(tiny, times[n-2])
	}
	if n >= 3 {
		growth = max(growth, math.Sqrt(last/max(tiny, times[n-3])))
	}
	return starting + 1.1*max(1, growth)*last
}
