package classic

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/family"
)

func TestKnownCounts(t *testing.T) {
	for _, m := range All() {
		for n := 1; n <= 10; n++ {
			known, _ := request(n, "").Problem.Known() // OEIS A000170
			for _, task := range m.Tasks {
				r := request(n, task)
				o := m.Run(t.Context(), r, func(nqueens.Solution) bool { return true })
				switch {
				case task != nqueens.FindFirst:
					if o.Status != nqueens.Solved || o.Count.Cmp(known.Count) != 0 {
						t.Errorf("%s, %s of %v: %s %v, and %s has %v", m.Name, task, r.Problem, o.Status, o.Count, known.Source, known.Count)
					}
				case known.Count.String() == "0":
					if o.Status != nqueens.Unsatisfiable || o.Solution != nil {
						t.Errorf("%s: first of %v: %s %v, and there is none", m.Name, r.Problem, o.Status, o.Solution)
					}
				case o.Status != nqueens.Solved || r.Problem.Check(o.Solution) != nil:
					t.Errorf("%s: first of %v: %s %v", m.Name, r.Problem, o.Status, o.Solution)
				}
			}
		}
	}
}

// TestSameSolutions compares what the task all visits with another engine.
func TestSameSolutions(t *testing.T) {
	fingerprint := func(run func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome, n int) (f nqueens.Fingerprint) {
		o := run(t.Context(), request(n, nqueens.FindAll), func(s nqueens.Solution) bool {
			s = slices.Clone(s)
			s.Sort()
			f.Add(s)
			return true
		})
		if o.Status != nqueens.Solved {
			t.Fatalf("%d: %s %s", n, o.Status, o.Reason)
		}
		return f
	}
	for n := 1; n <= 10; n++ {
		want := fingerprint(bitmask.New().Run, n)
		for _, m := range All() {
			if m.Does(nqueens.FindAll) && fingerprint(m.Run, n) != want {
				t.Errorf("%s visits another set of solutions of %d queens", m.Name, n)
			}
		}
	}
}

// TestPublishedStatistics checks the published sizes of the search for 8 queens.
func TestPublishedStatistics(t *testing.T) {
	type stats struct{ nodes, placements int64 }
	want := map[string]stats{
		"naive":             {2057, 15720}, // 1 + 8 + 42 + 140 + 344 + 568 + 550 + 312 + 92 nodes
		"symmetric":         {1 + 2056/2, 15720 / 2},
		"marks":             {1 + 2056/2, 15720 / 2},
		"available":         {1 + 2056/2, 5508 / 2},
		"bitmask-stack":     {2057, 2056},
		"permutations":      {0, 40320}, // 8!
		"place":             {2057, 15720},
		"wirth":             {114, 876}, // the textbook's first solution after 876 tests
		"dijkstra":          {2057, 15720},
		"recursive-bitmask": {2057, 2056},
	}
	for _, m := range All() {
		w, ok := want[m.Name]
		if !ok {
			continue
		}
		o := m.Run(t.Context(), request(8, m.Tasks[len(m.Tasks)-1]), func(nqueens.Solution) bool { return true })
		if got := (stats{o.Stats["nodes"], o.Stats["placements"]}); got != w {
			t.Errorf("%s: %+v, want %+v", m.Name, got, w)
		}
	}
}

// TestHalvedStatistics checks the statistics of methods that halve the board against the package
// comment, on even and odd boards.
func TestHalvedStatistics(t *testing.T) {
	stats := func(m *Method, n int) map[string]int64 {
		return m.Run(t.Context(), request(n, nqueens.CountAll), nil).Stats
	}
	for n := 2; n <= 11; n++ {
		whole := stats(Naive(), n)
		all := freeSquares(n)
		for _, m := range []*Method{Symmetric(), Marks(), Available()} {
			half := stats(m, n)
			if n%2 == 0 && 2*(half["nodes"]-1) != whole["nodes"]-1 {
				t.Errorf("%s, %d: %d nodes of %d", m.Name, n, half["nodes"], whole["nodes"])
			}
			placements := whole["placements"]
			if m.Name == "available" {
				placements = all + int64(n%2)
			}
			if 2*half["placements"] != placements {
				t.Errorf("%s, %d: %d placements are not half of %d", m.Name, n, half["placements"], placements)
			}
		}
	}
}

// freeSquares counts the placements examined by depth-first permutations: all unused columns above
// each partial placement without conflict. It is 5,508 for 8.
func freeSquares(n int) (examined int64) {
	var squares []nqueens.Square
	var fill func()
	fill = func() {
		if len(squares) == n {
			return
		}
		examined += int64(n - len(squares))
		for c := range n {
			sq := nqueens.Square{File: c, Rank: len(squares)}
			if !slices.ContainsFunc(squares, func(o nqueens.Square) bool { return family.Queens.Attacks(nqueens.NByN(n), o, sq) }) {
				squares = append(squares, sq)
				fill()
				squares = squares[:len(squares)-1]
			}
		}
	}
	fill()
	return examined
}

