package fuzz

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/allsat"
	"nqueens/bench"
)

// TestRelations checks for each relation that it holds between right answers, and that some wrong answers
// contradict it.
func TestRelations(t *testing.T) {
	wrong := distorted{"wrong", allsat.Backend{}, func(r nqueens.Request, o *nqueens.Outcome) {
		if o.Count != nil {
			sum := 0 // a number that depends on the text
			for i, c := range model(r).Clauses {
				for k, l := range c.Literals {
					sum += (i + 1) * (k + 2) * int(l+100)
				}
			}
			o.Count = o.Count.Plus(nqueens.NewCount(uint64(sum%97 + 1)))
		}
	}}
	x := &Examiner{
		Solvers: []backends.Backend{allsat.Backend{}, wrong, onlyAt{wrong}}, References: referencesForTests(), Limits: bench.Limits{Time: time.Minute},
	}
	for _, relation := range relations() {
		tried, refuted := map[string]int{}, 0
		enough := func() bool {
			return refuted > 0 && !slices.ContainsFunc(relatedForms[relation.name], func(extension string) bool { return tried[extension] < 4 })
		}
		for seed := uint64(0); seed < 400 && !enough(); seed++ {
			kinds := Kinds()
			r := rand.New(rand.NewPCG(seed, 9))
			form := kinds[r.IntN(len(kinds))].Make(r)
			if form == nil || tried[form.Extension()] > 8 || relation.make(r, form) == nil {
				continue
			}
			p, err := form.Problem()
			if n := counted([]bench.Record{x.ask(t.Context(), form, p, Question{Task: nqueens.CountAll, Contender: backends.Contender{Backend: "sharp"}})}); err != nil || n == nil || n.Float() > 300 {
				continue
			}
			if !slices.Contains(relatedForms[relation.name], form.Extension()) {
				t.Errorf("%s applies to a form %q", relation.name, form.Extension())
			}
			for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll} {
				trial := Trial{Seed: seed, Form: form, Relation: relation.name, Asked: []Question{{Task: task, Contender: backends.Contender{Backend: "allsat"}}}}
				if e := x.Examine(t.Context(), trial); len(e.Findings) > 0 {
					t.Errorf("%s, %s: %s in %s", relation.name, task, e.Findings[0].Why, form.Text())
				} else if e.Refused == "" {
					tried[form.Extension()]++
				}
				trial.Asked[0].Backend = "wrong"
				if form.Extension() == "" {
					trial.Asked[0].Backend = "only-at"
				}
				refuted += len(x.Examine(t.Context(), trial).Findings)
			}
		}
		if !enough() {
			t.Errorf("%s: %v trials, %d wrong answers were found", relation.name, tried, refuted)
		}
	}
}

// relatedForms are the extensions of the forms to which each relation applies.
var relatedForms = map[string][]string{
	"renamed variables":    {".cnf", ".opb", ".xc"},
	"reordered parts":      {".cnf", ".opb", ".xc"},
	"flipped signs":        {".cnf", ".opb"},
	"implied parts":        {".cnf", ".opb"},
	"cofactors":            {".cnf", ".opb", ".xc"},
	"disjoint union":       {".cnf", ".opb", ".xc"},
	"another encoding":     {"", ".opb", ".xc"},
	"one solution blocked": {"", ".cnf", ".opb", ".xc"},
	"mirror image":         {""},
}

// TestAlone checks the finding if answers to related instances contradict each other. With references, which
// decide the wrong answer, it is a wrong answer to one instance. Without them, it is a failure of the
// relation, and shrinking turns it into a wrong answer to one instance.
func TestAlone(t *testing.T) {
	b := distorted{"units", allsat.Backend{}, func(r nqueens.Request, o *nqueens.Outcome) {
		if slices.ContainsFunc(model(r).Clauses, func(c nqueens.Clause) bool { return len(c.Literals) == 1 }) {
			o.Count = o.Count.Plus(nqueens.NewCount(1))
		}
	}}
	form := &Clauses{Variables: 12} // at most one variable is true
	for v := range int32(12) {
		for w := range v {
			form.List = append(form.List, []int32{-v - 1, -w - 1})
		}
	}
	trial := Trial{Form: form, Relation: "cofactors", Asked: []Question{{Task: nqueens.CountAll, Contender: backends.Contender{Backend: "units"}}}}
	for _, test := range []struct {
		references []backends.Backend
		want       Class
	}{{referencesForTests(), WrongCount}, {nil, Related}} {
		x := &Examiner{Solvers: []backends.Backend{b}, References: test.references, Limits: bench.Limits{Time: time.Minute}}
		e := x.Examine(t.Context(), trial)
		if len(e.Findings) != 1 || e.Findings[0].Class != test.want || (e.Findings[0].Trial.Relation == "") != (test.want == WrongCount) {
			t.Fatalf("%d references: %+v", len(test.references), e.Findings)
		}
		s := x.Shrink(t.Context(), e.Findings[0], 1) // brute force decides instances of few variables
		if c, ok := s.Trial.Form.(*Clauses); !ok || s.Class != WrongCount || !s.Minimal || c.Variables > 1 || len(c.List) != 1 {
			t.Errorf("%d references: %s, %s", len(test.references), s.Class, s.Trial.Form.Text())
		}
	}
}

// TestResolvent checks that a resolvent follows from its clauses, also from tautologies.
func TestResolvent(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		var pair [2][]int32
		for i := range pair {
			for range 1 + r.IntN(4) {
				pair[i] = append(pair[i], literal(r, 3))
			}
		}
		if r.IntN(3) == 0 {
			pair[1] = pair[0]
		}
		l := pair[0][0]
		if !slices.Contains(pair[1], -l) {
			continue
		}
		resolved := resolvent(pair[0], pair[1], l)
		for choice := range 8 {
			holds := func(c []int32) bool {
				return slices.ContainsFunc(c, func(l int32) bool { return (choice>>(max(l, -l)-1)&1 == 1) == (l > 0) })
			}
			if holds(pair[0]) && holds(pair[1]) && !holds(resolved) {
				t.Fatalf("%v and %v do not imply %v", pair[0], pair[1], resolved)
			}
		}
	}
}

// onlyAt counts one solution more if a given piece or a blocked square is on the first file.
type onlyAt struct{ distorted }

func (o onlyAt) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	out := allsat.Backend{}.Run(ctx, r, visit)
	first := func(s nqueens.Square) bool { return s.File == 0 }
	if p := r.Problem; out.Count != nil && p.HasBoard() && (slices.ContainsFunc(p.Given, first) || slices.ContainsFunc(p.Blocked, first) || len(p.Given)+len(p.Blocked) == 0) {
		out.Count = out.Count.Plus(nqueens.NewCount(1))
	}
	return out
}

func (o onlyAt) Describe() nqueens.Description {
	d := o.distorted.Describe()
	d.Name, d.Engine = "only-at", "only-at"
	return d
}
