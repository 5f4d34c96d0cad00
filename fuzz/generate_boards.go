package fuzz

import (
	"fmt"
	"math/rand/v2"

	"nqueens"
	"nqueens/family"
	"nqueens/instance"
)

// bareBoard returns an empty board of a family for which the number of solutions is published.
func bareBoard(r *rand.Rand) Form {
	all := family.All()
	p := nqueens.Problem{Family: all[r.IntN(len(all))], N: size(r, 1, 9)}
	if r.IntN(3) == 0 {
		p = nqueens.Problem{Family: family.Queens, N: size(r, 4, 10)}
		if r.IntN(4) == 0 {
			p.N = 20 + r.IntN(60)
		}
	}
	if p.Validate() != nil {
		return nil
	}
	if p.Goal() != nqueens.NoGoal && p.Board().Size() > 25 {
		return nil
	}
	_, count := p.Known()
	if _, best := p.KnownOptimum(); !count && !best && p.Family != family.Queens {
		return nil
	}
	return Board{p}
}

// recipe returns a random instance of n-queens completion.
func recipe(r *rand.Rand, kind instance.Kind) Form {
	random := instance.NewRandom(r.Uint64())
	n := size(r, 4, 14)
	var p nqueens.Problem
	var err error
	switch kind {
	case instance.Completion:
		p, err = instance.RandomCompletion(random, n, r.IntN(n/2+1))
	case instance.ExcludedDiagonals:
		p, err = instance.RandomDiagonals(random, n, 1+r.IntN(4))
	default:
		p = nqueens.Problem{Family: family.Queens, N: n}
		for range r.IntN(n * n / 2) {
			p.Blocked = append(p.Blocked, nqueens.Square{File: r.IntN(n), Rank: r.IntN(n)})
		}
	}
	if err != nil {
		return nil
	}
	return Board{p}
}

// givenBoard returns a small board of any family with random constraints.
func givenBoard(r *rand.Rand) Form {
	all := family.All()
	p := nqueens.Problem{Family: all[r.IntN(len(all))], N: size(r, 1, 6)}
	if p.Validate() != nil {
		return nil
	}
	board := p.Board()
	if board.Size() > 40 || p.Goal() != nqueens.NoGoal && board.Size() > 20 { // the best of larger ones take too long
		return nil
	}
	square := func() nqueens.Square {
		return nqueens.Square{File: r.IntN(board.Files), Rank: r.IntN(board.Ranks)}
	}
	for range r.IntN(3) {
		p.Given = append(p.Given, square())
	}
	for range r.IntN(p.N + 1) {
		p.Blocked = append(p.Blocked, square())
	}
	if classes := p.Classes(); r.IntN(4) == 0 && len(classes) > 0 {
		p.Symmetric = classes[r.IntN(len(classes))]
	}
	if p.Validate() != nil {
		return nil
	}
	return Board{p}
}

// regionBoard returns a board with random regions, each of which grows from a random square. Some squares may be
// blocked, and each region may need two queens.
func regionBoard(r *rand.Rand) Form {
	n := size(r, 4, 9)
	rows := make([][]string, n)
	for i := range rows {
		rows[i] = make([]string, n)
	}
	squares := r.Perm(n * n)
	for i, at := range squares[:n] {
		rows[at/n][at%n] = fmt.Sprint(i)
	}
	for left := n*n - n; left > 0; {
		at := r.IntN(n * n)
		y, x := at/n, at%n
		near := [][2]int{{y - 1, x}, {y + 1, x}, {y, x - 1}, {y, x + 1}}[r.IntN(4)]
		if rows[y][x] != "" || min(near[0], near[1]) < 0 || max(near[0], near[1]) >= n || rows[near[0]][near[1]] == "" {
			continue
		}
		rows[y][x] = rows[near[0]][near[1]]
		left--
	}
	regions, err := nqueens.NewRegions(rows)
	if err != nil {
		return nil
	}
	p := nqueens.Problem{Family: family.Regions, N: n, Regions: regions}
	if r.IntN(4) == 0 && p.SetParameter("stars", 2) != nil {
		return nil
	}
	for range r.IntN(3) {
		p.Blocked = append(p.Blocked, nqueens.Square{File: r.IntN(n), Rank: r.IntN(n)})
	}
	if p.Validate() != nil {
		return nil
	}
	return Board{p}
}
