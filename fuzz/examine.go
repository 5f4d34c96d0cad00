package fuzz

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
)

// A Question is a request to a solver about an instance.
type Question struct {
	Task nqueens.Task `json:"task"`
	backends.Contender
	Seed uint64 `json:"seed,omitempty"`
	// Prove requires a proof if there is no solution.
	Prove bool `json:"prove,omitempty"`
	// Verbatim gives the instance's own text to an external solver, with repeated literals and tautologies, which
	// the text that the solver's backend writes does not have.
	Verbatim bool `json:"verbatim,omitempty"`
	// Command is the command line of an external solver with fewer options than in its description, or "".
	Command string `json:"command,omitempty"`
}

// A Trial is an instance and the questions about it.
type Trial struct {
	Kind   string `json:"kind"`
	Seed   uint64 `json:"seed"`   // of the run
	Number int    `json:"number"` // of the trial in the run, from 1; 0 for an instance from a file
	Form   Form   `json:"-"`
	// Relation is the name of the relation between answers that is tested, "" for a comparison with
	// references.
	Relation string     `json:"relation,omitempty"`
	Asked    []Question `json:"asked"`
}

// The purposes of random choices. Each has a source of its own, so that a shrunk instance is compared as
// the original one was.
const (
	toMake = iota
	toAsk
	toCompare
)

// random returns the source of the trial's random choices for a purpose.
func (t Trial) random(purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(t.Seed+purpose<<56, uint64(t.Number)))
}

// A Finding is an answer that is wrong, or missing where each other engine has one.
type Finding struct {
	Trial Trial
	Class Class
	Why   string
	// Answer is the answer to the trial's only question, and Others are the answers that it contradicts.
	Answer bench.Record
	Others []bench.Record
}

// Class is the kind of a failure. A shrunk instance must have a failure of the same class.
type Class string

// The classes of failures.
const (
	WrongNone    Class = "wrong-unsatisfiable" // there is a solution
	WrongCount   Class = "wrong-count"
	WrongSet     Class = "wrong-set" // the number of solutions is right, but not each of them
	WrongOptimum Class = "wrong-optimum"
	NoSolution   Class = "invalid-solution" // the solution breaks the rules
	Duplicates   Class = "duplicates"
	Inconsistent Class = "contradiction" // parts of one answer contradict each other
	BadProof     Class = "bad-proof"
	Related      Class = "related-answers" // a relation between answers does not hold
	WrongResult  Class = "wrong-result"    // of a Library
	Crash        Class = "crash"           // also output that is not an answer
	NoAnswer     Class = "no-answer"       // within the limits, on an instance that can be solved by trying
)

// An Examiner runs solvers on the questions of trials and judges their answers.
type Examiner struct {
	Solvers    []backends.Backend // under test
	References []backends.Backend // in any order
	Limits     bench.Limits       // of each answer
	// Asker runs the solvers under test and the references; nil is Here.
	Asker Asker

	reach reach
	hurry bool // references have less time
}

// backend returns the solver or reference with the name, or nil.
func (x *Examiner) backend(name string) backends.Backend {
	for _, list := range [][]backends.Backend{x.Solvers, x.References, {bruteForce{}}} {
		if i := slices.IndexFunc(list, func(b backends.Backend) bool { return backends.NameOf(b) == name }); i >= 0 {
			return list[i]
		}
	}
	return nil
}

// request returns the request of a question.
func (x *Examiner) request(p nqueens.Problem, q Question) nqueens.Request {
	return nqueens.Request{
		Problem: p, Task: q.Task, Encoding: q.Encoding, Threads: max(1, q.Threads), Memory: x.Limits.Memory, Seed: q.Seed, Unreduced: q.Unreduced,
	}
}

// ask returns the record of the answer to a question. The solutions in it have been checked.
func (x *Examiner) ask(ctx context.Context, f Form, p nqueens.Problem, q Question) bench.Record {
	a := x.answer(ctx, f, p, q)
	r := x.record(p, q, a.Observation)
	if a.Refused != "" && r.Status == nqueens.Unsatisfiable {
		r.Proof = bench.Proof{Kind: bench.ProofRefused, Why: a.Refused}
	}
	return r
}

