//go:build long

package backends_test

import (
	"flag"
	"math/rand/v2"
	"testing"
	"time"
)

var (
	duration = flag.Duration("differential", time.Hour, "how long TestDifferential runs")
	seed     = flag.Uint64("seed", 0, "random seed of TestDifferential, 0 for a new one")
)

// TestDifferential gives random problems of every family to every variant of every backend:
//
//	go test -tags long -timeout 2h -run Differential -v ./backends
func TestDifferential(t *testing.T) {
	for *seed == 0 {
		*seed = rand.Uint64()
	}
	c := newContest(t, *seed, 1<<18, 3000)
	end := time.Now().Add(*duration)
	if limit, ok := t.Deadline(); ok && limit.Add(-time.Minute).Before(end) {
		end = limit.Add(-time.Minute)
	}
	c.bareBoards()
	c.over = func() bool { return !time.Now().Before(end) }
	rounds := 0
	for ; !c.over(); rounds++ {
		c.round()
	}
	c.checkCoverage()
	t.Logf("%d problems of each family", rounds)
}
