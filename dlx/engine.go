package dlx

import "fmt"

// An Engine is a way to walk the search tree. All engines visit the same nodes
// in the same order and find the same solutions.
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
)

// engineNames holds what String prints and ParseEngine reads.
var engineNames = [...]string{Automatic: "automatic", Dancing: "dancing", Bits: "bits"}

// String returns the name of the engine: automatic, dancing or bits.
func (e Engine) String() string {
	if e < 0 || int(e) >= len(engineNames) {
		return fmt.Sprintf("Engine(%d)", int(e))
	}
	return engineNames[e]
}

// ParseEngine returns the engine with this name: automatic, dancing or bits.
func ParseEngine(name string) (Engine, error) {
	for e, n := range engineNames {
		if n == name {
			return Engine(e), nil
		}
	}
	return 0, fmt.Errorf("unknown engine %q: want automatic, dancing or bits", name)
}

// Automatic takes Bits for more than fewOptions, fewer of which are searched
// before its table is written, where this is no larger than bitsLimit, in
// bytes: it then stays in a core's own cache and is written in less than a
// millisecond.
const (
	fewOptions = 40
	bitsLimit  = 256 << 10
)

// suitsBits is the rule by which Automatic chooses.
func suitsBits(p *Problem) bool {
	return p.NumOptions() > fewOptions && tableBytes(p) <= bitsLimit
}
