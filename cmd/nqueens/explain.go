package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/diagram"
	"nqueens/explain"
	"nqueens/internal/table"
	"nqueens/regions"
)

// explainFlags are the flags of explain.
type explainFlags struct {
	problemFlags
	steps, json bool
	output      string
	backend     string // the library whose failed assumptions are the first conflict
	described   externalFlags
}

func (p *program) explain() *cobra.Command {
	var x explainFlags
	cmd := &cobra.Command{
		Use:   "explain [FAMILY] N, or explain FILE",
		Short: "Print why there is no solution, or what all have in common",
		Long: `If a problem has no solution, print a set of given pieces, blocked squares and lines,
or of clauses of a formula, that contradict each other, first in one sentence. A note says
whether the set is smallest (no other has fewer members) or only minimal (no member can be left out).
Without any one of them there is a solution. Other engines check both; gophersat's
explain checks the clauses of a formula.

If there are solutions, print the squares that are in all of them, those that are in none, and how
many solutions each square is in. If there are more than a million, the numbers are about
the first million.

--backend ipasir-cadical makes the set from the failed assumptions that this solver names,
after a check that they contradict each other.

--steps lists the steps by which a person can solve a puzzle with regions. -o draws the answer.`,
		Example: `  nqueens explain 6 --given a1,c4
  nqueens explain 8 --given a1,b3,d2
  nqueens explain torus 6
  nqueens explain instance.param -o why.svg
  nqueens explain formula.cnf
  nqueens explain level.txt --steps -o steps.pdf`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && x.file == "" && !numeric(args[0]) && strings.ContainsAny(args[0], "./") {
				x.file, args = args[0], nil
			}
			return p.explainProblem(stoppable(cmd.Context()), &x, args)
		},
	}
	x.problemFlags.flags(cmd)
	x.formatFlags(cmd, "format")
	x.limitFlags.of = " (for the whole explanation; default: two minutes)"
	x.limitFlags.flags(cmd)
	p.completeNames(cmd)
	f := cmd.Flags()
	f.BoolVar(&x.steps, "steps", false, "list the steps by which a person can solve a puzzle with regions")
	f.BoolVar(&x.json, "json", false, "print one JSON object")
	f.StringVar(&x.backend, "backend", "", "the solver, a library (ipasir), from whose failed assumptions the set is made: a `name`")
	x.described.solverFlag(f)
	f.StringVarP(&x.output, "output", "o", "", "draw the answer in this `file`, .svg, .png or .pdf")
	return cmd
}

// explanationTime is the time of an explanation without --timeout.
const explanationTime = 2 * time.Minute

func (p *program) explainProblem(ctx context.Context, x *explainFlags, args []string) error {
	problem, err := x.problemWithin(ctx, args, p)
	if err != nil {
		return err
	}
	limits, err := x.limits()
	if err != nil {
		return err
	}
	if x.output != "" {
		err := diagram.CheckPath(x.output)
		if err == nil {
			err = diagram.Board{Problem: problem}.Check()
		}
		if err != nil {
			return fmt.Errorf("--output: %w", err)
		}
	}
	if limits.Time == 0 {
		limits.Time = explanationTime
	}
	ctx, cancel := within(ctx, limits.Time)
	defer cancel()
	if x.steps {
		return p.explainSteps(problem, x)
	}
	finder, err := x.finder(p)
	if err != nil {
		return err
	}
	e, err := p.explanationOf(ctx, problem, finder)
	if err != nil {
		return err
	}
	if x.json {
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.out, "%s\n", text)
		return errors.Join(err, e.draw(x.output))
	}
	e.print(p)
	return e.draw(x.output)
}

