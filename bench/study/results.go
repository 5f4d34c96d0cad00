package study

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/bench/summary"
)

// point is the answers of one contender to what differs in nothing but the instance.
type point struct {
	job   *bench.Job // the first of them
	as    []string   // what its runs call themselves
	cells []*summary.Cell
}

// parameter returns the value of a parameter, "" where it has none.
func (p *point) parameter(name string) string {
	problem := p.job.Problem
	switch name {
	case plan.ParameterN:
		return strconv.Itoa(problem.N)
	case plan.ParameterBackend:
		return p.job.Contender.String()
	case plan.ParameterAs:
		return strings.Join(p.as, ", ")
	case "family":
		return problem.Family.Name
	case "task":
		return string(p.job.Task)
	case "symmetric":
		return problem.Symmetric.String()
	}
	if p.job.Origin != nil && slices.Contains(p.job.Origin.Kind.Parameters(), name) {
		return strconv.Itoa(p.job.Origin.Parameter(name))
	}
	return ""
}

// has reports whether a parameter has a value. A contender has several names.
func (p *point) has(name, value string) bool {
	switch name {
	case plan.ParameterBackend:
		return slices.Contains(p.job.Names(), value)
	case plan.ParameterAs:
		return slices.Contains(p.as, value)
	}
	return p.parameter(name) == value
}

// newPoints returns the points of a run.
func points(s summary.Summary, callings map[string][]string) (list []*point) {
	type key struct {
		as, problem string
		recipe      any
		n           int
		task        nqueens.Task
		contender   backends.Contender
	}
	at := map[key]*point{}
	for i, c := range s.Cells {
		job := &s.Experiment.Jobs[i]
		as := callings[job.String()]
		k := key{as: strings.Join(as, "\x00"), problem: c.Family, n: c.N, task: c.Task, contender: c.Contender}
		switch {
		case c.Origin != nil:
			k.recipe = c.Origin.Recipe
		case c.Instance == "":
			k.problem = c.Problem
		}
		p := at[k]
		if p == nil {
			p = &point{job: job, as: as}
			at[k] = p
			list = append(list, p)
		}
		p.cells = append(p.cells, c)
	}
	return list
}

// set is some of the points, with what is known to be the same of all.
type set struct {
	points []*point
	fixed  map[string]string
}

// where returns the points with a value of a parameter.
func (s set) where(name, value string) set {
	kept := set{fixed: map[string]string{name: value}}
	for k, v := range s.fixed {
		if k != name {
			kept.fixed[k] = v
		}
	}
	for _, p := range s.points {
		if p.has(name, value) {
			kept.points = append(kept.points, p)
		}
	}
	return kept
}

// values returns the different values of a parameter: numbers in ascending order, others in the order of the plan.
func (s set) values(name string) (list []string) {
	seen := map[string]bool{}
	for _, p := range s.points {
		names := []string{p.parameter(name)}
		if name == plan.ParameterAs {
			names = p.as
		}
		for _, v := range names {
			if v != "" && !seen[v] {
				seen[v] = true
				list = append(list, v)
			}
		}
	}
	if numbers := slices.ContainsFunc(list, func(v string) bool { _, err := strconv.Atoi(v); return err != nil }); !numbers {
		slices.SortFunc(list, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	}
	return list
}

func number(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64) //nolint:errcheck // a parameter's value, which is written by us
	return v
}

// selected returns the points that a part of the page is of. It leaves a place at the peak open.
func (s set) selected(of plan.Selection) set {
	kept := s
	if of.Of != "" {
		kept = kept.where(plan.ParameterAs, of.Of)
	}
	if of.By != "" {
		kept = kept.where(plan.ParameterBackend, of.By)
	}
	for _, f := range of.At {
		if f.AtPeak {
			continue
		}
		all := kept.points
		kept.points = nil
		for _, p := range all {
			if f.Has(p.parameter(f.Parameter)) || f.Words != nil && slices.ContainsFunc(f.Words, func(w string) bool { return p.has(f.Parameter, w) }) {
				kept.points = append(kept.points, p)
			}
		}
	}
	return kept
}

// axis returns the parameter that varies: the given one, or the first parameter of generated instances
// that has more values than the size, or the size.
func (s set) axis(asked string) string {
	if asked != "" {
		return asked
	}
	varies := func(name string) bool { return len(s.values(name)) > 1 }
	for _, p := range s.points {
		if p.job.Origin == nil {
			continue
		}
		for _, name := range p.job.Origin.Kind.Parameters() {
			if varies(name) && (!varies(plan.ParameterN) || s.fixed[plan.ParameterN] != "" || len(s.values(name)) > len(s.values(plan.ParameterN))) {
				return name
			}
		}
		break
	}
	return plan.ParameterN
}

// idOf reports whether a published id is that of a cell's instance: its seed, or the end of its file's name.
func idOf(c *summary.Cell, id string) bool {
	if c.Origin != nil {
		return strconv.FormatUint(c.Origin.Seed, 10) == id
	}
	name := path.Base(c.Instance)
	for {
		if name == id || strings.HasSuffix(name, "."+id) {
			return true
		}
		ending := path.Ext(name)
		if ending == "" || ending == name || len(ending) > len(".param") {
			return false
		}
		name = strings.TrimSuffix(name, ending)
	}
}
