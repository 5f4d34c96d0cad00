package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/encode"
)

// question is the flags of solve and count: the problem, who is to answer,
// and within which limits.
type question struct {
	board
	backend, encoding string
	timeout           time.Duration
	memory            string
	threads           int
	seed              uint64
	json              bool
	proof             bool // of solve
	externals
}

func (q *question) flags(cmd *cobra.Command, p *program) {
	q.board.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&q.backend, "backend", "b", "", "who answers: `names` separated by commas, or all; a name may say how: gini/product, construct/B1; default: the fastest that can")
	f.StringVarP(&q.encoding, "encoding", "e", "", "how lines become clauses, for SAT backends: `names` or all, of "+strings.Join(encodingNames(), ", "))
	f.DurationVar(&q.timeout, "timeout", 0, "give up after this `time`, for example 10s (each backend)")
	f.StringVar(&q.memory, "memory", "", "give up beyond this `amount`, for example 2GiB (each backend)")
	f.IntVar(&q.threads, "threads", 1, "threads to use, for backends that can: a `number`")
	f.Uint64Var(&q.seed, "seed", 1, "for backends that make random choices: a `number`")
	f.BoolVar(&q.json, "json", false, "print one JSON object for each answer")
	completions(cmd, "backend", p.backendNames)
	completions(cmd, "encoding", encodingNames)
}

// completions tells the shell which words a flag takes.
func completions(cmd *cobra.Command, flag string, names func() []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return names(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // the command has no such flag
	}
}

func encodingNames() []string {
	var names []string
	for _, e := range encode.Encodings() {
		names = append(names, e.Name)
	}
	return names
}

func (p *program) backendNames() []string {
	names := []string{everyone}
	for _, b := range p.backends {
		names = append(names, b.Describe().Name)
	}
	return names
}

// encodings are the names that any backend takes.
func (p *program) encodings() []string {
	var names []string
	for _, b := range p.backends {
		for _, name := range b.Describe().EncodingNames() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// everyone stands for every backend, or every encoding.
const everyone = "all"

// parse turns flags and arguments into an experiment in which each contender
// runs once, or says what is wrong.
func (q *question) parse(p *program, args []string, task nqueens.Task) (bench.Experiment, error) {
	e := bench.Experiment{Seed: q.seed, Repeat: bench.Repeat{Min: 1, Max: 1}}
	if err := q.join(p); err != nil {
		return e, err
	}
	problem, err := q.problem(args, p)
	if err != nil {
		return e, err
	}
	if q.threads < 1 {
		return e, fmt.Errorf("--threads %d: write at least 1", q.threads)
	}
	if q.timeout < 0 {
		return e, fmt.Errorf("--timeout %v: write a time above zero, or leave it out for none", q.timeout)
	}
	limits := bench.Limits{Time: q.timeout}
	if q.memory != "" {
		if limits.Memory, err = plan.ParseBytes(q.memory); err != nil {
			return e, fmt.Errorf("--memory: %w", err)
		}
	}
	encodings, err := q.encodings(p)
	if err != nil {
		return e, err
	}
	request := nqueens.Request{Problem: problem, Task: task, Threads: q.threads, Memory: limits.Memory, Seed: q.seed}
	contenders, err := q.choose(p, request, encodings)
	if err != nil {
		return e, err
	}
	for _, c := range contenders {
		e.Jobs = append(e.Jobs, bench.Job{
			Problem: problem, Task: task, Backend: c.backend, Encoding: c.encoding, Threads: q.threads, Limits: limits, Proof: q.proof,
		})
	}
	return e, nil
}

// encodings are those asked for; none means each backend's default.
func (q *question) encodings(p *program) ([]string, error) {
	switch {
	case q.encoding == "":
		return nil, nil
	case q.encoding == everyone && q.backend == "":
		return nil, errors.New("--encoding all: of which backend? Name it with --backend")
	case q.encoding == everyone:
		return nil, nil
	}
	names, err := separate("--encoding", q.encoding)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if known := p.encodings(); !slices.Contains(known, name) {
			return nil, fmt.Errorf("--encoding: no encoding is called %q %s", name, nqueens.Suggest(name, known))
		}
	}
	return names, nil
}

// separate splits names at commas and refuses one that comes twice.
func separate(flag, list string) ([]string, error) {
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if slices.Contains(names, name) {
			return nil, fmt.Errorf("%s: %q is named twice", flag, name)
		}
		names = append(names, name)
	}
	if len(names) > 1 && slices.Contains(names, everyone) {
		return nil, fmt.Errorf("%s: %q stands alone", flag, everyone)
	}
	return names, nil
}

