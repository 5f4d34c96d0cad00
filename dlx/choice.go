package dlx

import "fmt"

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

// choiceNames holds what String prints and ParseChoice reads.
var choiceNames = [...]string{MRV: "mrv", FirstItem: "first", Sharp: "sharp", Degree: "degree"}

// String returns the name of the choice: mrv, first, sharp or degree.
func (c Choice) String() string {
	if c < 0 || int(c) >= len(choiceNames) {
		return fmt.Sprintf("Choice(%d)", int(c))
	}
	return choiceNames[c]
}

// ParseChoice returns the choice with this name: mrv, first, sharp or degree.
func ParseChoice(name string) (Choice, error) {
	for c, n := range choiceNames {
		if n == name {
			return Choice(c), nil
		}
	}
	return 0, fmt.Errorf("unknown choice of item %q: want mrv, first, sharp or degree", name)
}
