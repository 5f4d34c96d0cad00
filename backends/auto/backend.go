package auto

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"nqueens"
	"nqueens/internal/cputime"
	"nqueens/internal/suggest"
)

// Backend is the backend "auto".
type Backend struct {
	engines []Engine
	others  func() []string // returns the names of external programs that can join a race
}

// New returns a backend that uses these engines. An external program takes part if the request's
// encoding is its name.
func New[E Engine](engines []E) Backend {
	var b Backend
	for _, e := range engines {
		b.engines = append(b.engines, e)
	}
	b.others = sync.OnceValue(func() (names []string) {
		for _, e := range b.engines {
			if d := e.Describe(); d.External != "" && d.Does(nqueens.FindFirst) {
				names = append(names, d.Name)
			}
		}
		return names
	})
	return b
}

// Name returns the backend's name without describing the engines, which Describe does.
func (Backend) Name() string { return "auto" }

// Describe returns the description of the backend. Its encodings are the names of external
// programs.
func (b Backend) Describe() nqueens.Description {
	d := b.describe()
	d.Encodings = append([]string{""}, b.others()...)
	return d
}

// describe is Describe without the names of external programs, which are read from files.
func (b Backend) describe() nqueens.Description {
	return nqueens.Description{
		Name:      b.Name(),
		About:     "uses the engine that suits the problem, or several in a race; auto/cadical includes an installed solver in the race",
		Version:   "2",
		Engine:    "auto",
		Portfolio: true,
		Unreduced: true, // engines without this ability are left out
		Tasks:     nqueens.Tasks(),
	}
}

// Supports returns an error for requests that no engine supports.
func (b Backend) Supports(r nqueens.Request) error {
	_, err := b.field(r, false)
	return err
}

// Races reports whether several engines would answer the request. If not, the caller may use the
// only one directly. Races is cheap.
func (b Backend) Races(r nqueens.Request) bool {
	if !open(r) {
		return false
	}
	f, err := b.field(r, false)
	return err == nil && f.races
}

// Run implements backends.Backend. The outcome has the statistics of the engine that answered. If several engines
// started, it also has the number of racers. The phases are wall-clock times and include the turns of other engines.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	f, err := b.field(r, true)
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	if r.Task == nqueens.FindAll { // solutions that were visited cannot be taken back
		f.racers, f.reserve = f.racers[:1], nil
	}
	if ofModels(r) && r.Encoding == "" && r.Threads <= 1 {
		// One engine runs at a time, in this process. Its CPU time is what counts on a busy machine.
		return raceBy(ctx, cputime.Used, r, f.racers, f.reserve, visit)
	}
	return race(ctx, r, f.racers, f.reserve, visit)
}

const (
	// mostRacers is the number of engines in a race, without a named program: two are enough for
	// the problems of results/auto, and a third helps if both of them fail.
	mostRacers = 3
	// mostCounters is the number of engines in a race to count a formula's solutions. The preferred
	// engine gets two thirds of the time, unless their estimates of the work that is left differ much
	// (course.weigh). The other engine first runs alone for longer than in other races, which is long
	// enough for the formulas that it suits.
	mostCounters = 2
	// sure is the preference from which on an engine is known to be the fastest of all.
	sure = 40
)

// open reports whether the fastest engine may differ among problems like the request's.
func open(r nqueens.Request) bool {
	p, first := r.Problem, r.Task == nqueens.FindFirst
	return first && !p.HasBoard() || ofModels(r) || mixed(r) ||
		first && len(p.Given)+len(p.Others)+len(p.Blocked)+len(p.Excluded) > 0 && p.Symmetric == nqueens.Identity && p.Goal() == nqueens.NoGoal
}

// ofModels reports whether the request is to count the solutions of a formula. A model counter is
// fastest if the formula has independent components or a small width, an enumerator if it has few
// solutions.
func ofModels(r nqueens.Request) bool {
	return r.Task == nqueens.CountAll && !r.Problem.HasBoard() && r.Problem.Goal() == nqueens.NoGoal
}

// mixed reports whether the request has pieces of two kinds or more and no known construction. It
// returns false for requests for as many pieces as possible of two kinds, for which one engine is
// known to be the fastest.
func mixed(r nqueens.Request) bool {
	p := r.Problem
	if r.Task != nqueens.FindFirst && r.Task != nqueens.Optimise || !p.HasBoard() || p.Constructed() {
		return false
	}
	kinds := len(p.Family.Kinds)
	return kinds > 1 || kinds == 1 && p.Goal() == nqueens.NoGoal
}

// field is the set of engines that answer a request.
type field struct {
	racers  []*racer
	reserve []*racer // tried one by one if all racers fail
	races   bool     // whether several of this program's engines race
}

// field returns the engines for the request. If full is set the field is complete, otherwise it has
// one racer only.
func (b Backend) field(r nqueens.Request, full bool) (f field, err error) {
	d := b.describe()
	if r.Encoding != "" {
		d = b.Describe()
	}
	if err := d.Accepts(r); err != nil {
		return f, err
	}
	named := r.Encoding
	r.Encoding = ""
	var program *racer
	if named != "" {
		e, err := suggest.Named("backend", named, b.engines, func(e Engine) string { return e.Describe().Name })
		if err == nil {
			err = e.Supports(r)
		}
		if err != nil {
			return f, err
		}
		// The program runs in a process of its own, even while another racer has its turn.
		program = &racer{name: named, engine: e, request: r, share: 1. / 39}
	}
	var refusals []error
	wanted, most := 1, mostRacers
	if ofModels(r) {
		most = mostCounters
	}
	for _, e := range Ranked(b.engines, r) {
		candidate := &racer{name: e.Describe().Name, engine: e, request: r, alone: 10 * time.Millisecond, share: 1}
		if len(f.racers) == wanted {
			if !full {
				break
			}
			// Supports is not called: it may build a model of the problem, and few engines of the
			// reserve ever run.
			f.reserve = append(f.reserve, candidate)
			continue
		}
		if err := e.Supports(r); err != nil {
			refusals = append(refusals, err)
			continue
		}
		if f.racers = append(f.racers, candidate); len(f.racers) == 1 {
			if f.races = open(r) && (mixed(r) || preference(e, r) < sure) && (!ofModels(r) || preference(e, r) > 0); f.races && full {
				wanted = most
			}
		}
	}
	if ofModels(r) && len(f.racers) == mostCounters {
		f.racers[0].alone, f.racers[0].share = 40*time.Millisecond, 2
		f.racers[1].alone = 70 * time.Millisecond
	}
	if program != nil {
		f.racers = append(f.racers, program)
	}
	if len(f.racers) == 0 {
		if len(refusals) > 2 {
			refusals = refusals[:2]
		}
		return f, fmt.Errorf("no engine can do this: %w", errors.Join(refusals...))
	}
	return f, nil
}
