package external

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml/ast"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/strictyaml"
)

// description is what a solver's YAML says.
type description struct {
	name, about, engine, debian string

	asksVersion *command // nil if the program cannot tell
	version     *regexp.Regexp
	lacks       *regexp.Regexp // how it says that a part of it is not installed; nil if it has none
	inputs      []input
	stats       []stat
	disk        int64 // bytes that it may write
}

// stat is a number to be found in what the solver prints.
type stat struct {
	name    string
	pattern *regexp.Regexp
}

// defaultDisk is how many MiB a solver may write where its description does not say.
const defaultDisk = 2048

// descriptionReader reads one description.
type descriptionReader struct {
	strictyaml.Document
	d description
}

func readDescription(file string, text []byte) (description, error) {
	r := descriptionReader{Document: strictyaml.Document{Name: cleanName(file)}, d: description{disk: defaultDisk << 20}}
	root, err := r.Parse(text)
	if err != nil {
		return r.d, err
	}
	word := func(to *string) func(ast.Node) error {
		return func(n ast.Node) (err error) { *to, err = r.Words(n); return }
	}
	err = r.Mapping(root,
		strictyaml.Field{Key: "name", Read: func(n ast.Node) (err error) {
			r.d.name, err = strictyaml.Parsed(r.Document, n, func(text string) (string, error) { return text, checkName(text) })
			return
		}},
		strictyaml.Field{Key: "about", Read: word(&r.d.about)},
		strictyaml.Field{Key: "engine", Read: word(&r.d.engine)},
		strictyaml.Field{Key: "debian", Read: word(&r.d.debian)},
		strictyaml.Field{Key: "version", Read: r.version},
		strictyaml.Field{Key: "lacks", Read: func(n ast.Node) (err error) {
			r.d.lacks, err = strictyaml.Parsed(r.Document, n, regexp.Compile)
			return
		}},
		strictyaml.Field{Key: "inputs", Read: func(n ast.Node) error { return r.List(n, r.input) }},
		strictyaml.Field{Key: "stats", Read: func(n ast.Node) error { return r.Entries(n, "conflicts", r.stat) }},
		strictyaml.Field{Key: "disk-mib", Read: func(n ast.Node) (err error) {
			r.d.disk, err = strictyaml.Parsed(r.Document, n, mebibytes)
			return
		}},
	)
	switch {
	case err != nil:
	case r.d.name == "":
		err = r.Fail(root, `the solver has no "name"`)
	case r.d.about == "":
		err = r.Fail(root, `the solver has no "about": say in a line what it is`)
	case len(r.d.inputs) == 0:
		err = r.Fail(root, `the solver has no "inputs": say what it reads and how it is called`)
	case r.d.engine == "":
		r.d.engine = r.d.name
	}
	return r.d, err
}

// cleanName is the file's name for messages: as short as it can be written from here.
func cleanName(file string) string {
	if here, err := filepath.Abs("."); err == nil && filepath.IsAbs(file) {
		if short, err := filepath.Rel(here, file); err == nil && len(short) < len(file) {
			return short
		}
	}
	return file
}

func mebibytes(text string) (int64, error) {
	const most = 1 << 20 // a TiB
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("%q is not a whole number from 1 to %d", text, most)
	}
	return n << 20, nil
}

func (r *descriptionReader) version(node ast.Node) error {
	err := r.Mapping(node,
		strictyaml.Field{Key: "command", Read: func(n ast.Node) (err error) { r.d.asksVersion, err = r.command(n); return }},
		strictyaml.Field{Key: "pattern", Read: func(n ast.Node) (err error) {
			r.d.version, err = strictyaml.Parsed(r.Document, n, regexp.Compile)
			return
		}},
	)
	switch {
	case err != nil:
		return err
	case r.d.asksVersion == nil:
		return r.Fail(node, `the version has no "command" that prints it`)
	case r.d.version == nil:
		return r.Fail(node, `the version has no "pattern" that finds it, as in '\S+'`)
	}
	return nil
}

func (r *descriptionReader) stat(name string, at, value ast.Node) error {
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") != "" {
		return r.Fail(at, "name %q: write a word of small letters, as in conflicts", name)
	}
	pattern, err := r.number(value)
	r.d.stats = append(r.d.stats, stat{name, pattern})
	return err
}

// number reads a pattern that finds a number in a line.
func (r *descriptionReader) number(node ast.Node) (*regexp.Regexp, error) {
	return strictyaml.Parsed(r.Document, node, func(text string) (*regexp.Regexp, error) {
		pattern, err := regexp.Compile("(?m)" + text)
		if err == nil && pattern.NumSubexp() != 1 {
			err = fmt.Errorf(`%q finds no number: put the number, and nothing else, in brackets, as in '^c conflicts: +(\d+)'`, text)
		}
		return pattern, err
	})
}

// command reads a command line.
func (r *descriptionReader) command(node ast.Node, needs ...string) (*command, error) {
	return strictyaml.Parsed(r.Document, node, func(text string) (*command, error) { return newCommand(text, needs...) })
}

// input is a form in which a problem may be put to the solver.
type input struct {
	format
	encodings []string // by which a Request asks for it
	dialect   *dialect // nil where only counts are asked for
	commands  map[nqueens.Task]*command
	proof     *command       // nil if it writes none
	skip      string         // begins lines that are not part of the proof
	counted   *regexp.Regexp // finds the number of solutions
}

