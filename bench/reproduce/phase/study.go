package phase

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/run"
	"nqueens/internal/suggest"
	"nqueens/internal/table"
)

// The two searches whose nodes are compared: the authors' and ours.
var (
	bitSolver = backends.Contender{Backend: "bit-solver"}
	bitmask   = backends.Contender{Backend: "bitmask"}
)

// others are compared with these two in time. Pairwise clauses are among the best
// where few squares are open; see the encodings.
var others = []backends.Contender{{Backend: "dlx"}, {Backend: "gini", Encoding: "pairwise"}, {Backend: "cadical", Encoding: "pairwise"}}

// contenders are all who are compared in time, in the order of their looks.
func contenders() []backends.Contender {
	return append([]backends.Contender{bitmask, bitSolver}, others...)
}

// entry is a contender on a sweep.
type entry struct {
	*sweep
	contender backends.Contender
	// first says that published figures are compared with it: it comes before the
	// others and answers ten times as many instances.
	first bool
	last  bool // it waits until the others have all rounds but their last
	most  int  // instances of each list, at most
	rank  int  // among the contender's sweeps of the kind, from small boards to large
}

// Config is what a study needs to know.
type Config struct {
	Runner run.Runner
	// Budget is about how long all parts together may take, what was recorded
	// before included.
	Budget time.Duration
	// Parts are those to go on with; none is all.
	Parts []string
	// Instances is the folder of the published instances and runs; "" without.
	Instances string
}

// selected reports whether a part is to be gone on with.
func (c Config) selected(part string) bool {
	return len(c.Parts) == 0 || slices.Contains(c.Parts, part)
}

// Study is the experiment: sweeps of random instances, who answers them, and the
// answers so far.
type Study struct {
	config  Config
	ledger  *bench.Ledger
	entries []entry
	archive *archive // the published files; nil without

	versions map[string]string // of backends, as far as they were looked up
	clock    clock
}

// New plans what could be run, of which the ledger may hold a part already. It
// refuses parts that there are not and a folder without published files.
func New(ctx context.Context, c Config, l *bench.Ledger) (*Study, error) {
	study := &Study{config: c, ledger: l, versions: map[string]string{}}
	for _, part := range c.Parts {
		if !slices.Contains(Parts(), part) {
			return nil, fmt.Errorf("no part is called %q %s", part, suggest.Among(part, Parts()))
		}
	}
	study.clock = study.start()
	if c.Instances != "" {
		var err error
		if study.archive, err = openArchive(c.Instances); err != nil {
			return nil, err
		}
	}
	study.planDiagonals(ctx)
	study.planCompletion(ctx)
	study.planBlocked(ctx)
	study.planLinear(ctx)
	return study, nil
}

// add has contenders answer a sweep, at most so many instances of each list.
func (study *Study) add(s *sweep, first bool, most int, contenders ...backends.Contender) {
	for _, c := range contenders {
		rank := 0
		for _, e := range study.entries {
			if e.part == s.part && e.kind == s.kind && e.contender == c {
				rank++
			}
		}
		study.entries = append(study.entries, entry{sweep: s, contender: c, first: first, most: min(most, s.most), rank: rank})
	}
}

// supported is why a contender cannot answer the sweep, nil if it can.
func (study *Study) supported(e entry) error {
	p, err := e.problem(len(e.lists) - 1) // as large as any
	if err != nil {
		return err
	}
	return e.contender.Check(study.config.Runner.Backends, nqueens.Request{Problem: p, Task: nqueens.FindFirst})
}

// samples are the answers of a contender on a part and a board, a sample for each
// size, none of those without an answer.
func (study *Study) samples(part string, n int, kind sweepKind, c backends.Contender) []sample {
	for _, e := range study.entries {
		if e.part == part && e.n == n && e.kind == kind && e.contender == c {
			return study.samplesOf(e)
		}
	}
	return nil
}

// publishedSamples are those on the published instances with excluded diagonals.
func (study *Study) publishedSamples(n int, c backends.Contender) []sample {
	return study.samples(partDiagonals, n, publishedInstances, c)
}

