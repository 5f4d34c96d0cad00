package dlx

import "fmt"

// Config says how to search. The zero value is the usual way.
type Config struct {
	Choice Choice // the item to branch on; an unknown value is taken as MRV
	Engine Engine // how to walk the search tree

	// Threads is how many goroutines share the search at most; 0 is 1. With
	// more than one, solutions come in no fixed order; what is found, and the
	// statistics of a complete run, are the same.
	Threads int
}

// A Choice says on which primary item a search branches next. It decides how
// large the search tree is, never what the solutions are.
type Choice int

const (
	// MRV (minimum remaining values) takes an item with the fewest options
	// left, the first in the order of the items on ties. It is the default,
	// and what Knuth's programs do.
	MRV Choice = iota

	// FirstItem takes the first item that is not yet covered.
	FirstItem

	// Sharp is Knuth's sharp preference heuristic (The Art of Computer
	// Programming 4B, exercise 7.2.2.1–10): an item with at most one option
	// left goes first, as with MRV; otherwise the items whose name begins
	// with '#' go before all others, and the fewest options decide among them.
	Sharp

	// Degree is MRV with another rule for ties: of the items with the fewest
	// options left, the one whose options have the most rivals, which is the
	// sum of the sizes of all other items in them. Only the dancing engine
	// knows it. It visits fewer nodes (15 % fewer for 12 queens) and spends
	// more time on each.
	Degree
)

// String returns the name of the choice: mrv, first, sharp or degree.
func (c Choice) String() string {
	return nameOf("Choice", int(c), "mrv", "first", "sharp", "degree")
}

// An Engine is a way to walk the search tree. All engines find the same solutions;
// Dancing and Bits visit the same nodes in the same order, see Stats.
type Engine int

const (
	// Automatic takes Bits where it is the faster one, else Dancing: see the
	// package comment for the rule.
	Automatic Engine = iota

	// Dancing is Knuth's dancing links. It takes every problem and counts
	// updates.
	Dancing

	// Bits keeps the options that are left as one long set of bits and removes
	// those that a choice rules out by one pass over its words. It makes no
	// updates, so that Stats has none.
	Bits

	// Cells searches problems in which items have multiplicities, where the other two
	// cannot. Any other problem can be given to it too.
	Cells
)

// String returns the name of the engine: automatic, dancing, bits or cells.
func (e Engine) String() string {
	return nameOf("Engine", int(e), "automatic", "dancing", "bits", "cells")
}

func nameOf(kind string, i int, names ...string) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("%s(%d)", kind, i)
	}
	return names[i]
}

// Automatic takes Bits for more than fewOptions, fewer of which are searched
// before its table is written, where this is no larger than bitsLimit, in
// bytes: it then stays in a core's own cache and is written in less than a
// millisecond. Of larger problems a probe decides.
const (
	fewOptions = 40
	bitsLimit  = 256 << 10
)

// suitsBits is the rule by which Automatic chooses.
func suitsBits(p *Problem) bool {
	return p.NumOptions() > fewOptions && layOut(p).bytes() <= bitsLimit
}
