package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/internal/table"
)

// requestFlags are the flags that solve and count share: the problem, the contenders and the
// limits.
type requestFlags struct {
	problemFlags
	backend, encoding string
	counting          refinementFlags
	threads           int
	unreduced         bool
	seed              uint64
	json              bool
	proof, proofLimit string // of solve: "", checkedProof or the file that keeps the proof
	externalFlags
}

func (q *requestFlags) flags(cmd *cobra.Command) {
	q.problemFlags.flags(cmd)
	q.formatFlags(cmd, "format")
	f := cmd.Flags()
	f.StringVarP(&q.backend, "backend", "b", "", "the backends: `names` separated by commas, or all of this program; a name may include an encoding or a method: gini/product, construct/B1; default: the fastest that supports the problem")
	f.StringVarP(&q.encoding, "encoding", "e", "", "how lines become clauses, for SAT backends: `names` or all, of "+strings.Join(encodingNames(), ", "))
	q.counting.flags(cmd)
	q.limitFlags.of = " (each backend, and reading)"
	q.limitFlags.flags(cmd)
	f.IntVar(&q.threads, "threads", 1, "threads to use, for backends that can: a `number`")
	f.Uint64Var(&q.seed, "seed", 1, "for backends that make random choices: a `number`")
	f.BoolVar(&q.unreduced, "unreduced", false, "search the problem without the reduction that backends share; some backends cannot")
	f.BoolVar(&q.json, "json", false, "print one JSON object for each answer")
}

// refinementFlags choose the cardinality encoding and the order of squares in it.
type refinementFlags struct{ cardinality, order string }

func (q *refinementFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&q.cardinality, "cardinality", "", "the encoding of cardinality constraints: `names` of "+strings.Join(encode.Cardinalities(), ", "))
	f.StringVar(&q.order, "order", "", "the order of squares in cardinality constraints: `names` of "+strings.Join(encode.Orders(), ", "))
}

func (q *refinementFlags) refine(s *backends.Selection) (err error) {
	if q.cardinality != "" {
		s.Cardinalities, err = separate("cardinality", q.cardinality)
	}
	if q.order != "" && err == nil {
		s.Orders, err = separate("order", q.order)
	}
	return err
}

func encodingNames() []string {
	return namesOf(encode.Encodings(), func(e encode.Encoding) string { return e.Name })
}

func (p *program) backendNames() []string {
	return append([]string{everyone}, namesOf(p.backends, func(b backends.Backend) string { return b.Describe().Name })...)
}

// everyone is the name for every backend, or every encoding.
const everyone = backends.Everything

// parse returns the experiment that the flags and arguments describe, in which each contender runs
// once.
func (q *requestFlags) parse(ctx context.Context, p *program, args []string, task nqueens.Task) (bench.Experiment, error) {
	e := bench.Experiment{Seed: q.seed, Repeat: bench.Repeat{Min: 1, Max: 1}}
	if err := q.join(p); err != nil {
		return e, err
	}
	limits, err := q.limits()
	if err != nil {
		return e, err
	}
	if limits.Proof, err = parseProofLimit(q.proofLimit); err != nil {
		return e, err
	}
	problem, err := q.problemWithin(ctx, args, p)
	if err != nil {
		return e, err
	}
	q.threads = p.onCores(q.threads)
	request := nqueens.Request{Problem: problem, Task: task, Memory: limits.Memory, Seed: q.seed}
	if err := request.Validate(); err != nil {
		return e, err
	}
	contenders, err := q.choose(p, request)
	if err != nil {
		return e, err
	}
	for _, c := range contenders {
		e.Jobs = append(e.Jobs, bench.Job{Problem: problem, Task: task, Contender: c.Contender, Limits: limits, Proof: q.proof != ""})
	}
	return e, nil
}

// separate splits names at commas. It returns an error if a name comes twice.
func separate(flag, list string) ([]string, error) {
	if err := emptyListError(flag, list); err != nil {
		return nil, err
	}
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name != "" && slices.Contains(names, name) {
			return nil, fmt.Errorf("--%s: %q is named twice", flag, name)
		}
		names = append(names, name)
	}
	if flag != "backend" && len(names) > 1 && slices.Contains(names, everyone) {
		return nil, fmt.Errorf("--%s: %q cannot be combined with other names", flag, everyone)
	}
	return names, nil
}

