package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nqueens/bench/stats"
	"nqueens/internal/suggest"
	"nqueens/internal/table"
)

// Gate states which changes make a comparison fail. The zero Gate lets all changes pass.
type Gate struct {
	// Slower fails a time that a test found longer by this fraction or more, and an answer that was
	// lost. Effort fails work that grew by this fraction or more. Nil lets all pass.
	Slower *float64 `json:"slower,omitempty"`
	Effort *float64 `json:"effort,omitempty"`
	// Wrong fails an answer that became wrong or changed.
	Wrong bool `json:"wrong,omitempty"`
	// Missing fails an answer or a result that no longer exists.
	Missing bool `json:"missing,omitempty"`
	// Strict makes undecided changes fail, too.
	Strict bool `json:"strict,omitempty"`
}

// defaultTolerance is the relative difference that matters if the gate gives none.
const defaultTolerance = 0.05

func (g Gate) tolerance() float64 {
	if g.Slower != nil && *g.Slower > 0 {
		return *g.Slower
	}
	return defaultTolerance
}

// GateSyntax is an example of a gate as a user writes it.
const GateSyntax = "slower=5%,effort=1%,wrong,missing"

// ParseGate parses a comma-separated gate, such as "slower=5%,effort=1%,wrong,missing".
func ParseGate(text string) (Gate, error) {
	var g Gate
	seen := map[string]bool{}
	for word := range strings.SplitSeq(text, ",") {
		name, value, with := strings.Cut(strings.TrimSpace(word), "=")
		if seen[name] {
			return g, fmt.Errorf("%q is listed twice", name)
		}
		seen[name] = true
		var err error
		switch {
		case name == "slower" && with:
			g.Slower, err = parsePart(value)
		case name == "effort" && with:
			g.Effort, err = parsePart(value)
		case name == "wrong" && !with:
			g.Wrong = true
		case name == "missing" && !with:
			g.Missing = true
		case name == "slower", name == "effort":
			err = fmt.Errorf("%s needs a percentage, as in %[1]s=5%%", name)
		case name == "wrong", name == "missing":
			err = fmt.Errorf("%q: %s takes no value", word, name)
		default:
			err = fmt.Errorf("%q is not a kind of change %s", name, suggest.Among(name, []string{"slower=5%", "effort=1%", "wrong", "missing"}))
		}
		if err != nil {
			return Gate{}, err
		}
	}
	return g, nil
}

// parsePart parses a percentage and returns it as a fraction.
func parsePart(text string) (*float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	value, err := strconv.ParseFloat(number, 64)
	if part := value / 100; percent && err == nil && part >= 0 && !math.IsInf(part, 0) {
		return &part, nil
	}
	return nil, fmt.Errorf("%q: write a percentage from 0 on, as in 5%%", text)
}

// decide applies the gate to all rows.
func (c *Comparison) decide() {
	g := c.Gate
	fail := func(r Row, format string, args ...any) {
		c.Failures = append(c.Failures, r.name()+": "+fmt.Sprintf(format, args...))
	}
	doubt := func(r Row, format string, args ...any) {
		c.Undecided = append(c.Undecided, r.name()+": "+fmt.Sprintf(format, args...))
	}
	for _, r := range c.Rows {
		switch {
		case r.Answer == BecameWrong && g.Wrong:
			fail(r, "wrong: %s", r.Why)
		case r.Answer == Differs && g.Wrong:
			fail(r, "another answer: %s", r.Why)
		case r.Answer == Lost && (g.Missing || g.Slower != nil):
			fail(r, "the answer was lost: %s", r.Why)
		case r.Answer == Gone && g.Missing:
			fail(r, "the result is gone")
		}
		if g.Slower != nil {
			switch text := changeText(r.Effect); {
			case r.Time == More && r.Effect.Ratio >= 1+*g.Slower:
				fail(r, "%s, %s", c.slower(), text)
			case undecided(r.Time, r.Effect, *g.Slower):
				doubt(r, "time undecided, %s", text)
			}
		}
		if g.Effort == nil {
			continue
		}
		for _, e := range r.Effort {
			switch text := changeText(e.Effect); {
			case e.size(), e.Exact && e.Change == Equal:
			case e.Change == More && e.Effect.Ratio >= 1+*g.Effort:
				fail(r, "more %s, %s", e.Unit, text)
			case undecided(e.Change, e.Effect, *g.Effort):
				doubt(r, "%s undecided, %s", e.Unit, text)
			}
		}
	}
}

