package trace

// A Kind is the kind of a step of a search.
type Kind string

const (
	// Branch: the search selects a constraint, Line, to branch on. Options is the number of ways to
	// fulfil it that are left.
	Branch Kind = "branch"
	// Choose: the search decides that At is chosen, or, with Out, that it is not. The decision opens
	// the depth Depth.
	Choose Kind = "choose"
	// Force: At must be chosen, or, with Out, must not, because of Line or Clause, after the
	// decisions up to Depth.
	Force Kind = "force"
	// Conflict: Line or Clause cannot be fulfilled any more.
	Conflict Kind = "conflict"
	// Back: the search undoes all decisions at Depth and deeper, with what they forced.
	Back Kind = "back"
	// Learn: the search derives the clause Clause from a conflict.
	Learn Kind = "learn"
	// Restart: the search undoes all decisions at Depth and deeper, and begins again with the clauses that
	// it has learned.
	Restart Kind = "restart"
	// Found: the chosen placements are a solution.
	Found Kind = "found"
	// Bound: the linear relaxation has the value Value, and the placements have the values Values.
	Bound Kind = "bound"
	// Move: the piece on From moves to At; Options is the number of attacks afterwards. Only local
	// searches report it.
	Move Kind = "move"
	// Part: the search begins to count a part of the remaining problem that shares no constraint with its
	// other parts. Clause lists the placements of the part. A part begins below the decisions up to Depth.
	Part Kind = "part"
	// Count: the part that began last has Count solutions. Cached is set if an equal part was counted
	// before. At depth 0 without a part, Count is the number of solutions of the problem.
	Count Kind = "count"
	// End: the search ended, with Status. Cut is set if events are missing because of a limit.
	End Kind = "end"
)

// kinds lists all kinds.
var kinds = []Kind{Branch, Choose, Force, Conflict, Back, Learn, Restart, Found, Bound, Move, Part, Count, End}

// An Event is one step of a search. Placements and literals are texts: a1, P@b2, or the number of a
// variable of a formula; a literal of a placement that is not chosen begins with −.
type Event struct {
	Kind  Kind   `json:"event"`
	Depth int    `json:"depth"`
	At    string `json:"at,omitempty"`
	Out   bool   `json:"out,omitempty"`
	From  string `json:"from,omitempty"`
	// Line is the name of the constraint: "rank 3".
	Line    string   `json:"line,omitempty"`
	Options int      `json:"options,omitempty"`
	Clause  []string `json:"clause,omitempty"`
	// Value is a bound of a linear relaxation, and Values the values of placements, without zeros.
	Value  float64            `json:"value,omitempty"`
	Values map[string]float64 `json:"values,omitempty"`
	Count  string             `json:"count,omitempty"`
	Cached bool               `json:"cached,omitempty"`
	Status string             `json:"status,omitempty"`
	Cut    bool               `json:"cut,omitempty"`
}

// Version is the version of the format. Version 2 added the kinds Part and Count; Read reads both.
const Version = 2

// A Header is the first line of a trace.
type Header struct {
	Trace   int    `json:"trace"` // Version
	Problem string `json:"problem"`
	Task    string `json:"task"`
	Backend string `json:"backend"` // with its encoding: "gini/product"
	Engine  string `json:"engine,omitempty"`
	// Items and Options describe the exact cover of an engine that searches one, if it is small: the names
	// of the items, and for each option its placement and the indices of its items.
	Items   []string `json:"items,omitempty"`
	Primary int      `json:"primary,omitempty"` // number of items that must be covered, the first ones
	Options []Option `json:"options,omitempty"`
}

// An Option is an option of an exact cover.
type Option struct {
	At    string `json:"at"`
	Items []int  `json:"items"`
}
