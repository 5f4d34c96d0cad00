package regions

import (
	"fmt"
	"slices"
	"strings"

	"nqueens"
)

// A Step is one deduction of a person who solves a puzzle: squares that must have a queen, or squares that
// have none, and the reason.
type Step struct {
	Rule    string // "single", "touch", "confined", "group", "contradiction"
	Level   Level
	Text    string
	Queens  []nqueens.Square
	Removed []nqueens.Square
	Reason  []nqueens.Square // squares that the reason is about
	// Open and Placed are the candidates and the queens before the step.
	Open, Placed []nqueens.Square
}

// Solve returns the steps of a person who always uses the easiest rule that applies. solved is false if
// the rules do not lead to the solution, or if they show that there is none; the last step then states
// that.
func Solve(p nqueens.Problem) (steps []Step, solved bool) {
	g := newGrid(p)
	for _, at := range p.Given {
		g.place(p.Board().Index(at))
	}
	for !g.done() {
		s, found := g.step(true)
		if !found {
			return steps, false
		}
		steps = append(steps, s)
		if len(s.Queens)+len(s.Removed) == 0 {
			return steps, false
		}
	}
	return steps, true
}

// A kind is a kind of lines.
type kind int

const (
	ranks kind = iota
	files
	areas
)

// A grid is a puzzle after some steps of its solution.
type grid struct {
	board  nqueens.Board
	n      int
	open   []bool // squares on which a queen may still stand
	queens []int
	lines  [3][][]int // by kind: the squares of each line
	lack   [3][]int
	of     [3][]int // by kind: the line of each square
}

func newGrid(p nqueens.Problem) *grid {
	d := p.Division()
	g := &grid{board: p.Board(), n: p.N, open: p.Closed()}
	region := d.Regions.BySquare()
	for k := range g.lines {
		g.lines[k] = make([][]int, p.N)
		g.lack[k] = slices.Repeat([]int{d.Each}, p.N)
	}
	for i, s := range g.board.Squares() {
		g.open[i] = !g.open[i]
		for k, line := range []int{s.Rank, s.File, region[i]} {
			g.lines[k][line] = append(g.lines[k][line], i)
			g.of[k] = append(g.of[k], line)
		}
	}
	return g
}

func (g *grid) clone() *grid {
	c := *g
	c.open, c.queens = slices.Clone(g.open), slices.Clone(g.queens)
	for k := range g.lack {
		c.lack[k] = slices.Clone(g.lack[k])
	}
	return &c
}

func (g *grid) done() bool { return len(g.queens) > 0 && g.lacking() == 0 }

// lacking returns the number of queens that are still to be placed.
func (g *grid) lacking() (n int) {
	for _, lack := range g.lack[ranks] {
		n += lack
	}
	return n
}

// place puts a queen on a square and removes the candidates that it rules out.
func (g *grid) place(i int) {
	g.queens = append(g.queens, i)
	for _, j := range g.ruledOut(i) {
		g.open[j] = false
	}
	g.open[i] = false
	for k := range g.lack {
		g.lack[k][g.of[k][i]]--
	}
}

// ruledOut returns the candidates that a queen on a square rules out.
func (g *grid) ruledOut(i int) (list []int) {
	for j, open := range g.open {
		if !open || j == i {
			continue
		}
		files, ranks := i%g.n-j%g.n, i/g.n-j/g.n
		out := files*files <= 1 && ranks*ranks <= 1
		for k := range g.lack {
			out = out || g.of[k][i] == g.of[k][j] && g.lack[k][g.of[k][i]] == 1
		}
		if out {
			list = append(list, j)
		}
	}
	return list
}

// candidates returns the open squares of a line.
func (g *grid) candidates(k kind, line int) (list []int) {
	for _, i := range g.lines[k][line] {
		if g.open[i] {
			list = append(list, i)
		}
	}
	return list
}

func (k kind) name(line int) string {
	switch k {
	case ranks:
		return fmt.Sprintf("rank %d", line+1)
	case files:
		return "file " + nqueens.Square{File: line}.FileName()
	}
	return "region " + nqueens.RegionName(line)
}