// finder returns the backend that --backend names, or nil. It returns an error for a backend that names no
// failed assumptions.
func (x *explainFlags) finder(p *program) (backends.CoreFinder, error) {
	if err := x.described.join(p); err != nil {
		return nil, err
	}
	if x.backend == "" {
		return nil, nil
	}
	b, err := backends.Named(p.backends, x.backend)
	if err != nil {
		return nil, fmt.Errorf("--backend: %w", err)
	}
	finder, is := b.(backends.CoreFinder)
	if !is {
		return nil, fmt.Errorf("--backend: %s names no failed assumptions: only solvers that are libraries (ipasir) do", x.backend)
	}
	if err := finder.FindsCores(); err != nil {
		return nil, fmt.Errorf("--backend: %w", err)
	}
	return finder, nil
}

// explanation is the answer of explain.
type explanation struct {
	Problem    string   `json:"problem"`
	Status     string   `json:"status"`
	Reason     string   `json:"reason,omitempty"`
	Statements []string `json:"statements,omitempty"`
	Minimal    bool     `json:"minimal,omitempty"`  // no statement can be left out
	Smallest   bool     `json:"smallest,omitempty"` // and no contradictory set has fewer
	CheckedBy  string   `json:"checkedBy,omitempty"`
	Needed     int      `json:"needed,omitempty"` // statements without which another engine found a solution
	SecondSize int      `json:"secondSize,omitempty"`
	CoreBy     string   `json:"coreBy,omitempty"`   // the solver whose failed assumptions the set was made from
	CoreSize   int      `json:"coreSize,omitempty"` // their number

	Solutions int            `json:"solutions,omitempty"`
	Complete  bool           `json:"complete,omitempty"` // all solutions were counted
	All       []string       `json:"all,omitempty"`
	None      []string       `json:"none,omitempty"`
	Counts    map[string]int `json:"counts,omitempty"`

	system *explain.System
	set    []int
	survey *explain.Survey
}

// explanationOf explains a problem. If by is not nil, the conflict is derived from the unsatisfiable core
// that by finds.
func (p *program) explanationOf(ctx context.Context, problem nqueens.Problem, by backends.CoreFinder) (*explanation, error) {
	if !problem.HasBoard() && problem.Goal() != nqueens.NoGoal {
		problem = problem.WithPieces(problem.Span()) // why its constraints have no solution, whatever its value
	}
	system, err := explain.NewSystem(problem)
	if err != nil {
		return nil, err
	}
	e := &explanation{Problem: problem.String(), system: system}
	var set []int
	var size explain.Size
	if by == nil {
		set, size, err = system.Conflict(ctx)
	} else {
		var core []int
		set, core, size, err = system.ConflictFrom(ctx, by)
		e.CoreBy, e.CoreSize = by.Describe().Name, len(core)
	}
	switch {
	case errors.Is(err, explain.ErrWrong):
		return nil, &exit{status: failedCheck, err: err}
	case errors.Is(err, explain.ErrSolvable):
		e.CoreBy = ""
		return e, p.surveyed(ctx, e)
	case err != nil:
		return nil, &exit{status: limitHit, err: fmt.Errorf("no explanation: %w; --timeout sets a longer time", err)}
	}
	e.Status, e.set, e.Minimal, e.Smallest, e.Reason = string(nqueens.Unsatisfiable), set, size != explain.Reduced, size == explain.Smallest, system.Words(set)
	for _, k := range system.Ordered(set) {
		e.Statements = append(e.Statements, system.Sentence(k))
	}
	e.CheckedBy, e.Needed, err = system.Check(ctx, p.backends, set, e.Minimal)
	if errors.Is(err, explain.ErrWrong) {
		return nil, &exit{status: failedCheck, err: err}
	}
	if !problem.HasBoard() {
		if e.SecondSize, err = system.Second(ctx, set); err != nil {
			return nil, &exit{status: failedCheck, err: err}
		}
	}
	return e, nil
}

