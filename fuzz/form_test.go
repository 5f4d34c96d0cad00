package fuzz

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/allsat"
	"nqueens/bench"
	"nqueens/family"
)

// TestKinds checks that each kind makes instances, that the readers of package encode read them, and that
// each can be stored, read again, and be made smaller.
func TestKinds(t *testing.T) {
	for _, kind := range Kinds() {
		made := 0
		for seed := range uint64(30) {
			f := kind.Make(rand.New(rand.NewPCG(seed, 3)))
			if f == nil {
				continue
			}
			made++
			if _, err := f.Problem(); err != nil {
				t.Fatalf("%s, seed %d: %v in %s", kind.Name, seed, err, f.Text())
			}
			stored, err := marshalForm(f)
			if err != nil {
				t.Fatal(err)
			}
			again, err := unmarshalForm(stored, family.All())
			if err != nil || !bytes.Equal(again.Text(), f.Text()) {
				t.Fatalf("%s, seed %d: %v, read again %s", kind.Name, seed, err, stored)
			}
			for _, cut := range f.Cuts() {
				for i := range min(cut.Parts, 3) {
					gone := make([]bool, cut.Parts)
					gone[i] = true
					smaller := cut.Without(gone)
					if smaller == nil {
						continue
					}
					if _, err := smaller.Problem(); err != nil {
						t.Fatalf("%s, seed %d without one of the %s: %v in %s", kind.Name, seed, cut.What, err, smaller.Text())
					}
				}
			}
		}
		if made < 8 {
			t.Errorf("%s: %d instances of 30 seeds", kind.Name, made)
		}
	}
}

// TestCutsEnd checks that removing parts one after the other comes to an end.
func TestCutsEnd(t *testing.T) {
	for _, kind := range Kinds() {
		f := Form(nil)
		for seed := uint64(0); f == nil; seed++ {
			f = kind.Make(rand.New(rand.NewPCG(seed, 5)))
		}
		for steps := 0; ; steps++ {
			if steps > 10_000 {
				t.Fatalf("%s: it does not become smaller: %s", kind.Name, f.Text())
			}
			next := Form(nil)
			for _, cut := range f.Cuts() {
				if cut.Parts > 0 && next == nil {
					gone := make([]bool, cut.Parts)
					gone[0] = true
					next = cut.Without(gone)
				}
			}
			if next == nil {
				break
			}
			f = next
		}
	}
}

// TestProjectionIsKept checks that removing a variable keeps the projection on the others.
func TestProjectionIsKept(t *testing.T) {
	c := &Clauses{Variables: 4, List: [][]int32{{1, 2, -3}, {3, 4}, {-4}}, Projected: true, Projection: []int32{2, 4}}
	want := "p cnf 3 2\nc p show 2 0\n1 2 -3 0\n3 0\n" // 4 is false
	i := slices.IndexFunc(c.Cuts(), func(cut Cut) bool { return cut.What == "variables set to false" })
	if got := c.Cuts()[i].Without([]bool{false, false, false, true}); string(got.Text()) != want {
		t.Errorf("%s, want %s", got.Text(), want)
	}
}

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
		tried, refuted := 0, 0
		for seed := range uint64(400) {
			kinds := Kinds()
			r := rand.New(rand.NewPCG(seed, 9))
			form := kinds[r.IntN(len(kinds))].Make(r)
			if form == nil || relation.make(r, form) == nil {
				continue
			}
			p, err := form.Problem()
			if n := counted([]bench.Record{x.ask(t.Context(), form, p, Question{Task: nqueens.CountAll, Contender: backends.Contender{Backend: "sharp"}})}); err != nil || n == nil || n.Float() > 300 {
				continue
			}
			for _, task := range []nqueens.Task{nqueens.FindFirst, nqueens.CountAll} {
				trial := Trial{Seed: seed, Form: form, Relation: relation.name, Asked: []Question{{Task: task, Contender: backends.Contender{Backend: "allsat"}}}}
				if e := x.Examine(t.Context(), trial); len(e.Findings) > 0 {
					t.Errorf("%s, %s: %s in %s", relation.name, task, e.Findings[0].Why, form.Text())
				} else if e.Refused == "" {
					tried++
				}
				trial.Asked[0].Backend = "wrong"
				if form.Extension() == "" {
					trial.Asked[0].Backend = "only-at"
				}
				refuted += len(x.Examine(t.Context(), trial).Findings)
			}
			if tried > 12 && refuted > 0 {
				break
			}
		}
		if tried == 0 || refuted == 0 {
			t.Errorf("%s: %d trials, %d wrong answers were found", relation.name, tried, refuted)
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
