package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/fleet"
)

// span represents the consecutive instances of a sweep, from From to To-1, that belong to a part of
// an experiment.
type span struct {
	Sweep int `json:"sweep"`
	From  int `json:"from"` // the first instance
	To    int `json:"to"`   // not included; slower contenders may answer fewer
}

// Cut states how sweeps are divided into parts. Each part has consecutive instances with all contenders, so
// that one machine measures all that is compared.
type Cut struct {
	Seconds float64       // intended time of a part on this machine
	Pilot   time.Duration // time for measuring some instances first; 0 stands for DefaultPilot
	Size    int           // instances of a part; if set, nothing is measured
}

// DefaultPilot is the default time for measuring some instances.
const DefaultPilot = 30 * time.Second

// cutSweeps divides the experiment's sweeps into parts and returns an estimate of their total time in
// seconds, 0 if nothing was measured. The longest part takes, by that estimate, at most three times as long
// as the shortest. It exceeds the intended time only if a single instance does.
func (r *Runner) cutSweeps(ctx context.Context, e bench.Experiment, cut Cut) (asks []any, seconds float64, err error) {
	if len(e.Sweeps) == 0 {
		return nil, 0, nil
	}
	if slices.ContainsFunc(e.Sweeps, func(s *bench.Sweep) bool { return s.Locate != nil }) {
		return nil, 0, errors.New("the next instances of locate depend on earlier answers, so it cannot be divided into parts: run the plan on one machine, or leave locate out")
	}
	lists := byList(e.Sweeps)
	var cuts [][][2]int // for each part the spans of each list
	if cut.Size > 0 {
		for k, list := range lists {
			for from := 0; from < longestOf(list); from += cut.Size {
				part := make([][2]int, len(lists))
				part[k] = [2]int{from, from + cut.Size}
				cuts = append(cuts, part)
			}
		}
	} else {
		each, err := r.measureSweeps(ctx, e, lists, cmp.Or(cut.Pilot, DefaultPilot))
		if err != nil {
			return nil, 0, err
		}
		for _, s := range each {
			seconds += s
		}
		parts := max(1, int(min(seconds/cut.Seconds+0.5, seconds/(2*slices.Max(each)))))
		bounds := fleet.Cut(each, parts)
		for i, from := range bounds[:len(bounds)-1] {
			part, before := make([][2]int, len(lists)), 0
			for k, list := range lists {
				part[k] = [2]int{max(0, from-before), bounds[i+1] - before}
				before += longestOf(list)
			}
			cuts = append(cuts, part)
		}
	}
	for _, part := range cuts {
		own := e
		own.Jobs, own.Sweeps, own.External, own.Published = nil, nil, nil, nil
		var spans []span
		for k, list := range lists {
			for _, s := range list {
				if from, to := part[k][0], min(part[k][1], s.Len()); from < to {
					spans = append(spans, span{len(own.Sweeps), from, to})
					own.Sweeps = append(own.Sweeps, s)
				}
			}
		}
		if spans == nil {
			continue
		}
		ask, err := r.ask(own)
		if err != nil {
			return nil, 0, err
		}
		ask.Spans = spans
		asks = append(asks, ask)
	}
	return asks, seconds, nil
}

// byList groups the sweeps by their list of instances.
func byList(sweeps []*bench.Sweep) (lists [][]*bench.Sweep) {
	at := map[string]int{}
	for _, s := range sweeps {
		k, known := at[s.Name]
		if !known {
			k = len(lists)
			at[s.Name], lists = k, append(lists, nil)
		}
		lists[k] = append(lists[k], s)
	}
	return lists
}

// longestOf returns the largest number of instances of any contender.
func longestOf(list []*bench.Sweep) (most int) {
	for _, s := range list {
		most = max(most, s.Len())
	}
	return most
}

