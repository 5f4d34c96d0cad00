package explain

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"nqueens/backends"
	"nqueens/internal/matching"
)

// ErrSolvable is the error of Conflict for a problem with a solution.
var ErrSolvable = errors.New("there is a solution")

// rounds is the number of orders in which Conflict tries to leave statements out.
const rounds = 6

// A Size describes how small a set of contradictory statements is.
type Size int

const (
	Reduced  Size = iota // the context ended before the set was shown to be minimal
	Minimal              // the others do not contradict each other without any one statement
	Smallest             // no contradictory set has fewer statements
)

// mostCrowded is the largest set of crowded lines for which Conflict searches for a smaller set: a SAT
// solver needs very long for many lines.
const mostCrowded = 16

// Conflict returns the indices of statements that contradict each other. Leaving out statements in
// different orders leads to different sets. Conflict takes the one with the fewest, and then searches
// for a set with fewer statements, within limits of work and time.
func (s *System) Conflict(ctx context.Context) (set []int, size Size, err error) {
	v, err := newSolver(s)
	if err != nil {
		return nil, Reduced, err
	}
	if set := s.crowd(); len(set) > mostCrowded {
		return set, Minimal, nil
	} else if set != nil {
		return s.smaller(ctx, v, set)
	}
	all := s.all()
	can, core, err := v.solve(ctx, all)
	switch {
	case err != nil:
		return nil, Reduced, err
	case can:
		return nil, Reduced, ErrSolvable
	}
	return s.shrunk(ctx, v, s.simple(ctx, v, all, core))
}

// shrunk returns a small contradictory set, given a contradictory set to start from.
func (s *System) shrunk(ctx context.Context, v *solver, start []int) (set []int, size Size, err error) {
	set, minimal, err := v.minimal(ctx, start)
	if err != nil || !minimal {
		return set, Reduced, err
	}
	return s.smaller(ctx, v, set)
}

// smaller returns a smallest contradictory set if the limits suffice, otherwise the given minimal one.
func (s *System) smaller(ctx context.Context, v *solver, set []int) ([]int, Size, error) {
	if fewer, proven := s.smallest(ctx, v, set); proven {
		return fewer, Smallest, nil
	}
	return set, Minimal, nil
}

// ConflictFrom does what Conflict does, but starts from a contradictory set of statements that another
// solver found: core lists the statements that the solver named as failed assumptions. If they do not
// contradict each other, the error is an ErrWrong.
func (s *System) ConflictFrom(ctx context.Context, by backends.CoreFinder) (set, core []int, size Size, err error) {
	v, err := newSolver(s)
	if err != nil {
		return nil, nil, Reduced, err
	}
	assumptions := make([]int32, len(v.choose))
	statement := make(map[int32]int, len(v.choose))
	for k, l := range v.choose {
		assumptions[k] = int32(l.Dimacs())
		statement[assumptions[k]] = k
	}
	satisfiable, failed, err := by.Core(ctx, v.formula, assumptions)
	if err != nil {
		return nil, nil, Reduced, err
	}
	name := by.Describe().Name
	core = s.all()
	if !satisfiable {
		core = nil
		for _, l := range failed {
			k, known := statement[l]
			if !known {
				return nil, nil, Reduced, fmt.Errorf("%w: %s says that %d failed, which it did not assume", ErrWrong, name, l)
			}
			core = append(core, k)
		}
	}
	switch can, _, err := v.solve(ctx, core); {
	case err != nil:
		return nil, nil, Reduced, err
	case can && satisfiable:
		return nil, nil, Reduced, ErrSolvable
	case satisfiable:
		return nil, nil, Reduced, fmt.Errorf("%w: %s says that there is a solution, and there is none", ErrWrong, name)
	case can:
		return nil, nil, Reduced, fmt.Errorf("%w: the %d failed assumptions that %s names do not contradict each other", ErrWrong, len(core), name)
	}
	set, size, err = s.shrunk(ctx, v, core)
	return set, core, size, err
}

// all returns the indices of all statements.
func (s *System) all() []int {
	all := make([]int, len(s.Statements))
	for k := range all {
		all[k] = k
	}
	return all
}

