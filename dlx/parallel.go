package dlx

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sync/errgroup"
)

// A partition shares a search tree among several engines: each subtree whose
// root is at the given level belongs to the one that claims it. All of them
// walk through the few nodes above, which count once.
type partition struct {
	level int          // 0: not shared
	nodes int64        // at that level
	next  atomic.Int64 // the first that nobody has claimed
}

// A share is one engine's part in a partition. The zero value is the whole tree.
type share struct {
	*partition
	first bool  // the engine whose nodes above the level count
	seen  int64 // nodes of the level passed so far
	own   int64 // the last one claimed, counted from 1
}

// split returns the level at which subtrees are to be claimed, or -1.
func (s *share) split() int {
	if s.partition == nil {
		return -1
	}
	return s.level
}

func (s *share) shared() bool { return s.partition != nil }

// take says whether the next node of the split level is the engine's own. Nodes
// are claimed when they come up, so that no engine ever waits for another.
func (s *share) take() bool {
	s.seen++
	if s.own < s.seen {
		s.own = s.next.Add(1)
	}
	return s.own == s.seen
}

// counts says whether a node at this level is the engine's to report: it is
// in a subtree of its own, or the engine is the first.
func (s *share) counts(level int) bool {
	return s.partition == nil || s.first || level >= s.level
}

// fraction returns how much of the partition was claimed before the subtree that
// this engine is searching: less than 1.
func (s *share) fraction() float64 {
	return float64(min(max(0, s.own-1), s.nodes-1)) / float64(s.nodes)
}

// apart is make([]T, n) with a guard before and behind, so that what an engine writes
// shares no cache line with what another writes beside it: a core that writes to a
// line takes it from the core that has it. 128 bytes are two lines, which processors
// fetch together.
func apart[T any](n int) []T {
	const guard = 128
	var t T
	size := int(unsafe.Sizeof(t))
	k := (guard + size - 1) / size
	return make([]T, n+2*k)[k:][:n:n]
}

// subtreesPerThread is how many subtrees there are to claim for each thread:
// enough that none has to wait long for the others at the end.
const subtreesPerThread = 256

// probeNodes is how many nodes may be visited to find out where to divide a tree.
const probeNodes = 20_000

// divide returns a partition with enough subtrees for so many threads. It
// returns nil if the tree is too small to be worth it, or an error.
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

// runShared is run with several engines, of which e is the first. It returns
// false, having done nothing, if the tree is too small.
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
					return true // a search that nobody listens to is stopped by its context
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
	// Also when yield panics, all workers have ended after this.
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

// A queue carries solutions from several searching goroutines to the one that
// asked for them. They travel in batches, so that the searches seldom wait for
// each other; a batch leaves early when the receiver has nothing to do. The
// batches go round: the memory does not grow with the solutions.
type queue struct{ full, empty chan *batch }

// A batch is some solutions, one after the other.
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

// next returns an empty batch.
func (q queue) next() *batch {
	b := <-q.empty
	b.options, b.ends = b.options[:0], b.ends[:0]
	return b
}

// send adds a solution to a batch and returns the batch for the next one.
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

// deliver hands every solution to visit until visit wants no more, and then
// calls stop. It returns when no more batches will come, and says how many solutions
// it handed over and whether visit wanted all.
func (q queue) deliver(visit func([]int) bool, stop func()) (handed uint64, all bool) {
	defer func() { // also when visit panics
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
