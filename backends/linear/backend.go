package linear

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/relax"
	"nqueens/backends/internal/turns"
	"nqueens/backends/trace"
	"nqueens/encode"
	"nqueens/internal/propagate"
	"nqueens/internal/table"
	"nqueens/proof"
)

// Backend is the backend "linear".
type Backend struct{}

// Describe implements backends.Backend.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:      "linear",
		About:     "branch and bound over the linear relaxation, by a dual simplex; each \"no\" is a sum of constraints, checked in integers",
		Version:   "1",
		Engine:    "linear",
		Unreduced: true,
		Tasks:     []nqueens.Task{nqueens.FindFirst, nqueens.Optimise},
	}
}

// The simplex keeps a matrix of maxRows × maxRows numbers.
const (
	maxRows       = 2048
	maxPlacements = 1 << 14
)

// Supports implements backends.Backend.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	o, err := answer.Outline("linear", r.Problem)
	if err != nil {
		return err
	}
	for _, size := range []struct {
		of   func(nqueens.Outline) int
		most int
		what string
	}{{rows, maxRows, "constraints"}, {func(o nqueens.Outline) int { return o.Placements }, maxPlacements, "placements"}} {
		if n := answer.Size(r, o, size.of, size.most); n > size.most {
			return fmt.Errorf("linear takes up to %d %s, but %s has %d", size.most, size.what, r.Problem.Short(), n)
		}
	}
	if r.Problem.Wide() || !exact(o) {
		return fmt.Errorf("linear takes numbers that add up to at most %d in each constraint and in the objective, since it computes with 53 bits", int64(mostTotal))
	}
	return nil
}

// mostTotal is the largest sum of the numbers of a constraint with which the simplex computes
// accurately enough.
const mostTotal = 1 << 44

// exact reports whether the numbers of each constraint and of the objective add up to at most
// mostTotal.
func exact(o nqueens.Outline) bool {
	for _, s := range o.Sums {
		total := s.Min
		for _, t := range s.Terms {
			if total += min(t.Weight, mostTotal); total > mostTotal {
				return false
			}
		}
	}
	span := o.Objective.Span()
	return max(span.Max-span.Min, span.Max, -span.Min) <= mostTotal
}

// rows returns an upper bound on the number of rows.
func rows(o nqueens.Outline) int {
	n := o.Clauses + len(o.Sums)
	for _, l := range o.Lines {
		if l.Min > 0 {
			n += l.Number
		}
		if l.Max < l.Length && l.Max != l.Min {
			n += l.Number
		}
	}
	return n
}

// Run implements backends.Backend. Its statistics are the nodes of the search, the pivots of the
// simplex, and the numbers of placements that were probed and removed before the search.
func (b Backend) Run(ctx context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	out, _ := b.answer(ctx, r, nil)
	return out
}

// answer answers the request. If proof is not nil, the search writes a proof to it.
func (b Backend) answer(ctx context.Context, r nqueens.Request, proof io.Writer) (nqueens.Outcome, *search) {
	return b.answerTraced(ctx, r, proof, nil)
}

// answerTraced does the same as answer. If to is not nil, the search also reports its steps to it.
func (b Backend) answerTraced(ctx context.Context, r nqueens.Request, proof io.Writer, to *trace.Recorder) (nqueens.Outcome, *search) {
	watch := nqueens.NewStopwatch()
	stop, release := turns.Watch(ctx)
	defer release()
	encoding := answer.Encode[*search]
	if proof != nil {
		encoding = answer.EncodeToProve[*search]
	}
	_, s, err := encoding(ctx, r, func(m *nqueens.Model) (*search, error) {
		pb := encode.PBFromModel(m)
		merged := relax.Merge(pb)
		s := newSearch(m, merged.PB, stop.Load)
		if to != nil {
			s.steps = &steps{to}
			s.stop = func() bool { return stop.Load() || to.Full() }
			for _, at := range m.Chosen {
				to.Add(trace.Event{Kind: trace.Force, At: at.String()})
			}
		}
		if proof != nil {
			s.derivation = newDerivation(pb, proof)
			s.derivation.merge(merged)
		}
		return s, nil
	})
	if err != nil {
		return answer.Unencoded(ctx, err), nil
	}
	encoded := watch.Lap()
	ended := s.run()
	out := s.outcome(ctx, ended)
	out.Phases = nqueens.Phases{Encode: encoded, Solve: watch.Lap()}
	out.Stats = map[string]int64{"nodes": s.nodes, "pivots": s.relaxation.Solver.Pivots, "probes": s.probes, "removed": s.removed}
	return out, s
}

