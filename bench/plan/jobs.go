package plan

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/internal/suggest"
)

// Experiment returns the experiment of the plan. Its jobs are all combinations of the problems,
// tasks and contenders of each section, in the order of the sections and without repetitions. The
// clock is the wall clock if the plan does not set one; see Auto. The external programs of the plan
// must be among the available backends; see Backends.
//
// Experiment returns an error for an unknown backend or encoding, for a task or problem that a
// backend named in the plan does not support, and for a combination with two different limits or
// expectations. It also returns an error for a baseline or an external program without a job, and
// for more than 100,000 jobs.
func (p *Plan) Experiment(available []backends.Backend) (bench.Experiment, error) {
	e := expansion{seed: p.Seed, part: p.Part, at: map[string]int{}, swept: map[string]bool{}, joining: p.joining(available)}
	for i := range p.Sections {
		if err := e.section(&p.Sections[i], available); err != nil {
			return bench.Experiment{}, err
		}
	}
	if !p.Part.all() {
		if err := p.Part.check(e.seen, e.asked()); err != nil {
			return bench.Experiment{}, err
		}
	}
	made := bench.Experiment{
		Name: p.Name, Seed: p.Seed, Baseline: p.Baseline, Repeat: p.Repeat, Budget: p.Budget, Rounds: p.Rounds, Jobs: e.jobs, Sweeps: e.sweeps, Published: p.Published,
	}
	if p.Clock == bench.CPUClock || p.Clock == bench.ProcessClock {
		made.Clock = p.Clock
	}
	if n := p.Part.Repetitions; n > 0 {
		made.Repeat.Min, made.Repeat.Max = n, n
	}
	if !p.Part.Whole() {
		made.Name += "-part"
	}
	err := p.knowBaseline(e.asked())
	if err != nil && !p.Part.all() {
		made.Baseline, made.Published, err = "", nil, nil // it has no jobs
	}
	if err == nil {
		made.External, err = p.programs(available, e.asked())
	}
	if err != nil {
		return bench.Experiment{}, err
	}
	return made, nil
}

// Auto reports whether the plan leaves the clock to the program.
func (p *Plan) Auto() bool { return p.Clock == "" || p.Clock == bench.AutoClock }

