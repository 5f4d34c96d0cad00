package estimate

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A walk descends a tree with a population: nodes of one level, each of which represents itself and
// others like it.
type walk struct {
	*tree
	width    int
	nodes    []node // of the current level
	weights  []float64
	below    []node // of the next level
	scratch  node
	children []child
	options  []int32 // of all nodes, concatenated
}

// A child is a branch below a node.
type child struct {
	parent  int
	first   int  // index in walk.options of the node's first option
	option  int  // index in walk.options of the child's option
	without bool // the option is excluded, not chosen
	weight  float64
	promise float64 // estimated logarithm of the number of solutions below
	share   float64 // relative to the promise of all children
}

func newWalk(t *tree, width int) *walk { return &walk{tree: t, width: width, scratch: t.blank()} }

// sample returns the logarithm of an unbiased estimate of the number of solutions: the total weight
// of the nodes that are solutions. It is exact if no level had more than width nodes.
func (w *walk) sample(random *rand.Rand, stopped func() bool) (log float64, exact bool) {
	log, exact = math.Inf(-1), true
	if w.impossible() {
		return log, true
	}
	w.nodes, w.weights = w.put(w.nodes, 0, &w.root), append(w.weights[:0], 0)
	for len(w.weights) > 0 && !stopped() {
		w.children, w.options = w.children[:0], w.options[:0]
		for i, weight := range w.weights {
			first := len(w.options)
			var either bool
			if w.options, either = w.branches(&w.nodes[i], w.options); len(w.options) == first {
				log = logAdd(log, weight)
			}
			for option := first; option < len(w.options); option++ {
				w.consider(child{parent: i, first: first, option: option, weight: weight})
				if either {
					w.consider(child{parent: i, first: first, option: option, weight: weight, without: true})
				}
			}
		}
		if len(w.children) > w.width {
			w.thin(random)
			exact = false
		}
		w.weights = w.weights[:0]
		for i, c := range w.children {
			w.below = w.put(w.below, i, &w.nodes[c.parent])
			w.step(&w.below[i], c)
			w.weights = append(w.weights, c.weight)
		}
		w.nodes, w.below = w.below, w.nodes
	}
	return log, exact
}

// put copies a node to index at of a list, which it extends if needed.
func (w *walk) put(list []node, at int, n *node) []node {
	if at == len(list) {
		list = append(list, w.blank())
	}
	list[at].set(n)
	return list
}

// consider adds a child if it can lead to a solution.
func (w *walk) consider(c child) {
	w.scratch.set(&w.nodes[c.parent])
	if w.step(&w.scratch, c) {
		c.promise = w.promise(&w.scratch)
		w.children = append(w.children, c)
	}
}

// step turns a copy of the parent node into a child, and reports whether it can lead to a solution.
func (w *walk) step(n *node, c child) bool {
	if c.without {
		return w.leave(n, w.options[c.first:c.option+1])
	}
	return w.leave(n, w.options[c.first:c.option]) && w.choose(n, w.options[c.option])
}

// thin keeps width children such that the expected weight of each is unchanged. Those with the
// largest shares are always kept. The others are kept with a probability proportional to their
// share, in even steps along the list, so that all parts of the tree are sampled.
func (w *walk) thin(random *rand.Rand) {
	highest := math.Inf(-1)
	for _, c := range w.children {
		highest = max(highest, c.weight+c.promise)
	}
	rest, shares := 0.0, make([]float64, len(w.children))
	for i := range w.children {
		c := &w.children[i]
		c.share = math.Exp(c.weight + c.promise - highest)
		rest, shares[i] = rest+c.share, c.share
	}
	slices.Sort(shares)
	places := w.width
	for ; places > 0; places-- {
		largest := shares[len(shares)-1-(w.width-places)]
		if largest*float64(places) < rest {
			break
		}
		rest -= largest
	}
	certain, kept, at := rest/float64(places), w.children[:0], random.Float64()
	for _, c := range w.children {
		if c.share < certain {
			chance := c.share / certain
			if at -= chance; at >= 0 {
				continue
			}
			at++
			c.weight -= math.Log(chance)
		}
		kept = append(kept, c)
	}
	w.children = kept
}

// logAdd returns log(exp(a) + exp(b)).
func logAdd(a, b float64) float64 {
	a, b = max(a, b), min(a, b)
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
