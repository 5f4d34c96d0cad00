package plan

import (
	"fmt"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/instance"
)

// Calling holds the statements of a plan about a job, or about all instances of a recipe, that the job
// itself does not hold.
type Calling struct {
	As    []string // names of the runs with the job
	Count int      // number of instances of the recipe
}

// RecipeName returns the name under which Callings lists the instances of a recipe.
func RecipeName(r instance.Recipe, task nqueens.Task, c backends.Contender) string {
	return bench.JobName(fmt.Sprint(r), task, c.String())
}

// Callings returns the Calling of each job of the plan, by the job's name, and of each recipe, by its
// RecipeName.
func (p *Plan) Callings(available []backends.Backend) (map[string]Calling, error) {
	of := map[string]Calling{}
	for i := range p.Sections {
		s := &p.Sections[i]
		e := expansion{seed: p.Seed, at: map[string]int{}, swept: map[string]bool{}, joining: p.joining(available)}
		if err := e.section(s, available); err != nil {
			return nil, err
		}
		add := func(name string, count int) {
			c := of[name]
			c.Count = max(c.Count, count)
			c.As = append(c.As, s.As...)
			of[name] = c
		}
		for _, j := range e.jobs {
			add(j.String(), 1)
		}
		for _, sweep := range e.sweeps {
			for _, recipe := range sweep.Recipes {
				add(RecipeName(recipe, sweep.Task, sweep.Contender), sweep.Count)
			}
		}
	}
	return of, nil
}
