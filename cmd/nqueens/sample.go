package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends/sharp"
	"nqueens/bench"
	"nqueens/ddnnf"
)

// sampleFlags are the flags of sample.
type sampleFlags struct {
	problemFlags
	count      int
	seed       uint64
	encoding   string
	json       bool
	as, output string
}

func (p *program) sample() *cobra.Command {
	var s sampleFlags
	cmd := &cobra.Command{
		Use:   "sample [FAMILY] N",
		Short: "Draw solutions at random, each with the same probability",
		Long: `Draw solutions at random, independently and each with the same probability, and
print them as solve does. If a file has weights, the probability of a solution is its
weight's share of the sum; negative weights are refused. The same --seed draws the same
solutions.

The problem is compiled first, as by encode --format ddnnf. That takes about as long as
its count by the backend sharp. A million solutions then take seconds, however many
there are. For a projected formula, values of the projected variables are drawn. The
first ` + strconv.Itoa(mostChecked) + ` solutions are checked by the rules.`,
		Example: `  nqueens sample 8
  nqueens sample 10 --given a1 --count 5
  nqueens sample torus 11 --count 3 --seed 7 --json
  nqueens sample --file formula.cnf --count 1000000 -o models.txt`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.draw(stoppable(cmd.Context()), &s, args) },
	}
	s.problemFlags.flags(cmd)
	s.formatFlags(cmd, "format")
	s.limitFlags.of = " (reading and compiling)"
	s.limitFlags.flags(cmd)
	f := cmd.Flags()
	f.IntVar(&s.count, "count", 1, "draw this `number` of solutions")
	f.Uint64Var(&s.seed, "seed", 1, "derive the random choices from this `number`")
	f.StringVarP(&s.encoding, "encoding", "e", "", "the `name` of the encoding of lines as clauses; default: pairwise")
	f.BoolVar(&s.json, "json", false, "print one JSON object")
	f.StringVar(&s.as, "as", "", "print in this `form` of solve; default: board; for several solutions list; for a formula values")
	f.StringVarP(&s.output, "output", "o", "", "write to this `file`: a picture if its name ends in .svg, .png or .pdf; text if it ends in .txt or has no ending")
	completions(cmd, "as", formNames)
	completions(cmd, "encoding", encodingNames)
	return cmd
}

// mostChecked is the number of drawn solutions that are checked by the rules.
const mostChecked = 10_000

// draw draws solutions and prints them.
func (p *program) draw(ctx context.Context, s *sampleFlags, args []string) error {
	if s.count < 1 {
		return fmt.Errorf("--count %d: write how many solutions, at least 1", s.count)
	}
	problem, err := s.problemWithin(ctx, args, p)
	if err != nil {
		return err
	}
	if goal := problem.Goal(); goal != nqueens.NoGoal {
		if !problem.HasBoard() {
			return s.about(errors.New("the problem has an objective, but sample draws from all solutions of the constraints: leave the objective out"))
		}
		return fmt.Errorf("%v asks for the %v pieces: say how many there are, for example --pieces %d", problem.Short(), goal, problem.N)
	}
	as := solveFlags{as: s.as, output: s.output, all: s.count > 1 && problem.HasBoard()}
	form, err := as.form(requestFlags{json: s.json}, bench.Experiment{Jobs: []bench.Job{{Problem: problem}}})
	if err != nil {
		return err
	}
	if form.name == "values" && len(problem.Formula.Choices) == 0 {
		form.print, form.spaced = valuePrinter(problem), false
	}
	to, err := p.createSolutions(ctx, &s.limitFlags, s.output, form, problem)
	if err != nil {
		return err
	}
	defer to.discard()
	p.noteConflict(problem)
	c, err := p.compile(ctx, &s.problemFlags, problem, s.encoding)
	if err != nil {
		return err
	}
	sampler, err := ddnnf.NewSampler(c.Graph, c.Weights, s.seed)
	if err != nil && !errors.Is(err, ddnnf.ErrNone) {
		return s.about(err)
	}
	none := err != nil
	each := func(show func(nqueens.Solution) error) error {
		for i := 0; i < s.count && !none; i++ {
			if i%1024 == 0 && ctx.Err() != nil {
				return unanswered(nqueens.Stopped(ctx, 0))
			}
			solution := drawnSolution(c, sampler.Draw())
			if i < mostChecked {
				if err := problem.Check(solution); err != nil {
					return &exit{status: failedCheck, err: fmt.Errorf("drew %v, which is no solution: %w", solution, err)}
				}
			}
			if err := show(solution); err != nil {
				return err
			}
		}
		return nil
	}
	if s.json {
		return p.jsonSample(problem, s, c.Graph.Count(), each)
	}
	if err := each(func(solution nqueens.Solution) error { return to.add(solution) }); err != nil {
		return err
	}
	return to.finish(nil)
}

// jsonSample prints a sample as one object, solution by solution.
func (p *program) jsonSample(problem nqueens.Problem, s *sampleFlags, count *big.Int, each func(func(nqueens.Solution) error) error) error {
	name, err := json.Marshal(problem)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, `{"problem":%s,"seed":%d,"of":"%v","solutions":[`, name, s.seed, count)
	comma := ""
	err = each(func(solution nqueens.Solution) error {
		text, err := json.Marshal(solution)
		if err == nil {
			_, err = fmt.Fprintf(p.out, "%s%s", comma, text)
		}
		comma = ","
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(p.out, "]}")
	return err
}

// drawnSolution returns the solution that a model of a compiled problem is.
func drawnSolution(c *sharp.Compiled, model []bool) nqueens.Solution {
	solution := slices.Clone(nqueens.Solution(c.Model.Chosen))
	formula := len(c.Model.Placements) > 0 && c.Model.Placements[0].Variable > 0
	for _, v := range c.Graph.Shown() {
		switch {
		case !model[v]:
		case formula:
			solution = append(solution, nqueens.Placement{Variable: int(v)})
		default:
			solution = append(solution, c.Model.Placements[v-1])
		}
	}
	if !formula {
		solution.Sort()
	}
	return solution
}