// names returns the names of lines of a kind: "ranks 1 and 2".
func (k kind) names(lines []int) string {
	if len(lines) == 1 {
		return k.name(lines[0])
	}
	var parts []string
	word := ""
	for _, l := range lines {
		name := ""
		word, name, _ = strings.Cut(k.name(l), " ")
		parts = append(parts, name)
	}
	last := len(parts) - 1
	return word + "s " + strings.Join(parts[:last], ", ") + " and " + parts[last]
}

func (g *grid) squares(list []int) (squares []nqueens.Square) {
	for _, i := range list {
		squares = append(squares, nqueens.Square{File: i % g.n, Rank: i / g.n})
	}
	return squares
}

// text returns squares as text: "a1, b2".
func (g *grid) text(list []int) string {
	var names []string
	for _, s := range g.squares(list) {
		names = append(names, s.String())
	}
	return strings.Join(names, ", ")
}

// made places the queens, removes the candidates, and returns the step with these squares and the reason.
func (g *grid) made(s Step, queens, removed, reason []int) Step {
	s.Queens, s.Removed, s.Reason = g.squares(queens), g.squares(removed), g.squares(reason)
	for i, open := range g.open {
		if open {
			s.Open = append(s.Open, g.squares([]int{i})...)
		}
	}
	s.Placed = g.squares(g.queens)
	for _, i := range removed {
		g.open[i] = false
	}
	for _, i := range queens {
		g.place(i)
	}
	return s
}

// step returns the first step that a rule finds; the rules are tried from the easiest to the
// hardest. If deep is set, the last rule assumes a queen on a square and looks for a contradiction.
// step returns false if no rule finds a step. It does not change the grid.
func (g *grid) step(deep bool) (Step, bool) {
	rules := []func() (Step, bool){g.lost, g.single, g.confined, g.touch, func() (Step, bool) { return g.group(2) }, func() (Step, bool) { return g.group(3) }, func() (Step, bool) { return g.group(4) }}
	if deep {
		rules = append(rules, g.contradiction)
	}
	for _, rule := range rules {
		if s, found := rule(); found {
			return s, true
		}
	}
	return Step{}, false
}

// eachLine calls visit for each line that lacks queens until it returns true.
func (g *grid) eachLine(visit func(k kind, line int, on []int, lack int) bool) {
	for _, k := range []kind{areas, ranks, files} {
		for line, lack := range g.lack[k] {
			if lack > 0 && visit(k, line, g.candidates(k, line), lack) {
				return
			}
		}
	}
}

// lost finds a line that has fewer candidates than it lacks queens, so that there is no solution.
func (g *grid) lost() (s Step, found bool) {
	g.eachLine(func(k kind, line int, on []int, lack int) bool {
		if found = len(on) < lack; found {
			s = g.made(Step{Rule: "contradiction", Level: Easy, Text: fmt.Sprintf("no place is left for a queen in %s: there is no solution", k.name(line))}, nil, nil, g.lines[k][line])
		}
		return found
	})
	return s, found
}

// single finds a line that has as many candidates as it lacks queens.
func (g *grid) single() (s Step, found bool) {
	g.eachLine(func(k kind, line int, on []int, lack int) bool {
		if found = len(on) == lack && g.apart(on); found {
			s = g.made(Step{Rule: "single", Level: Easy, Text: fmt.Sprintf("%s has no other place for a queen than %s", k.name(line), g.text(on))}, on, nil, g.lines[k][line])
		}
		return found
	})
	return s, found
}

// apart reports whether queens on all of the squares do not rule each other out.
func (g *grid) apart(on []int) bool {
	c := g.clone()
	for _, i := range on {
		if !c.open[i] {
			return false
		}
		c.place(i)
	}
	return true
}

