package sharp

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"nqueens/backends/internal/turns"
)

// Limits of decomposition with bit matrices: the number of variables, the number of eliminations tried, and
// the words read.
const (
	mostDecomposed = 1 << 13
	eliminations   = 12
	mostElimWork   = 30_000_000
)

// rankVariables returns for each variable a penalty that grows with its distance from the middle of a tree
// decomposition of the primal graph: two variables are adjacent if they share a clause or a sum. Branching on the
// middle first splits the formula into components. The method and the weight are those of SharpSAT-TD (T.
// Korhonen and M. Järvisalo, "Integrating tree decompositions into decision heuristics of propositional model
// counters", CP 2021). The narrower the tree relative to the formula, the larger the penalty.
func rankVariables(f *formula, seed uint64, stop *turns.Flag) (rank []float64, width int) {
	rank = make([]float64, f.variables)
	best := decompose(f, seed, stop)
	if best == nil {
		return rank, 0
	}
	distance, most := best.distances()
	if most == 0 {
		return rank, best.width
	}
	weight := 1e7
	if ratio := float64(best.vertices) / float64(max(best.width, 1)); ratio < 40 {
		weight = min(weight, 100*math.Exp(ratio)/float64(best.vertices))
	}
	for v, d := range distance {
		rank[v] = weight * float64(d) / float64(most)
	}
	return rank, best.width
}

// decompose returns a tree decomposition of the formula's primal graph, or nil if none is found within the
// limits. For a small graph it returns the best of several.
func decompose(f *formula, seed uint64, stop *turns.Flag) *tree {
	if f.variables > mostDecomposed {
		return sparseTree(f, stop)
	}
	g := graphOf(f)
	random := rand.New(rand.NewPCG(seed, 0x545245))
	var best *tree
	work := 0
	for try := range eliminations {
		if t := g.clone().eliminate(random, try > 0, best, &work, stop); t != nil {
			best = t
		}
		if work > mostElimWork || stop.Load() {
			break
		}
	}
	return best
}

// A graph is a symmetric bit matrix: a row for each vertex, with a bit for each neighbour.
type graph struct {
	words int
	rows  []uint64
}

func (g *graph) row(v int) []uint64 { return g.rows[v*g.words : (v+1)*g.words] }

func (g *graph) clone() *graph { return &graph{g.words, slices.Clone(g.rows)} }

func graphOf(f *formula) *graph {
	g := &graph{words: (f.variables + 63) / 64}
	g.rows = make([]uint64, f.variables*g.words)
	for c := range f.scopes {
		for _, l := range c {
			row := g.row(int(l.variable()))
			for _, m := range c {
				row[m.variable()/64] |= 1 << (m.variable() % 64)
			}
		}
	}
	for v := range f.variables {
		g.row(v)[v/64] &^= 1 << (v % 64)
	}
	return g
}

// A tree is a tree decomposition, or a forest if the graph is not connected. It has a bag for each vertex:
// the vertex and its neighbours at the time of its elimination.
type tree struct {
	bags     [][]int32 // by vertex; nil for a vertex without neighbours
	parent   []int32   // vertex of the parent bag; −1 at a root
	order    []int32   // order of elimination
	vertices int
	width    int
	cost     float64 // sum over all bags of the number of assignments of the bag
}

// eliminate eliminates the vertices in min-fill order and returns the tree. Each step removes the vertex
// whose neighbours need the fewest new edges to become a clique, and adds these edges. It returns nil if the
// tree would not be better than the known one.
func (g *graph) eliminate(random *rand.Rand, shuffle bool, known *tree, work *int, stop *turns.Flag) *tree {
	n := len(g.rows) / max(g.words, 1)
	t := &tree{bags: make([][]int32, n), parent: make([]int32, n)}
	degree, fill := make([]int, n), make([]int, n)
	var left []int32
	for v := range n {
		for _, w := range g.row(v) {
			degree[v] += bits.OnesCount64(w)
		}
		if degree[v] > 0 {
			left = append(left, int32(v))
		}
	}
	if shuffle {
		random.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	}
	t.vertices = len(left)
	for _, v := range left {
		fill[v] = g.missing(int(v), degree[v])
		*work += degree[v] * g.words
	}
	var around []int32
	for len(left) > 0 {
		if stop.Load() {
			return nil
		}
		best := 0
		for i, v := range left {
			if b := left[best]; fill[v] < fill[b] || fill[v] == fill[b] && degree[v] < degree[b] {
				best = i
			}
		}
		*work += len(left) / 4
		v := left[best]
		left[best] = left[len(left)-1]
		left = left[:len(left)-1]
		t.order = append(t.order, v)
		around = around[:0]
		for k, w := range g.row(int(v)) {
			for ; w != 0; w &= w - 1 {
				around = append(around, int32(64*k+bits.TrailingZeros64(w)))
			}
		}
		t.bags[v] = append([]int32{v}, around...)
		t.width = max(t.width, len(around))
		if t.cost += math.Exp2(float64(len(around))); known != nil && t.cost >= known.cost {
			return nil
		}
		for i, a := range around {
			row := g.row(int(a))
			for _, b := range around[i+1:] {
				if row[b/64]>>(b%64)&1 == 0 {
					g.join(int(a), int(b), degree, fill)
					*work += 2 * g.words
				}
			}
		}
		for _, a := range around {
			g.row(int(a))[v/64] &^= 1 << (v % 64)
			fill[a] -= degree[a] - len(around)
			degree[a]--
		}
		clear(g.row(int(v)))
	}
	t.link()
	return t
}

