package cover

import (
	"context"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	"nqueens/dlx"
	"nqueens/encode"
	"nqueens/internal/progress"
)

// Backend is the backend "dlx".
type Backend struct{}

// Describe implements backends.Backend.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:      "dlx",
		About:     "exact cover by dancing links or by words of bits, with multiplicities and costs",
		Version:   "5",
		Engine:    "dlx",
		Unreduced: true,
		Tasks:     nqueens.Tasks(),
		Encodings: variantNames(),
	}
}

// maxEntries is the maximum total number of items of all options of a board, so that they fit in
// memory. It is the number for superqueens on a board of 1024 squares a side.
const maxEntries = 12 << 20

// Supports implements backends.Backend.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	r = answer.Step(r)
	o, err := answer.Outline("dlx", r.Problem)
	if err != nil {
		return err
	}
	if r.Problem.HasBoard() {
		if err := answer.Bound("dlx", r, o, nqueens.Outline.Entries, maxEntries, "items in options"); err != nil {
			return err
		}
	}
	return encode.CheckCover(r.Problem)
}

// Run implements backends.Backend. Its statistics are Knuth's nodes and updates, the latter only
// for dancing links, and the sizes of the exact cover.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	if r.Problem.Goal() != nqueens.NoGoal {
		return answer.Optimise(ctx, r, func(best nqueens.Request) nqueens.Outcome {
			return b.run(ctx, nqueens.Request{Problem: best.Problem, Task: nqueens.Optimise, Encoding: r.Encoding, Unreduced: r.Unreduced}, nil)
		}, b.Run, visit)
	}
	return b.run(ctx, r, visit)
}

func (b Backend) run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	watch := nqueens.NewStopwatch()
	v := variantNamed(r.Encoding)
	model, cover, err := answer.Encode(ctx, r, func(m *nqueens.Model) (*dlx.Problem, error) {
		if v.natural {
			inNaturalOrder(m)
		}
		c, err := encode.CoverFromModel(m)
		for k, i := range m.Objective.Over {
			if err == nil {
				err = c.SetCost(i, int(m.Objective.Cost(k)))
			}
		}
		return c, err
	})
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	parts := []part{{cover: cover, weight: 1}}
	if v.mirror && r.Problem.Goal() == nqueens.NoGoal && slices.Contains(r.Problem.Symmetries(), nqueens.MirrorFiles) {
		if parts, err = halves(cover, model, r.Problem.Board()); err != nil {
			return nqueens.Fail(nqueens.Crashed, err.Error())
		}
	}
	run := run{model: model, board: r.Problem.Board(), config: v.config, stats: map[string]int64{"nodes": 0}}
	if r.Task != nqueens.FindFirst { // one thread always finds the same first solution
		run.config.Threads = r.Threads
	}
	encoded := watch.Lap()

	ctx = turns.Polled(ctx)
	var components []*dlx.Problem                   // all but the last
	if !r.Problem.HasBoard() || !r.Problem.Bare() { // a bare board has one component
		components = cover.Components()
		components = components[:max(0, len(components)-1)]
	}
	for _, c := range components {
		possible, err := run.possible(ctx, c)
		if err != nil {
			return answer.Failed(ctx, err, 0)
		}
		if !possible {
			parts = nil // nothing is left to search
			break
		}
	}
	task := r.Task
	if task == nqueens.Optimise {
		task = nqueens.FindFirst // the cheapest one
	}
	solutions := answer.To(task, visit).Of(model)
	for more := true; more && len(parts) > 0; parts = parts[1:] {
		switch {
		case model.Objective.Goal != nqueens.NoGoal:
			more, err = run.cheapest(ctx, parts[0], solutions)
		case r.Task == nqueens.CountAll:
			more, err = run.count(ctx, parts[0], solutions)
		default:
			more, err = run.list(ctx, parts[0], solutions)
		}
	}
	out := solutions.Outcome(ctx, err)
	out.Phases = nqueens.Phases{Encode: encoded, Decode: run.decoding.Seconds()}
	out.Phases.Solve = watch.Lap() - out.Phases.Decode
	out.Stats = run.stats
	out.Stats["items"] = int64(cover.NumItems())
	out.Stats["options"] = int64(cover.NumOptions())
	return out
}

// A run answers one request by searching the parts of a problem in turn.
type run struct {
	model    *nqueens.Model
	board    nqueens.Board
	config   dlx.Config
	decoding time.Duration
	stats    map[string]int64
}

// A part is an exact cover. Each of its solutions represents one solution of the problem, or two:
// itself and its mirror image.
type part struct {
	cover   *dlx.Problem
	options []int // the numbers of its options in the whole cover, nil if the same
	weight  uint64
}

// possible reports whether an exact cover has a solution. It uses one thread, because the work of
// several threads before the first solution differs from run to run.
func (r *run) possible(ctx context.Context, cover *dlx.Problem) (bool, error) {
	config := r.config
	config.Threads = 1
	search := cover.NewSearch(config)
	found, err := search.First(ctx, 1)
	r.add(search)
	return len(found) > 0, err
}

// count adds the number of solutions of a part to solutions. more is false after an error.
func (r *run) count(ctx context.Context, p part, solutions *answer.Solutions) (more bool, err error) {
	search := p.cover.NewSearch(r.config)
	progress.Report(ctx, search.Progress)
	found, err := search.Count(ctx)
	solutions.Found += p.weight * found
	r.add(search)
	return err == nil, err
}

// cheapest adds to solutions a solution with the smallest or largest possible number of placements.
// more reports whether further solutions are wanted.
func (r *run) cheapest(ctx context.Context, p part, solutions *answer.Solutions) (more bool, err error) {
	search := p.cover.NewSearch(r.config)
	options, _, err := search.Cheapest(ctx)
	if err == nil && options != nil {
		more = solutions.Add(r.decode(slices.Clone(r.model.Chosen), options, p))
	}
	r.add(search)
	return more, err
}

// list adds the solutions of a part to solutions until no more are wanted. more reports whether
// further solutions are wanted.
func (r *run) list(ctx context.Context, p part, solutions *answer.Solutions) (more bool, err error) {
	search := p.cover.NewSearch(r.config)
	var solution nqueens.Solution
	more = true
	for options := range search.Solutions(ctx) {
		start := time.Now()
		solution = r.decode(append(solution[:0], r.model.Chosen...), options, p)
		r.decoding += time.Since(start)
		more = solutions.Add(solution)
		if more && p.weight == 2 {
			for i, s := range solution {
				solution[i].Square = nqueens.MirrorFiles.Apply(r.board, s.Square)
			}
			more = solutions.Add(solution)
		}
		if !more {
			break
		}
	}
	r.add(search)
	return more && search.Err() == nil, search.Err()
}

// add adds a search's nodes and updates to the statistics. The engine dlx.Bits counts no updates.
func (r *run) add(s *dlx.Search) {
	stats := s.Stats()
	r.stats["nodes"] += int64(stats.Nodes)
	if stats.Updates > 0 {
		r.stats["updates"] += int64(stats.Updates)
	}
}

// decode appends the placements of a part's options to s. Options beyond the placements are slack:
// they mean that a placement is not chosen.
func (r *run) decode(s nqueens.Solution, options []int, p part) nqueens.Solution {
	for _, option := range options {
		if p.options != nil {
			option = p.options[option]
		}
		if option < len(r.model.Placements)-r.model.Auxiliaries {
			s = append(s, r.model.Placements[option])
		}
	}
	return s
}
