package sharp

import (
	"errors"

	"nqueens/ddnnf"
)

// ErrMemory is the error of Compile for a graph that takes more than its share of the memory.
var ErrMemory = errors.New("the graph takes more memory than it may")

// A trace builds the graph of the models while the search counts. The numbers of such a search are nodes of the graph, except that
// the product of a node's branch is 0 where the branch has no model, and something else otherwise. Its methods do
// nothing for nil.
type trace struct {
	graph *ddnnf.Graph
	most  int64   // bytes
	names []int32 // of the search's variables, those of the graph
	// What the branches of all nodes consist of, those of the top node last.
	literals []int32
	children []ddnnf.Node
}

// traced is what a node of the search knows of its part of the graph.
type traced struct {
	literals, children int        // where those of its branch begin
	nodes              int        // how many the graph had before the branch
	first, second      ddnnf.Node // what its branches have become
}

// begin returns the marks of a new node of the search.
func (tr *trace) begin() traced {
	if tr == nil {
		return traced{}
	}
	return traced{literals: len(tr.literals), children: len(tr.children)}
}

// restart begins a branch of the top node.
func (tr *trace) restart(t *node) {
	if tr != nil {
		t.traced.nodes = tr.graph.Len()
		tr.clear(t)
	}
}

// clear removes what the node's branch and those above it consist of.
func (tr *trace) clear(t *node) {
	tr.literals, tr.children = tr.literals[:t.traced.literals], tr.children[:t.traced.children]
}

// rollback removes the branch of a node, and all nodes of the graph that were made in it. Only entries of the cache that are
// removed at the same time lead to them.
func (tr *trace) rollback(t *node) {
	if tr != nil {
		tr.graph.Truncate(t.traced.nodes)
		tr.clear(t)
	}
}

// addLiteral adds a literal to the branch of the top node.
func (tr *trace) addLiteral(l lit) {
	name := tr.names[l.variable()]
	if l&1 == 1 {
		name = -name
	}
	tr.literals = append(tr.literals, name)
}

// add adds the node of a component to the branch of the top node.
func (tr *trace) add(total number) {
	tr.children = append(tr.children, ddnnf.Node(total.word))
}

// end makes a node of the graph of the top node's branch.
func (tr *trace) end(t *node) {
	if tr == nil {
		return
	}
	made := ddnnf.False
	if !t.product.isZero() {
		made = tr.graph.And(tr.literals[t.traced.literals:], tr.children[t.traced.children:])
	}
	if t.second {
		t.traced.second = made
	} else {
		t.traced.first = made
	}
	tr.clear(t)
}

// join makes a node of the graph of the top node's branches, and returns it.
func (tr *trace) join(t *node) number {
	yes, no := t.traced.first, t.traced.second
	if t.decision == none {
		return number{word: int64(yes)}
	}
	variable := tr.names[t.decision.variable()]
	if t.decision&1 == 0 { // the branch of the positive literal came second
		yes, no = no, yes
	}
	return number{word: int64(tr.graph.Or(variable, yes, no))}
}

// full reports whether the graph takes more memory than it may.
func (tr *trace) full() bool { return tr != nil && tr.graph.Bytes() > tr.most }
