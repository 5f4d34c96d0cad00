package judge

import (
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// VerdictKind states how far the number of solutions of a problem can be trusted.
type VerdictKind string

const (
	Known VerdictKind = "known" // equals the published value
	// Independent engines agree, at least one of them on the unreduced problem, and none disagrees.
	Agreed VerdictKind = "agreed"
	// Independent engines agree, but all of them searched the problem after a reduction that they
	// share. If the reduction is wrong, all of them are.
	AgreedReduced VerdictKind = "agreed (reduced)"
	Alone         VerdictKind = "alone"        // no engines agree that are independent of each other
	Disagreement  VerdictKind = "disagreement" // not all answers can be right
	Unanswered    VerdictKind = "unanswered"
)

// Verdict is the conclusion about one problem from all answers to all tasks on it.
type Verdict struct {
	Name     string           `json:"problem"` // as in Job.ProblemName
	Instance string           `json:"instance,omitempty"`
	Problem  *nqueens.Problem `json:"-"`
	Kind     VerdictKind      `json:"verdict"`
	Count    *nqueens.Count   `json:"count,omitempty"`  // the count that is considered right
	Source   string           `json:"source,omitempty"` // the publication of the count
	// Optimum is the number of pieces in the best solutions, if the problem has an objective.
	Optimum *int `json:"optimum,omitempty"`
	// Cost is the value of the objective in place of Optimum: see nqueens.Scale.
	Cost *nqueens.Count `json:"cost,omitempty"`
	// Engines are the independent engines that found Count. Without a Count they are those that
	// found Optimum, and without either those that found a solution.
	Engines []string `json:"engines,omitempty"`
	// Unreduced are the Engines that searched the unreduced problem.
	Unreduced []string  `json:"unreduced,omitempty"`
	Dissent   []Dissent `json:"dissent,omitempty"`
	// Leading is the count of several independent engines that all searched the reduced problem,
	// while one engine differs. If one engine gets this count on the unreduced problem too, the
	// differing engine is outvoted.
	Leading *nqueens.Count `json:"-"`
}

// Disputed reports whether an answer is wrong or open.
func (v *Verdict) Disputed() bool { return len(v.Dissent) > 0 }

// Open reports whether answers differ, and neither a published value nor a shown solution decides
// which of them is wrong.
func (v *Verdict) Open() bool {
	return slices.ContainsFunc(v.Dissent, func(d Dissent) bool { return d.Open })
}

// Dissent is one contender's answer to one task that is wrong, or that differs from others without
// evidence which of them is wrong.
type Dissent struct {
	Task nqueens.Task `json:"task"`
	backends.Contender
	Expected bool `json:"expected,omitempty"` // as the plan states
	// Open is set if the only evidence against the answer is that others differ.
	Open  bool           `json:"open,omitempty"`
	Count *nqueens.Count `json:"count,omitempty"`
	Why   string         `json:"why"`
	Fault *bench.Fault   `json:"fault,omitempty"`
}

// String returns the verdict as a line: "verdict: known, 92 (OEIS A000170); 3 engines agree:
// bitmask, dlx, gini".
func (v Verdict) String() string {
	text := "verdict: " + string(v.Kind)
	if v.Count != nil && v.Kind != Unanswered {
		text += fmt.Sprintf(", %v", v.Count)
	}
	switch optimum := v.Optimum; {
	case v.Cost != nil && v.Kind != Unanswered:
		text += fmt.Sprintf(", objective %s", v.Cost.WithDecimal())
	case optimum == nil || v.Kind == Unanswered:
	case v.Problem.HasBoard():
		text += fmt.Sprintf(", %s %s", v.Problem.Goal(), v.Problem.Worth(*optimum))
	default:
		text += fmt.Sprintf(", objective %d", *optimum)
	}
	if v.Kind == Known {
		text += fmt.Sprintf(" (%s)", v.Source)
	}
	engines := strings.Join(v.Engines, ", ")
	switch n := len(v.Engines); {
	case n == 0:
	case n == 1:
		text += "; one engine: " + engines
	case v.Kind == Alone:
		text += "; engines that share code agree: " + engines
	case v.Kind == AgreedReduced:
		text += fmt.Sprintf("; %d engines agree, all on the reduced problem: %s", n, engines)
	default:
		text += fmt.Sprintf("; %d engines agree: %s", n, engines)
	}
	if len(v.Unreduced) > 0 {
		text += "; on the unreduced problem: " + strings.Join(v.Unreduced, ", ")
	}
	return text
}
