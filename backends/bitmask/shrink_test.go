package bitmask

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"nqueens/family"
	"nqueens/internal/familytest"
)

// TestShrunk checks that the remaining board has the same data as if it were packed from the start, with
// every extract function and in reused memory.
func TestShrunk(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 15))
	smaller, tried := map[bool]*packed{true: new(packed), false: new(packed)}, 0
	for i := range 60 {
		from := newBoard(planted(r, family.Queens, 40+r.IntN(20), 5+3*r.Float64())).region()
		if i%6 == 0 {
			from = newBoard(restricted(r, familytest.Permuting()[i/6%4], 12)).region().withDiagonals()
		}
		for portable, s := range smaller {
			from.portable = portable
			p := from.pack()
			board := p.full()
			for i, g := range p.guards {
				board[i] |= g
			}
			for s := range p.squares { // place pieces on the first half of the squares where they fit
				next := slices.Clone(board)
				for i, a := range p.row(s) {
					next[i] &^= a
				}
				if q := &p.squares[s]; 2*s < len(p.squares) && board[q.words[0]]&q.guards[0] != 0 && board[q.words[0]]&q.bits[0] != 0 && !p.dead(next) {
					board = next
				}
			}
			if p.shrunk(board, s) == nil {
				continue
			}
			tried++
			want := s.region.pack()
			if len(s.given) == len(p.given) || len(s.open) == 0 {
				t.Fatalf("%d pieces, %d squares", len(s.given), len(s.open))
			}
			for what, pair := range map[string][2]any{
				"n": {s.n, want.n}, "guards": {s.guards, want.guards}, "lows": {s.lows, want.lows}, "attacks": {s.attacks, want.attacks},
				"squares": {s.squares, want.squares}, "fields": {s.fields, want.fields}, "numbers": {s.numbers, want.numbers},
			} {
				if !reflect.DeepEqual(pair[0], pair[1]) {
					t.Fatalf("board %d, portable %v: %s\n%v, packed from the start\n%v", i, portable, what, pair[0], pair[1])
				}
			}
		}
	}
	if tried < 20 {
		t.Errorf("%d tried: too few to tell", tried)
	}
}

// dead reports whether a line has no square.
func (p *packed) dead(board []uint64) bool {
	for i, g := range p.guards {
		if g&^((board[i]|g)-p.lows[i]) != 0 {
			return true
		}
	}
	return false
}
