package dlx

import "math/bits"

// A sieve is one run of the bits engine: depth first, on a stack of states
// that wait to be visited. Choosing an option is one AND of its state with what
// the option leaves alone, and nothing is ever undone.
//
// The children of a node are made together, last first, so that they come off
// the stack in the order of their options. A child in which an item has no
// option left is counted and dropped at once: it is written, and the top of the
// stack just does not move past it.
type sieve struct {
	*table
	walk
	choice Choice

	states []group   // the stack: table.groups for each state
	open   []uint64  // the items that each state has to cover, a word for each sheet
	waits  []waiting // how each state came about
	top    int       // states on the stack

	path      []int // the option chosen at each level, from level 1
	widths    []int // children of the node of each level
	countdown int   // nodes until the next look at ctx

	kernels bool // the assembly takes part

	now       []group  // the state being visited, where it has several groups
	nowOpen   []uint64 // and its open items
	sharpOpen []uint64 // those with a name that begins with '#'
}

// waiting says by which option a state came about, and its level.
type waiting struct{ option, level uint32 }

// nodesPerCheck is how many nodes are branched on between two looks at ctx:
// some ten microseconds' worth.
const nodesPerCheck = 256

func newSieve(t *table, c Choice) *sieve {
	return &sieve{
		table: t, choice: c, kernels: hasKernels,
		path:      make([]int, t.items+2),
		widths:    make([]int, t.items+2),
		now:       make([]group, t.groups),
		nowOpen:   make([]uint64, len(t.sheets)),
		sharpOpen: make([]uint64, len(t.sheets)),
	}
}

func (v *sieve) begin(w walk) {
	v.walk = w
	v.levels = make([]LevelStats, v.items+2)
	v.countdown = 0 // look at once: ctx may have ended already
	v.top = 0
	v.reserve()
	copy(v.states, v.start)
	copy(v.open, v.startOpen)
	v.waits[0] = waiting{}
	v.levels[0].Nodes = 1
	if v.choice == FirstItem || !v.startDead {
		v.top = 1
	}
}

// reserve makes room on the stack for all children that a node may have.
func (v *sieve) reserve() {
	if v.top+v.widest < len(v.waits) {
		return
	}
	more := 2*len(v.waits) + 4*v.widest + 1
	v.states = append(v.states, make([]group, more*v.groups)...)
	v.open = append(v.open, make([]uint64, more*len(v.sheets))...)
	v.waits = append(v.waits, make([]waiting, more)...)
}

func (v *sieve) search() bool {
	ok := true
	if len(v.sheets) == 1 && v.groups == 1 && v.choice != FirstItem && v.choice != Sharp {
		ok = v.searchOne()
	} else {
		ok = v.searchMany()
	}
	if v.shared() && !v.first {
		clear(v.levels[:min(v.level+1, len(v.levels))])
	}
	return ok
}

// look publishes the progress and says whether the search may go on.
func (v *sieve) look() bool {
	v.countdown = nodesPerCheck
	return v.proceed(v.estimate())
}

// estimate returns the fraction of the tree that has been searched if all
// subtrees of a node are equally large. The states on the stack, and the one
// just taken off it, are still to be searched.
func (v *sieve) estimate() float64 {
	if len(v.waits) == 0 {
		return 0
	}
	left, share, level := 0.0, 1.0, uint32(0)
	for _, w := range v.waits[:v.top+1] {
		for ; level < w.level; level++ {
			share /= float64(v.widths[level])
		}
		left += share
	}
	return max(0, 1-left)
}

// smallest returns the item with the fewest options left, by looking at each
// open item. The fast ways give up where all have four or more.
func (v *sieve) smallest(state []group, open []uint64) (sheet, item int) {
	fewest := -1
	for s := range v.sheets {
		for w := open[s]; w != 0; w &= w - 1 {
			i := bits.TrailingZeros64(w)
			n := 0
			for _, g := range v.sheets[s].of(state) {
				n += bits.OnesCount64(g.gather(i, v.lanes))
			}
			if fewest < 0 || n < fewest {
				sheet, item, fewest = s, i, n
			}
		}
	}
	return sheet, item
}
