package family_test

import (
	"math/bits"
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestPiecesAndPawnsTakeTurns checks all ways to put so many pieces and pawns on a small board: the model
// accepts those that the rules allow, and its redundant clauses exclude none of them.
func TestPiecesAndPawnsTakeTurns(t *testing.T) {
	for _, c := range []struct{ files, ranks, pawns int }{{3, 3, 1}, {3, 5, 1}, {5, 3, 1}, {4, 4, 1}, {2, 6, 2}, {6, 2, 2}} {
		for _, f := range []*nqueens.Family{family.QueensPawns, family.DragonKingsPawns} {
			p := nqueens.Problem{Family: f, N: c.ranks, Files: c.files, Parameters: map[string]int{"pawns": c.pawns}}
			m, err := p.Model()
			if err != nil {
				t.Fatal(err)
			}
			size, allowed := p.Board().Size(), 0
			for pieces := range uint32(1) << size {
				if bits.OnesCount32(pieces) != min(c.files, c.ranks)+c.pawns {
					continue
				}
				free := uint32(1)<<size - 1&^pieces
				for pawns := free; pawns != 0; pawns = (pawns - 1) & free {
					if bits.OnesCount32(pawns) != c.pawns {
						continue
					}
					chosen := func(i int) bool { return (uint64(pieces)|uint64(pawns)<<size)>>i&1 == 1 }
					var s nqueens.Solution
					for i, at := range m.Placements {
						if chosen(i) {
							s = append(s, at)
						}
					}
					wrong := p.Check(s)
					if broken, holds := m.Holds(chosen); holds != (wrong == nil) {
						t.Fatalf("%v, %v: %v by the rules, and by the model %t (%s)", p, s, wrong, holds, broken)
					} else if holds {
						allowed++
					}
				}
			}
			if side := min(c.files, c.ranks); side == 3 && c.files != c.ranks && allowed == 0 {
				t.Errorf("%v: no way was tried that is allowed", p)
			}
		}
	}
}
