package reproduce

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/run"
	"nqueens/internal/journal"
)

// finding is a line of the journal: the answer of a backend within a limit.
type finding struct {
	Asked   asked
	Build   string
	Limit   time.Duration
	Status  nqueens.Status
	Count   *nqueens.Count `json:",omitempty"`
	Optimum *int           `json:",omitempty"`
	Wrong   string         `json:",omitempty"` // why the answer is wrong without comparison
	Seconds float64        // wall-clock time, including the start of the process
}

// asked identifies a question to a backend.
type asked struct {
	Problem string
	Task    nqueens.Task
	Backend string
	Version string
}

func (f finding) question() asked { return f.Asked }

// once runs a job. WallSeconds of the record is its cost.
type once func(context.Context, bench.Job, bench.Experiment) (bench.Record, error)

// recount gets answers of engines within a budget. An answer in the journal costs what it cost when it was
// measured, so that a resumed run makes the same decisions.
type recount struct {
	backends []backends.Backend
	once     once
	known    *journal.Results[asked, finding]
	build    string
	keep     bool         // reuse answers of other builds
	begin    func() error // called before the first answer, so that reading the journal leaves no trace
	tell     func(bench.Job, bench.Record)

	left  time.Duration  // rest of the budget
	spent map[asked]bool // answers whose cost was already counted
	used  bench.Builds
}

// recountFamilies computes the sequences, each within its share of the budget. Time that a sequence
// does not use goes to the later sequences.
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

// sequence computes the terms from the smallest on. A backend that exceeds its part of the share gets no
// further terms.
func (r *recount) sequence(ctx context.Context, s *sequence, share time.Duration) error {
	end := r.left - share
	gaveUp := map[string]bool{}
	for i := range s.terms {
		t := &s.terms[i]
		if i > 0 && r.left <= end && len(s.terms[i-1].answers) == 0 { // then this term will not be answered either
			t.asked = s.terms[i-1].asked
			continue
		}
		able := r.able(s.known, t.problem)
		t.asked = len(able)
		able = slices.DeleteFunc(able, func(b backends.Backend) bool { return gaveUp[b.Describe().Name] })
		for k, b := range able {
			limit := (r.left - end) / time.Duration(len(able)-k)
			if k > 0 && i+1 < len(s.terms) { // an engine without an answer leaves time for the others on larger boards
				limit = (r.left - end) / time.Duration(len(able)-k+1)
			}
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

// engines is the number of engines that compute each term. Their searches share no code.
const engines = 3

// able returns at most engines backends that can compute the terms of a sequence, the fastest first. No
// two of them use the same engine.
func (r *recount) able(known nqueens.Sequence, p nqueens.Problem) (list []backends.Backend) {
	request := nqueens.Request{Problem: p, Task: taskOf(known)}
	fastest, err := backends.Fastest(r.backends, request)
	if err != nil {
		return nil
	}
	asked := map[string]bool{}
	for _, b := range slices.Concat([]backends.Backend{fastest}, r.backends) {
		d := b.Describe()
		can := len(list) < engines && d.Ordinary() && !asked[d.Engine] && !asked[d.Around] && b.Supports(request) == nil
		if known.UpToSymmetry {
			can = can && !slices.ContainsFunc(p.Classes(), func(g nqueens.Symmetry) bool {
				return b.Supports(nqueens.Request{Problem: p.SymmetricUnder(g), Task: nqueens.CountAll}) != nil
			})
		}
		if can {
			asked[d.Engine], asked[d.Around] = true, d.Around != ""
			list = append(list, b)
		}
	}
	return list
}

// taskOf returns the task that computes a sequence's numbers.
func taskOf(known nqueens.Sequence) nqueens.Task {
	if known.Optimum {
		return nqueens.Optimise
	}
	return nqueens.CountAll
}

// value returns a backend's value of a term within a limit. answered is false if it has none.
func (r *recount) value(ctx context.Context, known nqueens.Sequence, p nqueens.Problem, b backends.Backend, limit time.Duration) (a answer, answered bool, err error) {
	a.engine = b.Describe().Engine
	end := r.left - limit
	a.value, err = numberBy(known, p, func(p nqueens.Problem, task nqueens.Task) (finding, error) {
		f, err := r.ask(ctx, p, task, b, r.left-end)
		switch {
		case err != nil:
		case f.Wrong != "":
			err = wrongAnswer(fmt.Sprintf("%v: %s", p, f.Wrong))
		case !f.Status.Answered():
			err = errUnanswered
		}
		return f, err
	})
	if wrong, ok := errors.AsType[wrongAnswer](err); ok {
		a.wrong, err = wrong.Error(), nil
	} else if errors.Is(err, errUnanswered) {
		return a, false, nil
	}
	return a, true, err
}

var errUnanswered = errors.New("no answer")

// wrongAnswer is the reason why an answer is wrong, independently of published values.
type wrongAnswer string

func (w wrongAnswer) Error() string { return string(w) }

// numberBy computes a term with one request. A term that counts solutions up to symmetry needs one
// request for each symmetry.
func numberBy(known nqueens.Sequence, p nqueens.Problem, ask func(nqueens.Problem, nqueens.Task) (finding, error)) (*nqueens.Count, error) {
	if known.Optimum || known.UpToSymmetry && p.Goal() != nqueens.NoGoal {
		f, err := ask(p, nqueens.Optimise)
		switch {
		case err != nil:
			return nil, err
		case f.Optimum == nil && known.Optimum:
			return nil, wrongAnswer("no solution")
		case f.Optimum == nil:
			return nqueens.NewCount(0), nil
		case known.Optimum:
			return nqueens.NewCount(uint64(*f.Optimum)), nil
		}
		// Solutions with a symmetry may need another number of pieces than the best ones.
		p = p.WithPieces(*nqueens.Exactly(*f.Optimum))
	}
	if !known.UpToSymmetry {
		f, err := ask(p, nqueens.CountAll)
		return f.Count, err
	}
	var unanswered error
	classes, _, err := p.CountUpToSymmetry(func(q nqueens.Problem) (*nqueens.Count, error) {
		var f finding
		f, unanswered = ask(q, nqueens.CountAll)
		return f.Count, unanswered
	})
	if err != nil && unanswered == nil {
		err = wrongAnswer(err.Error())
	}
	return classes, err
}

// ask returns a backend's answer from the journal, or computes it.
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
		record, err := r.once(ctx, job, bench.Experiment{Seed: 1, Clock: bench.ProcessClock, Jobs: []bench.Job{job}})
		if err != nil {
			return finding{}, err
		}
		f = finding{q, r.build, limit, record.Status, record.Count, record.Optimum, record.Contradiction, record.WallSeconds}
		switch {
		case record.Fault != nil:
			f.Wrong = fmt.Sprintf("%v is not a solution: %s", record.Fault.Solution, record.Fault.Why)
		case record.Status == nqueens.Crashed:
			f.Wrong = "crashed: " + record.Reason
		case record.Status == nqueens.Solved && task == nqueens.CountAll && record.Count == nil:
			f.Wrong = "reports solved without a count"
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
