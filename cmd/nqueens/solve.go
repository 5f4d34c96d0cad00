package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/internal/atomicfile"
	"nqueens/internal/suggest"
	"nqueens/internal/table"
	"nqueens/proof"
)

const noSolution = "no solution"

// solveFlags are the flags that only solve has: which solutions to find and how to print them.
type solveFlags struct {
	all, fundamental, dimacs bool
	task, as, output         string
	certificateFlags
	traceFlags
}

func (p *program) solve() *cobra.Command {
	var q requestFlags
	var s solveFlags
	cmd := &cobra.Command{
		Use:   "solve [FAMILY] N",
		Short: "Find one solution, or that there is none",
		Long: `Find one solution and print it as a board, highest rank first, or print
"no solution". A board can be read back with --file. Every solution is checked
by the rules of the piece before it is printed, except those that the backend
construct writes while it makes them, beyond 2048 squares a side. The answer "no
solution" is only as good as the backend; with --proof the backend also writes a proof,
which is checked. --proof=FILE keeps the proof for "nqueens check proof". Checking may
take ten times --timeout, and at least a minute. With --certified the best solution, of a board with --task
optimise or of a file with an objective, comes with a proof that none is better, for "nqueens check optimum". --as chooses a form:
` + listing(8, forms(), func(f form) (string, string) { return f.name, f.about }),
		Example: `  nqueens solve 8
  nqueens solve 8 --given d4 -o board.svg
  nqueens solve torus 7 --as list
  nqueens solve 8 | nqueens solve --file -   a board goes from one to the next
  nqueens solve 6 --all                      every solution, one a line
  nqueens solve 8 --all --fundamental        the 12 that are not images of each other
  nqueens solve 14 --backend construct/bernhardsson --as numbers
  nqueens solve 1000000 --backend min-conflicts --seed 7 -o queens.txt
  nqueens solve 20 --timeout 5s --json
  nqueens solve 8 --backend bitmask,dlx,gini one row each, compared
  nqueens solve torus 8 --proof              that there is none, by a checked proof
  nqueens solve torus 8 --proof=t8.drat.gz   and the proof is kept
  nqueens solve kings 6 --task optimise --certified k6; nqueens check optimum k6
  nqueens solve --file f.wcnf --certified f; nqueens check optimum f
  nqueens solve domination 9 --task optimise --certified d9 --split 1 --part 2/4   a quarter of the proofs
  nqueens solve --file instances.tar.gz      every instance of a folder or an archive
  nqueens solve --file levels.txt -o all.pdf every level, and a picture of all boards`,
		RunE: func(cmd *cobra.Command, args []string) error {
			task, err := s.taskFlag()
			if err != nil {
				return err
			}
			if err := q.proofFlag(args, s.all); err != nil {
				return err
			}
			if err := s.refuse(cmd, task); err != nil {
				return err
			}
			if err := s.traceFlags.check(cmd.Flags()); err != nil {
				return err
			}
			if many, err := p.answerEach(cmd, &q, args, task, s.output, "as", "fundamental", "certified", "trace"); many || err != nil {
				return err
			}
			e, err := q.parse(cmd.Context(), p, args, task)
			if err != nil {
				return err
			}
			if err := p.keepProof(q.proof, e); err != nil {
				return err
			}
			if s.dimacs && s.as == "" {
				s.as = dimacsForm
			}
			form, err := s.form(q, e)
			if err != nil {
				return err
			}
			to, err := p.createSolutions(cmd.Context(), &q.limitFlags, s.output, form, e.Jobs[0].Problem)
			if err != nil {
				return err
			}
			defer to.discard()
			p.noteConflict(e.Jobs[0].Problem)
			ctx := stoppable(cmd.Context())
			answer := p.answer
			if s.certified != "" {
				answer = func(ctx context.Context, e bench.Experiment, asJSON bool) (bench.Record, error) {
					return s.certify(ctx, p, e, asJSON)
				}
			}
			switch {
			case s.trace != "":
				return p.solveTraced(ctx, s.traceFlags, e, to)
			case len(e.Jobs) > 1 && s.certified == "":
				return p.compare(ctx, e, q.json)
			case q.json:
				r, err := answer(ctx, e, true)
				return cmp.Or(err, withoutProof(r))
			case s.all:
				return p.enumerate(ctx, e, to, s.fundamental)
			}
			if by, can := p.streamer(e.Jobs[0], to); can {
				return p.stream(ctx, by, e, to)
			}
			r, err := answer(ctx, e, false)
			if err != nil {
				return err
			}
			p.note(r.Outcome)
			p.noteOptimum(r, e.Jobs[0].Problem)
			if r.Status == nqueens.Solved {
				err = to.add(r.Solution)
			} else if r.ProofStatus == "" && s.certified == "" {
				why := "; nqueens explain says why there is none"
				if r.Proof.Checked() {
					why = ""
				}
				fmt.Fprintf(p.err, "note: %s%s\n", oneLine(evidence(r)), why)
			}
			if err == nil {
				err = to.finish(nil)
			}
			return cmp.Or(err, withoutProof(r))
		},
	}
	q.flags(cmd)
	p.completeNames(cmd)
	f := cmd.Flags()
	q.solverFlag(f)
	f.BoolVar(&s.all, "all", false, "every solution, one a line; with --json their number and fingerprint")
	f.StringVar(&q.proof, "proof", "", "if there is no solution, check a proof by the backend, if it can write one; =`file` keeps the proof: .drat (by linear .pbp), or gzipped .drat.gz")
	f.Lookup("proof").NoOptDefVal = checkedProof
	proofLimit(f, &q.proofLimit, "")
	f.StringVar(&s.task, "task", string(nqueens.FindFirst), "the `task`: first, all (as --all) or optimise, which also says how many pieces the best solutions have")
	completions(cmd, "task", fixed(namesOf(s.tasks(), func(t nqueens.Task) string { return string(t) })))
	s.certificateFlags.flags(cmd)
	s.traceFlags.flags(f)
	f.BoolVar(&s.dimacs, "dimacs", false, "of a formula: print as SAT solvers do in competitions (--as dimacs)")
	f.BoolVar(&s.fundamental, "fundamental", false, "with --all: print one of the solutions that are images of each other, with its symmetry")
	f.StringVar(&s.as, "as", "", "how to print: a `form` of "+strings.Join(formNames(), ", ")+"; default: board, for --all list, beyond 2048 squares a side lines")
	f.StringVarP(&s.output, "output", "o", "", "write to this `file`: a picture if it ends in .svg, .png or .pdf, text if in .txt or in nothing")
	completions(cmd, "as", formNames)
	return cmd
}

