//go:build ignore

// Makes the rules of the backend auto of runs of auto.yaml, auto-kinds.yaml and auto-pairs.yaml, in which the engines had
// the same instances, but for those that one cannot take:
// go run plans/auto.go results/auto/run results/auto/kinds results/auto/pairs >rules && mv rules backends/auto/rules.tsv
//
// For each class it goes through all races of three engines, with times alone and shares
// from the lists below, works out what each race takes on the instances of the class, and
// takes that which costs least: its PAR-2, and more for each instance on which it takes over twice
// the best engine's time and 20 ms, and much more over five times and 50 ms. A class narrower than task and
// kind has a line of its own, from eight instances on, if that costs a fifth less.
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
	fewestRacers = 3 // engines in a race: who never needed help here may elsewhere
	mostRacers   = 3
	quick        = 0.002 // seconds that a race takes by itself
	fewest       = 8     // instances of a narrower class
	worth        = 0.99  // of what it costs, for one engine more
	narrower     = 0.8   // of what the wider class's race costs, for a narrower class to have its own
)

var (
	alone  = []time.Duration{0, 5 * time.Millisecond, 10 * time.Millisecond, 15 * time.Millisecond}
	shares = []float64{1, 2, 4, 9, 19, 39} // nobody has less than a forty-first
)

// row is what an instance took each engine in seconds, twice the limit where it gave no answer.
type row map[string]float64

var limit float64 // of the runs, in seconds

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: go run plans/auto.go RUN…, the folders of runs of auto.yaml, auto-kinds.yaml and auto-pairs.yaml")
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
			if limit = cmp.Or(limit, job.Limits.Time.Seconds()); limit != job.Limits.Time.Seconds() {
				log.Fatalf("%s: %s has %v for an answer, others %v s: their rules need one limit", dir, name, job.Limits.Time, limit)
			}
			of[name][job.Backend] = 2 * limit
			if r := records[len(records)-1]; r.Status.Answered() {
				of[name][job.Backend] = r.Seconds
			}
		}
	}
	rules := auto.Rules{}
	for class, rows := range classes {
		classes[class] = slices.DeleteFunc(rows, row.unanswered)
		if len(strings.Fields(class)) == 2 {
			rules[class] = race(classes[class])
		}
	}
	for class, rows := range classes {
		wide := rules[strings.Join(strings.Fields(class)[:2], " ")]
		if len(strings.Fields(class)) == 2 || len(rows) < fewest {
			continue
		}
		if narrow := race(rows); costOf(narrow, rows).total() < narrower*costOf(wide, rows).total() {
			rules[class] = narrow
		}
	}
	fmt.Println("# Made by go run plans/auto.go: class, and who races: engine, time alone, share.")
	for _, class := range slices.Sorted(maps.Keys(rules)) {
		rows := classes[class]
		c := costOf(rules[class], rows)
		fmt.Printf("# %s: of %d answered over five times the best and 50 ms %d, over twice and 20 ms %d; %.2f times the best of each\n",
			class, len(rows), c.beyond5, c.beyond2, c.seconds/c.best)
	}
	fmt.Print(rules)
}

// race is the best for the instances of a class.
func race(rows []row) (best []auto.Turn) {
	all := engines(rows)
	var least cost
	var extend func(race []auto.Turn)
	extend = func(race []auto.Turn) {
		if len(race) >= fewestRacers {
			c, factor := costOf(race, rows), 1.0
			if len(race) > len(best) {
				factor = worth
			}
			if best == nil || c.total() < factor*least.total() {
				best, least = slices.Clone(race), c
			}
		}
		if len(race) == mostRacers {
			return
		}
		for _, engine := range all {
			if slices.ContainsFunc(race, func(t auto.Turn) bool { return t.Backend == engine }) {
				continue
			}
			for _, a := range alone {
				for _, share := range shares {
					extend(append(slices.Clip(race), auto.Turn{Backend: engine, Alone: a, Share: share}))
				}
			}
		}
	}
	extend(nil)
	return best
}

// cost is what a race comes to on some instances.
type cost struct {
	beyond5, beyond2 int // how many are over five times the best engine's time and 50 ms, over twice and 20 ms
	seconds, best    float64
}

func costOf(race []auto.Turn, rows []row) (c cost) {
	for _, r := range rows {
		took, best := r.raced(race), math.Inf(1)
		for _, seconds := range r {
			best = min(best, seconds)
		}
		if took > 5*best+0.050 {
			c.beyond5++
		}
		if took > 2*best+0.020 {
			c.beyond2++
		}
		c.seconds += took
		c.best += best
	}
	return c
}

// total is in seconds: an instance over the first bound counts as the limit more, over the second
// as a tenth of that.
func (c cost) total() float64 {
	return c.seconds + limit*float64(c.beyond5) + limit/10*float64(c.beyond2)
}

// raced is how long a race takes: first each racer alone, in turn, then all in proportion to
// their shares.
func (r row) raced(race []auto.Turn) float64 {
	took := math.Inf(1)
	var all time.Duration
	shares := 0.0
	for _, t := range race {
		all += t.Alone
		shares += t.Share
	}
	var before time.Duration
	for _, t := range race {
		answer := before.Seconds() + r.on(t.Backend)
		if more := r.on(t.Backend) - t.Alone.Seconds(); more > 0 {
			answer = all.Seconds() + more*shares/t.Share
		}
		took = min(took, answer)
		before += t.Alone
	}
	if took += quick; took > limit {
		return 2 * limit
	}
	return took
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
