package instance

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/internal/suggest"
)

// Kind is a kind of random instance.
type Kind string

const (
	Completion        Kind = "completion"         // some queens are placed
	ExcludedDiagonals Kind = "excluded-diagonals" // some diagonals are excluded
	Blocked           Kind = "blocked"            // some squares are blocked
	Corner            Kind = "corner"             // a corner that has no solution, blocked squares too
	Structured        Kind = "structured"         // a corner with bridges, Hall sets: see Structure
)

// Kinds lists every kind.
func Kinds() []Kind { return []Kind{Completion, ExcludedDiagonals, Blocked, Corner, Structured} }

// KindNamed finds a kind by its name.
func KindNamed(name string) (Kind, error) {
	return suggest.Named("kind of instance", name, Kinds(), func(k Kind) string { return string(k) })
}

// Format is the name of the format that instances of the kind are published in.
func (k Kind) Format() string {
	if k == Corner || k == Structured {
		k = Blocked
	}
	return string(k)
}

// Counts says what the size of a recipe counts: queens, diagonals, blocks, or
// the squares along the side of the corner.
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

// All as the size of excluded diagonals is as many as possible, as in the
// published files.
const All = -1

// Recipe says which random instances to make; each seed makes one.
type Recipe struct {
	Kind Kind `json:"kind"`
	N    int  `json:"n"` // squares a side
	// Size is how many queens are placed, diagonals excluded (or All) or
	// squares blocked, or how many squares a corner has a side, for Structured 0 for none.
	Size int `json:"size"`
	// Least is how many open squares every row and column keeps; 4 in the
	// published instances. For Corner it is how many each row
	// outside has, for Structured likewise. It means nothing for Completion.
	Least int `json:"least,omitempty"`
	// Structure is for Structured only.
	Structure Structure `json:"structure,omitzero"`
	// Published makes the instance that the published generator makes from the
	// seed, which is the last number in a published file's name.
	Published bool `json:"published,omitempty"`
}

// Validate refuses boards below 1 or above nqueens.MaxModelSize squares a side,
// and sizes that no board of this size can have.
func (r Recipe) Validate() error {
	if _, err := KindNamed(string(r.Kind)); err != nil {
		return err
	}
	if r.N < 1 || r.N > nqueens.MaxModelSize {
		return fmt.Errorf("a board of %d squares a side: random instances have 1 to %d", r.N, nqueens.MaxModelSize)
	}
	if r.Kind != Completion && (r.Least < 0 || r.Least > r.N) {
		return fmt.Errorf("at least %d open squares in each row: a board of %d squares a side allows 0 to %d", r.Least, r.N, r.N)
	}
	low, most, where := 0, r.N, fmt.Sprintf("on a board of %d squares a side", r.N)
	switch r.Kind {
	case ExcludedDiagonals:
		low, most = All, 4*r.N-2
	case Blocked:
		most = r.N * (r.N - r.Least)
		where += fmt.Sprintf(" of which each row keeps %d open", r.Least)
	case Corner:
		return r.validateCorner()
	case Structured:
		return r.validateStructured()
	}
	if r.Size < low || r.Size > most {
		return fmt.Errorf("%d %s: there can be 0 to %d %s", r.Size, r.Kind.Counts(), most, where)
	}
	return nil
}

func (r Recipe) validateCorner() error {
	most := min(MaxCorner, r.N-r.Least)
	if r.Size < cornerLeast || r.Size > most {
		return fmt.Errorf("a corner of %d squares a side: on a board of %d squares a side, of which the other rows keep %d open, it can have %d to %d",
			r.Size, r.N, r.Least, cornerLeast, most)
	}
	if r.Published {
		return fmt.Errorf("instances of the kind %s are not published", r.Kind)
	}
	return nil
}

// Make makes the instance of a seed. It returns a *GaveUp where the generator
// does not succeed with this seed; another may. What takes long ends with the
// context.
func (r Recipe) Make(ctx context.Context, seed uint64) (nqueens.Problem, error) {
	if err := r.Validate(); err != nil {
		return nqueens.Problem{}, err
	}
	// Sides have nothing in common, though their seeds do.
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

// FileName is what to call the file of a seed's instance: the kind, the side,
// the size, with its structure, the least and the seed. Published instances have their published
// names, diag-10-4-615.param and block-10-24-639.param.
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

// GaveUp is a generator that did not succeed: the random choices left no way to
// go on. Another seed may do.
type GaveUp struct {
	What string // placing 18 queens on a board of 20 squares a side
	Why  string
}

func (g *GaveUp) Error() string {
	return fmt.Sprintf("given up %s: %s; try another seed", g.What, g.Why)
}
