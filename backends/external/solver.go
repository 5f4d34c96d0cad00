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

// Solver is a backend whose search another program does, as a description in
// YAML says (see the package comment). Solvers makes those that are built in,
// ReadSolver and ParseSolver others.
type Solver struct {
	description func() *description // what the description says, which is read once
	file        string              // where the description is, "" for one that is built in
	text        func() []byte
	found       func() string // Version, which is looked for once
}

// ParseSolver makes a solver of a description's text. The file is the text's
// name in errors, and programs with a slash in their name are looked for from its
// folder.
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

// Definition is the text that describes the solver and its absolute file, ""
// for one that is built in: what ParseSolver needs to make it again.
func (s *Solver) Definition() (file string, text []byte) { return s.file, s.text() }

// BuiltIn reports whether the description is part of this program.
func (s *Solver) BuiltIn() bool { return s.file == "" }

// Package is the Debian package that has the program, "" where none is known to.
func (s *Solver) Package() string { return s.description().Debian }

// folder is where programs with a slash in their name are looked for from.
func (s *Solver) folder() string { return filepath.Dir(s.file) }

// Describe implements backends.Backend. It starts no program: Version does.
func (s *Solver) Describe() nqueens.Description {
	d := nqueens.Description{Name: s.name(), About: s.description().About, Engine: s.description().Engine, External: s.program().words[0], Unreduced: true}
	for _, in := range s.description().Inputs {
		d.Encodings = append(d.Encodings, in.Value.encodings...)
		if in.Value.Format.Encoded {
			d.Refinements = encode.Refinements()
		}
	}
	for _, task := range nqueens.Tasks() {
		if s.does(task) != "" || task == nqueens.Optimise && s.does(nqueens.FindFirst) != "" {
			d.Tasks = append(d.Tasks, task)
		}
	}
	return d
}

// program is the command by which the solver is known.
func (s *Solver) program() *command {
	return s.description().Inputs[0].Value.all()[0] // a description has one
}

// CommandLine is how the program is called, as the description says first.
func (s *Solver) CommandLine() string { return s.program().text }

// Program is the program's name as the description says, and its file, if it is installed.
func (s *Solver) Program() (name, path string) {
	name = s.program().words[0]
	path, _ = find(name, s.folder())
	return name, path
}

// Installed says why the solver cannot be run here, or nil.
func (s *Solver) Installed() error { return s.installed(s.program()) }

func (s *Solver) installed(c *command) error {
	_, err := find(c.words[0], s.folder())
	switch {
	case err == nil:
		return nil
	case s.Package() != "":
		return fmt.Errorf("%s is not installed (Debian: %s)", s.name(), s.Package())
	}
	return fmt.Errorf("%s is not installed: %w", s.name(), err)
}

// input is the one that the request's encoding chooses, and the encoding.
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

// Supports implements backends.Backend. It refuses what the program cannot be
// asked, what would be too large to write down, and everything if the program is
// not installed.
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
	if step := answer.Step(r); r.Task.FindsOne() && in.commands[nqueens.Optimise] != nil {
		r.Task = step.Task // the program optimises itself
	} else {
		r = step
	}
	if r.Encoding != "" && encoding != r.Encoding {
		return fmt.Errorf("%s has no encoding %q: only clauses are counted in other ways and orders", s.name(), r.Encoding)
	}
	c := in.commands[r.Task]
	if c == nil {
		return fmt.Errorf("%s/%s does not do the task %q (%s does)", s.name(), encoding, r.Task, s.does(r.Task))
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
	if err := in.Format.takes(r, encoding); err != nil {
		return fmt.Errorf("%s/%s %w", s.name(), encoding, err)
	}
	return nil
}

// does names encodings with which the solver does a task.
func (s *Solver) does(t nqueens.Task) string {
	var names []string
	for _, in := range s.description().Inputs {
		if in.Value.commands[t] != nil {
			names = append(names, s.name()+"/"+in.Value.encodings[0])
		}
	}
	return strings.Join(names, ", ")
}

// versionTime is how long a program may take to print its version.
const versionTime = 5 * time.Second

// Version implements backends.Versioned. It is what the program says, or else
// a digest of the program's file and of those that its commands name; of a
// solver that is not built in it ends with a digest of the description, so that
// one whose options were changed is measured anew. The program is asked once.
func (s *Solver) Version() string { return s.found() }

func (s *Solver) findVersion() string {
	program, err := find(s.program().words[0], s.folder())
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

// reportedVersion is what the program says of its version, "" if that is nothing of use.
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
