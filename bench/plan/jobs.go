package plan

import (
	"errors"
	"nqueens"
	"nqueens/backends"
	"nqueens/backends/external"
	"nqueens/bench"
	"path/filepath"
	"slices"

	"github.com/goccy/go-yaml/ast"
)

// Experiment is the plan made concrete with the backends that there are: every
// combination that its sections name, in the order in which they name them,
// each once. It refuses names that no backend or encoding has, what a backend
// named in the plan cannot do, a combination named twice with different limits
// or expectations, a baseline or an external program without a job, and more
// than 10,000 jobs. The external programs must be among the backends: see
// Backends.
func (p *Plan) Experiment(available []backends.Backend) (bench.Experiment, error) {
	e := expansion{seed: p.Seed, at: map[string]int{}, joining: p.joining(available)}
	for i := range p.Sections {
		if err := e.section(&p.Sections[i], available); err != nil {
			return bench.Experiment{}, err
		}
	}
	if err := p.knowBaseline(e.jobs); err != nil {
		return bench.Experiment{}, err
	}
	programs, err := p.programs(available, e.jobs)
	if err != nil {
		return bench.Experiment{}, err
	}
	return bench.Experiment{
		Name: p.Name, Seed: p.Seed, Baseline: p.Baseline, Repeat: p.Repeat, Jobs: e.jobs,
		External: programs, Published: p.Published,
	}, nil
}

