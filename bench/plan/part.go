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

// Part is what of a plan is meant, for a look at a few of its jobs: those that each of its
// lists names. An empty list means all. What takes no part need not be installed.
type Part struct {
	Backends []string       // contenders by any of their names: gini, gini/product, "bitmask x2"
	Problems []string       // patterns of names, as path.Match has them: queens(1?), torus(*)
	Tasks    []nqueens.Task // of those that the plan has
	// Repetitions is how often each job is run, in place of what the plan says; 0 leaves that.
	Repetitions int
}

// all reports whether every job is meant.
func (p Part) all() bool { return len(p.Backends)+len(p.Problems)+len(p.Tasks) == 0 }

// Whole reports whether the part is the plan as it is.
func (p Part) Whole() bool { return p.all() && p.Repetitions == 0 }

// mayHave is whether the candidate can be named, whose encoding may depend on the task.
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

// names reports whether the pattern is that of a problem's name, or of an instance's. A star
// stands for slashes too.
func names(pattern string, i Instance) bool {
	flat := strings.NewReplacer("/", "\x00").Replace
	for _, name := range []string{i.Naming.Short, i.Name} {
		if is, err := path.Match(flat(pattern), flat(name)); err == nil && is && name != "" {
			return true
		}
	}
	return false
}

// seen is what a plan has, for what is wrong with a Part of it.
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

// check refuses what the plan does not have.
func (p Part) check(s seen, jobs []bench.Job) error {
	for _, pattern := range p.Problems {
		if _, err := path.Match(pattern, ""); err != nil {
			return fmt.Errorf("problems %q: no pattern: write ? for a letter, * for any, [1-3] for some", pattern)
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
			return fmt.Errorf("no contender of the plan is called %q %s; nqueens bench -o DIR --backend %s adds it to a run that is there", name, suggest.Among(name, s.names), shell.Quoted(name))
		}
	}
	if len(jobs) == 0 {
		return errors.New("nothing is left of the plan: none of these backends has these problems and tasks in it")
	}
	return nil
}
