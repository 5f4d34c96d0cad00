package auto

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends/internal/await"
	"nqueens/backends/internal/turns"
	"nqueens/internal/table"
)

// racer is an engine that takes part.
type racer struct {
	name    string
	engine  Engine
	request nqueens.Request
	alone   time.Duration // how long it runs by itself before the race
	share   float64       // its share of the time after that, relative to the others', before estimates
	weight  float64       // its share by the last estimates

	gate    turns.Gate
	stop    context.CancelFunc // nil before it has started
	used    time.Duration      // time of its turns so far
	running bool
	large   bool // it was stopped because the race used too much memory
	ended   bool
}

// course represents the state of a race.
type course struct {
	ctx      context.Context
	visit    func(nqueens.Solution) bool
	threads  int
	memory   int64
	clock    func() time.Duration // by which racers get turns; it advances while one runs
	live     []*racer             // racers that may still answer
	reserve  []*racer             // tried one by one if all of these fail
	started  int
	finished chan finish
	notes    []string
	failed   finish // the last one that failed although it supports the problem
}

// finish is the event that a racer ended: the racer and its outcome.
type finish struct {
	*racer
	nqueens.Outcome
}

// race runs the racers, and those of the reserve only if all racers fail. Together they use the
// request's threads and memory.
func race(ctx context.Context, r nqueens.Request, racers, reserve []*racer, visit func(nqueens.Solution) bool) nqueens.Outcome {
	began := time.Now()
	return raceBy(ctx, func() time.Duration { return time.Since(began) }, r, racers, reserve, visit)
}

// raceBy is race with a clock.
func raceBy(ctx context.Context, clock func() time.Duration, r nqueens.Request, racers, reserve []*racer, visit func(nqueens.Solution) bool) nqueens.Outcome {
	ctx, end := context.WithCancel(ctx)
	defer end()
	c := &course{
		ctx: ctx, visit: visit, threads: max(1, r.Threads), memory: r.Memory, clock: clock,
		live: slices.Clone(racers), reserve: reserve, finished: make(chan finish, len(racers)+len(reserve)),
	}
	for i, f := range c.live {
		f.request.Memory /= int64(len(racers))
		if f.request.Threads = 1; i == 0 {
			f.request.Threads = max(1, c.threads-len(racers)+1)
		}
	}
	// With a racer on every processor, the goroutine that gives the turns would wait until Go's
	// scheduler preempts one, which takes 10 ms each time. So it gets one processor more.
	if was := runtime.GOMAXPROCS(0); was <= c.threads {
		runtime.GOMAXPROCS(c.threads + 1)
		defer runtime.GOMAXPROCS(was)
	}
	out := c.run()
	if c.started > 1 {
		if out.Stats = maps.Clone(out.Stats); out.Stats == nil {
			out.Stats = map[string]int64{}
		}
		out.Stats["racers"] = int64(c.started)
	}
	if out.Note != "" {
		c.notes = append([]string{out.Note}, c.notes...)
	}
	out.Note = strings.Join(c.notes, "; ")
	return out
}

// run runs the race from start to end and returns its outcome.
func (c *course) run() nqueens.Outcome {
	began := c.clock()
	for last := began; ; {
		c.weigh()
		c.giveTurns()
		var tick <-chan time.Time
		if len(c.live) > c.threads || len(c.live) > 1 && c.memory > 0 {
			tick = time.After(c.turnLength(last - began))
		}
		var f finish
		select {
		case f = <-c.finished:
		case <-tick:
		case <-c.ctx.Done():
		}
		if f.racer != nil {
			if f.ended = true; f.large && !f.Status.Answered() {
				f.Outcome = c.tooLarge()
			}
		}
		now := c.clock()
		for _, r := range c.live {
			if r.running {
				r.used += now - last
			}
		}
		last = now
		switch {
		case f.racer == nil && c.ctx.Err() == nil:
			c.saveMemory()
		case f.racer != nil && f.Status.Answered():
			return c.won(f)
		case c.ctx.Err() != nil:
			return c.stopped(f)
		default:
			if c.drop(f); len(c.live) == 0 {
				return c.failed.by()
			}
		}
	}
}

// stopped returns the outcome of a race that was stopped before an answer, unless an answer arrived
// meanwhile. It reports the largest partial count; if only one racer was left, its whole outcome.
func (c *course) stopped(last finish) nqueens.Outcome {
	var ended []finish
	if last.racer != nil {
		ended = append(ended, last)
	}
	c.end(func(f finish) { ended = append(ended, f) })
	out := nqueens.Stopped(c.ctx, 0)
	for _, f := range ended {
		if f.Status.Answered() || len(c.live) == 1 {
			return f.by()
		}
		if f.Partial != nil && f.Partial.Cmp(out.Partial) > 0 {
			out.Partial = f.Partial
		}
	}
	return out
}

// turnLength returns the length of the next turn. Turns are short at the start of a race, and for
// racers with a small share of the time, which a longer turn would exceed. Later a turn is much
// longer than it takes to refill caches.
func (c *course) turnLength(elapsed time.Duration) time.Duration {
	var running, largest float64
	for _, r := range c.live {
		largest = max(largest, r.weight)
		if r.running {
			running = max(running, r.weight)
		}
	}
	length := min(elapsed/16, 100*time.Millisecond)
	return max(time.Duration(float64(length)*running/largest), 5*time.Millisecond)
}

// Estimates are rough, so only large differences change the shares of racers.
const (
	// If a racer expects to need more than slower times as long as another racer, it gets at most
	// one unit of time for each favour units of the other racer.
	slower, favour = 4, 12
	// If it expects to need more than hopeless times as long, its time alone ends after trial.
	hopeless = 100
	trial    = 15 * time.Millisecond
)

