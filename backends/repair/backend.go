package repair

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"

	"nqueens"
	"nqueens/backends/internal/luby"
)

// Backend is one of the local searches; MinConflicts, SosicGu and Genetic return them.
type Backend struct {
	description nqueens.Description
	maxSize     int
	start       func(*board, *rand.Rand, *signal) search
}

// search is a local search on one board.
type search interface {
	// attempt starts again and reports whether it found a solution within patience, in a unit of
	// the method, and before the signal.
	attempt(patience int64) bool
	// queens returns the ranks of the solution's queens, one for each free file.
	queens() []int32
	stats() map[string]int64
}

func describe(name, about string) nqueens.Description {
	return nqueens.Description{Name: name, About: about, Version: "1", Engine: name, Tasks: []nqueens.Task{nqueens.FindFirst}}
}

// Describe implements backends.Backend.
func (b Backend) Describe() nqueens.Description { return b.description }

// Run implements backends.Backend. It ends without a solution only if the context ends.
func (b Backend) Run(ctx context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	return b.run(ctx, r, nil)
}

// run answers the request. If report is not nil, the search reports the queens after each step to it.
func (b Backend) run(ctx context.Context, r nqueens.Request, report func(board *board, ranks []int32, start bool)) nqueens.Outcome {
	// Reading a flag in the searches is cheaper than reading the context.
	var stop signal
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()

	watch := nqueens.NewStopwatch()
	board := newBoard(r.Problem)
	board.listFiles(&stop)
	if report != nil {
		board.report = func(ranks []int32, start bool) { report(board, ranks, start) }
	}
	s := b.start(board, rand.New(rand.NewPCG(r.Seed, 0)), &stop)
	var phases nqueens.Phases
	phases.Encode = watch.Lap()

	restarts := int64(0)
	found := s.attempt(luby.Term(1))
	for !found && !stop.Load() {
		restarts++
		found = s.attempt(luby.Term(restarts + 1))
	}
	phases.Solve = watch.Lap()

	o := nqueens.Stopped(ctx, 0)
	if found {
		if solution, whole := board.solution(s.queens(), &stop); whole {
			o = nqueens.Outcome{Status: nqueens.Solved, Solution: solution}
		}
	}
	phases.Decode = watch.Lap()
	o.Phases, o.Stats = phases, s.stats()
	o.Stats["restarts"] = restarts
	return o
}

// signal is a flag that is set when the context ends.
type signal struct{ atomic.Bool }

// at reports whether the signal is set. It checks only in some of the steps i of a loop, often
// enough for steps of less than a microsecond.
func (s *signal) at(i int) bool { return i&0xfff == 0 && s.Load() }

// wipe sets all counters to zero, or returns false if it is stopped. Touching a large slice for the
// first time takes long. It yields between parts, because a part cannot be interrupted, and a
// garbage collection that waits for one would delay the goroutine that sets the signal.
func wipe[T uint8 | int32](counters []T, stop *signal) bool {
	for part := range slices.Chunk(counters, 1<<16) {
		if stop.Load() {
			return false
		}
		clear(part)
		runtime.Gosched()
	}
	return true
}
