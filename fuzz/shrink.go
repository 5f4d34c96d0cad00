package fuzz

import (
	"context"
	"strings"
	"sync"

	"nqueens/encode"
	"nqueens/internal/lazyregexp"
)

// A Shrunk is the result of shrinking a finding.
type Shrunk struct {
	Finding
	Original Trial
	Steps    int // removals that kept the failure
	Tests    int // trials that were run
	// Minimal is set if no single removal keeps the failure. It is unset if the context ended before that was known.
	Minimal bool
	// Lost states when the failure no longer occurred, or is "". The finding is then the
	// smallest one with which it occurred twice, or the original one.
	Lost string
}

// shrinker looks for the smallest trial that fails in the same way.
type shrinker struct {
	x     *Examiner
	jobs  int
	tests int
	trail []Finding // the original finding, and the result of each removal that kept the failure
}

// Shrink makes the trial of a finding as small as possible. It runs several trials at a time; the
// result does not depend on how many.
func (x *Examiner) Shrink(ctx context.Context, f Finding, jobs int) Shrunk {
	// Many smaller instances have too many solutions for the references, and are no use then.
	hurried := &Examiner{Solvers: x.Solvers, References: x.References, Limits: x.Limits, Asker: x.Asker, hurry: true}
	hurried.reach.limits = x.reach.known()
	if n := counted(f.Others); n != nil {
		hurried.reach.restrict(f.Trial.Asked[0], max(firstReach, n.Float()))
	}
	s := &shrinker{x: hurried, jobs: max(1, jobs)}
	out := Shrunk{Finding: f, Original: f.Trial}
	again, ok := s.failsAgain(ctx, f)
	if !ok {
		if ctx.Err() == nil {
			out.Lost = "the failure did not occur when the trial was repeated; nothing was removed"
		}
		out.Tests = s.tests
		return out
	}
	s.trail = []Finding{again}
	for ctx.Err() == nil {
		steps := len(s.trail)
		for _, pass := range []func(context.Context, Finding) Finding{s.simpler, s.smaller, s.asFormula} {
			pass(ctx, s.trail[len(s.trail)-1])
		}
		if len(s.trail) == steps {
			break
		}
	}
	out.Minimal, out.Steps = ctx.Err() == nil, len(s.trail)-1
	for ; ; s.trail = s.trail[:len(s.trail)-1] {
		out.Finding = s.trail[len(s.trail)-1]
		if len(s.trail) == 1 || ctx.Err() != nil {
			break
		}
		if found, ok := s.failsAgain(ctx, out.Finding); ok {
			out.Finding = found
			break
		}
		out.Minimal, out.Lost = false, "a smaller instance failed once and not again; this is the smallest that failed again"
	}
	out.Tests = s.tests
	return out
}

// repetitions is the largest number of times that the smallest trial is repeated until it fails again. It can reach a time limit on
// a busy machine.
const repetitions = 3

// failsAgain repeats the trial of a finding until it fails in the same way, and returns the new finding.
func (s *shrinker) failsAgain(ctx context.Context, f Finding) (Finding, bool) {
	for range repetitions {
		s.tests++
		if again, ok := s.x.failsAs(ctx, f.Trial, f); ok {
			return again, true
		}
	}
	return Finding{}, false
}

// failsAs runs a trial and returns a failure that is alike to the earlier failure like. If like is a
// failed relation, any failure on one of the compared instances counts too.
func (x *Examiner) failsAs(ctx context.Context, t Trial, like Finding) (Finding, bool) {
	for _, f := range x.Examine(ctx, t).Findings {
		if (alike(f, like) || like.Class == Related && t.Relation != "") && f.Trial.Asked[0].Contender == t.Asked[0].Contender {
			return f, true
		}
	}
	return Finding{}, false
}

// detail matches the parts of a reason that depend on the instance: numbers and quoted text.
var detail = lazyregexp.New(`"[^"]*"|[0-9]+`)

// alike reports whether two failures are of one class and, if that is a crash or no answer, have one reason.
func alike(f, g Finding) bool {
	if f.Class != g.Class || f.Class != Crash && f.Class != NoAnswer {
		return f.Class == g.Class
	}
	return detail.Get().ReplaceAllString(f.Why, "") == detail.Get().ReplaceAllString(g.Why, "")
}

