package reproduce

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/family"
	"nqueens/internal/table"
	"nqueens/studies"
)

// ofPlan returns the reproduction of a study's plan.
func ofPlan(name string) Reproduction {
	text, err := studies.Plan(name)
	var head *plan.Plan
	if err == nil {
		head, err = plan.ReadTitle(name+".yaml", []byte(text))
	}
	if err != nil {
		panic(err) // it is embedded in the program, and a test reads it
	}
	_, needs, _ := strings.Cut(text, "{folder: $")
	needs, _, _ = strings.Cut(needs, "/")
	return Reproduction{
		Needs: needs, Name: name, About: head.Study.Title, Source: head.Study.Source, Takes: table.Flag(head.Budget),
		plan: func() (*plan.Plan, error) { return plan.Read(name+".yaml", []byte(text), family.All()) },
	}
}

// open opens the folder of an experiment, or resumes the existing run. Jobs of an earlier version of the
// study stay in it.
func (s Session) open(e bench.Experiment) (*bench.Folder, error) {
	dir := filepath.Join(s.Dir, e.Name)
	if len(e.Sweeps) > 0 {
		if err := s.inherit(e); err != nil {
			return nil, err
		}
	}
	there, err := bench.ReadExperiment(filepath.Join(dir, bench.ExperimentFile), family.All())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	known := map[string]bool{}
	for _, j := range e.Jobs {
		known[j.String()] = true
	}
	for _, j := range there.Jobs {
		if !known[j.String()] {
			e.Jobs = append(slices.Clip(e.Jobs), j)
		}
	}
	e.Sweeps = slices.Clone(e.Sweeps)
	for i, sweep := range e.Sweeps {
		for _, old := range there.Sweeps { // the same instances under another name have the same answers
			if sweep.Seed == old.Seed && slices.Equal(sweep.Recipes, old.Recipes) {
				same := *sweep
				same.Instances = old.Instances
				e.Sweeps[i] = &same
			}
		}
	}
	e.Sweeps = bench.EachSweep(slices.Concat(e.Sweeps, there.Sweeps))
	return bench.OpenGrown(dir, e, s.AcceptEdited)
}
