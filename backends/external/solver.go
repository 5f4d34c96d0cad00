package external

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/isolate"
	"nqueens/encode"
	"nqueens/internal/printable"
)

// Solver is a backend that runs an external program as described by a YAML file (see the package
// comment). Solvers returns the built-in ones; ReadSolver and ParseSolver create others.
type Solver struct {
	description func() *description // the description, which is parsed once
	file        string              // the file of the description, "" if it is built in
	text        func() []byte
	found       func() string // Version, which is determined once
	given       []byte        // the text of the problem in place of the solver's own, or nil
	replaced    *command      // in place of the commands of the description, or nil
	strict      bool          // text after an answer is an error
}

// ParseSolver returns the solver of a description. The file is the name of the text in errors, and
// programs with a slash in their name are relative to its folder.
func ParseSolver(file string, text []byte) (*Solver, error) {
	d, err := readDescription(file, text)
	if err != nil {
		return nil, err
	}
	return newSolver(file, func() []byte { return text }, func() *description { return &d }), nil
}

func newSolver(file string, text func() []byte, describe func() *description) *Solver {
	s := &Solver{description: describe, file: file, text: text}
	s.found = sync.OnceValue(s.findVersion)
	return s
}

func (s *Solver) name() string { return string(s.description().Name) }

// Definition returns the text of the description and its absolute file, "" if it is built in.
// ParseSolver can create the solver from them again.
func (s *Solver) Definition() (file string, text []byte) { return s.file, s.text() }

// BuiltIn reports whether the description is part of this program.
func (s *Solver) BuiltIn() bool { return s.file == "" }

// Package returns the Debian package that contains the program, or "" if none is known.
func (s *Solver) Package() string { return s.description().Debian }

// folder returns the folder to which programs with a slash in their name are relative.
func (s *Solver) folder() string { return filepath.Dir(s.file) }

// Describe implements backends.Backend. It starts no program, unlike Version.
func (s *Solver) Describe() nqueens.Description {
	d := nqueens.Description{Name: s.name(), About: s.description().About, Engine: s.description().Engine, External: s.program().words[0], Unreduced: true}
	for _, in := range s.description().Inputs {
		d.Encodings = append(d.Encodings, in.Value.encodings...)
		if in.Value.Format.Encoded {
			d.Refinements = encode.Refinements()
		}
		d.Weighs = d.Weighs || in.Value.weighs()
	}
	for _, task := range nqueens.Tasks() {
		if s.does(task) != "" || task == nqueens.Optimise && s.does(nqueens.FindFirst) != "" {
			d.Tasks = append(d.Tasks, task)
		}
	}
	return d
}

// program returns the command that identifies the solver, the first one of its description.
func (s *Solver) program() *command {
	return s.description().Inputs[0].Value.all()[0] // a valid description has one
}

// CommandLine returns the first command of the description.
func (s *Solver) CommandLine() string { return s.program().text }

// Program returns the program's name as in the description, and its file, or "" if it is not
// installed.
func (s *Solver) Program() (name, path string) {
	name = s.program().words[0]
	path, _ = s.locate(s.program())
	return name, path
}

// Installed returns an error that says why the solver cannot be run here, or nil.
func (s *Solver) Installed() error { return s.installed(s.program()) }

func (s *Solver) installed(c *command) error {
	_, err := s.locate(c)
	switch {
	case err == nil:
		return nil
	case s.Package() != "":
		return fmt.Errorf("%s is not installed (Debian: %s)", s.name(), s.Package())
	}
	return fmt.Errorf("%s is not installed: %w", s.name(), err)
}

// input returns the input that the request's encoding selects, and the encoding.
func (s *Solver) input(r nqueens.Request) (input, string) {
	inputs := s.description().Inputs
	for _, in := range inputs {
		d := nqueens.Description{Encodings: in.Value.encodings}
		if in.Value.Format.Encoded {
			d.Refinements = encode.Refinements()
		}
		if d.Encodes(r.Encoding) {
			return in.Value, r.Encoding
		}
	}
	return inputs[0].Value, inputs[0].Value.encodings[0]
}

