package run

import (
	"bytes"
	"cmp"
	"context"
	"path/filepath"

	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/internal/atomicfile"
)

// Conclude judges a run. It checks verdicts that rest on the reduction, searches the smallest evidence of
// each disagreement, and writes verdicts.json, summary.md and summary.csv into the run's folder.
func (r *Runner) Conclude(ctx context.Context, f *bench.Folder) (summary.Summary, error) {
	judgement := judge.OfRuns(f.Experiment, f.Runs(), r.Backends)
	checked, err := r.Check(ctx, f, judgement)
	if err != nil {
		return summary.Summary{}, err
	}
	if checked {
		judgement = judge.OfRuns(f.Experiment, f.Runs(), r.Backends)
	}
	witnesses, err := r.Witnesses(ctx, f.Experiment, judgement)
	if err != nil {
		return summary.Summary{}, err
	}
	s := summary.OfFolder(f, judgement, witnesses)
	conclusion := judge.Conclusion{Judgement: judgement, Records: len(f.Records) + len(f.Blocks), Builds: s.Builds(), Edited: f.Edited, Unsigned: f.Unsigned, Witnesses: witnesses}
	if err := conclusion.Write(f.Dir); err != nil {
		return s, err
	}
	var page, csv bytes.Buffer
	if err := cmp.Or(s.WriteText(&page, summary.Style{Markdown: true}), s.WriteCSV(&csv)); err != nil {
		return s, err
	}
	if err := atomicfile.WriteFile(filepath.Join(f.Dir, bench.PageFile), page.Bytes()); err != nil {
		return s, err
	}
	// Written last, because it marks the run as finished.
	return s, atomicfile.WriteFile(filepath.Join(f.Dir, bench.SummaryFile), csv.Bytes())
}
