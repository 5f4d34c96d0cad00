package phase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/run"
	"nqueens/internal/atomicfile"
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
	asked     *bench.Sweep
	// first says that published figures are compared with it: it answers ten times as many instances as others.
	first bool
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
	// AcceptEdited takes records that were edited.
	AcceptEdited bool
}

// selected reports whether a part is to be gone on with.
func (c Config) selected(part string) bool {
	return len(c.Parts) == 0 || slices.Contains(c.Parts, part)
}

// Study is the experiment: sweeps of random instances, who answers them, and the
// answers so far.
type Study struct {
	config  Config
	folder  *bench.Folder
	entries []entry
	archive *archive // the published files; nil without
	runs    map[*bench.Sweep]bench.SweepRun
}

// plan lays out what could be run. It refuses parts that there are not and a folder without published files.
func plan(c Config) (*Study, error) {
	study := &Study{config: c}
	for _, part := range c.Parts {
		if !slices.Contains(Parts(), part) {
			return nil, fmt.Errorf("no part is called %q %s", part, suggest.Among(part, Parts()))
		}
	}
	if c.Instances != "" {
		var err error
		if study.archive, err = openArchive(c.Instances); err != nil {
			return nil, err
		}
	}
	study.planDiagonals()
	study.planCompletion()
	study.planBlocked()
	study.planLinear()
	return study, nil
}

// rounds are how many instances a point gets, one round after the other.
var rounds = []int{1, 10, 30, 100, 300}

// experiment is all that the entries ask.
func (study *Study) experiment() bench.Experiment {
	e := bench.Experiment{Name: Name, Repeat: bench.Repeat{Min: 1, Max: 1}, Rounds: rounds}
	for _, entry := range study.entries {
		e.Sweeps = append(e.Sweeps, entry.asked)
	}
	return e
}

// Name is what the study's experiment is called.
const Name = "phase-transition"

// Experiment is what the parts of a study ask, so many instances of each point and ten times as many by those that
// are compared with what is published. Contenders that are not here are left out.
func Experiment(c Config, each int) (bench.Experiment, error) {
	study, err := plan(c)
	if err != nil {
		return bench.Experiment{}, err
	}
	e := bench.Experiment{Name: Name, Repeat: bench.Repeat{Min: 1, Max: 1}, Rounds: rounds}
	for _, entry := range study.entries {
		if !c.selected(entry.part) || study.supported(entry) != nil {
			continue
		}
		most := each
		if entry.first {
			most *= 10
		}
		entry.asked.Count = min(entry.asked.Count, most)
		e.Sweeps = append(e.Sweeps, entry.asked)
	}
	if len(e.Sweeps) == 0 {
		return e, errors.New("no instance is answered in these parts of the phase transition")
	}
	return e, nil
}

