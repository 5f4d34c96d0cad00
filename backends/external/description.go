package external

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/strictyaml"
)

// description is the content of a solver's YAML file.
type description struct {
	Name    backendName                       `yaml:"name"`
	About   string                            `yaml:"about"`
	Engine  string                            `yaml:"engine"`
	Debian  string                            `yaml:"debian"`
	Version *versionQuery                     `yaml:"version"` // nil if the program cannot report it
	Lacks   *regexp.Regexp                    `yaml:"lacks"`   // matches the message that a part of the program is not installed; nil if there is none
	IPASIR  string                            `yaml:"ipasir"`  // the shared library, if the solver is one
	Inputs  []strictyaml.At[input]            `yaml:"inputs"`
	Stats   strictyaml.Entries[numberPattern] `yaml:"stats" example:"conflicts"` // numbers to extract from the output
	Exits   []exitStatus                      `yaml:"exits"`                     // further exit statuses of an end with an answer
	Disk    mebibytes                         `yaml:"disk-mib"`                  // limit on what it writes to the disk
}

// versionQuery describes how to get a program's version.
type versionQuery struct {
	Command *command       `yaml:"command"`
	Pattern *regexp.Regexp `yaml:"pattern"`
}

// input is a form of problem that the solver reads, and the commands for it.
type input struct {
	Format    format                  `yaml:"format"`
	Encodings []strictyaml.At[string] `yaml:"encodings"`
	Comments  *yesNo                  `yaml:"comments"` // false: the program rejects comments after the header; nil means true
	Answer    *dialect                `yaml:"answer"`   // nil if the input is only for counting
	Status    *statusWords            `yaml:"status"`   // what the lines of a table of values mean; nil for other answers
	First     *taskCommand            `yaml:"first"`
	All       *taskCommand            `yaml:"all"`
	Count     *taskCommand            `yaml:"count"`
	Optimise  *taskCommand            `yaml:"optimise"` // nil if better solutions are found one by one with First
	Counted   *numberPattern          `yaml:"counted"`  // matches the number of solutions; nil: the lines of the model counting competitions
	Epsilon   *tolerance              `yaml:"epsilon"`  // of an approximate counter: its count is right within the factor 1 + epsilon
	Delta     *probability            `yaml:"delta"`    // except with this probability
	Weighs    *yesNo                  `yaml:"weighs"`   // true: Count sums the weights of a formula's solutions
	Project   *options                `yaml:"project"`  // options added to All and Count if some variables are not part of the solutions
	Proof     *proofCommand           `yaml:"proof"`    // nil if it writes no proofs
	Skip      string                  `yaml:"skip"`     // prefix of lines that are not part of the proof
	Largest   largestSum              `yaml:"largest-sum"`
	XOR       *yesNo                  `yaml:"xor"` // true: the program reads exclusive-ors, lines x1 2 -3 0

	encodings []string // the names of the encodings that select this input
	commands  map[nqueens.Task]*command
}

func readDescription(file string, text []byte) (description, error) {
	d := description{Disk: defaultDisk}
	err := strictyaml.Decode(cleanName(file), text, &d)
	return d, err
}

// cleanName returns the file's name for messages: relative to the working directory if that is
// shorter.
func cleanName(file string) string {
	if here, err := filepath.Abs("."); err == nil && filepath.IsAbs(file) {
		if short, err := filepath.Rel(here, file); err == nil && len(short) < len(file) {
			return short
		}
	}
	return file
}

// Validate returns an error if the description is incomplete or invalid.
func (d *description) Validate() error {
	switch {
	case d.Name == "":
		return errors.New(`the solver has no "name"`)
	case d.About == "":
		return errors.New(`the solver has no "about": say in a line what it is`)
	case d.IPASIR != "":
		if err := d.library(); err != nil {
			return err
		}
	case len(d.Inputs) == 0:
		return errors.New(`the solver has no "inputs": say what it reads and how it is called; or, if it is a library, "ipasir"`)
	}
	if d.Engine == "" {
		d.Engine = string(d.Name)
	}
	for _, s := range d.Stats {
		if s.Key == "" || strings.Trim(s.Key, "abcdefghijklmnopqrstuvwxyz-") != "" {
			return s.Errorf("name %q: write a word of small letters, as in conflicts", s.Key)
		}
	}
	names := map[string]bool{}
	for _, in := range d.Inputs {
		for _, name := range in.Value.encodings {
			if names[name] {
				return in.Errorf("two of its inputs have the encoding %q: each encoding belongs to one input", name)
			}
			names[name] = true
		}
	}
	return nil
}

