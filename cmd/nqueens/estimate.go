package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/estimate"
	"nqueens/internal/table"
)

// estimated is the answer of `estimate count`.
type estimated struct {
	Problem   string           `json:"problem"`
	Solutions estimate.Counted `json:"solutions"`
	Published *nqueens.Count   `json:"published,omitempty"`
	Source    string           `json:"source,omitempty"`
	Backend   string           `json:"backend,omitempty"` // of the cost
	Cost      *estimate.Cost   `json:"cost,omitempty"`
	Parts     *estimate.Number `json:"parts,omitempty"`
	Bill      *bill            `json:"bill,omitempty"`
}

// A bill is the price of the estimated core-hours.
type bill struct {
	Price float64         `json:"price"` // of a core-hour
	Value estimate.Number `json:"value"`
	Low   estimate.Number `json:"low"`
	High  estimate.Number `json:"high"`
}

func (p *program) estimate() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "estimate count [FAMILY] N",
		Short: "Estimate the number of solutions and the time to count them",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name what to estimate: nqueens estimate count 27")
			}
			return fmt.Errorf("%q: only a count can be estimated: nqueens estimate count 27", args[0])
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddCommand(p.estimateCount())
	return cmd
}

func (p *program) estimateCount() *cobra.Command {
	var b problemFlags
	var c estimate.Config
	var budget time.Duration
	var price, minutes float64
	var backend string
	var withCost, asJSON bool
	cmd := &cobra.Command{
		Use:   "count [FAMILY] N",
		Short: "Estimate the number of solutions and the time to count them",
		Long: `Estimate the number of solutions from random samples of a search tree, with an interval
that contains it for 95 of 100 seeds. Estimate also the time to count them with a backend
that counts in tasks, from some of the tasks, timed on this machine. If none of the board's
own tasks ends in time, the cost is extrapolated from smaller boards, and a line says so.
The budget bounds both: half of it goes to the samples and the rest to the cost, which
ends earlier if more tasks would not narrow its interval. Ctrl-C ends it with the results so far.`,
		Example: `  nqueens estimate count 27
  nqueens estimate count 27 --budget 5m --price 0.03 --minutes 10
  nqueens estimate count torus 23 --budget 10s
  nqueens estimate count 30 --blocked a1,b2 --samples 40 --budget 2m --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case budget <= 0:
				return fmt.Errorf("--budget %v: write a time above zero", budget)
			case c.Samples < 0 || cmd.Flags().Changed("samples") && c.Samples < 5:
				return fmt.Errorf("--samples %d: an interval takes at least 5", c.Samples)
			case cmd.Flags().Changed("price") && !(price > 0 && price < math.Inf(1)):
				return fmt.Errorf("--price %v: write what a core-hour costs, for example 0.03", price)
			case !(minutes > 0 && minutes < math.Inf(1)):
				return fmt.Errorf("--minutes %v: write how long a part takes, for example 10", minutes)
			case c.Threads < 1 || c.Threads > backends.MaxThreads:
				return fmt.Errorf("--threads %d: write a number from 1 to %d", c.Threads, backends.MaxThreads)
			}
			problem, err := b.problemWithin(cmd.Context(), args, p)
			if err != nil {
				return err
			}
			var by backends.Resumable
			if withCost {
				if by, err = p.inTasksOf(problem, backend); err != nil {
					return err
				}
			}
			c.Threads = p.onCores(c.Threads)
			e, err := p.estimateWithin(stoppable(cmd.Context()), budget, problem, by, c)
			if err != nil {
				return err
			}
			if e.Cost != nil {
				parts := e.Cost.Value.Over(60 * minutes)
				e.Parts = &parts
				if price > 0 {
					each := 3600 / price
					e.Bill = &bill{price, e.Cost.Value.Over(each), e.Cost.Low.Over(each), e.Cost.High.Over(each)}
				}
			}
			if asJSON {
				return p.json(e)
			}
			return p.printEstimate(e, minutes)
		},
	}
	b.flags(cmd)
	b.formatFlags(cmd, "format")
	f := cmd.Flags()
	f.DurationVar(&budget, "budget", 30*time.Second, "the `time` of the estimate, half for the solutions and the rest for the cost, for example 5m")
	f.IntVar(&c.Samples, "samples", 0, "draw at most this `number` of samples of the solutions; default: as many as the budget allows")
	f.IntVar(&c.Threads, "threads", 1, "threads that sample solutions: a `number`; the cost is that of one thread")
	f.Uint64Var(&c.Seed, "seed", 1, "for the random choices: a `number`")
	f.StringVarP(&backend, "backend", "b", "", "the backend whose cost is estimated: a `name`; default: the fastest that supports the problem")
	completions(cmd, "backend", p.backendNames)
	f.BoolVar(&withCost, "cost", true, "estimate the cost too")
	f.Float64Var(&price, "price", 0, "what a core-hour costs: an `amount`, in any currency")
	f.Float64Var(&minutes, "minutes", 10, "the length of a part on one core: a `number`")
	f.BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

// inTasksOf returns the backend that counts such problems in tasks of its own, of this size or of
// smaller ones. If there is none, it returns the fastest backend that counts in tasks; or nil if
// there is none and no name was given.
func (p *program) inTasksOf(problem nqueens.Problem, name string) (backends.Resumable, error) {
	r, smaller := nqueens.Request{Problem: problem, Task: nqueens.CountAll}, nqueens.Request{Problem: problem, Task: nqueens.CountAll}
	smaller.Problem.N = 8
	for _, b := range p.backends {
		if by, can := b.(backends.Resumable); can && (name == "" || b.Describe().Name == name) && b.Supports(smaller) == nil {
			return by, nil
		}
	}
	by, err := p.inTasks(name, r)
	if err == nil {
		_, _, err = by.Tasks(r)
	}
	if err != nil && name == "" {
		return nil, nil
	}
	return by, err
}

// estimateWithin spends half of the time on the number of solutions, and the rest on the cost.
func (p *program) estimateWithin(ctx context.Context, budget time.Duration, problem nqueens.Problem, by backends.Resumable, c estimate.Config) (*estimated, error) {
	e := &estimated{Problem: problem.Short()}
	if known, ok := problem.Known(); ok {
		e.Published, e.Source = known.Count, known.Source
	}
	ctx, end := context.WithTimeout(ctx, budget)
	defer end()
	var notes []string
	defer func() { // after the bar has gone
		for _, note := range notes {
			fmt.Fprintln(p.err, "note:", note)
		}
	}()
	finish := watchAnswer(p.terminal.err, e.Problem, budget, func(elapsed time.Duration) barState {
		return barState{share: float64(elapsed) / float64(budget), rest: max(budget-elapsed, time.Second), known: true}
	})
	defer finish()
	first := budget
	if by != nil {
		first /= 2
	}
	within, done := context.WithTimeout(ctx, first)
	defer done()
	var err error
	if e.Solutions, err = estimate.Count(within, problem, c); err != nil {
		if within.Err() != nil {
			err = &exit{status: limitHit, err: err}
		}
		return nil, err
	}
	if n := e.Solutions.Samples; n < c.Samples && !e.Solutions.Exact && errors.Is(within.Err(), context.DeadlineExceeded) {
		notes = append(notes, fmt.Sprintf("%d of %s were drawn in %v: set a longer --budget for all", n, table.Plural(c.Samples, "sample"), first))
	}
	if by == nil {
		return e, nil
	}
	request := nqueens.Request{Problem: problem, Task: nqueens.CountAll}
	cost, err := estimate.NewCost(ctx, by, request, c.Seed, e.Solutions.Value)
	if err != nil {
		notes = append(notes, "no estimate of the cost: "+oneLine(err.Error()))
		return e, nil
	}
	e.Backend, e.Cost = by.Describe().Name, &cost
	return e, nil
}

// printEstimate prints an estimate as text.
func (p *program) printEstimate(e *estimated, minutes float64) error {
	s := e.Solutions
	if s.Exact {
		solutions := "solutions"
		if s.Value == 0 { // the logarithm of 1
			solutions = "solution"
		}
		fmt.Fprintf(p.out, "%s: exactly %v %s: the samples cover the whole tree\n", e.Problem, s.Value, solutions)
	} else {
		fmt.Fprintf(p.out, "%s: about %v solutions, between %v and %v (95 %%)\n", e.Problem, s.Value, s.Low, s.High)
		fmt.Fprintf(p.out, "  from %s of up to %d nodes a level, effective sample size %.1f; seed %d\n", table.Plural(s.Samples, "sample"), s.Width, s.Effective, s.Seed)
	}
	if e.Published != nil {
		fmt.Fprintf(p.out, "  published: %v (%s)\n", e.Published, e.Source)
	}
	c := e.Cost
	if c == nil {
		return nil
	}
	seconds := func(n estimate.Number) string {
		const year = 365.25 * 86400
		switch s := math.Exp(float64(n)); {
		case s < 1:
			return table.Duration(s)
		case s < 1e6*year:
			return table.Rough(s)
		}
		return n.Over(year).String() + " years"
	}
	fmt.Fprintf(p.out, "%s takes about %s of one core of this machine, between %s and %s (95 %%)\n", e.Backend, seconds(c.Value), seconds(c.Low), seconds(c.High))
	if len(c.From) > 0 {
		fmt.Fprintf(p.out, "  extrapolated: none of its own tasks could be timed\n")
		for _, f := range c.From {
			fmt.Fprintf(p.out, "  %d squares a side: %s, between %s and %s; %s of its %s\n", f.Size, seconds(f.Value), seconds(f.Low), seconds(f.High), table.Plural(f.Samples, "sample"), table.Plural(f.Tasks, "task"))
		}
	} else {
		fmt.Fprintf(p.out, "  from %s of its %s\n", table.Plural(c.Samples, "sample"), table.Plural(c.Tasks, "task"))
	}
	if c.SpreadOf > 0 {
		fmt.Fprintf(p.out, "  too few tasks for their spread: it is taken from those of %d squares a side\n", c.SpreadOf)
	}
	if c.Memory > 0 {
		soFar := ""
		if len(c.From) > 0 {
			soFar = " so far, and a task may take more"
		}
		fmt.Fprintf(p.out, "  memory of this process: %s%s\n", table.GiB(c.Memory), soFar)
	}
	if parts := math.Ceil(math.Exp(float64(*e.Parts))); parts > 1e9 {
		fmt.Fprintf(p.out, "  %v parts of %v minutes\n", e.Parts, minutes)
	} else if parts > 1 {
		fmt.Fprintf(p.out, "  %.0f parts of %v minutes\n", parts, minutes)
	}
	money := func(n estimate.Number) string {
		if x := math.Exp(float64(n)); x < 1e9 {
			return table.Digits(x)
		}
		return n.String()
	}
	if e.Bill != nil {
		fmt.Fprintf(p.out, "  at %v a core-hour: %s, between %s and %s\n", e.Bill.Price, money(e.Bill.Value), money(e.Bill.Low), money(e.Bill.High))
	}
	return nil
}
