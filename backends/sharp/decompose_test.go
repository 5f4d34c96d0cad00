package sharp

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens/backends/internal/turns"
)

// TestDecompose checks both kinds of tree decompositions of random formulas: each clause lies in a bag, the
// bags of a variable are connected, and a narrow formula has a narrow tree.
func TestDecompose(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	var flag turns.Flag
	for i := range 200 {
		n := 5 + random.IntN(60)
		window := 3 + random.IntN(min(n, 12)-2)
		f := load(threeSAT(random, n, n+random.IntN(2*n), window), nil, &flag)
		for name, tree := range map[string]*tree{"min-fill": decompose(f, uint64(i), &flag), "min-degree": sparseTree(f, &flag)} {
			if tree.width > 2*window { // the windows in order form a tree of width window − 1
				t.Errorf("%s: width %d of clauses within %d variables", name, tree.width, window)
			}
			for _, c := range f.clauses {
				if !slices.ContainsFunc(tree.bags, func(bag []int32) bool {
					return !slices.ContainsFunc(c, func(l lit) bool { return !slices.Contains(bag, l.variable()) })
				}) {
					t.Fatalf("%s: clause %v is in no bag", name, c)
				}
			}
			holding, edges := make([]int, n), make([]int, n) // by variable
			for v, bag := range tree.bags {
				for _, w := range bag {
					holding[w]++
					if p := tree.parent[v]; p >= 0 && slices.Contains(tree.bags[p], w) {
						edges[w]++
					}
				}
			}
			for v := range n {
				if holding[v] > 0 && edges[v] != holding[v]-1 {
					t.Fatalf("%s: variable %d is in %d bags with %d edges between them", name, v, holding[v], edges[v])
				}
			}
			distance, most := tree.distances()
			if slices.Max(distance) > most || most > 0 && slices.Min(distance) != 0 {
				t.Fatalf("%s: distances %v, at most %d", name, distance, most)
			}
		}
	}
}

// TestMiddle checks that the variables in the middle of a chain rank first.
func TestMiddle(t *testing.T) {
	var flag turns.Flag
	f := &formula{variables: 101, stop: &flag}
	for v := lit(0); v < 100; v++ {
		f.clauses = append(f.clauses, []lit{2 * v, 2 * (v + 1)})
	}
	rank, width := rankVariables(f, 0, &flag)
	if width != 1 || rank[50] > rank[40] || rank[40] >= rank[10] || rank[10] >= rank[0] || rank[60] >= rank[90] {
		t.Errorf("width %d, ranks %v", width, rank)
	}
}
