package fuzz

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
)

// A Fuzzer makes trials until a budget is spent.
type Fuzzer struct {
	Examiner
	// Candidates are the solvers under test. A solver that was named without an encoding is tested with
	// random ones of its encodings.
	Candidates []backends.Candidate
	Seed       uint64
	Jobs       int           // trials at a time; 0 is one
	Budget     time.Duration // of all trials; 0 is no limit
	Trials     int           // the number of the last trial; 0 is no limit
	// ShrinkTime limits the shrinking of one finding, which may go on after the budget.
	ShrinkTime   time.Duration
	UntilFailure bool // stop after the first finding
	// Folder holds the findings and the corpus.
	Folder *Folder
	// Now is the clock of the budget; nil is time.Now.
	Now func() time.Time
	// Found, if set, is called with each finding after it was written.
	Found func(Written)
	// Progress, if set, is called after each trial.
	Progress func(Summary)

	mu      sync.Mutex
	summary Summary
	next    int
	known   map[signature]int
	stop    context.CancelFunc
	err     error
	begun   time.Time // of this run
	before  float64   // seconds of earlier runs
	stored  time.Time // when the summary was last written
	none    int       // number of consecutive trial numbers for which no instance was found that a solver supports
}

// ErrNothingToAsk is the error of a run whose solvers support none of the instances that Kinds make.
var ErrNothingToAsk = errors.New("the solvers support none of the instances, so nothing can be tested")

// mostNone is the number of tries without an instance after which a run ends.
const mostNone = 50

// refused counts a trial number for which no instance was found. It reports whether the run should end,
// because this has happened mostNone times and no trial was made.
func (f *Fuzzer) refused() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.none++
	return f.none >= mostNone && f.summary.Trials == 0
}

// storeEvery is how often the summary is written, so that a killed run repeats few trials.
const storeEvery = 10 * time.Second

// A signature identifies a kind of finding. Only the first finding with a signature is shrunk and written.
type signature struct {
	backend  string
	class    Class
	relation string
	form     string // the extension of its file
}

func signatureOf(f Finding) signature {
	return signature{f.Trial.Asked[0].Backend, f.Class, f.Trial.Relation, f.Trial.Form.Extension()}
}

// Run makes trials until the budget is spent, the context ends, or the first finding if UntilFailure is
// set. It first repeats the trials of the folder's corpus. Run returns an error if the folder cannot be
// written.
func (f *Fuzzer) Run(ctx context.Context) (Summary, error) {
	if f.Now == nil {
		f.Now = time.Now
	}
	ctx, f.stop = context.WithCancel(ctx)
	defer f.stop()
	f.known = map[signature]int{}
	f.summary = f.Folder.Summary()
	f.next = f.summary.Last
	f.summary.Seed, f.summary.Findings, f.summary.Again, f.summary.Replayed = f.Seed, 0, 0, 0
	f.begun, f.before = f.Now(), f.summary.Seconds
	f.stored = f.begun
	f.replay(ctx)
	over := func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		spent := f.Now().Sub(f.begun)
		f.summary.Seconds = f.before + spent.Seconds()
		return ctx.Err() != nil || f.Budget > 0 && spent >= f.Budget || f.UntilFailure && f.summary.Findings+f.summary.Again > 0
	}
	var workers sync.WaitGroup
	for range max(1, f.Jobs) {
		workers.Go(func() {
			for !over() {
				f.mu.Lock()
				f.next++
				number := f.next
				f.mu.Unlock()
				if f.Trials > 0 && number > f.Trials {
					return
				}
				if t, ok := f.Trial(number); ok {
					f.examine(ctx, t)
				} else if f.refused() {
					return
				}
			}
		})
	}
	workers.Wait()
	over() // to record the time
	if f.summary.Trials == 0 && f.none >= mostNone {
		return f.summary, ErrNothingToAsk
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.summary, errors.Join(f.err, f.Folder.store(f.summary))
}

// fail ends the run with an error.
func (f *Fuzzer) fail(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = errors.Join(f.err, err)
	f.stop()
}