// Supports implements backends.Backend. It returns an error for requests that the program does not
// support, for problems that are too large to write, and for every request if the program is not
// installed.
func (s *Solver) Supports(r nqueens.Request) error {
	if err := s.Describe().Accepts(r); err != nil {
		return err
	}
	if r.Problem.Goal() != nqueens.NoGoal && r.Task != nqueens.FindFirst && r.Task != nqueens.Optimise {
		step := r
		step.Task = nqueens.FindFirst
		if err := s.Supports(step); err != nil {
			return err
		}
	}
	in, encoding := s.input(r)
	whole := r.Problem
	if step := answer.Step(r); r.Task.FindsOne() && in.commands[nqueens.Optimise] != nil {
		r.Task = step.Task // the program optimises by itself
	} else {
		r = step
	}
	if r.Encoding != "" && encoding != r.Encoding {
		return fmt.Errorf("%s has no encoding %q: it does not read clauses, so there is no cardinality encoding or order to choose", s.name(), r.Encoding)
	}
	c := s.commandFor(in, r.Task)
	if c == nil {
		return fmt.Errorf("%s/%s does not do the task %q (%s does)", s.name(), encoding, r.Task, s.does(r.Task))
	}
	if weighted := r.Problem.Formula != nil && r.Problem.Formula.Weighted(); weighted && r.Task == nqueens.CountAll && !in.weighs() {
		return fmt.Errorf("%s/%s counts solutions, and %s gives them weights to sum: the description of a counter that sums them says weighs: true", s.name(), encoding, r.Problem.Formula.Name)
	}
	if err := s.installed(c); err != nil {
		return err
	}
	if err := r.Problem.Validate(); err != nil {
		return err
	}
	if in.Format.Name == board && !r.Problem.PlacesQueens() && !strings.Contains(c.text, familyMark) {
		return fmt.Errorf("%s/%s takes boards of queens only, since its command has no %s", s.name(), encoding, familyMark)
	}
	if err := in.Format.check(r, encoding); err != nil {
		return fmt.Errorf("%s/%s %w", s.name(), encoding, err)
	}
	if err := in.Largest.check(whole, in.Format.Encoded); err != nil {
		return fmt.Errorf("%s/%s %w", s.name(), encoding, err)
	}
	if err := s.verbatim(r, in); err != nil {
		return fmt.Errorf("%s/%s gets no text unchanged: %w", s.name(), encoding, err)
	}
	return nil
}

// does returns the names of encodings with which the solver does a task.
func (s *Solver) does(t nqueens.Task) string {
	var names []string
	for _, in := range s.description().Inputs {
		if in.Value.commands[t] != nil {
			names = append(names, s.name()+"/"+in.Value.encodings[0])
		}
	}
	return strings.Join(names, ", ")
}

// versionTime is the time limit for a program to print its version.
const versionTime = 5 * time.Second

// Version implements backends.Versioned. It returns what the program reports, or else a digest of
// the program's file and of the files that its commands name. For a user's solver it adds a digest
// of the description, so that a solver with changed options is measured again. The program is
// started only once.
func (s *Solver) Version() string { return s.found() }

func (s *Solver) findVersion() string {
	program, err := s.locate(s.program())
	if err != nil {
		return "not installed"
	}
	version := s.reportedVersion()
	if version == "" {
		args := s.program().filled(map[string]string{folderMark: s.folder()})
		if version, err = digest(program, args, s.folder()); err != nil {
			return "unknown"
		}
	}
	if !s.BuiltIn() {
		sum := sha256.Sum256(s.text())
		version += "+" + hex.EncodeToString(sum[:4])
	}
	return version
}

// reportedVersion returns the version that the program prints, or "" if it prints none.
func (s *Solver) reportedVersion() string {
	ask := s.description().Version
	if ask == nil {
		return ""
	}
	program, err := find(ask.Command.words[0], s.folder())
	if err != nil {
		return ""
	}
	result, err := isolate.Run(context.Background(), isolate.Command{
		Path: program, Args: ask.Command.filled(map[string]string{folderMark: s.folder()}), Dir: os.TempDir(),
		Limits: isolate.Limits{Wall: versionTime, Output: 1 << 20},
	})
	if err != nil || result.Outcome != isolate.Exited {
		return ""
	}
	if found := ask.Pattern.FindSubmatch(append(result.Stdout, result.Stderr...)); found != nil {
		return printable.Short(string(found[len(found)-1]))
	}
	return ""
}
