package main

import (
	"context"
	"math"
	"os"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/checkpoint"
	"nqueens/backends/quadrant"
)

func TestCommittedPicturesAreTheseOnes(t *testing.T) {
	drawn := pictures()
	for name, want := range drawn {
		got, err := os.ReadFile(name + ".svg")
		if err != nil || string(got) != want {
			t.Errorf("%s.svg is not what is drawn now (%v): go run ./backends/quadrant/pictures", name, err)
		}
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	page := readme(t)
	for _, f := range files {
		name, svg := strings.CutSuffix(f.Name(), ".svg")
		if svg && (drawn[name] == "" || !strings.Contains(page, "](pictures/"+f.Name()+")")) {
			t.Errorf("%s is not drawn or not shown any more", f.Name())
		}
	}
}

func TestMeasurementsAreAsWritten(t *testing.T) {
	text, err := encoded(measurements())
	if err != nil || string(text) != string(measured) {
		t.Errorf("measured.json is not as measure writes it: %v", err)
	}
}

func readme(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

func TestPageHasTheTables(t *testing.T) {
	page := readme(t)
	want, err := withTables(page)
	if err != nil || page != want {
		t.Errorf("the tables of README.md are not what they are now (%v): go run ./backends/quadrant/pictures", err)
	}
}

// permutations calls visit with every order of the numbers from 0 to n-1.
func permutations(n int, visit func([]int)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var swap func(int)
	swap = func(k int) {
		if k == n {
			visit(order)
			return
		}
		for i := k; i < n; i++ {
			order[k], order[i] = order[i], order[k]
			swap(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	swap(0)
}

// The brute force: all ways to put a queen in each file and rank.
func solutions() (list [][]int) {
	permutations(side, func(ranks []int) {
		for f, r := range ranks {
			for g, s := range ranks[:f] {
				if r-s == f-g || s-r == f-g {
					return
				}
			}
		}
		list = append(list, append([]int(nil), ranks...))
	})
	return list
}

func TestPairsThatFitAreSolutions(t *testing.T) {
	x := example()
	fits := map[[side]int]bool{}
	for _, e := range x.east {
		for _, w := range x.west {
			if common(e, w) == 0 {
				var ranks [side]int
				for _, q := range append(append([]queen(nil), w.queens...), e.queens...) {
					ranks[q.file] = q.rank
				}
				fits[ranks] = true
			}
		}
	}
	found := 0
	for _, ranks := range solutions() {
		inEast := 0
		for _, r := range ranks[mid:] {
			for _, want := range eastRanks {
				if r == want {
					inEast++
				}
			}
		}
		if inEast == mid {
			found++
			if !fits[[side]int(ranks)] {
				t.Errorf("no pair is the solution %v", ranks)
			}
		}
	}
	if found != len(fits) || found != 3 {
		t.Errorf("%d pairs fit, %d solutions, the page says 3", len(fits), found)
	}
}

func TestHalfBoardsAreAll(t *testing.T) {
	x := example()
	count := func(first int, ranks []int) (n int) {
		permutations(mid, func(order []int) {
			for i, a := range order {
				for k, b := range order[:i] {
					if d := ranks[a] - ranks[b]; d == i-k || d == k-i {
						return
					}
				}
			}
			n++
		})
		return n
	}
	if e, w := count(mid, eastRanks), count(0, []int{1, 2, 4, 7}); e != len(x.east) || w != len(x.west) || e != 8 || w != 8 {
		t.Errorf("%d and %d half-boards, not %d and %d; the page says 8 and 8", e, w, len(x.east), len(x.west))
	}
}

func TestBlockFindsThePairsThatFit(t *testing.T) {
	x := example()
	rows := sliced(x.west)
	for _, e := range x.bare() {
		union := met(rows, e.pattern, 0) | met(rows, e.pattern, 1)
		for k, w := range x.west {
			if fits := union>>k&1 == 0; fits != (common(e, w) == 0) {
				t.Errorf("%v and %v: %v", e.queens, w.queens, fits)
			}
		}
	}
}

// Over all choices of ranks the weights make up for the rows that are left out.
func TestWeights(t *testing.T) {
	var sums [3]int
	ofExample := 0
	for set := range 1 << side {
		var east, west []int
		for r := range side {
			if set>>r&1 != 0 {
				east = append(east, r)
			} else {
				west = append(west, r)
			}
		}
		if len(east) != mid {
			continue
		}
		x := halves{byMain(halfBoards(mid, east)), byMain(halfBoards(0, west))}
		for _, e := range x.bare() {
			for _, w := range x.west {
				if common(e, w) == 0 {
					sums[w.main]++
					if set == 1<<0|1<<3|1<<5|1<<6 {
						ofExample += 1 << w.main
					}
				}
			}
		}
	}
	all, z, q, p := symmetryCounts(side)
	if sums != [3]int{z, 2 * q, p} || sums[0]+2*sums[1]+4*sums[2] != all || all != 92 || ofExample != 5 {
		t.Errorf("pairs %v, of %d solutions z, q, p = %d, %d, %d; the example stands for %d", sums, all, z, q, p, ofExample)
	}
	if all, z, q, p := symmetryCounts(10); z+4*q+4*p != all {
		t.Errorf("%d solutions, and %d %d %d", all, z, q, p)
	}
}

// The recorded numbers of small boards, against the engine and a plain search. Pairs
// may change a little with every change of the engine.
func TestGrowthIsUpToDate(t *testing.T) {
	for _, m := range measurements() {
		known, _ := nqueens.Problem{Family: nqueens.Queens, N: m.N}.Known()
		if m.Part == checkpoint.Whole && known.Count.Cmp(nqueens.NewCount(m.Found)) != 0 {
			t.Errorf("N = %d: %d solutions, not %v", m.N, m.Found, known.Count)
		}
	}
	for _, s := range everySize() {
		if s.n > 14 {
			continue
		}
		if s.halves > 0 && s.halves != partial(s.n, s.n/2, 0, 0, 0) {
			t.Errorf("N = %d: %.0f half-boards, not %.0f", s.n, partial(s.n, s.n/2, 0, 0, 0), s.halves)
		}
		if s.nodes > 0 && s.n <= 12 {
			var nodes float64
			for rows := 1; rows <= s.n; rows++ {
				nodes += partial(s.n, rows, 0, 0, 0)
			}
			if nodes != s.nodes {
				t.Errorf("N = %d: %.0f nodes, not %.0f", s.n, nodes, s.nodes)
			}
		}
		c, err := quadrant.NewCounter(quadrant.Config{N: s.n})
		if err != nil {
			t.Fatal(err)
		}
		tasks := make([]int, c.Tasks())
		for i := range tasks {
			tasks[i] = i
		}
		var pairs float64
		if err := c.Count(context.Background(), tasks, func(r quadrant.Result) { pairs += float64(r.Pairs) }); err != nil {
			t.Fatal(err)
		}
		if math.Abs(math.Log2(pairs/s.pairs)) > 1 {
			t.Errorf("N = %d: %.0f pairs now, and %.0f on the page: measure again", s.n, pairs, s.pairs)
		}
	}
}

// partial is in how many ways the usual recursion fills so many rows.
func partial(n, rows int, columns, left, right uint32) (ways float64) {
	if rows == 0 {
		return 1
	}
	for free := (1<<n - 1) &^ (columns | left | right); free != 0; free &= free - 1 {
		bit := free & -free
		ways += partial(n, rows-1, columns|bit, (left|bit)<<1, (right|bit)>>1)
	}
	return ways
}