// first returns the finding of the first trial that fails, in the order of their indices, and its
// index. It runs several trials at a time.
func (s *shrinker) first(ctx context.Context, n int, trial func(int) (Trial, bool)) (Finding, int, bool) {
	like := s.trail[len(s.trail)-1]
	for at := 0; at < n && ctx.Err() == nil; at += s.jobs {
		end := min(n, at+s.jobs)
		found := make([]*Finding, end-at)
		var wait sync.WaitGroup
		for i := at; i < end; i++ {
			t, ok := trial(i)
			if !ok {
				continue
			}
			s.tests++
			wait.Go(func() {
				if f, ok := s.x.failsAs(ctx, t, like); ok {
					found[i-at] = &f
				}
			})
		}
		wait.Wait()
		for i, f := range found {
			if f != nil {
				s.trail = append(s.trail, *f)
				return *f, at + i, true
			}
		}
	}
	return Finding{}, 0, false
}

// simpler removes options of the solver.
func (s *shrinker) simpler(ctx context.Context, f Finding) Finding {
	for {
		q := f.Trial.Asked[0]
		var simpler []Question
		add := func(different bool, change func(*Question)) {
			if different {
				less := q
				change(&less)
				simpler = append(simpler, less)
			}
		}
		add(q.Threads > 1, func(q *Question) { q.Threads = 0 })
		add(q.Seed != 0, func(q *Question) { q.Seed = 0 })
		add(q.Unreduced, func(q *Question) { q.Unreduced = false })
		add(q.Verbatim, func(q *Question) { q.Verbatim = false })
		for _, command := range s.x.simplerCommands(f.Trial) {
			add(true, func(q *Question) { q.Command = command })
		}
		if b := s.x.backend(q.Backend); b != nil {
			d := b.Describe()
			plain, _, refined := strings.Cut(q.Encoding, "+")
			add(refined, func(q *Question) { q.Encoding = plain })
			plain, _, refined = strings.Cut(q.Encoding, "@")
			add(refined, func(q *Question) { q.Encoding = plain })
			add(q.Encoding != d.DefaultEncoding(q.Task), func(q *Question) { q.Encoding = d.DefaultEncoding(q.Task) })
		}
		next, _, ok := s.first(ctx, len(simpler), func(i int) (Trial, bool) {
			t := f.Trial
			t.Asked = []Question{simpler[i]}
			return t, true
		})
		if !ok {
			return f
		}
		f = next
	}
}

// smaller removes parts of the instance by delta debugging: for each kind of part halves, then quarters, down to
// single parts, until no single removal keeps the failure.
func (s *shrinker) smaller(ctx context.Context, f Finding) Finding {
	for changed := true; changed && ctx.Err() == nil; {
		changed = false
		for kind := 0; kind < len(f.Trial.Form.Cuts()) && ctx.Err() == nil; kind++ {
			for share := 1; ; share *= 2 {
				next, size, ok := s.remove(ctx, f, kind, share)
				f, changed = next, changed || ok
				if size <= 1 {
					break
				}
			}
		}
	}
	return f
}

// remove tries to remove parts of one kind, size of them at a time, where size is the number of parts
// divided by share. It keeps each removal after which the trial still fails. It returns the finding for
// the remaining instance and the size, and reports whether it removed any part.
func (s *shrinker) remove(ctx context.Context, f Finding, kind, share int) (_ Finding, size int, removed bool) {
	for begin := 0; ctx.Err() == nil; {
		cuts := f.Trial.Form.Cuts()
		if kind >= len(cuts) {
			break
		}
		cut := cuts[kind]
		if size == 0 {
			size = max(1, cut.Parts/share)
		}
		next, i, ok := s.first(ctx, (cut.Parts-begin+size-1)/size, func(i int) (Trial, bool) {
			gone := make([]bool, cut.Parts)
			for k := begin + i*size; k < min(cut.Parts, begin+(i+1)*size); k++ {
				gone[k] = true
			}
			t := f.Trial
			t.Form = cut.Without(gone)
			return t, t.Form != nil
		})
		if !ok {
			break
		}
		f, removed, begin = next, true, begin+i*size
	}
	return f, size, removed
}

// asFormula replaces a board by its clauses or linear constraints, or an exact cover by its clauses, if the
// solver fails on these too. The solver is then run without its encoding.
func (s *shrinker) asFormula(ctx context.Context, f Finding) Finding {
	by := s.x.backend(f.Trial.Asked[0].Backend)
	if by == nil || f.Trial.Relation != "" {
		return f
	}
	var forms []Form
	switch form := f.Trial.Form.(type) {
	case Board:
		forms = form.formulas()
	case *Cover:
		if pairwise, err := encode.EncodingNamed("pairwise"); err == nil {
			if c := asClauses(form, pairwise); c != nil {
				forms = []Form{c}
			}
		}
	}
	next, _, ok := s.first(ctx, len(forms), func(i int) (Trial, bool) {
		t := f.Trial
		t.Form = forms[i]
		p, err := t.Form.Problem()
		return t, err == nil && by.Supports(s.x.request(p, t.Asked[0])) == nil
	})
	if !ok {
		return f
	}
	return next
}