func (r *descriptionReader) input(node ast.Node) error {
	in := input{commands: map[nqueens.Task]*command{}}
	asks := func(task nqueens.Task) strictyaml.Field {
		return strictyaml.Field{Key: string(task), Read: func(n ast.Node) (err error) {
			in.commands[task], err = r.command(n, inputMark)
			return
		}}
	}
	err := r.Mapping(node,
		strictyaml.Field{Key: "format", Read: func(n ast.Node) error {
			name, err := r.OneOf(n, formatNames()...)
			in.format = formatNamed(name)
			return err
		}},
		strictyaml.Field{Key: "encodings", Read: func(n ast.Node) (err error) { in.encodings, err = r.encodings(n, in.format); return }},
		strictyaml.Field{Key: "answer", Read: func(n ast.Node) error {
			name, err := r.OneOf(n, dialectNames()...)
			in.dialect = dialectNamed(name)
			return err
		}},
		asks(nqueens.FindFirst), asks(nqueens.FindAll), asks(nqueens.CountAll),
		strictyaml.Field{Key: "counted", Read: func(n ast.Node) (err error) { in.counted, err = r.number(n); return }},
		strictyaml.Field{Key: "proof", Read: func(n ast.Node) (err error) { in.proof, err = r.command(n, inputMark, proofMark); return }},
		strictyaml.Field{Key: "skip", Read: func(n ast.Node) (err error) { in.skip, err = r.Words(n); return }},
	)
	if err == nil {
		if problem := in.complete(); problem != nil {
			err = r.Fail(node, "%w", problem)
		}
	}
	if err == nil && in.encodings == nil {
		in.encodings = in.defaultEncodings()
	}
	for _, name := range in.encodings {
		if err == nil && slices.ContainsFunc(r.d.inputs, func(before input) bool { return slices.Contains(before.encodings, name) }) {
			err = r.Fail(node, "the encoding %q belongs to an input before this one", name)
		}
	}
	r.d.inputs = append(r.d.inputs, in)
	return err
}

func (r *descriptionReader) encodings(node ast.Node, f format) (names []string, err error) {
	err = r.List(node, func(n ast.Node) error {
		name, err := r.Words(n)
		switch {
		case err != nil:
			return err
		case slices.Contains(names, name):
			return r.Fail(n, "%q is named twice", name)
		case f.encoded:
			if _, err := encode.EncodingNamed(name); err != nil {
				return r.Fail(n, "%w", err)
			}
		case checkName(name) != nil:
			return r.Fail(n, "%w", checkName(name))
		}
		names = append(names, name)
		return nil
	})
	return names, err
}

// complete says what an input lacks, or has for nothing.
func (in *input) complete() error {
	shows := in.commands[nqueens.FindFirst] != nil || in.commands[nqueens.FindAll] != nil
	switch {
	case in.format.name == "":
		return fmt.Errorf(`the input has no "format": %s`, strings.Join(formatNames(), ", "))
	case len(in.commands) == 0:
		return errors.New(`the input has no command: write one after "first", "all" or "count"`)
	case shows && in.dialect == nil:
		return fmt.Errorf(`the input has no "answer", which says how to read what is printed: %s`, strings.Join(dialectNames(), ", "))
	case shows && in.plain && in.dialect.literals:
		return fmt.Errorf("the format %s numbers no variables, so the answer %s cannot name them: use minizinc or squares", in.format.name, in.dialect.name)
	case in.commands[nqueens.CountAll] != nil && in.counted == nil:
		return errors.New(`"count" needs "counted", a pattern that finds the number, as in '^c Models +: (\d+)$'`)
	case in.counted != nil && in.commands[nqueens.CountAll] == nil:
		return errors.New(`"counted" has no meaning without "count"`)
	case in.proof != nil && !in.encoded:
		return fmt.Errorf("a proof is about clauses: only the format %s can have one", dimacs)
	case in.proof != nil && in.commands[nqueens.FindFirst] == nil:
		return errors.New(`"proof" has no meaning without "first"`)
	case in.skip != "" && in.proof == nil:
		return errors.New(`"skip" has no meaning without "proof"`)
	}
	if len(in.encodings) > 1 && !in.encoded {
		for _, c := range in.all() {
			if !strings.Contains(c.text, encodingMark) {
				return fmt.Errorf("command %q does not say which of the input's encodings: write %s there", c.text, encodingMark)
			}
		}
	}
	if shows && in.dialect.file {
		for _, c := range in.all() {
			if c != in.commands[nqueens.CountAll] && !strings.Contains(c.text, answerMark) {
				return fmt.Errorf("command %q does not say where the file of the answer goes: write %s there", c.text, answerMark)
			}
		}
	}
	return nil
}

// all are the input's commands.
func (in *input) all() []*command {
	var list []*command
	for _, task := range nqueens.Tasks() {
		if c := in.commands[task]; c != nil {
			list = append(list, c)
		}
	}
	if in.proof != nil {
		list = append(list, in.proof)
	}
	return list
}

//go:embed solvers/*.yaml
var descriptions embed.FS

// Solvers are those that are built in, installed or not. Their descriptions are
// read when they are needed: most processes need none of them.
func Solvers() []*Solver {
	var list []*Solver
	// They are part of the program, and tests read them.
	entries, err := descriptions.ReadDir("solvers")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		text, err := descriptions.ReadFile("solvers/" + entry.Name())
		if err != nil {
			panic(err)
		}
		list = append(list, newSolver("", text, sync.OnceValue(func() *description {
			d, err := readDescription(entry.Name(), text)
			if err != nil {
				panic(err)
			}
			return &d
		})))
	}
	return list
}

// maxDescription is more bytes than a description has.
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
		return nil, fmt.Errorf("%s: longer than 1 MiB, which no description is", path)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the solver's description: %w", err)
	}
	return ParseSolver(file, text)
}
