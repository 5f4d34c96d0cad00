package auto

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"nqueens"
	"nqueens/internal/suggest"
)

// Backend is the backend "auto".
type Backend struct {
	engines []Engine
	others  func() []string // programs of others that can be asked to race too
}

// New makes a backend that has these engines answer. Another program takes part if the
// request's encoding is its name.
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

// Name is the backend's, without describing the others as Describe does.
func (Backend) Name() string { return "auto" }

// Describe says what the backend is.
func (b Backend) Describe() nqueens.Description {
	d := b.describe()
	d.Encodings = append([]string{""}, b.others()...)
	return d
}

// describe is Describe without the names of the programs of others, which are read from
// files.
func (b Backend) describe() nqueens.Description {
	return nqueens.Description{
		Name:      b.Name(),
		About:     "has others answer: the one that suits the problem, or several in a race; auto/cadical has an installed solver race too",
		Version:   "2",
		Engine:    "auto",
		Portfolio: true,
		Unreduced: true, // who cannot is not asked
		Tasks:     nqueens.Tasks(),
	}
}

// Supports refuses what none of the engines can do.
func (b Backend) Supports(r nqueens.Request) error {
	_, err := b.field(r, false)
	return err
}

// Races reports whether several engines would answer the request. If not, the one that is
// asked may as well be asked itself. It is cheap.
func (b Backend) Races(r nqueens.Request) bool {
	if !open(r) {
		return false
	}
	f, err := b.field(r, false)
	return err == nil && f.races
}

// Run answers the request. Its stats are those of the engine that answered and, if several
// started, how many racers there were; its phases are by the clock, so that the others' turns
// are in them.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	f, err := b.field(r, true)
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	if r.Task == nqueens.FindAll { // what was visited cannot be taken back
		f.racers, f.reserve = f.racers[:1], nil
	}
	return race(ctx, r, f.racers, f.reserve, visit)
}

const (
	// mostRacers is how many engines race beside a program that was named: two are all that the
	// problems of results/auto need, and a third helps where both of them fail.
	mostRacers = 3
	// sure is the preference from which on an engine is known to be quickest of all.
	sure = 40
)

// open reports whether the quickest engine may differ among problems like the request's.
func open(r nqueens.Request) bool {
	p, first := r.Problem, r.Task == nqueens.FindFirst
	return first && !p.HasBoard() || mixed(r) ||
		first && len(p.Given)+len(p.Others)+len(p.Blocked)+len(p.Excluded) > 0 && p.Symmetric == nqueens.Identity && p.Goal() == nqueens.NoGoal
}

// mixed reports whether the request asks for pieces of two kinds or more, of which no
// construction is known. As many as fit of two kinds are for one engine.
func mixed(r nqueens.Request) bool {
	p := r.Problem
	if r.Task != nqueens.FindFirst && r.Task != nqueens.Optimise || !p.HasBoard() || p.Constructed() {
		return false
	}
	kinds := len(p.Family.Kinds)
	return kinds > 1 || kinds == 1 && p.Goal() == nqueens.NoGoal
}

// field is the engines that answer a request.
type field struct {
	racers  []*racer
	reserve []*racer // asked one by one if all racers fail
	races   bool     // whether there is a race among engines of ours
}

// field returns the engines for the request. With full it is complete, otherwise one racer is enough.
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
		// It runs in a process of its own, whoever's turn it is.
		program = &racer{name: named, engine: e, request: r, share: 1. / 39}
	}
	var refusals []error
	wanted := 1
	for _, e := range Ranked(b.engines, r) {
		candidate := &racer{name: e.Describe().Name, engine: e, request: r, alone: 10 * time.Millisecond, share: 1}
		if len(f.racers) == wanted {
			if !full {
				break
			}
			// Whether it can is left to its Run: to say so takes some a whole model of the problem, and few are ever asked.
			f.reserve = append(f.reserve, candidate)
			continue
		}
		if err := e.Supports(r); err != nil {
			refusals = append(refusals, err)
			continue
		}
		if f.racers = append(f.racers, candidate); len(f.racers) == 1 {
			if f.races = open(r) && (mixed(r) || preference(e, r) < sure); f.races && full {
				wanted = mostRacers
			}
		}
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
