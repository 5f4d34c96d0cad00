package ddnnf

import "slices"

// A Node is the number of a node of a Graph. The nodes below it have smaller numbers.
type Node int32

// The nodes that every graph has.
const (
	False Node = iota // the constant false
	True              // the constant true
)

// A Graph is a decision-DNNF. Truncate removes the nodes that were added last.
type Graph struct {
	// Variables is the number of the formula's variables, which are 1, 2, …
	Variables int
	// Projection lists the variables that can occur in the graph, in ascending order; nil means all
	// variables.
	Projection []int32
	// Root is the node of the whole formula.
	Root Node

	words []int32
	ends  []uint32 // by node: where its words end in words
}

// New returns a graph with the nodes False and True only. Its variables are the numbers in projection, in any
// order, or 1 to variables if projection is nil.
func New(variables int, projection []int32) *Graph {
	if projection != nil {
		projection = slices.Compact(slices.Sorted(slices.Values(projection)))
		if len(projection) == variables {
			projection = nil
		} else if projection == nil {
			projection = []int32{}
		}
	}
	return &Graph{Variables: variables, Projection: projection, ends: make([]uint32, 2)}
}

// Shown returns the variables of the graph in ascending order: the projection, or all variables.
func (g *Graph) Shown() []int32 {
	if g.Projection != nil {
		return g.Projection
	}
	all := make([]int32, g.Variables)
	for i := range all {
		all[i] = int32(i + 1)
	}
	return all
}

// Len returns the number of nodes, including False and True.
func (g *Graph) Len() int { return len(g.ends) }

// Bytes returns the number of bytes that the nodes take.
func (g *Graph) Bytes() int64 { return 4 * int64(cap(g.words)+cap(g.ends)) }

// Truncate keeps the given number of nodes, those added first, and removes all others.
func (g *Graph) Truncate(nodes int) {
	g.ends = g.ends[:nodes]
	g.words = g.words[:g.ends[nodes-1]]
}

// decides is the first word of a disjunction; its variable and its two children follow. A conjunction is
// stored as the number of its literals, the literals, and its children.
const decides int32 = -1

// And adds the conjunction of the literals and children, which must share no variable. If it equals its
// only child or True, And returns that node instead. No child may be False.
func (g *Graph) And(literals []int32, children []Node) Node {
	children = slices.DeleteFunc(slices.Clone(children), func(c Node) bool { return c == True })
	if len(literals) == 0 && len(children) == 0 {
		return True
	}
	if len(literals) == 0 && len(children) == 1 {
		return children[0]
	}
	g.words = append(g.words, int32(len(literals)))
	g.words = append(g.words, literals...)
	for _, c := range children {
		g.words = append(g.words, int32(c))
	}
	return g.end()
}

// Or adds the disjunction of two nodes. The node yes implies the variable, and the node no implies its
// negation. If one of them is False, Or returns the other.
func (g *Graph) Or(variable int32, yes, no Node) Node {
	switch {
	case yes == False:
		return no
	case no == False:
		return yes
	}
	g.words = append(g.words, decides, variable, int32(yes), int32(no))
	return g.end()
}

func (g *Graph) end() Node {
	g.ends = append(g.ends, uint32(len(g.words)))
	return Node(len(g.ends) - 1)
}

func (g *Graph) node(n Node) []int32 { return g.words[g.ends[n-1]:g.ends[n]] }

// Decision returns the variable and the children of a disjunction. ok is false for other nodes.
func (g *Graph) Decision(n Node) (variable int32, yes, no Node, ok bool) {
	if n <= True {
		return 0, 0, 0, false
	}
	w := g.node(n)
	if w[0] != decides {
		return 0, 0, 0, false
	}
	return w[1], Node(w[2]), Node(w[3]), true
}

// Conjunction returns the literals and the children of a conjunction, which must not be changed. For True both are empty.
func (g *Graph) Conjunction(n Node) (literals, children []int32) {
	if n <= True {
		return nil, nil
	}
	w := g.node(n)
	return w[1 : 1+w[0]], w[1+w[0]:]
}

// Reachable reports for each node whether it can be reached from the root.
func (g *Graph) Reachable() []bool {
	reached := make([]bool, g.Len())
	reached[g.Root] = true
	for n := Node(g.Len() - 1); n > True; n-- {
		if !reached[n] {
			continue
		}
		if _, yes, no, ok := g.Decision(n); ok {
			reached[yes], reached[no] = true, true
			continue
		}
		_, children := g.Conjunction(n)
		for _, c := range children {
			reached[c] = true
		}
	}
	return reached
}
