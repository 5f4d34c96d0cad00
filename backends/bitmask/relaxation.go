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

// relaxation returns the linear relaxation of a region: each line to fill has exactly one piece,
// each other line along which pieces attack has at most one, and each open square between none and
// one. Leaps are left out.
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

// relaxer uses the linear relaxation of a region after frontiers have explored it for long. It
// first tests whether the relaxation is infeasible and much later, by probing, which squares have
// no piece in any solution. Each refutation is a sum of constraints that is checked in integers.
type relaxer struct {
	region region
	stop   *turns.Flag

	looking sync.Mutex
	cost    int64        // cost of solving the relaxation, in nodes
	nodes   atomic.Int64 // nodes explored
	due     atomic.Int64 // number of explored nodes at which look is called next
	over    atomic.Bool  // exploring should stop: left is the reduced region, or why says that there is no solution

	relaxation   *relax.Relaxation // nil before the first call of look
	relaxStats   relaxStats
	left         region
	large        float64  // minimum number of nodes of a tree to be divided
	parts        []region // all solutions of left are in these parts
	why          string
	within       int64 // pivots of the relaxations of parts
	restartTally tally // result of the restarts
}

// relaxStats are the statistics of the relaxation.
type relaxStats struct{ pivots, probes, removed, restarts int64 }

func (l *relaxStats) include(m relaxStats) {
	l.pivots, l.probes, l.removed, l.restarts = l.pivots+m.pivots, l.probes+m.probes, l.removed+m.removed, l.restarts+m.restarts
}

const (
	// maxRows is the maximum number of constraints: the simplex keeps a matrix of maxRows × maxRows
	// numbers.
	maxRows = 1024
	// probing determines when probing begins: after this many times the cost of solving the
	// relaxation.
	probing = 100
	// Probing may take 1/trial of the remaining search, estimated from descents random descents,
	// and 1/gain of what it has saved.
	descents, trial, gain = 4096, 100, 10
	// atOnce is the number of probes between two estimates.
	atOnce = 16
)

// newRelaxer returns a relaxer with an estimated cost. The relaxation has about five constraints
// for two lines, and takes about as many steps, each over a matrix with as many rows and columns. A
// node costs as much as four numbers of the matrix.
func newRelaxer(r region, stop *turns.Flag) *relaxer {
	x := &relaxer{region: r, left: r, parts: []region{r}, stop: stop}
	x.cost = x.rows() * x.rows() * x.rows() / 4
	x.due.Store(x.cost)
	x.large = dividing * float64(len(r.lines))
	return x
}

// rows returns the approximate number of constraints of the relaxation.
func (x *relaxer) rows() int64 { return 5 * int64(len(x.region.lines)) / 2 }

// explored adds nodes to the number of explored nodes. When that number reaches x.due, it calls look,
// which may pass a solution to visit, while other threads continue to explore.
func (x *relaxer) explored(nodes uint64, visit func(nqueens.Solution) bool) {
	if x.nodes.Add(int64(nodes)) < x.due.Load() || !x.looking.TryLock() {
		return
	}
	defer x.looking.Unlock()
	if x.nodes.Load() >= x.due.Load() && !x.over.Load() {
		x.due.Store(x.look(visit))
	}
}

// look solves the relaxation at the first call and probes at the second. It returns the number of
// nodes at which it is due next.
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
	x.relaxStats.pivots = x.relaxation.Solver.Pivots + x.within
	return due
}

// refute reports whether the relaxation is infeasible.
func (x *relaxer) refute() bool {
	_, _, refuted := x.relaxation.Solve()
	if refuted {
		x.refuted()
	}
	return refuted
}

// refuted records that the relaxation is infeasible.
func (x *relaxer) refuted() {
	if x.why = "the linear relaxation has no solution"; x.relaxStats.removed > 0 {
		x.why += fmt.Sprintf(" after closing %d squares, each by another relaxation", x.relaxStats.removed)
	}
	x.over.Store(true)
}

// probe removes squares as long as that is worthwhile, improves the order of the lines if possible,
// and makes the search start again if that takes less than to continue. As soon as a round of
// probes removes no square, probe searches for a solution in random orders. This search may take a
// fraction of the tree that is left at that time, because probes may already have made the tree
// many times smaller.
func (x *relaxer) probe(visit func(nqueens.Solution) bool) {
	whole := x.region.pack().estimate(descents, 1, x.stop)
	smaller, rest := whole, whole-float64(x.nodes.Load())
	before := x.relaxation.Solver.Pivots
	spent := func() float64 { return x.nodesFor(x.relaxation.Solver.Pivots + x.within - before) }
	worth := func(smaller float64) bool { // whether to continue
		return !x.stop.Load() && spent() <= x.affordable(rest, x.relaxStats.removed, smaller/whole)
	}
	begun, ended := false, rest <= 0
	begin := func() {
		if !begun {
			begun, x.restartTally = true, x.left.restart(share(min(rest, smaller)), x.stop, visit)
			x.over.Store(x.restartTally.found > 0)
		}
	}
	enough := func() bool {
		if ended = ended || x.stop.Load(); ended {
			return true
		}
		if x.relaxStats.probes++; x.relaxStats.probes%atOnce == 0 {
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
		_, again = x.relaxation.Probe(enough, func(int, relax.Refutation) { x.relaxStats.removed++ })
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
	if x.worthDividing(min(smaller, rest), x.relaxStats.removed) {
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

// affordable returns the number of nodes whose time may be spent on probing. rest is the number of
// remaining nodes, closed the number of squares closed, and remains the fraction of the tree that
// is left.
func (x *relaxer) affordable(rest float64, closed int64, remains float64) float64 {
	most := rest/trial + rest*max(0, 1-remains)/gain
	if x.worthDividing(rest, closed) {
		most += 3 * rest / trial // because the parts will profit
	}
	return most
}
