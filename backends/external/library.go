package external

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"nqueens/backends/ipasir"
	"nqueens/internal/strictyaml"
)

// library sets the commands of a solver that is a shared library: they start the child process that
// loads the library (see package ipasir). They name the library in place of a program, and the task.
func (d *description) library() error {
	switch {
	case len(d.Inputs) > 0:
		return errors.New(`"ipasir" has no meaning with "inputs": the library gets clauses`)
	case d.Version != nil || d.Lacks != nil:
		return errors.New(`"version" and "lacks" have no meaning with "ipasir": a library has no commands`)
	case strings.ContainsAny(d.IPASIR, " {}"):
		return fmt.Errorf("the name of the library %q has a space or a brace: write a name like libcadical.so or ./libmine.so", d.IPASIR)
	}
	in := input{Counted: &numberPattern{regexp.MustCompile(`(?m)^c solutions (\d+)$`)}}
	if err := errors.Join(in.Format.UnmarshalText([]byte(dimacs)), in.answerIn("competition")); err != nil {
		return err
	}
	for task, c := range map[string]**taskCommand{"first": &in.First, "all": &in.All, "count": &in.Count} {
		*c = &taskCommand{text: d.IPASIR + " " + task + " " + inputMark, words: []string{d.IPASIR, task, inputMark, timeMark}}
	}
	if err := in.Validate(); err != nil {
		return err
	}
	d.Inputs = []strictyaml.At[input]{{Value: in}}
	d.Stats = append(d.Stats, strictyaml.Entry[numberPattern]{Key: "solves", Value: numberPattern{regexp.MustCompile(`(?m)^c solves (\d+)$`)}})
	return nil
}

// answerIn sets the format of the answers.
func (in *input) answerIn(name string) error {
	in.Answer = new(dialect)
	return in.Answer.UnmarshalText([]byte(name))
}

// locate returns the absolute path of the program of a command, or of the library in its place.
func (s *Solver) locate(c *command) (string, error) {
	if s.description().IPASIR == "" {
		return find(c.words[0], s.folder())
	}
	path, err := ipasir.Find(c.words[0], s.folder())
	if err == nil {
		if err = ipasir.Inspect(path); err != nil {
			err = fmt.Errorf("%s: %w", c.words[0], err)
		}
	}
	return path, err
}
