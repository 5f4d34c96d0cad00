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
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/leftover"
)

// assignment is the message that the harness writes to a child's standard input.
type assignment struct {
	// Nonce is repeated in each report. The backend does not know it, so that its own output is not mistaken
	// for a report.
	Nonce    string       `json:"nonce"`
	Problem  string       `json:"problem"`
	Formula  string       `json:"formula,omitempty"` // path of the formula, if the problem is one
	Format   string       `json:"format,omitempty"`  // format of the formula
	Task     nqueens.Task `json:"task"`
	Backend  string       `json:"backend"`
	Encoding string       `json:"encoding,omitempty"`
	Threads  int          `json:"threads"`
	Seed     uint64       `json:"seed"`
	// Further lists the seeds of further repetitions. Each has its own report.
	Further []uint64 `json:"further,omitempty"`
	// Time and Memory are the limits. The harness enforces them from outside. The child also observes them
	// where it can, because it can then report more.
	Time   time.Duration `json:"time"`
	Memory int64         `json:"memory,omitempty"`
	Warmup int           `json:"warmup"`
	Once   bool          `json:"once,omitempty"` // one answer, however short, because the whole process is timed
	// MinTime is Runner.MinTime.
	MinTime time.Duration `json:"minTime,omitempty"`
	// CPU requests CPU times instead of wall-clock times. Busy makes Time a limit of CPU time.
	CPU  bool `json:"cpu,omitempty"`
	Busy bool `json:"busy,omitempty"`
	// Watched requests reports of progress too, on lines before the report.
	Watched bool `json:"watched,omitempty"`
	// List requests all solutions on standard output, one a line, instead of a measurement.
	List bool `json:"list,omitempty"`
	// Proof requests a proof that there is no solution, in chunks on standard output, followed by the report.
	Proof bool `json:"proof,omitempty"`
	// Unreduced is the contender's field of that name.
	Unreduced bool `json:"unreduced,omitempty"`
	// Solver describes the backend if it is the user's own external solver.
	Solver *definition `json:"solver,omitempty"`
	// by is the backend.
	by backends.Backend
	// Temporary is the folder for temporary files; "" stands for the system's.
	Temporary string `json:"-"`
	// Program is the path of another build of this program; "" stands for this one.
	Program string `json:"-"`
	// Out is the child's standard output if it is not to be kept in memory.
	Out *os.File `json:"-"`
	// Problems requests a report on each of these problems, one a line. The child begins no further problem
	// after Turn, or after a problem without an answer.
	Problems []string      `json:"problems,omitempty"`
	Turn     time.Duration `json:"turn,omitempty"`
	// Instances and Count request reports on the first Count instances, which the child generates.
	Instances *bench.Instances `json:"instances,omitempty"`
	Count     int              `json:"count,omitempty"`
}

// report is a child's result, written to its standard output.
type report struct {
	Nonce string `json:"nonce"` // repeats the nonce of the assignment
	bench.Observation
	AnswerCPU  float64 `json:"cpuSeconds,omitempty"` // CPU time of one answer, if the limit is CPU time
	ProgramCPU float64 `json:"programCPU,omitempty"` // CPU seconds of the program that the backend started, over all Iterations
	Index      int     `json:"index,omitempty"`      // of the problem or repetition, if there are several
	// Made is the seed of the instance, if the child made it.
	Made *uint64 `json:"made,omitempty"`
	// Process has the time that the process used so far, if there are several repetitions.
	Process *used `json:"process,omitempty"`
}

// ending returns a report of a run without an answer.
func ending(s nqueens.Status, reason string) report {
	return report{Observation: bench.Observation{Outcome: nqueens.Fail(s, reason)}}
}

// spent returns the part of its limit that an answer used, in seconds.
func (r report) spent() float64 { return cmp.Or(r.AnswerCPU, r.Seconds) }

// parseReport parses a line of a child about one of its problems.
func parseReport(line []byte, nonce string, index int) (report, error) {
	var r report
	var err error
	if bytes.HasPrefix(line, []byte("{")) {
		err = json.Unmarshal(line, &r)
	} else {
		err = r.parseBrief(string(bytes.TrimSpace(line)))
	}
	switch {
	case err == nil && r.Nonce != nonce:
		err = errors.New("it does not repeat the nonce")
	case err == nil && r.Index != index:
		err = fmt.Errorf("it has the index %d, not %d", r.Index, index)
	case err == nil && r.Status == "":
		err = errors.New("it has no status")
	}
	if err != nil {
		return r, fmt.Errorf("printed nonsense instead of a report: %w: %.60q", err, line)
	}
	return r, nil
}

