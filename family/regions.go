package family

import (
	"fmt"

	"nqueens"
	"nqueens/internal/table"
)

// Regions requires one queen in each rank, each file and each region of the board, none beside
// another, not even diagonally: the puzzle Queens, and with more queens in each line and region,
// by the parameter stars, Star Battle (H. Eendebak, World Puzzle Championship 2003). The regions
// are those of Problem.Regions, as many as there are ranks, of any shape and not necessarily
// connected. Without them each rank is a region, and the pieces are n dragon kings.
var Regions = &nqueens.Family{
	Name:       "regions",
	Also:       "star-battle",
	About:      "a queen in each rank, file and region (--map or --file), none beside another",
	Piece:      'Q',
	Build:      regionsModel,
	Parameters: []nqueens.Parameter{{Name: "stars", About: "queens in each rank, file and region", Default: 1, Min: 1, Max: 3}},
	Divide: func(p nqueens.Problem) *nqueens.Division {
		stars := p.Parameter("stars")
		return &nqueens.Division{Rule: starRule(stars), Regions: regionsOf(p), Each: stars}
	},
	Validate: regionsValidate,
	Group: func(p nqueens.Problem) []nqueens.Symmetry {
		return regionsOf(p).Symmetries()
	},
	Pieces:  func(p nqueens.Problem) int { return p.N * p.Parameter("stars") },
	Attacks: kingAttacks,
	Check:   regionsCheck,
	Known: []nqueens.Sequence{
		{OEIS: "A002464", Published: "each rank a region: every n, by a recurrence", Term: bare(hertzsprung)},
	},
}

// starRule returns the rule of the pieces without the regions.
func starRule(stars int) *nqueens.Rule {
	return &nqueens.Rule{
		Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: stars, Max: stars}, {Along: nqueens.Files, Min: stars, Max: stars}},
		Leaps: []nqueens.Leap{{Name: "king", Files: 0, Ranks: 1}, {Name: "king", Files: 1, Ranks: 1}},
	}
}

// regionsOf returns the problem's regions: if it does not state them, each rank is one.
func regionsOf(p nqueens.Problem) nqueens.Regions {
	if p.Regions != "" {
		return p.Regions
	}
	board := p.Board()
	region := make([]int, board.Size())
	for i, s := range board.Squares() {
		region[i] = s.Rank
	}
	r, _ := nqueens.RegionsBySquare(board, region) // Validate limits the number of regions
	return r
}

func regionsValidate(p nqueens.Problem) error {
	most := len(nqueens.RegionLetters)
	if p.N > most {
		return fmt.Errorf("%s(%d): the regions of a board have letters, and there are %d", p.Family.Name, p.N, most)
	}
	if n := regionsOf(p).Number(); n != p.N {
		return fmt.Errorf("%d regions on a board of %v squares: there must be %d", n, p.Board(), p.N)
	}
	if k := p.Parameter("stars"); k > 1 && p.N < 2*k-1 {
		return fmt.Errorf("stars=%d: a rank of %d squares has no room for %d queens that do not touch", k, p.N, k)
	}
	return nil
}

// regionsModel returns a model with a placement for each square: ranks and files from the centre
// outwards, regions, and at most one queen in each block of 2 × 2 squares, which keeps queens
// apart.
func regionsModel(p nqueens.Problem) *nqueens.Model {
	board, most := p.Board(), p.Parameter("stars")
	least := most
	if p.Pieces != nil {
		least = 0
	}
	rule := &nqueens.Rule{Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: least, Max: most}, {Along: nqueens.Files, Min: least, Max: most}}}
	m := rule.Model(board)
	of := make([][]int, p.N)
	for i, region := range regionsOf(p).BySquare() {
		of[region] = append(of[region], i)
	}
	for region, squares := range of {
		m.Lines = append(m.Lines, nqueens.Line{Name: "region " + nqueens.RegionName(region), Min: least, Max: most, Placements: squares})
	}
	for _, s := range board.Squares() {
		if s.File+1 < board.Files && s.Rank+1 < board.Ranks {
			i := board.Index(s)
			to := nqueens.Square{File: s.File + 1, Rank: s.Rank + 1}
			m.Lines = append(m.Lines, nqueens.Line{Name: fmt.Sprintf("block %v-%v", s, to), Max: 1, Placements: []int{i, i + 1, i + board.Files, i + board.Files + 1}})
		}
	}
	return m
}

// regionsCheck counts the queens of each rank, file and region.
func regionsCheck(p nqueens.Problem, s nqueens.Solution) error {
	most, board, region := p.Parameter("stars"), p.Board(), regionsOf(p).BySquare()
	for _, line := range []struct {
		of   func(nqueens.Square) int
		name func(int) string
	}{
		{func(s nqueens.Square) int { return s.Rank }, func(i int) string { return fmt.Sprintf("rank %d", i+1) }},
		{func(s nqueens.Square) int { return s.File }, func(i int) string { return "file " + nqueens.Square{File: i}.FileName() }},
		{func(s nqueens.Square) int { return region[board.Index(s)] }, func(i int) string { return "region " + nqueens.RegionName(i) }},
	} {
		on := make([]nqueens.Solution, p.N)
		for _, at := range s {
			i := line.of(at.Square)
			if on[i] = append(on[i], at); len(on[i]) > most {
				return nqueens.Violated(on[i], "%v are in %s", on[i], line.name(i))
			}
		}
		for i, pieces := range on {
			if p.Pieces == nil && len(pieces) < most {
				return nqueens.Violated(pieces, "%s has %s, not %d", line.name(i), table.Plural(len(pieces), "queen"), most)
			}
		}
	}
	return nil
}
