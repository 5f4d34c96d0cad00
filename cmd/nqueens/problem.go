package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/bounded"
	"nqueens/internal/leftover"
	"nqueens/internal/printable"
	"nqueens/internal/shell"
)

// problemFlags are the flags that describe the problem.
type problemFlags struct {
	given, blocked, excluded []string
	symmetric, file, pieces  string
	regions                  string
	opened                   io.Reader // the open file, or nil
	kept                     string    // the file with the copy of standard input, or ""
	format                   string    // of the file; "": detect it
	strict                   bool      // treat warnings about the file as errors
	instance                 *named    // the current instance, if the file holds several
	member                   string    // its name
	parameters               []*pflag.Flag
	limitFlags               // set by the commands that have these flags
}

func (b *problemFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&b.given, "given", nil, "`squares` where a piece stands: a1,c2, one of another kind as in P@b3; of a formula, literals that are true: 3,-5")
	f.StringArrayVar(&b.blocked, "blocked", nil, "`squares` without a piece: d4,e5")
	f.StringArrayVar(&b.excluded, "excluded", nil, "`diagonals` without a piece: sum:7,diff:-2 (file + rank, file − rank, from 0)")
	f.StringVar(&b.symmetric, "symmetric", "", "solutions that this `symmetry` maps to themselves: half-turn, quarter-turn, transpose, …")
	f.StringVar(&b.regions, "map", "", "the `regions` of the squares, for the family regions: a letter or digit a square, the highest rank first, as in 0011/0211/3222/3332")
	f.StringVar(&b.pieces, "pieces", "", "the number of pieces, in place of the family's: a `number`, or 3..5, 3.., ..5")
	for _, family := range family.All() {
		for _, q := range family.Parameters {
			if f.Lookup(q.Name) == nil {
				f.Int(q.Name, q.Default, fmt.Sprintf("%s; a `number`, which may stand behind the size too: %s 5 %d", q.About, family.Name, q.Default))
				b.parameters = append(b.parameters, f.Lookup(q.Name))
			}
		}
	}
	f.StringVar(&b.file, "file", "", "read the problem from this `file` (- is standard input): an instance (nqueens help convert lists the formats), DIMACS, OPB or an exact cover, plain or packed with gzip, xz, bzip2 or zstd")
	f.StringVar(&b.member, "instance", "", "the `name` of one instance, where --file is a folder, an archive or the experiment.json of a run")
	cmd.Args = cobra.ArbitraryArgs // problem checks them
	completions(cmd, "symmetric", fixed(namesOf(nqueens.Symmetries()[1:], nqueens.Symmetry.String)))
	cmd.ValidArgsFunction = firstOf(namesOf(family.All(), func(f *nqueens.Family) string { return f.Name }))
}

// problem returns the problem that [FAMILY] N and the flags describe.
func (b *problemFlags) problem(args []string, by *program) (nqueens.Problem, error) {
	var none nqueens.Problem
	p, err := familyAndSize(args, by.families)
	if err != nil {
		return none, err
	}
	size := p
	switch {
	case b.file != "":
		if p, err = b.read(size.Family, by); err != nil {
			return none, err
		}
		if size.Parameters != nil {
			p.Parameters = size.Parameters
		}
		if !p.HasBoard() && len(args) > 0 {
			return none, fmt.Errorf("%s: %s holds a formula (%s), which has neither family nor size: leave it out", strings.Join(args, " "), b.fileName(), p.Formula.Format)
		}
		if board := p.Board(); size.N != 0 && size.Board() != board {
			return none, fmt.Errorf("size %s: the board in %s has %s squares a side", sizeOf(size.Board()), b.fileName(), sizeOf(board))
		}
	case b.member != "":
		return none, errors.New("--instance: only with --file")
	case size.N == 0 && b.regions != "": // says the size
	case size.N == 0:
		return none, fmt.Errorf("the size is missing: write, for example, %s", strings.Join(append(args, "8"), " "))
	}
	if err := b.divide(&p, size); err != nil {
		return none, err
	}
	if err := b.parametrise(&p, size); err != nil {
		return none, err
	}
	if b.pieces != "" {
		if p.Pieces, err = nqueens.ParseRange(b.pieces); err != nil {
			return none, fmt.Errorf("--pieces: %w", err)
		}
	}
	if p.HasBoard() {
		given, err := inList("given", b.given, nil, nqueens.ParsePieces)
		if err != nil {
			return none, err
		}
		p.Give(given...)
	} else {
		given, err := inList("given", b.given, nil, p.Formula.ParseLiterals)
		if err != nil {
			return none, err
		}
		if p, err = p.Conditioned(given); err != nil {
			return none, fmt.Errorf("--given: %w", err)
		}
	}
	if p.Blocked, err = inList("blocked", b.blocked, p.Blocked, nqueens.ParseSquares); err != nil {
		return none, err
	}
	if p.Excluded, err = inList("excluded", b.excluded, p.Excluded, nqueens.ParseDiagonals); err != nil {
		return none, err
	}
	if b.symmetric != "" {
		if p.Symmetric, err = nqueens.ParseSymmetry(b.symmetric); err != nil {
			return none, fmt.Errorf("--symmetric: %w", err)
		}
	}
	return p, p.Validate()
}

// divide sets the regions of --map, which also state the size and, beside the family of queens, the
// family.
func (b *problemFlags) divide(p *nqueens.Problem, size nqueens.Problem) (err error) {
	if b.regions == "" {
		return nil
	}
	if p.Regions, err = nqueens.ParseRegions(b.regions); err != nil {
		return fmt.Errorf("--map: %w", err)
	}
	if p.Family == family.Queens {
		p.Family = family.Regions
	}
	if size.N == 0 && b.file == "" {
		p.N = p.Regions.Board().Ranks
	}
	return nil
}

