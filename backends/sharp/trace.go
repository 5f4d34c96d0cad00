package sharp

import (
	"errors"

	"nqueens/ddnnf"
)

// ErrMemory is the error of Compile if the graph exceeds its share of the memory.
var ErrMemory = errors.New("the graph exceeds its share of the memory")

// A trace builds the graph of the models during the search. In a search with a trace, a value of type
// number is the number of a graph node instead of a model count. The exception is the product of a branch:
// it is 0 if the branch has no model, and otherwise has no meaning. The methods of a nil trace do nothing.
type trace struct {
	graph *ddnnf.Graph
	most  int64   // memory limit in bytes
	names []int32 // by variable of the search: the variable of the graph
	// The literals and graph nodes whose conjunction is the current branch, for all nodes of the search;
	// those of the top node are last.
	literals []int32
	children []ddnnf.Node
}

// traced holds what a node of the search needs to build its part of the graph.
type traced struct {
	literals, children int        // where those of its branch begin in the trace
	nodes              int        // number of nodes in the graph before the branch
	first, second      ddnnf.Node // graph nodes of its finished branches
}

// begin returns the state of a new node of the search.
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

// clear removes the literals and children of the node's branch, and of the branches of nodes above it.
func (tr *trace) clear(t *node) {
	tr.literals, tr.children = tr.literals[:t.traced.literals], tr.children[:t.traced.children]
}

// rollback removes the branch of a node and all graph nodes made in it. Only cache entries that are removed
// at the same time refer to these.
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

// add adds the graph node of a component to the branch of the top node.
func (tr *trace) add(total number) {
	tr.children = append(tr.children, ddnnf.Node(total.word))
}

// end makes a graph node from the finished branch of the top node.
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

// join makes a graph node from the branches of the top node, and returns it.
func (tr *trace) join(t *node) number {
	yes, no := t.traced.first, t.traced.second
	if t.decision == none {
		return number{word: int64(yes)}
	}
	variable := tr.names[t.decision.variable()]
	if t.decision&1 == 0 { // the positive literal's branch came second
		yes, no = no, yes
	}
	return number{word: int64(tr.graph.Or(variable, yes, no))}
}

// full reports whether the graph exceeds its memory limit.
func (tr *trace) full() bool { return tr != nil && tr.graph.Bytes() > tr.most }
