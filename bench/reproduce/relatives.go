package reproduce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/run"
	"nqueens/internal/journal"
)

func relatives() Reproduction {
	return Reproduction{
		Name:   "relatives",
		About:  "The published numbers of every family",
		Source: "the OEIS, and what else each table names",
		Takes:  "3 min",
		study: func(ctx context.Context, s Session, dir string, p *page.Page) (evidence, error) {
			s.Runner.Busy = true // the answers count, not their times
			return recountFamilies(ctx, s, dir, p, publishedBy(nqueens.Families()), func(ctx context.Context, j bench.Job, e bench.Experiment) (bench.Record, error) {
				begun := time.Now()
				record, err := s.Runner.Once(ctx, j, e)
				record.WallSeconds = time.Since(begun).Seconds() // what comes before and after is paid for too
				return record, err
			})
		},
	}
}

// sequence is the published numbers of one family and kind.
type sequence struct {
	family *nqueens.Family
	known  nqueens.Sequence
	terms  []term
}

// term is one published number, and what the engines say.
type term struct {
	problem   nqueens.Problem
	published *nqueens.Count
	asked     int // backends, of which some may not have answered
	answers   []answer
}

// answer is what one engine says of a term: a number, or why it is none.
type answer struct {
	engine string
	value  *nqueens.Count
	wrong  string
}

// largestSide is the longest side of the boards whose numbers are looked for in the
// sequences; some have one for every board.
const largestSide = 32

// publishedBy lists the sequences of families with their numbers, from the smallest
// board on.
func publishedBy(families []*nqueens.Family) (list []sequence) {
	for _, f := range families {
		problems := problemsOf(f)
		for _, known := range f.Known {
			s := sequence{family: f, known: known}
			for _, p := range problems {
				if c := known.Term(p); c != nil {
					s.terms = append(s.terms, term{problem: p.SymmetricUnder(known.Symmetric), published: c})
				}
			}
			list = append(list, s)
		}
	}
	return list
}

// problemsOf are the problems of a family that a sequence may have a number for: a
// Sequence does not list them. Of the size, the shape, the parameters and the number of
// pieces all but the size are as by default, or one of them is not.
func problemsOf(f *nqueens.Family) (list []nqueens.Problem) {
	add := func(p nqueens.Problem) {
		if p.Validate() == nil {
			list = append(list, p)
		}
	}
	for n := 1; n <= largestSide; n++ {
		bare := nqueens.Problem{Family: f, N: n}
		add(bare)
		for files := n + 1; f.Rectangles && files <= largestSide; files++ {
			wide := bare
			wide.Files = files
			add(wide)
		}
		for _, parameters := range settings(f.Parameters) {
			set := bare
			set.Parameters = parameters
			add(set)
		}
		for k := range 2*n + 1 {
			add(bare.WithPieces(*nqueens.Exactly(k)))
		}
		add(bare.WithPieces(nqueens.Range{Max: nqueens.Unbounded}))
	}
	return list
}

// mostValues is how many values of a parameter are tried, from the least on.
const mostValues = 8

// settings are the values that parameters may have together, all of them as by default
// left out. Values as by default are not said.
func settings(parameters []nqueens.Parameter) []map[string]int {
	list := []map[string]int{{}}
	for _, q := range parameters {
		var with []map[string]int
		for _, before := range list {
			for v := q.Min; v < q.Min+mostValues && (q.Max == 0 || v <= q.Max); v++ {
				values := maps.Clone(before)
				if v != q.Default {
					values[q.Name] = v
				}
				with = append(with, values)
			}
		}
		list = with
	}
	return slices.DeleteFunc(list, func(values map[string]int) bool { return len(values) == 0 })
}

// finding is a line of the journal: what a backend answered within a limit.
type finding struct {
	Asked   asked
	Build   string
	Limit   time.Duration
	Status  nqueens.Status
	Count   *nqueens.Count `json:",omitempty"`
	Optimum *int           `json:",omitempty"`
	Wrong   string         `json:",omitempty"` // why the answer is wrong by itself
	Seconds float64        // by the clock, the process's start included
}

// asked is the question to a backend.
type asked struct {
	Problem string
	Task    nqueens.Task
	Backend string
	Version string
}

func (f finding) question() asked { return f.Asked }

