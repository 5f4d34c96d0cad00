package nqueens

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// TestMain has garbage collected seldom: of thousands of small problems there is much.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// solutions finds every solution by the rules alone: pieces are put down in
// file order on every open square, and Attacks decides. It shares nothing with any
// Model or engine.
func solutions(p Problem) []Solution {
	var found []Solution
	var s Solution
	board, kinds := p.Board(), append([]Kind{{}}, p.Family.Kinds...)
	number, known := p.NumberOfPieces()
	var open []Square
	for i := range board.Size() {
		if sq := (Square{i / board.Ranks, i % board.Ranks}); p.checkOpen(sq, slices.Contains(p.Blocked, sq)) == nil {
			open = append(open, sq)
		}
	}
	var place func(from int)
	place = func(from int) {
		if (!known || len(s) == number) && p.Check(s) == nil {
			found = append(found, slices.Clone(s))
		}
		if known && len(s) == number {
			return
		}
		for i := from; i < len(open); i++ {
			if p.Family.Attacks != nil && slices.ContainsFunc(s, func(o Placement) bool { return p.Family.Attacks(board, o.Square, open[i]) }) {
				continue
			}
			for _, kind := range kinds {
				s = append(s, Placement{Square: open[i], Kind: kind.Letter})
				place(i + 1)
				s = s[:len(s)-1]
			}
		}
	}
	place(0)
	goal, best := p.Goal(), -1
	for _, s := range found {
		if best < 0 || goal.Better(p.Counted(s), best) {
			best = p.Counted(s)
		}
	}
	return slices.DeleteFunc(found, func(s Solution) bool { return goal.Better(best, p.Counted(s)) })
}

// side is that of the largest board, up to most, on which solutions tries the family:
// where attacks, or lines that hold one piece each, leave out little there are many sets
// of squares, and of many kinds there are many on each square.
func side(f *Family, most int) int {
	switch {
	case len(f.Kinds) > 9:
		return 1
	case f.Attacks == nil || f.Board != nil:
		return min(most, 3)
	case !f.Rule.Permutes():
		return min(most, 4)
	}
	return most
}