func (v *versionQuery) Validate() error {
	switch {
	case v.Command == nil:
		return errors.New(`the version has no "command" that prints it`)
	case v.Pattern == nil:
		return errors.New(`the version has no "pattern" that finds it, as in '\S+'`)
	}
	return nil
}

// Validate returns an error if the input is incomplete or has a key without meaning.
func (in *input) Validate() error {
	if err := in.complete(); err != nil {
		return err
	}
	for _, e := range in.Encodings {
		name := e.Value
		switch {
		case slices.Contains(in.encodings, name):
			return e.Errorf("%q is named twice", name)
		case in.Format.Encoded:
			if _, err := encode.EncodingNamed(name); err != nil {
				return e.Errorf("%w", err)
			}
		case checkName(name) != nil:
			return e.Errorf("%w", checkName(name))
		}
		in.encodings = append(in.encodings, name)
	}
	if in.encodings == nil {
		in.encodings = in.Format.defaultEncodings()
	}
	return nil
}

// complete returns an error if the input lacks a key or has one without meaning.
func (in *input) complete() error {
	in.commands = map[nqueens.Task]*command{}
	for task, c := range map[nqueens.Task]*taskCommand{nqueens.FindFirst: in.First, nqueens.FindAll: in.All, nqueens.CountAll: in.Count, nqueens.Optimise: in.Optimise} {
		if c != nil {
			in.commands[task] = (*command)(c)
		}
	}
	if err := in.withoutComments(); err != nil {
		return err
	}
	if err := in.withParities(); err != nil {
		return err
	}
	shows := in.First != nil || in.All != nil || in.Optimise != nil
	switch {
	case in.Format.Name == "":
		return fmt.Errorf(`the input has no "format": %s`, strings.Join(names(formats()), ", "))
	case len(in.commands) == 0:
		return errors.New(`the input has no command: write one after "first", "all" or "count"`)
	case shows && in.Answer == nil:
		return fmt.Errorf(`the input has no "answer", which says how to read what is printed: %s`, strings.Join(names(dialects()), ", "))
	case shows && in.Format.Squares && in.Answer.literals:
		return fmt.Errorf("the format %s numbers no variables, so the answer %s cannot name them: use minizinc or squares", in.Format.Name, in.Answer.name)
	case shows && in.Answer.name == tableOfValues && in.Status == nil:
		return errors.New(`the answer values needs "status", the patterns of the lines that state it, as in {solved: '^sat$', unsatisfiable: '^unsat$'}`)
	case in.Status != nil && (in.Answer == nil || in.Answer.name != tableOfValues):
		return errors.New(`"status" has no meaning without "answer: values": other answers define these words`)
	case in.Count != nil && in.Counted == nil && in.Format.Name != dimacs:
		return errors.New(`"count" needs "counted", a pattern that finds the number, as in '^c Models +: (\d+)$'`)
	case in.Counted != nil && in.Count == nil:
		return errors.New(`"counted" has no meaning without "count"`)
	case (in.Epsilon == nil) != (in.Delta == nil):
		return errors.New(`an approximate counter has both "epsilon" and "delta", as in epsilon: 0.8 and delta: 0.2`)
	case in.Epsilon != nil && in.Count == nil:
		return errors.New(`"epsilon" and "delta" have no meaning without "count"`)
	case in.weighs() && (in.Count == nil || in.Format.Name != dimacs):
		return fmt.Errorf("\"weighs\" has no meaning without \"count\" of the format %s", dimacs)
	case in.weighs() && in.Comments != nil && !bool(*in.Comments):
		return errors.New(`"weighs" needs the comments that "comments: false" leaves out`)
	case in.Project != nil && in.Count == nil && in.All == nil:
		return errors.New(`"project" has no meaning without "all" or "count"`)
	case in.Project != nil && in.Comments != nil && !bool(*in.Comments):
		return errors.New(`"project" needs the comments that "comments: false" leaves out`)
	case in.Project != nil && !in.Format.Projects:
		return fmt.Errorf("the format %s cannot mark the variables of solutions: \"project\" has no meaning", in.Format.Name)
	case in.Optimise != nil && !in.Format.Objectives:
		return fmt.Errorf("the format %s has no objective: \"optimise\" has no meaning", in.Format.Name)
	case in.Optimise != nil && !in.Answer.proves:
		return fmt.Errorf("the answer %s does not mark the best solution: \"optimise\" has no meaning", in.Answer.name)
	case in.Optimise != nil && in.First == nil:
		return errors.New(`"optimise" needs "first", which searches for a solution with a given number of pieces`)
	case in.Largest > 0 && in.Format.Encoded && !in.Format.Objectives:
		return fmt.Errorf("the format %s has no numbers: \"largest-sum\" has no meaning", in.Format.Name)
	case in.Proof != nil && in.Format.Name != dimacs:
		return fmt.Errorf("\"proof\" needs clauses: only the format %s has them", dimacs)
	case in.Proof != nil && in.First == nil:
		return errors.New(`"proof" has no meaning without "first"`)
	case in.Skip != "" && in.Proof == nil:
		return errors.New(`"skip" has no meaning without "proof"`)
	}
	for _, c := range in.all() {
		if in.Epsilon == nil && (strings.Contains(c.text, epsilonMark) || strings.Contains(c.text, deltaMark)) {
			return fmt.Errorf("command %q has a place for epsilon or delta: write both keys, as in epsilon: 0.8 and delta: 0.2", c.text)
		}
	}
	if len(in.Encodings) > 1 && !in.Format.Encoded {
		for _, c := range in.all() {
			if !strings.Contains(c.text, encodingMark) {
				return fmt.Errorf("command %q has no place for the name of the encoding: write %s there", c.text, encodingMark)
			}
		}
	}
	if shows && in.Answer.file {
		for _, c := range in.all() {
			if c != in.commands[nqueens.CountAll] && !strings.Contains(c.text, answerMark) {
				return fmt.Errorf("command %q does not say where the file of the answer goes: write %s there", c.text, answerMark)
			}
		}
	}
	return nil
}

