package bench

import (
	"fmt"
	"strings"

	"nqueens"
)

// VerdictKind says how far the number of solutions of a problem can be
// believed.
type VerdictKind string

const (
	Known        VerdictKind = "known"        // equals the published value
	Agreed       VerdictKind = "agreed"       // engines of independent families agree, none disagrees
	Alone        VerdictKind = "alone"        // one engine answered, nothing to compare it with
	Disagreement VerdictKind = "disagreement" // not all answers can be right
	Unanswered   VerdictKind = "unanswered"
)

// Verdict is what the harness concludes about one problem from all answers to
// all tasks on it.
type Verdict struct {
	Name     string          `json:"problem"` // as Job.ProblemName has it
	Instance string          `json:"instance,omitempty"`
	Problem  nqueens.Problem `json:"-"`
	Kind     VerdictKind     `json:"verdict"`
	Count    *nqueens.Count  `json:"count,omitempty"`  // believed to be right
	Source   string          `json:"source,omitempty"` // where it is published
	// Engines are the independent engines whose answers agree with Count.
	Engines []string  `json:"engines,omitempty"`
	Dissent []Dissent `json:"dissent,omitempty"`
}

// Dissent is one contender's wrong answer to one task; or, in a disagreement
// that nothing settles, one of the answers that cannot all be right.
type Dissent struct {
	Task     nqueens.Task   `json:"task"`
	Backend  string         `json:"backend"`
	Encoding string         `json:"encoding,omitempty"`
	Threads  int            `json:"threads,omitempty"`
	Expected bool           `json:"expected,omitempty"` // the plan records it
	Count    *nqueens.Count `json:"count,omitempty"`
	Why      string         `json:"why"`
	Fault    *Fault         `json:"fault,omitempty"`
}

// Contender names the backend, its encoding and its threads.
func (d Dissent) Contender() string { return contenderName(d.Backend, d.Encoding, d.Threads) }

// String is the verdict in a line: "verdict: known, 92 (OEIS A000170); 3
// engines agree: bitmask, dlx, gini".
func (v Verdict) String() string {
	text := "verdict: " + string(v.Kind)
	if v.Count != nil && v.Kind != Unanswered {
		text += fmt.Sprintf(", %v", v.Count)
	}
	if v.Kind == Known {
		text += fmt.Sprintf(" (%s)", v.Source)
	}
	switch len(v.Engines) {
	case 0:
	case 1:
		text += "; one engine: " + v.Engines[0]
	default:
		text += fmt.Sprintf("; %d engines agree: %s", len(v.Engines), strings.Join(v.Engines, ", "))
	}
	return text
}
