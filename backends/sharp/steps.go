package sharp

import (
	"context"
	"errors"
	"slices"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	eventtrace "nqueens/backends/trace"
)

// Traces implements backends.Tracer. Weights are not supported, and the problem must be small enough
// for an encoding of all its constraints as clauses.
func (b Backend) Traces(r nqueens.Request) error {
	if err := b.Supports(r); err != nil {
		return err
	}
	if r.Problem.Formula != nil && r.Problem.Formula.Weighted() {
		return errors.New("sharp reports the steps of counts without weights")
	}
	r, _, _ = plain(r)
	return answer.CheckClauses("sharp", r, defaultEncoding, maxClauses)
}

// Trace implements backends.Tracer. All constraints are encoded as clauses. It reports each part that the search counts, with its number of
// solutions, and the decisions, implications, conflicts and learnt clauses in between. The
// preprocessing keeps all variables. The search for a single model of a part without projected
// variables is not reported.
func (b Backend) Trace(ctx context.Context, r nqueens.Request, to *eventtrace.Recorder) nqueens.Outcome {
	if err := b.Traces(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	r, exact, _ := plain(r)
	model, cnf, err := answer.Clauses(ctx, r, defaultEncoding)
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	cnf = unprojected(model, cnf)
	stop, release := turns.Watch(ctx)
	defer release()
	f := load(cnf, nil, stop)
	f.whole = true
	f.simplify()
	t := &steps{to: to, stop: stop}
	for _, at := range model.Chosen {
		t.add(eventtrace.Event{Kind: eventtrace.Force, At: at.String()})
	}
	total := zero
	switch {
	case stop.Load():
		return nqueens.Stopped(ctx, 0)
	case f.contradiction:
		t.add(eventtrace.Event{Kind: eventtrace.Conflict, Line: "the preprocessing of the clauses"})
	default:
		for _, l := range f.fixed {
			t.add(eventtrace.Event{Kind: eventtrace.Force, At: answer.VariableName(model, max(l, -l)), Out: l < 0, Line: "the preprocessing"})
		}
		for _, v := range f.names {
			t.names = append(t.names, answer.VariableName(model, v))
		}
		s := newSearch(f, Config{Memory: r.Memory / 2, Seed: r.Seed, Exact: exact}, stop)
		s.steps = t
		var ended bool
		if total, ended = s.run(); !ended {
			return answer.Failed(ctx, errors.Join(ctx.Err(), to.Err()), 0)
		}
		total = total.times(f.factor)
	}
	t.add(eventtrace.Event{Kind: eventtrace.Count, Count: total.int().String()})
	if err := to.Err(); err != nil {
		return answer.Failed(ctx, err, 0)
	}
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.CountOf(total.int())}
}

// steps reports the steps of a search. The depth of an event is the level of its node.
type steps struct {
	to     *eventtrace.Recorder
	stop   *turns.Flag
	names  []string // by variable of the search
	traced int      // number of literals of the trail that were reported
}

func (t *steps) add(e eventtrace.Event) {
	if t.to.Add(e); t.to.Full() {
		t.stop.Raise()
	}
}

func (t *steps) literal(l lit) string {
	if l&1 == 1 {
		return "−" + t.names[l.variable()]
	}
	return t.names[l.variable()]
}

func (t *steps) clause(list []lit) (texts []string) {
	for _, l := range list {
		texts = append(texts, t.literal(l))
	}
	return texts
}

// branch reports the decision of a node's branch and what follows from it. alive is false after a
// conflict.
func (t *steps) branch(s *search, n *node, alive bool) {
	t.trail(s)
	if alive && n.product.isZero() {
		t.add(eventtrace.Event{Kind: eventtrace.Conflict, Depth: len(s.nodes) - 1, Line: "learned clauses refute the decision"})
	}
}

// trail reports the literals that became true since the last report, except those of a search for a
// single model, which have a higher level than the top node.
func (t *steps) trail(s *search) {
	level := int32(len(s.nodes) - 1)
	top := &s.nodes[level]
	for ; t.traced < len(s.trail); t.traced++ {
		l := s.trail[t.traced]
		k := s.known[l.variable()]
		if k.level > level {
			continue
		}
		e := eventtrace.Event{Kind: eventtrace.Force, Depth: int(level), At: t.names[l.variable()], Out: l&1 == 1}
		if k.why == noReason && l == top.decision {
			e.Kind = eventtrace.Choose
		} else {
			e.Clause = t.clause(append([]lit{l}, s.because(l, k.why)...))
		}
		t.add(e)
	}
}

// back reports that the branch of a level, which began with the given length of the trail, is undone.
func (t *steps) back(level, length int) {
	t.traced = min(t.traced, length)
	t.add(eventtrace.Event{Kind: eventtrace.Back, Depth: level})
}

// conflict reports the clause that became false.
func (t *steps) conflict(s *search) {
	t.trail(s)
	t.add(eventtrace.Event{Kind: eventtrace.Conflict, Depth: len(s.nodes) - 1, Clause: t.clause(s.conflict)})
}

// learn reports the clause that was learnt from a conflict.
func (t *steps) learn(s *search, learnt []lit) {
	t.add(eventtrace.Event{Kind: eventtrace.Learn, Depth: len(s.nodes) - 1, Clause: t.clause(learnt)})
}

// part reports that the search begins to count a component of the top node.
func (t *steps) part(s *search, c component) {
	var names []string
	for _, v := range s.members[c.begin:c.end] {
		if s.projected[v] {
			names = append(names, t.names[v])
		}
	}
	slices.Sort(names)
	t.add(eventtrace.Event{Kind: eventtrace.Part, Depth: len(s.nodes) - 1, Clause: names})
}

// count reports the number of solutions of a component of the top node.
func (t *steps) count(s *search, n number, cached bool) {
	t.add(eventtrace.Event{Kind: eventtrace.Count, Depth: len(s.nodes) - 1, Count: n.int().String(), Cached: cached})
}
