package regions

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nqueens"
)

const (
	// mostSharpened is the number of changes of a board before it is given up.
	mostSharpened = 300
	// solutionsAtOnce is the number of solutions of a board that are found before each change.
	solutionsAtOnce = 20
	// mostNodes is the work of the searches for one board before it is given up.
	mostNodes = 1 << 20
	// restFor is the number of changes after which a changed square may be changed again.
	restFor = 10
)

// A sharpener changes the regions of a board until it has one solution.
type sharpener struct {
	random *rand.Rand
	puzzle nqueens.Problem
	board  nqueens.Board
	stars  int
	region []int // by square
	keep   []int // the squares of the solution to keep
	others [][]int
	known  map[string]bool // the solutions in others, as text
	// changed is the number of the last change of each square, from 1.
	changed []int
}

// sharpen changes the regions until the solution is the only one. A change gives a square of other
// solutions to a neighbouring region, so that they are no solutions any more. It makes the change after
// which the fewest of the other solutions found so far are still solutions. If it gives up, the returned
// problem has no regions.
func sharpen(ctx context.Context, random *rand.Rand, p nqueens.Problem, s nqueens.Solution, region []int) (nqueens.Problem, error) {
	board := p.Board()
	h := sharpener{
		random: random, puzzle: p, board: board, stars: p.Parameter("stars"), region: region, keep: indices(board, s),
		known: map[string]bool{}, changed: make([]int, board.Size()),
	}
	nodes := int64(0)
	for change := 1; change <= mostSharpened && nodes < mostNodes; change++ {
		found, work, err := h.sample(ctx)
		if err != nil {
			return p, err
		}
		if len(found) == 1 {
			made := p
			made.Regions, err = nqueens.RegionsBySquare(board, region)
			return made, err
		}
		nodes += work
		h.learn(found)
		if !h.change(change) {
			break
		}
	}
	return p, nil
}

// sample returns some solutions of the board, as squares in ascending order, and the nodes of the
// search. The search for solutions begins at a random corner, so that samples are different.
func (h *sharpener) sample(ctx context.Context) (list [][]int, nodes int64, err error) {
	all := nqueens.Symmetries()
	turn := all[h.random.IntN(len(all))]
	image, origin := make([]int, len(h.region)), make([]int, len(h.region))
	for i, s := range h.board.Squares() {
		to := h.board.Index(turn.Apply(h.board, s))
		image[to], origin[to] = h.region[i], i
	}
	turned := h.puzzle
	if turned.Regions, err = nqueens.RegionsBySquare(h.board, image); err != nil {
		return nil, 0, err
	}
	found, nodes, err := solutionsAndWork(ctx, turned, solutionsAtOnce)
	for _, f := range found {
		var squares []int
		for _, at := range f {
			squares = append(squares, origin[h.board.Index(at.Square)])
		}
		slices.Sort(squares)
		list = append(list, squares)
	}
	return list, nodes, err
}

// learn adds solutions to the other solutions.
func (h *sharpener) learn(found [][]int) {
	for _, squares := range found {
		if key := fmt.Sprint(squares); !h.known[key] && !slices.Equal(squares, h.keep) {
			h.known[key] = true
			h.others = append(h.others, squares)
		}
	}
}

// indices returns the squares of a solution in the order of Board.Squares, ascending.
func indices(board nqueens.Board, s nqueens.Solution) (list []int) {
	for _, at := range s {
		list = append(list, board.Index(at.Square))
	}
	slices.Sort(list)
	return list
}

// change makes the best change of one square. It returns false if each would divide a region or change
// a square again too soon.
func (h *sharpener) change(number int) bool {
	removed, restored := h.effects()
	best, to, score := -1, 0, 0
	for _, i := range h.random.Perm(len(h.region)) {
		if removed[i] == 0 || h.changed[i] > 0 && number-h.changed[i] < restFor || slices.Contains(h.keep, i) || !connectedWithout(h.board, h.region, i) {
			continue
		}
		for _, j := range beside(h.board, i) {
			r := h.region[j]
			if value := removed[i] - restored[[2]int{i, r}]; r != h.region[i] && (best < 0 || value > score) {
				best, to, score = i, r, value
			}
		}
	}
	if best >= 0 {
		h.region[best], h.changed[best] = to, number
	}
	return best >= 0
}

// effects returns how many of the other solutions a change would remove, by square, and how many it
// would restore, by square and new region.
func (h *sharpener) effects() (removed []int, restored map[[2]int]int) {
	removed, restored = make([]int, len(h.region)), map[[2]int]int{}
	counts := make([]int, h.board.Ranks)
	for _, squares := range h.others {
		clear(counts)
		for _, i := range squares {
			counts[h.region[i]]++
		}
		over, under, wrong := -1, -1, 0
		for r, n := range counts {
			switch n - h.stars {
			case 0:
				continue
			case 1:
				over = r
			case -1:
				under = r
			default:
				wrong = 3
			}
			wrong++
		}
		switch {
		case wrong == 0:
			for _, i := range squares {
				removed[i]++
			}
		case wrong == 2 && over >= 0 && under >= 0:
			for _, i := range squares {
				if h.region[i] == over {
					restored[[2]int{i, under}]++
				}
			}
		}
	}
	return removed, restored
}