// checkedProof is the value of --proof without a file.
const checkedProof = "checked"

// proofFlag returns an error if --proof is used where no proof is possible, or with a file name
// that has not the ending of a proof.
func (q *requestFlags) proofFlag(args []string, all bool) error {
	isProof := func(name string) bool {
		return slices.Contains([]string{".drat", ".pbp"}, filepath.Ext(strings.TrimSuffix(name, ".gz")))
	}
	switch i := slices.IndexFunc(args, isProof); {
	case q.proof == "" && q.proofLimit != "":
		return errors.New("--proof-limit: only with --proof")
	case q.proof == "":
	case all:
		return errors.New("--proof: not with --all; it is for the answer that there is no solution")
	case q.proof == checkedProof && i >= 0:
		return fmt.Errorf("--proof: to keep the proof write --proof=%s", args[i])
	case q.proof != checkedProof && !isProof(q.proof):
		return fmt.Errorf("--proof=%s: the file of a proof ends in .drat, or .drat.gz (by linear .pbp)", q.proof)
	}
	return nil
}

// keepProof makes the program keep the proof of its single answer in a file. It returns an error if
// the file cannot be written or the backend writes no such proofs.
func (p *program) keepProof(file string, e bench.Experiment) error {
	if file == "" || file == checkedProof {
		return nil
	}
	if len(e.Jobs) > 1 {
		return fmt.Errorf("--proof=%s: not with several backends; without a file the proof of each is checked", file)
	}
	b, err := backends.Named(p.backends, e.Jobs[0].Backend)
	if err != nil {
		return err
	}
	encoding, err := backends.ProofEncoding(b, requestOf(e.Jobs[0], e.Seed))
	if errors.Is(err, backends.ErrNoProofs) {
		able := namesOf(p.provers(requestOf(e.Jobs[0], e.Seed), file), func(b backends.Backend) string { return b.Describe().Name })
		return fmt.Errorf("--proof=%s: %s writes no proofs; backends that write such a proof for this problem: %s", file, e.Jobs[0].Backend, cmp.Or(strings.Join(able, ", "), "none"))
	}
	if err != nil {
		return fmt.Errorf("--proof=%s: %w", file, err)
	}
	if ending := proofEnding(encoding); !strings.HasSuffix(strings.TrimSuffix(file, ".gz"), ending) {
		return fmt.Errorf("--proof=%s: the file of a proof by %s ends in %s, or %s.gz", file, e.Jobs[0].Backend, ending, ending)
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("--proof=%s: this is not a regular file: name another", file)
	}
	to, err := atomicfile.Create(file)
	if err != nil {
		return fmt.Errorf("--proof: %w", err)
	}
	p.proofFile = file
	return to.Discard()
}

