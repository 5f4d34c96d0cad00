package fuzz

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

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

// TestMerged checks that a variable that is merged with the one before it is replaced in the clauses and the
// projection.
func TestMerged(t *testing.T) {
	c := &Clauses{Variables: 4, List: [][]int32{{1, 2, -3}, {3, 4}, {-4, -3}}, Projected: true, Projection: []int32{4, 3, 1}}
	want := "p cnf 2 3\nc p show 1 2 0\n-2 1 0\n2 0\n-2 0\n"
	if got := c.merged([]bool{true, false, true}); string(got.Text()) != want {
		t.Errorf("%s, want %s", got.Text(), want)
	}
}

// TestProjections checks that the kinds of instances have projections of every kind.
func TestProjections(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 4))
		c := &Clauses{Variables: 5, List: [][]int32{{1, -2}, {3}}}
		if c = project(r, c); !c.Projected {
			seen["everything"] = true
			continue
		}
		unused := func(v int32) bool { return v > 3 }
		switch n := len(c.Projection); {
		case n == 0:
			seen["none"] = true
		case n == 1:
			seen["one"] = true
		case n == 4:
			seen["all but one"] = true
		case n == 5:
			seen["all"] = true
			seen["another order"] = seen["another order"] || !slices.IsSorted(c.Projection)
		case n == 2 && unused(c.Projection[0]) && unused(c.Projection[1]):
			seen["unused"] = true
		case n == 3 && !slices.ContainsFunc(c.Projection, unused):
			seen["used"] = true
		default:
			seen["some"] = true
		}
		if _, err := c.Problem(); err != nil {
			t.Fatalf("%v in %s", err, c.Text())
		}
	}
	for _, kind := range []string{"everything", "none", "one", "all but one", "all", "another order", "unused", "used", "some"} {
		if !seen[kind] {
			t.Errorf("no projection of the kind %q", kind)
		}
	}
}