// surveyed fills in what the solutions have in common.
func (p *program) surveyed(ctx context.Context, e *explanation) error {
	by, err := backends.Fastest(p.backends, nqueens.Request{Problem: e.system.Problem, Task: nqueens.FindAll})
	if err != nil {
		return err
	}
	if e.survey, err = e.system.Survey(ctx, by); err != nil {
		return &exit{status: limitHit, err: fmt.Errorf("%s so far: %w; --timeout sets a longer time", table.Plural(e.survey.Solutions, "solution"), err)}
	}
	e.Status, e.Solutions, e.Complete = string(nqueens.Solved), e.survey.Solutions, e.survey.Complete
	name := func(at nqueens.Placement) string {
		if e.system.Problem.HasBoard() {
			return at.String()
		}
		return e.system.Problem.Formula.VariableName(at.Variable)
	}
	for _, at := range e.survey.All {
		e.All = append(e.All, name(at))
	}
	for _, at := range e.survey.None {
		e.None = append(e.None, name(at))
	}
	e.Counts = map[string]int{}
	for at, n := range e.survey.Counts {
		e.Counts[name(at)] = n
	}
	return nil
}

// mostListed is the number of statements or squares that are printed.
const mostListed = 60

// print prints the explanation as text.
func (e *explanation) print(p *program) {
	if e.survey != nil {
		e.printSurvey(p)
		return
	}
	fmt.Fprintf(p.out, "%s: %s\n", noSolution, e.Reason)
	for i, text := range e.Statements {
		if i == mostListed {
			fmt.Fprintf(p.out, "  … and %d more\n", len(e.Statements)-i)
			break
		}
		fmt.Fprintf(p.out, "  %s\n", text)
	}
	switch {
	case e.CheckedBy == "":
		fmt.Fprintln(p.err, "note: found by gini; no other engine could check it in time")
	case !e.Minimal:
		fmt.Fprintf(p.err, "note: checked by %s; the time was over before the set was minimal\n", e.CheckedBy)
	case e.Needed == len(e.set) && e.Needed == 1:
		fmt.Fprintf(p.err, "note: checked by %s; without this statement there is a solution\n", e.CheckedBy)
	case e.Needed == len(e.set):
		fmt.Fprintf(p.err, "note: checked by %s; without any one of the %s there is a solution\n", e.CheckedBy, table.Plural(len(e.set), "statement"))
	default:
		fmt.Fprintf(p.err, "note: checked by %s; in the time, %d of the %d statements were shown to be necessary\n", e.CheckedBy, e.Needed, len(e.set))
	}
	if e.CoreBy != "" {
		fmt.Fprintf(p.err, "note: made from the %s that failed in %s\n", table.Plural(e.CoreSize, "assumption"), e.CoreBy)
	}
	switch {
	case e.Smallest:
		fmt.Fprintf(p.err, "note: this set is smallest: no contradictory set has fewer statements\n")
	case e.Minimal:
		fmt.Fprintf(p.err, "note: this set is minimal: none of its statements can be left out, but a set of fewer others may exist\n")
	}
	if e.SecondSize > 0 {
		fmt.Fprintf(p.err, "note: the package explain of gophersat found a set of %s, too\n", table.Plural(e.SecondSize, "clause"))
	}
}

func (e *explanation) printSurvey(p *program) {
	number := table.Plural(e.Solutions, "solution")
	if !e.Complete {
		number = "at least " + number
	}
	fmt.Fprintln(p.out, number)
	list := func(what string, names []string) {
		if more := len(names) - mostListed; more > 0 {
			names = append(slices.Clone(names[:mostListed]), fmt.Sprintf("… and %d more", more))
		}
		if len(names) > 0 {
			fmt.Fprintf(p.out, "%s: %s\n", what, strings.Join(names, ","))
		}
	}
	list("in all", e.All)
	list("in none", e.None)
	problem := e.system.Problem
	board := problem.Board()
	if !problem.HasBoard() || len(problem.Family.Kinds) > 0 || board.Files > 40 {
		return
	}
	wide := 1
	for _, n := range e.survey.Counts {
		wide = max(wide, len(fmt.Sprint(n)))
	}
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		var row []string
		for file := range board.Files {
			row = append(row, fmt.Sprintf("%*d", wide, e.survey.Counts[nqueens.On(file, rank)]))
		}
		fmt.Fprintln(p.out, strings.Join(row, " "))
	}
}