// minimal shrinks a contradictory set of statements in several orders and returns the result with the
// fewest.
func (v *solver) minimal(ctx context.Context, start []int) (set []int, minimal bool, err error) {
	random := rand.New(rand.NewPCG(1, 1))
	for round := range rounds {
		order := slices.Clone(start)
		slices.Sort(order)
		if round == 0 {
			slices.Reverse(order) // so that given pieces and closed squares, which come first, are left out last
		}
		if round > 1 {
			random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		shrunk, err := v.shrink(ctx, order)
		if err != nil {
			if set == nil {
				set = shrunk
			}
			break
		}
		if !minimal || len(shrunk) < len(set) {
			set, minimal = shrunk, true
		}
	}
	slices.Sort(set)
	return set, minimal, nil
}

// simple returns a contradictory subset of the statements all with at most one statement of the kind
// AtLeast, or core if it finds none. Such a conflict is easy to read: it shows one line without enough
// squares.
func (s *System) simple(ctx context.Context, v *solver, all, core []int) []int {
	hard := slices.DeleteFunc(slices.Clone(all), func(k int) bool { return s.Statements[k].Kind == AtLeast })
	if can, found, err := v.solve(ctx, hard); err == nil && !can {
		return found
	}
	var best []int
	for _, k := range all {
		if s.Statements[k].Kind != AtLeast || !s.Problem.HasBoard() {
			continue
		}
		if can, found, err := v.solve(ctx, append(hard[:len(hard):len(hard)], k)); err == nil && !can && (best == nil || len(found) < len(best)) {
			best = found
		}
	}
	if best == nil {
		return core
	}
	return best
}

// shrink leaves out one statement after the other, in the given order, if the remaining ones contradict
// each other. It then also leaves out the statements that the solver's proof does not use.
func (v *solver) shrink(ctx context.Context, order []int) ([]int, error) {
	needed := map[int]bool{}
	set := order
	for {
		next := slices.IndexFunc(set, func(k int) bool { return !needed[k] })
		if next < 0 {
			return set, nil
		}
		k := set[next]
		rest := slices.DeleteFunc(slices.Clone(set), func(o int) bool { return o == k })
		can, core, err := v.solve(ctx, rest)
		switch {
		case err != nil:
			return set, err
		case can:
			needed[k] = true
		default:
			set = slices.DeleteFunc(rest, func(o int) bool { return !slices.Contains(core, o) })
		}
	}
}

// direction returns the first word of a line's name, which the lines of a direction share.
func direction(name string) string {
	word, _, _ := strings.Cut(name, " ")
	return word
}

// crowd finds a conflict by the pigeonhole principle, for which a SAT solver would need very long. k lines
// of one direction (the crowd) need a piece each, but their open squares are on fewer than k lines of
// another direction, which allow one piece each. crowd returns the statements about these lines, and the
// statements that close the other squares of the crowd. It returns nil if there is no such conflict.
func (s *System) crowd() []int {
	if !s.Problem.HasBoard() || len(s.model.Placements) != s.Problem.Board().Size() {
		return nil
	}
	closedBy := map[int]int{}
	least, most := map[string][]int{}, map[string][]int{}
	lineOf := map[string]map[int]int{} // by direction and placement: the line's number in most
	for k, st := range s.Statements {
		switch {
		case st.Kind == Closed:
			for _, c := range st.clauses {
				closedBy[c.Literals[0].Placement()] = k
			}
		case st.Kind == AtLeast && st.line.Min == 1:
			least[direction(st.Name)] = append(least[direction(st.Name)], k)
		case st.Kind == AtMost && st.line.Max == 1:
			d := direction(st.Name)
			if lineOf[d] == nil {
				lineOf[d] = map[int]int{}
			}
			for _, i := range st.line.Placements {
				lineOf[d][i] = len(most[d])
			}
			most[d] = append(most[d], k)
		}
	}
	var best []int
	for _, of := range []string{"rank", "file", "region"} {
		for _, over := range []string{"rank", "file", "region"} {
			if of == over || len(least[of]) == 0 || len(most[over]) == 0 {
				continue
			}
			var edges []matching.Edge
			rights := len(most[over]) // the next vertex, for a square that is on none of these lines
			for left, k := range least[of] {
				for _, i := range s.Statements[k].line.Placements {
					if _, closed := closedBy[i]; closed {
						continue
					}
					right, on := lineOf[over][i]
					if !on {
						right = rights
						rights++
					}
					edges = append(edges, matching.Edge{Left: left, Right: right})
				}
			}
			// matching.Filter needs as many left as right vertices. An additional left vertex has an edge
			// to each right vertex, so that it is part of no crowd.
			lefts := len(least[of])
			for left := lefts; left < rights; left++ {
				for right := range rights {
					edges = append(edges, matching.Edge{Left: left, Right: right})
				}
			}
			f := matching.Filter(max(lefts, rights), rights, edges)
			if f.Perfect() || f.OnRight || slices.ContainsFunc(f.Crowd, func(left int) bool { return left >= lefts }) {
				continue
			}
			if set := s.crowded(f, least[of], most[over], lineOf[over], closedBy); best == nil || len(set) < len(best) {
				best = set
			}
		}
	}
	return best
}

// crowded returns the statements of a conflict that crowd found.
func (s *System) crowded(f matching.Filtered, least, most []int, lineOf, closedBy map[int]int) (set []int) {
	room := map[int]bool{}
	for _, right := range f.Room {
		if room[right] = true; right < len(most) {
			set = append(set, most[right])
		}
	}
	for _, left := range f.Crowd {
		set = append(set, least[left])
		for _, i := range s.Statements[least[left]].line.Placements {
			right, on := lineOf[i]
			if k, closed := closedBy[i]; closed && !(on && room[right]) && !slices.Contains(set, k) {
				set = append(set, k)
			}
		}
	}
	slices.Sort(set)
	return set
}
