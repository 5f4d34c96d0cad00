package study

import (
	"fmt"
	"strings"

	"nqueens"
	"nqueens/bench/summary"
)

// share sets the amount to the fraction k of n. It is unknown if n is 0.
func (a *amount) share(k, n int) {
	a.k, a.n = k, n
	a.value, a.known = float64(k)/float64(max(1, n)), n > 0
}

// solvable returns the number of instances with a solution, and of decided instances.
func (s set) solvable() (k, n int) {
	return s.tally(
		func(c *summary.Cell) (has, decided bool) { return !c.Empty(), true },
		func(a answer) (has, decided bool) { return a.status != nqueens.Unsatisfiable, true })
}

// unique returns the number of instances with exactly one solution, and of instances with a known number of
// solutions.
func (s set) unique() (k, n int) {
	one := func(status nqueens.Status, count string) (has, decided bool) {
		return count == "1", count != "" || status == nqueens.Unsatisfiable
	}
	return s.tally(
		func(c *summary.Cell) (has, decided bool) { return one(c.Status, c.Count) },
		func(a answer) (has, decided bool) { return one(a.status, a.count) })
}

// tally returns the number of instances that have a property, and of those for which it is decided. An
// instance counts once, even if several contenders answered it. A board counts once for each contender.
func (s set) tally(ofBoard func(*summary.Cell) (has, decided bool), ofInstance func(answer) (has, decided bool)) (k, n int) {
	add := func(has, decided bool) {
		if decided {
			n++
			if has {
				k++
			}
		}
	}
	var seen map[string]bool
	if s.several() {
		seen = map[string]bool{}
	}
	for _, p := range s.points {
		if !p.many() {
			for _, c := range p.cells {
				if c.Timed() {
					add(ofBoard(c))
				}
			}
			continue
		}
		for _, a := range p.answers() {
			has, decided := ofInstance(a)
			if !a.status.Answered() || a.wrong || !decided {
				continue
			}
			if seen != nil {
				name := strings.Join(append([]string{p.instanceOf(), a.name}, p.as...), "\x00")
				if seen[name] {
					continue
				}
				seen[name] = true
			}
			add(has, decided)
		}
	}
	return k, n
}

// instanceOf returns a name for the common properties of a point's instances.
func (p *point) instanceOf() string {
	if o := p.cell.Origin; o != nil {
		return fmt.Sprint(o.Recipe)
	}
	return fmt.Sprint(p.cell.Family, p.cell.N)
}