// touch finds candidates on which a queen would leave a line too few candidates.
func (g *grid) touch() (s Step, found bool) {
	g.eachLine(func(k kind, line int, on []int, lack int) bool {
		var removed []int
		for i, open := range g.open {
			if !open || g.of[k][i] == line {
				continue
			}
			out := g.ruledOut(i)
			left := slices.DeleteFunc(slices.Clone(on), func(j int) bool { return slices.Contains(out, j) })
			if len(left) < lack {
				removed = append(removed, i)
			}
		}
		if found = len(removed) > 0; found {
			s = g.made(Step{Rule: "touch", Level: Easy, Text: fmt.Sprintf("a queen on %s would leave no place in %s", g.text(removed), k.name(line))}, nil, removed, on)
		}
		return found
	})
	return s, found
}

// confined finds a line whose candidates are all on one line of another kind, so that the other
// squares of that line have no queen.
func (g *grid) confined() (Step, bool) { return g.within(1, "confined", Easy) }

// group finds several lines whose candidates are all on as many lines of another kind.
func (g *grid) group(size int) (Step, bool) { return g.within(size, "group", Medium) }

func (g *grid) within(size int, rule string, level Level) (s Step, found bool) {
	for _, pair := range [][2]kind{{areas, ranks}, {areas, files}, {ranks, areas}, {files, areas}, {ranks, files}, {files, ranks}} {
		inner, outer := pair[0], pair[1]
		var lines []int
		for line, lack := range g.lack[inner] {
			if lack > 0 {
				lines = append(lines, line)
			}
		}
		subsets(lines, size, func(chosen []int) bool {
			var on, over []int
			lack := 0
			for _, line := range chosen {
				lack += g.lack[inner][line]
				for _, i := range g.candidates(inner, line) {
					on = append(on, i)
					if o := g.of[outer][i]; !slices.Contains(over, o) {
						over = append(over, o)
					}
				}
			}
			room := 0
			for _, o := range over {
				room += g.lack[outer][o]
			}
			if room > lack || len(over) == 0 {
				return false
			}
			slices.Sort(over)
			if room < lack {
				s, found = g.made(Step{Rule: "contradiction", Level: level, Text: fmt.Sprintf("%s have places only on %s: there is no solution", inner.names(chosen), outer.names(over))}, nil, nil, on), true
				return true
			}
			var removed []int
			for _, o := range over {
				for _, i := range g.candidates(outer, o) {
					if !slices.Contains(chosen, g.of[inner][i]) {
						removed = append(removed, i)
					}
				}
			}
			if len(removed) == 0 {
				return false
			}
			verb := "has its places"
			if size > 1 {
				verb = "have their places"
			}
			s, found = g.made(Step{Rule: rule, Level: level, Text: fmt.Sprintf("%s %s only on %s, so there is no queen on %s", inner.names(chosen), verb, outer.names(over), g.text(removed))}, nil, removed, on), true
			return true
		})
		if found {
			return s, true
		}
	}
	return s, false
}

// subsets calls visit with each subset of a size until it returns true.
func subsets(list []int, size int, visit func([]int) bool) {
	chosen := make([]int, 0, size)
	var choose func(from int) bool
	choose = func(from int) bool {
		if len(chosen) == size {
			return visit(chosen)
		}
		for i := from; i <= len(list)-(size-len(chosen)); i++ {
			chosen = append(chosen, list[i])
			if choose(i + 1) {
				return true
			}
			chosen = chosen[:len(chosen)-1]
		}
		return false
	}
	choose(0)
}

// contradiction finds a candidate whose queen leads to a contradiction by the other rules.
func (g *grid) contradiction() (s Step, found bool) {
	for i, open := range g.open {
		if !open {
			continue
		}
		c := g.clone()
		c.place(i)
		for !c.done() {
			next, ok := c.step(false)
			if !ok {
				break
			}
			if len(next.Queens)+len(next.Removed) == 0 {
				text := strings.TrimSuffix(next.Text, ": there is no solution")
				return g.made(Step{Rule: "contradiction", Level: Hard, Text: fmt.Sprintf("with a queen on %s, in the end %s", g.text([]int{i}), text)}, nil, []int{i}, []int{i}), true
			}
		}
	}
	return s, false
}
