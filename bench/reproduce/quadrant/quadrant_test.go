package quadrant

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends/quadrant"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/journal"
)

// committed is the folder of the reproduction made last.
const committed = "../../../results/reproduction/quadrant/"

const remake = "go run ./cmd/nqueens reproduce quadrant -o results/reproduction"

func TestCommittedPicturesAreTheseOnes(t *testing.T) {
	drawn := Drawings()
	explained, shown := text(t, "../../../backends/quadrant/README.md"), text(t, committed+"README.md")
	for name, d := range drawn {
		want, err := d.SVG()
		if err != nil {
			t.Fatal(err)
		}
		if text(t, committed+name+".svg") != string(want) {
			t.Errorf("%s.svg is not what is drawn now: %s", name, remake)
		}
		if _, err := d.PNG(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.Contains(explained, "](../../results/reproduction/quadrant/"+name+".svg)") || !strings.Contains(shown, "]("+name+".svg)") {
			t.Errorf("%s is not shown", name)
		}
	}
}

func text(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// measured is the measurements of that run, all of them.
func measured(t *testing.T) []Measurement {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, JournalFile), []byte(text(t, committed+JournalFile)), 0o666); err != nil {
		t.Fatal(err)
	}
	list, leftOut, err := Measure(t.Context(), dir, Options{Budget: 4 * time.Minute, Keep: true})
	if err != nil || len(leftOut) > 0 || len(list) != len(plan()) {
		t.Fatalf("%d measurements, left out %q, %v", len(list), leftOut, err)
	}
	return list
}

func TestCommittedPageIsThisOne(t *testing.T) {
	var p page.Page
	Report(&p, measured(t))
	if !strings.Contains(text(t, committed+"README.md"), strings.TrimSpace(p.Markdown())) {
		t.Errorf("the page is not what is written now: %s", remake)
	}
	if failures := p.Failures(); len(failures) > 0 {
		t.Error(failures)
	}
}

// The tables of the README that explains the method.
func TestReadmeHasTheTables(t *testing.T) {
	readme := text(t, "../../../backends/quadrant/README.md")
	for _, table := range []string{filesTable(example()), symmetryTable()} {
		if !strings.Contains(readme, table) {
			t.Errorf("README.md of backends/quadrant lacks the table\n%s", table)
		}
	}
}

// symmetryCounts are, for a board of side n, the solutions with no queen on a
// main diagonal; those with one in the south-west and none on the other; and
// those with one in the south-west and one on the other in the north-west.
func symmetryCounts(n int) (all, z, q, p int) {
	columns := make([]int, 0, n)
	var place func()
	place = func() {
		if len(columns) == n {
			all++
			up, down := -1, -1 // where queens stand on the main diagonals
			for y, x := range columns {
				if x == y {
					up = x
				}
				if x+y == n-1 {
					down = x
				}
			}
			switch {
			case up < 0 && down < 0:
				z++
			case up >= 0 && up < n/2 && down < 0:
				q++
			case up >= 0 && up < n/2 && down >= 0 && down < n/2:
				p++
			}
			return
		}
	next:
		for x := range n {
			for r, c := range columns {
				if d := len(columns) - r; x == c || x == c+d || x == c-d {
					continue next
				}
			}
			columns = append(columns, x)
			place()
			columns = columns[:len(columns)-1]
		}
	}
	place()
	return all, z, q, p
}

// filesTable is how the eastern half-boards of the example come from their
// quadrants, in Markdown: for each choice of the files of the queens in the north.
func filesTable(x halves) string {
	var t strings.Builder
	t.WriteString("| files of the north | north | files of the south | south | pairs | half-boards |\n|---|---|---|---|---|---|\n")
	var north, south []int
	for _, r := range eastRanks {
		if r >= mid {
			north = append(north, r)
		} else {
			south = append(south, r)
		}
	}
	for a := mid; a < side; a++ {
		for b := a + 1; b < side; b++ {
			var rest []int
			for f := mid; f < side; f++ {
				if f != a && f != b {
					rest = append(rest, f)
				}
			}
			files := []int{a, b}
			n, s := placements(files, north), placements(rest, south)
			var made []string
			for i, h := range x.east {
				if h.queens[a-mid].rank >= mid && h.queens[b-mid].rank >= mid {
					made = append(made, fmt.Sprintf("E%d", i+1))
				}
			}
			fmt.Fprintf(&t, "| %s | %s | %s | %s | %d | %s |\n", names(files), squares(n), names(rest), squares(s), len(n)*len(s), strings.Join(made, ", "))
		}
	}
	return t.String()
}

