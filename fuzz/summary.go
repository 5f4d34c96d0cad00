package fuzz

import (
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench"
	"nqueens/internal/table"
)

// A Summary counts the trials, answers and findings of a run.
type Summary struct {
	Seed    uint64  `json:"seed"`
	Trials  int     `json:"trials"`
	Last    int     `json:"last"` // the largest number of a trial; a further run goes on after it
	Seconds float64 `json:"seconds"`
	// Kinds counts the trials by kind of instance. Relations counts the trials that compared answers of one
	// solver with each other.
	Kinds     map[string]*Tally `json:"kinds,omitempty"`
	Relations map[string]int    `json:"relations,omitempty"`
	// Solvers counts the answers by solver, and Verdicts the trials by verdict.
	Solvers  map[string]*Tally `json:"solvers,omitempty"`
	Verdicts map[string]int    `json:"verdicts,omitempty"`
	// Findings is the number of new findings. Again counts replayed findings that fail as before. Repeated
	// counts failures with the signature of an earlier one.
	Findings int `json:"findings"`
	Again    int `json:"again"`
	Repeated int `json:"repeated"`
	Replayed int `json:"replayed"`
}

// A Tally counts answers.
type Tally struct {
	Trials   int `json:"trials"`
	Some     int `json:"some"`     // there is a solution
	None     int `json:"none"`     // there is none
	Stopped  int `json:"stopped"`  // by a limit
	Failed   int `json:"failed"`   // crashes, and output that is not an answer
	Declined int `json:"declined"` // too many solutions, or unsupported
}

// add counts a trial.
func (s *Summary) add(t Trial, e Examination) {
	s.Trials++
	s.Last = max(s.Last, t.Number)
	for _, of := range []*map[string]*Tally{&s.Kinds, &s.Solvers} {
		if *of == nil {
			*of = map[string]*Tally{}
		}
	}
	for _, of := range []*map[string]int{&s.Relations, &s.Verdicts} {
		if *of == nil {
			*of = map[string]int{}
		}
	}
	kind := tally(s.Kinds, t.Kind)
	kind.Trials++
	if len(e.Answers) > 0 {
		kind.count(e.Answers[0])
	}
	for i, r := range e.Answers {
		if i == 0 || t.Relation == "" {
			by := tally(s.Solvers, r.Contender.Backend)
			by.Trials++
			by.count(r)
		}
	}
	switch {
	case t.Relation != "":
		s.Relations[t.Relation]++
	case e.Verdict != "":
		s.Verdicts[string(e.Verdict)]++
	}
}

func tally(of map[string]*Tally, name string) *Tally {
	if of[name] == nil {
		of[name] = &Tally{}
	}
	return of[name]
}

// count counts an answer.
func (t *Tally) count(r bench.Record) {
	switch r.Status {
	case nqueens.Unsatisfiable:
		t.None++
	case nqueens.Solved:
		if r.Count != nil && r.Count.String() == "0" {
			t.None++
		} else {
			t.Some++
		}
	case nqueens.Unsupported, nqueens.Cancelled:
		t.Declined++
	case nqueens.Crashed:
		t.Failed++
	default:
		t.Stopped++
	}
}

// String returns the summary as a table.
func (s Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s of seed %d in %.0f s", table.Plural(s.Trials, "trial"), s.Seed, s.Seconds)
	if s.Replayed > 0 {
		fmt.Fprintf(&b, ", after %s of the corpus", table.Plural(s.Replayed, "trial"))
	}
	b.WriteString("\n")
	rows := func(title string, of map[string]*Tally) {
		fmt.Fprintf(&b, "\n%-24s %8s %10s %8s %8s %8s %9s\n", title, "trials", "solutions", "none", "stopped", "failed", "declined")
		var names []string
		for name := range of {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			t := of[name]
			fmt.Fprintf(&b, "%-24s %8d %10d %8d %8d %8d %9d\n", name, t.Trials, t.Some, t.None, t.Stopped, t.Failed, t.Declined)
		}
	}
	rows("solver", s.Solvers)
	rows("instances", s.Kinds)
	pairs := func(title string, of map[string]int) {
		var list []string
		for name, n := range of {
			list = append(list, fmt.Sprintf("%s %d", name, n))
		}
		slices.Sort(list)
		if len(list) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", title, strings.Join(list, ", "))
		}
	}
	b.WriteString("\n")
	pairs("verdicts", s.Verdicts)
	pairs("relations", s.Relations)
	return b.String()
}
