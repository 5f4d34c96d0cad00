package run

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/leftover"
)

// assignment is what the harness writes to a child's standard input.
type assignment struct {
	// Nonce comes back in each report. The backend is not told: what it prints
	// itself is no report.
	Nonce    string       `json:"nonce"`
	Problem  string       `json:"problem"`
	Formula  string       `json:"formula,omitempty"` // where the problem can be read, if it is a formula
	Format   string       `json:"format,omitempty"`  // the formula's
	Task     nqueens.Task `json:"task"`
	Backend  string       `json:"backend"`
	Encoding string       `json:"encoding,omitempty"`
	Threads  int          `json:"threads"`
	Seed     uint64       `json:"seed"`
	// Further are the seeds of more repetitions, each of which is reported by itself.
	Further []uint64 `json:"further,omitempty"`
	// Time and Memory are the limits that the harness enforces from outside;
	// the child keeps them itself where it can, for the better answer.
	Time   time.Duration `json:"time"`
	Memory int64         `json:"memory,omitempty"`
	Warmup int           `json:"warmup"`
	Once   bool          `json:"once,omitempty"` // one answer, however short: the process is timed
	// MinTime is the Runner's.
	MinTime time.Duration `json:"minTime,omitempty"`
	// CPU asks for CPU times in place of those on the wall, and Busy has Time be a limit of
	// CPU time.
	CPU  bool `json:"cpu,omitempty"`
	Busy bool `json:"busy,omitempty"`
	// Watched asks for the progress of a measurement too, on lines before the report.
	Watched bool `json:"watched,omitempty"`
	// List asks for the solutions on standard output, one a line, instead of a
	// measurement.
	List bool `json:"list,omitempty"`
	// Proof asks for a proof that there is no solution instead: in chunks on standard
	// output, and then the report.
	Proof bool `json:"proof,omitempty"`
	// Unreduced is the contender's.
	Unreduced bool `json:"unreduced,omitempty"`
	// Solver describes the backend, if it is an external solver of the user's.
	Solver *definition `json:"solver,omitempty"`
	// by is the backend.
	by backends.Backend
	// Temporary is the folder for temporary files, "" for the system's.
	Temporary string `json:"-"`
	// Program is the file of another build of this program, "" for this one's.
	Program string `json:"-"`
	// Out is the child's standard output, if it is not to be kept in memory.
	Out *os.File `json:"-"`
	// Problems asks for a report on each of them, one a line, instead; no other
	// is begun after Turn, nor after one without an answer.
	Problems []string      `json:"problems,omitempty"`
	Turn     time.Duration `json:"turn,omitempty"`
	// Instances and Count ask for the same on the first Count instances, which the child makes.
	Instances *bench.Instances `json:"instances,omitempty"`
	Count     int              `json:"count,omitempty"`
}

// report is what a child writes to standard output.
type report struct {
	Nonce string `json:"nonce"` // the assignment's
	bench.Observation
	AnswerCPU  float64 `json:"cpuSeconds,omitempty"` // of one answer, where the limit is of it
	ProgramCPU float64 `json:"programCPU,omitempty"` // seconds of the program that the backend started, over all Iterations
	Index      int     `json:"index,omitempty"`      // of the problem or repetition, where there are several
	// Made is the seed of the instance, if the child made it.
	Made *uint64 `json:"made,omitempty"`
	// Process is what the process used by then, where there are several repetitions.
	Process *used `json:"process,omitempty"`
}

// ending returns the report of a run that ended without an answer.
func ending(s nqueens.Status, reason string) report {
	return report{Observation: bench.Observation{Outcome: nqueens.Fail(s, reason)}}
}

// spent returns how much of its limit an answer used.
func (r report) spent() float64 { return cmp.Or(r.AnswerCPU, r.Seconds) }

// parseReport reads the line that a child printed about one of its problems.
func parseReport(line []byte, nonce string, index int) (report, error) {
	var r report
	var err error
	if bytes.HasPrefix(line, []byte("{")) {
		err = json.Unmarshal(line, &r)
	} else {
		err = r.parseBrief(string(bytes.TrimSpace(line)))
	}
	if err != nil || r.Nonce != nonce || r.Index != index || r.Status == "" {
		return r, fmt.Errorf("printed nonsense instead of a report: %.60q", line)
	}
	return r, nil
}

// ServeChild is the child's side of a measurement: it reads one assignment,
// runs it, and writes one report. The command line calls it in a process of
// its own for every repetition. If out is the process's standard output,
// the report goes over a descriptor of its own and the process's standard output
// becomes its standard error, since engines and their libraries may print. A program
// with families beside those of family.All says here what they are, since it
// is told by name only.
func ServeChild(ctx context.Context, in io.Reader, out io.Writer, all []backends.Backend, more ...*nqueens.Family) error {
	a, err := readAssignment(in)
	if err != nil {
		return err
	}
	if out, err = ownDescriptor(out); err != nil {
		return err
	}
	if a.Memory > 0 {
		// Collect garbage harder before the limit rather than die of garbage.
		debug.SetMemoryLimit(a.Memory / 10 * 8)
	}
	return a.serve(ctx, out, all, more)
}

func readAssignment(in io.Reader) (a assignment, err error) {
	if err := json.NewDecoder(in).Decode(&a); err != nil {
		return a, fmt.Errorf("reading the assignment: %w", err)
	}
	return a, nil
}

