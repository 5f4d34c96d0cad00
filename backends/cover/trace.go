package cover

import (
	"cmp"
	"context"
	"errors"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	"nqueens/backends/trace"
	"nqueens/dlx"
	"nqueens/encode"
)

// largestCover is the number of items of all options up to which a trace contains the exact cover.
const largestCover = 4096

// Traces implements backends.Tracer. Problems with an objective are not supported.
func (b Backend) Traces(r nqueens.Request) error {
	if err := b.Supports(r); err != nil {
		return err
	}
	if r.Problem.Goal() != nqueens.NoGoal {
		return errors.New("dlx reports the steps of searches without an objective")
	}
	return nil
}

// Trace implements backends.Tracer: it searches by dancing links on one thread, and reports the
// item of each node and the options tried for it. It searches the whole board, without halves or
// components. Items with multiplicities are not supported.
func (b Backend) Trace(ctx context.Context, r nqueens.Request, to *trace.Recorder) nqueens.Outcome {
	if err := b.Traces(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	model, cover, err := answer.Encode(ctx, r, encode.CoverFromModel)
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	t := tracer{model: model, cover: cover, to: to}
	t.header()
	config := variantNamed(r.Encoding).config
	config.Threads, config.Trace = 1, t.step
	search := cover.NewSearch(config)
	if search.Engine() != dlx.Dancing {
		return nqueens.Fail(nqueens.Unsupported, "dlx reports the steps of searches without multiplicities, which this problem has")
	}
	for _, at := range model.Chosen {
		to.Add(trace.Event{Kind: trace.Force, At: at.String()})
	}
	solutions := answer.To(r.Task, nil).Of(model)
	if r.Task == nqueens.FindAll {
		solutions = answer.To(nqueens.CountAll, nil).Of(model)
	}
	decoding := run{model: model, board: r.Problem.Board()}
	for options := range search.Solutions(turns.Polled(ctx)) {
		if !solutions.Add(decoding.decode(append(nqueens.Solution(nil), model.Chosen...), options, part{})) {
			break
		}
	}
	out := solutions.Outcome(ctx, cmp.Or(search.Err(), to.Err()))
	stats := search.Stats()
	out.Stats = map[string]int64{"nodes": int64(stats.Nodes), "updates": int64(stats.Updates), "items": int64(cover.NumItems()), "options": int64(cover.NumOptions())}
	return out
}

type tracer struct {
	model *nqueens.Model
	cover *dlx.Problem
	to    *trace.Recorder
}

// placement returns the text of an option's placement. Options beyond the placements are slack.
func (t *tracer) placement(option int) string {
	if option < len(t.model.Placements) {
		return t.model.Placements[option].String()
	}
	return ""
}

func (t *tracer) header() {
	var options []trace.Option
	items := 0
	for o := range t.cover.NumOptions() {
		list := t.cover.Option(o)
		items += len(list)
		options = append(options, trace.Option{At: t.placement(o), Items: list})
	}
	if items > largestCover {
		return
	}
	var names []string
	for i := range t.cover.NumItems() {
		names = append(names, t.cover.ItemName(i))
	}
	t.to.Cover(names, t.cover.NumPrimary(), options)
}

func (t *tracer) step(s dlx.Step) bool {
	switch s.Kind {
	case dlx.Covered:
		t.to.Add(trace.Event{Kind: trace.Found, Depth: s.Level})
	case dlx.Selected:
		kind := trace.Branch
		if s.Size == 0 {
			kind = trace.Conflict
		}
		t.to.Add(trace.Event{Kind: kind, Depth: s.Level, Line: t.cover.ItemName(s.Item), Options: s.Size})
	case dlx.Chosen:
		e := trace.Event{Kind: trace.Choose, Depth: s.Level + 1, At: t.placement(s.Option), Line: t.cover.ItemName(s.Item), Options: s.Size}
		t.to.Add(e)
	}
	return !t.to.Full()
}
