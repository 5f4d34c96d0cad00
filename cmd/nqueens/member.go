package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"nqueens"
	"nqueens/bench"
	"nqueens/internal/bounded"
	"nqueens/internal/suggest"
)

// readMember reads the instance that --instance names from a folder, an archive or a run.
func (b *problemFlags) readMember(family *nqueens.Family, by *program) (nqueens.Problem, error) {
	if _, err := b.path(by); err != nil { // copies standard input to a file
		return nqueens.Problem{}, b.about(err)
	}
	how, err := b.how()
	if err != nil {
		return nqueens.Problem{}, err
	}
	list, err := bounded.Do(b.reading, func() ([]named, error) {
		if filepath.Base(b.file) == bench.ExperimentFile {
			return instancesOfRun(b.file, by.families)
		}
		return b.readInstances(how, family)
	})
	if err = b.limitError(err); err != nil {
		return nqueens.Problem{}, b.about(err)
	}
	var names []string
	var found []nqueens.Problem
	for _, x := range list {
		names = append(names, x.name)
		if x.name == b.member {
			found = append(found, x.problem)
		}
	}
	switch {
	case len(found) == 0:
		return nqueens.Problem{}, fmt.Errorf("--instance: %s has no %q %s", b.fileName(), b.member, suggest.Among(b.member, names))
	case len(found) > 1:
		return nqueens.Problem{}, fmt.Errorf("--instance: %s has %d instances called %q: write the name with the digest, as in a record", b.fileName(), len(found), b.member)
	case !found[0].HasBoard() && !found[0].Formula.Read():
		return nqueens.Problem{}, fmt.Errorf("--instance %s: a run does not store formulas: name the formula's file with --file", b.member)
	}
	return found[0], nil
}

// instancesOfRun returns the instances of a run, each under the name of its file and under its name
// in records.
func instancesOfRun(file string, known nqueens.Catalogue) (list []named, err error) {
	e, err := bench.ReadExperiment(file, known)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, j := range e.Jobs {
		name := j.ProblemName()
		if j.Instance == "" || seen[name] {
			continue
		}
		seen[name] = true
		list = append(list, named{j.Instance, j.Problem}, named{name, j.Problem})
	}
	return slices.Clip(list), nil
}
