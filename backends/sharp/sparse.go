package sharp

import (
	"slices"

	"nqueens/backends/internal/turns"
)

// Limits of decomposing a large graph: the width of the tree, and the number of neighbours visited.
const (
	widestSparse   = 100
	mostSparseWork = 50_000_000
)

// sparseTree returns a tree decomposition of a large formula's graph by the min-degree order: it eliminates a
// vertex with the fewest neighbours first. It returns nil if the tree becomes too wide or takes too long.
func sparseTree(f *formula, stop *turns.Flag) *tree {
	n := f.variables
	t := &tree{bags: make([][]int32, n), parent: make([]int32, n)}
	around := make([][]int32, n) // by vertex, sorted
	for c := range f.scopes {
		if len(c) > widestSparse {
			return nil
		}
		for _, l := range c {
			for _, m := range c {
				if l != m {
					around[l.variable()] = append(around[l.variable()], m.variable())
				}
			}
		}
	}
	queue := make([][]int32, widestSparse+1) // by number of neighbours; some vertices are listed under a former number
	gone := make([]bool, n)
	enqueue := func(v int32) {
		if d := len(around[v]); d <= widestSparse {
			queue[d] = append(queue[d], v)
		}
	}
	for v := range around {
		slices.Sort(around[v])
		if around[v] = slices.Compact(around[v]); len(around[v]) > 0 {
			t.vertices++
			enqueue(int32(v))
		}
	}
	work, least := 0, 0
	var joined []int32
	for len(t.order) < t.vertices {
		for least <= widestSparse && len(queue[least]) == 0 {
			least++
		}
		if least > widestSparse || work > mostSparseWork || stop.Load() {
			return nil
		}
		v := queue[least][len(queue[least])-1]
		queue[least] = queue[least][:len(queue[least])-1]
		if gone[v] || len(around[v]) != least {
			continue
		}
		gone[v] = true
		t.order = append(t.order, v)
		t.bags[v] = append([]int32{v}, around[v]...)
		t.width = max(t.width, len(around[v]))
		for _, a := range around[v] {
			joined = union(joined[:0], around[a], around[v], a, v)
			work += len(joined)
			around[a] = append(around[a][:0], joined...)
			enqueue(a)
			least = min(least, len(around[a]))
		}
		around[v] = nil
	}
	t.link()
	return t
}

// union appends the sorted union of the sorted lists a and b, without the vertices but and nor, to the
// list to.
func union(to, a, b []int32, but, nor int32) []int32 {
	for len(a) > 0 || len(b) > 0 {
		var v int32
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			v, a = a[0], a[1:]
		case len(a) == 0 || b[0] < a[0]:
			v, b = b[0], b[1:]
		default:
			v, a, b = a[0], a[1:], b[1:]
		}
		if v != but && v != nor {
			to = append(to, v)
		}
	}
	return to
}
