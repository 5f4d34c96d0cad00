package allsat

import (
	"cmp"
	"context"
	"errors"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	"nqueens/backends/trace"
)

// Traces implements backends.Tracer. Problems with an objective are not supported.
func (b Backend) Traces(r nqueens.Request) error {
	if err := b.Supports(r); err != nil {
		return err
	}
	if r.Problem.Goal() != nqueens.NoGoal {
		return errors.New("allsat reports the steps of searches without an objective")
	}
	return nil
}

// Trace implements backends.Tracer. The engine Learning searches, on one thread, whichever engine
// would be faster. The trace names the variables of the formula after its preprocessing; auxiliary
// ones are s1, s2, ….
func (b Backend) Trace(ctx context.Context, r nqueens.Request, to *trace.Recorder) nqueens.Outcome {
	if err := b.Traces(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	model, cnf, err := answer.Clauses(ctx, r, defaultEncoding)
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	stop, release := turns.Watch(ctx)
	defer release()
	f := simplify(cnf, stop)
	if stop.Load() {
		return nqueens.Stopped(ctx, 0)
	}
	for _, at := range model.Chosen {
		to.Add(trace.Event{Kind: trace.Force, At: at.String()})
	}
	solutions := answer.To(r.Task, func(nqueens.Solution) bool { return true }).Of(model)
	if f.contradiction {
		to.Add(trace.Event{Kind: trace.Conflict, Line: "the preprocessing of the clauses"})
		return solutions.Outcome(ctx, nil)
	}
	e := newEvents(f, model, to)
	e.fixed(f)
	list := newListing(f, stop, func(literals []int32) bool {
		solution := append(nqueens.Solution(nil), model.Chosen...)
		for i, l := range literals {
			if l > 0 {
				solution = append(solution, model.Placements[i])
			}
		}
		return solutions.Add(solution)
	})
	s := newLearner(f)
	s.visit, s.steps = func(values []truth) bool {
		e.trail(s)
		e.to.Add(trace.Event{Kind: trace.Found, Depth: s.depth()})
		return list.list(values)
	}, e
	ended := s.run(unlimited, stop)
	if !ended {
		err = cmp.Or(ctx.Err(), to.Err())
	}
	out := solutions.Outcome(ctx, err)
	out.Stats = map[string]int64{"decisions": s.stats.Decisions, "propagations": s.stats.Propagations, "conflicts": s.stats.Conflicts, "learnt": s.stats.Learnt, "variables": int64(cnf.Variables), "clauses": int64(cnf.NumClauses())}
	return out
}

// events reports the steps of a learner.
type events struct {
	model  *nqueens.Model
	to     *trace.Recorder
	names  []string // by variable of the learner
	traced int      // number of literals of the trail that were reported
}

func newEvents(f *formula, m *nqueens.Model, to *trace.Recorder) *events {
	e := &events{model: m, to: to}
	for _, v := range f.names {
		e.names = append(e.names, answer.VariableName(m, v+1))
	}
	return e
}

// fixed reports the variables whose value the preprocessing found.
func (e *events) fixed(f *formula) {
	for _, p := range f.projection {
		if p.kind == fixed {
			e.to.Add(trace.Event{Kind: trace.Force, At: answer.VariableName(e.model, p.variable), Out: p.at == 1, Line: "the preprocessing"})
		}
	}
}

func (e *events) literal(l lit) string {
	if l.sign() == 1 {
		return "−" + e.names[l.variable()]
	}
	return e.names[l.variable()]
}

func (e *events) clause(list []lit) (texts []string) {
	for _, l := range list {
		texts = append(texts, e.literal(l))
	}
	return texts
}

// trail reports the literals that became true since the last report.
func (e *events) trail(s *learner) {
	for ; e.traced < len(s.trail); e.traced++ {
		l := s.trail[e.traced]
		v := l.variable()
		level := int(s.level[v])
		event := trace.Event{Kind: trace.Force, Depth: level, At: e.names[v], Out: l.sign() == 1}
		switch {
		case level > 0 && int(s.starts[level-1]) == e.traced:
			event.Kind = trace.Choose
		case s.reason[v] != noReason:
			event.Clause = e.clause(append([]lit{l}, s.antecedents(nil, l)...))
		default:
			event.Line = "the other value was searched"
		}
		e.to.Add(event)
	}
}

// conflict reports the clause that became false.
func (e *events) conflict(s *learner) {
	e.trail(s)
	e.to.Add(trace.Event{Kind: trace.Conflict, Depth: s.depth(), Clause: e.clause(s.analysis.conflict)})
}

// back reports that the levels above the given one are undone.
func (e *events) back(s *learner, to int) {
	e.trail(s)
	e.traced = int(s.starts[to])
	e.to.Add(trace.Event{Kind: trace.Back, Depth: to + 1})
}
