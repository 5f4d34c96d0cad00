package allsat

import (
	"math"
	"math/rand/v2"
	"testing"

	"nqueens/backends/internal/turns"
)

// TestStampsWrapAround checks that stale stamps are not used after the stamps have wrapped around.
func TestStampsWrapAround(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 20))
	var stop turns.Flag
	for i := range 20 {
		p := simplify(threeSAT(random, 40, 150), &stop)
		if p.contradiction {
			continue
		}
		fresh, late := newLookahead(p), newLookahead(p)
		late.stamp = math.MaxUint32 - uint32(random.IntN(5))
		fresh.run(unlimited, &stop)
		late.run(unlimited, &stop)
		if got, want := late.found.times(0), fresh.found.times(0); got.Cmp(want) != 0 || late.stats != fresh.stats {
			t.Fatalf("formula %d: %v models, %+v; with fresh stamps %v, %+v", i, got, late.stats, want, fresh.stats)
		}
		if fresh.stats.Propagations <= fresh.stats.Conflicts {
			t.Errorf("formula %d: hardly a clause forces a literal: %+v", i, fresh.stats)
		}
	}
}
