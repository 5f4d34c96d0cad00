package branch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	"nqueens/backends/trace"
)

// Traces implements backends.Tracer. Objectives with weights are not supported.
func (b Backend) Traces(r nqueens.Request) error {
	if err := b.Supports(r); err != nil {
		return err
	}
	if r.Problem.Goal() == nqueens.NoGoal {
		return nil
	}
	o, err := r.Problem.Outline()
	if err == nil && o.Objective.Weights != nil {
		err = errors.New("branch reports the steps of searches without an objective that has weights")
	}
	return err
}

// Trace implements backends.Tracer. A traced search branches on the line with the fewest open
// squares and uses the bounds, but neither the cache nor symmetries nor the methods for special
// models. With an objective it reports one search after the other, each with a bound for the
// objective. The search of auxiliary variables is not reported.
func (b Backend) Trace(ctx context.Context, r nqueens.Request, to *trace.Recorder) nqueens.Outcome {
	if err := b.Traces(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	model, _, err := answer.Encode(ctx, r, func(*nqueens.Model) (struct{}, error) { return struct{}{}, nil })
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	stop, release := turns.Watch(ctx)
	defer release()
	run := run{ctx: ctx, model: model, stop: stop, trace: to}
	out := run.answer(r.Task, func(nqueens.Solution) bool { return true })
	out.Stats = map[string]int64{"nodes": run.nodes, "steps": run.steps}
	return out
}

// steps reports the steps of one search.
type steps struct {
	to    *trace.Recorder
	stop  *turns.Flag
	model *nqueens.Model // of this search, with the line that bounds the objective
	// By level of the search: the placements that are open according to the trace, and the number of
	// chosen ones that it has reported.
	open   [][]uint64
	chosen []int
	single bool // the search ends with its first solution
}

// begin starts the report of a search. more is the line that bounds the objective, or nil. The
// first search of a request does not begin with a restart. ok is false if the constraints contradict
// each other before the first decision.
func (s *search) begin(to *trace.Recorder, m *nqueens.Model, more *nqueens.Line, first, ok bool) *steps {
	t := &steps{to: to, stop: s.stop, model: m}
	s.steps, s.many, s.order = t, math.MaxInt, tightest
	if !first {
		t.add(trace.Event{Kind: trace.Restart, Line: boundName(more)})
	}
	if more != nil {
		m.Lines[len(m.Lines)-1].Name = boundName(more)
	}
	for _, at := range m.Chosen {
		t.add(trace.Event{Kind: trace.Force, At: at.String()})
	}
	all := make([]uint64, s.words)
	for p := range s.placements {
		all[p/64] |= 1 << (p % 64)
	}
	t.open, t.chosen = append(t.open, all), append(t.chosen, 0)
	if !ok {
		t.failed(s, 0)
	}
	return t
}

// boundName returns a name for the line that bounds the objective.
func boundName(l *nqueens.Line) string {
	switch {
	case l == nil:
		return ""
	case l.Min > 0:
		return fmt.Sprintf("at least %d pieces", l.Min)
	}
	return fmt.Sprintf("at most %d pieces", l.Max)
}

func (t *steps) add(e trace.Event) {
	if t.to.Add(e); t.to.Full() {
		t.stop.Raise()
	}
}

// name returns the text of a placement. Auxiliary ones have none.
func (t *steps) name(p int) string {
	if p >= len(t.model.Placements)-t.model.Auxiliaries {
		return ""
	}
	return t.model.Placements[p].String()
}

// depthOf returns the depth of a level in the trace: the number of decisions above it.
func depthOf(level int) int { return max(0, level-1) }

// descend prepares the report of a level below the given one.
func (t *steps) descend(s *search, level int) {
	if level+1 == len(t.open) {
		t.open, t.chosen = append(t.open, make([]uint64, s.words)), append(t.chosen, 0)
	}
	copy(t.open[level+1], t.open[level])
	t.chosen[level+1] = t.chosen[level]
}

// branch reports that the search branches on the set of a level, if that is more than one placement.
func (t *steps) branch(s *search, level int) {
	l := s.levels[level]
	options := 0
	for w, x := range l.set {
		options += bits.OnesCount64(x & l.open[w])
	}
	if options > 1 {
		t.add(trace.Event{Kind: trace.Branch, Depth: depthOf(level), Line: t.lineOf(l), Options: options})
	}
}

// lineOf returns the name of the line or clause whose open placements are the set of a level, or a
// description of a clique.
func (t *steps) lineOf(l *level) string {
	size := 0
	for w, x := range l.set {
		size += bits.OnesCount64(x & l.open[w])
	}
	// is reports whether the open ones of some placements are the set.
	is := func(placements iter.Seq[int]) bool {
		n := 0
		for p := range placements {
			switch bit := uint64(1) << (p % 64); {
			case l.open[p/64]&bit == 0:
			case l.set[p/64]&bit == 0:
				return false
			default:
				n++
			}
		}
		return n == size
	}
	for _, line := range t.model.Lines {
		if line.Min > 0 && is(slices.Values(line.Placements)) {
			return line.Name
		}
	}
	for _, c := range t.model.Clauses {
		positive := func(yield func(int) bool) {
			for _, l := range c.Literals {
				if l.Positive() && !yield(l.Placement()) {
					return
				}
			}
		}
		if c.Name != "" && is(positive) {
			return c.Name
		}
	}
	return "squares of which one must have a piece"
}

// decide reports that a placement was chosen at a level, and what follows from it.
func (t *steps) decide(s *search, level, p int) {
	if name := t.name(p); name != "" {
		t.add(trace.Event{Kind: trace.Choose, Depth: depthOf(level), At: name})
	}
	t.open[level][p/64] &^= 1 << (p % 64)
	t.close(s, level, p)
	t.chosen[level]++
	t.sync(s, level)
}

// searched reports that all solutions with a placement were found, so that it is closed.
func (t *steps) searched(level, p int) {
	t.open[level][p/64] &^= 1 << (p % 64)
	if name := t.name(p); name != "" {
		t.add(trace.Event{Kind: trace.Force, Depth: depthOf(level), At: name, Out: true, Line: "all solutions with it were searched"})
	}
}

// close removes the placements that the chosen placement p excludes from the open ones.
func (t *steps) close(s *search, level, p int) {
	for w, x := range s.conflictsOf(p) {
		t.open[level][w] &^= x
	}
}

// sync reports the decisions at a level that the trace does not have yet: the pieces that were
// forced, and the placements that are closed although no piece excludes them.
func (t *steps) sync(s *search, level int) {
	l, open := s.levels[level], t.open[level]
	var excluded []uint64
	for _, p := range s.chosen {
		for w, x := range s.conflictsOf(int(p)) {
			if excluded == nil {
				excluded = make([]uint64, s.words)
			}
			excluded[w] |= x
		}
	}
	for w := range open {
		closed := open[w] &^ l.open[w]
		if excluded != nil {
			closed &^= excluded[w]
		}
		for ; closed != 0; closed &= closed - 1 {
			p := 64*w + bits.TrailingZeros64(closed)
			if slices.Contains(s.chosen, int32(p)) {
				continue
			}
			open[w] &^= 1 << (p % 64)
			if name := t.name(p); name != "" {
				t.add(trace.Event{Kind: trace.Force, Depth: depthOf(level), At: name, Out: true, Line: t.full(s, p)})
			}
		}
	}
	for ; t.chosen[level] < len(s.chosen); t.chosen[level]++ {
		p := int(s.chosen[t.chosen[level]])
		if name := t.name(p); name != "" {
			t.add(trace.Event{Kind: trace.Force, Depth: depthOf(level), At: name, Line: t.needs(s, level, p)})
		}
		open[p/64] &^= 1 << (p % 64)
		t.close(s, level, p)
	}
}

// count returns the numbers of placements of a line that are chosen, among the first n, and open.
func (t *steps) count(s *search, level int, line nqueens.Line, n int) (chosen, open int) {
	for _, p := range line.Placements {
		switch {
		case slices.Contains(s.chosen[:n], int32(p)):
			chosen++
		case t.open[level][p/64]>>(p%64)&1 == 1:
			open++
		}
	}
	return chosen, open
}

// needs returns the name of a line that needs all of its open placements, with p among them.
func (t *steps) needs(s *search, level, p int) string {
	for _, line := range t.model.Lines {
		if line.Min > 0 && slices.Contains(line.Placements, p) {
			if chosen, open := t.count(s, level, line, t.chosen[level]); chosen+open == line.Min {
				return line.Name
			}
		}
	}
	return "a bound on the number of pieces"
}

// full returns the name of a line with p that has as many pieces as it may have.
func (t *steps) full(s *search, p int) string {
	for _, line := range t.model.Lines {
		if slices.Contains(line.Placements, p) {
			chosen := 0
			for _, q := range line.Placements {
				if slices.Contains(s.chosen, int32(q)) {
					chosen++
				}
			}
			if chosen == line.Max {
				return line.Name
			}
		}
	}
	return "a bound on the number of pieces"
}

// failed reports that a level has no solution: a line or clause that cannot be fulfilled, or a bound.
func (t *steps) failed(s *search, level int) {
	t.sync(s, level)
	e := trace.Event{Kind: trace.Conflict, Depth: depthOf(level), Line: "a bound on the number of pieces"}
	isChosen := func(p int) bool { return slices.Contains(s.chosen, int32(p)) }
	isOpen := func(p int) bool { return s.levels[level].open[p/64]>>(p%64)&1 == 1 }
	for _, line := range t.model.Lines {
		if chosen, open := t.count(s, level, line, len(s.chosen)); chosen > line.Max || chosen+open < line.Min {
			e.Line = line.Name
			t.add(e)
			return
		}
	}
	for _, c := range t.model.Clauses {
		if !slices.ContainsFunc(c.Literals, func(l nqueens.Literal) bool {
			return isOpen(l.Placement()) || isChosen(l.Placement()) == l.Positive()
		}) {
			e.Line = cmp.Or(c.Name, "a clause")
			break
		}
	}
	t.add(e)
}

// found reports the solutions of a leaf: the free placements may be chosen or not. A search for one
// solution does not choose them.
func (t *steps) found(depth int, free []int) {
	if t.to.Full() {
		return
	}
	if t.single {
		free = nil
	}
	if len(free) == 0 {
		t.add(trace.Event{Kind: trace.Found, Depth: depth})
		return
	}
	for _, out := range []bool{true, false} {
		t.add(trace.Event{Kind: trace.Choose, Depth: depth + 1, At: t.name(free[0]), Out: out})
		t.found(depth+1, free[1:])
	}
}
