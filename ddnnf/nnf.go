package ddnnf

import (
	"bufio"
	"io"
	"strconv"
)

// WriteNNF writes the graph in the format of c2d: a line "nnf V E N" with the numbers of nodes, edges and
// variables, then each node on a line, numbered from 0, after its children: "L literal", "A k children",
// "O variable 2 children". "A 0" is true and "O 0 0" is false. The last node is the root. For a projected
// formula, N is the largest projected variable. Smaller variables that are not projected do not occur in
// the graph. Each of them doubles the number of models over N variables.
func (g *Graph) WriteNNF(w io.Writer) error {
	out := bufio.NewWriter(w)
	reached := g.Reachable()
	number := make([]int, g.Len())
	literals := map[int32]int{}
	nodes, edges := 0, 0
	// The first pass numbers the nodes, the second writes them.
	var line []byte
	pass := func(write bool) {
		nodes, edges = 0, 0
		clear(literals)
		put := func(kind byte, numbers ...int) {
			if write {
				line = append(line[:0], kind)
				for _, n := range numbers {
					line = append(line, ' ')
					line = strconv.AppendInt(line, int64(n), 10)
				}
				out.Write(append(line, '\n')) //nolint:errcheck // Flush returns it
			}
			nodes++
		}
		var numbers []int
		for n := range g.Len() {
			if !reached[n] {
				continue
			}
			switch v, yes, no, ok := g.Decision(Node(n)); {
			case n == int(False):
				put('O', 0, 0)
			case ok:
				edges += 2
				put('O', int(v), 2, number[yes], number[no])
			default:
				own, children := g.Conjunction(Node(n))
				numbers = append(numbers[:0], 0)
				for _, l := range own {
					if _, there := literals[l]; !there {
						literals[l] = nodes
						put('L', int(l))
					}
					numbers = append(numbers, literals[l])
				}
				for _, c := range children {
					numbers = append(numbers, number[c])
				}
				if len(numbers) == 2 && len(own) == 1 {
					number[n] = literals[own[0]]
					if n == int(g.Root) && number[n] != nodes-1 {
						put('A', 1, number[n]) // the root comes last
						edges++
					}
					continue
				}
				numbers[0] = len(numbers) - 1
				edges += numbers[0]
				put('A', numbers...)
			}
			number[n] = nodes - 1
		}
	}
	pass(false)
	line = append(line[:0], "nnf "...)
	variables := g.Variables
	if shown := g.Shown(); g.Projection != nil {
		variables = 0
		if len(shown) > 0 {
			variables = int(shown[len(shown)-1])
		}
	}
	for i, n := range []int{nodes, edges, variables} {
		if i > 0 {
			line = append(line, ' ')
		}
		line = strconv.AppendInt(line, int64(n), 10)
	}
	out.Write(append(line, '\n')) //nolint:errcheck // Flush returns it
	pass(true)
	return out.Flush()
}
