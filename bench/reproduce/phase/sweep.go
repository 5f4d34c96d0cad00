package phase

import (
	"context"
	"errors"
	"fmt"

	"nqueens"
	"nqueens/instance"
)

// The parts of the phase transition.
const (
	partDiagonals  = "excluded-diagonals"
	partCompletion = "completion"
	partBlocked    = "blocked"
	partLinear     = "linear"
	partTheory     = "theory"
)

// Parts are what the study can be limited to.
func Parts() []string {
	return []string{partDiagonals, partCompletion, partBlocked, partLinear, partTheory}
}

// list is the random instances of one kind, board and size, in an order that
// never changes: the first hundred of a thousand are those of a hundred.
type list struct {
	n, size int // size as in instance.Recipe: diagonals, queens or blocks
	problem func(i int) (nqueens.Problem, error)
}

// sweep is lists that differ in one number, which charts have along their axis.
type sweep struct {
	part  string
	name  string // in its part and in records: "n = 14, published, 1 to 23"
	n     int    // the board; of completion, the number of queens to be placed
	kind  sweepKind
	lists []*list
	most  int // instances of each list, at most
}

// sweepKind tells apart sweeps of the same board.
type sweepKind string

const (
	ownInstances       sweepKind = "own"
	publishedInstances sweepKind = "published"
	everySecond        sweepKind = "published, every second size" // for what is slow
	competition        sweepKind = "ASP competitions"
)

// newSweep names a sweep after its first and last size.
func newSweep(part string, n int, kind sweepKind, lists []*list) *sweep {
	variable := "n"
	if part == partCompletion {
		variable = "delta"
	}
	axis := func(l *list) int {
		if part == partCompletion {
			return l.n
		}
		return l.size
	}
	name := fmt.Sprintf("%s = %d, %s, %d to %d", variable, n, kind, axis(lists[0]), axis(lists[len(lists)-1]))
	return &sweep{part: part, name: name, n: n, kind: kind, lists: lists, most: perPoint}
}

// problem is the i-th of the sweep, which has the first instance of each list
// before the second of any.
func (s *sweep) problem(i int) (nqueens.Problem, error) {
	return s.lists[i%len(s.lists)].problem(i / len(s.lists))
}

// perPoint is how many instances are published for each size, and the
// most that are made.
const perPoint = 1000

// seeds makes the instances of a recipe, those seeds left out that the generator
// gives up on. It remembers what it made.
type seeds struct {
	make func(seed uint64) (nqueens.Problem, error)
	made []nqueens.Problem
	next uint64 // seed
}

// maxGivenUp is how many seeds may be given up in a row.
const maxGivenUp = 100_000

func (s *seeds) problem(i int) (nqueens.Problem, error) {
	for tries := 0; len(s.made) <= i; tries++ {
		s.next++
		p, err := s.make(s.next)
		if _, gaveUp := errors.AsType[*instance.GaveUp](err); gaveUp && tries < maxGivenUp {
			continue
		}
		if err != nil {
			return p, err
		}
		s.made, tries = append(s.made, p), 0
	}
	return s.made[i], nil
}

// diagonalLists are the lists of excluded diagonals on a board. They share the
// instances, of which each takes the first diagonals.
func diagonalLists(ctx context.Context, n, most int, published bool) []*list {
	whole := instance.Recipe{Kind: instance.ExcludedDiagonals, N: n, Size: instance.All, Least: publishedLeast, Published: published}
	all := &seeds{make: func(seed uint64) (nqueens.Problem, error) { return whole.Make(ctx, seed) }}
	var lists []*list
	for d := 1; d <= most; d++ {
		first := &seeds{make: func(seed uint64) (nqueens.Problem, error) {
			p, err := all.problem(int(seed - 1))
			if err != nil {
				return p, err
			}
			return instance.FirstDiagonals(p, d)
		}}
		lists = append(lists, &list{n: n, size: d, problem: first.problem})
	}
	return lists
}

// publishedLeast is how many open squares each row and column keeps in the
// published instances.
const publishedLeast = 4

func randomList(ctx context.Context, r instance.Recipe) *list {
	s := &seeds{make: func(seed uint64) (nqueens.Problem, error) { return r.Make(ctx, seed) }}
	return &list{n: r.N, size: r.Size, problem: s.problem}
}
