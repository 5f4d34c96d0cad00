// Package matching filters a constraint "all different" on a board with one piece in each rank and
// file. Squares in no perfect matching of ranks and files can be closed, and the others form blocks
// that can be filled independently (Régin, A filtering algorithm for constraints of difference in
// CSPs, 1994; Dulmage and Mendelsohn, Coverings of bipartite graphs, 1958).
package matching

import "slices"

// An Edge joins a left vertex and a right one, such as the rank and the file of a square.
type Edge struct{ Left, Right int }

// Filtered is the result of filtering a bipartite graph with as many left as right vertices.
type Filtered struct {
	// Kept reports for each edge whether some perfect matching contains it.
	Kept []bool
	// Block is, by left vertex, the number of its block, counted from 0. Two left vertices are in
	// one block if kept edges connect them. Two blocks have neither left nor right vertices in
	// common.
	Block  []int
	Blocks int
	// Crowd is empty if there is a perfect matching. Otherwise it lists vertices of one side that
	// together have fewer neighbours, Room, than vertices.
	Crowd, Room []int
	// OnRight reports that the crowd are right vertices.
	OnRight bool
}

// Perfect reports whether the graph has a perfect matching.
func (f *Filtered) Perfect() bool { return len(f.Crowd) == 0 }

// Filter filters the graph. In the worst case it takes time proportional to vertices times edges,
// and much less if a matching is easy to find. Vertices are numbered from 0.
func Filter(left, right int, edges []Edge) Filtered {
	if left < right { // then the right side, or a part of it, is a crowd
		turned := make([]Edge, len(edges))
		for i, e := range edges {
			turned[i] = Edge{e.Right, e.Left}
		}
		f := Filter(right, left, turned)
		f.OnRight = true
		return f
	}
	m := newMatcher(left, right, edges)
	for u := range left {
		if !m.match(u) {
			return m.crowd()
		}
	}
	return m.blocks(edges)
}

// A matcher matches left vertices one by one along augmenting paths.
type matcher struct {
	neighbours [][]int // by left vertex
	partner    []int   // by right vertex: its left partner, or -1
	seen       []int   // by right vertex: the last search that reached it
	search     int
	reached    []int // the left vertices reached by the last search
}

func newMatcher(left, right int, edges []Edge) *matcher {
	m := &matcher{
		neighbours: make([][]int, left), partner: slices.Repeat([]int{-1}, right), seen: make([]int, right),
	}
	degree := make([]int, left)
	for _, e := range edges {
		degree[e.Left]++
	}
	all := make([]int, len(edges))
	for u, d := range degree {
		m.neighbours[u], all = all[:0:d], all[d:]
	}
	for _, e := range edges {
		m.neighbours[e.Left] = append(m.neighbours[e.Left], e.Right)
	}
	return m
}

func (m *matcher) match(u int) bool {
	m.search++
	m.reached = m.reached[:0]
	return m.augment(u)
}

func (m *matcher) augment(u int) bool {
	m.reached = append(m.reached, u)
	for _, v := range m.neighbours[u] {
		if m.partner[v] < 0 {
			m.partner[v] = u
			return true
		}
	}
	for _, v := range m.neighbours[u] {
		if m.seen[v] == m.search {
			continue
		}
		m.seen[v] = m.search
		if m.augment(m.partner[v]) {
			m.partner[v] = u
			return true
		}
	}
	return false
}

// crowd returns the result after a search without an augmenting path: all neighbours of the reached
// vertices are partners of other reached ones (Hall's theorem).
func (m *matcher) crowd() Filtered {
	f := Filtered{Crowd: slices.Clone(m.reached)}
	for v, search := range m.seen {
		if search == m.search {
			f.Room = append(f.Room, v)
		}
	}
	slices.Sort(f.Crowd)
	return f
}

// blocks returns the result for a perfect matching. Blocks are the strongly connected components of
// the graph with an arc from each left vertex to the partner of each of its neighbours. An edge is
// in some perfect matching if and only if its arc is within a component (Tarjan's algorithm).
func (m *matcher) blocks(edges []Edge) Filtered {
	n := len(m.neighbours)
	f := Filtered{Kept: make([]bool, len(edges)), Block: slices.Repeat([]int{-1}, n)}
	var (
		number = make([]int, n) // in order of visits, from 1
		low    = make([]int, n)
		stack  []int
		visits int
		visit  func(int)
	)
	visit = func(u int) {
		visits++
		number[u], low[u] = visits, visits
		stack = append(stack, u)
		for _, v := range m.neighbours[u] {
			switch w := m.partner[v]; {
			case number[w] == 0:
				visit(w)
				low[u] = min(low[u], low[w])
			case f.Block[w] < 0:
				low[u] = min(low[u], number[w])
			}
		}
		if low[u] != number[u] {
			return
		}
		for {
			w := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			f.Block[w] = f.Blocks
			if w == u {
				break
			}
		}
		f.Blocks++
	}
	for u := range n {
		if number[u] == 0 {
			visit(u)
		}
	}
	for i, e := range edges {
		f.Kept[i] = f.Block[e.Left] == f.Block[m.partner[e.Right]]
	}
	return f
}