// once has a job answered; WallSeconds of the record is what that cost.
type once func(context.Context, bench.Job, bench.Experiment) (bench.Record, error)

// recount has the engines answer within a budget. What the journal holds costs what it
// cost then, so that a run decides in the same way whether or not it was stopped.
type recount struct {
	backends []backends.Backend
	once     once
	known    *journal.Results[asked, finding]
	build    string
	keep     bool         // what other builds answered
	begin    func() error // before the first answer: who only reads the journal leaves no trace
	tell     func(bench.Job, bench.Record)

	left  time.Duration  // of the budget
	spent map[asked]bool // what was paid for already
	used  bench.Builds
}

// recountFamilies gives each sequence its share of the budget, and what one leaves of
// its share to those after it.
func recountFamilies(ctx context.Context, s Session, dir string, p *page.Page, list []sequence, ask once) (_ evidence, err error) {
	build, err := bench.BuildOf(s.Runner.Child[0])
	if err != nil {
		return evidence{}, err
	}
	known, err := journal.OpenResults(filepath.Join(dir, "journal.jsonl"), "answer", finding.question)
	if err != nil {
		return evidence{}, err
	}
	defer func() { err = errors.Join(err, known.Close()) }()
	done := 0
	r := recount{
		backends: s.Runner.Backends, once: ask, known: known, build: build, keep: s.Runner.Keep,
		left: s.Budget, spent: map[asked]bool{}, used: bench.Builds{},
		begin: sync.OnceValue(func() error {
			warning, err := bench.KeepEnvironment(dir, bench.CurrentEnvironment())
			if warning != "" && s.Runner.Warn != nil {
				s.Runner.Warn(warning)
			}
			return err
		}),
		tell: func(j bench.Job, record bench.Record) {
			if s.Runner.Progress != nil {
				s.Runner.Progress(run.Progress{Done: done, Total: len(list), Job: j, Record: record})
			}
		},
	}
	for i := range list {
		done = i
		if err := r.sequence(ctx, &list[i], r.left/time.Duration(len(list)-i)); err != nil {
			return evidence{}, err
		}
	}
	reportFamilies(p, list)
	return evidence{Build: build, Caveats: r.used.Caveat(build)}, nil
}

// sequence asks for one term after the other, from the smallest on. A backend that does
// not answer in its part of the share is asked no more.
func (r *recount) sequence(ctx context.Context, s *sequence, share time.Duration) error {
	end := r.left - share
	gaveUp := map[string]bool{}
	for i := range s.terms {
		t := &s.terms[i]
		able := r.able(s.known, t.problem)
		t.asked = len(able)
		able = slices.DeleteFunc(able, func(b backends.Backend) bool { return gaveUp[b.Describe().Name] })
		for k, b := range able {
			limit := (r.left - end) / time.Duration(len(able)-k)
			a, answered, err := r.value(ctx, s.known, t.problem, b, limit)
			if err != nil {
				return err
			}
			if answered {
				t.answers = append(t.answers, a)
			} else {
				gaveUp[b.Describe().Name] = true
			}
		}
	}
	return nil
}

// engines is how many are asked, none sharing code with another.
const engines = 3

// able are the backends for the numbers of a sequence, the quickest first.
func (r *recount) able(known nqueens.Sequence, p nqueens.Problem) (list []backends.Backend) {
	request := nqueens.Request{Problem: p, Task: taskOf(known)}
	fastest, err := backends.Fastest(r.backends, request)
	if err != nil {
		return nil
	}
	asked := map[string]bool{}
	for _, b := range slices.Concat([]backends.Backend{fastest}, r.backends) {
		d := b.Describe()
		can := len(list) < engines && d.Ordinary() && !asked[d.Engine] && b.Supports(request) == nil
		if known.UpToSymmetry {
			can = can && !slices.ContainsFunc(p.Symmetries(), func(g nqueens.Symmetry) bool {
				return b.Supports(nqueens.Request{Problem: p.SymmetricUnder(g), Task: nqueens.CountAll}) != nil
			})
		}
		if can {
			asked[d.Engine] = true
			list = append(list, b)
		}
	}
	return list
}

// taskOf is the task whose answer has a sequence's numbers.
func taskOf(known nqueens.Sequence) nqueens.Task {
	if known.Optimum {
		return nqueens.Optimise
	}
	return nqueens.CountAll
}