// missing returns the number of pairs of neighbours of a vertex that are not adjacent.
func (g *graph) missing(v, degree int) int {
	row, joined := g.row(v), 0
	for k, w := range row {
		for ; w != 0; w &= w - 1 {
			for i, x := range g.row(64*k + bits.TrailingZeros64(w)) {
				joined += bits.OnesCount64(x & row[i])
			}
		}
	}
	return (degree*(degree-1) - joined) / 2
}

// join adds an edge and updates degree and fill.
func (g *graph) join(a, b int, degree, fill []int) {
	ra, rb, common := g.row(a), g.row(b), 0
	for k := range ra {
		for w := ra[k] & rb[k]; w != 0; w &= w - 1 {
			fill[64*k+bits.TrailingZeros64(w)]--
			common++
		}
	}
	fill[a] += degree[a] - common
	fill[b] += degree[b] - common
	ra[b/64] |= 1 << (b % 64)
	rb[a/64] |= 1 << (a % 64)
	degree[a]++
	degree[b]++
}

// link sets each bag's parent: the bag of the vertex's neighbour that was eliminated next.
func (t *tree) link() {
	place := make([]int, len(t.bags))
	for i, v := range t.order {
		place[v] = i
	}
	for v, bag := range t.bags {
		t.parent[v] = -1
		for _, w := range bag {
			if int(w) != v && (t.parent[v] < 0 || place[w] < place[t.parent[v]]) {
				t.parent[v] = w
			}
		}
	}
}

// distances returns for each vertex the distance from the middle bag of its tree to the nearest bag with
// that vertex, and the largest such distance. A step to a neighbouring bag has length 1, or 0 if the
// neighbour contains all vertices of the current bag.
func (t *tree) distances() (distance []int, most int) {
	middles := t.middles()
	children := make([][]int32, len(t.bags))
	for _, v := range t.order {
		if p := t.parent[v]; p >= 0 {
			children[p] = append(children[p], v)
		}
	}
	of := make([]int, len(t.bags)) // by bag
	visited := make([]bool, len(t.bags))
	var near, far []int32 // bags at the current distance, and at the next one
	for _, middle := range middles {
		near = append(near[:0], middle)
		for at := 0; len(near) > 0; at++ {
			for len(near) > 0 {
				v := near[len(near)-1]
				near = near[:len(near)-1]
				if visited[v] {
					continue
				}
				visited[v], of[v] = true, at
				most = max(most, at)
				step := func(child, to int32) {
					switch {
					case visited[to]:
					case len(t.bags[child])-1 == len(t.bags[t.parent[child]]):
						near = append(near, to)
					default:
						far = append(far, to)
					}
				}
				for _, c := range children[v] {
					step(c, c)
				}
				if p := t.parent[v]; p >= 0 {
					step(v, p)
				}
			}
			near, far = far, near
		}
	}
	distance = make([]int, len(t.bags))
	for v := range distance {
		distance[v] = most
	}
	for v, bag := range t.bags {
		for _, w := range bag {
			distance[w] = min(distance[w], of[v])
		}
	}
	return distance, most
}

// middles returns the middle bag of each tree. Without this bag the tree falls into parts; no other bag
// makes the largest part smaller.
func (t *tree) middles() (middles []int32) {
	below, largest := make([]int, len(t.bags)), make([]int, len(t.bags))
	for _, v := range t.order {
		below[v]++
		if p := t.parent[v]; p >= 0 {
			below[p] += below[v]
			largest[p] = max(largest[p], below[v])
		}
	}
	root, best := make([]int32, len(t.bags)), make([]int32, len(t.bags)) // the root of each vertex, and the best bag of each root
	worst := func(v int32) int { return max(largest[v], below[root[v]]-below[v]) }
	for _, v := range slices.Backward(t.order) {
		root[v] = v
		if p := t.parent[v]; p >= 0 {
			root[v] = root[p]
		} else {
			best[v] = v
		}
		if r := root[v]; worst(v) < worst(best[r]) {
			best[r] = v
		}
	}
	for _, v := range t.order {
		if t.parent[v] < 0 {
			middles = append(middles, best[v])
		}
	}
	return middles
}