// parametrise sets the parameters of flags. A file or --map may have stated the family.
func (b *problemFlags) parametrise(p *nqueens.Problem, size nqueens.Problem) error {
	for _, f := range b.parameters {
		if !f.Changed {
			continue
		}
		number, _ := strconv.Atoi(f.Value.String())
		if said, ok := size.Parameters[f.Name]; ok && said != number {
			return fmt.Errorf("--%s %d: the number after the size is %d; give only one of the two", f.Name, number, said)
		}
		if !p.HasBoard() {
			return fmt.Errorf("--%s: a formula has no parameters", f.Name)
		}
		if err := p.SetParameter(f.Name, number); err != nil {
			return fmt.Errorf("--%s: %w", f.Name, err)
		}
	}
	return nil
}

// problemWithin returns the result of problem; the limits of the flags apply to reading.
func (b *problemFlags) problemWithin(ctx context.Context, args []string, by *program) (nqueens.Problem, error) {
	_, done, err := b.bound(ctx, "reading")
	if err != nil {
		return nqueens.Problem{}, err
	}
	defer done()
	p, err := b.problem(args, by)
	return p, b.limitError(err)
}

// inList parses the texts of a flag that may be given several times, and appends their elements to
// list.
func inList[T any](flag string, texts []string, list []T, parse func(string) ([]T, error)) ([]T, error) {
	for _, text := range texts {
		if err := emptyListError(flag, text); err != nil {
			return nil, err
		}
		more, err := parse(text)
		if err != nil {
			return nil, fmt.Errorf("--%s: %w", flag, err)
		}
		list = append(list, more...)
	}
	return list, nil
}

// familyAndSize parses [FAMILY] [N] [PARAMETER…]. N may be FILESxRANKS. A parameter is a number, in
// the order of the family's parameters, or name=number. A missing size is 0.
func familyAndSize(args []string, known nqueens.Catalogue) (nqueens.Problem, error) {
	p, rest := nqueens.Problem{Family: family.Queens}, args
	var err error
	if len(rest) > 0 && isFile(rest[0]) {
		return p, fmt.Errorf("%s is a file: write --file %s", rest[0], shell.Quoted(rest[0]))
	}
	if len(rest) > 0 && strings.Contains(rest[0], "(") {
		return p, asWords(rest[0], known)
	}
	if len(rest) > 0 && !numeric(rest[0]) {
		if p.Family, err = known.Named(rest[0]); err != nil {
			return p, err
		}
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return p, nil
	}
	files, ranks, rectangle := strings.Cut(strings.ReplaceAll(rest[0], "×", "x"), "x")
	if !rectangle {
		ranks = files
	} else if files == "" || ranks == "" {
		return p, fmt.Errorf("size %q: write files x ranks, for example 5x8", rest[0])
	} else if p.Files, err = parseSize(files); err != nil {
		return p, err
	}
	if p.N, err = parseSize(ranks); err != nil {
		return p, err
	}
	for i, word := range rest[1:] {
		if _, err := known.Named(word); err == nil && len(args) == 2 {
			return p, fmt.Errorf("the family comes before the size: %s %s", word, rest[0])
		}
		name, value, named := strings.Cut(word, "=")
		switch {
		case named:
		case i < len(p.Family.Parameters):
			name, value = p.Family.Parameters[i].Name, word
		case i == 0:
			return p, fmt.Errorf("%q: one size is enough", word)
		default:
			return p, fmt.Errorf("%q: the family %s has no more parameters than %d", word, p.Family.Name, i)
		}
		number, err := strconv.Atoi(value)
		if err != nil {
			return p, fmt.Errorf("%s %q: write a whole number", name, value)
		}
		if err := p.SetParameter(name, number); err != nil {
			return p, err
		}
	}
	return p, nil
}

// asWords returns the error for a problem that is written as one word, as in queens(8). The error
// says how to write it in separate words, or what is wrong with the problem.
func asWords(name string, known nqueens.Catalogue) error {
	p, err := known.Parse(name)
	if err != nil {
		return err
	}
	if !p.HasBoard() {
		return fmt.Errorf("%q: a formula is read from its file, by --file", name)
	}
	words := fmt.Sprintf("%s %d", p.Family.Name, p.N)
	if p.Files > 0 {
		words = fmt.Sprintf("%s %dx%d", p.Family.Name, p.Files, p.N)
	}
	for _, parameter := range p.Family.Parameters {
		words += fmt.Sprintf(" %s=%d", parameter.Name, p.Parameter(parameter.Name))
	}
	return fmt.Errorf("%q: write %s, and givens and closed squares as flags", name, words)
}

// sizeOf returns the size of a board in the form that the command line accepts.
func sizeOf(b nqueens.Board) string {
	if b.IsSquare() {
		return strconv.Itoa(b.Files)
	}
	return fmt.Sprintf("%dx%d", b.Files, b.Ranks)
}

// parseSize parses the size of a board.
func parseSize(word string) (int, error) {
	n, err := strconv.Atoi(word)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("size %s: too large for any computer", word)
	case err != nil:
		return 0, fmt.Errorf("size %q: write a whole number, for example 8", word)
	case n < 1:
		return 0, fmt.Errorf("size %d: write a number from 1", n)
	}
	return n, nil
}

// isFile reports whether a word is the path of an existing file or folder. A name without a dot or a
// slash may be a family or a size, and is not looked up.
func isFile(word string) bool {
	if !strings.ContainsAny(word, "./") {
		return false
	}
	_, err := os.Stat(word)
	return err == nil
}

// numeric reports whether a word starts like a number.
func numeric(word string) bool {
	return word != "" && strings.ContainsRune("+-.0123456789", rune(word[0]))
}

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
