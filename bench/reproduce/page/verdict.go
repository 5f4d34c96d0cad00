package page

import (
	"fmt"
	"strings"
)

// Kind is the outcome of one comparison with a published figure.
type Kind string

const (
	SameValue Kind = "same value"
	// SameShape is for times and other figures that depend on the machine:
	// order, ratios and growth are as published.
	SameShape Kind = "same shape"
	// Differs is a difference that can be: times on another machine, a claim
	// that does not hold here.
	Differs Kind = "differs"
	// Wrong is a difference that cannot be: a count, a number of nodes. It
	// makes the reproduction fail.
	Wrong Kind = "WRONG"
	// Undecided is for samples too small to tell.
	Undecided Kind = "undecided"
	// Untested is a comparison that the budget left out.
	Untested Kind = "not tested"
)

// kinds are all of them, in the order in which a summary names them.
var kinds = []Kind{Wrong, Differs, SameValue, SameShape, Undecided, Untested}

// Verdict is one comparison with a published figure.
type Verdict struct {
	Kind Kind   `json:"verdict"`
	What string `json:"what"` // is compared
	// Why is what the verdict rests on; for Differs the reason, which goes on
	// after "because".
	Why string `json:"why,omitempty"`
}

// String is the verdict in words.
func (v Verdict) String() string {
	switch {
	case v.Why == "":
		return string(v.Kind)
	case v.Kind == Differs:
		return string(v.Kind) + ", because " + v.Why
	}
	return string(v.Kind) + ": " + v.Why
}

// Overall says in a line how many comparisons came out in which way.
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
