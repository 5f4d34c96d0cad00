package encode

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nqueens"
)

// aspifModels returns the answer sets of a program of choice rules and integrity constraints,
// restricted to the shown atoms, each set once.
func aspifModels(t *testing.T, text string) []string {
	t.Helper()
	var choices int
	var constraints [][]int
	shown := map[int]string{}
	for scan := bufio.NewScanner(strings.NewReader(text)); scan.Scan(); {
		words := strings.Fields(scan.Text())
		if words[0] == "asp" || words[0] == "0" {
			continue
		}
		if words[0] == "4" {
			atom, err := strconv.Atoi(words[4])
			if err != nil || words[1] != fmt.Sprint(len(words[2])) || words[3] != "1" {
				t.Fatalf("%s: %v", scan.Text(), err)
			}
			shown[atom] = words[2]
			continue
		}
		var numbers []int
		for _, word := range words {
			n, err := strconv.Atoi(word)
			if err != nil {
				t.Fatalf("%s: %v", scan.Text(), err)
			}
			numbers = append(numbers, n)
		}
		switch {
		case numbers[0] == 3: // the projection: the shown atoms
		case numbers[1] == 1 && len(numbers) == numbers[2]+5:
			choices = numbers[2]
		case numbers[1] == 0 && numbers[2] == 0:
			constraints = append(constraints, numbers[3:])
		default:
			t.Fatalf("a statement that was not expected: %s", scan.Text())
		}
	}
	var found []string
	for set := range 1 << choices {
		truth := func(literal int) bool {
			if literal < 0 {
				return set>>(-literal-1)&1 == 0
			}
			return set>>(literal-1)&1 != 0
		}
		violated := func(body []int) bool {
			if body[0] == 0 { // type 0: the body needs every literal
				return !slices.ContainsFunc(body[2:], func(l int) bool { return !truth(l) })
			}
			weight := 0
			for i := 3; i < len(body); i += 2 {
				if truth(body[i]) {
					weight += body[i+1]
				}
			}
			return weight >= body[1]
		}
		if slices.ContainsFunc(constraints, violated) {
			continue
		}
		text := ""
		for i := 1; i <= choices; i++ {
			if shown[i] != "" && truth(i) {
				text += shown[i]
			}
		}
		found = append(found, text)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// modelSolutions returns a model's solutions by exhaustive search.
func modelSolutions(m *nqueens.Model) []string {
	var found []string
	for set := range 1 << len(m.Placements) {
		if _, ok := m.Holds(func(i int) bool { return set>>i&1 != 0 }); !ok {
			continue
		}
		text := ""
		for i := range len(m.Placements) - m.Auxiliaries {
			if set>>i&1 != 0 {
				text += fmt.Sprintf("x(%d)", i+1)
			}
		}
		found = append(found, text)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// TestAspifMeansTheModel compares answer sets with solutions, both found by exhaustive search, on
// random models with every kind of constraint.
func TestAspifMeansTheModel(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	solutions := 0
	for range 300 {
		m := anyModel(random)
		var text strings.Builder
		if err := WriteAspif(&text, m); err != nil {
			t.Fatal(err)
		}
		want := modelSolutions(m)
		solutions += len(want)
		if got := aspifModels(t, text.String()); !slices.Equal(got, want) {
			t.Fatalf("%+v\n%s\nhas %v, want %v", m, text.String(), got, want)
		}
	}
	if solutions < 500 {
		t.Errorf("only %d solutions", solutions)
	}
}

// TestAspifObjective checks that an objective becomes one minimise statement.
func TestAspifObjective(t *testing.T) {
	for goal, want := range map[nqueens.Goal]string{
		nqueens.NoGoal: "", nqueens.Fewest: "2 0 2 1 1 3 1", nqueens.Most: "2 0 2 1 -1 3 -1",
	} {
		m := &nqueens.Model{Objective: nqueens.Objective{Goal: goal, Over: []int{0, 2}}}
		for v := range 3 {
			m.Placements = append(m.Placements, nqueens.Placement{Variable: v + 1})
		}
		var text strings.Builder
		if err := WriteAspif(&text, m); err != nil {
			t.Fatal(err)
		}
		got := ""
		for line := range strings.Lines(text.String()) {
			if strings.HasPrefix(line, "2 ") {
				got += strings.TrimSpace(line)
			}
		}
		if got != want {
			t.Errorf("%v: %q, want %q", goal, got, want)
		}
	}
}

// anyModel returns a random model with lines of any bounds, clauses, sums and auxiliaries.
func anyModel(r *rand.Rand) *nqueens.Model {
	n := r.IntN(8)
	m := &nqueens.Model{}
	for i := range n {
		m.Placements = append(m.Placements, nqueens.Placement{Variable: i + 1})
	}
	if n == 0 {
		return m
	}
	m.Auxiliaries = r.IntN(n) / 2
	literal := func() nqueens.Literal {
		if r.IntN(2) == 0 {
			return nqueens.Chosen(r.IntN(n))
		}
		return nqueens.NotChosen(r.IntN(n))
	}
	for range r.IntN(4) {
		placements := r.Perm(n)[:r.IntN(n+1)]
		slices.Sort(placements)
		least := r.IntN(3)
		m.Lines = append(m.Lines, nqueens.Line{Name: "line", Min: least, Max: least + r.IntN(3) - r.IntN(2), Placements: placements})
	}
	for range r.IntN(3) {
		c := nqueens.Clause{Name: "clause"}
		for range r.IntN(4) {
			c.Literals = append(c.Literals, literal())
		}
		m.Clauses = append(m.Clauses, c)
	}
	for range r.IntN(2) {
		s := nqueens.Sum{Name: "sum", Min: int64(1 + r.IntN(6))}
		for _, i := range r.Perm(n)[:1+r.IntN(n)] {
			l := nqueens.Chosen(i)
			if r.IntN(2) == 0 {
				l = nqueens.NotChosen(i)
			}
			s.Terms = append(s.Terms, nqueens.Term{Weight: int64(1 + r.IntN(4)), Literal: l})
		}
		m.Sums = append(m.Sums, s)
	}
	return m
}

func TestWeightsTooLarge(t *testing.T) {
	m := &nqueens.Model{Placements: []nqueens.Placement{{Variable: 1}},
		Sums: []nqueens.Sum{{Name: "constraint 1", Min: 1 << 30, Terms: []nqueens.Term{{Weight: 1 << 30, Literal: nqueens.Chosen(0)}}}}}
	for _, write := range []func() error{
		func() error { return WriteAspif(new(strings.Builder), m) },
		func() error { return WriteASP(new(strings.Builder), m) },
	} {
		if err := write(); err == nil || !strings.Contains(err.Error(), "constraint 1") {
			t.Errorf("%v", err)
		}
	}
}

// TestASPText checks the clingo statements for lines, clauses, sums and an objective.
func TestASPText(t *testing.T) {
	m := &nqueens.Model{
		Auxiliaries: 1,
		Lines: []nqueens.Line{
			{Name: "two", Min: 1, Max: 2, Placements: []int{0, 1, 2}}, {Name: "at most", Max: 1, Placements: []int{1, 2}}, {Name: "always", Max: 2, Placements: []int{0, 1}},
		},
		Clauses:   []nqueens.Clause{{Name: "c", Literals: []nqueens.Literal{nqueens.Chosen(0), nqueens.NotChosen(2)}}, {Name: "never"}},
		Sums:      []nqueens.Sum{{Name: "s", Min: 3, Terms: []nqueens.Term{{Weight: 2, Literal: nqueens.Chosen(0)}, {Weight: 2, Literal: nqueens.NotChosen(1)}}}},
		Objective: nqueens.Objective{Goal: nqueens.Most, Over: []int{0, 2}},
	}
	for v := range 3 {
		m.Placements = append(m.Placements, nqueens.Placement{Variable: v + 1})
	}
	want := `{x(1..3)}.
#show x(I) : x(I), I <= 2.
#project x(I) : x(I), I <= 2.
:- not 1 {x(1); x(2); x(3)} 2.
:- 2 {x(2); x(3)}.
:- not x(1), x(3).
:- #true.
:- not 3 #sum {2,0 : x(1); 2,1 : not x(2)}.
#minimize {-1,1 : x(1); -1,3 : x(3)}.
`
	var got strings.Builder
	if err := WriteASP(&got, m); err != nil || got.String() != want {
		t.Errorf("%v, got\n%s\nwant\n%s", err, got.String(), want)
	}
	got.Reset()
	if err := WriteASP(&got, &nqueens.Model{}); err != nil || got.String() != "#show.\n" {
		t.Errorf("no placements: %v, %s", err, got.String())
	}
}

// TestLargestWeights checks that weights and bound may add up to the largest 32-bit integer and no
// more.
func TestLargestWeights(t *testing.T) {
	for weight, fits := range map[int64]bool{math.MaxInt32 - 5: true, math.MaxInt32 - 4: false, math.MaxInt64: false} {
		o := nqueens.Outline{Sums: []nqueens.Sum{{Name: "s", Min: 3, Terms: []nqueens.Term{{Weight: 2, Literal: nqueens.Chosen(0)}, {Weight: weight, Literal: nqueens.Chosen(1)}}}}}
		if err := CheckASP(o); (err == nil) != fits {
			t.Errorf("a weight of %d: %v", weight, err)
		}
	}
}
