package ddnnf

import "slices"

// Rename renames each variable v to names[v-1], which is a number from 1 to variables.
func (g *Graph) Rename(variables int, names []int32) {
	for n := True + 1; int(n) < g.Len(); n++ {
		w := g.node(n)
		if w[0] == decides {
			w[1] = names[w[1]-1]
			continue
		}
		for i, l := range w[1 : 1+w[0]] {
			if l < 0 {
				w[1+i] = -names[-l-1]
			} else {
				w[1+i] = names[l-1]
			}
		}
	}
	shown := g.Shown()
	g.Projection = make([]int32, len(shown))
	for i, v := range shown {
		g.Projection[i] = names[v-1]
	}
	slices.Sort(g.Projection)
	if g.Variables = variables; len(g.Projection) == variables {
		g.Projection = nil
	}
}
