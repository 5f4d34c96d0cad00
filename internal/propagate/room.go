package propagate

import (
	"container/heap"
	"fmt"
	"slices"

	"nqueens"
)

// mostEntries is how much lines and clauses name together at most, times the lines that Room has to hold
// against them all: of no-three-in-line there are many thousands.
const mostEntries = 1 << 24

// Room holds lines that want many placements, or allow few, against the others. The open placements of such a
// line are shared out among sets with a bound of their own: at most so many, which must add up to what it wants,
// or, of sets apart, at least so many, which must not exceed what it allows. So it sees that 122 queens have
// no room on the 121 columns of 11 × 11 × 11 squares, and that eight kings cannot look after the nine corners of
// 8 × 8. What refutes the model it tells.
func (p *Propagation) Room() (why string) {
	wide := 0
	for _, l := range p.Model.Lines {
		if l.Min > 1 || l.Max > 1 && l.Max < len(l.Placements) {
			wide++
		}
	}
	if p.Refuted || wide*p.Literals > mostEntries {
		return ""
	}
	for k, l := range p.Model.Lines {
		least, most, open := l.Min, l.Max, make([]bool, len(p.value))
		for _, i := range l.Placements {
			open[i] = p.value[i] == 0
			if p.value[i] > 0 {
				least, most = least-1, most-1
			}
		}
		if least > 1 {
			if room := p.room(k, open); room < least {
				p.Refuted = true
				return fmt.Sprintf("%s: %d more are wanted, and there is room for %d", l.Name, least, room)
			}
		}
		if most > 1 && l.Max < len(l.Placements) {
			if needed := p.needed(k, open); needed > most {
				p.Refuted = true
				return fmt.Sprintf("%s: %d more are allowed, and %d are needed", l.Name, most, needed)
			}
		}
	}
	return ""
}

// bounded is some open placements and how many of them are chosen, at most or at least.
type bounded struct {
	placements []int
	number     int
	line       int // its index
}

// inside are the placements of a set that are in a larger one, and whether all open ones are.
func (p *Propagation) inside(placements []int, whole []bool) (some []int, all bool) {
	all = true
	for _, i := range placements {
		if whole[i] {
			some = append(some, i)
		} else if p.value[i] == 0 {
			all = false
		}
	}
	return some, all
}

// chosen is how many placements of a line are.
func (p *Propagation) chosen(l nqueens.Line) (n int) {
	for _, i := range l.Placements {
		if p.value[i] > 0 {
			n++
		}
	}
	return n
}

// room is no less than how many of some open placements can be chosen together. Lines are taken greedily, the one first
// that leaves out the most, and then pairs of which one is left out, several of them at once where each two are a pair.
func (p *Propagation) room(line int, left []bool) (room int) {
	var lines byLoss
	for k, l := range p.Model.Lines {
		if some, _ := p.inside(l.Placements, left); k != line && len(some) > l.Max-p.chosen(l) {
			lines = append(lines, bounded{some, l.Max - p.chosen(l), k})
		}
	}
	heap.Init(&lines)
	for len(lines) > 0 {
		l := &lines[0]
		if n := len(l.placements); slices.ContainsFunc(l.placements, func(i int) bool { return !left[i] }) {
			l.placements, _ = p.inside(l.placements, left)
			if len(l.placements) < n && len(l.placements) > l.number {
				heap.Fix(&lines, 0)
				continue
			}
		}
		if len(l.placements) > l.number {
			room += l.number
			for _, i := range l.placements {
				left[i] = false
			}
		}
		heap.Pop(&lines)
	}
	pairs := map[[2]int]bool{}
	with := map[int][]int{} // those after it
	for _, c := range p.Model.Clauses {
		if len(c.Literals) != 2 || c.Literals[0].Positive() || c.Literals[1].Positive() {
			continue
		}
		a, b := c.Literals[0].Placement(), c.Literals[1].Placement()
		if a, b = min(a, b), max(a, b); a != b && left[a] && left[b] && !pairs[[2]int{a, b}] {
			pairs[[2]int{a, b}] = true
			with[a] = append(with[a], b)
		}
	}
	for i, open := range left {
		if !open {
			continue
		}
		room++
		clique := []int{i}
		for _, j := range slices.Sorted(slices.Values(with[i])) {
			if left[j] && !slices.ContainsFunc(clique[1:], func(k int) bool { return !pairs[[2]int{k, j}] }) {
				clique = append(clique, j)
				left[j] = false
			}
		}
	}
	return room
}

// needed is no more than how many of some open placements must be chosen. Of lines and clauses that want some of them it
// takes, greedily, the smallest first, those that have none in common.
func (p *Propagation) needed(line int, left []bool) (needed int) {
	var wants []bounded
	for k, l := range p.Model.Lines {
		if some, all := p.inside(l.Placements, left); k != line && all && l.Min > p.chosen(l) {
			wants = append(wants, bounded{some, l.Min - p.chosen(l), k})
		}
	}
clauses:
	for _, c := range p.Model.Clauses {
		var open []int
		for _, l := range c.Literals {
			switch i := l.Placement(); {
			case p.valueOf(l) > 0 || p.value[i] == 0 && !(l.Positive() && left[i]):
				continue clauses
			case p.value[i] == 0:
				open = append(open, i)
			}
		}
		wants = append(wants, bounded{open, 1, len(p.Model.Lines)})
	}
	slices.SortStableFunc(wants, func(a, b bounded) int { return len(a.placements) - len(b.placements) })
	for _, w := range wants {
		if slices.ContainsFunc(w.placements, func(i int) bool { return !left[i] }) {
			continue
		}
		needed += w.number
		for _, i := range w.placements {
			left[i] = false
		}
	}
	return needed
}

// byLoss has the line first of whose placements the most cannot be chosen.
type byLoss []bounded

func (h byLoss) loss(i int) int { return len(h[i].placements) - h[i].number }
func (h byLoss) Len() int       { return len(h) }
func (h byLoss) Swap(i, j int)  { h[i], h[j] = h[j], h[i] }
func (h *byLoss) Push(x any)    { *h = append(*h, x.(bounded)) }
func (h byLoss) Less(i, j int) bool {
	return h.loss(i) > h.loss(j) || h.loss(i) == h.loss(j) && h[i].line < h[j].line
}

func (h *byLoss) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
