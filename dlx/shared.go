package dlx

import (
	"context"
	"math"

	"golang.org/x/sync/errgroup"
)

// subtreesPerThread is how many subtrees there are to claim for each thread:
// enough that none has to wait long for the others at the end.
const subtreesPerThread = 256

// probing is how many nodes may be visited to find out where to divide a tree.
const probing = 20_000

// divide returns a division with enough subtrees for so many threads. It
// returns nil if the tree is too small to be worth it, or an error.
func divide(ctx context.Context, e engine, threads int) (*division, error) {
	var best *division
	for level, visited := 1, uint64(0); visited < probing; level++ {
		nobody := &division{level: level}
		nobody.next.Store(math.MaxInt64 / 2)
		e.begin(walk{ctx: ctx, claim: claim{division: nobody, first: true}})
		e.search()
		w := e.outcome()
		if w.err != nil {
			return nil, w.err
		}
		if w.seen == 0 {
			return nil, nil // the tree ends above this level
		}
		if best == nil || w.seen > best.nodes {
			best = &division{level: level, nodes: w.seen}
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
	var d *division
	if d, s.err = divide(ctx, e, s.config.Threads); s.err != nil || d == nil {
		return s.err != nil
	}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	workers, inner := errgroup.WithContext(inner)
	walks := make([]walk, s.config.Threads)
	var p *post
	if yield != nil {
		p = newPost(len(walks))
	}
	for i := range walks {
		w := &walks[i]
		*w = walk{ctx: inner, claim: claim{division: d, first: i == 0}}
		if i == 0 {
			w.progress = &s.progress
		}
		workers.Go(func() error {
			if p != nil {
				sender := p.sender()
				defer sender.close()
				w.yield = sender.send
			}
			engine := e
			if i > 0 {
				if engine, w.err = s.engine(inner); w.err != nil {
					return w.err
				}
			}
			engine.begin(*w)
			engine.search()
			*w = *engine.outcome()
			return w.err
		})
	}
	handed, all := uint64(0), true
	if p != nil {
		// Also when yield panics, all senders have closed after this.
		all = p.deliver(func(options []int) bool { handed++; return yield(options) }, stop)
	}
	err := workers.Wait()
	levels := make([]LevelStats, s.problem.NumPrimary()+2)
	solutions := uint64(0)
	for i := range walks {
		solutions += walks[i].solutions
		for k, l := range walks[i].levels {
			levels[k].Nodes += l.Nodes
			levels[k].Updates += l.Updates
		}
	}
	if p != nil {
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