// answer returns the answer to a question.
func (x *Examiner) answer(ctx context.Context, f Form, p nqueens.Problem, q Question) Answer {
	b, err := x.variant(f, q)
	if err != nil {
		return failed(nqueens.Unsupported, err.Error())
	}
	asker, limit := x.Asker, x.Limits.Time
	if !x.tests(q.Backend) {
		limit = min(limit, referenceLimit)
		if x.hurry {
			limit /= 5
		}
	}
	if asker == nil || q.Backend == bruteForceName {
		asker = Here{}
	}
	return asker.Ask(ctx, b, f, x.request(p, q), Terms{limit, q.Prove})
}

// referenceLimit is the time limit of a reference. It is short: more short trials find more errors than
// a few long ones.
const referenceLimit = time.Second

// tests reports whether the backend is one of the solvers under test.
func (x *Examiner) tests(name string) bool {
	return slices.ContainsFunc(x.Solvers, func(b backends.Backend) bool { return backends.NameOf(b) == name })
}

// record returns the record of an observation.
func (x *Examiner) record(p nqueens.Problem, q Question, o bench.Observation) bench.Record {
	return x.job(p, q).Record(recordMaker(q), o)
}

func recordMaker(q Question) bench.Maker { return bench.Maker{Seed: q.Seed, Repetition: 1} }

// job returns the question as a job of an experiment.
func (x *Examiner) job(p nqueens.Problem, q Question) bench.Job {
	return bench.Job{Problem: p, Task: q.Task, Contender: q.Contender, Limits: x.Limits}
}

// An Examination is the result of a trial.
type Examination struct {
	Findings []Finding
	Answers  []bench.Record // to the trial's questions
	Verdict  judge.VerdictKind
	Refused  string // why the trial could not run, or ""
}

// Examine runs the solvers on the questions of a trial and judges their answers.
func (x *Examiner) Examine(ctx context.Context, t Trial) (e Examination) {
	p, err := t.Form.Problem()
	if err != nil {
		return Examination{Refused: err.Error()}
	}
	if len(t.Asked) == 1 && isLibrary(x.backend(t.Asked[0].Backend)) {
		return x.examineLibrary(ctx, t, p)
	}
	if t.Relation != "" {
		return x.relate(ctx, t)
	}
	counting := false
	for _, q := range t.Asked {
		counting = counting || !q.Task.FindsOne()
	}
	questions := slices.Clone(t.Asked)
	more := x.references(t, p, counting)
	const enough = 2
	for answers := 0; answers < enough && len(more) > 0 && ctx.Err() == nil; more = more[1:] {
		e.Answers = append(e.Answers, x.ask(ctx, t.Form, p, more[0]))
		questions = append(questions, more[0])
		if e.Answers[len(e.Answers)-1].Status.Answered() {
			answers++
		}
	}
	others := e.Answers
	e.Answers = nil
	for i, q := range t.Asked {
		r := x.beyond(p, q)
		if n := counted(others); x.reach.covers(q, n) || n == nil && len(others) == 0 {
			r = x.ask(ctx, t.Form, p, q)
			x.reach.learn(q, n, r, x.Limits.Time)
		}
		e.Answers = append(e.Answers, r)
		questions[i] = q
	}
	if ctx.Err() != nil {
		return Examination{Refused: "it was stopped"}
	}
	all := append(slices.Clone(e.Answers), others...)
	v := x.judge(p, questions, all)
	tried := len(others) > 0 && others[0].Contender.Backend == bruteForceName && others[0].Status.Answered()
	for v.Open() && !tried && len(more) > 0 && ctx.Err() == nil { // one more engine may decide
		all, questions, more = append(all, x.ask(ctx, t.Form, p, more[0])), append(questions, more[0]), more[1:]
		v = x.judge(p, questions, all)
	}
	e.Verdict = v.Kind
	for i, r := range all {
		class, why := x.failure(p, r, v, others)
		if class == "" || i >= len(t.Asked) && v.Open() { // of a reference only if it is decided
			continue
		}
		found := t
		found.Asked = []Question{questions[i]}
		e.Findings = append(e.Findings, Finding{Trial: found, Class: class, Why: why, Answer: r, Others: slices.Concat(all[:i], all[i+1:])})
	}
	return e
}