// serve runs the assignment and writes what it asks for.
func (a assignment) serve(ctx context.Context, out io.Writer, all []backends.Backend, more []*nqueens.Family) error {
	all, err := a.join(all)
	if err != nil {
		return err
	}
	backend, err := backends.Named(all, a.Backend)
	if err != nil {
		return err
	}
	if a.Count+len(a.Problems) > 0 {
		return serveBlock(ctx, a, backend, more, out)
	}
	problem, err := a.problem(more)
	if err != nil {
		return err
	}
	if len(a.Further) > 0 {
		return serveTurns(ctx, a, backend, problem, out)
	}
	ctx, cancel := a.limited(ctx)
	defer cancel()
	request := a.request(problem)
	if a.List {
		return list(ctx, backend, request, out)
	}
	if a.Proof {
		r, err := prove(ctx, backend, request, out)
		if err != nil {
			return err
		}
		return a.report(out, 0, r)
	}
	finish := func() {}
	if a.Watched {
		ctx, finish = a.telling(ctx, out)
	}
	r := a.measure(ctx, backend, request)
	finish()
	return a.report(out, 0, r)
}

// measure is one repetition of a measurement.
func (a assignment) measure(ctx context.Context, b backends.Backend, request nqueens.Request) report {
	enough := cmp.Or(a.MinTime, bench.ShortWork)
	if a.Once {
		enough = 0
	}
	return stopwatch{cpu: a.CPU, busy: a.Busy, limit: a.Time}.measure(ctx, b, request, a.Warmup, enough)
}

// limited is a context that ends once one answer has used its time.
func (a assignment) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if a.Busy {
		return withCPULimit(ctx, a.Time)
	}
	return context.WithTimeout(ctx, a.Time)
}

// report writes the report on one of the assignment's problems.
func (a assignment) report(out io.Writer, index int, r report) error {
	r.Nonce, r.Index = a.Nonce, index
	return json.NewEncoder(out).Encode(r)
}

// list writes every solution the backend finds. An answer that is not complete
// is an error.
func list(ctx context.Context, b backends.Backend, r nqueens.Request, out io.Writer) error {
	w := bufio.NewWriter(out)
	var failed error
	var s nqueens.Solution
	outcome := b.Run(ctx, r, func(found nqueens.Solution) bool {
		s = append(s[:0], found...)
		s.Sort()
		_, failed = fmt.Fprintln(w, s)
		return failed == nil
	})
	if failed == nil {
		failed = w.Flush()
	}
	if failed == nil && !outcome.Status.Answered() {
		failed = fmt.Errorf("%s: %s", outcome.Status, outcome.Reason)
	}
	return failed
}

// newAssignment has a child run the job once, one of another program if its backend is
// that's.
func newAssignment(j trial, seed uint64) assignment {
	a := assignment{
		Nonce: rand.Text(), Problem: j.ProblemText(), Task: j.Task, Backend: j.Backend, Encoding: j.Encoding,
		Threads: j.threads(), Seed: seed, Time: j.Limits.Time, Memory: j.Limits.Memory, Unreduced: j.Unreduced, by: j.by,
	}
	if !j.Problem.HasBoard() {
		a.Formula, a.Format = j.Problem.Formula.Path, j.Problem.Formula.Format
	}
	if other, ok := j.by.(backends.OtherBuild); ok {
		a.Program, a.Backend = other.Binary()
	}
	return a
}

// request is what the backend is to answer about a problem.
func (a assignment) request(p nqueens.Problem) nqueens.Request {
	return nqueens.Request{Problem: p, Task: a.Task, Encoding: a.Encoding, Threads: a.Threads, Memory: a.Memory, Seed: a.Seed, Unreduced: a.Unreduced}
}

// problem is what the assignment is about. A formula is read again, and must
// still be the one that it was.
func (a assignment) problem(more []*nqueens.Family) (nqueens.Problem, error) {
	p, err := family.All(more...).Parse(a.Problem)
	if err != nil || p.HasBoard() {
		return p, err
	}
	read, err := encode.Reading{Format: a.Format, Memory: a.Memory}.File(family.Queens, a.Formula)
	switch {
	case errors.As(err, new(*fs.PathError)):
		return p, err
	case err != nil:
		return p, fmt.Errorf("%s has changed: it no longer holds %v: %w", a.Formula, p, err)
	case read.HasBoard() || read.Formula.Digest != p.Formula.Digest:
		return p, fmt.Errorf("%s has changed: it no longer holds %v", a.Formula, p)
	}
	read.Formula.Name = p.Formula.Name
	return read, nil
}

// definition is a solver that its user described, so that a child process can
// make it again.
type definition struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// prepare gives an external solver's child what it needs: the description unless
// it is built in, and a folder for temporary files that goes even if the child is
// killed. What it returns removes that folder.
func (a *assignment) prepare() (leave func(), err error) {
	s, ok := a.by.(backends.Process)
	if !ok {
		return func() {}, nil
	}
	if file, text := s.Definition(); !s.BuiltIn() {
		a.Solver = &definition{file, string(text)}
	}
	if a.Temporary != "" {
		return func() {}, nil // another's to remove
	}
	folder, err := leftover.MkdirTemp()
	a.Temporary = folder
	return func() { os.RemoveAll(folder) }, err //nolint:errcheck // it is one of the system's temporary folders
}

// join adds the assignment's own solver to the backends.
func (a assignment) join(all []backends.Backend) ([]backends.Backend, error) {
	if a.Solver == nil {
		return all, nil
	}
	s, err := backends.ParseSolver(a.Solver.File, []byte(a.Solver.Text))
	if err != nil {
		return nil, err
	}
	return append(all[:len(all):len(all)], s), nil
}
