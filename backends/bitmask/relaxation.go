package bitmask

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"nqueens"
	"nqueens/backends/internal/relax"
	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// relaxation is that of a region: each of the lines to fill has one piece in all, the other
// lines along which pieces attack have at most one, and each open square from none to one.
// That pieces leap is left out.
func (r region) relaxation() *encode.PB {
	pb := encode.NewPB(len(r.open))
	for kind, c := range r.chains() {
		for key := range c.first {
			line := encode.PBConstraint{Equal: kind < r.kinds, Bound: -1}
			for square := range c.squares(key) {
				line.Terms = append(line.Terms, encode.PBTerm{Coefficient: -1, Variable: int32(square + 1)})
			}
			if len(line.Terms) > 1 || len(line.Terms) == 1 && line.Equal {
				pb.Add(line)
			}
		}
	}
	return pb
}

// relaxer looks what the linear relaxation says about a region once frontiers have explored
// it for long: first whether it has no solution, and much later, by probing, on which squares
// no solution has a piece. Each "no" is a sum of constraints, tested in integers.
type relaxer struct {
	region region
	stop   *turns.Flag

	looking  sync.Mutex
	cost     int64        // what solving the relaxation takes, in nodes
	patience atomic.Int64 // how many nodes there are before the next look
	over     atomic.Bool  // exploring on is no use: left is what there is, or why says that there is nothing

	relaxation *relax.Relaxation // nil before the first look
	looked     looked
	left       region
	why        string
}

// looked is what came of looking, for statistics.
type looked struct{ pivots, probes, removed int64 }

func (l *looked) include(m looked) {
	l.pivots, l.probes, l.removed = l.pivots+m.pivots, l.probes+m.probes, l.removed+m.removed
}

const (
	// maxRows is how many constraints there may be: the simplex keeps a matrix of maxRows ×
	// maxRows numbers.
	maxRows = 1024
	// probing begins when the search has taken so many times what the relaxation takes.
	probing = 100
	// leastProbes are made of which one in probesASquare must remove its square, as must those
	// that then follow.
	leastProbes, probesASquare = 32, 16
	// worthRestarting is how many squares there may be for each that was removed, for the
	// search to begin again without those.
	worthRestarting = 32
)

// newRelaxer estimates what the relaxation takes: it has some five constraints for two lines,
// and takes about as many steps, each over a matrix of as many rows and columns, of which
// a node is worth four numbers.
func newRelaxer(r region, stop *turns.Flag) *relaxer {
	rows := 5 * int64(len(r.lines)) / 2
	x := &relaxer{region: r, stop: stop, cost: rows * rows * rows / 4}
	x.patience.Store(x.cost)
	return x
}

// explored takes note of nodes, and looks when it is time. Other threads explore on.
func (x *relaxer) explored(nodes uint64) {
	if x.patience.Add(-int64(nodes)) > 0 || !x.looking.TryLock() {
		return
	}
	defer x.looking.Unlock()
	if x.patience.Load() <= 0 && !x.over.Load() {
		x.patience.Store(x.look())
	}
}

// look returns how many nodes there are before the next.
func (x *relaxer) look() (patience int64) {
	patience = math.MaxInt64
	if x.relaxation == nil {
		pb := x.region.relaxation()
		if len(pb.Constraints()) > maxRows {
			return patience
		}
		x.relaxation = relax.New(pb)
		x.relaxation.Solver.Stop = x.stop.Load
		x.refute()
		patience = (probing - 1) * x.cost
	} else {
		x.probe()
	}
	x.looked.pivots = x.relaxation.Solver.Pivots
	return patience
}

// refute reports whether the relaxation has no solution.
func (x *relaxer) refute() bool {
	_, _, refuted := x.relaxation.Solve()
	if refuted {
		if x.why = "the linear relaxation has no solution"; x.looked.removed > 0 {
			x.why += fmt.Sprintf(" once the %d squares are closed that it rules out one by one", x.looked.removed)
		}
		x.over.Store(true)
	}
	return refuted
}

// probe removes squares as long as that pays.
func (x *relaxer) probe() {
	for again := true; again; {
		left, cut := int64(leastProbes), false
		enough := func() bool {
			left--
			cut = left < 0 || x.stop.Load()
			return cut
		}
		probes, removed := x.relaxation.Probe(enough, func(int, relax.Refutation) {
			x.looked.removed++
			left += probesASquare
		})
		x.looked.probes += int64(probes)
		if removed && x.refute() {
			return
		}
		again = removed && !cut
	}
	if worthRestarting*x.looked.removed < int64(len(x.region.open)) {
		return
	}
	x.left = x.region
	x.left.open = make([]nqueens.Square, 0, len(x.region.open))
	for i, s := range x.region.open {
		if !x.relaxation.Fixed(i) {
			x.left.open = append(x.left.open, s)
		}
	}
	x.over.Store(true)
}
