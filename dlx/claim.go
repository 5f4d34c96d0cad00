package dlx

import "sync/atomic"

// A division shares a search tree among several engines: each subtree whose
// root is at the given level belongs to the one that claims it. All of them
// walk through the few nodes above, which count once.
type division struct {
	level int          // 0: not shared
	nodes int64        // at that level
	next  atomic.Int64 // the first that nobody has claimed
}

// A claim is one engine's part in a division. The zero value is the whole tree.
type claim struct {
	*division
	first bool  // the engine whose nodes above the level count
	seen  int64 // nodes of the level passed so far
	own   int64 // the last one claimed, counted from 1
}

// split returns the level at which subtrees are to be claimed, or -1.
func (c *claim) split() int {
	if c.division == nil {
		return -1
	}
	return c.level
}

func (c *claim) shared() bool { return c.division != nil }

// take says whether the next node of the split level is the engine's own. Nodes
// are claimed when they come up and nobody else has them: so no engine waits.
func (c *claim) take() bool {
	c.seen++
	if c.own < c.seen {
		c.own = c.next.Add(1)
	}
	return c.own == c.seen
}

// counts says whether a node at this level is the engine's to report: it is
// in a subtree of its own, or the engine is the first.
func (c *claim) counts(level int) bool {
	return c.division == nil || c.first || level >= c.level
}

// claimed returns the fraction of the subtrees that have been claimed and left,
// below 1: others may still be at work on the last.
func (c *claim) claimed() float64 {
	return float64(min(max(0, c.own-1), c.nodes-1)) / float64(c.nodes)
}
