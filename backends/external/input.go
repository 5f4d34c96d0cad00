package external

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/strictyaml"
)

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
		in.encodings = in.usual()
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