// ServeChild is the child's side of a measurement: it reads an assignment, runs it, and writes a report. The
// command line calls it in a process of its own for every repetition. If out is the process's standard
// output, the report uses a separate descriptor and standard output is redirected to standard error, because
// engines and their libraries may print. known has the families, because the assignment refers to
// families by name.
func ServeChild(ctx context.Context, in io.Reader, out io.Writer, all []backends.Backend, known nqueens.Catalogue) error {
	a, err := readAssignment(in)
	if err != nil {
		return err
	}
	if out, err = isolate.OwnDescriptor(out); err != nil {
		return err
	}
	if a.Memory > 0 {
		// Collect garbage more often near the limit, to avoid exceeding it with garbage.
		debug.SetMemoryLimit(a.Memory / 10 * 8)
	}
	return a.serve(ctx, out, all, known)
}

func readAssignment(in io.Reader) (a assignment, err error) {
	if err := json.NewDecoder(in).Decode(&a); err != nil {
		return a, fmt.Errorf("reading the assignment: %w", err)
	}
	return a, nil
}

// serve runs the assignment and writes the requested output.
func (a assignment) serve(ctx context.Context, out io.Writer, all []backends.Backend, known nqueens.Catalogue) error {
	all, err := a.join(all)
	if err != nil {
		return err
	}
	backend, err := backends.Named(all, a.Backend)
	if err != nil {
		return err
	}
	if a.Count+len(a.Problems) > 0 {
		return serveBlock(ctx, a, backend, known, out)
	}
	problem, err := a.problem(known)
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
		ctx, finish = a.reporting(ctx, out)
	}
	r := a.measure(ctx, backend, request)
	finish()
	return a.report(out, 0, r)
}

// measure makes one repetition of a measurement.
func (a assignment) measure(ctx context.Context, b backends.Backend, request nqueens.Request) report {
	enough := cmp.Or(a.MinTime, bench.ShortWork)
	if a.Once {
		enough = 0
	}
	return stopwatch{cpu: a.CPU, busy: a.Busy, limit: a.Time}.measure(ctx, b, request, a.Warmup, enough)
}

// limited returns a context that ends when one answer has used its time.
func (a assignment) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if a.Busy {
		return withCPULimit(ctx, a.Time)
	}
	return context.WithTimeout(ctx, a.Time)
}

// report writes the report on the problem or repetition with the given index.
func (a assignment) report(out io.Writer, index int, r report) error {
	r.Nonce, r.Index = a.Nonce, index
	return json.NewEncoder(out).Encode(r)
}

// list writes every solution that the backend finds. It returns an error if the enumeration is incomplete.
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

// newAssignment returns an assignment to run the job once, in another build of the program if the backend
// belongs to one.
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

// request returns the request to the backend for a problem.
func (a assignment) request(p nqueens.Problem) nqueens.Request {
	return nqueens.Request{Problem: p, Task: a.Task, Encoding: a.Encoding, Threads: a.Threads, Memory: a.Memory, Seed: a.Seed, Unreduced: a.Unreduced}
}

// problem parses the problem of the assignment. It reads a formula from its file again, and returns an error
// if the formula has changed.
func (a assignment) problem(known nqueens.Catalogue) (nqueens.Problem, error) {
	p, err := known.Parse(a.Problem)
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
	return read.Conditioned(p.Formula.Given)
}

// definition describes the user's solver, so that a child process can construct it.
type definition struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// prepare provides what the child of an external solver needs: its description unless it is built in, and a
// folder for temporary files, which is deleted even if the child is killed. leave removes the folder.
func (a *assignment) prepare() (leave func(), err error) {
	s, ok := a.by.(backends.Process)
	if !ok {
		return func() {}, nil
	}
	if file, text := s.Definition(); !s.BuiltIn() {
		a.Solver = &definition{file, string(text)}
	}
	if a.Temporary != "" {
		return func() {}, nil // the caller removes it
	}
	folder, err := leftover.MkdirTemp()
	a.Temporary = folder
	return func() { os.RemoveAll(folder) }, err //nolint:errcheck // a temporary folder of the system
}

// join adds the assignment's solver to the backends.
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
