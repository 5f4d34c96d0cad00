package family_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/ipasir"
	"nqueens/family"
	"nqueens/internal/familytest"
	"nqueens/internal/starts"
)

// TestMain reduces garbage collection, since thousands of small problems make a lot of garbage.
func TestMain(m *testing.M) {
	if ipasir.Serving(os.Args) { // the child process of solvers that are libraries
		starts.Note()
		os.Exit(ipasir.Serve(os.Args, os.Stdout, os.Stderr))
	}
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// TestFamilies checks that every family has what is needed to find and list it.
func TestFamilies(t *testing.T) {
	for _, f := range family.All() {
		if _, err := family.All().Named(f.Name); err != nil || f.About == "" {
			t.Errorf("family %q, %q: %v", f.Name, f.About, err)
		}
		for n := 1; n <= 9; n++ {
			if err := (nqueens.Problem{Family: f, N: n}).Validate(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestDocumentShowsDragons checks that the family in docs/extending.md is the one that is compiled
// and counted here.
func TestDocumentShowsDragons(t *testing.T) {
	code, err := os.ReadFile("dragons_test.go")
	if err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile("../docs/extending.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(document), "```go\n"+string(code)+"```\n") {
		t.Error("docs/extending.md does not show the family of dragons_test.go")
	}
	p := nqueens.Problem{Family: family.Dragons, N: 5}
	if n := len(familytest.BruteForce(p)); n != 14 { // OEIS A002464
		t.Errorf("%d ways to place five dragons", n)
	}
}

func TestTwoFamiliesOfOneName(t *testing.T) {
	ours, again := &nqueens.Family{Name: "ours", Rule: nqueens.QueenRule()}, &nqueens.Family{Name: "ours", Rule: nqueens.TorusRule()}
	queens, amazons := &nqueens.Family{Name: "queens", Rule: nqueens.TorusRule()}, &nqueens.Family{Name: "amazons", Rule: nqueens.QueenRule()}
	other := &nqueens.Family{Name: "others", Also: "superqueens", Rule: nqueens.QueenRule()}
	for _, c := range []struct {
		name string
		more []*nqueens.Family
		want string
	}{
		{"ours", []*nqueens.Family{ours, ours}, "<nil>"},
		{"queens", []*nqueens.Family{family.Queens, ours}, "<nil>"},
		{"ours", []*nqueens.Family{ours, again}, `two families are called "ours": one of them needs another name`},
		{"queens", []*nqueens.Family{queens}, `two families are called "queens": one of them needs another name`},
		{"amazons", []*nqueens.Family{ours}, "<nil>"},
		{"amazons", []*nqueens.Family{amazons}, `two families are called "amazons": one of them needs another name`},
		{"superqueens", []*nqueens.Family{other}, `two families are called "superqueens": one of them needs another name`},
	} {
		if _, err := append(family.All(), c.more...).Named(c.name); fmt.Sprint(err) != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestKnownCounts(t *testing.T) {
	largest := map[string]int{"queens": 7, "torus": 7, "rooks": 5, "superqueens": 7}
	for _, f := range family.All() {
		for n := 1; n <= familytest.BruteForceSide(f, cmp.Or(largest[f.Name], 6)); n++ {
			p := nqueens.Problem{Family: f, N: n}
			found := familytest.BruteForce(p)
			if known, ok := p.Known(); !ok && largest[f.Name] > 0 || ok && known.Count.Cmp(nqueens.NewCount(uint64(len(found)))) != 0 {
				t.Errorf("%v has %d solutions, %s says %v", p, len(found), known.Source, known.Count)
			}
			fundamental := 0
			for _, s := range found {
				if s.FirstOf(p.Board(), p.Group()) {
					fundamental++
				}
			}
			if known, ok := p.KnownUpToSymmetry(); ok && known.Count.Cmp(nqueens.NewCount(uint64(fundamental))) != 0 {
				t.Errorf("%v has %d fundamental solutions, %s says %v", p, fundamental, known.Source, known.Count)
			}
		}
	}
}

// TestKnownFurther checks terms that are out of reach for brute force.
func TestKnownFurther(t *testing.T) {
	for name, want := range map[string]string{
		"queens(27)": "234907967154122528", "torus(31)": "13404947681712", "torus(30)": "0", "rooks(25)": "15511210043330985984000000",
		"superqueens(18)": "8924976", "rooks(1000000000)": "", "queens(28)": "", "torus(35)": "", "queens(8, given=a2)": "",
	} {
		got := ""
		if known, ok := familytest.Parse(t, name).Known(); ok {
			got = known.Count.String()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestKnownAgree compares a family's published numbers of all solutions with those up to symmetry: an orbit
// has at most as many solutions as the group has symmetries. For the torus both lists have the same length,
// up to 30.
func TestKnownAgree(t *testing.T) {
	both := 0
	for _, f := range family.All() {
		for n := 1; n <= familytest.BruteForceSide(f, 31); n++ {
			p := nqueens.Problem{Family: f, N: n}
			all, counted := p.Known()
			orbits, classed := p.KnownUpToSymmetry()
			if f == family.Torus && n <= 30 && !(counted && classed) {
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
	if both < 60 { // otherwise this test would be weak
		t.Errorf("only %d problems have both", both)
	}
}

// TestModelMatchesRules compares the Model with Check, which is independent of it, on every board
// with a few random pieces.
func TestModelMatchesRules(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range family.All() {
		for range 60 {
			p := familytest.Numbered(familytest.RandomProblem(random, f, 1+random.IntN(familytest.BruteForceSide(f, 5))))
			m, err := p.Model()
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{}
			for _, s := range familytest.BruteForce(p) {
				want[s.String()] = true
			}
			got := map[string]bool{}
			familytest.Choose(m, func(s nqueens.Solution) { got[s.String()] = true })
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

// TestFamilySymmetries checks the symmetry that Family requires and that the
// symmetries of problems depend on.
func TestFamilySymmetries(t *testing.T) {
	for _, f := range family.All() {
		if f.Attacks == nil {
			continue // TestUpToSymmetry checks its solutions
		}
		for n := 1; n <= 6; n++ {
			board := nqueens.Problem{Family: f, N: n}.Board()
			for i, a := range board.Squares() {
				for _, b := range board.Squares()[i+1:] {
					want := f.Attacks(board, a, b)
					if f.Attacks(board, b, a) != want {
						t.Errorf("%s: %v attacks %v one way only", f.Name, a, b)
					}
					for _, g := range (nqueens.Problem{Family: f, N: n}).Symmetries() {
						if f.Attacks(board, g.Apply(board, a), g.Apply(board, b)) != want {
							t.Errorf("%s(%d): %v and %v change under symmetry %d", f.Name, n, a, b, g)
						}
					}
				}
			}
		}
	}
}

// TestModelShape checks the sizes that papers quote and the order of lines that searches depend on.
func TestModelShape(t *testing.T) {
	m, err := familytest.Parse(t, "queens(8)").Model()
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

// TestKnownFewerQueens compares OEIS A348129 with a search that places one queen after the other,
// and its sums with A287227. Nothing is known for ranges, other sizes and other shapes.
func TestKnownFewerQueens(t *testing.T) {
	for n := 1; n <= 8; n++ {
		counts := make([]uint64, n+1)
		var s []nqueens.Square
		squares := nqueens.NByN(n).Squares()
		var place func(from int)
		place = func(from int) {
			counts[len(s)]++
			for i := from; i < len(squares); i++ {
				if !slices.ContainsFunc(s, func(o nqueens.Square) bool { return family.Queens.Attacks(nqueens.NByN(n), o, squares[i]) }) {
					s = append(s, squares[i])
					place(i + 1)
					s = s[:len(s)-1]
				}
			}
		}
		place(0)
		for k, want := range counts {
			known, ok := (nqueens.Problem{Family: family.Queens, N: n}).WithPieces(*nqueens.Exactly(k)).Known()
			if !ok || known.Count.Cmp(nqueens.NewCount(want)) != 0 {
				t.Fatalf("%d queens on %d×%d: %v %s, and there are %d", k, n, n, known.Count, known.Source, want)
			}
		}
	}
	for n := 1; n <= 10; n++ {
		sum := nqueens.NewCount(0)
		for k := 0; k <= n; k++ {
			if known, ok := (nqueens.Problem{Family: family.Queens, N: n}).WithPieces(*nqueens.Exactly(k)).Known(); ok {
				sum = sum.Plus(known.Count)
			}
		}
		if known, ok := (nqueens.Problem{Family: family.Queens, N: n}).WithPieces(nqueens.Range{Min: 0, Max: nqueens.Unbounded}).Known(); !ok || known.Count.Cmp(sum) != 0 {
			t.Errorf("any number of queens on %d×%d: %v, and the sum is %v", n, n, known.Count, sum)
		}
	}
	for _, text := range []string{"queens(8, pieces=9)", "queens(8, pieces=2..3)", "queens(11, pieces=3)", "queens(8, files=7, pieces=3)", "queens(8, pieces=3, given=a1)"} {
		if known, ok := familytest.Parse(t, text).Known(); ok {
			t.Errorf("%s: %v, %s", text, known.Count, known.Source)
		}
	}
}
