package construct

import (
	"fmt"

	"nqueens"
)

// klarner places n² queens in n × n × n squares, one in each file of the layers drawn side
// by side: in layer i, file j, on rank 3i + 5j mod n (D. Klarner, Queen squares, Journal
// of Recreational Mathematics 12, 1979). A queen's move changes 3i + 5j − rank by 1 to 9
// times its length, either way, and that is nothing modulo n only if n has a factor in
// common with 2, 3, 5 or 7, or the move does not leave its square.
func klarner() Form {
	return Form{
		Name:   "klarner",
		About:  "(i, j, 3i + 5j mod m) in three dimensions",
		Source: "Klarner's queen squares (1979)",
		Family: nqueens.Queens3D,
		needs:  []condition{{2, "≠", 0}, {3, "≠", 0}, {5, "≠", 0}, {7, "≠", 0}},
		runs: func(m, _ int) (runs []Run) {
			for file := range m * m {
				rank := (3*(file/m)+5*(file%m))%m + 1
				runs = append(runs, Run{rank, rank})
			}
			return runs
		},
	}
}

// fillsLayers refuses what klarner does not answer: other boards, fewer queens or more.
func fillsLayers(p nqueens.Problem) error {
	bare := p
	bare.Pieces = nil
	switch f := klarner(); {
	case !bare.Bare():
		return fmt.Errorf("construct knows a formula for empty boards of three dimensions only, not for %v", p.Short())
	case p.Pieces != nil && (p.Pieces.Min > p.N*p.N || p.Pieces.Max < p.N*p.N):
		return fmt.Errorf("%s places %d queens in %d layers, not %v", f.Name, p.N*p.N, p.N, p.Pieces)
	default:
		return f.Why(p.N)
	}
}
