package regions

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"nqueens"
	"nqueens/family"
)

// A Request describes the puzzle to make.
type Request struct {
	N     int
	Stars int // queens in each rank, file and region; 0 means 1
	Level Level
	Seed  uint64
}

// MostSide is the largest side of a puzzle that Generate makes.
const MostSide = 16

// mostTries is the number of boards after which Generate gives up.
const mostTries = 2000

// Generate makes a puzzle with exactly one solution and connected regions. Equal requests give equal
// puzzles. It starts with random regions that grow around a random solution. As long as there are other
// solutions, it moves a square with a queen of such a solution to a neighbouring region, which then has
// too many queens of that solution. If the board does not become unique, or has a level other than the
// requested one, Generate starts again.
func Generate(ctx context.Context, r Request) (nqueens.Problem, error) {
	p := nqueens.Problem{Family: family.Regions, N: r.N}
	if r.Stars > 1 {
		if err := p.SetParameter("stars", r.Stars); err != nil {
			return p, err
		}
	}
	least := 4 * max(1, r.Stars)
	switch err := p.Validate(); {
	case err != nil:
		return p, err
	case r.N < least || r.N > MostSide:
		return p, fmt.Errorf("puzzles with stars=%d have %d to %d squares a side, not %d", max(1, r.Stars), least, MostSide, r.N)
	}
	random := rand.New(rand.NewPCG(r.Seed, uint64(r.N)))
	for range mostTries {
		if ctx.Err() != nil {
			return p, ctx.Err()
		}
		s, ok := scatter(random, p)
		if !ok {
			continue
		}
		region, ok := grow(random, p, s)
		if !ok {
			continue
		}
		made, err := sharpen(ctx, random, p, s, region)
		if err != nil {
			return p, err
		}
		if made.Regions == "" || r.Level != AnyLevel && LevelOf(made) != r.Level {
			continue
		}
		return made, nil
	}
	return p, fmt.Errorf("%w: none of %d boards became a puzzle of %d squares a side and level %v", ErrGaveUp, mostTries, r.N, r.Level)
}

// ErrGaveUp is the error of Generate if no board became a puzzle.
var ErrGaveUp = errors.New("given up")

// scatter returns random queens, as many in each rank and file as the problem says, none beside
// another.
func scatter(random *rand.Rand, p nqueens.Problem) (nqueens.Solution, bool) {
	stars := p.Parameter("stars")
	var s nqueens.Solution
	files := make([]int, p.N)
	steps := 0
	var fill func(rank, from, more int, below []int) bool
	fill = func(rank, from, more int, below []int) bool {
		if steps++; steps > 20000 {
			return false
		}
		if more == 0 {
			if rank++; rank == p.N {
				return true
			}
			var on []int
			for _, at := range s[len(s)-stars:] {
				on = append(on, at.Square.File)
			}
			return fill(rank, 0, stars, on)
		}
		for _, file := range random.Perm(p.N) {
			near := func(o int) bool { return o-file <= 1 && file-o <= 1 }
			if file < from || files[file] == stars || slices.ContainsFunc(below, near) {
				continue
			}
			s = append(s, nqueens.On(file, rank))
			files[file]++
			if fill(rank, file+2, more-1, below) {
				return true
			}
			files[file]--
			s = s[:len(s)-1]
		}
		return false
	}
	ok := fill(0, 0, stars, nil)
	s.Sort()
	return s, ok
}

// grow divides the board into connected regions with as many queens of the solution in each as
// there are in a rank: it joins queens to groups by paths, and then gives the other squares to
// neighbouring regions.
func grow(random *rand.Rand, p nqueens.Problem, s nqueens.Solution) ([]int, bool) {
	board, stars := p.Board(), p.Parameter("stars")
	region := slices.Repeat([]int{-1}, board.Size())
	queen := map[int]bool{}
	for _, at := range s {
		queen[board.Index(at.Square)] = true
	}
	var order []int
	for _, i := range random.Perm(len(s)) {
		order = append(order, board.Index(s[i].Square))
	}
	next := 0
	for _, start := range order {
		if region[start] >= 0 {
			continue
		}
		region[start] = next
		for more := stars - 1; more > 0; more-- {
			if !join(random, board, region, queen, next) {
				return nil, false
			}
		}
		next++
	}
	var edge []int
	for i, r := range region {
		if r >= 0 {
			edge = append(edge, i)
		}
	}
	weight := make([]int, p.N) // some regions grow faster than others
	for i := range weight {
		weight[i] = 1 + random.IntN(6)
	}
	for len(edge) > 0 {
		k := random.IntN(len(edge))
		i := edge[k]
		free := slices.DeleteFunc(beside(board, i), func(j int) bool { return region[j] >= 0 })
		if len(free) == 0 {
			edge[k] = edge[len(edge)-1]
			edge = edge[:len(edge)-1]
			continue
		}
		if random.IntN(6) < weight[region[i]] {
			j := free[random.IntN(len(free))]
			region[j] = region[i]
			edge = append(edge, j)
		}
	}
	return region, !slices.Contains(region, -1)
}

// join adds the nearest queen without a region to a region, with a shortest path of free squares.
func join(random *rand.Rand, board nqueens.Board, region []int, queen map[int]bool, r int) bool {
	from := map[int]int{}
	var queue []int
	for i, own := range region {
		if own == r {
			from[i] = -1
			queue = append(queue, i)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		list := beside(board, at)
		random.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
		for _, j := range list {
			if _, seen := from[j]; seen || region[j] >= 0 {
				continue
			}
			from[j] = at
			if !queen[j] {
				queue = append(queue, j)
				continue
			}
			for ; j >= 0 && region[j] < 0; j = from[j] {
				region[j] = r
			}
			return true
		}
	}
	return false
}
