//go:build long

package quadrant

import "testing"

// The half-boards of larger boards, which takes minutes.
func TestHalfBoardsOfLargeBoards(t *testing.T) {
	for _, s := range sizes(measured(t)) {
		if s.n > 14 && s.halves > 0 && s.halves != partial(s.n, s.n/2, 0, 0, 0) {
			t.Errorf("N = %d: %.0f half-boards are on the page", s.n, s.halves)
		}
	}
}