// value is what a backend says of a term, in one answer, or up to symmetry in one for
// each symmetry, within a limit for all.
func (r *recount) value(ctx context.Context, known nqueens.Sequence, p nqueens.Problem, b backends.Backend, limit time.Duration) (a answer, answered bool, err error) {
	a.engine = b.Describe().Engine
	end := r.left - limit
	unanswered := errors.New("no answer")
	ask := func(p nqueens.Problem, task nqueens.Task) (f finding, err error) {
		f, err = r.ask(ctx, p, task, b, r.left-end)
		if err == nil && f.Wrong != "" {
			a.wrong = fmt.Sprintf("%v: %s", p, f.Wrong)
		} else if err == nil && !f.Status.Answered() {
			err = unanswered
		}
		return f, err
	}
	switch {
	case known.Optimum:
		var f finding
		if f, err = ask(p, nqueens.Optimise); f.Optimum != nil {
			a.value = nqueens.NewCount(uint64(*f.Optimum))
		} else if err == nil && a.wrong == "" {
			a.wrong = "no solution"
		}
	case known.UpToSymmetry:
		// Those of a symmetry may have fewer pieces, or more, than the best of all.
		if p.Goal() != nqueens.NoGoal {
			f, e := ask(p, nqueens.Optimise)
			if f.Optimum != nil {
				p = p.WithPieces(*nqueens.Exactly(*f.Optimum))
			}
			err = e
		}
		if err == nil && a.wrong == "" && p.Goal() == nqueens.NoGoal {
			var none error
			a.value, _, none = p.CountUpToSymmetry(func(q nqueens.Problem) (*nqueens.Count, error) {
				var f finding
				f, err = ask(q, nqueens.CountAll)
				return f.Count, err
			})
			if err == nil && none != nil {
				a.wrong = none.Error()
			}
		} else if err == nil && a.wrong == "" {
			a.value = nqueens.NewCount(0)
		}
	default:
		var f finding
		f, err = ask(p, nqueens.CountAll)
		a.value = f.Count
	}
	switch {
	case a.wrong != "": // shown so by itself, however the rest ended
		return a, true, unless(err, unanswered)
	case err != nil:
		return a, false, unless(err, unanswered)
	}
	return a, true, nil
}

// unless is an error but the one.
func unless(err, unanswered error) error {
	if err == unanswered {
		return nil
	}
	return err
}

// ask is a backend's answer from the journal, or asks for it.
func (r *recount) ask(ctx context.Context, p nqueens.Problem, task nqueens.Task, b backends.Backend, limit time.Duration) (finding, error) {
	q := asked{p.String(), task, b.Describe().Name, backends.Version(b)}
	f, found := r.known.Find(q)
	if !found || f.Build != r.build && !r.keep || !f.Status.Answered() && f.Limit < limit {
		if limit <= 0 {
			return finding{Status: nqueens.Timeout}, nil
		}
		if err := r.begin(); err != nil {
			return finding{}, err
		}
		job := bench.Job{Problem: p, Task: task, Contender: backends.Contender{Backend: q.Backend}, Limits: bench.Limits{Time: limit}}
		record, err := r.once(ctx, job, bench.Experiment{Seed: 1, Jobs: []bench.Job{job}})
		if err != nil {
			return finding{}, err
		}
		f = finding{q, r.build, limit, record.Status, record.Count, record.Optimum, record.Contradiction, record.WallSeconds}
		if record.Status == nqueens.Unsatisfiable {
			f.Count = nqueens.NewCount(0)
		}
		if record.Fault != nil {
			f.Wrong = fmt.Sprintf("%v is no solution: %s", record.Fault.Solution, record.Fault.Why)
		}
		if err := r.known.Add(f); err != nil {
			return finding{}, err
		}
		r.tell(job, record)
	}
	if !r.spent[q] {
		r.spent[q] = true
		r.left -= time.Duration(f.Seconds * float64(time.Second))
		r.used.Add(f.Build, 1)
	}
	return f, nil
}

// dissent is what those say who contradict the published number.
func (t term) dissent() string {
	var said []string
	for _, a := range t.answers {
		if a.wrong != "" {
			said = append(said, fmt.Sprintf("%s: %s", a.engine, a.wrong))
		} else if a.value.Cmp(t.published) != 0 {
			said = append(said, fmt.Sprintf("%v by %s", a.value, a.engine))
		}
	}
	return strings.Join(said, ", ")
}