// weigh sets the racers' weights from their estimates of the time that they still need.
func (c *course) weigh() {
	var best *racer
	for _, r := range c.live {
		r.weight = r.share
		if left := r.left(); left > 0 && (best == nil || left < best.left()) {
			best = r
		}
	}
	for _, r := range c.live {
		if best == nil || r.left() <= slower*best.left() {
			continue
		}
		r.weight = min(r.share, best.share/favour)
		if r.left() > hopeless*best.left() && r.used >= trial {
			r.alone = min(r.alone, r.used)
		}
	}
}

// left returns an estimate of the time in seconds that the racer still needs, 0 if it is unknown.
func (r *racer) left() float64 {
	done := r.gate.Done()
	if done <= 0 || done >= 1 {
		return 0
	}
	return r.used.Seconds() * (1 - done) / done
}

// giveTurns lets as many racers run as there are threads: first those that have not yet run alone
// for their time, then those that have had the least time relative to their share.
func (c *course) giveTurns() {
	order := slices.Clone(c.live)
	slices.SortStableFunc(order, func(a, b *racer) int {
		return cmp.Compare(a.due(), b.due())
	})
	for i := len(order) - 1; i >= 0; i-- { // a racer continues only when others have stopped
		r := order[i]
		switch r.running = i < c.threads; {
		case !r.running:
			r.gate.Shut()
		case r.stop != nil:
			r.gate.Open()
			r.gate.Ask()
		default:
			c.start(r)
		}
	}
}

// due returns the time that a racer has had, relative to its share, or −1 if it must run alone
// first.
func (r *racer) due() float64 {
	if r.used < r.alone {
		return -1
	}
	return float64(r.used-r.alone) / r.weight
}

func (c *course) start(r *racer) {
	c.started++
	var ctx context.Context
	ctx, r.stop = context.WithCancel(turns.Behind(c.ctx, &r.gate))
	go func() {
		o, err := await.Contain(func() nqueens.Outcome { return r.engine.Run(ctx, r.request, c.visit) })
		if err != nil {
			o = nqueens.Fail(nqueens.Crashed, err.Error())
		} else if !o.Status.Valid() {
			o = nqueens.Fail(nqueens.Crashed, fmt.Sprintf("it ended with the invalid status %q", o.Status))
		}
		c.finished <- finish{r, o}
	}()
}

// drop removes a racer that failed and notes the failure.
func (c *course) drop(f finish) {
	c.live = slices.DeleteFunc(c.live, func(r *racer) bool { return r == f.racer })
	if c.failed.racer == nil || f.Status != nqueens.Unsupported {
		c.failed = f
	}
	if f.Status != nqueens.Unsupported && len(c.live)+len(c.reserve) > 0 {
		c.note(f)
	}
	if len(c.live) == 0 && len(c.reserve) > 0 {
		c.live, c.reserve = c.reserve[:1:1], c.reserve[1:]
		c.live[0].request.Threads = c.threads
	}
}

func (c *course) note(f finish) {
	c.notes = append(c.notes, strings.TrimSuffix(fmt.Sprintf("%s ended with %s: %s", f.name, f.Status, f.Reason), ": "))
}

// won ends the race after an answer. If others answer before they stop, their answers are compared
// with it.
func (c *course) won(first finish) nqueens.Outcome {
	out := first.by()
	c.end(func(other finish) {
		switch {
		case other.Status == nqueens.Crashed:
			c.note(other)
		case other.Status.Answered() && answer(other.Outcome) != answer(out):
			out.Against = fmt.Sprintf("%s says %s, %s says %s", first.name, answer(out), other.name, answer(other.Outcome))
		}
	})
	return out
}

// answer returns an outcome's answer as text that is the same for equal answers.
func answer(o nqueens.Outcome) string {
	switch {
	case o.Status == nqueens.Unsatisfiable:
		return "no solution"
	case o.Cost != nil:
		return o.Cost.String()
	case o.Optimum != nil:
		return table.Plural(*o.Optimum, "piece")
	case o.Count != nil:
		return o.Count.String()
	}
	return "a solution"
}

// stopping is how long racers may take to stop. Racers that take longer are abandoned, so that a
// race stops within the 100 ms allowed for a backend.
const stopping = 80 * time.Millisecond

// end stops the running racers. It passes the outcome of each racer that finishes in time to the function
// with.
func (c *course) end(with func(finish)) {
	open := 0
	for _, r := range c.live {
		if r.stop != nil && !r.ended {
			r.stop()
			open++
		}
	}
	late := time.After(stopping)
	for ; open > 0; open-- {
		select {
		case f := <-c.finished:
			with(f)
		case <-late:
			return
		}
	}
}

// by returns the outcome, with the racer's name as Outcome.By unless the engine has set another.
func (f finish) by() nqueens.Outcome {
	f.Outcome.By = cmp.Or(f.Outcome.By, f.name)
	return f.Outcome
}

// saveMemory stops the last racer when the race has used half of its memory, because one engine
// alone might have enough memory. It stops the next one only after that one has released its
// memory.
func (c *course) saveMemory() {
	if len(c.live) < 2 || c.memory == 0 || c.live[len(c.live)-1].large || held() < c.memory/2 {
		return
	}
	if runtime.GC(); held() < c.memory/2 {
		return
	}
	last := c.live[len(c.live)-1]
	if last.large = true; last.stop == nil { // it holds no memory yet
		c.drop(finish{last, c.tooLarge()})
	} else {
		last.stop()
	}
}

func (c *course) tooLarge() nqueens.Outcome {
	return nqueens.Fail(nqueens.MemoryLimit, fmt.Sprintf("the race reached its memory limit of %d bytes", c.memory))
}

// held returns the bytes of live and dead heap objects.
func held() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
