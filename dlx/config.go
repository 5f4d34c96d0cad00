package dlx

import "fmt"

// A Config holds the options of a search. The zero value is the default.
type Config struct {
	Choice Choice // the item to branch on; an unknown value means MRV
	Engine Engine // the algorithm that walks the search tree

	// Threads is the largest number of goroutines that share the search; 0 means 1. With more than
	// one, the order of solutions is not fixed, but the set of solutions and the statistics of a
	// complete run are the same.
	Threads int

	// If Trace is not nil, the search uses the engine Dancing on one goroutine and calls Trace for
	// each step. It stops after Trace returns false.
	Trace func(Step) bool
}

// A Step is a step of a search: at a node of the given Level it selects an Item to branch on, with
// Size options left, or it chooses an Option for the item, or all primary items are covered.
type Step struct {
	Kind   StepKind
	Level  int
	Item   int
	Size   int // number of options left for the item
	Option int // the index of the option; only for Chosen
}

// A StepKind is the kind of a Step.
type StepKind int

const (
	Selected StepKind = iota // an item
	Chosen                   // an option for it
	Covered                  // all primary items: a solution
)

// A Choice selects the primary item on which a search branches. It affects the size of the search
// tree, but not the solutions.
type Choice int

const (
	// MRV (minimum remaining values) selects an item with the fewest options left, the first in the
	// order of the items on ties. It is the default, and the rule of Knuth's programs.
	MRV Choice = iota

	// FirstItem selects the first item that is not yet covered.
	FirstItem

	// Sharp is Knuth's sharp preference heuristic (The Art of Computer Programming 4B, exercise
	// 7.2.2.1–10). An item with at most one option left goes first, as with MRV. Otherwise the
	// items whose name begins with '#' go before all others, and among them the one with the fewest
	// options.
	Sharp

	// Degree is MRV with another rule for ties: of the items with the fewest options left, it
	// selects the one whose options have the most rivals. The rivals are the sum of the sizes of
	// all other items in the options. Only the dancing engine supports Degree. It visits fewer
	// nodes (15 % fewer for 12 queens) and needs more time for each.
	Degree
)

// String returns the name of the choice: mrv, first, sharp or degree.
func (c Choice) String() string {
	return nameOf("Choice", int(c), "mrv", "first", "sharp", "degree")
}

// An Engine is an algorithm that walks the search tree. All engines find the same solutions.
// Dancing and Bits visit the same nodes in the same order, see Stats.
type Engine int

const (
	// Automatic selects the faster of Bits and Dancing: see the package comment for the rule.
	Automatic Engine = iota

	// Dancing is Knuth's dancing links. It supports every problem without multiplicities and counts
	// updates.
	Dancing

	// Bits keeps the options that are left as one long bit set. One pass over its words removes
	// those that a choice excludes. It makes no updates, so Stats.Updates is 0.
	Bits

	// Cells supports items with multiplicities, which the other engines do not. It can also search
	// any other problem.
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

// Automatic selects Bits for more than fewOptions options and a table of at most bitsLimit bytes. A
// smaller problem is solved before its table is built. A table within the limit stays in the cache
// of a core and is built in less than a millisecond. For larger tables a probe decides.
const (
	fewOptions = 40
	bitsLimit  = 256 << 10
)

// suitsBits reports whether Automatic selects Bits without a probe.
func suitsBits(p *Problem) bool {
	return p.NumOptions() > fewOptions && layOut(p).bytes() <= bitsLimit
}
