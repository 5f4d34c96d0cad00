package bdd

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/dalzilio/rudd"

	"nqueens"
)

// graph is a copy of a diagram, in which paths of least cost are counted and followed.
type graph struct {
	order *order
	nodes []node
	root  int
	cost  []int64 // by level: the cost if its variable is true
	// For each level, freeCost is the least total cost of the levels before it if their variables
	// have no constraint, and freeWays the number of those variables that cost nothing whether true
	// or false.
	freeCost []int64
	freeWays []int
}

// node is a node of a graph. Paths from it begin at its level.
type node struct {
	level     int
	low, high int      // indices of nodes
	least     int64    // the least cost of a path to the end
	ways      *big.Int // the number of paths of that cost; 0 for the node no
}

// The indices of the two terminal nodes.
const (
	no  = 0
	yes = 1
)

// graphOf returns the graph of the diagram under a root, with the costs of an objective.
func graphOf(d *diagram, root rudd.Node, goal nqueens.Objective) (*graph, error) {
	end := d.order.levels()
	g := &graph{order: d.order, cost: make([]int64, end), freeCost: make([]int64, end+1), freeWays: make([]int, end+1)}
	for k, i := range goal.Over {
		g.cost[d.order.level[i]] = goal.Cost(k)
	}
	for level, cost := range g.cost {
		g.freeCost[level+1], g.freeWays[level+1] = g.freeCost[level]+min(0, cost), g.freeWays[level]
		if cost == 0 && !d.order.auxiliary(level) {
			g.freeWays[level+1]++
		}
	}
	type original struct{ id, level, low, high int }
	var all []original
	if *root > 1 { // rudd's constants are 0 and 1
		if err := d.bdd.Allnodes(func(id, level, low, high int) error {
			if id > 1 {
				all = append(all, original{id, level, low, high})
			}
			return nil
		}, root); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(all, func(a, b original) int { return cmp.Or(b.level-a.level, a.id-b.id) })
	index := map[int]int{0: no, 1: yes}
	g.nodes = []node{no: {level: end, ways: new(big.Int)}, yes: {level: end, ways: big.NewInt(1)}}
	for _, o := range all {
		n := node{level: o.level, low: index[o.low], high: index[o.high]}
		index[o.id] = len(g.nodes)
		g.nodes = append(g.nodes, n)
		g.join(&g.nodes[len(g.nodes)-1])
	}
	g.root = index[*root]
	return g, nil
}

// join computes the least cost from a node to the end, and the number of paths with that cost, from
// those of its children.
func (g *graph) join(n *node) {
	n.ways = new(big.Int)
	for _, high := range []bool{false, true} {
		cost, ways := g.after(*n, high)
		switch {
		case ways.Sign() == 0:
		case n.ways.Sign() == 0 || cost < n.least:
			n.least, n.ways = cost, ways
		case cost == n.least:
			n.ways.Add(n.ways, ways)
		}
	}
}

// after returns the least cost of a path that starts at node n with the given value of its
// variable, and the number of paths of that cost. The number is 0 if every such path ends at the
// terminal node no.
func (g *graph) after(n node, high bool) (cost int64, ways *big.Int) {
	to := n.low
	if high {
		to, cost = n.high, g.cost[n.level]
	}
	rest, ways := g.from(n.level+1, to)
	return cost + rest, ways
}

// from returns the least cost of a path that starts at a level and continues at node to, and the
// number of paths of that cost. The variables between the level and the node may have any value.
func (g *graph) from(level, to int) (cost int64, ways *big.Int) {
	n := g.nodes[to]
	free := uint(g.freeWays[n.level] - g.freeWays[level])
	return n.least + g.freeCost[n.level] - g.freeCost[level], new(big.Int).Lsh(n.ways, free)
}

// count returns the number of solutions of the least cost, and that cost.
func (g *graph) count() (least int64, ways *big.Int) { return g.from(0, g.root) }

// walk calls visit with each solution of the least cost, until visit returns false. chosen has the
// value of each placement; the values of auxiliary placements have no meaning. The slice is valid
// only during the call.
func (g *graph) walk(visit func(chosen []bool) bool) {
	if g.root == no {
		return
	}
	chosen := make([]bool, len(g.order.placement))
	var from func(level, to int) bool
	from = func(level, to int) bool {
		n := g.nodes[to]
		switch {
		case level == len(chosen):
			return visit(chosen)
		case level < n.level && g.order.auxiliary(level):
			return from(level+1, to)
		}
		best, _ := g.from(level, to)
		for _, high := range []bool{false, true} {
			next, cost := to, int64(0) // a free variable
			if level == n.level {
				if next = n.low; high {
					next = n.high
				}
			}
			if high {
				cost = g.cost[level]
			}
			if rest, _ := g.from(level+1, next); next == no || cost+rest != best {
				continue
			}
			chosen[g.order.placement[level]] = high
			if !from(level+1, next) {
				return false
			}
		}
		return true
	}
	from(0, g.root)
}