// knowBaseline refuses a baseline that no job is by.
func (p *Plan) knowBaseline(jobs []bench.Job) error {
	if p.Baseline == "" {
		return nil
	}
	var names []string
	for _, j := range jobs {
		for _, name := range []string{j.Backend, bench.ContenderName(j.Backend, j.Encoding, 1), j.Contender()} {
			if name == p.Baseline {
				return nil
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return p.where.errorf("baseline", "baseline %q runs nowhere in the plan %s", p.Baseline, nqueens.Suggest(p.Baseline, names))
}

// contender is a backend with an encoding, "" if it takes none.
type contender struct {
	backends.Backend
	nqueens.Description
	encoding string
}

// expansion is the jobs of the sections so far.
type expansion struct {
	seed    uint64
	jobs    []bench.Job
	at      map[string]int     // index into jobs by what makes two of them the same
	joining []backends.Backend // external programs that no section names
}

func (e *expansion) section(s *Section, available []backends.Backend) error {
	contenders, err := s.contenders(available)
	if err != nil {
		return err
	}
	threads := s.Threads
	if len(threads) == 0 {
		threads = []int{1}
	}
	some := false
	for _, i := range s.asked() {
		name := i.Naming.Short
		for _, task := range s.Tasks {
			for _, c := range contenders {
				request := nqueens.Request{Problem: i.Problem, Task: task, Encoding: c.encoding, Seed: e.seed}
				if err := c.can(request); err != nil && s.allBackends() {
					continue
				} else if err != nil {
					return s.where.errorf("backend "+c.Name, "backend %s, task %s, %s: %w", c.Name, task, name, err)
				}
				some = true
				for _, t := range threads {
					err := e.add(s, bench.Job{
						Problem: i.Problem, Instance: i.Name, Naming: i.Naming, Task: task, Backend: c.Name, Encoding: c.encoding, Threads: t,
						Limits: s.Limits, ExpectDisagreement: s.ExpectDisagreement, Proof: s.Proof && task == nqueens.FindFirst,
					})
					if err != nil {
						return err
					}
				}
			}
		}
	}
	joined, err := e.join(s)
	if err == nil && !some && !joined {
		return s.where.errorf("", "no backend can do any of this")
	}
	return err
}

// join has the external programs that no section names take part in the
// section, with what they can do and is not there yet, and says whether there
// was any.
func (e *expansion) join(s *Section) (some bool, err error) {
	if s.ExpectDisagreement {
		return false, nil // they are not known to be wrong
	}
	for _, i := range s.asked() {
		for _, task := range s.Tasks {
			for _, b := range e.joining {
				d := b.Describe()
				if s.allBackends() && d.Ordinary() || b.Supports(nqueens.Request{Problem: i.Problem, Task: task}) != nil {
					continue // it is there already, or cannot
				}
				some = true
				job := bench.Job{
					Problem: i.Problem, Instance: i.Name, Naming: i.Naming, Task: task, Backend: d.Name, Limits: s.Limits,
					Proof: s.Proof && task == nqueens.FindFirst,
				}
				if len(d.Encodings) > 0 {
					job.Encoding = d.Encodings[0]
				}
				if _, there := e.at[job.String()]; there {
					continue
				}
				if err := e.add(s, job); err != nil {
					return some, err
				}
			}
		}
	}
	return some, nil
}

// asked are the section's problems and instances.
func (s *Section) asked() []Instance {
	var list []Instance
	for _, p := range s.Problems {
		list = append(list, Instance{Problem: p, Naming: bench.NamingOf(p, "")})
	}
	for _, i := range s.Instances {
		i.Naming = i.naming()
		list = append(list, i)
	}
	return list
}

// add appends the job unless it is there.
func (e *expansion) add(s *Section, j bench.Job) error {
	j.Threads = j.SeveralThreads()
	same := j.String()
	if i, ok := e.at[same]; ok {
		if first := e.jobs[i]; first.Limits != j.Limits || first.ExpectDisagreement != j.ExpectDisagreement || first.Proof != j.Proof {
			return s.where.errorf("", "%s, task %s, by %s is in an earlier run with other limits or another expectation", j.ProblemName(), j.Task, j.Contender())
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

// can says why the contender cannot serve the request, or nil.
func (c contender) can(r nqueens.Request) error {
	if err := c.Accepts(r); err != nil {
		return err
	}
	return c.Supports(r)
}

// contenders are the section's backends, each with every encoding that the
// section asks of it.
func (s *Section) contenders(available []backends.Backend) ([]contender, error) {
	chosen, err := s.backends(available)
	if err != nil {
		return nil, err
	}
	if err := s.knowEncodings(available, chosen); err != nil {
		return nil, err
	}
	var contenders []contender
	for _, c := range chosen {
		for _, encoding := range s.encodings(c.Description) {
			contenders = append(contenders, contender{Backend: c.Backend, Description: c.Description, encoding: encoding})
		}
	}
	return contenders, nil
}

// backends are those that the section names, in its order.
func (s *Section) backends(available []backends.Backend) ([]contender, error) {
	var chosen []contender
	byName := map[string]contender{}
	var names []string
	for _, b := range available {
		d := b.Describe()
		byName[d.Name] = contender{Backend: b, Description: d}
		names = append(names, d.Name)
		if d.Ordinary() {
			chosen = append(chosen, byName[d.Name])
		}
	}
	if s.allBackends() {
		return chosen, nil
	}
	chosen = nil
	for _, name := range s.Backends {
		c, ok := byName[name]
		if !ok {
			return nil, s.where.errorf("backend "+name, "unknown backend %q %s", name, nqueens.Suggest(name, names))
		}
		chosen = append(chosen, c)
	}
	return chosen, nil
}

// encodings are those of the backend's that the section asks for.
func (s *Section) encodings(d nqueens.Description) []string {
	switch {
	case len(d.Encodings) == 0:
		return []string{""}
	case len(s.Encodings) == 0:
		return d.Encodings[:1]
	case s.allEncodings():
		return d.Encodings
	}
	var asked []string
	for _, name := range s.Encodings {
		if slices.Contains(d.Encodings, name) {
			asked = append(asked, name)
		}
	}
	return asked
}

// knowEncodings refuses an encoding that there is not, that none of the chosen
// backends takes, or that one of those named in the plan lacks though it takes
// others.
func (s *Section) knowEncodings(available []backends.Backend, chosen []contender) error {
	if s.allEncodings() {
		return nil
	}
	var known []string
	for _, b := range available {
		for _, name := range b.Describe().EncodingNames() {
			if !slices.Contains(known, name) {
				known = append(known, name)
			}
		}
	}
	for _, name := range s.Encodings {
		if !slices.Contains(known, name) {
			return s.where.errorf("encoding "+name, "unknown encoding %q %s", name, nqueens.Suggest(name, known))
		}
		taken := false
		for _, c := range chosen {
			has := slices.Contains(c.Encodings, name)
			if len(c.Encodings) > 0 && !has && !s.allBackends() {
				return s.where.errorf("encoding "+name, "%s has no encoding %q %s", c.Name, name, nqueens.Suggest(name, c.EncodingNames()))
			}
			taken = taken || has
		}
		if !taken {
			return s.where.errorf("encoding "+name, "no backend of this run takes the encoding %q", name)
		}
	}
	return nil
}

func (s *Section) allBackends() bool {
	return len(s.Backends) == 0 || slices.Equal(s.Backends, []string{everything})
}

func (s *Section) allEncodings() bool { return slices.Equal(s.Encodings, []string{everything}) }

// external reads the plan's external programs and finds each.
func (r *planReader) external(node ast.Node, where places) (counters []external.Counter, err error) {
	err = r.Entries(node, "name", func(name string, at, value ast.Node) error {
		command, err := r.Words(value)
		if err != nil {
			return err
		}
		c, err := external.New(name, command, r.folder)
		if err != nil {
			return r.Fail(value, "external program %w", err)
		}
		where["external "+name] = r.Place(at)
		counters = append(counters, c)
		return nil
	})
	return counters, err
}

// Backends returns those given and the plan's external programs. It refuses a
// program that has the name of another backend.
func (p *Plan) Backends(given []backends.Backend) ([]backends.Backend, error) {
	all := slices.Clone(given)
	for _, c := range p.External {
		if _, err := backends.Named(all, c.Name); err == nil {
			return nil, p.where.errorf("external "+c.Name, "external program %q: there is a backend of that name already; choose another", c.Name)
		}
		all = append(all, c)
	}
	for _, s := range p.Solvers {
		name := s.Describe().Name
		if _, err := backends.Named(all, name); err == nil {
			return nil, p.where.errorf("external "+name, "solver %q: there is a backend of that name already; choose another", name)
		}
		all = append(all, s)
	}
	return all, nil
}

// joining are the external programs that no section names.
func (p *Plan) joining(available []backends.Backend) []backends.Backend {
	var list []backends.Backend
	for _, b := range available {
		named := func(s Section) bool { return slices.Contains(s.Backends, b.Describe().Name) }
		if external.Joins(b) && !slices.ContainsFunc(p.Sections, named) {
			list = append(list, b)
		}
	}
	return list
}

// programs are the external ones among the backends that have a job. Those that
// the user described must.
func (p *Plan) programs(available []backends.Backend, jobs []bench.Job) ([]bench.Program, error) {
	var list []bench.Program
	for _, b := range available {
		x, why := bench.Program{Name: b.Describe().Name}, errNothingToSolve
		switch b := b.(type) {
		case external.Counter:
			x.Command, why = b.Command, errNothingToCount
		case *external.Solver:
			x.Command, x.Engine = b.Command(), b.Describe().Engine
		default:
			continue
		}
		switch {
		case slices.ContainsFunc(jobs, func(j bench.Job) bool { return j.Backend == x.Name }):
			list = append(list, x)
		case external.Joins(b):
			return nil, p.where.errorf("external "+x.Name, "external program %q runs nowhere in the plan: %w", x.Name, why)
		}
	}
	return list, nil
}

var (
	errNothingToCount = errors.New("no run has the task count on bare boards that it can do")
	errNothingToSolve = errors.New("no run has a task and a problem that it can do")
)

// solvers reads the descriptions of the plan's external solvers.
func (r *planReader) solvers(node ast.Node, where places) (list []*external.Solver, err error) {
	err = r.List(node, func(n ast.Node) error {
		path, err := r.Words(n)
		if err != nil {
			return err
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(r.folder, path)
		}
		s, err := external.ReadSolver(path)
		if err != nil {
			return r.Fail(n, "%w", err)
		}
		where["external "+s.Describe().Name] = r.Place(n)
		list = append(list, s)
		return nil
	})
	return list, err
}