// judge returns the verdict on the answers to questions about one problem.
func (x *Examiner) judge(p nqueens.Problem, questions []Question, answers []bench.Record) judge.Verdict {
	e := bench.Experiment{}
	for _, q := range questions {
		e.Jobs = append(e.Jobs, x.job(p, q))
	}
	var takePart []backends.Backend
	for _, q := range questions {
		if b := x.backend(q.Backend); b != nil {
			takePart = append(takePart, b)
		}
	}
	return judge.Judge(e, answers, takePart).Verdicts[0]
}

// references returns questions to reference engines in random order. An engine that shares code
// with a solver under test, or with another reference, is left out. Brute force comes first, where
// it is possible.
func (x *Examiner) references(t Trial, p nqueens.Problem, counting bool) (list []Question) {
	var used []nqueens.Description
	for _, q := range t.Asked {
		if b := x.backend(q.Backend); b != nil {
			used = append(used, b.Describe())
		}
	}
	task := nqueens.FindFirst
	switch {
	case counting:
		task = nqueens.CountAll
	case p.Goal() != nqueens.NoGoal:
		task = nqueens.Optimise
	}
	random := t.random(toCompare)
	order := append([]backends.Backend{bruteForce{}}, x.References...)
	random.Shuffle(len(x.References), func(i, j int) { order[i+1], order[j+1] = order[j+1], order[i+1] })
	for _, b := range order {
		d := b.Describe()
		if slices.ContainsFunc(used, func(o nqueens.Description) bool {
			return o.Engine == d.Engine || o.Around != "" && o.Around == d.Around
		}) {
			continue
		}
		q := Question{Task: task, Contender: backends.Contender{Backend: d.Name, Encoding: d.DefaultEncoding(task), Unreduced: d.Unreduced && p.Reducible()}}
		if r := x.request(p, q); d.Accepts(r) == nil && b.Supports(r) == nil {
			list, used = append(list, q), append(used, d)
		}
	}
	return list
}

// failure returns the class of the failure of an answer and a sentence that describes it, or "".
func (x *Examiner) failure(p nqueens.Problem, r bench.Record, v judge.Verdict, others []bench.Record) (Class, string) {
	switch r.Status {
	case nqueens.Crashed:
		return Crash, cmp.Or(r.Reason, "it crashed")
	case nqueens.Timeout, nqueens.MemoryLimit, nqueens.Unknown:
		if r.Estimate != nil { // one estimate that is far from the count is no failure
			return "", ""
		}
		if _, err := choices(p); err != nil || !x.tests(r.Contender.Backend) || !slices.ContainsFunc(others, func(o bench.Record) bool { return o.Status.Answered() }) {
			return "", ""
		}
		return NoAnswer, strings.TrimSuffix(fmt.Sprintf("%s within %v, on an instance of %d variables: %s", r.Status, x.Limits.Time, p.N, r.Reason), ": ")
	}
	i := slices.IndexFunc(v.Dissent, func(d judge.Dissent) bool { return d.Task == r.Task && d.Contender == r.Contender })
	if i < 0 {
		return "", ""
	}
	d := v.Dissent[i]
	class := WrongCount
	switch {
	case r.Fault != nil && r.Duplicates != nil && *r.Duplicates > 0 && r.Fault.Why == "found twice":
		class = Duplicates
	case r.Fault != nil:
		class = NoSolution
	case r.Contradiction != "":
		class = Inconsistent
	case r.Proof.Kind == bench.ProofRefused && !slices.ContainsFunc(others, func(o bench.Record) bool { return said(o) != said(r) && o.Status == nqueens.Solved && said(o) != "0" }):
		class = BadProof
	case r.Status == nqueens.Unsatisfiable:
		class = WrongNone
	case r.Optimum != nil && v.Optimum != nil && *r.Optimum != *v.Optimum:
		class = WrongOptimum
	case v.Count != nil && r.Count != nil && v.Count.Cmp(r.Count) == 0:
		class = WrongSet
	case r.Duplicates != nil && *r.Duplicates > 0:
		class = Duplicates
	}
	return class, d.Why
}
