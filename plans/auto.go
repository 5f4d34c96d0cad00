//go:build ignore

// Makes the rules of the backend auto of a run of auto.yaml, in which each engine had the same
// instances: go run plans/auto.go results/auto/run >backends/auto/rules.tsv
//
// In a class that racer is first whose PAR-2 is the least; next comes, again and again, who
// lowers the PAR-2 of the best of them by most: two, and three if the third lowers it by a
// hundredth. What takes less than 20 ms counts as 20. Alone each runs for as long as nine in ten of the instances take it on which it is
// the best and takes up to 15 ms. Shares go by on how many instances each is the best, so that
// none has more than three times that of another. A class narrower than task and kind has a line of
// its own from eight instances on.
package main

import (
	"cmp"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"nqueens/backends"
	"nqueens/backends/auto"
	"nqueens/bench"
)

const (
	most    = 3 // racers
	worth   = 0.99
	quick   = 0.020 // seconds: nobody is better for taking less
	longest = 0.015 // seconds alone
	fewest  = 8     // instances of a narrower class
)

// row is what an instance took each engine in seconds, twice the limit where it gave no answer.
type row map[string]float64

var limit float64 // of the run, in seconds

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: go run plans/auto.go RUN…, the folders of runs of auto.yaml")
	}
	all := backends.All()
	of := map[string]row{}        // by task and instance
	classes := map[string][]row{} // narrow and wide
	for _, dir := range os.Args[1:] {
		run, err := bench.ReadFolder(dir)
		if err != nil {
			log.Fatal(err)
		}
		for i, records := range bench.ByJob(run.Experiment, run.Counted()) {
			job := run.Experiment.Jobs[i]
			if b, err := backends.Named(all, job.Backend); err != nil || !b.Describe().Ordinary() || len(records) == 0 {
				continue
			}
			name := string(job.Task) + " " + job.ProblemName()
			if of[name] == nil {
				of[name] = row{}
				for _, class := range auto.Classes(job.Problem, job.Task) {
					classes[class] = append(classes[class], of[name])
				}
			}
			limit = job.Limits.Time.Seconds()
			of[name][job.Backend] = 2 * limit
			if r := records[len(records)-1]; r.Status.Answered() {
				of[name][job.Backend] = r.Seconds
			}
		}
	}
	rules := auto.Rules{}
	for class, rows := range classes {
		if words := strings.Fields(class); len(words) == 2 || len(rows) >= fewest {
			rules[class] = race(slices.DeleteFunc(rows, row.unanswered))
		}
	}
	for class, racers := range rules {
		if words := strings.Fields(class); len(words) > 2 && slices.Equal(racers, rules[strings.Join(words[:2], " ")]) {
			delete(rules, class)
		}
	}
	fmt.Printf("# Made by go run plans/auto.go: class, and who races: engine, time alone, share.\n%v", rules)
}

// race is who races in a class of instances.
func race(rows []row) (racers []auto.Turn) {
	best := make([]float64, len(rows)) // of the racers so far
	for i := range best {
		best[i] = math.Inf(1)
	}
	left := engines(rows)
	for len(racers) < most && len(left) > 0 {
		together := func(engine string) (sum float64) {
			for i, r := range rows {
				sum += min(best[i], max(quick, r.on(engine)))
			}
			return sum
		}
		alone := func(engine string) (sum float64) {
			for _, r := range rows {
				sum += r.on(engine)
			}
			return sum
		}
		name := slices.MinFunc(left, func(a, b string) int {
			return cmp.Or(cmp.Compare(together(a), together(b)), cmp.Compare(alone(a), alone(b)))
		})
		if len(racers) > 1 && together(name) > worth*total(best) {
			break
		}
		left = slices.DeleteFunc(left, func(engine string) bool { return engine == name })
		racers = append(racers, auto.Turn{Backend: name})
		for i, r := range rows {
			best[i] = min(best[i], max(quick, r.on(name)))
		}
	}
	var short [most][]float64 // what each takes where it is the best, and takes little
	var wins [most]int
	for _, r := range rows {
		k := 0
		for i := range racers {
			if r.on(racers[i].Backend) < r.on(racers[k].Backend) {
				k = i
			}
		}
		wins[k]++
		if took := r.on(racers[k].Backend); took <= longest {
			short[k] = append(short[k], took)
		}
	}
	for k := range racers {
		if list := short[k]; len(list) > 0 {
			slices.Sort(list)
			alone := time.Duration(list[len(list)*9/10] * float64(time.Second))
			racers[k].Alone = (alone + 5*time.Millisecond).Truncate(5 * time.Millisecond)
		}
		racers[k].Share = 1 + math.Round(4*float64(wins[k])/float64(len(rows)))/2
	}
	return racers
}

// unanswered reports whether no engine gave an answer.
func (r row) unanswered() bool {
	for _, seconds := range r {
		if seconds < limit {
			return false
		}
	}
	return true
}

// on is what an engine took, without end where it was not asked.
func (r row) on(engine string) float64 {
	if seconds, asked := r[engine]; asked {
		return seconds
	}
	return math.Inf(1)
}

func total(list []float64) (sum float64) {
	for _, x := range list {
		sum += x
	}
	return sum
}

// engines are those that any instance has, in alphabetic order.
func engines(rows []row) []string {
	asked := map[string]bool{}
	for _, r := range rows {
		for engine := range r {
			asked[engine] = true
		}
	}
	return slices.Sorted(maps.Keys(asked))
}
