package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/instance"
)

// board is the flags that say which problem is meant.
type board struct {
	given, blocked, excluded []string
	symmetric, file          string
	opened                   io.Reader // what the file holds, if it has been opened
	kept                     *os.File  // what standard input held, once it has been read
	instance                 *named    // the one that is meant, where the file holds many
}

func (b *board) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&b.given, "given", nil, "`squares` where a piece stands: a1,c2")
	f.StringArrayVar(&b.blocked, "blocked", nil, "`squares` where none may stand: d4,e5")
	f.StringArrayVar(&b.excluded, "excluded", nil, "`diagonals` where none may stand: sum:7,diff:-2 (file + rank, file − rank, from 0)")
	f.StringVar(&b.symmetric, "symmetric", "", "solutions that this `symmetry` maps to themselves: half-turn, quarter-turn, transpose, …")
	f.StringVar(&b.file, "file", "", "read the problem from this `file` (- is standard input): an instance (nqueens help convert lists the formats), DIMACS, OPB or an exact cover, gzipped or not")
	cmd.Args = cobra.ArbitraryArgs // problem says what is wrong with them
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return familyNames(), cobra.ShellCompDirectiveNoFileComp
	}
}

func familyNames() []string {
	var names []string
	for _, f := range nqueens.Families() {
		names = append(names, f.Name)
	}
	return names
}

// problem puts together [FAMILY] N and the flags.
func (b *board) problem(args []string, by *program) (nqueens.Problem, error) {
	var none nqueens.Problem
	family, size, err := familyAndSize(args, by.families...)
	if err != nil {
		return none, err
	}
	p := nqueens.Problem{Family: family, N: size}
	switch {
	case b.file != "":
		if p, err = b.read(family, by); err != nil {
			return none, err
		}
		if !p.HasBoard() && len(args) > 0 {
			return none, fmt.Errorf("%s: %s holds a formula (%s), which has neither family nor size: leave it out", strings.Join(args, " "), b.fileName(), p.Formula.Format)
		}
		if size != 0 && size != p.N {
			return none, fmt.Errorf("size %d: the board in %s has %d squares a side", size, b.fileName(), p.N)
		}
	case size == 0:
		return none, fmt.Errorf("the size is missing: write, for example, %s", strings.Join(append(args, "8"), " "))
	}
	for _, list := range []struct {
		flag    string
		texts   []string // a flag given again adds to what it said before
		squares *[]nqueens.Square
	}{{"--given", b.given, &p.Given}, {"--blocked", b.blocked, &p.Blocked}} {
		squares, err := nqueens.ParseSquares(strings.Join(list.texts, ","))
		if err != nil {
			return none, fmt.Errorf("%s: %w", list.flag, err)
		}
		*list.squares = append(*list.squares, squares...)
	}
	diagonals, err := nqueens.ParseDiagonals(strings.Join(b.excluded, ","))
	if err != nil {
		return none, fmt.Errorf("--excluded: %w", err)
	}
	p.Excluded = append(p.Excluded, diagonals...)
	if b.symmetric != "" {
		if p.Symmetric, err = nqueens.ParseSymmetry(b.symmetric); err != nil {
			return none, fmt.Errorf("--symmetric: %w", err)
		}
	}
	return p, p.Validate()
}

// familyAndSize reads [FAMILY] [N]. A size that is not there is 0.
func familyAndSize(args []string, more ...*nqueens.Family) (*nqueens.Family, int, error) {
	family, rest := nqueens.Queens, args
	if len(rest) > 0 && !numeric(rest[0]) {
		var err error
		if family, err = nqueens.FamilyNamed(rest[0], more...); err != nil {
			return nil, 0, err
		}
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return family, 0, nil
	}
	n, err := parseSize(rest[0])
	if err != nil {
		return nil, 0, err
	}
	if len(rest) == 1 {
		return family, n, nil
	}
	if _, err := nqueens.FamilyNamed(rest[1], more...); err == nil && len(args) == 2 {
		return nil, 0, fmt.Errorf("the family comes before the size: %s %d", rest[1], n)
	}
	return nil, 0, fmt.Errorf("%q: one size is enough", rest[1])
}

// parseSize reads the size of a board.
func parseSize(word string) (int, error) {
	n, err := strconv.Atoi(word)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("size %s: no computer holds such a board", word)
	case err != nil:
		return 0, fmt.Errorf("size %q: write a whole number, for example 8", word)
	case n < 1:
		return 0, fmt.Errorf("size %d: a board has at least one square a side", n)
	}
	return n, nil
}

// numeric reports whether a word is meant as a number rather than as a name.
func numeric(word string) bool {
	return word != "" && strings.ContainsRune("+-.0123456789", rune(word[0]))
}

// fileName is the board's file as messages name it.
func (b *board) fileName() string {
	switch {
	case b.instance != nil:
		return b.instance.name
	case b.file == "-":
		return "standard input"
	}
	return b.file
}

// about is an error about the problem, with the name of its file if it has one.
func (b *board) about(err error) error {
	if b.file == "" {
		return err
	}
	return fmt.Errorf("--file %s: %w", b.file, err)
}

// open opens the file for reading.
func (b *board) open(in io.Reader) (io.Reader, func() error, error) {
	if b.file == "-" {
		return in, func() error { return nil }, nil
	}
	f, err := os.Open(b.file)
	if err != nil {
		return nil, nil, fmt.Errorf("--file: %w", err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close() //nolint:errcheck // nothing was read
		return nil, nil, fmt.Errorf("--file %s: it is a folder, and one file is asked for", b.file)
	}
	return f, f.Close, nil
}

// read reads the file: an instance, a board of the family, a formula or an exact
// cover.
func (b *board) read(family *nqueens.Family, by *program) (nqueens.Problem, error) {
	fail := func(err error) (nqueens.Problem, error) {
		return nqueens.Problem{}, fmt.Errorf("--file %s: %w", b.file, err)
	}
	if b.instance != nil {
		return b.instance.problem, nil
	}
	if b.opened == nil {
		switch many, err := b.many(by); {
		case err != nil:
			return nqueens.Problem{}, fmt.Errorf("--file: %w", err)
		case many:
			return nqueens.Problem{}, fmt.Errorf("--file %s: one problem is asked for, and this holds any number; solve, count and convert take them all", b.file)
		}
	}
	in, path := b.opened, b.file
	if in == nil && b.file != "-" {
		file, closeFile, err := b.open(by.in)
		if err != nil {
			return nqueens.Problem{}, err
		}
		defer closeFile()
		in = file
	}
	if b.file == "-" {
		if b.kept == nil {
			kept, err := by.keep(in)
			if err != nil {
				return fail(err)
			}
			b.kept = kept
		}
		defer b.kept.Close()
		in, path = b.kept, b.kept.Name()
	}
	p, err := instance.ReadProblem(family, path, in)
	if err != nil {
		return fail(err)
	}
	if !p.HasBoard() && b.file == "-" {
		p.Formula.Name = "stdin"
	}
	return p, nil
}

// keep copies a stream into a file that lives as long as the program, so that
// child processes can read it too.
func (p *program) keep(in io.Reader) (*os.File, error) {
	f, err := os.CreateTemp("", "nqueens-*")
	if err != nil {
		return nil, err
	}
	p.kept = append(p.kept, f.Name())
	if _, err = io.Copy(f, in); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close() //nolint:errcheck // another error is on its way already
		return nil, err
	}
	return f, nil
}
