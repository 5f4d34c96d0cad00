package nqueens

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// laidDown are problems that keep some symmetries, with and without one asked
// for.
func laidDown(random *rand.Rand, f *Family, n int) []Problem {
	var problems []Problem
	for _, asked := range Symmetries() {
		for _, kept := range Symmetries() {
			p := Problem{Family: f, N: n, Symmetric: asked}
			images := func(squares []Square) (all []Square) {
				for _, s := range squares {
					for image := s; ; {
						all = append(all, image)
						if image = kept.Apply(n, image); image == s {
							break
						}
					}
				}
				return all
			}
			r := randomProblem(random, f, n)
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

// TestUpToSymmetry counts classes by their members that come first, which uses
// no lemma. That these are images under the problem's own symmetries also
// tests that these map solutions to solutions.
func TestUpToSymmetry(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	largest := map[*Family]int{Rooks: 5}
	groups, several := map[int]bool{}, 0
	for _, f := range Families() {
		for n := 1; n <= cmp.Or(largest[f], 6); n++ {
			problems := []Problem{{Family: f, N: n}}
			if n < 6 {
				problems = append(problems, laidDown(random, f, n)...)
			}
			for _, p := range problems {
				group, found := p.Symmetries(), solutions(p)
				groups[len(group)] = true
				classes := 0
				for _, s := range found {
					images := s.OrbitUnder(n, group)
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
				fixed := map[Symmetry]*Count{}
				for _, g := range group {
					fixed[g] = NewCount(0)
					for _, s := range found {
						if s.Has(n, g) {
							fixed[g] = fixed[g].Plus(NewCount(1))
						}
					}
				}
				got, err := p.UpToSymmetry(fixed)
				if err != nil || got.Cmp(NewCount(uint64(classes))) != 0 {
					t.Errorf("%v: %v classes by the lemma, %v; %d in fact", p, got, err, classes)
				}
			}
		}
	}
	if len(groups) < 4 || several < 20 { // otherwise the above tested little
		t.Errorf("groups of %v symmetries, %d problems with several classes", groups, several)
	}
}

// publishedFixed are the published numbers of the solutions of n queens that
// each symmetry maps to themselves. Those of reflections are not published,
// since a queen attacks its image off the axis, and other queens on the axis.
func publishedFixed(t *testing.T, n int) map[Symmetry]*Count {
	t.Helper()
	fixed := map[Symmetry]*Count{}
	for _, g := range Symmetries() {
		switch known, ok := (Problem{Family: Queens, N: n, Symmetric: g}).Known(); g {
		case MirrorFiles, MirrorRanks, Transpose, AntiTranspose:
			fixed[g] = NewCount(0)
			if n == 1 {
				fixed[g] = NewCount(1)
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
		p := Problem{Family: Queens, N: n}
		known, ok := p.KnownUpToSymmetry()
		got, err := p.UpToSymmetry(publishedFixed(t, n))
		if !ok || err != nil || got.Cmp(known.Count) != 0 {
			t.Errorf("%v: %v, %v; %s says %v", p, got, err, known.Source, known.Count)
		}
	}
}

func TestUpToSymmetryRefuses(t *testing.T) {
	p := Problem{Family: Queens, N: 8}
	fixed := publishedFixed(t, 8)
	fixed[HalfTurn] = NewCount(5)
	if got, err := p.UpToSymmetry(fixed); err == nil ||
		err.Error() != "queens(8) up to symmetry: the counts add up to 97, which is no multiple of the 8 symmetries: one of them is wrong" {
		t.Errorf("a wrong count: %v, %v", got, err)
	}
	for _, g := range Symmetries() {
		fixed := publishedFixed(t, 8)
		delete(fixed, g)
		want := fmt.Sprintf("queens(8) up to symmetry: the number of solutions symmetric under %v is missing", g)
		if got, err := p.UpToSymmetry(fixed); err == nil || err.Error() != want {
			t.Errorf("without %v: %v, %v", g, got, err)
		}
	}
}