// onCores returns the number of threads, reduced to the number of CPU cores with a note. More
// threads would only wait for each other. A number above backends.MaxThreads is returned as it is,
// to be refused later.
func (p *program) onCores(threads int) int {
	cores := runtime.NumCPU()
	if threads <= cores || threads > backends.MaxThreads {
		return threads
	}
	fmt.Fprintf(p.err, "note: %d threads: this machine has %s, so %d are used\n", threads, table.Plural(cores, "core"), cores)
	return cores
}

// selection returns the contenders that the flags --backend, --encoding and --threads select.
func selection(backend, encoding string, threads int) (s backends.Selection, err error) {
	s.Threads = []int{threads}
	if backend != "" {
		s.Backends, err = separate("backend", backend)
	}
	if encoding != "" && err == nil {
		s.Encodings, err = separate("encoding", encoding)
	}
	return s, err
}

// addFlagName adds the name of the flag to the error for an unknown backend, encoding or method.
func addFlagName(err error) error {
	if wrong, ok := errors.AsType[*backends.SelectionError](err); ok {
		return fmt.Errorf("--%s: %w", wrong.Kind, err)
	}
	return err
}

// choose returns the candidates that run: the named ones, which must support the request, or by
// default the fastest that does, and the programs that the user described.
func (q *requestFlags) choose(p *program, r nqueens.Request) ([]backends.Candidate, error) {
	s, err := selection(q.backend, q.encoding, q.threads)
	if err == nil {
		err = q.counting.refine(&s)
	}
	if err != nil {
		return nil, err
	}
	s.Unreduced, r.Unreduced = q.unreduced, q.unreduced
	byDefault := len(s.Backends) == 0
	if byDefault && s.EveryEncoding() {
		return nil, errors.New("--encoding all: name the backend with --backend")
	}
	if byDefault || s.All() {
		s.Joining = p.joined()
	}
	if byDefault {
		roomy := r
		roomy.Memory = 0 // too little memory is an error; no other backend is chosen
		b, err := s.Fastest(p.backends, roomy)
		if q.proof != "" {
			if prover, none := s.Fastest(p.provers(roomy, q.proof), roomy); none == nil {
				b, err = prover, nil
			}
		}
		if err == nil {
			s.Backends = []string{b.Describe().Name}
		}
	}
	chosen, err := s.Choose(p.backends)
	if err != nil {
		return nil, addFlagName(err)
	}
	able, refusals, err := s.Supported(chosen, r)
	switch {
	case err != nil:
		return nil, err
	case len(able) == 0:
		return nil, backends.NoBackendError(refusals)
	}
	if out := s.LeftOut(p.backends, r); len(out) > 0 && !byDefault && !p.toldLeftOut {
		p.toldLeftOut = true // once for many instances
		fmt.Fprintf(p.err, "note: left out these installed external solvers: %s; to include one, name it: --backend %s,%s\n", strings.Join(out, ", "), everyone, out[0])
	}
	for _, c := range chosen {
		if c.Joins && byDefault && !slices.ContainsFunc(able, func(a backends.Candidate) bool { return a.Joins && a.Contender.Backend == c.Contender.Backend }) {
			r.Encoding = c.Contender.Encoding
			return nil, c.Engine.Supports(r)
		}
	}
	return able, nil
}

// provers returns the backends that can write a proof for a request without a solution. If file is
// a name, the proofs must be of its kind.
func (p *program) provers(r nqueens.Request, file string) (able []backends.Backend) {
	for _, b := range p.backends {
		encoding, err := backends.ProofEncoding(b, r)
		if err == nil && b.Supports(r) == nil && (file == checkedProof || strings.HasSuffix(strings.TrimSuffix(file, ".gz"), proofEnding(encoding))) {
			able = append(able, b)
		}
	}
	return able
}