// outcome returns the outcome of a search that has ended or was stopped.
func (s *search) outcome(ctx context.Context, ended bool) nqueens.Outcome {
	switch {
	case s.chosen != nil && (ended || s.found()):
		out := nqueens.Outcome{Status: nqueens.Solved, Solution: append(nqueens.Solution(nil), s.model.Chosen...)}
		for i, at := range s.model.Placements[:len(s.model.Placements)-s.model.Auxiliaries] {
			if s.chosen[i] {
				out.Solution = append(out.Solution, at)
			}
		}
		out.Solution.Sort()
		if s.model.Objective.Goal != nqueens.NoGoal {
			optimum := s.value + s.model.Objective.Fixed
			out.Optimum = &optimum
		}
		return out
	case !ended && s.steps != nil && s.steps.to.Full():
		return nqueens.Fail(nqueens.Unknown, "the trace is full")
	case !ended && ctx.Err() == nil:
		return nqueens.Fail(nqueens.Crashed, "the search ended without an answer")
	case !ended:
		out := nqueens.Stopped(ctx, 0)
		out.Note = s.knownSoFar()
		return out
	}
	out := nqueens.Outcome{Status: nqueens.Unsatisfiable, Note: propagate.Why(s.model)}
	if f := s.root; f != nil && s.nodes == 1 && out.Note == "" {
		out.Note = fmt.Sprintf("the linear relaxation has no solution: checked in integers, a sum of %s should be at least %d and is at most %d",
			table.Plural(len(f.Factors), "constraint"), f.Bound, f.Bound-f.Margin)
	}
	return out
}

// knownSoFar returns a note with the value of the best solution found and the proved bound, for a
// search that did not end.
func (s *search) knownSoFar() string {
	var known []string
	fixed, than := s.model.Objective.Fixed, map[nqueens.Goal]string{nqueens.Fewest: "fewer", nqueens.Most: "more"}
	if s.chosen != nil {
		known = append(known, "the best solution found has "+table.Plural(s.value+fixed, "piece"))
	}
	if s.bound != nil {
		known = append(known, fmt.Sprintf("by the relaxation, no solution has %s than %d", than[s.model.Objective.Goal], *s.bound+fixed))
	}
	return strings.Join(known, "; ")
}

// ProofEncoding implements backends.Prover: proofs refute the pseudo-Boolean constraints.
func (b Backend) ProofEncoding(r nqueens.Request) (string, error) {
	if err := b.Supports(r); err != nil {
		return "", err
	}
	if r.Problem.Goal() != nqueens.NoGoal {
		return "", errors.New("linear writes proofs that there is no solution, but not that none is better")
	}
	return proof.PseudoBoolean, nil
}

// Prove implements backends.Prover. It writes the proof in the format of VeriPB.
func (b Backend) Prove(ctx context.Context, r nqueens.Request, to io.Writer) nqueens.Outcome {
	if _, err := b.ProofEncoding(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	out, s := b.answer(ctx, r, to)
	if out.Status == nqueens.Unsatisfiable {
		if err := s.derivation.conclude(); err != nil {
			return nqueens.Fail(nqueens.Crashed, "writing the proof: "+err.Error())
		}
	}
	return out
}