// measureSweeps answers some instances. It returns an estimate of the time of each instance of each list in
// seconds, for all contenders together. It takes the contender's time for instances of the same recipe, or of
// the nearest recipe with an answer, or a prediction from its smaller boards.
func (r *Runner) measureSweeps(ctx context.Context, e bench.Experiment, lists [][]*bench.Sweep, pilot time.Duration) (each []float64, err error) {
	_, err = apart(ctx, func(dir string) error {
		e.Jobs = nil
		e.Rounds = []int{1, 3, 10, 30, 100}
		f, err := bench.OpenFolder(dir, e)
		if err != nil {
			return err
		}
		runner := *r
		runner.begun, runner.Only, runner.Progress = begun{}, nil, nil
		runner.Budget = pilot * 5 / 4
		if err := errors.Join(runner.Begin(f), runner.Run(ctx, f)); err != nil {
			return errors.Join(err, f.Close())
		}
		t := runner.tour(f)
		for _, list := range lists {
			costs := make([][]float64, len(list))
			for k, s := range list {
				costs[k] = t.pointCosts(s)
			}
			for i := range longestOf(list) {
				sum := 0.0
				for k, s := range list {
					if i < s.Len() {
						sum += costs[k][i%s.Points()]
					}
				}
				each = append(each, sum)
			}
		}
		return f.Close()
	})
	return each, err
}

// pointCosts returns an estimate of the time of an instance of each of a sweep's recipes, in seconds.
func (t *tour) pointCosts(s *bench.Sweep) []float64 {
	run := t.folder.SweepRun(s, t.runner.versions[s.Backend])
	costs := make([]float64, s.Points())
	var known []int
	for p := range costs {
		sum, n := 0.0, 0
		for _, a := range run.Point(p) {
			n++
			if sum += a.Seconds(); a.Status() == nqueens.Timeout { // a block has no time for a time-out
				sum += s.Limits.Time.Seconds()
			}
		}
		if n > 0 {
			costs[p], known = max(firstGuess, sum/float64(n)), append(known, p)
		}
	}
	for p := range costs {
		if costs[p] == 0 && len(known) > 0 {
			costs[p] = costs[slices.MinFunc(known, func(a, b int) int { return max(a-p, p-a) - max(b-p, p-b) })]
		} else if costs[p] == 0 {
			costs[p] = max(firstGuess, t.each(s))
		}
	}
	return costs
}

// spans runs parts of sweeps.
func (r *Runner) spans(ctx context.Context, f *bench.Folder, spans []span) (err error) {
	if err := r.Begin(f); err != nil {
		return err
	}
	t := r.tour(f)
	defer func() { err = errors.Join(err, t.end()) }()
	for _, p := range spans {
		s := f.Experiment.Sweeps[p.Sweep]
		t.swept[s] = done{answers: p.From}
		if err := t.sweep(ctx, s, p.To); err != nil {
			return err
		}
	}
	return nil
}

// answersOf returns an error unless the blocks are exactly those of the part, measured by the given build:
// one answer of each contender to each instance.
func (c cell) answersOf(e bench.Experiment, build string, blocks []bench.Block) error {
	next := map[sweptBy]*span{}
	for _, p := range c.Spans {
		next[sweptBy{e.Sweeps[p.Sweep].Name, e.Sweeps[p.Sweep].Contender.String()}] = &p
	}
	for i := range blocks {
		b := &blocks[i]
		if err := b.Check(); err != nil {
			return err
		}
		p := next[sweptBy{b.List, b.Contender.String()}]
		if p == nil || b.Version != c.Versions[b.Backend] || b.Build != build || b.Limits != e.Sweeps[p.Sweep].Limits || b.From != p.From || b.From+b.Len() > p.To {
			return fmt.Errorf("the result has answers of %v from instance %d on, which this part does not contain", b.Contender, b.From)
		}
		p.From += b.Len()
	}
	for by, p := range next {
		if p.From < p.To {
			return fmt.Errorf("the result has too few answers of %s", by.contender)
		}
	}
	return nil
}

// sweptBy identifies a contender on a list of instances.
type sweptBy struct{ list, contender string }

// sweptPart identifies answers to a range of instances.
type sweptPart struct {
	sweptBy
	from    int
	machine string
	at      int64
}

func partOf(b *bench.Block) sweptPart {
	return sweptPart{sweptBy{b.List, b.Contender.String()}, b.From, b.Machine, b.Started.UnixNano()}
}