// TestPairs counts the pairs of queens compared, in the order of their later queen, up to the first
// on a diagonal, over all permutations.
func TestPairs(t *testing.T) {
	const n = 7
	want := int64(0)
	var permute func(q []int)
	permute = func(q []int) {
		for c := range n {
			if len(q) < n && !slices.Contains(q, c) {
				permute(append(q, c))
			}
		}
		if len(q) < n {
			return
		}
		for j := range q {
			for i := range j {
				want++
				if family.Queens.Attacks(nqueens.NByN(n), nqueens.Square{File: i, Rank: q[i]}, nqueens.Square{File: j, Rank: q[j]}) {
					return
				}
			}
		}
	}
	permute(nil)
	o := Permutations().Run(t.Context(), request(n, nqueens.CountAll), nil)
	if o.Stats["pairs"] != want || o.Stats["placements"] != 5040 {
		t.Errorf("%v, want %d pairs", o.Stats, want)
	}
}

// TestWirthsSolution checks the solution that the book prints.
func TestWirthsSolution(t *testing.T) {
	o := Wirth().Run(t.Context(), request(8, nqueens.FindFirst), nil)
	if got := fmt.Sprint(o.Solution.Numbers()); got != "[1 5 8 6 3 7 2 4]" {
		t.Errorf("%s (%v)", got, o.Solution)
	}
}

// TestTypesOfSolutions checks the numbers of Glaisher's solutions by type, as in W. W. Rouse Ball,
// "Mathematical Recreations".
func TestTypesOfSolutions(t *testing.T) {
	for n, want := range map[int][]int{4: {0, 2}, 5: {8, 2, 0}, 6: {0, 4, 0}, 7: {16, 24, 0, 0}, 8: {16, 56, 20, 0}} {
		var types []int
		for distance := range want {
			count := 0
			g := &expansion{search: &search{n: n}}
			g.ofType(n, distance, func(term) bool { count++; return true })
			types = append(types, count)
		}
		if !slices.Equal(types, want) {
			t.Errorf("%d queens: %v of the types, want %v", n, types, want)
		}
	}
}

// TestTableOptimum checks that the table states the number of pieces with the number of the best solutions.
func TestTableOptimum(t *testing.T) {
	answered := 0
	for _, f := range family.All() {
		for n := 1; n <= 8; n++ {
			r := nqueens.Request{Problem: nqueens.Problem{Family: f, N: n}, Task: nqueens.CountAll}
			if r.Problem.Validate() != nil || Table().Supports(r) != nil {
				continue
			}
			answered++
			o := Table().Run(t.Context(), r, nil)
			if known, _ := r.Problem.KnownOptimum(); (o.Optimum != nil) != (r.Problem.Goal() != nqueens.NoGoal) || o.Optimum != nil && fmt.Sprint(*o.Optimum) != known.Count.String() {
				t.Errorf("%v: optimum %v", r.Problem, o.Optimum)
			}
		}
	}
	if answered < 50 {
		t.Errorf("%d answers", answered)
	}
}

// TestCancellation cancels runs that would each take a minute at least.
func TestCancellation(t *testing.T) {
	for _, m := range All() {
		if m.Name == "table" {
			continue
		}
		for _, task := range m.Tasks {
			n := map[string]int{"determinant": 16, "permutations": 20}[m.Name]
			if n == 0 {
				n = 31
			}
			if task == nqueens.FindFirst {
				n = 128
			}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			o := m.Run(ctx, request(n, task), func(nqueens.Solution) bool { return true })
			cancel()
			if o.Status != nqueens.Timeout || o.Count != nil || o.Solution != nil || o.Partial == nil || o.Stats != nil {
				t.Errorf("%s, %s at its deadline: %+v", m.Name, task, o)
			}
			ctx, cancel = context.WithCancel(t.Context())
			cancel()
			if o := m.Run(ctx, request(8, task), nil); o.Status != nqueens.Cancelled {
				t.Errorf("%s, %s, cancelled before: %s", m.Name, task, o.Status)
			}
		}
	}
}

func TestVisitStopsTheRun(t *testing.T) {
	for _, m := range All() {
		if !m.Does(nqueens.FindAll) {
			continue
		}
		for _, last := range []int{1, 5, 92} {
			visits := 0
			o := m.Run(t.Context(), request(8, nqueens.FindAll), func(nqueens.Solution) bool {
				visits++
				return visits < last
			})
			if visits != last || o.Status != nqueens.Cancelled || o.Count != nil || o.Partial.String() != fmt.Sprint(last) {
				t.Errorf("%s, stopped at visit %d: %d visits, %+v", m.Name, last, visits, o)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	var got strings.Builder
	for _, m := range All() {
		for _, text := range []string{"torus(8)", "queens(8, given=a1)", "queens(8, symmetric=half-turn)", "queens(32)", "queens(129)"} {
			p, err := family.All().Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			r := nqueens.Request{Problem: p, Task: m.Tasks[0]}
			refusal := m.Supports(r)
			if refusal == nil {
				continue
			}
			fmt.Fprintln(&got, refusal)
			if o := m.Run(t.Context(), r, nil); o.Status != nqueens.Unsupported || o.Reason != refusal.Error() {
				t.Errorf("%s runs what it refuses: %s %s", m.Name, o.Status, o.Reason)
			}
		}
	}
	want, err := os.ReadFile("testdata/refusals.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("refusals:\n%s", got.String())
	}
	for _, r := range []nqueens.Request{
		{Problem: nqueens.Problem{N: 8}, Task: nqueens.CountAll},
		request(0, nqueens.CountAll),
		request(8, nqueens.FindAll),
	} {
		if Naive().Supports(r) == nil {
			t.Errorf("naive supports %+v", r)
		}
	}
}