// noteProof prints a note if a requested proof was not written, and why. The file then still holds
// what it held before.
func (p *program) noteProof(r bench.Record) {
	if p.proofFile == "" || r.ProofKept != nil {
		return
	}
	why := "there is no answer"
	switch r.Status {
	case nqueens.Solved:
		why = "there is a solution"
	case nqueens.Unsatisfiable:
		why = "the answer is unproved"
	}
	fmt.Fprintf(p.err, "note: %s: %s was not written\n", why, p.proofFile)
}

// proofEnding returns the ending of the file name of a proof about a formula in the encoding.
func proofEnding(encoding string) string {
	if encoding == proof.PseudoBoolean {
		return ".pbp"
	}
	return ".drat"
}

// tasks returns the tasks whose answer solve can print.
func (s *solveFlags) tasks() []nqueens.Task {
	return []nqueens.Task{nqueens.FindFirst, nqueens.FindAll, nqueens.Optimise}
}

// taskFlag returns the task that --task and --all select.
func (s *solveFlags) taskFlag() (nqueens.Task, error) {
	task, err := suggest.Named("task of solve", s.task, s.tasks(), func(t nqueens.Task) string { return string(t) })
	switch {
	case err != nil:
		return task, fmt.Errorf("--task: %w", err)
	case s.all && task == nqueens.Optimise:
		return task, errors.New("--task optimise: not with --all: it finds one solution")
	case s.all:
		return nqueens.FindAll, nil
	}
	s.all = task == nqueens.FindAll
	return task, nil
}

// evidence describes what supports the answer "no solution": a checked proof, or why there is none.
func evidence(r bench.Record) string {
	if r.Proof.Checked() {
		text := fmt.Sprintf("proof: %s, %d bytes", r.Proof, r.ProofBytes)
		if r.ProofSeconds > 0 {
			text += ", " + table.Duration(r.ProofSeconds)
		}
		if k := r.ProofKept; k != nil {
			text += fmt.Sprintf("; kept in %s, about the formula by encode %s", k.File, encodeFlag(k.Encoding))
		}
		return text
	}
	return r.Proof.String()
}

// encodeFlag returns the flags with which encode writes the formula that a proof is about.
func encodeFlag(encoding string) string {
	if encoding == proof.PseudoBoolean {
		return "--format " + encoding
	}
	return "--encoding " + encoding
}

// noteConflict prints a note if two givens attack each other, which explains the answer "no
// solution".
func (p *program) noteConflict(problem nqueens.Problem) {
	if a, b, found := problem.GivenConflict(); found { // a formula has no givens
		fmt.Fprintf(p.err, "note: the givens %v and %v attack each other\n", a, b)
	}
}

// enumerate checks every solution and prints it when it is found. With fundamental it prints only
// the lexicographically first of the solutions that a symmetry of the problem maps to each other.
func (p *program) enumerate(ctx context.Context, e bench.Experiment, to *solutions, fundamental bool) error {
	job := e.Jobs[0]
	ctx, cancel := within(ctx, job.Limits.Time)
	defer cancel()
	board, group := job.Problem.Board(), job.Problem.Group()
	show := func(s nqueens.Solution) error {
		if !fundamental {
			return to.add(s)
		}
		if !s.FirstOf(board, group) {
			return nil
		}
		return to.add(s, remarks(board, s, len(s.OrbitUnder(board, group)))...)
	}
	var failed error
	var flushed time.Time
	r, err := p.runHere(ctx, job, e.Seed, func(found nqueens.Solution) bool {
		s := append(nqueens.Solution(nil), found...)
		s.Sort()
		if err := job.Problem.Check(s); err != nil {
			failed = &exit{status: failedCheck, err: fmt.Errorf("%s returned %v, which is not a solution: %w", job.Contender.String(), s, err)}
			return false
		}
		if failed = show(s); failed == nil && time.Since(flushed) > flushPause {
			failed = to.about(to.Flush())
			flushed = time.Now()
		}
		return failed == nil
	})
	if err = errors.Join(failed, err); err != nil {
		return err
	}
	if err := p.conclude(e, r, false); err != nil {
		return errors.Join(err, to.commitPrinted()) // keep the solutions found so far
	}
	p.noteOptimum(r, job.Problem)
	if fundamental {
		if err := to.Flush(); err != nil {
			return to.about(err)
		}
		fmt.Fprintf(p.err, "fundamental solutions: %d of %v\n", to.printed, r.Count)
	} else if r.Count.Cmp(nqueens.NewCount(0)) == 0 {
		fmt.Fprintln(p.err, noSolution)
	}
	return to.finish(r.Count)
}