// PartsOf are the parts that an experiment asks something of; none is all.
func PartsOf(e bench.Experiment) (parts []string) {
	for _, s := range e.Sweeps {
		if part, _, _ := strings.Cut(s.Name, ", "); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	if len(parts) == len(Parts())-1 { // all but the theory
		return nil
	}
	return parts
}

// Open opens the folder of a study, or begins one. It may hold answers that are not asked for any more.
func Open(dir string, c Config) (*Study, error) {
	study, err := plan(c)
	if err != nil {
		return nil, err
	}
	e := study.experiment()
	if err := convert(dir, e); err != nil {
		return nil, err
	}
	there, err := bench.ReadExperiment(filepath.Join(dir, bench.ExperimentFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	read := c.Runner.Child == nil // and nothing is asked
	mine := map[string]*bench.Sweep{}
	for _, s := range e.Sweeps {
		mine[s.Name+" "+s.Contender.String()] = s
	}
	if read && err == nil {
		e = there
		e.Sweeps = nil
	}
	for _, s := range there.Sweeps {
		own := mine[s.Name+" "+s.Contender.String()]
		if own != nil {
			own.Count = s.Count // of many machines' parts there may be fewer
		}
		if own == nil || read {
			e.Sweeps = append(e.Sweeps, cmp.Or(own, s))
		}
	}
	if study.folder, err = bench.OpenGrown(dir, e, c.AcceptEdited); err != nil {
		return nil, err
	}
	if !read {
		err = study.config.Runner.Begin(study.folder)
	}
	if err != nil {
		return nil, errors.Join(err, study.folder.Close())
	}
	study.look()
	return study, nil
}

// convert makes a folder of a ledger, as older programs kept it, one with records: their lines stay as they
// were written. What it has answers to beside the experiment is asked as far as it goes.
func convert(dir string, e bench.Experiment) error {
	old := filepath.Join(dir, "batches.jsonl")
	ending := ""
	if _, err := os.Stat(old + ".gz"); err == nil {
		ending = ".gz"
	} else if _, err := os.Stat(old); err != nil {
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, bench.ExperimentFile)); err == nil {
		return fmt.Errorf("%s%s: the folder has an experiment too: which of them is it? Move one away", old, ending)
	}
	e, err := e.WithBlocks(old)
	if err != nil {
		return err
	}
	content, err := bench.EncodeExperiment(e)
	if err == nil {
		err = os.Rename(old+ending, filepath.Join(dir, bench.RecordsFile+ending))
	}
	if err == nil {
		err = atomicfile.WriteFile(filepath.Join(dir, bench.ExperimentFile), content)
	}
	return err
}

// look reads what there is of each sweep.
func (study *Study) look() {
	study.runs = map[*bench.Sweep]bench.SweepRun{}
	for _, r := range study.folder.Runs().Sweeps {
		study.runs[r.Sweep] = r
	}
}

// Close closes the folder.
func (study *Study) Close() error { return study.folder.Close() }

// Run answers as many instances as the budget allows, and whatever it is one of each
// point on the smallest boards: without them there is no page. An error of the
// context is returned; what was recorded by then is safe.
func (study *Study) Run(ctx context.Context) error {
	meant := map[*bench.Sweep]bool{}
	var spent float64
	for _, e := range study.entries {
		if meant[e.asked] = study.config.selected(e.part) && study.supported(e) == nil; meant[e.asked] {
			spent += study.runs[e.asked].Wall()
		}
	}
	runner := study.config.Runner
	runner.Asked = func(s *bench.Sweep) bool { return meant[s] }
	runner.Budget = (study.config.Budget - study.theory()) * 5 / 4 // Run leaves a fifth for what comes after
	runner.Before = time.Duration(spent * float64(time.Second))
	err := runner.Run(ctx, study.folder)
	study.look()
	return err
}

// theory is what is kept of the budget for the theory, which comes at the end.
func (study *Study) theory() time.Duration {
	switch {
	case !study.config.selected(partTheory):
		return 0
	case len(study.config.Parts) == 1:
		return study.config.Budget
	}
	return study.config.Budget / 20
}

// answered is how many instances an entry has answered, of all its lists.
func (study *Study) answered(e entry) int { return study.runs[e.asked].Answered() }

// LeftOut says what the budget left out, and who cannot take part. How many
// instances the others had is in the tables.
func (study *Study) LeftOut() []string {
	var lines []string
	refused := map[string]bool{}
	for _, e := range study.entries {
		if !study.config.selected(e.part) {
			continue
		}
		name, all := e.contender.String(), e.asked.Len()
		why, done := study.supported(e), study.answered(e)
		switch {
		case why != nil && !refused[name]:
			refused[name] = true
			lines = append(lines, fmt.Sprintf("%s, from %s, %s on: %v", name, e.part, e.name, why))
		case why != nil:
		case done < min(enoughRuns*len(e.lists), all) || e.first && done < all:
			lines = append(lines, fmt.Sprintf("%s, %s, %s: %s of %s answers, for want of time", name, e.part, e.name, table.Count(done), table.Count(all)))
		}
	}
	return lines
}

const (
	trialLimit = 60 * time.Second // of one instance
	most       = 100              // instances of each list, and ten times as many where first
)

// add has contenders answer a sweep, at most so many instances of each list.
func (study *Study) add(s *sweep, first bool, each int, contenders ...backends.Contender) {
	for _, c := range contenders {
		asked := &bench.Sweep{Instances: s.instances, Task: nqueens.FindFirst, Contender: c, Limits: bench.Limits{Time: trialLimit, Memory: 2 << 30}, Count: min(each, s.most, most)}
		if first {
			asked.Count = min(each, s.most, 10*most)
		}
		if c == linear {
			asked.Limits.Time = rootLimit
		}
		study.entries = append(study.entries, entry{sweep: s, contender: c, asked: asked, first: first})
	}
}

// supported is why a contender cannot answer the sweep, nil if it can.
func (study *Study) supported(e entry) error {
	p, _, err := e.instances.Problem(len(e.lists) - 1) // as large as any
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

// samplesOf is what there is of each list of an entry.
func (study *Study) samplesOf(e entry) []sample {
	var out []sample
	for i, list := range e.lists {
		s := sample{list: list}
		for _, a := range study.runs[e.asked].Point(i) {
			s.answers = append(s.answers, answer{a})
		}
		if len(s.answers) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Caveats say of how many builds and machines the answers are.
func (study *Study) Caveats() []string {
	builds, machines := bench.Builds{}, bench.Machines{}
	for _, r := range study.runs {
		for _, b := range r.Blocks {
			builds.Add(b.Build, b.Len())
			machines[b.Machine] += b.Len()
		}
	}
	return slices.Concat(machines.Caveat("nodes and verdicts compare, seconds only within one"), builds.Caveat(study.folder.Build))
}

// Build is that of the program that went on with the study last.
func (study *Study) Build() string { return study.folder.Build }

// Report writes the page from what the folder holds of all parts.
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
		answers   []answer
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
				case a.Wrong():
					wrong = append(wrong, fmt.Sprintf("%v gave a wrong solution of %s", w.contender, where))
				case a.Status() == nqueens.Solved:
					yes = append(yes, w.contender.String())
				case a.Status() == nqueens.Unsatisfiable:
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
