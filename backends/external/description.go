package external

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

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
