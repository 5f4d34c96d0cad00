package phase

import (
	"fmt"

	"nqueens"
	"nqueens/bench"
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
	recipe  instance.Recipe
}

func newList(r instance.Recipe) *list { return &list{n: r.N, size: r.Size, recipe: r} }

// sweep is lists that differ in one number, which charts have along their axis.
type sweep struct {
	part      string
	name      string // in its part and in records: "n = 14, published, 1 to 23"
	n         int    // the board; of completion, the number of queens to be placed
	kind      sweepKind
	lists     []*list
	instances *bench.Instances
	most      int // instances of each list, at most
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
	s := &sweep{part: part, n: n, kind: kind, lists: lists, most: perPoint}
	s.name = fmt.Sprintf("%s = %d, %s, %d to %d", variable, n, kind, axis(lists[0]), axis(lists[len(lists)-1]))
	s.instances = &bench.Instances{Name: part + ", " + s.name, Seed: 1}
	for _, l := range lists {
		s.instances.Recipes = append(s.instances.Recipes, l.recipe)
	}
	return s
}

// newCompetition is a sweep of the instances of an ASP competition, which come from the user's files.
func newCompetition(n int, them []competitor) *sweep {
	s := newSweep(partBlocked, n, competition, []*list{{n: n, size: len(them[0].problem.Blocked)}})
	s.name += ", files " + digest(them)
	s.most = len(them)
	s.instances = &bench.Instances{Name: s.part + ", " + s.name, Made: func(i int) (nqueens.Problem, error) { return them[i].problem, nil }}
	return s
}

// perPoint is how many instances are published for each size, and the
// most that are made.
const perPoint = 1000

// diagonalLists are the lists of excluded diagonals on a board. They share the
// instances, of which each takes the first diagonals.
func diagonalLists(n, most int, published bool) []*list {
	var lists []*list
	for d := 1; d <= most; d++ {
		lists = append(lists, newList(instance.Recipe{Kind: instance.ExcludedDiagonals, N: n, Size: d, Least: publishedLeast, Published: published}))
	}
	return lists
}

// publishedLeast is how many open squares each row and column keeps in the
// published instances.
const publishedLeast = 4
