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

// solveFlags are the flags of solve alone: which solutions, and how they are shown.
type solveFlags struct {
	all, fundamental, dimacs bool
	task, as, output         string
	certificateFlags
}

func (p *program) solve() *cobra.Command {
	var q requestFlags
	var s solveFlags
	cmd := &cobra.Command{
		Use:   "solve [FAMILY] N",
		Short: "Find one solution, or that there is none",
		Long: `Find one solution and print it as a board, highest rank first, or print
"no solution". A board can be read back with --file. Every solution is checked
by the rules of the piece before it is printed, but for those that the backend
construct writes as they are made, beyond 2048 squares a side. That there is none is a
backend's word; with --proof whoever answered is asked for a proof, which is checked, and with
--proof=FILE kept for "nqueens check proof"; checking may take ten times --timeout, and
a minute. With --certified the best comes with a
proof that none is better, for "nqueens check optimum". --as chooses a form:
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
  nqueens solve domination 9 --task optimise --certified d9 --split 1 --part 2/4   a quarter of the proofs
  nqueens solve --file instances.tar.gz      every instance of a folder or an archive`,
		RunE: func(cmd *cobra.Command, args []string) error {
			task, err := s.asked()
			if err != nil {
				return err
			}
			if err := q.proofFlag(args, s.all); err != nil {
				return err
			}
			if err := s.refuse(cmd, task); err != nil {
				return err
			}
			if many, err := p.answerEach(cmd, &q, args, task, "as", "output", "fundamental", "certified"); many || err != nil {
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
			} else if r.ProofStatus == "" {
				fmt.Fprintf(p.err, "note: %s\n", oneLine(backing(r)))
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
	f.StringVar(&q.proof, "proof", "", "where there is no solution, have the backend prove it, if it can, and check the proof; =`file` keeps it: .drat (by linear .pbp), or gzipped .drat.gz")
	f.Lookup("proof").NoOptDefVal = checkedProof
	proofLimit(f, &q.proofLimit, "")
	f.StringVar(&s.task, "task", string(nqueens.FindFirst), "what is asked: first, all (as --all) or optimise, which also tells how many pieces the best solutions have: a `task`")
	completions(cmd, "task", fixed(namesOf(s.tasks(), func(t nqueens.Task) string { return string(t) })))
	s.certificateFlags.flags(cmd)
	f.BoolVar(&s.dimacs, "dimacs", false, "of a formula: print as SAT solvers do in competitions (--as dimacs)")
	f.BoolVar(&s.fundamental, "fundamental", false, "with --all: one solution of those that are images of each other, with what symmetry it has")
	f.StringVar(&s.as, "as", "", "how to print: a `form` of "+strings.Join(formNames(), ", ")+"; default: board, for --all list, beyond 2048 squares a side lines")
	f.StringVarP(&s.output, "output", "o", "", "write to this `file`: a picture if it ends in .svg or .png, text if in .txt or in nothing")
	completions(cmd, "as", formNames)
	return cmd
}

// checkedProof is --proof without a file.
const checkedProof = "checked"

// proofFlag refuses a proof where none is to be had, and a file that is none for one.
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

// keepProof has the proof of the only answer kept in a file that can be written, by a
// backend that can prove.
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
		return fmt.Errorf("--proof=%s: %s writes no proofs; of this there are proofs of that kind by %s", file, e.Jobs[0].Backend, cmp.Or(strings.Join(able, ", "), "nobody"))
	}
	if err != nil {
		return fmt.Errorf("--proof=%s: %w", file, err)
	}
	if ending := proofEnding(encoding); !strings.HasSuffix(strings.TrimSuffix(file, ".gz"), ending) {
		return fmt.Errorf("--proof=%s: the file of a proof by %s ends in %s, or %s.gz", file, e.Jobs[0].Backend, ending, ending)
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("--proof=%s: it is no regular file: name another", file)
	}
	to, err := atomicfile.Create(file)
	if err != nil {
		return fmt.Errorf("--proof: %w", err)
	}
	p.proofFile = file
	return to.Discard()
}

// noteProof says on standard error that no proof was kept, where one was to be, and why:
// what the file held before is about something else.
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

// proofEnding is how the file of a proof about such a formula ends.
func proofEnding(encoding string) string {
	if encoding == proof.PseudoBoolean {
		return ".pbp"
	}
	return ".drat"
}

// tasks are those whose answer solve can print.
func (s *solveFlags) tasks() []nqueens.Task {
	return []nqueens.Task{nqueens.FindFirst, nqueens.FindAll, nqueens.Optimise}
}

// asked is the task.
func (s *solveFlags) asked() (nqueens.Task, error) {
	task, err := suggest.Named("task of solve", s.task, s.tasks(), func(t nqueens.Task) string { return string(t) })
	switch {
	case err != nil:
		return task, fmt.Errorf("--task: %w", err)
	case s.all && task == nqueens.Optimise:
		return task, errors.New("--task optimise: not with --all: one solution is asked for")
	case s.all:
		return nqueens.FindAll, nil
	}
	s.all = task == nqueens.FindAll
	return task, nil
}

// backing says what stands behind the answer that there is no solution.
func backing(r bench.Record) string {
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

// encodeFlag has encode write the formula that a proof is about.
func encodeFlag(encoding string) string {
	if encoding == proof.PseudoBoolean {
		return "--format " + encoding
	}
	return "--encoding " + encoding
}

// noteConflict says on standard error which givens attack each other: the
// answer is "no solution" and this is why.
func (p *program) noteConflict(problem nqueens.Problem) {
	if a, b, found := problem.GivenConflict(); found { // a formula has no givens
		fmt.Fprintf(p.err, "note: the givens %v and %v attack each other\n", a, b)
	}
}

// enumerate shows every solution when it is found, if it is one; with
// fundamental only the first, in lexicographic order, of those that a symmetry
// of the problem maps to each other.
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
		return to.add(s, marks(board, s, len(s.OrbitUnder(board, group)))...)
	}
	var failed error
	var flushed time.Time
	r, err := p.runHere(ctx, job, e.Seed, func(found nqueens.Solution) bool {
		s := append(nqueens.Solution(nil), found...)
		s.Sort()
		if err := job.Problem.Check(s); err != nil {
			failed = &exit{status: failedCheck, err: fmt.Errorf("%s gave %v, which is no solution: %w", job.Contender.String(), s, err)}
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
		return errors.Join(err, to.commitPrinted()) // what was found stays found
	}
	p.noteOptimum(r, job.Problem)
	if fundamental {
		if err := to.Flush(); err != nil {
			return to.about(err)
		}
		fmt.Fprintf(p.err, "%d fundamental of %v in all\n", to.printed, r.Count)
	} else if r.Count.Cmp(nqueens.NewCount(0)) == 0 {
		fmt.Fprintln(p.err, noSolution)
	}
	return to.finish(r.Count)
}

// flushPause is how long a solution waits for others to be written with.
const flushPause = 50 * time.Millisecond

// marks say what is special about a solution: the size of its orbit, its
// symmetry, and that no three of its pieces stand in a line.
func marks(board nqueens.Board, s nqueens.Solution, orbit int) []string {
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

// streamer is the job's backend if it is to write its solution as it is made,
// without holding it in memory: where that is too large for a board and the
// backend can. A memory limit is then kept without a child process.
func (p *program) streamer(job bench.Job, to *solutions) (by backends.Streamer, can bool) {
	b, err := backends.Named(p.backends, job.Backend)
	if err == nil && to.picture == "" && to.form.name == "lines" && job.Problem.N > nqueens.MaxModelSize {
		by, can = b.(backends.Streamer)
	}
	return by, can
}

// stream writes a solution as it is made.
func (p *program) stream(ctx context.Context, by backends.Streamer, e bench.Experiment, to *solutions) error {
	job := e.Jobs[0]
	ctx, cancel := within(ctx, job.Limits.Time)
	defer cancel()
	o := by.Stream(ctx, requestOf(job, e.Seed), to)
	if o.Status == nqueens.Crashed { // all that can fail is the writing
		return to.about(errors.New(o.Reason))
	}
	if !o.Status.Answered() {
		return unanswered(o)
	}
	to.printed++
	p.note(o)
	return to.finish(nil)
}

// noteOptimum says on standard error how many pieces the best solutions have, or what a
// formula's objective comes to.
func (p *program) noteOptimum(r bench.Record, problem nqueens.Problem) {
	switch goal := problem.Goal(); {
	case r.Optimum == nil:
	case problem.HasBoard():
		fmt.Fprintf(p.err, "note: %s, the %v\n", problem.Worth(*r.Optimum), goal)
	case problem.Formula.Turned:
		fmt.Fprintf(p.err, "note: %s, the %v; the objective min: is %d\n", table.Plural(*r.Optimum, "piece"), goal, textValue(problem, *r.Optimum))
	default:
		extreme := map[nqueens.Goal]string{nqueens.Fewest: "least", nqueens.Most: "largest"}[goal]
		fmt.Fprintf(p.err, "note: the objective is %d, the %s value there is\n", *r.Optimum, extreme)
	}
}

// note says on standard error who gave an answer, of several that raced, and how it was
// found, where that is known.
func (p *program) note(o nqueens.Outcome) {
	said := o.Note
	if n := o.Stats["racers"]; n > 1 {
		said = strings.TrimSuffix(fmt.Sprintf("%s answered first, of %d engines that raced: %s", o.By, n, o.Note), ": ")
	}
	if said != "" {
		fmt.Fprintf(p.err, "note: %s\n", oneLine(said))
	}
}