// withoutComments makes the input's format leave out the comments after the header if the
// description says so. These comments also mark the variables to be counted, so that the format no
// longer supports projection.
func (in *input) withoutComments() error {
	switch {
	case in.Comments == nil:
		return nil
	case in.Format.Plain == nil:
		return fmt.Errorf("the format %s has no comments after a header: \"comments\" has no meaning", in.Format.Name)
	case bool(*in.Comments):
		return nil
	}
	in.Format.State, in.Format.Projects = in.Format.Plain, false
	return nil
}

// withParities makes the input's format write exclusive-ors as lines of their own if the description
// says so. A proof would refute another formula than the clauses that it is checked with.
func (in *input) withParities() error {
	switch {
	case in.XOR == nil:
		return nil
	case in.Format.Parities == nil:
		return fmt.Errorf("the format %s has no lines for exclusive-ors: \"xor\" has no meaning", in.Format.Name)
	case !bool(*in.XOR):
		return nil
	case in.Proof != nil:
		return errors.New(`"xor: true" with "proof": proofs are checked with clauses only`)
	case in.Comments != nil && !bool(*in.Comments):
		return errors.New(`"xor: true" with "comments: false": exclusive-ors are only written with comments`)
	}
	in.Format.State = in.Format.Parities
	return nil
}

// weighs reports whether the input's command for counting sums weights.
func (in *input) weighs() bool { return in.Weighs != nil && bool(*in.Weighs) }

// all returns the input's commands.
func (in *input) all() []*command {
	var list []*command
	for _, task := range nqueens.Tasks() {
		if c := in.commands[task]; c != nil {
			list = append(list, c)
		}
	}
	if in.Proof != nil {
		list = append(list, (*command)(in.Proof))
	}
	return list
}

//go:embed solvers/*.yaml
var descriptions embed.FS

// Solvers returns the built-in solvers, installed or not. Their descriptions are read only when
// needed: most processes need none of them.
func Solvers() []*Solver {
	var list []*Solver
	// The descriptions are embedded in the program, and tests read them, so that no error is
	// possible.
	entries, err := descriptions.ReadDir("solvers")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		text := func() []byte {
			text, err := descriptions.ReadFile("solvers/" + entry.Name())
			if err != nil {
				panic(err)
			}
			return text
		}
		list = append(list, newSolver("", text, sync.OnceValue(func() *description {
			d, err := readDescription(entry.Name(), text())
			if err != nil {
				panic(err)
			}
			return &d
		})))
	}
	return list
}

// maxDescription is the largest size of a description in bytes.
const maxDescription = 1 << 20

// ReadSolver reads a solver's description from a file.
func ReadSolver(path string) (*Solver, error) {
	file, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the solver's description: %w", err)
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder: name the file that describes the solver", path)
	case info.Size() > maxDescription:
		return nil, fmt.Errorf("%s: the file is longer than 1 MiB, the limit for a description", path)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the solver's description: %w", err)
	}
	return ParseSolver(file, text)
}
