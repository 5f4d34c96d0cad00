package sharp

import (
	"slices"

	"nqueens/backends/internal/turns"
)

// How wide a decomposition of a large graph may be, and how many neighbours may be looked at to find it.
const (
	widestSparse   = 100
	mostSparseWork = 50_000_000
)

// sparseTree decomposes the graph of a large formula: each time it takes away a vertex with the fewest neighbours. The
// result is nil if that tree is too wide or takes too long.
func sparseTree(f *formula, stop *turns.Flag) *tree {
	n := f.variables
	t := &tree{bags: make([][]int32, n), parent: make([]int32, n)}
	around := make([][]int32, n) // of each vertex, in order
	for _, c := range f.clauses {
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
	queue := make([][]int32, widestSparse+1) // by number of neighbours, and some that have another by now
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

// union appends the numbers of two lists in order, each once and but for two of them.
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
