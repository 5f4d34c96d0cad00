package bench

import (
	"errors"
	"path/filepath"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"nqueens/backends"
	"nqueens/backends/external"
)

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
func (p *Plan) programs(available []backends.Backend, jobs []Job) ([]Program, error) {
	var list []Program
	for _, b := range available {
		x, why := Program{Name: b.Describe().Name}, errNothingToSolve
		switch b := b.(type) {
		case external.Counter:
			x.Command, why = b.Command, errNothingToCount
		case *external.Solver:
			x.Command, x.Engine = b.Command(), b.Describe().Engine
		default:
			continue
		}
		switch {
		case slices.ContainsFunc(jobs, func(j Job) bool { return j.Backend == x.Name }):
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