// contender is a backend with the encoding it is to use, if it takes one.
type contender struct{ backend, encoding string }

// choose finds who is to answer. Those that are named must be able to.
func (q *question) choose(p *program, r nqueens.Request, encodings []string) ([]contender, error) {
	asked, err := q.asked(p, r, encodings)
	if err != nil {
		return nil, err
	}
	var chosen []contender
	var refusals []string
	for _, a := range asked {
		able, err := q.contenders(a, r)
		switch {
		case err == nil:
			chosen = append(chosen, able...)
		case q.backend == everyone, q.backend == "" && !p.isExternal(a.Describe().Name):
			refusals = append(refusals, err.Error())
		default:
			return nil, err
		}
	}
	if len(chosen) == 0 {
		const shown = 4 // reasons of the most able backends say enough
		more := ""
		if n := len(refusals) - shown; n > 0 {
			refusals, more = refusals[:shown], fmt.Sprintf("; nor can %d others (`nqueens backends` lists what each does)", n)
		}
		return nil, fmt.Errorf("no backend can do this: %s%s", strings.Join(refusals, "; "), more)
	}
	return chosen, nil
}

// asking is a backend that is asked, and the encodings it is asked to use; none
// means its default.
type asking struct {
	backends.Backend
	encodings []string
}

// asked are the backends that the flag names: by default the fastest that can
// answer, and the external programs. Where none can it is all, each of which
// will say why not.
func (q *question) asked(p *program, r nqueens.Request, encodings []string) ([]asking, error) {
	if q.backend == "" {
		if len(encodings) > 0 {
			r.Encoding = encodings[0]
		}
		roomy := r
		roomy.Memory = 0
		if b, err := backends.Fastest(p.backends, roomy); err == nil {
			if err := b.Supports(r); err != nil { // too little memory for the engine that the size calls for
				return nil, err
			}
			asked := []asking{{b, encodings}}
			for _, x := range p.joined() {
				asked = append(asked, asking{Backend: x})
			}
			return asked, nil
		}
	}
	var asked []asking
	if q.backend == "" || q.backend == everyone {
		for _, b := range p.backends {
			if d := b.Describe(); d.Ordinary() || p.isExternal(d.Name) {
				asked = append(asked, asking{b, encodings})
			}
		}
		return asked, nil
	}
	names, err := separate("--backend", q.backend)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		name, encoding, named := strings.Cut(name, "/")
		b, err := backends.Named(p.backends, name)
		if err != nil {
			return nil, fmt.Errorf("--backend: %w", err)
		}
		a := asking{b, encodings}
		if named {
			a.encodings = []string{encoding}
		}
		asked = append(asked, a)
	}
	return asked, nil
}

// contenders are a backend with each encoding that it is to use. Where all are
// meant, those that cannot are left out unless none can.
func (q *question) contenders(a asking, r nqueens.Request) ([]contender, error) {
	d := a.Describe()
	every := q.encoding == everyone && len(a.encodings) == 0
	encodings := a.encodings
	switch {
	case every && len(d.Encodings) > 0:
		encodings = d.Encodings
	case len(encodings) == 0 && len(d.Encodings) > 0:
		encodings = d.Encodings[:1]
	case len(encodings) == 0:
		encodings = []string{""}
	}
	var able []contender
	var refused error
	for _, r.Encoding = range encodings {
		switch err := a.Supports(r); {
		case err == nil:
			able = append(able, contender{d.Name, r.Encoding})
		case every:
			refused = err
		default:
			return nil, err
		}
	}
	if len(able) == 0 {
		return nil, refused
	}
	return able, nil
}