// placements are the ways to put two queens on two files and two ranks of a
// quadrant.
func placements(files, ranks []int) (list [][2]queen) {
	for i := range 2 {
		p := [2]queen{{files[0], ranks[i]}, {files[1], ranks[1-i]}}
		if !p[0].attacks(p[1]) {
			list = append(list, p)
		}
	}
	return list
}

func names(files []int) string {
	text := ""
	for _, f := range files {
		text += string(rune('a' + f))
	}
	return text
}

func squares(list [][2]queen) string {
	var texts []string
	for _, p := range list {
		texts = append(texts, p[0].String()+" "+p[1].String())
	}
	if len(texts) == 0 {
		return "none"
	}
	return strings.Join(texts, "; ")
}

// String is the square as people write it: a1.
func (q queen) String() string { return fmt.Sprintf("%c%d", 'a'+q.file, q.rank+1) }

// symmetryTable is z, q and p of small boards.
func symmetryTable() string {
	var t strings.Builder
	t.WriteString("| N | z | q | p | z + 4q + 4p | solutions |\n|---|---|---|---|---|---|\n")
	for _, n := range []int{6, 8, 10} {
		all, z, q, p := symmetryCounts(n)
		fmt.Fprintf(&t, "| %d | %d | %d | %d | %d | %d |\n", n, z, q, p, z+4*q+4*p, all)
	}
	return t.String()
}

// A budget decides what is measured. What was measured is not measured again, unless
// another build did it and it is not to be kept.
func TestMeasure(t *testing.T) {
	dir := t.TempDir()
	measure := func(budget time.Duration, build string, keep bool, builds ...string) []Measurement {
		t.Helper()
		list, leftOut, err := Measure(t.Context(), dir, Options{Budget: budget, Build: build, Keep: keep})
		if err != nil || len(list) != len(builds) || len(list)+len(leftOut) != len(plan()) {
			t.Fatalf("%v, left out %q, %v", list, leftOut, err)
		}
		for i, m := range list {
			if m.Build != builds[i] {
				t.Errorf("N = %d was measured by %s, not %s", m.N, m.Build, builds[i])
			}
		}
		return list
	}
	first := measure(500*time.Millisecond, "a", false, "a", "a", "a")
	again := measure(700*time.Millisecond, "a", false, "a", "a", "a", "a")
	if !slices.Equal(again[:3], first) {
		t.Errorf("%v was measured again: %v", first, again)
	}
	measure(850*time.Millisecond, "b", true, "a", "a", "a", "a", "b")
	measure(500*time.Millisecond, "b", false, "b", "b", "b", "b") // N = 12 is another build's
	if _, err := os.Stat(filepath.Join(dir, "environment.json")); err != nil {
		t.Error(err)
	}
	held, err := journal.Open(filepath.Join(dir, JournalFile))
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if _, _, err := Measure(t.Context(), dir, Options{}); !errors.Is(err, journal.ErrLocked) {
		t.Errorf("into a folder that another process has: %v", err)
	}
	var p page.Page
	Report(&p, again)
	if failures := p.Failures(); len(failures) > 0 {
		t.Error(failures)
	}
	again[1].Found++
	p = page.Page{}
	if Report(&p, again); len(p.Failures()) != 1 {
		t.Errorf("a wrong count is told as %q", p.Failures())
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := Measure(stopped, t.TempDir(), Options{Budget: time.Minute}); !errors.Is(err, context.Canceled) {
		t.Error(err)
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
	for _, s := range sizes(measured(t)) {
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
		o := quadrant.New().Run(context.Background(), nqueens.Request{Problem: queens(s.n), Task: nqueens.CountAll}, nil)
		pairs := float64(o.Stats["pairs"])
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
