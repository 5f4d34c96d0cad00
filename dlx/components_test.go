package dlx

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestComponents joins two random problems that share secondary items. The components are the two
// problems, and each has the solutions of its problem alone.
func TestComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		secondary := []string{"s", "t", "u"}
		var primary []string
		sizes := [2]int{1 + rng.IntN(3), 4 + rng.IntN(3)}
		for half, size := range sizes {
			for i := range size {
				primary = append(primary, fmt.Sprintf("%c%d", 'a'+half, i))
			}
		}
		fill := func(p *Problem, from, size int, rng *rand.Rand) {
			for i := range size { // a chain, so that the half is connected
				items := []int{from + i}
				if i+1 < size {
					items = append(items, from+i+1)
				}
				must(t, p.AddOption(items...))
			}
			for range 8 {
				items := []int{from + rng.IntN(size)}
				if other := from + rng.IntN(size); other != items[0] {
					items = append(items, other)
				}
				if rng.IntN(2) == 0 {
					items = append(items, p.NumPrimary()+rng.IntN(len(secondary)))
				}
				must(t, p.AddOption(items...))
			}
			least, most := rng.IntN(2), 1+rng.IntN(2)
			must(t, p.SetMultiplicity(from, least, most))
		}
		seeds := [2]uint64{rng.Uint64(), rng.Uint64()}
		whole, err := NewProblem(primary, secondary)
		must(t, err)
		fill(whole, 0, sizes[0], rand.New(rand.NewPCG(seeds[0], 0)))
		fill(whole, sizes[0], sizes[1], rand.New(rand.NewPCG(seeds[1], 0)))
		components := whole.Components()
		if len(components) != 2 {
			t.Fatalf("%d components where 2 were put together", len(components))
		}
		names := [2][]string{primary[:sizes[0]], primary[sizes[0]:]}
		for k, c := range components {
			alone, err := NewProblem(names[k], secondary)
			must(t, err)
			fill(alone, 0, sizes[k], rand.New(rand.NewPCG(seeds[k], 0)))
			if got, want := counted(t, c), counted(t, alone); got != want {
				t.Errorf("component %d has %d solutions, alone it has %d", k, got, want)
			}
		}
	}
}

// A problem of one component is returned itself, even if no option covers its only item.
func TestOneComponent(t *testing.T) {
	p, err := NewProblem([]string{"a"}, nil)
	must(t, err)
	for range 2 {
		if c := p.Components(); len(c) != 1 || c[0] != p {
			t.Errorf("%d options: %v", p.NumOptions(), c)
		}
		must(t, p.AddOption(0))
	}
}

// TestJoined checks that an option of two items joins them, even if it is the last option.
func TestJoined(t *testing.T) {
	t.Parallel()
	p, err := NewProblem([]string{"a", "b", "c"}, nil)
	must(t, err)
	for options, want := range []int{3, 3, 2, 1} {
		if got := len(p.Components()); got != want {
			t.Errorf("%d options: %d components, want %d", options, got, want)
		}
		must(t, p.AddOption([][]int{{1}, {0, 1}, {2, 1}, {0}}[options]...))
	}
}

func counted(t *testing.T, p *Problem) uint64 {
	t.Helper()
	n, err := p.NewSearch(Config{}).Count(context.Background())
	must(t, err)
	return n
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
