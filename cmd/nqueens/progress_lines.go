package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"nqueens/bench"
	"nqueens/bench/run"
	"nqueens/internal/printable"
	"nqueens/internal/table"
)

// lineInterval is the time between two progress lines, if there is no terminal for a bar.
const lineInterval = 30 * time.Second

// reportLines writes a progress line at that interval until the returned function is called.
func reportLines(r *run.Runner, w io.Writer) (finish func()) {
	l := &progressLines{begun: time.Now(), budget: r.Budget / 5 * 4}
	r.Starting = func(job bench.Job) { l.update(func() { l.running = job.String() }) }
	r.Progress = func(p run.Progress) { l.update(func() { l.see(p) }) }
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(lineInterval)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case now := <-tick.C:
				l.update(func() { fmt.Fprintln(w, printable.Text(l.line(now))) }) //nolint:errcheck // the run does not depend on the line
			}
		}
	}()
	return sync.OnceFunc(func() { close(over); <-ended })
}

// progressLines holds the progress of a run.
type progressLines struct {
	mu      sync.Mutex
	begun   time.Time
	budget  time.Duration
	running string
	last    run.Progress
	before  int // runs that existed before the first new one
	seen    bool
}

func (l *progressLines) update(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
}

// see stores a progress report of the run.
func (l *progressLines) see(p run.Progress) {
	if !l.seen {
		l.before, l.seen = max(0, p.Done-1), true
	}
	l.last = p
}

// line returns the running job, the number of planned runs that are done, the number of discarded
// runs, and the estimated rest.
func (l *progressLines) line(now time.Time) string {
	elapsed := now.Sub(l.begun)
	text := fmt.Sprintf("%v: ", elapsed.Round(time.Second))
	if l.running != "" {
		text += l.running + "; "
	}
	text += "no run done yet"
	if l.seen {
		text = text[:len(text)-len("no run done yet")] + fmt.Sprintf("%d of %s done, %d discarded", l.last.Done, table.Plural(l.last.Total, "run"), l.last.Discarded)
	}
	rest := time.Duration(-1)
	if done := l.last.Done - l.before; done > 0 {
		rest = time.Duration(elapsed.Seconds() / float64(done) * float64(l.last.Total-l.last.Done) * float64(time.Second))
	}
	switch left := max(0, l.budget-elapsed); {
	case l.budget > 0 && (rest < 0 || left < rest):
		text += fmt.Sprintf(", %v of the budget left", left.Round(time.Second))
	case rest >= 0:
		text += ", about " + table.Rough(rest.Seconds()) + " left"
	}
	return text
}
