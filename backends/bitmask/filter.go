package bitmask

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/internal/matching"
)

// filter closes squares that are in no solution of the region. These are the squares in no perfect
// matching of its ranks and files, without regard to the diagonals, and the squares that a piece on
// the only square of a rank attacks. It repeats this until nothing changes.
//
// If the lines consist of several independent sets, filter returns these as blocks, the smallest
// first; each block must have a solution by itself. It orders the lines of left by block, so that a
// search that chooses among lines with equally few squares fills the smaller blocks first. If there
// is no perfect matching, there is no solution, and why names lines that have too few squares
// together.
func (r region) filter() (left region, blocks []region, why string) {
	for r.scarce() {
		g := r.graph()
		f := matching.Filter(len(g.ranks), len(g.files), g.edges)
		if !f.Perfect() {
			return r, nil, g.crowded(f)
		}
		if kept := r.settled(g, f); len(kept) < len(r.open) {
			r.open = kept
			continue
		}
		return r.inBlocks(g, f)
	}
	return r, nil, ""
}

// scarce reports whether a line has so few squares that some squares may be in no perfect matching.
// If k ranks and k files have k/2 + 1 squares each, every square is in a perfect matching: without
// its rank and file no line of the k−1 others has fewer than (k−1)/2.
func (r region) scarce() bool {
	if r.kinds != 2 {
		return false // the lines to fill include diagonals, which find the same squares
	}
	squares := [2][]int{make([]int, r.side), make([]int, r.side)}
	for _, s := range r.open {
		squares[0][s.Rank]++
		squares[1][s.File]++
	}
	return slices.ContainsFunc(r.lines, func(l line) bool { return 4*squares[l.kind][l.index] < len(r.lines)+4 })
}

// graph is the bipartite graph of a region: ranks on the left, files on the right, an edge for each
// open square.
type graph struct {
	ranks, files []int // ascending; a vertex is the index in this list
	edges        []matching.Edge
}

func (r region) graph() graph {
	var g graph
	sides := [2]*[]int{&g.ranks, &g.files}
	for _, l := range r.lines {
		*sides[l.kind] = append(*sides[l.kind], l.index)
	}
	var vertex [2][]int // by line
	for kind, side := range sides {
		slices.Sort(*side)
		vertex[kind] = make([]int, r.side)
		for v, index := range *side {
			vertex[kind][index] = v
		}
	}
	g.edges = make([]matching.Edge, len(r.open))
	for i, s := range r.open {
		g.edges[i] = matching.Edge{Left: vertex[0][s.Rank], Right: vertex[1][s.File]}
	}
	return g
}

// settled returns the open squares that are in a perfect matching, except those attacked by a piece
// on a square that is the only one of its rank.
func (r region) settled(g graph, f matching.Filtered) []nqueens.Square {
	size := make([]int, f.Blocks)
	for _, b := range f.Block {
		size[b]++
	}
	gone := make([]bool, len(r.open))
	chains := r.chains()
	for i, e := range g.edges {
		if gone[i] = gone[i] || !f.Kept[i]; f.Kept[i] && size[f.Block[e.Left]] == 1 {
			for other := range r.attacked(i, chains) {
				gone[other] = gone[other] || other != i
			}
		}
	}
	kept := make([]nqueens.Square, 0, len(r.open))
	for i, s := range r.open {
		if !gone[i] {
			kept = append(kept, s)
		}
	}
	return kept
}

// inBlocks splits a region, all of whose squares are in perfect matchings, into its blocks.
func (r region) inBlocks(g graph, f matching.Filtered) (left region, blocks []region, why string) {
	if f.Blocks == 1 {
		return r, nil, ""
	}
	blocks = make([]region, f.Blocks)
	of := map[line]int{}
	for i, s := range r.open {
		b := f.Block[g.edges[i].Left]
		of[line{0, s.Rank}], of[line{1, s.File}] = b, b
		blocks[b].open = append(blocks[b].open, s)
	}
	for _, l := range r.lines {
		blocks[of[l]].lines = append(blocks[of[l]].lines, l)
	}
	for i := range blocks {
		b := &blocks[i]
		b.side, b.piece, b.kinds, b.weight, b.portable = r.side, r.piece, r.kinds, r.weight, r.portable
	}
	r.lines = slices.Clone(r.lines)
	slices.SortStableFunc(r.lines, func(a, b line) int {
		return cmp.Compare(len(blocks[of[a]].lines), len(blocks[of[b]].lines))
	})
	blocks = slices.DeleteFunc(blocks, func(b region) bool { return len(b.lines) == 2 })
	slices.SortStableFunc(blocks, func(a, b region) int { return cmp.Compare(len(a.lines), len(b.lines)) })
	if len(blocks) == 1 {
		blocks = nil
	}
	return r, blocks, ""
}

// crowded returns a description of the lines that have too few squares.
func (g graph) crowded(f matching.Filtered) string {
	of := func(vertices, lines []int) (indexes []int) {
		for _, v := range vertices {
			indexes = append(indexes, lines[v])
		}
		return indexes
	}
	crowd, room := named(0, of(f.Crowd, g.ranks)), named(1, of(f.Room, g.files))
	if f.OnRight {
		crowd, room = named(1, of(f.Crowd, g.files)), named(0, of(f.Room, g.ranks))
	}
	if len(f.Room) == 0 {
		return crowd + " has no square left"
	}
	return crowd + " share " + room
}

// name returns a description of the region's lines.
func (r region) name() string {
	g := r.graph()
	return "the block of " + named(0, g.ranks) + " and " + named(1, g.files)
}

// named formats lines of one kind, ascending: "4 ranks (1–3, 7)".
func named(kind int, indexes []int) string {
	name := func(index int) string {
		if kind == 0 {
			return fmt.Sprint(index + 1)
		}
		return nqueens.Square{File: index}.FileName()
	}
	var runs []string
	for from := 0; from < len(indexes); {
		to := from + 1
		for to < len(indexes) && indexes[to] == indexes[to-1]+1 {
			to++
		}
		run := name(indexes[from])
		if to-from > 1 {
			run += "–" + name(indexes[to-1])
		}
		runs = append(runs, run)
		from = to
	}
	line := [...]string{"rank", "file"}[kind]
	if len(indexes) == 1 {
		return line + " " + runs[0]
	}
	return fmt.Sprintf("%d %ss (%s)", len(indexes), line, strings.Join(runs, ", "))
}