// row is the term in its table: ours, the engines and the verdict.
func (t term) row() []string {
	var agree []string
	for _, a := range t.answers {
		if a.wrong == "" && a.value.Cmp(t.published) == 0 {
			agree = append(agree, a.engine)
		}
	}
	slices.Sort(agree)
	by, dissent := strings.Join(agree, ", "), t.dissent()
	switch {
	case dissent != "":
		return []string{dissent, cmp.Or(by, "–"), string(page.Wrong)}
	case len(agree) > 0:
		return []string{t.published.String(), by, string(page.SameValue)}
	case t.asked == 0:
		return []string{"–", "–", "no engine does it"}
	}
	return []string{"–", "–", "beyond the budget"}
}

// what is the sequence in words.
func (s sequence) what() string {
	name := cmp.Or(s.known.OEIS, s.known.Source)
	switch {
	case s.known.Optimum:
		return fmt.Sprintf("%s, %s: %s pieces", s.family.Name, name, s.family.Objective)
	case s.known.UpToSymmetry:
		return fmt.Sprintf("%s, %s: solutions up to symmetry", s.family.Name, name)
	case s.known.Symmetric != nqueens.Identity:
		return fmt.Sprintf("%s, %s: solutions equal to their %s", s.family.Name, name, s.known.Symmetric)
	}
	return fmt.Sprintf("%s, %s: solutions", s.family.Name, name)
}

// reportFamilies writes a table for each sequence, those first that have a wrong number.
func reportFamilies(p *page.Page, list []sequence) {
	p.Text("Each number is asked of up to %d engines that share no code, on boards of at most %d squares a side, each sequence from its smallest board on in its share of the budget. Numbers up to symmetry are by Burnside's lemma, from the solutions that each symmetry maps to themselves. What is beyond the budget was not confirmed.", engines, largestSide)
	slices.SortStableFunc(list, func(a, b sequence) int { return len(b.wrong()) - len(a.wrong()) })
	for _, s := range list {
		p.Heading(s.what())
		p.Text("%s. Published: %s.", s.family.About, cmp.Or(s.known.Published, "as below"))
		if len(s.terms) > 0 {
			p.Table(s.table())
		}
		p.Verdict(s.verdict())
	}
}

// table has a row for each term, and one for terms in a row that have no answer.
func (s sequence) table() [][]string {
	rows := [][]string{{"problem", "published", "ours", "engines", "verdict"}}
	for i := 0; i < len(s.terms); i++ {
		first, row := s.terms[i], s.terms[i].row()
		name, published, last := first.problem.String(), first.published.String(), i
		for len(first.answers) == 0 && last+1 < len(s.terms) && slices.Equal(s.terms[last+1].row(), row) {
			last++
		}
		if last > i {
			name += fmt.Sprintf(" to %v", s.terms[last].problem)
			published += fmt.Sprintf(" to %v, %d numbers", s.terms[last].published, last-i+1)
			i = last
		}
		rows = append(rows, append([]string{name, published}, row...))
	}
	return rows
}

func (s sequence) wrong() (list []string) {
	for _, t := range s.terms {
		if d := t.dissent(); d != "" {
			list = append(list, fmt.Sprintf("%v is published as %v, and %s", t.problem, t.published, d))
		}
	}
	return list
}

// verdict is that on all terms.
func (s sequence) verdict() page.Verdict {
	v := page.Verdict{Kind: page.SameValue, What: s.what()}
	if wrong := s.wrong(); len(wrong) > 0 {
		v.Kind, v.Why = page.Wrong, strings.Join(wrong, "; ")
		return v
	}
	var same, alone int
	for _, t := range s.terms {
		if len(t.answers) > 0 {
			same++
		}
		if len(t.answers) == 1 {
			alone++
		}
	}
	if same == 0 {
		v.Kind, v.Why = page.Untested, "no number was found within the budget"
		return v
	}
	v.Why = fmt.Sprintf("%d of %d numbers to the last digit", same, len(s.terms))
	if alone > 0 {
		v.Why += fmt.Sprintf(", %d of them by a single engine", alone)
	}
	return v
}
