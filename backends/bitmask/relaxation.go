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

	looking sync.Mutex
	cost    int64        // what solving the relaxation takes, in nodes
	nodes   atomic.Int64 // explored
	due     atomic.Int64 // at how many nodes the next look is
	over    atomic.Bool  // exploring on is no use: left is what there is, or why says that there is nothing

	relaxation *relax.Relaxation // nil before the first look
	looked     looked
	left       region
	large      float64  // how many nodes there are in a tree to be divided
	parts      []region // that all solutions of what is left are of
	why        string
	within     int64 // pivots that parts took
	anew       tally // what came of beginning anew
}

// looked is what came of looking, for statistics.
type looked struct{ pivots, probes, removed, restarts int64 }

func (l *looked) include(m looked) {
	l.pivots, l.probes, l.removed, l.restarts = l.pivots+m.pivots, l.probes+m.probes, l.removed+m.removed, l.restarts+m.restarts
}

const (
	// maxRows is how many constraints there may be: the simplex keeps a matrix of maxRows ×
	// maxRows numbers.
	maxRows = 1024
	// probing begins when the search has taken so many times what the relaxation takes.
	probing = 100
	// Of what is left of the search, by an estimate from so many descents, probing may take
	// one part in trial, and one in gain of what it has saved.
	descents, trial, gain = 4096, 100, 10
	// atOnce is how many probes are made from one estimate to the next.
	atOnce = 16
)

// newRelaxer estimates what the relaxation takes: it has some five constraints for two lines,
// and takes about as many steps, each over a matrix of as many rows and columns, of which
// a node is worth four numbers.
func newRelaxer(r region, stop *turns.Flag) *relaxer {
	x := &relaxer{region: r, left: r, parts: []region{r}, stop: stop}
	x.cost = x.rows() * x.rows() * x.rows() / 4
	x.due.Store(x.cost)
	x.large = dividing * float64(len(r.lines))
	return x
}

// rows is about how many constraints the relaxation has.
func (x *relaxer) rows() int64 { return 5 * int64(len(x.region.lines)) / 2 }

// explored takes note of nodes, and looks when it is time, also for a solution that visit is given.
// Other threads explore on.
func (x *relaxer) explored(nodes uint64, visit func(nqueens.Solution) bool) {
	if x.nodes.Add(int64(nodes)) < x.due.Load() || !x.looking.TryLock() {
		return
	}
	defer x.looking.Unlock()
	if x.nodes.Load() >= x.due.Load() && !x.over.Load() {
		x.due.Store(x.look(visit))
	}
}

// look returns when the next is due.
func (x *relaxer) look(visit func(nqueens.Solution) bool) (due int64) {
	due = math.MaxInt64
	if x.relaxation == nil {
		pb := x.region.relaxation()
		if len(pb.Constraints()) > maxRows {
			return due
		}
		x.relaxation = relax.New(pb)
		x.relaxation.Solver.Stop = x.stop.Load
		x.refute()
		due = probing * x.cost
	} else {
		x.probe(visit)
	}
	x.looked.pivots = x.relaxation.Solver.Pivots + x.within
	return due
}

// refute reports whether the relaxation has no solution.
func (x *relaxer) refute() bool {
	_, _, refuted := x.relaxation.Solve()
	if refuted {
		x.refuted()
	}
	return refuted
}

// refuted says that the relaxation has no solution.
func (x *relaxer) refuted() {
	if x.why = "the linear relaxation has no solution"; x.looked.removed > 0 {
		x.why += fmt.Sprintf(" once the %d squares are closed that it rules out one by one", x.looked.removed)
	}
	x.over.Store(true)
}

// probe removes squares as long as that pays, puts the lines in a better order if there is one, and
// has the search begin again where that takes less than to go on. As soon as a round of probes removes
// nothing it begins anew from elsewhere, with a part of what is left by then: where probes make the tree
// many times smaller, which the first of them tell, that would be much of all there is to search.
func (x *relaxer) probe(visit func(nqueens.Solution) bool) {
	whole := x.region.pack().estimate(descents, 1, x.stop)
	smaller, rest := whole, whole-float64(x.nodes.Load())
	before := x.relaxation.Solver.Pivots
	spent := func() float64 { return x.nodesFor(x.relaxation.Solver.Pivots + x.within - before) }
	worth := func(smaller float64) bool { // to go on
		return !x.stop.Load() && spent() <= x.affordable(rest, x.looked.removed, smaller/whole)
	}
	begun, ended := false, rest <= 0
	begin := func() {
		if !begun {
			begun, x.anew = true, x.left.beginAnew(share(min(rest, smaller)), x.stop, visit)
			x.over.Store(x.anew.found > 0)
		}
	}
	enough := func() bool {
		if ended = ended || x.stop.Load(); ended {
			return true
		}
		if x.looked.probes++; x.looked.probes%atOnce == 0 {
			if left := x.region.without(x.relaxation); len(left.open) < len(x.left.open) {
				x.left, smaller = left, left.pack().estimate(descents, 1, x.stop)
			} else {
				begin()
			}
			ended = x.over.Load() || !worth(smaller)
		}
		return ended
	}
	for again := true; again && !ended; {
		_, again = x.relaxation.Probe(enough, func(int, relax.Refutation) { x.looked.removed++ })
		if again && x.refute() {
			return
		}
	}
	if left := x.region.without(x.relaxation); len(left.open) < len(x.left.open) {
		x.left, smaller = left, left.pack().estimate(descents, 1, x.stop)
	}
	if begin(); x.over.Load() {
		return
	}
	if smaller = x.shave(smaller, spent, worth); x.over.Load() {
		return
	}
	x.left, smaller = x.left.reordered(smaller, x.stop)
	x.parts = []region{x.left}
	if x.worthDividing(min(smaller, rest), x.looked.removed) {
		if parts, nodes := x.divide(x.region, x.left); nodes < min(smaller, rest) && !x.stop.Load() {
			x.parts, smaller = parts, nodes
		}
	}
	if smaller < rest {
		x.over.Store(true)
	}
	if len(x.parts) == 0 {
		x.why = "the linear relaxation has no solution with a piece on any of the squares of a line"
	}
}

// affordable is how many nodes' time may be spent on probing a tree of which so many nodes are left, when
// so many squares are closed and so large a part of the tree remains.
func (x *relaxer) affordable(rest float64, closed int64, remains float64) float64 {
	most := rest/trial + rest*max(0, 1-remains)/gain
	if x.worthDividing(rest, closed) {
		most += 3 * rest / trial // since the parts will profit
	}
	return most
}
