package judge

import (
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// VerdictKind says how far the number of solutions of a problem can be
// believed.
type VerdictKind string

const (
	Known VerdictKind = "known" // equals the published value
	// Independent engines agree, at least one of them on the unreduced problem, and none disagrees.
	Agreed VerdictKind = "agreed"
	// Independent engines agree, and all of them searched what the reduction that they share
	// leaves of the problem: were that wrong, all of them would be.
	AgreedReduced VerdictKind = "agreed (reduced)"
	Alone         VerdictKind = "alone"        // no engines that are independent of each other agree
	Disagreement  VerdictKind = "disagreement" // not all answers can be right
	Unanswered    VerdictKind = "unanswered"
)

// Verdict is what the harness concludes about one problem from all answers to
// all tasks on it.
type Verdict struct {
	Name     string           `json:"problem"` // as Job.ProblemName has it
	Instance string           `json:"instance,omitempty"`
	Problem  *nqueens.Problem `json:"-"`
	Kind     VerdictKind      `json:"verdict"`
	Count    *nqueens.Count   `json:"count,omitempty"`  // believed to be right
	Source   string           `json:"source,omitempty"` // where it is published
	// Optimum is how many pieces the solutions have, where the problem has an objective.
	Optimum *int `json:"optimum,omitempty"`
	// Engines are the independent engines that found Count; where there is none, Optimum;
	// where there is neither, that there is a solution.
	Engines []string `json:"engines,omitempty"`
	// Unreduced are those of the Engines that were asked for it on the unreduced problem.
	Unreduced []string  `json:"unreduced,omitempty"`
	Dissent   []Dissent `json:"dissent,omitempty"`
	// Leading is what several independent engines count where one differs, and all of them
	// searched the reduced problem: one that counts it on the unreduced problem leaves that one alone.
	Leading *nqueens.Count `json:"-"`
}

// Disputed reports whether there is dissent.
func (v *Verdict) Disputed() bool { return len(v.Dissent) > 0 }

// Open reports whether answers differ and neither a published value nor a solution that was
// shown says which of them is wrong.
func (v *Verdict) Open() bool {
	return slices.ContainsFunc(v.Dissent, func(d Dissent) bool { return d.Open })
}

// Dissent is one contender's wrong answer to one task; or an answer that differs from
// others where nothing shows which of them is wrong.
type Dissent struct {
	Task nqueens.Task `json:"task"`
	backends.Contender
	Expected bool `json:"expected,omitempty"` // the plan records it
	// Open says that nothing shows the answer wrong but that others differ.
	Open  bool           `json:"open,omitempty"`
	Count *nqueens.Count `json:"count,omitempty"`
	Why   string         `json:"why"`
	Fault *bench.Fault   `json:"fault,omitempty"`
}

// String is the verdict in a line: "verdict: known, 92 (OEIS A000170); 3
// engines agree: bitmask, dlx, gini".
func (v Verdict) String() string {
	text := "verdict: " + string(v.Kind)
	if v.Count != nil && v.Kind != Unanswered {
		text += fmt.Sprintf(", %v", v.Count)
	}
	switch optimum := v.Optimum; {
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
