package sat

import (
	"math/rand/v2"
	"testing"

	"nqueens"
)

// The engines enumerate general models, under splits of any depth, each choice
// of the placements that count once.
func TestSearchRandomModels(t *testing.T) {
	for _, b := range exact() {
		t.Run(b.description.Name, func(t *testing.T) {
			forRandomModels(t, 1200, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
				if len(m.Sums) > 0 && len(b.description.Encodings) == 0 {
					return // gophersat-pb does not take them
				}
				e, err := b.encoding(nqueens.Request{Encoding: anyEncoding(b, random)})
				if err != nil {
					t.Fatal(err)
				}
				want := map[uint64]bool{}
				for _, s := range solutions {
					want[counting(m, s)] = true
				}
				s := &search{
					load:  func(m *nqueens.Model) engine { return b.load(m, e) },
					board: propagate(m),
					stats: stats{},
				}
				found := map[uint64]bool{}
				all, err := s.solutions(t.Context(), 1<<random.IntN(6), random.IntN(4), func(solution []bool) bool {
					var set uint64
					for i, chosen := range solution[:s.board.counting] {
						if chosen {
							set |= 1 << i
						}
					}
					if !want[set] || found[set] {
						t.Fatalf("%s: %b is no solution or is found twice", e.Name, set)
					}
					found[set] = true
					return true
				})
				if err != nil || !all {
					t.Fatal(all, err)
				}
				if len(found) != len(want) {
					t.Errorf("%s: %d found, not %d", e.Name, len(found), len(want))
				}
			})
		})
	}
}

func anyEncoding(b Backend, random *rand.Rand) string {
	if names := b.description.Encodings; len(names) > 0 {
		return names[random.IntN(len(names))]
	}
	return ""
}

// A solver is asked not much more often than there are solutions, and holds
// nothing that grows with them.
func TestSolves(t *testing.T) {
	for _, b := range exact() {
		out := b.Run(t.Context(), nqueens.Request{Problem: parse(t, "queens(9)"), Task: nqueens.CountAll}, nil)
		if n := out.Stats["solves"]; n < 352 || n > 2*352 {
			t.Errorf("%s: %d questions for 352 solutions", b.description.Name, n)
		}
	}
}
