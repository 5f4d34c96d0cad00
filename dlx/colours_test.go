package dlx_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens/dlx"
)

// A cover is a small exact cover with colours and multiplicities, in the terms of its definition.
type cover struct {
	bounds    [][2]int   // of each primary item
	secondary int        // the number of secondary items
	options   [][]string // for each option and item: "" if the option lacks the item, "." for no colour, or the colour
}

func randomCover(rng *rand.Rand, multiplicities bool) cover {
	c := cover{secondary: rng.IntN(4)}
	for range 1 + rng.IntN(4) {
		bounds := [2]int{1, 1}
		if multiplicities && rng.IntN(2) == 0 {
			bounds[0] = rng.IntN(3)
			bounds[1] = bounds[0] + rng.IntN(3)
		}
		c.bounds = append(c.bounds, bounds)
	}
	sparse := 2 + rng.IntN(3)
	for range rng.IntN(11) {
		option := make([]string, len(c.bounds)+c.secondary)
		for i := range option {
			switch {
			case rng.IntN(sparse) > 0:
			case i < len(c.bounds):
				option[i] = "."
			default:
				option[i] = []string{".", "a", "b", "ab"}[rng.IntN(4)]
			}
		}
		if strings.Join(option, "") != "" {
			c.options = append(c.options, option)
		}
	}
	return c
}

// text writes the cover in Knuth's format.
func (c cover) text() string {
	var b strings.Builder
	for i, bounds := range c.bounds {
		fmt.Fprintf(&b, "%d:%d|p%d ", bounds[0], bounds[1], i)
	}
	b.WriteString("|")
	for i := range c.secondary {
		fmt.Fprintf(&b, " s%d", i)
	}
	for _, option := range c.options {
		b.WriteString("\n")
		for i, use := range option {
			switch {
			case use == "":
			case i < len(c.bounds):
				fmt.Fprintf(&b, " p%d", i)
			case use == ".":
				fmt.Fprintf(&b, " s%d", i-len(c.bounds))
			default:
				fmt.Fprintf(&b, " s%d:%s", i-len(c.bounds), use)
			}
		}
	}
	return b.String()
}

// problem returns the cover as a dlx.Problem, read from its text.
func (c cover) problem(tb testing.TB) *dlx.Problem {
	tb.Helper()
	p, err := dlx.Read(strings.NewReader(c.text()))
	if err != nil {
		tb.Fatalf("%s\n%v", c.text(), err)
	}
	return p
}

// solutions returns the sets of options that are solutions, as sorted text, by trying all sets.
func (c cover) solutions() (all []string) {
	for set := range 1 << len(c.options) {
		var chosen []int
		times := make([]int, len(c.bounds))
		uses := make([][]string, c.secondary)
		ok := true
		for o, option := range c.options {
			if set>>o&1 == 0 {
				continue
			}
			chosen = append(chosen, o)
			primary := false
			for i, use := range option {
				switch {
				case use == "":
				case i < len(c.bounds):
					times[i]++
					primary = true
				default:
					uses[i-len(c.bounds)] = append(uses[i-len(c.bounds)], use)
				}
			}
			ok = ok && primary
		}
		for i, n := range times {
			ok = ok && c.bounds[i][0] <= n && n <= c.bounds[i][1]
		}
		for _, u := range uses {
			slices.Sort(u)
			ok = ok && (len(u) < 2 || u[0] != "." && u[0] == u[len(u)-1])
		}
		if ok {
			all = append(all, fmt.Sprint(chosen))
		}
	}
	slices.Sort(all)
	return all
}

// TestColoursAndMultiplicities compares every engine, alone and with threads, with all sets of
// options.
func TestColoursAndMultiplicities(t *testing.T) {
	several := 0
	for seed := range uint64(6000) {
		rng := rand.New(rand.NewPCG(seed, 7))
		multiplicities := seed%2 == 1
		c := randomCover(rng, multiplicities)
		p, want := c.problem(t), c.solutions()
		if len(want) > 1 {
			several++
		}
		configs := []dlx.Config{{Engine: dlx.Cells}, {Threads: 2, Engine: dlx.Cells}, {}}
		if !multiplicities {
			for _, engine := range engines {
				for _, choice := range choices {
					configs = append(configs, dlx.Config{Engine: engine, Choice: choice}, dlx.Config{Engine: engine, Choice: choice, Threads: 3})
				}
			}
		}
		for _, config := range configs {
			s := p.NewSearch(config)
			var got []string
			for solution := range s.Solutions(t.Context()) {
				got = append(got, fmt.Sprint(slices.Sorted(slices.Values(solution))))
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, %+v:\n%s\nsolutions %v, want %v", seed, config, c.text(), got, want)
			}
			if n, err := s.Count(t.Context()); err != nil || n != uint64(len(want)) {
				t.Fatalf("seed %d, %+v:\n%s\n%d solutions and error %v, want %d", seed, config, c.text(), n, err, len(want))
			}
		}
	}
	if several < 1000 {
		t.Errorf("only %d of the covers have several solutions", several)
	}
}

