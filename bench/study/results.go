package study

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/plan"
	"nqueens/bench/stats"
	"nqueens/bench/summary"
	"nqueens/instance"
)

// point has the answers of one contender to problems that differ only in the instance.
type point struct {
	cell    *summary.Cell // the first cell
	problem nqueens.Problem
	name    string   // of the first problem
	as      []string // names of its runs in the plan
	count   int      // number of requested instances, 0 if each is a cell
	cells   []*summary.Cell

	instances []answer                      // set by answers
	spreads   map[string]stats.Distribution // by unit
}

// answer is the result of one instance.
type answer struct {
	id      string // the seed, or the last part of the name
	name    string // the whole name
	status  nqueens.Status
	count   string // the number of solutions, "" if unknown
	wrong   bool
	seconds float64
	stats   summary.Stats
}

// parameter returns the value of a parameter, "" if the point does not have it.
func (p *point) parameter(name string) string {
	switch name {
	case plan.ParameterN:
		return strconv.Itoa(p.cell.N)
	case plan.ParameterBackend:
		return p.cell.Contender.String()
	case plan.ParameterAs:
		return strings.Join(p.as, ", ")
	case "family":
		return p.cell.Family
	case "task":
		return string(p.cell.Task)
	case "symmetric":
		return p.problem.Symmetric.String()
	}
	if o := p.cell.Origin; o != nil && slices.Contains(o.Kind.Parameters(), name) {
		return strconv.Itoa(o.Parameter(name))
	}
	return ""
}

// has reports whether a parameter has a value. A contender has several names.
func (p *point) has(name, value string) bool {
	switch name {
	case plan.ParameterBackend:
		return slices.Contains(p.cell.Names(), value)
	case plan.ParameterAs:
		return slices.Contains(p.as, value)
	}
	return p.parameter(name) == value
}

// many reports whether the point consists of instances, each answered once, and not of runs of one board.
func (p *point) many() bool { return p.cell.Pooled() || p.cell.Instance != "" }

// answers returns the results of all instances.
func (p *point) answers() []answer {
	if p.instances == nil {
		for _, c := range p.cells {
			for a := range c.Answers() {
				one := answer{id: path.Base(a.Instance), name: a.Instance, count: a.Count, status: a.Status, wrong: a.Wrong, seconds: a.Seconds.Median, stats: a.Stats}
				switch {
				case c.Pooled():
					one.id = strconv.FormatUint(a.Origin.Seed+1, 10)
				case a.Origin != nil:
					one.id = strconv.FormatUint(a.Origin.Seed, 10)
				}
				if a.Empty() && a.Status.Answered() {
					one.status = nqueens.Unsatisfiable
				}
				if a.Status == nqueens.Timeout {
					one.seconds = a.Limit
				}
				p.instances = append(p.instances, one)
			}
		}
	}
	return p.instances
}

// newPoints returns the points of a run.
func newPoints(s summary.Summary, callings map[string]plan.Calling) (list []*point) {
	type key struct {
		as, problem string
		recipe      instance.Recipe
		n           int
		task        nqueens.Task
		contender   backends.Contender
	}
	at := map[key]*point{}
	for i, c := range s.Cells {
		job := &s.Experiment.Jobs[i]
		as := callings[job.String()].As
		k := key{as: strings.Join(as, "\x00"), problem: c.Family, n: c.N, task: c.Task, contender: c.Contender}
		switch {
		case c.Origin != nil:
			k.recipe = c.Origin.Recipe
		case c.Instance == "":
			k.problem = c.Problem
		}
		p := at[k]
		if p == nil {
			p = &point{cell: c, problem: job.Problem, name: job.ProblemName(), as: as}
			at[k] = p
			list = append(list, p)
		}
		p.cells = append(p.cells, c)
	}
	for _, c := range inOrder(s.Pooled) {
		called := callings[plan.RecipeName(c.Origin.Recipe, c.Task, c.Contender)]
		list = append(list, &point{cell: c, name: c.Problem, as: called.As, count: called.Count, cells: []*summary.Cell{c}})
	}
	return list
}

// inOrder returns the cells by contender, so that each has the same look in every chart.
func inOrder(cells []*summary.Cell) []*summary.Cell {
	first := map[backends.Contender]int{}
	for i, c := range cells {
		if _, known := first[c.Contender]; !known {
			first[c.Contender] = i
		}
	}
	cells = slices.Clone(cells)
	slices.SortStableFunc(cells, func(a, b *summary.Cell) int { return first[a.Contender] - first[b.Contender] })
	return cells
}

// set is a list of points with the parameters that they have in common.
type set struct {
	points []*point
	fixed  map[string]string
	as     []string // names of runs to which the set is restricted; nil for all
}

// where returns the points with a value of a parameter.
func (s set) where(name, value string) set {
	kept := set{fixed: map[string]string{name: value}, as: s.as}
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

// values returns the different values of a parameter: numbers in ascending order, others in the order of the
// plan.
func (s set) values(name string) (list []string) {
	seen := map[string]bool{}
	for _, p := range s.points {
		names := []string{p.parameter(name)}
		if name == plan.ParameterAs {
			names = p.as
		}
		for _, v := range names {
			if v != "" && !seen[v] && (name != plan.ParameterAs || s.as == nil || slices.Contains(s.as, v)) {
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
	v, _ := strconv.ParseFloat(text, 64) //nolint:errcheck // values are written by this program
	return v
}

// selected returns the points for a part of the page, such as a table or a chart. A parameter that is to be
// taken at the peak does not restrict them.
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
		if kept.points = nil; f.Parameter == plan.ParameterAs {
			kept.as = f.Words
		}
		for _, p := range all {
			if f.Has(p.parameter(f.Parameter)) || f.Words != nil && slices.ContainsFunc(f.Words, func(w string) bool { return p.has(f.Parameter, w) }) {
				kept.points = append(kept.points, p)
			}
		}
	}
	return kept
}

// axis returns the parameter of the horizontal axis. That is asked, unless it is "". Otherwise it is the
// first parameter of generated instances that varies, if the size is fixed or has fewer values, or else the
// size.
func (s set) axis(asked string) string {
	if asked != "" {
		return asked
	}
	varies := func(name string) bool { return len(s.values(name)) > 1 }
	for _, p := range s.points {
		if p.cell.Origin == nil {
			continue
		}
		for _, name := range p.cell.Origin.Kind.Parameters() {
			if varies(name) && (!varies(plan.ParameterN) || s.fixed[plan.ParameterN] != "" || len(s.values(name)) > len(s.values(plan.ParameterN))) {
				return name
			}
		}
		break
	}
	return plan.ParameterN
}

// is reports whether a published id identifies the instance: by its seed, or by the end of the name of its
// file.
func (a answer) is(id string) bool {
	name := a.id
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
