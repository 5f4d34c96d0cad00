package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/instance"
)

func phaseTransition() Reproduction {
	return Reproduction{
		Name:   "phase-transition",
		About:  "The phase transition of n-queens completion",
		Source: "I. P. Gent, C. Jefferson, P. Nightingale, “Complexity of n-Queens Completion”, Journal of Artificial Intelligence Research 59, 2017, 815–848, its instances and the nodes of its bit solver in CSPLib problems 079 and 080, and the blocked instances of the ASP competitions",
		Takes:  "3 min, and 10 min for all points",
		trials: newLaboratory,
	}
}

// Parts are what the phase transition can be asked for in part.
func Parts() []string { return parts() }

// contender is who answers a list.
type contender struct{ backend, encoding string }

func (c contender) String() string {
	if c.encoding == "" {
		return c.backend
	}
	return c.backend + "/" + c.encoding
}

// The two searches whose nodes are compared.
var (
	theirs = contender{backend: "bit-solver"}
	ours   = contender{backend: "bitmask"}
)

// others are compared in time. Pairwise clauses are among the best where few
// squares are open; see the encodings.
var others = []contender{{backend: "dlx"}, {"gini", "pairwise"}, {"cadical", "pairwise"}}

// entry is a contender on a sweep.
type entry struct {
	*sweep
	contender contender
	// first says that it matters to a comparison with published figures: it comes
	// before the others and answers ten times as many instances.
	first bool
	last  bool // it waits until the others have all rounds but their last
	most  int  // instances of each list, at most
	rank  int  // among the contender's sweeps of the kind
}

// laboratory has the lists of all parts and those who answer them.
type laboratory struct {
	session Session
	ledger  *bench.Ledger
	entries []entry
	archive *archive // the published files; nil without

	versions map[string]string // of backends, as far as they were asked for
	clock    clock
}

// newLaboratory lays out what could be run.
func newLaboratory(ctx context.Context, s Session, l *bench.Ledger) (*laboratory, error) {
	lab := &laboratory{session: s, ledger: l, versions: map[string]string{}}
	for _, part := range s.Parts {
		if !slices.Contains(parts(), part) {
			return nil, fmt.Errorf("no part is called %q %s", part, nqueens.Suggest(part, parts()))
		}
	}
	lab.clock = lab.start()
	if s.Instances != "" {
		var err error
		if lab.archive, err = openArchive(s.Instances); err != nil {
			return nil, err
		}
	}
	lab.layDiagonals(ctx)
	lab.layCompletion(ctx)
	lab.layBlocked(ctx)
	return lab, nil
}

func (l *laboratory) add(s *sweep, first bool, most int, contenders ...contender) {
	for _, c := range contenders {
		rank := 0
		for _, e := range l.entries {
			if e.part == s.part && e.kind == s.kind && e.contender == c {
				rank++
			}
		}
		l.entries = append(l.entries, entry{sweep: s, contender: c, first: first, most: min(most, s.most), rank: rank})
	}
}

// costSizes are the boards on which all contenders are compared.
var costSizes = []int{10, 12, 14, 16, costOnly}

// sweepSize is the board on which encodings are compared.
const sweepSize = 12

// slowest is how many instances a point those answer that are compared in time.
const slowest = 100

// lastMost is how many those answer that come last.
const lastMost = 30

func (l *laboratory) layDiagonals(ctx context.Context) {
	for _, n := range diagonalSizes() {
		published := diagonalLists(ctx, n, publishedMost[n], true)
		l.add(newSweep(partDiagonals, n, publishedInstances, published), true, problemsPerPoint, theirs, ours)
		l.add(newSweep(partDiagonals, n, ownInstances, diagonalLists(ctx, n, publishedMost[n], false)), true, problemsPerPoint, ours)
		if !slices.Contains(costSizes, n) {
			continue
		}
		half := newSweep(partDiagonals, n, everySecond, secondOf(published))
		l.add(half, false, slowest, others...)
		if n == sweepSize {
			for _, e := range encode.Encodings() {
				if c := (contender{"gini", e.Name}); !slices.Contains(others, c) {
					l.add(half, false, slowest, c)
				}
			}
		}
	}
	l.layCostOnly(ctx)
}

// secondOf are the lists of even sizes.
func secondOf(lists []*list) []*list {
	return slices.DeleteFunc(slices.Clone(lists), func(l *list) bool { return l.size%2 != 0 })
}

// layCostOnly lays out the board whose runs were not published.
func (l *laboratory) layCostOnly(ctx context.Context) {
	second := secondOf(diagonalLists(ctx, costOnly, mostDiagonals(costOnly), true))
	laid := len(l.entries)
	l.add(newSweep(partDiagonals, costOnly, publishedInstances, second), false, lastMost, theirs, ours)
	half := newSweep(partDiagonals, costOnly, everySecond, second)
	for _, c := range others {
		if c.backend != "gini" { // it would take as long as all others together
			l.add(half, false, lastMost, c)
		}
	}
	for i := range l.entries[laid:] {
		l.entries[laid+i].last = true
	}
}

// completionSizes are the boards for each number of queens to be placed.
var completionSizes = []struct{ delta, from, to, step int }{
	{5, 6, 14, 1}, {10, 12, 30, 1}, {15, 28, 58, 2}, {20, 54, 96, 3},
}

func (l *laboratory) layCompletion(ctx context.Context) {
	for _, s := range completionSizes {
		var lists []*list
		for n := s.from; n <= s.to; n += s.step {
			lists = append(lists, randomList(ctx, instance.Recipe{Kind: instance.Completion, N: n, Size: n - s.delta}))
		}
		sweep := newSweep(partCompletion, s.delta, ownInstances, lists)
		l.add(sweep, true, problemsPerPoint, theirs, ours)
		if s.delta == raceDelta {
			l.add(sweep, false, slowest, others...)
		}
	}
}

// supported says why a contender cannot answer the sweep, "" if it can.
func (l *laboratory) supported(e entry) string {
	b, err := backends.Named(l.session.Runner.Backends, e.contender.backend)
	if err != nil {
		return err.Error()
	}
	p, err := e.problem(len(e.lists) - 1) // as large as any
	if err == nil {
		err = b.Supports(nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: e.contender.encoding})
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// sampled is a contender's answers to a list.
type sampled struct {
	list    *list
	answers []bench.Answer
}

// of are the lists of a part and a board that a contender has answered, by
// size.
func (l *laboratory) of(part string, n int, kind sweepKind, c contender) []sampled {
	for _, e := range l.entries {
		if e.part == part && e.n == n && e.kind == kind && e.contender == c {
			return l.sampled(e)
		}
	}
	return nil
}

// sampled is what the ledger has of each list of an entry, none of those
// without an answer.
func (l *laboratory) sampled(e entry) []sampled {
	answers := l.ledger.Answers(l.batch(e, 0), l.version(e.contender.backend))
	var out []sampled
	for i, list := range e.lists {
		s := sampled{list: list}
		for k := i; k < len(answers); k += len(e.lists) {
			s.answers = append(s.answers, answers[k])
		}
		if len(s.answers) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// selected reports whether a part was asked for; all are if none is named.
func (s Session) selected(part string) bool {
	return len(s.Parts) == 0 || slices.Contains(s.Parts, part)
}

// flags are those of the command line that made this session, beside the budget.
func (s Session) flags() string {
	var b strings.Builder
	for _, part := range s.Parts {
		b.WriteString(" --part " + part)
	}
	if s.Instances != "" {
		b.WriteString(" --instances DIR")
	}
	return b.String()
}
