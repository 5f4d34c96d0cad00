package page

import (
	"fmt"
	"strings"
)

// Kind is the outcome of one comparison with a published figure.
type Kind string

const (
	SameValue Kind = "same value"
	// SameShape is for times and other figures that depend on the machine: order, ratios and growth are as
	// published.
	SameShape Kind = "same shape"
	// Differs is a possible difference: times on another machine, or a claim that does not hold here.
	Differs Kind = "differs"
	// Wrong is an impossible difference, such as another count or number of nodes. It makes the reproduction
	// fail.
	Wrong Kind = "WRONG"
	// Undecided is for samples that are too small.
	Undecided Kind = "undecided"
	// Untested is for a comparison that the budget left out.
	Untested Kind = "not tested"
)

// kinds lists all kinds in the order of a summary.
var kinds = []Kind{Wrong, Differs, SameValue, SameShape, Undecided, Untested}

// Verdict is one comparison with a published figure.
type Verdict struct {
	Kind Kind   `json:"verdict"`
	What string `json:"what"` // the subject of the comparison
	// Why is the evidence for the verdict; for Differs the reason, which follows the word "because".
	Why string `json:"why,omitempty"`
}

// String returns the verdict in words.
func (v Verdict) String() string {
	switch {
	case v.Why == "":
		return string(v.Kind)
	case v.Kind == Differs:
		return string(v.Kind) + ", because " + v.Why
	}
	return string(v.Kind) + ": " + v.Why
}

// Overall summarises the number of comparisons of each kind in a line.
func Overall(verdicts []Verdict) string {
	count := map[Kind]int{}
	for _, v := range verdicts {
		count[v.Kind]++
	}
	var parts []string
	for _, k := range kinds {
		if count[k] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[k], k))
		}
	}
	if len(parts) == 0 {
		return "no comparison"
	}
	return strings.Join(parts, ", ")
}
