package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/encode"
	"nqueens/instance"
	"nqueens/internal/bounded"
	"nqueens/internal/leftover"
	"nqueens/internal/printable"
)

// fileName returns the name of the board's file for messages.
func (b *problemFlags) fileName() string {
	if b.instance != nil {
		return b.instance.name
	}
	return inputName(b.file)
}

// inputName returns the name of a file for messages.
func inputName(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// about adds the name of the problem's file, if it has one, to an error about the problem.
func (b *problemFlags) about(err error) error {
	if b.file == "" {
		return err
	}
	return fmt.Errorf("--file %s: %w", b.file, err)
}

// path returns the name under which the problem's file can be opened. It copies standard input to a
// temporary file, which exists until the program ends, so that child processes can read it too.
func (b *problemFlags) path(by *program) (string, error) {
	if b.file != "-" || b.kept != "" {
		return cmp.Or(b.kept, b.file), nil
	}
	in := by.in
	if b.opened != nil {
		in, b.opened = b.opened, nil
	}
	f, err := os.CreateTemp("", leftover.FolderPrefix+leftover.Mark())
	if err != nil {
		return "", err
	}
	b.kept = f.Name()
	by.kept = append(by.kept, b.kept)
	_, err = io.Copy(f, bounded.Bytes(b.bounded(in), maxInput, errors.New("longer than 1 GiB")))
	return b.kept, errors.Join(err, f.Close())
}

// maxInput is the largest number of bytes of standard input that are copied to a file.
const maxInput = 1 << 30

// formatFlags adds the flags that say how to read the file. The name of the first one differs
// between commands, because --format of encode is the output format.
func (b *problemFlags) formatFlags(cmd *cobra.Command, name string) {
	f := cmd.Flags()
	f.StringVar(&b.format, name, "", "the `format` of the file, if its text and name do not show it: "+strings.Join(instance.InputFormats(), ", "))
	f.BoolVar(&b.strict, "strict", false, "treat warnings about the file as errors: a DIMACS or OPB header with a wrong number of clauses or constraints")
	completions(cmd, name, fixed(instance.InputFormats()))
}

// how returns the options for reading the file.
func (b *problemFlags) how() (encode.Reading, error) {
	how := encode.Reading{Strict: b.strict}
	if b.format == "" {
		return how, nil
	}
	var err error
	if how.Format, err = instance.InputFormat(b.format); err != nil {
		return how, fmt.Errorf("the format of --file: %w", err)
	}
	return how, nil
}

// warn prints the warnings about the text that a problem was read from.
func (p *program) warn(name string, read nqueens.Problem) {
	if read.HasBoard() {
		return
	}
	for _, warning := range read.Formula.Warnings {
		fmt.Fprintf(p.err, "warning: %s: %s\n", printable.Text(name), printable.Text(warning))
	}
}

// noteSkipped prints a note that names the files of a folder or an archive that are not instances.
func (p *program) noteSkipped(files []string) {
	const most = 5 // names
	if len(files) == 0 {
		return
	}
	names := strings.Join(files[:min(most, len(files))], ", ")
	if more := len(files) - most; more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	what := "these files, which are not instances"
	if len(files) == 1 {
		what = "this file, which is not an instance"
	}
	fmt.Fprintf(p.err, "note: skipped %s: %s\n", what, printable.Text(names))
}

// many reports whether the file is a folder or an archive, or has several levels.
func (b *problemFlags) many(family *nqueens.Family, by *program) (bool, error) {
	if b.file == "" || b.member != "" {
		return false, nil
	}
	path, err := b.path(by)
	if err != nil {
		return false, err
	}
	how, err := b.how()
	if err != nil {
		return false, err
	}
	return instance.Many(how, family, path)
}

// read reads the file, which holds an instance, a board of the family, a formula or an exact cover.
func (b *problemFlags) read(family *nqueens.Family, by *program) (nqueens.Problem, error) {
	if b.instance != nil {
		return b.instance.problem, nil
	}
	if b.member != "" {
		return b.readMember(family, by)
	}
	var none nqueens.Problem
	if b.opened == nil {
		switch many, err := b.many(family, by); {
		case err != nil:
			return none, fmt.Errorf("--file: %w", err)
		case many:
			return none, b.about(errors.New("this command takes one problem, and a folder, an archive or a file of levels may hold many; solve, count and convert take them all"))
		}
	}
	path, err := b.path(by)
	if err != nil {
		return none, b.about(err)
	}
	in := b.opened
	if in == nil {
		file, err := b.open(path)
		if err != nil {
			return none, fmt.Errorf("--file: %w", err)
		}
		defer file.Close()
		in = file
	}
	limits, err := b.limits()
	if err != nil {
		return none, err
	}
	how, err := b.how()
	if err != nil {
		return none, err
	}
	how.Memory = limits.Memory
	p, err := instance.ReadProblemAs(how, family, path, b.bounded(in))
	if err != nil {
		return none, b.about(err)
	}
	by.warn(inputName(b.file), p)
	if !p.HasBoard() && b.file == "-" {
		p.Formula.Name = "stdin"
	}
	return p, nil
}

// A named is an instance with the name of its file in a folder or an archive.
type named struct {
	name    string
	problem nqueens.Problem
}

// instances reads all instances of the file; the limits of the flags apply.
func (b *problemFlags) instances(family *nqueens.Family, by *program) ([]named, error) {
	how, err := b.how()
	if err != nil {
		return nil, err
	}
	var skipped []string
	how.Skipped = func(path string) { skipped = append(skipped, path) }
	list, err := bounded.Do(b.reading, func() ([]named, error) { return b.readInstances(how, family) })
	if err = b.limitError(err); err == nil {
		by.noteSkipped(skipped)
		for _, i := range list {
			by.warn(i.name, i.problem)
		}
	}
	return list, err
}

func (b *problemFlags) readInstances(how encode.Reading, family *nqueens.Family) ([]named, error) {
	var list []named
	in := filepath.Clean(b.fileName())
	add := func(name string, p nqueens.Problem) error {
		if err := b.limitError(nil); err != nil {
			return err
		}
		list = append(list, named{strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(in)+"/"), p})
		return nil
	}
	if b.file != "-" {
		err := instance.Each(how, family, in, add)
		return list, err
	}
	kept, err := os.Open(b.kept) // many has copied it
	if err != nil {
		return nil, err
	}
	defer kept.Close()
	err = instance.EachIn(how, family, in, kept, add)
	return list, err
}
