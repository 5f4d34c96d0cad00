package run

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/fleet"
	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
	"nqueens/internal/leftover"
)

// BenchParts is the kind of list that NewParts returns.
const BenchParts = "bench"

// cell is the content of a part of a bench: all contenders on one problem and task, so that one machine
// measures all that is compared.
type cell struct {
	Versions   map[string]string `json:"versions"` // of the backends, because a comparison needs one version of each
	Experiment json.RawMessage   `json:"experiment"`
	// Spans are parts of the experiment's sweeps, instead of jobs.
	Spans []span `json:"spans,omitempty"`
	// Formula is the gzipped text of the problem's formula, if it has one, and Format is its format.
	Formula []byte `json:"formula,omitempty"`
	Format  string `json:"format,omitempty"`
}

// pack reads the formula of a problem from its file.
func (c *cell) pack(p nqueens.Problem) error {
	c.Format = p.Formula.Format
	text, err := os.ReadFile(p.Formula.Path)
	if err != nil {
		return fmt.Errorf("reading %s for its part: %w", p.Formula.Name, err)
	}
	if bytes.HasPrefix(text, []byte("\x1f\x8b")) { // magic number of gzip
		c.Formula = text
		return nil
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(text) //nolint:errcheck // a buffer takes everything
	w.Close()     //nolint:errcheck // likewise
	c.Formula = packed.Bytes()
	return nil
}

// unpack decodes the jobs' formula from the part and writes it to path. It returns an error if the formula is
// not the one that the jobs name, or is larger than a plan's may be.
func (c *cell) unpack(jobs []bench.Job, path string) error {
	var read nqueens.Problem
	for i, j := range jobs {
		if j.Problem.HasBoard() {
			continue
		}
		if read.Formula == nil {
			var err error
			how := encode.Reading{Format: c.Format}
			if read, err = how.Problem(family.Queens, path, bytes.NewReader(c.Formula)); err != nil {
				return fmt.Errorf("%s: its formula: %w", j.ProblemName(), err)
			}
		}
		if read.HasBoard() || read.Formula.Digest != j.Problem.Formula.Digest {
			return fmt.Errorf("%s: the part has another formula", j.ProblemName())
		}
		formula := *read.Formula
		formula.Name = j.Problem.Formula.Name
		named := read
		named.Formula = &formula
		conditioned, err := named.Conditioned(j.Problem.Formula.Given)
		if err != nil {
			return fmt.Errorf("%s: %w", j.ProblemName(), err)
		}
		jobs[i].Problem.N, jobs[i].Problem.Formula = read.N, conditioned.Formula
	}
	return nil
}

// NewParts divides an experiment into parts for many machines. There is one part for each problem and task,
// with all its contenders, and sweeps are divided as cut states. A part contains its problem, with the text
// of a formula. It contains no commands: a worker finds a solver by its name. NewParts returns an error for
// other builds of the program and for proofs that are to be kept, because these cannot be sent.
func (r *Runner) NewParts(ctx context.Context, e bench.Experiment, cut Cut, build string) (*fleet.List, error) {
	if len(e.Binaries) > 0 {
		return nil, errors.New("many machines cannot measure other builds of this program: leave --binary out, or run nqueens bench with it on one machine")
	}
	type question struct {
		problem string
		task    nqueens.Task
	}
	cells := map[question]*bench.Experiment{}
	var order []question
	for _, j := range e.Jobs {
		if j.KeepProof {
			return nil, fmt.Errorf("%s: proofs of other machines are checked but cannot be kept: leave `proof: keep` out", j.ProblemName())
		}
		q := question{j.ProblemName(), j.Task}
		if cells[q] == nil {
			part := e
			part.Jobs, part.Sweeps, part.External, part.Published = nil, nil, nil, nil
			cells[q], order = &part, append(order, q)
		}
		cells[q].Jobs = append(cells[q].Jobs, j)
	}
	var asks []any
	for _, q := range order {
		ask, err := r.ask(*cells[q])
		if err != nil {
			return nil, err
		}
		if jobs := slices.Clone(cells[q].Jobs); !jobs[0].Problem.HasBoard() {
			if err = ask.pack(jobs[0].Problem); err == nil {
				err = ask.unpack(jobs, "")
			}
			if err != nil {
				return nil, err
			}
		}
		asks = append(asks, ask)
	}
	swept, seconds, err := r.cutSweeps(ctx, e, cut)
	if err != nil {
		return nil, err
	}
	head := e
	head.Jobs, head.Sweeps = nil, nil
	text, err := bench.EncodeExperiment(head)
	if err != nil {
		return nil, err
	}
	l, err := fleet.NewMeasured(BenchParts, e.Name, build, json.RawMessage(text), append(asks, swept...))
	if err == nil && len(asks) == 0 {
		l.Seconds = seconds / float64(l.Parts())
	}
	return l, err
}

// ask returns the content of a part from an experiment that has only the part's jobs.
func (r *Runner) ask(e bench.Experiment) (ask cell, err error) {
	ask.Versions = map[string]string{}
	for name := range e.Backends() {
		b, err := backends.Named(r.Backends, name)
		if err != nil {
			return ask, err
		}
		ask.Versions[name] = backends.Version(b)
	}
	ask.Experiment, err = bench.EncodeExperiment(e)
	return ask, err
}

// Measurer measures the parts of benches. It implements fleet.Measurer.
type Measurer struct {
	Runner   *Runner
	Families nqueens.Catalogue
}

// openCell decodes the content of a part.
func openCell(p fleet.Part, known nqueens.Catalogue) (c cell, e bench.Experiment, err error) {
	name := fmt.Sprintf("part %d", p.Number)
	if err = jsonfile.Unmarshal(p.Request, &c); err != nil {
		return c, e, fmt.Errorf("reading %s: %w", name, err)
	}
	e, err = bench.DecodeExperiment(name, c.Experiment, known)
	if err == nil && len(e.Jobs)+len(c.Spans) == 0 {
		err = fmt.Errorf("%s has no jobs", name)
	}
	for _, s := range c.Spans {
		if err == nil && (s.Sweep < 0 || s.Sweep >= len(e.Sweeps) || s.From < 0 || s.To <= s.From || s.To > e.Sweeps[s.Sweep].Len()) {
			err = fmt.Errorf("%s has instances that are in none of its sweeps", name)
		}
	}
	return c, e, err
}

// Check returns an error if this machine lacks something for the part: a contender, or the version of it that
// all machines measure.
func (m Measurer) Check(p fleet.Part) error {
	c, e, err := openCell(p, m.Families)
	if err != nil {
		return err
	}
	if err := c.unpack(e.Jobs, ""); err != nil {
		return fmt.Errorf("part %d: %w", p.Number, err)
	}
	for _, j := range e.Jobs {
		if err := j.Contender.Check(m.Runner.Backends, nqueens.Request{Problem: j.Problem, Task: j.Task}); err != nil {
			return &fleet.UnableError{Lacks: fmt.Sprintf("part %d, %s: %v", p.Number, j.ProblemName(), err)}
		}
	}
	for _, s := range e.Sweeps {
		j, err := s.Job(s.Points() - 1) // as large as any other
		if err == nil {
			err = s.Contender.Check(m.Runner.Backends, nqueens.Request{Problem: j.Problem, Task: s.Task})
		}
		if err != nil {
			return &fleet.UnableError{Lacks: fmt.Sprintf("part %d, %s: %v", p.Number, s.Name, err)}
		}
	}
	return sameVersions(p, m.Runner.Backends, c.Versions)
}

// sameVersions returns a fleet.UnableError if this machine lacks a backend of the part in the version that
// all machines measure.
func sameVersions(p fleet.Part, all []backends.Backend, versions map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		b, err := backends.Named(all, name)
		if err != nil {
			return &fleet.UnableError{Lacks: fmt.Sprintf("part %d: %v", p.Number, err)}
		}
		if here := backends.Version(b); here != versions[name] {
			return &fleet.UnableError{Lacks: fmt.Sprintf("part %d needs %s in version %q, but this machine has %q", p.Number, name, versions[name], here)}
		}
	}
	return nil
}

