//go:build long

package orbit

import (
	"testing"

	"nqueens"
)

// TestKnownCountsOfLargerBoards is slow because the explorer takes several times as long to count
// as the counter.
func TestKnownCountsOfLargerBoards(t *testing.T) {
	checkKnown(t, nqueens.HalfTurn, 20, 24)
}

// TestAnswersForLargerBoards compares with the published values, A032522.
func TestAnswersForLargerBoards(t *testing.T) {
	for n := 25; n <= 26; n++ {
		p := bare(n, nqueens.HalfTurn)
		known, _ := p.Known()
		if o := run(p, nqueens.CountAll, nil); o.Count.Cmp(known.Count) != 0 {
			t.Errorf("%v: %v; %s has %v", p, o.Count, known.Source, known.Count)
		}
	}
}
