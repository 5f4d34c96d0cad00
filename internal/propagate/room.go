package propagate

import (
	"container/heap"
	"fmt"
	"slices"

	"nqueens"
)

// mostEntries limits the work of Room: the total length of lines and clauses times the number of
// lines that Room compares with them. No-three-in-line has many thousands of lines.
const mostEntries = 1 << 24

// Room compares lines that need many placements, or allow few, with the others. It divides the open
// placements of such a line among sets with known bounds. The upper bounds of sets that cover the
// placements must add up to what the line needs; the lower bounds of disjoint sets must not exceed
// what it allows. It detects, for example, that 122 queens have no room on the 121 columns of 11 ×
// 11 × 11 squares, and that eight kings cannot guard the nine corners of 8 × 8. If the model is
// refuted, it returns the reason.
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

// A bounded is a set of open placements and a bound of the number of chosen ones.
type bounded struct {
	placements []int
	number     int
	line       int // the index of its line
}

// inside returns the placements of a set that are in whole, and whether all open ones are.
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

// chosen returns the number of chosen placements of a line.
func (p *Propagation) chosen(l nqueens.Line) (n int) {
	for _, i := range l.Placements {
		if p.value[i] > 0 {
			n++
		}
	}
	return n
}

// room returns an upper bound of how many of some open placements can be chosen together. It takes
// lines greedily, those that exclude the most first, and then forbidden pairs, several of them at
// once if they form a clique.
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
	with := map[int][]int{} // by placement: the later placements of its pairs
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

// needed returns a lower bound of how many of some open placements must be chosen. It takes
// disjoint lines and clauses that need some of them, greedily, the smallest first.
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

// byLoss is a heap of lines, ordered by how many of their placements cannot be chosen, the most
// first.
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
