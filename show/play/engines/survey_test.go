package engines

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"nqueens"
	"nqueens/family"
)

// solutionsOf returns the solutions of a problem with one piece in each rank and file, by trying
// every permutation and the rules of the piece.
func solutionsOf(p nqueens.Problem) (list []nqueens.Solution) {
	var extend func(ranks []int)
	extend = func(ranks []int) {
		if len(ranks) < p.N {
			for r := range p.N {
				if !slices.Contains(ranks, r) {
					extend(append(slices.Clone(ranks), r))
				}
			}
			return
		}
		var s nqueens.Solution
		for file, rank := range ranks {
			s = append(s, nqueens.On(file, rank))
		}
		if p.Check(s) == nil {
			list = append(list, s)
		}
	}
	extend(nil)
	return list
}

// TestSurvey compares the surveys of random positions with the solutions found by trying every
// permutation, once with a complete count and once with squares decided one by one.
func TestSurvey(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		p := Position{Family: []string{"queens", "rooks", "torus", "superqueens"}[random.IntN(4)], N: 4 + random.IntN(3)}
		square := func() string { return nqueens.Square{File: random.IntN(p.N), Rank: random.IntN(p.N)}.String() }
		for range random.IntN(3) {
			p.Given = append(p.Given, square())
		}
		for range random.IntN(4) {
			if s := square(); !slices.Contains(p.Given, s) {
				p.Blocked = append(p.Blocked, s)
			}
		}
		problem, err := p.Problem()
		if err != nil {
			continue // a square is given twice
		}
		all := solutionsOf(problem)
		squares, dead, backbone := make([]int64, problem.Board().Size()), []string(nil), []string(nil)
		for i, square := range problem.Board().Squares() {
			for _, s := range all {
				if slices.Contains(s.Squares(), square) {
					squares[i]++
				}
			}
			if name := square.String(); len(all) > 0 && !slices.Contains(p.Given, name) && !slices.Contains(p.Blocked, name) {
				switch squares[i] {
				case 0:
					dead = append(dead, name)
				case int64(len(all)):
					backbone = append(backbone, name)
				}
			}
		}
		for _, most := range []int64{surveySolutions, 1} {
			var got Survey
			s := surveyor{problem: problem, board: problem.Board(), most: most, report: func(s Survey) { got = s }, begun: time.Now()}
			s.run()
			if most > 1 && (got.Count != nqueens.NewCount(uint64(len(all))).String() || !got.Complete || !reflect.DeepEqual(got.Squares, squares)) {
				t.Errorf("%v: %+v, but there are %d solutions with %v", problem, got, len(all), squares)
			}
			slices.Sort(got.Dead)
			slices.Sort(got.Backbone)
			slices.Sort(dead)
			slices.Sort(backbone)
			if !slices.Equal(got.Dead, dead) || !slices.Equal(got.Backbone, backbone) || got.Undecided != 0 {
				t.Errorf("%v after %d solutions: dead %v, backbone %v, %d undecided, but %v and %v", problem, most, got.Dead, got.Backbone, got.Undecided, dead, backbone)
			}
		}
	}
}

// TestAttacks checks the attacks between given pieces and the squares that they attack.
func TestAttacks(t *testing.T) {
	var got Survey
	if err := (Position{Family: "queens", N: 4, Given: []string{"a1", "c3"}}).Survey(0, func(s Survey) { got = s }); err != nil {
		t.Fatal(err)
	}
	if want := [][2]string{{"a1", "c3"}}; !reflect.DeepEqual(got.Attacks, want) || got.Count != "0" || got.Reason == "" {
		t.Errorf("%+v", got)
	}
	if slices.Contains(got.Attacked, "a1") || !slices.Contains(got.Attacked, "b4") || slices.Contains(got.Attacked, "b5") {
		t.Errorf("attacked: %v", got.Attacked)
	}
}

// TestFamilies checks that the page's engines agree on the count of a small board of each family.
func TestFamilies(t *testing.T) {
	for _, f := range family.All() {
		p := Position{Family: f.Name, N: 3}
		if _, err := p.Problem(); err != nil {
			continue
		}
		var counts []string
		for _, name := range Engines() {
			w, err := p.Work(name, nqueens.CountAll)
			if err != nil {
				t.Fatal(err)
			}
			if w.Status == nqueens.Unsupported {
				continue
			}
			counts = append(counts, w.Answer)
		}
		if counts = slices.Compact(counts); len(counts) != 1 {
			t.Errorf("%s: %v", f.Name, counts)
		}
	}
}

// TestBadQuestions checks that questions that make no sense get one answer with an error.
func TestBadQuestions(t *testing.T) {
	for _, q := range []string{
		"", "{", `{"ask":"nothing"}`, `{"ask":"survey"}`, `{"ask":"survey","position":{"family":"queens","n":17}}`,
		`{"ask":"survey","position":{"family":"queens","n":8,"given":["i1"]}}`, `{"ask":"survey","position":{"family":"queens","n":8,"given":["x"]}}`,
		`{"ask":"work","engine":"none","position":{"family":"queens","n":8}}`, `{"ask":"encode","encoding":"none","position":{"family":"queens","n":8}}`,
	} {
		var answers []string
		Reply(q, func(a string) { answers = append(answers, a) })
		if len(answers) != 1 || len(answers[0]) < 25 || answers[0][:10] != `{"error":"` {
			t.Errorf("%s: %q", q, answers)
		}
	}
}
