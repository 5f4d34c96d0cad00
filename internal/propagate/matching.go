package propagate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/internal/matching"
)

// Filtered returns the model of Reduced without the placements that Match and Room exclude. Engines
// search this model. Proofs refer to Reduced, because a matching has no short proof in clauses.
func Filtered(p nqueens.Problem) (*nqueens.Model, error) {
	return reduced(p, func(p *Propagation) string { return cmp.Or(p.Match(), p.Room()) })
}

// Closed returns the problem with more blocked squares: those on which, according to Filtered, no
// piece can be placed. It is for programs that read a board instead of a model.
func Closed(p nqueens.Problem) (nqueens.Problem, error) {
	if !p.HasBoard() || p.Bare() {
		return p, nil
	}
	m, err := Filtered(p)
	if err != nil {
		return p, err
	}
	open := map[nqueens.Square]bool{}
	for _, stand := range [][]nqueens.Placement{m.Placements, m.Chosen} {
		for _, s := range stand {
			open[s.Square] = true
		}
	}
	for _, s := range p.Given {
		open[s] = true
	}
	p.Blocked = slices.Clone(p.Blocked)
	closed := p.Closed()
	for i, s := range p.Board().Squares() {
		if !open[s] && !closed[i] {
			p.Blocked = append(p.Blocked, s)
		}
	}
	return p, nil
}

// Match excludes the placements that are in no perfect matching of lines with exactly one placement
// each, and propagates, until nothing changes. It considers lines of two kinds, such as ranks and
// files, so that each open placement is on two lines, one of each kind. If the model is refuted, it
// returns the reason.
func (p *Propagation) Match() (why string) {
	for !p.Refuted {
		g, ok := p.graph()
		if !ok {
			return ""
		}
		f := matching.Filter(len(g.lines[0]), len(g.lines[1]), g.edges)
		if !f.Perfect() {
			p.Refuted = true
			return g.crowded(p.Model, f)
		}
		open := p.Open
		for e, i := range g.placements {
			if !f.Kept[e] && p.value[i] == 0 && !p.Assume(nqueens.NotChosen(i)) {
				p.Refuted = true
				return "what matchings leave"
			}
		}
		if p.Open == open {
			return ""
		}
	}
	return ""
}

// A graph joins the undecided lines of one kind with those of the other.
type graph struct {
	lines      [2][]int // by vertex: indices of Model.Lines
	edges      []matching.Edge
	placements []int // by edge
}

// graph returns the graph of the undecided lines whose edges are the open placements. ok is false
// if the lines are not of two kinds.
func (p *Propagation) graph() (g graph, ok bool) {
	of := make([][]int, len(p.value)) // by open placement: its lines
	var lines []int
	for _, l := range p.exact {
		if l.line < 0 || p.constraints[l.most].slack == 0 {
			continue // it is not a line, or has its placement
		}
		lines = append(lines, l.line)
		for _, i := range p.Model.Lines[l.line].Placements {
			if p.value[i] == 0 {
				of[i] = append(of[i], l.line)
			}
		}
	}
	kind := make([]int, len(p.Model.Lines)) // 1 or 2; 0 if unknown
	for _, first := range lines {
		if kind[first] != 0 {
			continue
		}
		kind[first] = 1
		for queue := []int{first}; len(queue) > 0; queue = queue[1:] {
			l := queue[0]
			for _, i := range p.Model.Lines[l].Placements {
				if p.value[i] != 0 {
					continue
				}
				if len(of[i]) != 2 {
					return graph{}, false
				}
				other := of[i][0] + of[i][1] - l
				switch kind[other] {
				case 0:
					kind[other] = 3 - kind[l]
					queue = append(queue, other)
				case kind[l]:
					return graph{}, false
				}
			}
		}
	}
	vertex := make([]int, len(p.Model.Lines))
	for _, l := range lines {
		side := &g.lines[kind[l]-1]
		vertex[l] = len(*side)
		*side = append(*side, l)
	}
	for i, two := range of {
		if len(two) == 2 {
			left, right := two[0], two[1]
			if kind[left] == 2 {
				left, right = right, left
			}
			g.edges = append(g.edges, matching.Edge{Left: vertex[left], Right: vertex[right]})
			g.placements = append(g.placements, i)
		}
	}
	return g, true
}

// crowded returns a message that names the lines that together have fewer crossing lines than they
// need.
func (g graph) crowded(m *nqueens.Model, f matching.Filtered) string {
	crowd, room := g.lines[0], g.lines[1]
	if f.OnRight {
		crowd, room = room, crowd
	}
	names := func(vertices, lines []int) string {
		var names []string
		for _, v := range vertices {
			names = append(names, m.Lines[lines[v]].Name)
		}
		return strings.Join(slices.Compact(names), ", ")
	}
	return fmt.Sprintf("%d lines share %d: %s; %s", len(f.Crowd), len(f.Room), names(f.Crowd, crowd), names(f.Room, room))
}
