package bench

import (
	"errors"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"nqueens/backends"
	"nqueens/backends/external"
)

// external reads the plan's external programs and finds each.
func (r *planReader) external(node ast.Node, where places) (counters []external.Counter, err error) {
	err = r.entries(node, "name", func(name string, at, value ast.Node) error {
		command, err := r.words(value)
		if err != nil {
			return err
		}
		c, err := external.New(name, command, r.folder)
		if err != nil {
			return r.fail(value, "external program %w", err)
		}
		where["external "+name] = r.place(at)
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
	return all, nil
}

// joining are the external programs that no section names.
func (p *Plan) joining(available []backends.Backend) []backends.Backend {
	var list []backends.Backend
	for _, b := range available {
		c, ok := b.(external.Counter)
		named := func(s Section) bool { return slices.Contains(s.Backends, c.Name) }
		if ok && !slices.ContainsFunc(p.Sections, named) {
			list = append(list, c)
		}
	}
	return list
}

// programs are the external ones among the backends. Each must have a job.
func (p *Plan) programs(available []backends.Backend, jobs []Job) ([]Program, error) {
	var list []Program
	for _, b := range available {
		c, ok := b.(external.Counter)
		if !ok {
			continue
		}
		if !slices.ContainsFunc(jobs, func(j Job) bool { return j.Backend == c.Name }) {
			return nil, p.where.errorf("external "+c.Name, "external program %q runs nowhere in the plan: %w", c.Name, errNothingToCount)
		}
		list = append(list, Program{c.Name, c.Command})
	}
	return list, nil
}

var errNothingToCount = errors.New("no run has the task count on bare boards that it can do")
