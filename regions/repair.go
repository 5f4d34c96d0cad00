package regions

import (
	"context"
	"fmt"
	"slices"

	"nqueens"
)

// A Change gives a square to another region.
type Change struct {
	Square   nqueens.Square
	From, To int // regions, from 0, as in the puzzle before the repair
}

// mostChanges is the largest number of squares that Repair changes.
const mostChanges = 20

// ErrNoRepair is the error for a puzzle that no small change makes unique.
var ErrNoRepair = fmt.Errorf("no change of up to %d squares was found that leaves exactly one solution", mostChanges)

// Repair changes the regions of few squares so that the puzzle has exactly one solution, and returns the
// repaired puzzle and the changes. A square goes only to a region beside it, and connected regions stay
// connected. Repair first tries all changes of one square, and then pairs of changes whose first change is
// among those that remove the most solutions. If no pair leaves exactly one solution, it makes the best
// single change and starts again.
func Repair(ctx context.Context, p nqueens.Problem) (repaired nqueens.Problem, changes []Change, err error) {
	if err := Valid(p); err != nil {
		return p, nil, err
	}
	p.Regions = p.Division().Regions
	puzzle := p
	found, err := solutions(ctx, p, 2)
	if err != nil || len(found) == 1 {
		return p, nil, err
	}
	region, board := p.Regions.BySquare(), p.Board()
	apply := func(c Change) error {
		region[board.Index(c.Square)] = c.To
		changes = append(changes, c)
		p.Regions, err = nqueens.RegionsBySquare(board, region)
		return err
	}
	for len(changes) < mostChanges {
		last, err := one(ctx, p, region)
		if last == nil && err == nil {
			followed := 40
			if len(changes) > 0 {
				followed = 5
			}
			last, err = two(ctx, p, region, followed)
		}
		if err != nil {
			return p, nil, err
		}
		if last != nil {
			for _, c := range last {
				if err := apply(c); err != nil {
					return p, nil, err
				}
			}
			return p, changes, nil
		}
		best, err := fewest(ctx, p, region)
		if err != nil {
			return p, nil, err
		}
		if err := apply(best); err != nil {
			return p, nil, err
		}
	}
	return puzzle, nil, ErrNoRepair
}

// fewest examines the changes that remove many of the sampled solutions, and returns the one that leaves
// the fewest solutions.
func fewest(ctx context.Context, p nqueens.Problem, region []int) (best Change, err error) {
	list, err := ordered(ctx, p, region)
	least := mostSampled + 1
	for _, c := range list[:min(25, len(list))] {
		i := p.Board().Index(c.Square)
		q, was := p, region[i]
		region[i] = c.To
		q.Regions, err = nqueens.RegionsBySquare(p.Board(), region)
		region[i] = was
		if err != nil {
			return best, err
		}
		found, err := solutions(ctx, q, least)
		if err != nil {
			return best, err
		}
		if n := len(found); n > 0 && n < least {
			best, least = c, n
		}
	}
	if least > mostSampled && len(list) > 0 {
		best = list[0]
	}
	return best, err
}

// moves returns the changes of one square.
func moves(board nqueens.Board, region []int) (list []Change) {
	for i, s := range board.Squares() {
		var to []int
		for _, j := range beside(board, i) {
			if region[j] != region[i] && !slices.Contains(to, region[j]) {
				to = append(to, region[j])
			}
		}
		if len(to) > 0 && keepsWhole(board, region, i) {
			for _, r := range to {
				list = append(list, Change{s, region[i], r})
			}
		}
	}
	return list
}

// keepsWhole reports whether square i can leave its region: the region is not empty without it, and a
// connected region stays connected.
func keepsWhole(board nqueens.Board, region []int, i int) bool {
	if connectedWithout(board, region, i) {
		return true
	}
	others := 0
	for _, r := range region {
		if r == region[i] {
			others++
		}
	}
	return others > 1 && !connected(board, region, i)
}

// connected reports whether the region of a square is connected.
func connected(board nqueens.Board, region []int, i int) bool {
	seen := map[int]bool{i: true}
	for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
		for _, j := range beside(board, queue[0]) {
			if region[j] == region[i] && !seen[j] {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	for j, r := range region {
		if r == region[i] && !seen[j] {
			return false
		}
	}
	return true
}

// one returns a change after which there is exactly one solution, or nil.
func one(ctx context.Context, p nqueens.Problem, region []int) ([]Change, error) {
	board := p.Board()
	for _, c := range moves(board, region) {
		i := board.Index(c.Square)
		q, was := p, region[i]
		var err error
		region[i] = c.To
		q.Regions, err = nqueens.RegionsBySquare(board, region)
		region[i] = was
		if err != nil {
			return nil, err
		}
		found, err := solutions(ctx, q, 2)
		if err != nil {
			return nil, err
		}
		if len(found) == 1 {
			return []Change{c}, nil
		}
	}
	return nil, nil
}

// two returns two changes after which there is exactly one solution, or nil. It tries as first changes the
// given number of those that remove the most solutions.
func two(ctx context.Context, p nqueens.Problem, region []int, followed int) ([]Change, error) {
	first, err := ordered(ctx, p, region)
	if err != nil {
		return nil, err
	}
	for _, c := range first[:min(followed, len(first))] {
		i := p.Board().Index(c.Square)
		was := region[i]
		region[i] = c.To
		second, err := one(ctx, p, region)
		region[i] = was
		if err != nil || second != nil {
			return append([]Change{c}, second...), err
		}
	}
	return nil, nil
}

// mostSampled is the number of solutions by which ordered sorts the changes.
const mostSampled = 5000

// ordered returns the changes of one square, sorted by the number of sampled solutions that they remove,
// largest first. A change removes the solutions with a queen on the square. Changes that remove all
// solutions are left out.
func ordered(ctx context.Context, p nqueens.Problem, region []int) ([]Change, error) {
	var err error
	if p.Regions, err = nqueens.RegionsBySquare(p.Board(), region); err != nil {
		return nil, err
	}
	sample, err := solutions(ctx, p, mostSampled)
	if err != nil {
		return nil, err
	}
	removed := map[nqueens.Square]int{}
	for _, s := range sample {
		for _, at := range s {
			removed[at.Square]++
		}
	}
	for s, n := range removed {
		if n == len(sample) {
			removed[s] = 0
		}
	}
	list := moves(p.Board(), region)
	slices.SortStableFunc(list, func(a, b Change) int { return removed[b.Square] - removed[a.Square] })
	return list, nil
}