// Measure runs the contenders of a part as Runner.Run does.
func (m Measurer) Measure(ctx context.Context, p fleet.Part) (*fleet.Measured, error) {
	c, e, err := openCell(p, m.Families)
	if err != nil {
		return nil, err
	}
	var measured fleet.Measured
	measured.Environment, err = apart(ctx, func(dir string) error {
		path := filepath.Join(dir, "formula")
		if len(c.Formula) > 0 {
			if err := os.WriteFile(path, c.Formula, 0o600); err != nil {
				return err
			}
		}
		if err := c.unpack(e.Jobs, path); err != nil {
			return err
		}
		f, err := bench.OpenFolder(dir, e)
		if err != nil {
			return err
		}
		runner := *m.Runner
		runner.begun = begun{}
		if c.Spans != nil {
			err = runner.spans(ctx, f, c.Spans)
		} else {
			err = runner.Run(ctx, f)
		}
		err = errors.Join(err, f.Close())
		measured.Records, measured.Answers = f.Records, f.Blocks
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("part %d: %w", p.Number, err)
	}
	return &measured, nil
}

// apart measures a part in a temporary folder while no other process of this user measures one on this
// machine. It returns the environment recorded in that folder.
func apart(ctx context.Context, measure func(dir string) error) (e bench.Environment, err error) {
	lock, err := alone(ctx)
	if err != nil {
		return e, err
	}
	defer lock.Unlock() //nolint:errcheck // a lock ends with its process
	dir, err := leftover.MkdirTemp()
	if err != nil {
		return e, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary folder of the system
	if err := measure(dir); err != nil {
		return e, err
	}
	environments, err := bench.ReadEnvironments(dir)
	if err == nil && len(environments) == 0 {
		err = errors.New("nothing was measured")
	}
	if err != nil {
		return e, err
	}
	return environments[0], nil
}

// alone waits until no other process of this user measures a part on this machine, and locks others out until
// Unlock.
func alone(ctx context.Context) (*journal.Lock, error) {
	for {
		lock, err := journal.TryLock(filepath.Join(os.TempDir(), fmt.Sprintf("nqueens-measures-%d", os.Getuid())))
		if !errors.Is(err, journal.ErrLocked) {
			return lock, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// answers returns an error unless the records are exactly those of the part, measured by the given build:
// one record for each repetition of each job.
func (c cell) answers(e bench.Experiment, build string, records []bench.Record) error {
	jobs, state := map[string]bench.Job{}, bench.NewSchedule(e)
	for _, j := range e.Jobs {
		jobs[j.String()] = j
	}
	made, void := map[string]bool{}, map[string]bool{}
	for _, r := range records {
		j, asked := jobs[r.String()]
		if !asked || r.Version != c.Versions[j.Backend] || r.Build != build || r.Repetition > e.Repeat.Most() ||
			r.Key != j.Key(r.Version, build, e.Seed, r.Repetition) || made[r.Key] {
			return fmt.Errorf("the result has a run of %v, which this part does not contain", r)
		}
		if err := r.Check(); err != nil {
			return fmt.Errorf("it has an invalid record of %v: %w", r, err)
		}
		made[r.Key], void[r.String()] = r.Status != nqueens.Void, void[r.String()] || r.Status == nqueens.Void
		state.Add(r)
	}
	for _, j := range e.Jobs {
		if !state.Complete(j) && !void[j.String()] {
			return fmt.Errorf("it lacks runs of %v", j)
		}
	}
	return nil
}

// Gather writes the results of the finished parts and the environments of the machines into a folder, which
// becomes the folder of an ordinary run. It can be called again when more parts are finished. It returns an
// error if a part has records that it should not have. dir may differ from the list's folder.
func Gather(list *fleet.Folder, dir string, known nqueens.Catalogue) (f *bench.Folder, err error) {
	if list.List.Engine != BenchParts {
		return nil, fmt.Errorf("%s has no parts of a bench", list.Dir)
	}
	e, err := bench.DecodeExperiment(list.Dir, list.List.Head, known)
	if err != nil {
		return nil, err
	}
	var found []bench.Record
	var blocks []bench.Block
	for k := range list.List.Parts() {
		c, part, err := openCell(list.List.Part(k+1), known)
		if err != nil {
			return nil, err
		}
		e.Jobs = append(e.Jobs, part.Jobs...)
		e.Sweeps = append(e.Sweeps, part.Sweeps...)
		result := list.Tally.Done(k + 1)
		if result == nil {
			continue
		}
		if err := cmp.Or(c.answers(part, list.List.Build, result.Measured.Records), c.answersOf(part, list.List.Build, result.Measured.Answers)); err != nil {
			return nil, result.Refused(err)
		}
		for _, b := range result.Measured.Answers {
			b.Machine = result.Machine
			blocks = append(blocks, b)
		}
		for _, r := range result.Measured.Records {
			r.Machine = result.Machine
			found = append(found, r)
		}
	}
	e.Sweeps = bench.EachSweep(e.Sweeps)
	if f, err = bench.OpenFolder(cmp.Or(dir, list.Dir), e); err != nil {
		return nil, err
	}
	if err := gather(f, list, found, blocks); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// gather adds the missing results to a run.
func gather(f *bench.Folder, list *fleet.Folder, found []bench.Record, blocks []bench.Block) error {
	type made struct {
		key string
		at  time.Time
	}
	of := func(r bench.Record) made { return made{r.Key, r.Started.UTC()} }
	now, keys, there := map[made]bool{}, map[string]bool{}, map[made]bool{}
	for _, r := range found {
		now[of(r)], keys[r.Key] = true, true
	}
	gone := func(r bench.Record) bool { // reports whether a recorded result no longer counts: it was withdrawn, or another result of its part counts
		return r.Machine != "" && !now[of(r)] && (keys[r.Key] || list.Tally.Trusts(r.Machine) != nil)
	}
	swept := map[sweptPart]bool{}
	for i := range blocks {
		swept[partOf(&blocks[i])] = true
	}
	goneBlock := func(b *bench.Block) bool {
		again := func(a bench.Block) bool {
			return a.List == b.List && a.Contender == b.Contender && a.From <= b.From && b.From < a.From+a.Len()
		}
		return b.Machine != "" && !swept[partOf(b)] && (list.Tally.Trusts(b.Machine) != nil || slices.ContainsFunc(blocks, again))
	}
	if err := f.Drop(gone, goneBlock); err != nil {
		return err
	}
	for i := range f.Blocks {
		b := &f.Blocks[i]
		if b.Machine != "" && !swept[partOf(b)] {
			return fmt.Errorf("%s has answers of %v that the machine %s measured, and no result in the list has them: restore %s", filepath.Join(f.Dir, bench.RecordsFile), b.Contender, b.Machine, fleet.JournalFile)
		}
		delete(swept, partOf(b))
	}
	blocks = slices.DeleteFunc(blocks, func(b bench.Block) bool { return !swept[partOf(&b)] })
	for _, r := range f.Records {
		there[of(r)] = true
		switch {
		case now[of(r)]:
		case r.Machine != "":
			return fmt.Errorf("%s has a run of %v that the machine %s measured, and no result in the list has it: restore %s", filepath.Join(f.Dir, bench.RecordsFile), r, r.Machine, fleet.JournalFile)
		case keys[r.Key]:
			return fmt.Errorf("%s has a run of %v that `nqueens bench` measured on this machine, but the run also belongs to a part: remove that file and %s, and both are made again from the parts", filepath.Join(f.Dir, bench.RecordsFile), r, bench.SummaryFile)
		}
	}
	fresh := slices.DeleteFunc(found, func(r bench.Record) bool { return there[of(r)] })
	if len(fresh)+len(blocks) > 0 {
		if err := f.SetBuild(list.List.Build, false); err != nil {
			return err
		}
		if err := errors.Join(f.Append(fresh...), f.AppendBlocks(blocks...)); err != nil {
			return err
		}
	}
	return bench.KeepMachines(f.Dir, list.Tally.Environments())
}