// draw draws the explanation.
func (e *explanation) draw(file string) error {
	if file == "" {
		return nil
	}
	b := diagram.Board{Problem: e.system.Problem}
	if e.survey == nil {
		b.Caption = []string{e.Reason}
		given := e.system.Squares(e.set, explain.Given)
		lines := e.system.Squares(e.set, explain.AtLeast)
		if len(lines) == 0 && len(given) == 2 {
			b.Marked = given
		} else {
			b.Framed = given
		}
		if e.system.Problem.Regions == "" {
			b.Tinted = lines
		} else {
			b.Framed = append(b.Framed, lines...)
		}
	} else {
		b.Notes = map[nqueens.Square]string{}
		for at, n := range e.survey.Counts {
			if !slices.Contains(e.survey.All, at) {
				b.Notes[at.Square] = fmt.Sprint(n)
			}
		}
		for _, at := range e.survey.All {
			b.Solution = append(b.Solution, at)
		}
		for _, at := range e.survey.None {
			b.Crossed = append(b.Crossed, at.Square)
		}
		b.Caption = []string{fmt.Sprintf("%s: a number is that of the solutions with a piece on the square", table.Plural(e.Solutions, "solution"))}
	}
	return diagram.Page{Boards: []diagram.Board{b}}.Write(file)
}

// explainSteps lists the steps of a person.
func (p *program) explainSteps(problem nqueens.Problem, x *explainFlags) error {
	if err := regions.Valid(problem); err != nil {
		return fmt.Errorf("--steps: %w", err)
	}
	steps, solved := regions.Solve(problem)
	if x.output != "" && len(steps) > mostBoards {
		return fmt.Errorf("--output %s: %d steps, and a picture holds at most %d boards", x.output, len(steps), mostBoards)
	}
	var boards []diagram.Board
	for i, s := range steps {
		text := s.Text
		if len(s.Queens) > 0 {
			text += ": a queen"
		}
		fmt.Fprintf(p.out, "%d. %s: %s\n", i+1, s.Rule, text)
		boards = append(boards, stepBoard(problem, i+1, s))
	}
	switch {
	case solved:
		fmt.Fprintf(p.out, "solved in %s; level %v\n", table.Plural(len(steps), "step"), regions.LevelOf(problem))
	case len(steps) > 0 && len(steps[len(steps)-1].Queens)+len(steps[len(steps)-1].Removed) == 0:
	default:
		fmt.Fprintln(p.out, "no rule leads further: the puzzle needs a guess, or it has several solutions")
	}
	if x.output == "" || len(boards) == 0 {
		return nil
	}
	return diagram.Page{Boards: boards}.Write(x.output)
}

// stepBoard draws a step: crosses are squares that were ruled out before, frames the reason, and an
// X the squares that the step rules out.
func stepBoard(p nqueens.Problem, number int, s regions.Step) diagram.Board {
	b := diagram.Board{Problem: p, Framed: s.Reason, Caption: []string{fmt.Sprintf("%d. %s: %s", number, s.Rule, s.Text)}, Notes: map[nqueens.Square]string{}}
	for _, sq := range append(slices.Clone(s.Placed), s.Queens...) {
		b.Solution = append(b.Solution, nqueens.Placement{Square: sq})
	}
	for _, sq := range p.Board().Squares() {
		if !slices.Contains(s.Open, sq) && !slices.Contains(s.Placed, sq) {
			b.Crossed = append(b.Crossed, sq)
		}
	}
	for _, sq := range s.Removed {
		b.Notes[sq] = "X"
	}
	return b
}
