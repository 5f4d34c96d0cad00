package proof

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"nqueens"
	"nqueens/encode"
)

// A Split defines the parts of a proof.
type Split struct {
	// Pieces is the number of pieces by which parts differ. With 0 there is one part, which is
	// everything.
	Pieces int
	// Writes reports whether a part, counted from 1, is written; nil means all parts. The others
	// are written elsewhere and added to the folder.
	Writes func(part int) bool
}

func (s Split) writes(part int) bool { return s.Writes == nil || s.Writes(part) }

// MaxSplit is the largest number of pieces by which a covering proof can be split: 225 squares have
// 25200 pairs.
const MaxSplit = 2

// partFile returns the file of a part, counted from 1: fewer-3.pbp, or fewer.pbp if there are no
// parts.
func partFile(name string, part int, split Split) string {
	if split.Pieces == 0 {
		return name
	}
	kind := filepath.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, kind), part, kind)
}

// partFiles returns the names of the files of all parts: for each part, a file for each of the given
// names.
func partFiles(parts int, split Split, names ...string) (files []string) {
	for i := range parts {
		for _, name := range names {
			files = append(files, partFile(name, i+1, split))
		}
	}
	return files
}

// coveringParts returns problems that partition the solutions of p. It selects squares of which one
// has a piece in every solution. Part k has a piece on the k-th square and blocks the earlier ones;
// the last part blocks all. Each part except the last is split again for each further piece. Pieces
// of another kind on these squares would be in no part, so problems with several kinds give an
// error.
func coveringParts(ctx context.Context, p nqueens.Problem, pieces int) ([]nqueens.Problem, error) {
	if pieces == 0 {
		return []nqueens.Problem{p}, nil
	}
	if len(p.Family.Kinds) > 0 {
		return nil, fmt.Errorf("%w: %v has pieces of several kinds, and only those of one kind are split by squares", ErrNotRefuted, p.Short())
	}
	squares, err := narrowest(ctx, p)
	if err != nil || len(squares) == 0 {
		return []nqueens.Problem{p}, err
	}
	var all []nqueens.Problem
	for _, s := range squares {
		with := p
		with.Given = append(slices.Clip(p.Given), s)
		parts, err := coveringParts(ctx, with, pieces-1)
		if err != nil {
			return nil, err
		}
		all = append(all, parts...)
		p.Blocked = append(slices.Clip(p.Blocked), s)
	}
	return append(all, p), nil
}

// narrowest returns the smallest set of squares that some constraint requires to have a piece and
// on which no piece is given. It returns nil if the given pieces satisfy all such constraints. An
// error in such a constraint could not make the parts lose solutions, because the last part
// contains all solutions without a piece on these squares.
func narrowest(ctx context.Context, p nqueens.Problem) (fewest []nqueens.Square, err error) {
	f, err := newPlanesOf(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, c := range f.Constraints() {
		if c.Bound != 1 || c.Equal || slices.ContainsFunc(c.Terms, func(t encode.PBTerm) bool { return t.Coefficient != 1 }) {
			continue // it is not a cover
		}
		var squares []nqueens.Square
		for _, t := range c.Terms {
			squares = append(squares, f.Squares[t.Variable-1])
		}
		kept := slices.ContainsFunc(squares, func(s nqueens.Square) bool { return slices.Contains(p.Given, s) })
		if !kept && (fewest == nil || len(squares) < len(fewest)) {
			fewest = squares
		}
	}
	return fewest, nil
}

// parts returns the parts of a certificate, made again from the problem.
func (f folder) parts(p nqueens.Problem) (parts []nqueens.Problem, split Split, err error) {
	if f.has(SplitFile) {
		err = f.open(SplitFile, func(r io.Reader) error {
			if _, err := fmt.Fscanf(r, "%d\n", &split.Pieces); err != nil || split.Pieces < 1 || split.Pieces > MaxSplit {
				return &Unreadable{fmt.Errorf("should be a number of pieces from 1 to %d", MaxSplit)}
			}
			return nil
		})
	}
	if err == nil {
		parts, err = coveringParts(f.ctx, p, split.Pieces)
	}
	return parts, split, err
}
