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

// Split says in what parts a proof is written.
type Split struct {
	// Pieces is how many pieces stand on squares of a part's own. With 0 there is one part,
	// which is everything.
	Pieces int
	// Writes tells whether a part, counted from 1, is written; nil: all are. The others come
	// from elsewhere, into the same folder.
	Writes func(part int) bool
}

func (s Split) writes(part int) bool { return s.Writes == nil || s.Writes(part) }

// MaxSplit is by how many pieces a proof can be split that few pieces cover a board: 225
// squares have 25200 pairs.
const MaxSplit = 2

// partFile is the file of a part, counted from 1: fewer-3.pbp, or fewer.pbp where there are no
// parts.
func partFile(name string, part int, split Split) string {
	if split.Pieces == 0 {
		return name
	}
	kind := filepath.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, kind), part, kind)
}

// partFiles are those files of so many parts.
func partFiles(parts int, split Split, names ...string) (files []string) {
	for i := range parts {
		for _, name := range names {
			files = append(files, partFile(name, i+1, split))
		}
	}
	return files
}

// coveringParts are problems that share out the solutions of p: each is a solution of exactly
// one of them. Of some squares, one of which has a piece in every solution, the first part has
// the first given, the second the second and blocks the first, and so on, and the last blocks all;
// each but the last is split again if more pieces are asked for. Pieces of another kind could
// stand on these squares in no part's solution.
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

// narrowest are the fewest squares of which some constraint says that one has a piece, and none
// of which has one given; there are none where the pieces given keep all such constraints. Were
// such a constraint wrong, no solution would be lost: the last part has none on these squares.
func narrowest(ctx context.Context, p nqueens.Problem) (fewest []nqueens.Square, err error) {
	f, err := newPlanesOf(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, c := range f.Constraints() {
		if c.Bound != 1 || c.Equal || slices.ContainsFunc(c.Terms, func(t encode.PBTerm) bool { return t.Coefficient != 1 }) {
			continue // it is no cover
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

// parts are those that a certificate is split into, made again from the problem.
func (f folder) parts(p nqueens.Problem) (parts []nqueens.Problem, split Split, err error) {
	if f.has(SplitFile) {
		err = f.open(SplitFile, func(r io.Reader) error {
			if _, err := fmt.Fscanf(r, "%d\n", &split.Pieces); err != nil || split.Pieces < 1 || split.Pieces > MaxSplit {
				return &Unreadable{fmt.Errorf("a number of pieces from 1 to %d is wanted", MaxSplit)}
			}
			return nil
		})
	}
	if err == nil {
		parts, err = coveringParts(f.ctx, p, split.Pieces)
	}
	return parts, split, err
}