// samplesOf is what the ledger has of each list of an entry.
func (study *Study) samplesOf(e entry) []sample {
	answers := study.ledger.Answers(study.batch(e, 0), study.version(e.contender.Backend))
	var out []sample
	for i, list := range e.lists {
		s := sample{list: list}
		for k := i; k < len(answers); k += len(e.lists) {
			s.answers = append(s.answers, answers[k])
		}
		if len(s.answers) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Builds is how many of the answers each build of the program gave.
func (study *Study) Builds() bench.Builds {
	builds := bench.Builds{}
	for _, e := range study.entries {
		study.ledger.CountBuilds(builds, study.batch(e, 0), study.version(e.contender.Backend))
	}
	return builds
}

// Report writes the page from what the ledger holds of all parts.
func (study *Study) Report(ctx context.Context, p *page.Page) error {
	if slices.Equal(study.config.Parts, []string{partTheory}) {
		return study.reportTheory(ctx, p)
	}
	p.Text("Every instance is answered once by each contender: is there a solution? Many instances share a process, which is ended and begun anew when one of them runs into its limit of %s; each solution is checked by the rules of the board. Times are the backend's own, from the board to the answer, the making of a formula and the start of an external program included.", table.Flag(trialLimit))
	p.Verdict(study.agreement())
	if err := study.reportDiagonals(ctx, p); err != nil {
		return err
	}
	study.reportCost(p)
	study.reportCompletion(p)
	if err := study.reportBlocked(ctx, p); err != nil {
		return err
	}
	study.reportLinear(p)
	if study.config.selected(partTheory) {
		return study.reportTheory(ctx, p)
	}
	return nil
}

// agreement compares the contenders' verdicts on each instance. Where one showed
// a solution, which was checked, another's "no solution" is wrong.
func (study *Study) agreement() page.Verdict {
	const what = "verdicts of all contenders on the same instances"
	var wrong []string
	verdicts, instances, shared := 0, 0, 0
	type answers struct {
		contender backends.Contender
		sweep     string
		answers   []bench.Answer
	}
	same := map[*list][]answers{}
	var order []*list
	for _, e := range study.entries {
		for _, s := range study.samplesOf(e) {
			if same[s.list] == nil {
				order = append(order, s.list)
			}
			same[s.list] = append(same[s.list], answers{e.contender, e.name, s.answers})
		}
	}
	for _, list := range order {
		longest := 0
		for _, w := range same[list] {
			longest = max(longest, len(w.answers))
		}
		instances += longest
		for i := range longest {
			var yes, no []string
			where := fmt.Sprintf("instance %d of %s, size %d", i+1, same[list][0].sweep, list.size)
			for _, w := range same[list] {
				if i >= len(w.answers) {
					continue
				}
				switch a := w.answers[i]; {
				case a.Wrong:
					wrong = append(wrong, fmt.Sprintf("%v gave a wrong solution of %s", w.contender, where))
				case a.Status == nqueens.Solved:
					yes = append(yes, w.contender.String())
				case a.Status == nqueens.Unsatisfiable:
					no = append(no, w.contender.String())
				}
			}
			verdicts += len(yes) + len(no)
			if len(yes)+len(no) > 1 {
				shared++
			}
			if len(yes) > 0 && len(no) > 0 {
				wrong = append(wrong, fmt.Sprintf("%s showed a solution of %s, and %s said that there is none", strings.Join(yes, ", "), where, strings.Join(no, ", ")))
			}
		}
	}
	switch {
	case len(wrong) > 0:
		return page.Verdict{Kind: page.Wrong, What: what, Why: strings.Join(wrong[:min(5, len(wrong))], "; ")}
	case shared == 0:
		return page.Verdict{Kind: page.Untested, What: what, Why: "no instance was answered by two"}
	}
	return page.Verdict{Kind: page.SameValue, What: what, Why: fmt.Sprintf("%s answers to %s instances, %s of which at least two answered, and none disagrees",
		table.Count(verdicts), table.Count(instances), table.Count(shared))}
}
