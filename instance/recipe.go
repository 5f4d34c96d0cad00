package instance

import (
	"context"
	"errors"
	"fmt"

	"nqueens"
	"nqueens/internal/suggest"
)

// A Kind is a kind of random instance.
type Kind string

const (
	Completion        Kind = "completion"         // some queens are placed
	ExcludedDiagonals Kind = "excluded-diagonals" // some diagonals are excluded
	Blocked           Kind = "blocked"            // some squares are blocked
	Corner            Kind = "corner"             // a corner without a solution, by blocked squares
	Structured        Kind = "structured"         // a corner with bridges, and Hall sets: see Structure
)

// Kinds lists every kind.
func Kinds() []Kind { return []Kind{Completion, ExcludedDiagonals, Blocked, Corner, Structured} }

// KindNamed returns the kind with the given name.
func KindNamed(name string) (Kind, error) {
	return suggest.Named("kind of instance", name, Kinds(), func(k Kind) string { return string(k) })
}

// Format returns the name of the format in which instances of the kind are published.
func (k Kind) Format() string {
	if k == Corner || k == Structured {
		k = Blocked
	}
	return string(k)
}

// Counts returns what Recipe.Size counts: queens, diagonals, blocks, or the squares along the side
// of the corner.
func (k Kind) Counts() string {
	switch k {
	case Completion:
		return "queens"
	case ExcludedDiagonals:
		return "diagonals"
	case Corner, Structured:
		return "side"
	}
	return "blocks"
}

// All is the size for excluding as many diagonals as possible, as in the published files.
const All = -1

// A Recipe defines random instances, one for each seed.
type Recipe struct {
	Kind Kind `json:"kind"`
	N    int  `json:"n"` // the side of the board in squares
	// Size is the number of placed queens, of excluded diagonals (or All) or of blocked squares, or
	// the side of a corner. For Structured, 0 means no corner.
	Size int `json:"size"`
	// Least is the number of open squares that every row and column keeps; 4 in the published
	// instances. For Corner and Structured it is the number of open squares of each row outside the
	// corner. Completion ignores it.
	Least int `json:"least,omitempty"`
	// Structure applies to Structured only.
	Structure Structure `json:"structure,omitzero"`
	// Published selects the published generator. Its seed is the last number in the name of a
	// published file.
	Published bool `json:"published,omitempty"`
}

// Validate returns an error if the board's side is not from 1 to nqueens.MaxModelSize, or if a size
// or parameter is impossible on the board.
func (r Recipe) Validate() error {
	err := r.check()
	if wrong, ok := errors.AsType[*ParameterError](err); ok {
		return wrong.Err
	}
	return err
}

// check does what Validate does, and returns an error in one parameter as a *ParameterError.
func (r Recipe) check() error {
	if _, err := KindNamed(string(r.Kind)); err != nil {
		return err
	}
	if r.N < 1 || r.N > nqueens.MaxModelSize {
		return wrong("n", "a board of %d squares a side: random instances have 1 to %d", r.N, nqueens.MaxModelSize)
	}
	if r.Kind != Completion && (r.Least < 0 || r.Least > r.N) {
		return wrong("least", "at least %d open squares in each row: a board of %d squares a side allows 0 to %d", r.Least, r.N, r.N)
	}
	low, most, where := 0, r.N, fmt.Sprintf("on a board of %d squares a side", r.N)
	switch r.Kind {
	case ExcludedDiagonals:
		low, most = All, 4*r.N-2
	case Blocked:
		most = r.N * (r.N - r.Least)
		where += fmt.Sprintf(" of which each row keeps %d open", r.Least)
	case Corner:
		return r.checkCorner()
	case Structured:
		return r.checkStructured()
	}
	if r.Size < low || r.Size > most {
		return wrong(r.Kind.Counts(), "%d %s: there can be 0 to %d %s", r.Size, r.Kind.Counts(), most, where)
	}
	return nil
}

func (r Recipe) checkCorner() error {
	most := min(MaxCorner, r.N-r.Least)
	if r.Size < cornerLeast || r.Size > most {
		return wrong(r.Kind.Counts(), "a corner of %d squares a side: on a board of %d squares a side, of which the other rows keep %d open, it can have %d to %d",
			r.Size, r.N, r.Least, cornerLeast, most)
	}
	if r.Published {
		return wrong("published", "instances of the kind %s are not published", r.Kind)
	}
	return nil
}

// Make returns the instance of a seed. If the generator does not succeed with this seed, it returns
// a *GaveUp; another seed may succeed. Long generators end with the context.
func (r Recipe) Make(ctx context.Context, seed uint64) (nqueens.Problem, error) {
	if err := r.Validate(); err != nil {
		return nqueens.Problem{}, err
	}
	// Different sizes use different random numbers for the same seed.
	random := NewRandom(seed ^ uint64(r.N)<<48)
	if r.Published {
		random = NewPython(seed)
	}
	switch r.Kind {
	case Completion:
		return RandomCompletion(random, r.N, r.Size)
	case Blocked:
		return RandomBlocked(ctx, random, r.N, r.Size, r.Least)
	case Corner:
		return RandomCorner(ctx, random, r.N, r.Size, r.Least)
	case Structured:
		return RandomStructured(ctx, random, r.N, r.Size, r.Least, r.Structure)
	}
	p, err := RandomDiagonals(random, r.N, r.Least)
	if err != nil || r.Size == All {
		return p, err
	}
	return FirstDiagonals(p, r.Size)
}

// FileName returns the name of the file for the instance with the given seed. It contains the
// recipe's kind, N, Size, Structure, Least and the seed; the kind Completion has no Least. With
// Published, the names are those of the published files, such as diag-10-4-615.param and
// block-10-24-639.param.
func (r Recipe) FileName(seed uint64) string {
	size := fmt.Sprint(r.Size)
	if r.Size == All {
		size = "all"
	}
	switch {
	case r.Published && r.Kind == Blocked && r.Least == 4:
		return fmt.Sprintf("block-%d-%d-%d.param", r.N, r.Size, seed)
	case r.Published && r.Kind == ExcludedDiagonals && r.Size == All:
		return fmt.Sprintf("diag-%d-%d-%d.param", r.N, r.Least, seed)
	case r.Kind == Completion:
		return fmt.Sprintf("%s-%d-%s-%d.param", r.Kind, r.N, size, seed)
	case r.Kind == Structured:
		size += "-" + r.Structure.text()
	}
	return fmt.Sprintf("%s-%d-%s-%d-%d.param", r.Kind, r.N, size, r.Least, seed)
}

// A GaveUp is the error of a generator whose random choices left no way to go on. Another seed may
// succeed.
type GaveUp struct {
	What string // for example "placing 18 queens on a board of 20 squares a side"
	Why  string
}

func (g *GaveUp) Error() string {
	return fmt.Sprintf("given up %s: %s; try another seed", g.What, g.Why)
}
