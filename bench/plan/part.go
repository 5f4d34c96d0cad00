package plan

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/internal/shell"
	"nqueens/internal/suggest"
)

// Part selects jobs of a plan: those that match each of its lists. An empty list matches all. Contenders
// outside the part need not be installed.
type Part struct {
	Backends []string       // contenders by any of their names: gini, gini/product, "bitmask x2"
	Problems []string       // patterns of names in the syntax of path.Match: queens(1?), torus(*)
	Tasks    []nqueens.Task // tasks of the plan
	// Repetitions replaces the plan's number of runs of each job; 0 keeps it.
	Repetitions int
}

// all reports whether the part has every job.
func (p Part) all() bool { return len(p.Backends)+len(p.Problems)+len(p.Tasks) == 0 }

// Whole reports whether the part is the unchanged plan.
func (p Part) Whole() bool { return p.all() && p.Repetitions == 0 }

// mayHave reports whether the part can match the candidate, whose encoding may depend on the task.
func (p Part) mayHave(c backends.Candidate) bool {
	return len(p.Backends) == 0 || slices.ContainsFunc(p.Backends, func(name string) bool {
		named, _ := backends.ParseContender(name)
		return named.Backend == c.Contender.Backend
	})
}

func (p Part) has(c backends.Contender) bool {
	return len(p.Backends) == 0 || slices.ContainsFunc(c.Names(), func(name string) bool { return slices.Contains(p.Backends, name) })
}

func (p Part) hasTask(t nqueens.Task) bool { return len(p.Tasks) == 0 || slices.Contains(p.Tasks, t) }

func (p Part) hasProblem(i Instance) bool {
	return len(p.Problems) == 0 || slices.ContainsFunc(p.Problems, func(pattern string) bool { return names(pattern, i) })
}

// names reports whether the pattern matches the name of a problem or instance. A star also matches slashes.
func names(pattern string, i Instance) bool {
	flat := strings.NewReplacer("/", "\x00").Replace
	for _, name := range []string{i.Naming.Short, i.Name} {
		if is, err := path.Match(flat(pattern), flat(name)); err == nil && is && name != "" {
			return true
		}
	}
	return false
}

// seen has the names that occur in a plan, for errors about a Part of it.
type seen struct {
	problems []Instance
	tasks    []string
	names    []string // of contenders
}

func (s *seen) task(t nqueens.Task) { s.tasks = appendNew(s.tasks, string(t)) }

func (s *seen) contender(c backends.Contender) {
	for _, name := range slices.Backward(c.Names()) {
		s.names = appendNew(s.names, name)
	}
}

func appendNew(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// check returns an error for a name that the plan does not have.
func (p Part) check(s seen, jobs []bench.Job) error {
	for _, pattern := range p.Problems {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("problems %q: invalid pattern: ? matches a character, * any number of them, [1-3] one of several", pattern)
		}
		if !slices.ContainsFunc(s.problems, func(i Instance) bool { return names(pattern, i) }) {
			var known []string
			for _, i := range s.problems {
				known = appendNew(known, i.Naming.Short)
			}
			const shown = 8
			if suggest.Nearest(pattern, known) == "" && len(known) > shown {
				known = append(known[:shown], fmt.Sprintf("and %d more", len(known)-shown))
			}
			return fmt.Errorf("no problem of the plan is called %q %s", pattern, suggest.Among(pattern, known))
		}
	}
	for _, t := range p.Tasks {
		if !slices.Contains(s.tasks, string(t)) {
			return fmt.Errorf("the plan has no task %q %s", t, suggest.Among(string(t), s.tasks))
		}
	}
	for _, name := range p.Backends {
		if !slices.Contains(s.names, name) {
			return fmt.Errorf("no contender of the plan is called %q %s; nqueens bench -o DIR --backend %s adds it to an existing run", name, suggest.Among(name, s.names), shell.Quoted(name))
		}
	}
	if len(jobs) == 0 {
		return errors.New("the plan has no job with one of these backends, problems and tasks")
	}
	return nil
}
