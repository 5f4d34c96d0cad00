package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"nqueens"
)

// storedExperiment is an experiment as its file holds it: the problem of an
// instance, which may be thousands of squares long, is written once, and the
// jobs on it say its short name.
type storedExperiment struct {
	Experiment
	Instances []storedInstance `json:"instances,omitempty"`
	Jobs      []storedJob      `json:"jobs"`
}

type storedInstance struct {
	Instance string `json:"instance"`
	Problem  string `json:"problem"`
}

type storedJob struct {
	Problem string `json:"problem"`
	Job
}

// encodeExperiment writes an experiment as its file holds it.
func encodeExperiment(e Experiment) ([]byte, error) {
	stored := storedExperiment{Experiment: e, Jobs: make([]storedJob, len(e.Jobs))}
	seen := map[string]bool{}
	for i, job := range e.Jobs {
		name := job.ProblemName()
		stored.Jobs[i] = storedJob{name, job}
		if job.Instance != "" && !seen[name] {
			seen[name] = true
			stored.Instances = append(stored.Instances, storedInstance{job.Instance, job.ProblemText()})
		}
	}
	content, err := json.MarshalIndent(stored, "", " ")
	return append(content, '\n'), err
}

// readExperiment reads such a file.
func readExperiment(path string) (Experiment, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return Experiment{}, err
	}
	var stored storedExperiment
	if err := json.Unmarshal(content, &stored); err != nil {
		return Experiment{}, fmt.Errorf("reading %s: %w", path, err)
	}
	type named struct {
		problem nqueens.Problem
		naming  Naming
	}
	instances := map[string]named{}
	for _, s := range stored.Instances {
		p, err := nqueens.ParseProblem(s.Problem)
		if err != nil {
			// Its text may be thousands of squares long.
			return Experiment{}, fmt.Errorf("reading %s: instance %q: %w", path, s.Instance, errors.Unwrap(err))
		}
		i := named{p, namingOf(p, s.Instance)}
		instances[i.naming.Short] = i
	}
	e := stored.Experiment
	e.Jobs = make([]Job, len(stored.Jobs))
	for k, s := range stored.Jobs {
		job := s.Job
		if s.Problem == "" || job.Backend == "" || job.Limits.Time <= 0 {
			return e, fmt.Errorf("reading %s: job %d has no problem, backend or time limit", path, k+1)
		}
		if i, ok := instances[s.Problem]; ok {
			job.Problem, job.Naming = i.problem, i.naming
		} else if job.Problem, err = nqueens.ParseProblem(s.Problem); err != nil || job.Instance != "" {
			return e, fmt.Errorf("reading %s: job %d is on %q, which is neither a problem nor one of the file's instances", path, k+1, s.Problem)
		}
		e.Jobs[k] = job
	}
	return e, nil
}
