package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nqueens"
	"nqueens/family"
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
