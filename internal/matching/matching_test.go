package matching

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFilter tries every perfect matching of small random graphs: an edge is kept if and only if
// one contains it, and a crowd has too few neighbours.
func TestFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(1994, 362))
	perfect, split, right := 0, 0, 0
	for range 3000 {
		left := r.IntN(7)
		files := left
		if r.IntN(8) == 0 {
			files = r.IntN(7)
		}
		var edges []Edge
		for u := range left {
			for v := range files {
				if r.IntN(5) < 2 {
					edges = append(edges, Edge{u, v})
				}
			}
		}
		f := Filter(left, files, edges)
		want := inPerfect(left, files, edges)
		if f.Perfect() != (want != nil) {
			t.Fatalf("%d × %d %v: perfect %v", left, files, edges, f.Perfect())
		}
		if !f.Perfect() {
			checkCrowd(t, f, edges)
			if f.OnRight {
				right++
			}
			continue
		}
		perfect++
		if !slices.Equal(f.Kept, want) {
			t.Fatalf("%d × %d %v: kept %v, not %v", left, files, edges, f.Kept, want)
		}
		checkBlocks(t, f, left, edges)
		if f.Blocks > 1 && f.Blocks < left {
			split++
		}
	}
	if perfect < 300 || split < 100 || right < 50 {
		t.Errorf("only %d graphs with perfect matchings, %d of several blocks, %d with a crowd to the right", perfect, split, right)
	}
}

// inPerfect returns for each edge whether a perfect matching contains it, or nil if there is none.
func inPerfect(left, right int, edges []Edge) []bool {
	if left != right {
		return nil
	}
	in, any := make([]bool, len(edges)), false
	var taken []int
	used := make([]bool, right)
	var match func(u int)
	match = func(u int) {
		if u == left {
			any = true
			for _, i := range taken {
				in[i] = true
			}
			return
		}
		for i, e := range edges {
			if e.Left == u && !used[e.Right] {
				used[e.Right], taken = true, append(taken, i)
				match(u + 1)
				used[e.Right], taken = false, taken[:len(taken)-1]
			}
		}
	}
	if match(0); !any {
		return nil
	}
	return in
}

func checkCrowd(t *testing.T, f Filtered, edges []Edge) {
	t.Helper()
	var room []int
	for _, e := range edges {
		from, to := e.Left, e.Right
		if f.OnRight {
			from, to = to, from
		}
		if slices.Contains(f.Crowd, from) && !slices.Contains(room, to) {
			room = append(room, to)
		}
	}
	slices.Sort(room)
	if len(f.Crowd) <= len(f.Room) || !slices.Equal(room, f.Room) {
		t.Fatalf("%v: crowd %v (right: %v) has room %v, and says %v", edges, f.Crowd, f.OnRight, room, f.Room)
	}
}

// checkBlocks checks that two left vertices are in one block if and only if kept edges connect
// them.
func checkBlocks(t *testing.T, f Filtered, n int, edges []Edge) {
	t.Helper()
	reach := make([][]bool, n)
	for u := range reach {
		reach[u] = make([]bool, n)
		reach[u][u] = true
	}
	for range n {
		for i, e := range edges {
			for j, o := range edges {
				if f.Kept[i] && f.Kept[j] && e.Right == o.Right {
					for u := range n {
						reach[u][o.Left] = reach[u][o.Left] || reach[u][e.Left]
					}
				}
			}
		}
	}
	for u := range n {
		for v := range n {
			if reach[u][v] != (f.Block[u] == f.Block[v]) {
				t.Fatalf("%v: %d and %d in blocks %d and %d", edges, u, v, f.Block[u], f.Block[v])
			}
		}
	}
	if n > 0 && slices.Max(f.Block)+1 != f.Blocks {
		t.Fatalf("%v: blocks %v, %d of them", edges, f.Block, f.Blocks)
	}
}
