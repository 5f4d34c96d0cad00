//go:build long

package orbit

import (
	"testing"

	"nqueens"
)

// The explorer needs several times as long as the answer to count.
func TestKnownCountsOfLargerBoards(t *testing.T) {
	checkKnown(t, nqueens.HalfTurn, 20, 24)
}

// Published values are those of A032522.
func TestAnswersForLargerBoards(t *testing.T) {
	for n := 25; n <= 26; n++ {
		p := bare(n, nqueens.HalfTurn)
		known, _ := p.Known()
		if o := run(p, nqueens.CountAll, nil); o.Count.Cmp(known.Count) != 0 {
			t.Errorf("%v: %v; %s has %v", p, o.Count, known.Source, known.Count)
		}
	}
}