// flushPause is the longest time that a solution stays in the buffer.
const flushPause = 50 * time.Millisecond

// remarks returns the remarks about a solution: the size of its orbit, its symmetries, and whether no
// three of its pieces stand in a line.
func remarks(board nqueens.Board, s nqueens.Solution, orbit int) []string {
	said := []string{fmt.Sprintf("orbit %d", orbit)}
	switch {
	case board.Size() == 1:
	case board.IsSquare() && s.Has(board, nqueens.QuarterTurn):
		said = append(said, "quarter-turn symmetric")
	case s.Has(board, nqueens.HalfTurn):
		said = append(said, "half-turn symmetric")
	}
	for _, g := range []nqueens.Symmetry{nqueens.MirrorFiles, nqueens.MirrorRanks, nqueens.Transpose, nqueens.AntiTranspose} {
		if board.Size() > 1 && (board.IsSquare() || !g.Transposes()) && s.Has(board, g) {
			said = append(said, g.String()+" symmetric")
		}
	}
	if _, found := s.ThreeInLine(); !found && len(s) > 2 {
		said = append(said, "no three in line")
	}
	return said
}

// streamer returns the job's backend if it can write its solution piece by piece and the solution
// is too large for a board. The solution is then never held in memory, so that a memory limit needs
// no child process.
func (p *program) streamer(job bench.Job, to *solutions) (by backends.Streamer, can bool) {
	b, err := backends.Named(p.backends, job.Backend)
	if err == nil && to.picture == "" && to.form.name == "lines" && job.Problem.N > nqueens.MaxModelSize {
		by, can = b.(backends.Streamer)
	}
	return by, can
}

// stream writes a solution while the backend makes it.
func (p *program) stream(ctx context.Context, by backends.Streamer, e bench.Experiment, to *solutions) error {
	job := e.Jobs[0]
	ctx, cancel := within(ctx, job.Limits.Time)
	defer cancel()
	o := by.Stream(ctx, requestOf(job, e.Seed), to)
	if o.Status == nqueens.Crashed { // only writing can fail
		return to.about(errors.New(o.Reason))
	}
	if !o.Status.Answered() {
		return unanswered(o)
	}
	to.printed++
	p.note(o)
	return to.finish(nil)
}

// noteOptimum prints a note with the number of pieces of the best solutions, or with the best value
// of a formula's objective.
func (p *program) noteOptimum(r bench.Record, problem nqueens.Problem) {
	switch goal := problem.Goal(); {
	case r.Cost != nil:
		fmt.Fprintf(p.err, "note: the objective is %s, its %s value\n", r.Cost.WithDecimal(), extremes[goal])
	case r.Optimum == nil:
	case problem.HasBoard():
		fmt.Fprintf(p.err, "note: %s, the %v\n", problem.Worth(*r.Optimum), goal)
	case problem.Formula.Turned:
		fmt.Fprintf(p.err, "note: %s, the %v; the value of the objective min: in the file is %d\n", table.Plural(*r.Optimum, "piece"), goal, textValue(problem, *r.Optimum))
	default:
		fmt.Fprintf(p.err, "note: the objective is %d, its %s value\n", *r.Optimum, extremes[goal])
	}
}

// extremes are the words for the best value of an objective.
var extremes = map[nqueens.Goal]string{nqueens.Fewest: "least", nqueens.Most: "largest"}

// note prints how the answer was found, if the backend reports it. Which of several racing engines
// answered first is only in the record, because it differs from run to run.
func (p *program) note(o nqueens.Outcome) {
	if o.Note != "" {
		fmt.Fprintf(p.err, "note: %s\n", oneLine(o.Note))
	}
}