// TestFamilies holds every family to what it takes to be found and listed.
func TestFamilies(t *testing.T) {
	for _, f := range Families() {
		if _, err := FamilyNamed(f.Name); err != nil || f.About == "" {
			t.Errorf("family %q, %q: %v", f.Name, f.About, err)
		}
		for n := 1; n <= 9; n++ {
			if err := (Problem{Family: f, N: n}).Validate(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestReadmeShowsDragons keeps the family that README adds to what is compiled and counted here.
func TestReadmeShowsDragons(t *testing.T) {
	code, err := os.ReadFile("dragons_test.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "```go\n"+string(code)+"```\n") {
		t.Error("README.md does not show the family of dragons_test.go")
	}
	p := Problem{Family: Dragons, N: 5}
	if n := len(solutions(p)); n != 14 { // OEIS A002464
		t.Errorf("%d ways to place five dragons", n)
	}
}

func TestTwoFamiliesOfOneName(t *testing.T) {
	ours, again := &Family{Name: "ours", Rule: QueenRule()}, &Family{Name: "ours", Rule: TorusRule()}
	queens, amazons := &Family{Name: "queens", Rule: TorusRule()}, &Family{Name: "amazons", Rule: QueenRule()}
	other := &Family{Name: "others", Also: "superqueens", Rule: QueenRule()}
	for _, c := range []struct {
		name string
		more []*Family
		want string
	}{
		{"ours", []*Family{ours, ours}, "<nil>"},
		{"queens", []*Family{Queens, ours}, "<nil>"},
		{"ours", []*Family{ours, again}, `two families are called "ours": one of them needs another name`},
		{"queens", []*Family{queens}, `two families are called "queens": one of them needs another name`},
		{"amazons", []*Family{ours}, "<nil>"},
		{"amazons", []*Family{amazons}, `two families are called "amazons": one of them needs another name`},
		{"superqueens", []*Family{other}, `two families are called "superqueens": one of them needs another name`},
	} {
		if _, err := FamilyNamed(c.name, c.more...); fmt.Sprint(err) != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestKnownCounts(t *testing.T) {
	largest := map[string]int{"queens": 7, "torus": 7, "rooks": 5, "superqueens": 7}
	for _, f := range Families() {
		for n := 1; n <= side(f, cmp.Or(largest[f.Name], 6)); n++ {
			p := Problem{Family: f, N: n}
			found := solutions(p)
			if known, ok := p.Known(); !ok && largest[f.Name] > 0 || ok && known.Count.Cmp(NewCount(uint64(len(found)))) != 0 {
				t.Errorf("%v has %d solutions, %s says %v", p, len(found), known.Source, known.Count)
			}
			fundamental := 0
			for _, s := range found {
				if s.FirstOf(p.Board(), p.Group()) {
					fundamental++
				}
			}
			if known, ok := p.KnownUpToSymmetry(); ok && known.Count.Cmp(NewCount(uint64(fundamental))) != 0 {
				t.Errorf("%v has %d fundamental solutions, %s says %v", p, fundamental, known.Source, known.Count)
			}
		}
	}
}

// TestKnownFurther looks at terms that brute force does not reach.
func TestKnownFurther(t *testing.T) {
	for name, want := range map[string]string{
		"queens(27)": "234907967154122528", "torus(31)": "13404947681712", "torus(30)": "0", "rooks(25)": "15511210043330985984000000",
		"superqueens(18)": "8924976", "rooks(1000000000)": "", "queens(28)": "", "torus(35)": "", "queens(8, given=a2)": "",
	} {
		got := ""
		if known, ok := mustParse(t, name).Known(); ok {
			got = known.Count.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestKnownAgree holds the two lists of a family against each other: an orbit has no more
// solutions than the group has symmetries. Those of the torus go equally far, up to 30.
func TestKnownAgree(t *testing.T) {
	both := 0
	for _, f := range Families() {
		for n := 1; n <= side(f, 31); n++ {
			p := Problem{Family: f, N: n}
			all, counted := p.Known()
			orbits, classed := p.KnownUpToSymmetry()
			if f == Torus && n <= 30 && !(counted && classed) {
				t.Errorf("%v: counted %v, up to symmetry %v", p, counted, classed)
			}
			if !counted || !classed {
				continue
			}
			both++
			if group := p.Group(); orbits.Count.Cmp(all.Count) > 0 || all.Count.Cmp(orbits.Count.Times(uint64(len(group)))) > 0 {
				t.Errorf("%v: %v solutions (%s) in %v orbits (%s) of %d at most", p, all.Count, all.Source, orbits.Count, orbits.Source, len(group))
			}
		}
	}
	if both < 60 { // otherwise the above tested little
		t.Errorf("only %d problems have both", both)
	}
}

// counted is the problem with so many pieces as its board has ranks, if its family has
// an objective, of which lines and clauses say nothing.
func counted(p Problem) Problem {
	if p.Goal() != NoGoal {
		p.Pieces = Exactly(p.N)
	}
	return p
}

// TestModelSaysTheRules compares, on every board with few random pieces, what
// the Model holds of and what Check, which never looks at it, accepts.
func TestModelSaysTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range Families() {
		for range 60 {
			p := counted(randomProblem(random, f, 1+random.IntN(side(f, 5))))
			m, err := p.Model()
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{}
			for _, s := range solutions(p) {
				want[s.String()] = true
			}
			got := map[string]bool{}
			choose(m, func(s Solution) { got[s.String()] = true })
			if len(want) != len(got) {
				t.Fatalf("%v: the model has %d solutions, the rules %d", p, len(got), len(want))
			}
			for s := range want {
				if !got[s] {
					t.Fatalf("%v: the model misses %s", p, s)
				}
			}
		}
	}
}

// choose enumerates the subsets of placements that satisfy the model, leaving
// a branch as soon as a line cannot hold any more, or a clause does not.
func choose(m *Model, visit func(Solution)) {
	var chosen Solution
	in := make([]bool, len(m.Placements))
	through := make([][]int, len(in))    // the lines of each placement
	decides := make([][]Clause, len(in)) // the clauses of which it is the last
	used, left := make([]int, len(m.Lines)), make([]int, len(m.Lines))
	for l, line := range m.Lines {
		left[l] = len(line.Placements)
		for _, i := range line.Placements {
			through[i] = append(through[i], l)
		}
	}
	for _, c := range m.Clauses {
		last := -1
		for _, l := range c.Literals {
			last = max(last, l.Placement())
		}
		if last >= 0 {
			decides[last] = append(decides[last], c)
		}
	}
	change := func(i, undecided, pieces int) {
		for _, l := range through[i] {
			left[l] += undecided
			used[l] += pieces
		}
	}
	broken := func(i int) bool {
		return slices.ContainsFunc(through[i], func(l int) bool {
			return used[l] > m.Lines[l].Max || used[l]+left[l] < m.Lines[l].Min
		}) || slices.ContainsFunc(decides[i], func(c Clause) bool {
			return !slices.ContainsFunc(c.Literals, func(l Literal) bool { return in[l.Placement()] == l.Positive() })
		})
	}
	var next func(i int)
	next = func(i int) {
		if i == len(in) {
			if _, ok := m.Holds(func(p int) bool { return in[p] }); ok {
				s := slices.Clone(chosen)
				s.Sort()
				visit(s)
			}
			return
		}
		change(i, -1, 0)
		if !broken(i) {
			next(i + 1)
		}
		in[i], chosen = true, append(chosen, m.Placements[i])
		change(i, 0, 1)
		if !broken(i) {
			next(i + 1)
		}
		in[i], chosen = false, chosen[:len(chosen)-1]
		change(i, 1, -1)
	}
	next(0)
}

func randomProblem(random *rand.Rand, f *Family, n int) Problem {
	p := Problem{Family: f, N: n}
	square := func() Square { return Square{File: random.IntN(p.Board().Files), Rank: random.IntN(n)} }
	for random.IntN(3) == 0 {
		p.Given = append(p.Given, square())
	}
	for random.IntN(2) == 0 {
		p.Blocked = append(p.Blocked, square())
	}
	for random.IntN(3) == 0 {
		d := Diagonal{Sum: random.IntN(2) == 0, Value: random.IntN(2*n - 1)}
		if !d.Sum {
			d.Value -= n - 1
		}
		p.Excluded = append(p.Excluded, d)
	}
	return p
}

// TestFamilyLooksTheSameFromEverySide tests what Family promises and the
// symmetries of problems rest on.
func TestFamilyLooksTheSameFromEverySide(t *testing.T) {
	for _, f := range Families() {
		if f.Attacks == nil {
			continue // TestUpToSymmetry looks at its solutions
		}
		for n := 1; n <= 6; n++ {
			board := Problem{Family: f, N: n}.Board()
			for i, a := range board.Squares() {
				for _, b := range board.Squares()[i+1:] {
					want := f.Attacks(board, a, b)
					if f.Attacks(board, b, a) != want {
						t.Errorf("%s: %v attacks %v one way only", f.Name, a, b)
					}
					for _, g := range (Problem{Family: f, N: n}).Symmetries() {
						if f.Attacks(board, g.Apply(board, a), g.Apply(board, b)) != want {
							t.Errorf("%s(%d): %v and %v change under symmetry %d", f.Name, n, a, b, g)
						}
					}
				}
			}
		}
	}
}

// TestModelShape fixes the sizes that papers quote and the order of lines that
// searches rely on.
func TestModelShape(t *testing.T) {
	m, err := mustParse(t, "queens(8)").Model()
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	exact, diagonals := 0, 0
	for _, l := range m.Lines {
		if l.Min == 1 {
			exact++
			order = append(order, l.Name)
		} else if !l.Trivial() {
			diagonals++
		}
	}
	if exact != 16 || diagonals != 4*8-6 || len(m.Placements) != 64 {
		t.Errorf("%d exact lines, %d diagonals, %d placements", exact, diagonals, len(m.Placements))
	}
	if want := []string{"rank 5", "file e", "rank 4", "file d", "rank 6", "file f"}; !slices.Equal(order[:6], want) {
		t.Errorf("lines begin %v, want %v", order[:6], want)
	}
}

// TestKnownFewerQueens: OEIS A348129 against putting queens down one after the other, its sums
// against A287227; nothing is known of ranges, other sizes and other shapes.
func TestKnownFewerQueens(t *testing.T) {
	for n := 1; n <= 8; n++ {
		counts := make([]uint64, n+1)
		var s []Square
		squares := NByN(n).Squares()
		var place func(from int)
		place = func(from int) {
			counts[len(s)]++
			for i := from; i < len(squares); i++ {
				if !slices.ContainsFunc(s, func(o Square) bool { return queenAttacks(NByN(n), o, squares[i]) }) {
					s = append(s, squares[i])
					place(i + 1)
					s = s[:len(s)-1]
				}
			}
		}
		place(0)
		for k, want := range counts {
			known, ok := (Problem{Family: Queens, N: n}).WithPieces(*Exactly(k)).Known()
			if !ok || known.Count.Cmp(NewCount(want)) != 0 {
				t.Fatalf("%d queens on %d×%d: %v %s, and there are %d", k, n, n, known.Count, known.Source, want)
			}
		}
	}
	for n := 1; n <= 10; n++ {
		sum := NewCount(0)
		for k := 0; k <= n; k++ {
			if known, ok := (Problem{Family: Queens, N: n}).WithPieces(*Exactly(k)).Known(); ok {
				sum = sum.Plus(known.Count)
			}
		}
		if known, ok := (Problem{Family: Queens, N: n}).WithPieces(Range{0, Unbounded}).Known(); !ok || known.Count.Cmp(sum) != 0 {
			t.Errorf("any number of queens on %d×%d: %v, and the sum is %v", n, n, known.Count, sum)
		}
	}
	for _, text := range []string{"queens(8, pieces=9)", "queens(8, pieces=2..3)", "queens(11, pieces=3)", "queens(8, files=7, pieces=3)", "queens(8, pieces=3, given=a1)"} {
		if known, ok := mustParse(t, text).Known(); ok {
			t.Errorf("%s: %v, %s", text, known.Count, known.Source)
		}
	}
}
