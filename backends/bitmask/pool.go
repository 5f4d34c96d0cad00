package bitmask

import (
	"sync"
	"sync/atomic"
)

// pool passes boards from threads that have many to threads that have none.
type pool struct {
	threads int
	wanted  atomic.Bool // some thread waits, and the pool is empty

	mutex   sync.Mutex
	changed sync.Cond
	parcels []parcel
	idle    int
	closed  bool
}

// parcel is a list of boards with the same number of pieces.
type parcel struct {
	packed *packed
	pieces int
	boards []uint64
}

func newPool(threads int) *pool {
	p := &pool{threads: threads}
	p.changed.L = &p.mutex
	return p
}

// put adds boards for another thread.
func (p *pool) put(parcel parcel) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.parcels = append(p.parcels, parcel)
	p.wanted.Store(false)
	p.changed.Signal()
}

// take waits for boards. It returns false when all threads wait or the pool is closed.
func (p *pool) take() (parcel, bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.idle++
	for len(p.parcels) == 0 && p.idle < p.threads && !p.closed {
		p.wanted.Store(true)
		p.changed.Wait()
	}
	if len(p.parcels) == 0 || p.closed {
		p.closed = true
		p.wanted.Store(false)
		p.changed.Broadcast()
		return parcel{}, false
	}
	p.idle--
	last := len(p.parcels) - 1
	taken := p.parcels[last]
	p.parcels = p.parcels[:last]
	p.wanted.Store(p.idle > len(p.parcels))
	return taken, true
}

// close makes take return false in all threads.
func (p *pool) close() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.closed = true
	p.changed.Broadcast()
}

// share puts boards into the pool, from as near to the root of the tree as possible: half of the
// held boards, or else half of the boards with the fewest pieces. It returns false if there are
// none.
func (f *frontier) share() bool {
	if f.parent != nil && f.parent.share() {
		return true
	}
	if f.held.count > 0 {
		f.give(f.pieces, f.release((f.held.count+1)/2))
		return true
	}
	for pieces := range f.n {
		if l := &f.levels[pieces]; l.count > 1 {
			from := l.count / 2
			f.give(pieces, l.words[from*len(f.guards):l.count*len(f.guards)])
			l.count = from
			return true
		}
	}
	return false
}

func (f *frontier) give(pieces int, boards []uint64) {
	f.pool.put(parcel{f.packed, pieces, append([]uint64(nil), boards...)})
}
