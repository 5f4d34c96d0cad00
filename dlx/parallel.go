package dlx

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sync/errgroup"
)

// A partition shares a search tree among several engines. Each subtree whose root is at the given
// level belongs to the engine that claims it. All engines walk through the few nodes above, which
// count once.
type partition struct {
	level int          // 0 means not shared
	nodes int64        // the number of nodes at that level
	next  atomic.Int64 // the first node that no engine has claimed
}

// A share is the part of one engine in a partition. The zero value is the whole tree.
type share struct {
	*partition
	first bool  // the engine whose nodes above the level count
	seen  int64 // the number of nodes of the level passed so far
	own   int64 // the last node claimed, counted from 1
}

// split returns the level at which subtrees are claimed, or -1.
func (s *share) split() int {
	if s.partition == nil {
		return -1
	}
	return s.level
}

func (s *share) shared() bool { return s.partition != nil }

// take reports whether the next node of the split level belongs to the engine. Nodes are claimed
// when they are reached, so no engine waits for another.
func (s *share) take() bool {
	s.seen++
	if s.own < s.seen {
		s.own = s.next.Add(1)
	}
	return s.own == s.seen
}

// counts reports whether the engine counts a node at this level: the node is in a subtree of its
// own, or the engine is the first.
func (s *share) counts(level int) bool {
	return s.partition == nil || s.first || level >= s.level
}

// fraction returns the part of the partition that was claimed before the subtree that this engine
// is searching. It is less than 1.
func (s *share) fraction() float64 {
	return float64(min(max(0, s.own-1), s.nodes-1)) / float64(s.nodes)
}

// apart returns a slice as make([]T, n) does, with unused memory before and behind it. What an
// engine writes then shares no cache line with what another engine writes; a core that writes to a
// line takes it away from other cores. 128 bytes are two lines, which processors fetch together.
func apart[T any](n int) []T {
	const guard = 128
	var t T
	size := int(unsafe.Sizeof(t))
	k := (guard + size - 1) / size
	return make([]T, n+2*k)[k:][:n:n]
}

// subtreesPerThread is the number of subtrees for each thread. It is large enough that no thread
// waits long for the others at the end.
const subtreesPerThread = 256

// probeNodes is the largest number of nodes visited to find the level at which to divide a tree.
const probeNodes = 20_000

// divide returns a partition with enough subtrees for the number of threads. It returns nil if the
// tree is too small to divide.
func divide(ctx context.Context, e engine, threads int) (*partition, error) {
	var best *partition
	for level, visited := 1, uint64(0); visited < probeNodes; level++ {
		probe := &partition{level: level}
		probe.next.Store(math.MaxInt64 / 2)
		w, _ := e.search(walk{ctx: ctx, share: share{partition: probe, first: true}})
		if w.err != nil {
			return nil, w.err
		}
		if w.seen == 0 {
			return nil, nil // the tree ends above this level
		}
		if best == nil || w.seen > best.nodes {
			best = &partition{level: level, nodes: w.seen}
		}
		if best.nodes >= int64(threads)*subtreesPerThread {
			break
		}
		for _, l := range w.levels {
			visited += l.Nodes
		}
	}
	return best, nil
}

// runShared is run with several engines, of which e is the first. It returns false without a search
// if the tree is too small.
func (s *Search) runShared(ctx context.Context, e engine, yield func([]int) bool) bool {
	var d *partition
	if d, s.err = divide(ctx, e, s.config.Threads); s.err != nil || d == nil {
		return s.err != nil
	}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	workers, inner := errgroup.WithContext(inner)
	walks := make([]walk, s.config.Threads)
	q := newQueue(len(walks))
	for i := range walks {
		w := &walks[i]
		*w = walk{ctx: inner, share: share{partition: d, first: i == 0}}
		if i == 0 {
			w.progress = &s.progress
		}
		workers.Go(func() error {
			if yield != nil {
				b := q.next()
				defer func() { q.full <- b }()
				w.yield = func(options []int) bool {
					b = q.send(b, options)
					return true // stopping is left to the context
				}
			}
			engine := e
			if i > 0 {
				if engine, w.err = s.engine(inner); w.err != nil {
					return w.err
				}
			}
			done, _ := engine.search(*w)
			*w = *done
			return w.err
		})
	}
	var err error
	go func() {
		err = workers.Wait()
		close(q.full)
	}()
	// All workers have ended after this, even if yield panics.
	handed, all := q.deliver(yield, stop)
	var levels []LevelStats
	solutions := uint64(0)
	for i := range walks {
		solutions += walks[i].solutions
		levels = append(levels, make([]LevelStats, max(0, len(walks[i].levels)-len(levels)))...)
		for k, l := range walks[i].levels {
			levels[k].Nodes += l.Nodes
			levels[k].Updates += l.Updates
		}
	}
	if yield != nil {
		solutions = handed
	}
	if all {
		s.err = err
	}
	if s.err == nil && all {
		s.progress.Store(math.Float64bits(1))
	}
	s.stats = newStats(solutions, levels)
	return true
}

// A queue passes solutions from several searching goroutines to the caller. They are passed in
// batches, so that the searches seldom wait for each other. A batch is sent early if the receiver
// is idle. Batches are reused, so memory does not grow with the number of solutions.
type queue struct{ full, empty chan *batch }

// A batch is several solutions, concatenated.
type batch struct {
	options []int
	ends    []int // where each solution ends
}

// batchSize is the number of solutions in a full batch.
const batchSize = 256

func newQueue(senders int) queue {
	q := queue{full: make(chan *batch), empty: make(chan *batch, 2*senders)}
	for range 2 * senders {
		q.empty <- new(batch)
	}
	return q
}

// next waits for a batch that is not in use, empties it and returns it.
func (q queue) next() *batch {
	b := <-q.empty
	b.options, b.ends = b.options[:0], b.ends[:0]
	return b
}

// send adds a solution to a batch, sends the batch if it is full or the receiver is idle, and
// returns the batch for the next solution.
func (q queue) send(b *batch, options []int) *batch {
	b.options = append(b.options, options...)
	b.ends = append(b.ends, len(b.options))
	if len(b.ends) == batchSize {
		q.full <- b
		return q.next()
	}
	select {
	case q.full <- b:
		return q.next()
	default:
		return b
	}
}

// deliver passes every solution to visit until visit returns false, and then calls stop. It returns
// after the last batch. It returns the number of solutions passed and whether visit accepted all.
func (q queue) deliver(visit func([]int) bool, stop func()) (handed uint64, all bool) {
	defer func() { // also if visit panics
		if !all {
			stop()
		}
		for b := range q.full {
			q.empty <- b
		}
	}()
	for b := range q.full {
		start := 0
		for _, end := range b.ends {
			handed++
			if !visit(slices.Clip(b.options[start:end])) {
				return handed, false
			}
			start = end
		}
		q.empty <- b
	}
	return handed, true
}
