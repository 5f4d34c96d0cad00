package nqueens_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

func TestSymmetriesAreAGroup(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 8))
	square := func() (n int, s nqueens.Square) {
		n = 1 + random.IntN(100)
		return n, nqueens.Square{File: random.IntN(n), Rank: random.IntN(n)}
	}
	for _, g := range nqueens.Symmetries() {
		if g.After(g.Inverse()) != nqueens.Identity || g.Inverse().After(g) != nqueens.Identity {
			t.Errorf("%v does not undo %v", g.Inverse(), g)
		}
		if g.After(nqueens.Identity) != g || nqueens.Identity.After(g) != g {
			t.Errorf("%v changes beside the identity", g)
		}
		for _, h := range nqueens.Symmetries() {
			for _, k := range nqueens.Symmetries() {
				if g.After(h).After(k) != g.After(h.After(k)) {
					t.Errorf("(%v %v) %v differs from %v (%v %v)", g, h, k, g, h, k)
				}
			}
			for range 20 {
				n, s := square()
				if got, want := g.After(h).Apply(nqueens.NByN(n), s), g.Apply(nqueens.NByN(n), h.Apply(nqueens.NByN(n), s)); got != want {
					t.Errorf("%v of %d: %v after %v is %v, and one by one %v", s, n, g, h, got, want)
				}
			}
		}
	}
}

// TestSymmetriesByName checks the image of one square under each name.
func TestSymmetriesByName(t *testing.T) {
	for name, want := range map[string]string{
		"identity": "b1", "mirror-files": "g1", "mirror-ranks": "b8", "half-turn": "g8",
		"transpose": "a2", "quarter-turn": "h2", "quarter-turn-back": "a7", "anti-transpose": "h7",
	} {
		g, err := nqueens.ParseSymmetry(name)
		if err != nil || g.String() != name {
			t.Errorf("%s is read as %v: %v", name, g, err)
		}
		if got := g.Apply(nqueens.NByN(8), nqueens.Square{File: 1}).String(); got != want {
			t.Errorf("%s takes b1 to %s, not %s", name, got, want)
		}
	}
	for name, says := range map[string]string{
		"halfturn": `no symmetry is called "halfturn" (did you mean "half-turn"?)`,
		"shift:1":  `no symmetry is called "shift:1": a shift is by files and ranks, as in shift:1:2`,
		"axes:x":   `no symmetry is called "axes:x": axes say where each coordinate comes from, as in axes:2:-1:3`,
	} {
		if _, err := nqueens.ParseSymmetry(name); err == nil || err.Error() != says {
			t.Error(err)
		}
	}
}

func TestSymmetricProblemNames(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	for _, g := range nqueens.Symmetries() {
		for range 20 {
			p := familytest.RandomProblem(random, family.Queens, 1+random.IntN(30)).SymmetricUnder(g)
			again, err := family.All().Parse(p.String())
			if err != nil || again.String() != p.String() || again.Symmetric != g {
				t.Errorf("%v read back: %v, %v", p, again, err)
			}
		}
	}
	for text, want := range map[string]string{
		"queens(12,symmetric=half-turn)":                     "queens(12, symmetric=half-turn)",
		"torus(5, symmetric= quarter-turn , given=c3)":       "torus(5, given=c3, symmetric=quarter-turn)",
		"rooks(4, symmetric=identity)":                       "rooks(4)",
		"queens(4, symmetric=upside-down)":                   "",
		"queens(4, symmetric=half-turn, symmetric=identity)": "",
	} {
		p, err := family.All().Parse(text)
		if (err == nil) != (want != "") || err == nil && p.String() != want {
			t.Errorf("%s is read as %v, %v; want %q", text, p, err, want)
		}
	}
}

// TestHasComparesImages shuffles the squares, since their order must not matter.
func TestHasComparesImages(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 8))
	had := 0
	for n := 1; n <= 5; n++ {
		for _, s := range familytest.BruteForce(nqueens.Problem{Family: family.Rooks, N: n}) {
			shuffled := slices.Clone(s)
			random.Shuffle(n, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			for _, g := range nqueens.Symmetries() {
				want := slices.Equal(s.Image(nqueens.NByN(n), g), s)
				if got := shuffled.Has(nqueens.NByN(n), g); got != want {
					t.Errorf("%v on %d has %v: %v, want %v", shuffled, n, g, got, want)
				}
				if want && g != nqueens.Identity {
					had++
				}
			}
		}
	}
	if had == 0 {
		t.Error("no solution is symmetric")
	}
}