// TestComponentsKeepColours checks that a component has a solution where the problem has one.
func TestComponentsKeepColours(t *testing.T) {
	split := 0
	for seed := range uint64(2000) {
		c := randomCover(rand.New(rand.NewPCG(seed, 8)), seed%2 == 1)
		p, want := c.problem(t), c.solutions()
		parts := p.Components()
		if len(want) == 0 || len(parts) < 2 {
			continue
		}
		split++
		for _, part := range parts {
			if found, err := part.NewSearch(dlx.Config{}).First(t.Context(), 1); err != nil || len(found) == 0 {
				t.Fatalf("seed %d:\n%s\nno solution of a component, error %v", seed, c.text(), err)
			}
		}
	}
	if split < 100 {
		t.Errorf("only %d of the covers have components and solutions", split)
	}
}

func TestCheapestWithColours(t *testing.T) {
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 9))
		c := randomCover(rng, true)
		p, want := c.problem(t), c.solutions()
		least := 0
		costs := make([]int, p.NumOptions())
		for o := range costs {
			costs[o] = rng.IntN(9) - 3
			if err := p.SetCost(o, costs[o]); err != nil {
				t.Fatal(err)
			}
		}
		for i, text := range want {
			cost := 0
			for _, word := range strings.Fields(strings.Trim(text, "[]")) {
				var o int
				if _, err := fmt.Sscan(word, &o); err != nil {
					t.Fatal(err)
				}
				cost += costs[o]
			}
			if i == 0 || cost < least {
				least = cost
			}
		}
		options, cost, err := p.NewSearch(dlx.Config{}).Cheapest(t.Context())
		if err != nil || (options == nil) != (len(want) == 0) || options != nil && cost != least {
			t.Fatalf("seed %d:\n%s\ncosts %v: %v for %d, error %v, want %d", seed, c.text(), costs, options, cost, err, least)
		}
	}
}

func TestAddColouredOption(t *testing.T) {
	p, err := dlx.NewProblem([]string{"a", "b"}, []string{"x", "x:1", "y"})
	if err != nil {
		t.Fatal(err)
	}
	for _, names := range [][]string{{"a"}, {"a", "x:1", "y:2"}, {"b", "x:3"}} {
		if err := p.AddNamedOption(names...); err != nil {
			t.Errorf("%q: %v", names, err)
		}
	}
	if got := fmt.Sprint(p.Option(1), p.Colours(0), p.Colours(1), p.Colours(2)); got != "[0 3 4] [] [  2] [ 3]" {
		t.Errorf("options and colours %s", got)
	}
	for _, test := range []struct {
		err  error
		want string
	}{
		{p.AddNamedOption("a:1"), `item "a" is primary: only secondary items have colours`},
		{p.AddNamedOption("z:1"), `no item is called "z:1"`},
		{p.AddNamedOption("a", "x:"), `no item is called "x:", and no colour follows its colon`},
		{p.AddNamedOption("x:2", "a", "x:3"), `item "x" is twice in one option`},
		{p.AddColouredOption([]int{0, 2}, []string{"red"}), "1 colours for 2 items"},
		{p.AddColouredOption(nil, []string{}), "an option needs at least one item"},
	} {
		if test.err == nil || test.err.Error() != test.want {
			t.Errorf("error %v, want %s", test.err, test.want)
		}
	}
	if p.NumOptions() != 3 {
		t.Errorf("%d options after the refused ones, want 3", p.NumOptions())
	}
}

// The search for queens whose files are secondary items, with the rank of the queen as colour, visits
// as many nodes and makes as many updates as Knuth's program DLX2.
func TestColoursAreKnuths(t *testing.T) {
	for n, want := range map[int]dlx.Stats{
		4: {Solutions: 2, Nodes: 17, Updates: 295},
		5: {Solutions: 10, Nodes: 52, Updates: 895},
		6: {Solutions: 4, Nodes: 111, Updates: 2485},
		7: {Solutions: 40, Nodes: 372, Updates: 7945},
		8: {Solutions: 92, Nodes: 1199, Updates: 26933},
		9: {Solutions: 352, Nodes: 4663, Updates: 104613},
	} {
		p, err := dlx.NewProblem(append(lines("rank", n), lines("column", n)...),
			slices.Concat(lines("file", n), lines("sum", 2*n-1), lines("difference", 2*n-1)))
		if err != nil {
			t.Fatal(err)
		}
		for r := range n {
			for c := range n {
				items := []int{r, n + c, 2*n + c, 3*n + r + c, 5*n - 1 + r - c + n - 1}
				if err := p.AddColouredOption(items, []string{"", "", fmt.Sprint(r), "", ""}); err != nil {
					t.Fatal(err)
				}
			}
		}
		s := p.NewSearch(dlx.Config{Engine: dlx.Dancing})
		if _, err := s.Count(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.Stats(); got.Solutions != want.Solutions || got.Nodes != want.Nodes || got.Updates != want.Updates {
			t.Errorf("n = %d: %d solutions, %d nodes, %d updates; Knuth has %d, %d, %d", n,
				got.Solutions, got.Nodes, got.Updates, want.Solutions, want.Nodes, want.Updates)
		}
	}
}