// examine runs a trial and records the result.
func (f *Fuzzer) examine(ctx context.Context, t Trial) {
	e := f.Examine(ctx, t)
	if ctx.Err() != nil {
		return
	}
	f.mu.Lock()
	f.summary.add(t, e)
	f.mu.Unlock()
	for _, found := range e.Findings {
		f.keep(ctx, found)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.Now(); now.Sub(f.stored) >= storeEvery {
		f.stored = now
		f.err = errors.Join(f.err, f.Folder.store(f.summary))
	}
	if f.Progress != nil {
		f.Progress(f.summary)
	}
}

// keep shrinks and writes a finding, unless an earlier finding has its signature.
func (f *Fuzzer) keep(ctx context.Context, found Finding) {
	f.mu.Lock()
	s := signatureOf(found)
	f.known[s]++
	if f.known[s] > 1 {
		f.summary.Repeated++
		f.mu.Unlock()
		return
	}
	f.summary.Findings++
	f.mu.Unlock()
	limited, cancel := ctx, context.CancelFunc(func() {})
	if f.ShrinkTime > 0 {
		limited, cancel = context.WithTimeout(ctx, f.ShrinkTime)
	}
	shrunk := f.Shrink(limited, found, f.Jobs)
	cancel()
	if now := signatureOf(shrunk.Finding); now != s { // a board has become a formula
		f.mu.Lock()
		f.known[now]++
		again := f.known[now] > 1
		if again {
			f.summary.Findings--
			f.summary.Repeated++
		}
		f.mu.Unlock()
		if again {
			return
		}
	}
	written, err := f.Folder.Write(context.WithoutCancel(ctx), &f.Examiner, shrunk)
	if err != nil {
		f.fail(err)
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.Found != nil {
		f.Found(written)
	}
}

// replay repeats the trials of the corpus. A trial of another solver is repeated with the solvers
// under test.
func (f *Fuzzer) replay(ctx context.Context) {
	trials, err := f.Folder.Corpus()
	if err != nil {
		f.fail(err)
	}
	for _, stored := range trials {
		if ctx.Err() != nil {
			return
		}
		for _, t := range f.about(stored.Trial) {
			e := f.Examine(ctx, t)
			f.summary.Replayed++
			for _, found := range e.Findings {
				if f.known[signatureOf(found)]++; f.known[signatureOf(found)] > 1 {
					continue
				}
				f.summary.Again++
				if f.Found != nil {
					f.Found(Written{Finding: found, Folder: stored.Name, Again: true})
				}
			}
		}
	}
}

// about returns trials of the solvers under test on the instance of a stored trial. If the stored question
// is for one of these solvers, it returns the stored trial. Otherwise it returns a trial for each solver
// and each of its tasks.
func (f *Fuzzer) about(t Trial) (trials []Trial) {
	p, err := t.Form.Problem()
	if err != nil {
		return nil
	}
	for _, c := range f.Candidates {
		if len(t.Asked) == 1 && t.Asked[0].Backend == c.Contender.Backend {
			return []Trial{t}
		}
	}
	for _, c := range f.Candidates {
		d := c.Engine.Describe()
		for _, task := range d.Tasks {
			q := Question{Task: task, Contender: c.Contender}
			if c.ByDefault {
				q.Encoding = d.DefaultEncoding(task)
			}
			if d.Accepts(f.request(p, q)) == nil && c.Engine.Supports(f.request(p, q)) == nil {
				one := t
				one.Asked = []Question{q}
				trials = append(trials, one)
			}
		}
	}
	return trials
}

// mostTries is the number of instances that Trial generates before it gives up, if no solver supports them.
const mostTries = 20

// Trial returns the trial with the number, counted from 1. It reports false if no solver supports
// any of the instances generated for that trial.
func (f *Fuzzer) Trial(number int) (Trial, bool) {
	t := Trial{Seed: f.Seed, Number: number}
	r, ask, kinds := t.random(toMake), t.random(toAsk), Kinds()
	for range mostTries {
		kind := kinds[r.IntN(len(kinds))]
		if t.Form = kind.Make(r); t.Form == nil {
			continue
		}
		p, err := t.Form.Problem()
		if err != nil {
			continue
		}
		t.Kind, t.Asked, t.Relation = kind.Name, nil, ""
		for _, c := range f.Candidates {
			if q, ok := f.question(ask, p, c); ok {
				t.Asked = append(t.Asked, f.verbatim(ask, t.Form, p, q))
			}
		}
		if len(t.Asked) == 0 {
			continue
		}
		libraries := slices.DeleteFunc(slices.Clone(t.Asked), func(q Question) bool { return !isLibrary(f.backend(q.Backend)) })
		if n := len(libraries); n > 0 && ask.IntN(len(t.Asked)) < n { // a trial of a library has no other solver
			i := ask.IntN(n)
			t.Asked = libraries[i : i+1]
			return t, true
		}
		if t.Asked = slices.DeleteFunc(t.Asked, func(q Question) bool { return slices.Contains(libraries, q) }); len(t.Asked) == 0 {
			continue
		}
		if all := relations(); ask.IntN(4) == 0 && p.Goal() == nqueens.NoGoal {
			one := t
			one.Asked = []Question{t.Asked[ask.IntN(len(t.Asked))]}
			for _, i := range ask.Perm(len(all)) { // the first that applies
				if one.Relation = all[i].name; f.related(one, all[i]) {
					return one, true
				}
			}
		}
		return t, true
	}
	return t, false
}

// related reports whether the solver of a trial supports all instances of a relation.
func (f *Fuzzer) related(t Trial, r relation) bool {
	forms := r.make(t.random(toCompare), t.Form)
	for _, form := range forms {
		p, err := form.Problem()
		if err != nil || f.backend(t.Asked[0].Backend).Supports(f.request(p, t.Asked[0])) != nil {
			return false
		}
	}
	return len(forms) > 0
}

// question returns a random question for a candidate about a problem, and false if the candidate
// does not support it.
func (f *Fuzzer) question(r *rand.Rand, p nqueens.Problem, c backends.Candidate) (Question, bool) {
	d := c.Engine.Describe()
	tasks := slices.Clone(d.Tasks)
	r.Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	seed, plain := uint64(r.IntN(1000)), r.IntN(4) == 0
	threads := c.Contender.Threads
	if c.ByDefault && d.External == "" && r.IntN(4) == 0 {
		threads = 2
	}
	for _, task := range tasks {
		q := Question{Task: task, Contender: c.Contender, Seed: seed}
		q.Threads = threads
		if !plain && (d.Unreduced || !p.Reducible()) {
			q.Unreduced = true
		}
		encodings := []string{c.Contender.Encoding}
		if c.ByDefault {
			encodings = []string{d.DefaultEncoding(task)}
			if len(d.Encodings) > 0 && !d.Portfolio {
				encodings = []string{anyEncoding(r, d), encodings[0]}
			}
		}
		for _, q.Encoding = range encodings {
			if request := f.request(p, q); d.Accepts(request) == nil && c.Engine.Supports(request) == nil {
				q.Prove = provesClauses(c.Engine, request)
				return q, true
			}
		}
	}
	return Question{}, false
}

// verbatim returns the question about the form's own text in half of the cases in which that is possible.
func (f *Fuzzer) verbatim(r *rand.Rand, form Form, p nqueens.Problem, q Question) Question {
	as := q
	as.Verbatim, as.Prove = true, false
	if b, err := f.variant(form, as); err == nil && r.IntN(2) == 0 && b.Supports(f.request(p, as)) == nil {
		return as
	}
	return q
}

// anyEncoding returns a random encoding of the backend, with or without a refinement.
func anyEncoding(r *rand.Rand, d nqueens.Description) string {
	name := d.Encodings[r.IntN(len(d.Encodings))]
	if len(d.Refinements) > 0 && r.IntN(3) == 0 {
		refined := name + d.Refinements[r.IntN(len(d.Refinements))]
		if _, err := encode.EncodingNamed(refined); err == nil {
			return refined
		}
	}
	return name
}