// TestModelOfSymmetricProblems checks that the solutions are those of the problem without the
// symmetry that the symmetry maps to themselves.
func TestModelOfSymmetricProblems(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, f := range family.All() {
		for n := 1; n <= familytest.BruteForceSide(f, 5); n++ {
			problems := []nqueens.Problem{{Family: f, N: n}}
			for range 6 {
				problems = append(problems, familytest.RandomProblem(random, f, n))
			}
			for _, p := range problems {
				p = familytest.Numbered(p)
				found := familytest.BruteForce(p)
				for _, g := range nqueens.Symmetries() {
					if g.Transposes() && !p.Board().IsSquare() {
						continue
					}
					var want []string
					for _, s := range found {
						if slices.Equal(s.Image(p.Board(), g), s) {
							want = append(want, s.String())
						}
					}
					m, err := p.SymmetricUnder(g).Model()
					if err != nil {
						t.Fatal(err)
					}
					var got []string
					familytest.Choose(m, func(s nqueens.Solution) { got = append(got, s.String()) })
					slices.Sort(got)
					if slices.Sort(want); !slices.Equal(got, want) {
						t.Errorf("%v: the model has %v, filtering %v", p.SymmetricUnder(g), got, want)
					}
				}
			}
		}
	}
}

// TestKnownSymmetric checks the first and last published counts.
func TestKnownSymmetric(t *testing.T) {
	for text, want := range map[string]string{
		"queens(32, symmetric=half-turn)":          "181254386312 OEIS A032522",
		"queens(33, symmetric=half-turn)":          "",
		"queens(33, symmetric=quarter-turn)":       "667904 OEIS A033148",
		"queens(33, symmetric=quarter-turn-back)":  "667904 OEIS A033148",
		"queens(8, symmetric=transpose)":           "",
		"queens(8, given=a2, symmetric=half-turn)": "",
		"superqueens(10, symmetric=half-turn)":     "",
		"queens(8, symmetric=identity)":            "92 OEIS A000170",
	} {
		got := ""
		if known, ok := familytest.Parse(t, text).Known(); ok {
			got = known.Count.String() + " " + known.Source
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	s, err := nqueens.ParseSolution("a2,b4,c6,d8,e3,f1,g7,h5")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Numbers(), []int{2, 4, 6, 8, 3, 1, 7, 5}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := (nqueens.Solution{}).Numbers(); len(got) != 0 {
		t.Errorf("no pieces: %v", got)
	}
}

// laidDown returns problems that keep some symmetries, with and without a required one.
func laidDown(random *rand.Rand, f *nqueens.Family, n int) []nqueens.Problem {
	var problems []nqueens.Problem
	for _, asked := range nqueens.Symmetries() {
		for _, kept := range nqueens.Symmetries() {
			p := nqueens.Problem{Family: f, N: n, Symmetric: asked}
			if !p.Board().IsSquare() && (asked.Transposes() || kept.Transposes()) {
				continue
			}
			images := func(squares []nqueens.Square) (all []nqueens.Square) {
				for _, s := range squares {
					for image := s; ; {
						all = append(all, image)
						if image = kept.Apply(p.Board(), image); image == s {
							break
						}
					}
				}
				return all
			}
			r := familytest.RandomProblem(random, f, n)
			p.Blocked = images(r.Blocked)
			if random.IntN(3) == 0 {
				p.Given = images(r.Given)
			}
			if random.IntN(3) == 0 {
				p.Excluded = r.Excluded
			}
			problems = append(problems, p)
		}
	}
	return problems
}

// TestUpToSymmetry compares the number of classes with the number of solutions that are the first of their
// images. It also checks that the problem's symmetries map solutions to solutions.
func TestUpToSymmetry(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	largest := map[*nqueens.Family]int{family.Rooks: 5}
	groups, several := map[int]bool{}, 0
	for _, f := range family.All() {
		for n := 1; n <= familytest.BruteForceSide(f, cmp.Or(largest[f], 6)); n++ {
			problems := []nqueens.Problem{{Family: f, N: n}}
			if n < 6 {
				laid := laidDown(random, f, n)
				if f != family.Queens && f != family.Torus { // constraints are compared alike for every family
					random.Shuffle(len(laid), func(i, j int) { laid[i], laid[j] = laid[j], laid[i] })
					laid = laid[:min(len(laid), 12)]
				}
				problems = append(problems, laid...)
			}
			for _, p := range problems {
				group, found := p.Group(), familytest.BruteForce(p)
				groups[len(group)] = true
				classes := 0
				for _, s := range found {
					images := s.OrbitUnder(p.Board(), group)
					for _, image := range images {
						if err := p.Check(image); err != nil {
							t.Fatalf("%v: %v is an image of %v: %v", p, image, s, err)
						}
					}
					if slices.Equal(images[0], s) {
						classes++
					}
				}
				if classes > 1 && classes < len(found) {
					several++
				}
				fixed := map[nqueens.Symmetry]*nqueens.Count{}
				for _, g := range group {
					fixed[g] = nqueens.NewCount(0)
					for _, s := range found {
						if s.Has(p.Board(), g) {
							fixed[g] = fixed[g].Plus(nqueens.NewCount(1))
						}
					}
				}
				got, err := p.UpToSymmetry(fixed)
				if err != nil || got.Cmp(nqueens.NewCount(uint64(classes))) != 0 {
					t.Errorf("%v: %v classes by the lemma, %v; %d in fact", p, got, err, classes)
				}
			}
		}
	}
	if len(groups) < 4 || several < 20 { // otherwise this test would be weak
		t.Errorf("groups of %v symmetries, %d problems with several classes", groups, several)
	}
}

// publishedFixed are the published numbers of the solutions of n queens that
// each symmetry maps to themselves. Those of reflections are not published,
// since a queen attacks its image off the axis, and other queens on the axis.
func publishedFixed(t *testing.T, n int) map[nqueens.Symmetry]*nqueens.Count {
	t.Helper()
	fixed := map[nqueens.Symmetry]*nqueens.Count{}
	for _, g := range nqueens.Symmetries() {
		switch known, ok := (nqueens.Problem{Family: family.Queens, N: n, Symmetric: g}).Known(); g {
		case nqueens.MirrorFiles, nqueens.MirrorRanks, nqueens.Transpose, nqueens.AntiTranspose:
			fixed[g] = nqueens.NewCount(0)
			if n == 1 {
				fixed[g] = nqueens.NewCount(1)
			}
		default:
			if !ok {
				t.Fatalf("nothing is published for %d queens symmetric under %v", n, g)
			}
			fixed[g] = known.Count
		}
	}
	return fixed
}

// TestPublishedCountsUpToSymmetry ties four published sequences together:
// A002562 = (A000170 + A032522 + 2·A033148)/8 for n > 1.
func TestPublishedCountsUpToSymmetry(t *testing.T) {
	for n := 1; n <= 27; n++ {
		p := nqueens.Problem{Family: family.Queens, N: n}
		known, ok := p.KnownUpToSymmetry()
		got, err := p.UpToSymmetry(publishedFixed(t, n))
		if !ok || err != nil || got.Cmp(known.Count) != 0 {
			t.Errorf("%v: %v, %v; %s says %v", p, got, err, known.Source, known.Count)
		}
	}
}

func TestUpToSymmetryRefuses(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 8}
	fixed := publishedFixed(t, 8)
	fixed[nqueens.HalfTurn] = nqueens.NewCount(5)
	if got, err := p.UpToSymmetry(fixed); err == nil ||
		err.Error() != "queens(8) up to symmetry: the counts add up to 97, which is no multiple of the 8 symmetries: one of them is wrong" {
		t.Errorf("a wrong count: %v, %v", got, err)
	}
	for _, g := range nqueens.Symmetries() {
		fixed := publishedFixed(t, 8)
		delete(fixed, g)
		want := fmt.Sprintf("queens(8) up to symmetry: the number of solutions symmetric under %v is missing", g)
		if got, err := p.UpToSymmetry(fixed); err == nil || err.Error() != want {
			t.Errorf("without %v: %v, %v", g, got, err)
		}
	}
}