// slower returns the word for a longer time.
func (c Comparison) slower() string {
	if c.Clock == CPU {
		return "more processor time"
	}
	return "slower"
}

// undecided reports whether the change may be as large as part, although no test found a
// difference.
func undecided(change Change, e stats.Effect, part float64) bool {
	return (change == Undecided || change == Equal) && (!e.Enough || e.High >= 1+part)
}

// Failed reports whether the gate fails.
func (c Comparison) Failed() bool {
	return len(c.Failures) > 0 || c.Gate.Strict && len(c.Undecided) > 0
}

// name returns the row's problem, task and contender.
func (r Row) name() string { return r.Problem + ", " + string(r.Task) + ", " + r.Contender.String() }

// What names the change of a row in one or two words: of its answer, else of its time, else of its
// work.
type What string

// whats lists the changes in the order of display. Runs of different plans have many results that
// are gone or new, so these come after changed ones.
var whats = []What{
	What(BecameWrong), What(Differs), What(Lost), What(Ended), "slower", "more work",
	"faster", "less work", What(BecameRight), What(Found), What(Gone), What(Added), What(Undecided), What(Neither), What(Same),
}

func (w What) rank() int { return slices.Index(whats, w) }

// sort puts the worst rows first, and among equals the largest changes.
func (c *Comparison) sort() {
	type place struct {
		rank int
		size float64
		row  int
	}
	order := make([]place, len(c.Rows))
	for i, r := range c.Rows {
		order[i] = place{r.What().rank(), r.size(), i}
	}
	slices.SortFunc(order, func(a, b place) int {
		return cmp.Or(a.rank-b.rank, cmp.Compare(b.size, a.size), a.row-b.row)
	})
	for i, first := range c.Rows { // in place, because a million rows do not fit into memory twice
		at := i
		for order[at].row != i {
			from := order[at].row
			c.Rows[at], order[at].row = c.Rows[from], at
			at = from
		}
		c.Rows[at], order[at].row = first, at
	}
}

// What returns the change of the row that is displayed.
func (r Row) What() What {
	if r.Answer != Same {
		return What(r.Answer)
	}
	work := r.work().Change
	switch {
	case r.Time == More:
		return "slower"
	case r.Time == Less:
		return "faster"
	case work == More:
		return "more work"
	case work == Less:
		return "less work"
	case r.Time == Undecided || work == Undecided:
		return What(Undecided)
	}
	return What(Same)
}

// work returns the unit of work that changed most; a unit of the search precedes the size of a
// formula.
func (r Row) work() Effort {
	weight := func(e Effort) float64 {
		w := math.Abs(math.Log(e.Effect.Ratio))
		switch {
		case e.Change == Equal:
			return -1
		case e.Change == Undecided:
			return 0
		case !e.size():
			return w + 100
		}
		return w
	}
	var most Effort
	for _, e := range r.Effort {
		if most.Unit == "" || weight(e) > weight(most) {
			most = e
		}
	}
	return most
}

// size returns the absolute logarithm of the displayed change, 0 for none.
func (r Row) size() float64 {
	ratio := r.Effect.Ratio
	if r.Time != More && r.Time != Less {
		ratio = r.work().Effect.Ratio
	}
	if ratio <= 0 {
		return 0
	}
	return math.Abs(math.Log(ratio))
}

// changeText returns an effect in words, with its interval; "*" marks an effect without one.
func changeText(e stats.Effect) string {
	switch {
	case !e.Enough:
		return table.Change(e.Ratio) + "*"
	case e.Low == e.High:
		return table.Change(e.Ratio)
	}
	return table.ChangeBetween(e.Ratio, e.Low, e.High)
}
