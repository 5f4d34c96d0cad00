// Auto works out what the backend auto reached of its targets in runs of auto.yaml or auto-unseen.yaml:
// go run ./results/auto RUN…
//
// Of the best engine's time on an instance, auto left out, auto is to take at most twice and 20 ms more on 95 %
// of the instances, and five times and 50 ms more on all; its PAR-2, the mean time where what
// has no answer counts as twice auto's limit, is to be at most 1.2 times that of the best of each.
package main

import (
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"slices"

	"nqueens/backends"
	"nqueens/bench"
)

// times are what an instance took in seconds, without end where there was no answer.
type times struct {
	auto, best float64
	engine     string  // whose the best is
	limit      float64 // auto's; 0 if it was not asked
}

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: go run ./results/auto RUN…, the folders of runs of auto.yaml or auto-unseen.yaml")
	}
	all := backends.All()
	of := map[string]*times{} // by task and instance
	for _, dir := range os.Args[1:] {
		run, err := bench.ReadFolder(dir)
		if err != nil {
			log.Fatal(err)
		}
		for i, records := range bench.ByJob(run.Experiment, run.Counted()) {
			if len(records) == 0 {
				continue
			}
			job, seconds := run.Experiment.Jobs[i], math.Inf(1)
			if r := records[len(records)-1]; r.Status.Answered() {
				seconds = r.Seconds
			}
			name := string(job.Task) + " " + job.ProblemName()
			if of[name] == nil {
				of[name] = &times{auto: math.Inf(1), best: math.Inf(1)}
			}
			switch b, err := backends.Named(all, job.Backend); {
			case err != nil:
				log.Fatal(err)
			case b.Describe().Portfolio:
				of[name].auto, of[name].limit = seconds, job.Limits.Time.Seconds()
			case seconds < of[name].best:
				of[name].best, of[name].engine = seconds, job.Backend
			}
		}
	}
	maps.DeleteFunc(of, func(_ string, t *times) bool { return t.limit == 0 })
	var auto, best float64
	answered, within2, within5 := 0, 0, 0
	for _, name := range slices.Sorted(maps.Keys(of)) {
		t := of[name]
		auto, best = auto+min(t.auto, 2*t.limit), best+min(t.best, 2*t.limit)
		if math.IsInf(min(t.auto, t.best), 1) {
			fmt.Printf("%s: no answer\n", name)
			continue
		}
		answered++
		if t.auto <= 2*t.best+0.020 {
			within2++
		} else {
			fmt.Printf("%s: auto %.3g s, %s %.3g s\n", name, t.auto, t.engine, t.best)
		}
		if t.auto <= 5*t.best+0.050 {
			within5++
		}
	}
	n := float64(len(of))
	fmt.Printf("%d of %d instances answered, by auto or an engine\n", answered, len(of))
	fmt.Printf("within 2 times the best engine and 20 ms: %d, %.1f %%\n", within2, 100*float64(within2)/float64(answered))
	fmt.Printf("within 5 times and 50 ms: %d\n", within5)
	fmt.Printf("PAR-2: auto %.4g s, best of each %.4g s: %.3g times\n", auto/n, best/n, auto/best)
}