// knowBaseline returns an error if the baseline has no job.
func (p *Plan) knowBaseline(jobs []bench.Job) error {
	if p.Baseline == "" {
		return nil
	}
	var names []string
	for _, j := range jobs {
		for _, name := range slices.Backward(j.Contender.Names()) {
			if name == p.Baseline {
				return nil
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return p.where.errorf("baseline", "baseline %q has no job in the plan %s", p.Baseline, suggest.Among(p.Baseline, names))
}

// expansion has the jobs of the sections so far.
type expansion struct {
	seed    uint64
	part    Part
	seen    seen // what the plan has, as far as Part needs it
	jobs    []bench.Job
	at      map[string]int     // index into jobs, by the job's identity
	joining []backends.Backend // external programs that no section names
	sweeps  []*bench.Sweep
	swept   map[string]bool // by the sweep's identity
}

// asked returns the jobs, and each sweep as a job.
func (e *expansion) asked() []bench.Job {
	return bench.Experiment{Jobs: e.jobs, Sweeps: e.sweeps}.AllJobs()
}

func (e *expansion) section(s *Section, available []backends.Backend) error {
	selection := backends.Selection{Backends: s.Backends, Encodings: s.Encodings, Cardinalities: s.Cardinalities, Orders: s.Orders, Threads: s.Threads}
	if !s.ExpectDisagreement { // a user's programs are not expected to be wrong
		selection.Joining = e.joining
	}
	chosen, err := selection.Choose(available)
	if err != nil {
		return s.locate(err)
	}
	named, joining := chosen, []backends.Candidate(nil)
	if i := slices.IndexFunc(chosen, func(c backends.Candidate) bool { return c.Joins }); i >= 0 {
		named, joining = chosen[:i], chosen[i:]
	}
	some, err := e.ask(s, selection, named)
	if err != nil {
		return err
	}
	more, err := e.ask(s, selection, joining)
	if err == nil && !some && !more && e.part.all() && !s.Optional {
		return s.where.errorf("", "no backend supports any of this")
	}
	return err
}

// ask adds a job for each of the section's problems and tasks that a candidate supports, and reports whether
// there was any.
func (e *expansion) ask(s *Section, selection backends.Selection, chosen []backends.Candidate) (some bool, err error) {
	for _, c := range chosen {
		e.seen.contender(c.Contender)
	}
	chosen = slices.DeleteFunc(slices.Clone(chosen), func(c backends.Candidate) bool { return !e.part.mayHave(c) })
	for _, task := range s.Tasks {
		e.seen.task(task)
	}
	if s.Optional {
		for i := range chosen {
			chosen[i].Name = "" // what it does not support is left out, and is no error
		}
	}
	for _, i := range s.instances() {
		e.seen.problems = append(e.seen.problems, i)
		if !e.part.hasProblem(i) {
			continue
		}
		for _, task := range s.Tasks {
			if !e.part.hasTask(task) {
				continue
			}
			able, _, err := selection.Supported(chosen, nqueens.Request{Problem: i.Problem, Task: task, Seed: e.seed})
			if err, ok := errors.AsType[*backends.SelectionError](err); ok {
				return some, s.locate(fmt.Errorf("backend %s, task %s, %s: %w", err.Name, task, i.Naming.Short, err))
			}
			for _, c := range able {
				if e.seen.contender(c.Contender); !e.part.has(c.Contender) {
					continue
				}
				some = true
				err := e.add(s, bench.Job{
					Problem: i.Problem, Instance: i.Name, Origin: i.Origin, Naming: i.Naming, Task: task, Contender: c.Contender,
					Limits: s.Limits, ExpectDisagreement: s.ExpectDisagreement, Proof: s.Proof && task == nqueens.FindFirst,
					KeepProof: s.KeepProof && task == nqueens.FindFirst,
				}, c.Joins)
				if err != nil {
					return some, err
				}
			}
		}
	}
	for _, sweep := range s.Sweeps {
		swept, err := e.sweep(s, sweep, selection, chosen)
		if err != nil {
			return some, err
		}
		some = some || swept
	}
	return some, nil
}

// sweep adds a sweep for each candidate that supports it, and reports whether there was any.
func (e *expansion) sweep(s *Section, sweep Sweep, selection backends.Selection, chosen []backends.Candidate) (some bool, err error) {
	named := Instance{Name: sweep.Name, Naming: bench.Naming{Full: sweep.Name, Short: sweep.Name}}
	if e.seen.problems = append(e.seen.problems, named); !e.part.hasProblem(named) || !e.part.hasTask(nqueens.FindFirst) {
		return false, nil
	}
	problem, _, err := sweep.Problem(sweep.Points() - 1)
	if err != nil {
		return false, sweep.at.Errorf("%w", err)
	}
	able, _, err := selection.Supported(chosen, nqueens.Request{Problem: problem, Task: nqueens.FindFirst, Seed: e.seed})
	if err, ok := errors.AsType[*backends.SelectionError](err); ok {
		return false, s.locate(fmt.Errorf("backend %s, task %s, %s: %w", err.Name, nqueens.FindFirst, sweep.Name, err))
	}
	for _, c := range able {
		if e.seen.contender(c.Contender); !e.part.has(c.Contender) {
			continue
		}
		if _, others := c.Engine.(backends.Portfolio); others {
			return false, s.where.errorf("backend "+c.Contender.Backend, "%s delegates to other backends, and blocks do not record which: set the number of runs, as in repetitions: {min: 1, max: 1}", c.Contender.Backend)
		}
		some = true
		asked := &bench.Sweep{Instances: sweep.Instances, Task: nqueens.FindFirst, Contender: c.Contender, Limits: s.Limits, Count: sweep.Count, Locate: sweep.Locate}
		if name := sweep.Name + " " + c.Contender.String(); !e.swept[name] {
			e.swept[name] = true
			e.sweeps = append(e.sweeps, asked)
		}
	}
	return some, nil
}

// locate adds the place of a name in the plan to an error about it.
func (s *Section) locate(err error) error {
	if wrong, ok := errors.AsType[*backends.SelectionError](err); ok {
		return s.where.errorf(wrong.Kind+" "+wrong.Name, "%w", err)
	}
	return err
}

// instances returns the section's problems and instances.
func (s *Section) instances() []Instance {
	var list []Instance
	for _, p := range s.Problems {
		list = append(list, Instance{Problem: p, Naming: bench.NamingOf(p, "")})
	}
	for _, i := range s.Instances {
		if i.Naming.Full == "" { // a section made in Go
			i.Naming = bench.NamingOf(i.Problem, i.Name)
		}
		list = append(list, i)
	}
	return list
}

// add appends the job unless it is already present. With joins set, a different existing job is no error.
func (e *expansion) add(s *Section, j bench.Job, joins bool) error {
	same := j.String()
	if i, ok := e.at[same]; ok {
		if joins {
			return nil
		}
		if first := e.jobs[i]; first.Limits != j.Limits || first.ExpectDisagreement != j.ExpectDisagreement || first.Proof != j.Proof || first.KeepProof != j.KeepProof {
			return s.where.errorf("", "%s, task %s, by %s is already in an earlier run, with other limits or another expectation", j.ProblemName(), j.Task, j.Contender)
		}
		return nil
	}
	if len(e.jobs) == maxJobs {
		return s.where.errorf("", "the plan has more than %d jobs", maxJobs)
	}
	e.at[same] = len(e.jobs)
	e.jobs = append(e.jobs, j)
	return nil
}

// Backends returns the given backends and the plan's external programs. It returns an error if a program has
// the name of another backend.
func (p *Plan) Backends(given []backends.Backend) ([]backends.Backend, error) {
	all := slices.Clone(given)
	for _, x := range p.External {
		var err error
		if all, err = backends.Join(all, x); err != nil {
			name, what := x.Describe().Name, "solver"
			if _, counts := x.(backends.Standalone); counts {
				what = "external program"
			}
			return nil, p.where.errorf("external "+name, "%s %q: %w", what, name, err)
		}
	}
	return all, nil
}

// Joining returns the names of the plan's external programs that no section names, if a section names other
// backends. These programs join such sections.
func (p *Plan) Joining(available []backends.Backend) (names []string) {
	others := func(s Section) bool { return len(s.Backends) > 0 && !slices.Contains(s.Backends, backends.Everything) }
	if len(p.Part.Backends) > 0 || !slices.ContainsFunc(p.Sections, others) {
		return nil
	}
	for _, b := range p.joining(available) {
		name := backends.NameOf(b)
		if slices.ContainsFunc(p.External, func(x backends.Process) bool { return backends.NameOf(x) == name }) {
			names = append(names, name)
		}
	}
	return names
}

// joining returns the external programs that no section names.
func (p *Plan) joining(available []backends.Backend) []backends.Backend {
	var list []backends.Backend
	for _, b := range available {
		named := func(s Section) bool { return slices.Contains(s.Backends, b.Describe().Name) }
		if backends.UserDefined(b) && !slices.ContainsFunc(p.Sections, named) {
			list = append(list, b)
		}
	}
	return list
}

// programs returns the external programs among the backends that have a job. It returns an error if a program
// of the user has none.
func (p *Plan) programs(available []backends.Backend, jobs []bench.Job) ([]bench.Program, error) {
	var list []bench.Program
	var own bool
	paths := map[string]string{} // solvers' programs, by name
	for _, b := range available {
		program, ok := b.(backends.Process)
		if !ok {
			continue
		}
		d := b.Describe()
		x, can := bench.Program{Name: d.Name, Command: program.CommandLine(), Engine: d.Engine}, "a task and a problem"
		if counter, counts := b.(backends.Standalone); counts {
			x.Engine, can = "", "the task count on bare boards"
			x.Folder = fromHere(counter.Invocation(nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 1}}).Dir)
		}
		if file, _ := program.Definition(); file != "" {
			x.File = fromHere(file)
		}
		switch {
		case slices.ContainsFunc(jobs, func(j bench.Job) bool { return j.Backend == x.Name }):
			list = append(list, x)
			own = own || backends.UserDefined(b)
			if x.Engine != "" {
				_, paths[x.Name] = program.Program()
			}
		case backends.UserDefined(b) && p.Part.all():
			return nil, p.where.errorf("external "+x.Name, "external program %q has no job in the plan: no run has %s that it supports", x.Name, can)
		}
	}
	for i, x := range list {
		if own && len(list) > 1 {
			list[i].Digest = backends.FileDigest(paths[x.Name])
		}
	}
	return list, nil
}

// fromHere returns a path relative to the current folder; "" stands for that folder.
func fromHere(path string) string {
	here, err := filepath.Abs(".")
	if err != nil || path == "" {
		return path
	}
	there, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	switch way, err := filepath.Rel(here, there); {
	case err != nil:
		return path
	case way == ".":
		return ""
	default:
		return filepath.ToSlash(way)
	}
}
