package auto

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"nqueens"
)

// Engine is a backend that can be asked; each of package backends is one.
type Engine interface {
	Describe() nqueens.Description
	Supports(nqueens.Request) error
	Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome
}

// Backend is the backend "auto".
type Backend struct {
	engines []Engine
	rules   Rules
	others  func() []string // programs of others that can be asked to race too
}

// New makes a backend that has these engines answer, by Measured. An engine with a
// Preference is asked before those with a lower one where the rules say nothing.
// Another program takes part if the request's encoding is its name.
func New[E Engine](engines []E) Backend {
	b := Backend{rules: Measured()}
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

// With is the backend by other rules.
func (b Backend) With(rules Rules) Backend {
	b.rules = rules
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
		About:     "has others answer: who suits the problem, or several in a race; auto/cadical has an installed solver race too",
		Version:   "1",
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
	return len(b.rules[wide(r.Problem, r.Task)]) > 1 && b.Supports(r) == nil
}

// Run answers the request. Its stats are those of the engine that answered and, if it was
// not alone, how many racers there were; its phases are by the clock, so that the others' turns
// are in them.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	field, err := b.field(r, true)
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	if r.Task == nqueens.FindAll { // what was visited cannot be taken back
		field = field[:1]
	}
	return race(ctx, r, field, visit)
}

// field lists the racers, that with the largest share first. For a racer of the rules that
// cannot answer, the most preferred of the others stands in; so it does beside a program that
// was asked for, where the rules name no racer. Those without a share are
// asked only if all before them fail. With full it is complete, otherwise one is enough.
func (b Backend) field(r nqueens.Request, full bool) (field []*racer, err error) {
	d := b.describe()
	if r.Encoding != "" {
		d = b.Describe()
	}
	if err := d.Accepts(r); err != nil {
		return nil, err
	}
	asked := r.Encoding
	r.Encoding = ""
	var refusals []error
	var vacant []Turn // of those who cannot
	add := func(e Engine, turn Turn) bool {
		request := r
		request.Encoding = turn.Encoding
		if err := e.Supports(request); err != nil {
			refusals = append(refusals, err)
			return false
		}
		field = append(field, &racer{Turn: turn, engine: e, request: request})
		return true
	}
	if asked != "" {
		e, err := b.named(asked)
		if err == nil {
			err = e.Supports(r)
		}
		if err != nil {
			return nil, err
		}
	}
	if full {
		list := b.rules.turns(r, asked)
		if asked != "" && len(list) == 1 { // the program alone
			vacant = append(vacant, beside)
		}
		for _, turn := range list {
			e, err := b.named(turn.Backend)
			if err != nil || !add(e, turn) {
				vacant = append(vacant, turn)
			}
		}
	}
	for _, e := range b.preferred(r) {
		name := e.Describe().Name
		if slices.ContainsFunc(field, func(f *racer) bool { return f.Backend == name }) {
			continue
		}
		turn := Turn{Backend: name}
		if full && len(vacant) == 0 && len(field) > 0 {
			// Whether it can is left to its Run: to say so takes some a whole model of the problem, and few are ever asked.
			field = append(field, &racer{Turn: turn, engine: e, request: r})
			continue
		}
		if len(vacant) > 0 {
			turn.Alone, turn.Share = vacant[0].Alone, vacant[0].Share
		}
		if add(e, turn) && len(vacant) > 0 {
			vacant = vacant[1:]
		}
		if len(field) > 0 && !full {
			return field, nil
		}
	}
	// Who stands in for the first of the class is before those who are not.
	slices.SortStableFunc(field, func(a, b *racer) int { return cmp.Compare(b.Share, a.Share) })
	if len(field) == 0 {
		if len(refusals) > 2 {
			refusals = refusals[:2]
		}
		return nil, fmt.Errorf("no engine can do this: %w", errors.Join(refusals...))
	}
	return field, nil
}

// beside is the turn of the engine that is preferred where the rules name none and a program was
// asked for: that engine is known to be best of ours, and the program runs in a process of its own.
var beside = Turn{Alone: 15 * time.Millisecond, Share: 39}

func (b Backend) named(name string) (Engine, error) {
	return nqueens.Named("backend", name, b.engines, func(e Engine) string { return e.Describe().Name })
}

// preferred are the ordinary engines, those with the highest preference first.
func (b Backend) preferred(r nqueens.Request) []Engine {
	ordinary := slices.DeleteFunc(slices.Clone(b.engines), func(e Engine) bool {
		solver, ok := e.(interface{ BuiltIn() bool }) // of others, which it takes a file to describe
		return ok && solver.BuiltIn() || !e.Describe().Ordinary()
	})
	preference := func(e Engine) int {
		if p, ok := e.(interface{ Preference(nqueens.Request) int }); ok {
			return p.Preference(r)
		}
		return 0
	}
	slices.SortStableFunc(ordinary, func(a, b Engine) int { return cmp.Compare(preference(b), preference(a)) })
	return ordinary
}

// name is who answered: "gini", or with another encoding than its own "gini/product".
func (t Turn) name() string {
	return strings.TrimSuffix(t.Backend+"/"+t.Encoding, "/")
}
