package sharp

import (
	"math/big"
	"math/bits"
)

// A key identifies a component by 128 bits: the exclusive-or of the random numbers of its variables and
// clauses.
type key [2]uint64

// A cache stores the model counts of components in a ring of words. New entries follow the last one. When the
// ring is full, the oldest entries are evicted.
//
// An entry consists of its key, an info word, the words of its value, and the exact key if the cache keeps
// exact keys. The info word packs the length of the entry, the sign and length of its value, and the next
// entry in the same hash slot.
type cache struct {
	ring       []uint64
	head, tail uint64 // positions of the next entry and of the oldest one; they grow without wrapping
	table      []uint32
	most       int // maximal size of the ring in words
	entries    int64
	found      int64
	looked     int64
	evicted    int64
}

const (
	entryHead  = 3
	signMark   = 1 << 62
	lengthBits = 15
	valueBits  = 15
	lengthMask = 1<<lengthBits - 1
	nextShift  = lengthBits + valueBits
	nextMask   = 1<<32 - 1
	smallest   = 1 << 12 // initial size of the ring in words
)

// newCache returns a cache that uses at most the given number of bytes.
func newCache(bytes int64) *cache {
	c := &cache{most: smallest}
	for int64(c.most)*2*9 <= bytes && c.most < 1<<31 { // 8 bytes a word, plus the table
		c.most *= 2
	}
	c.ring = make([]uint64, smallest)
	c.table = make([]uint32, smallest/4)
	return c
}

// at returns the index in the ring of a position.
func (c *cache) at(place uint64) uint32 { return uint32(place & uint64(len(c.ring)-1)) }

func (c *cache) slot(k key) *uint32 { return &c.table[k[0]&uint64(len(c.table)-1)] }

// get returns the number of models of a component, if it is cached. exact is its exact key, or nil.
func (c *cache) get(k key, exact []uint64) (n number, ok bool) {
	c.looked++
	for at := *c.slot(k); at != 0; {
		e := c.ring[at-1:]
		info := e[2]
		if e[0] == k[0] && e[1] == k[1] && same(e, info, exact) {
			c.found++
			return valueOf(e, info), true
		}
		at = uint32(info >> nextShift & nextMask)
	}
	return number{}, false
}

// same reports whether an entry has the given exact key. It returns true if exact is nil.
func same(e []uint64, info uint64, exact []uint64) bool {
	if exact == nil {
		return true
	}
	kept := e[entryHead+valueWords(info) : info&lengthMask]
	if len(kept) != len(exact) {
		return false
	}
	for i, w := range kept {
		if w != exact[i] {
			return false
		}
	}
	return true
}

func valueWords(info uint64) uint64 { return info >> lengthBits & (1<<valueBits - 1) }

func valueOf(e []uint64, info uint64) number {
	if valueWords(info) == 1 && e[entryHead] < 1<<63 {
		n := int64(e[entryHead])
		if info&signMark != 0 {
			n = -n
		}
		return number{word: n}
	}
	words := make([]big.Word, 0, valueWords(info)*64/bits.UintSize)
	for _, w := range e[entryHead : entryHead+valueWords(info)] {
		words = append(words, big.Word(w))
		if bits.UintSize == 32 {
			words = append(words, big.Word(w>>32))
		}
	}
	n := new(big.Int).SetBits(words)
	if info&signMark != 0 {
		n.Neg(n)
	}
	return numberOf(n)
}

// put stores the number of models of a component. It stores nothing if the entry would be too long.
func (c *cache) put(k key, exact []uint64, n number) {
	var value [1]uint64
	words := value[:]
	info := uint64(0)
	switch {
	case n.big == nil && n.word >= 0:
		value[0] = uint64(n.word)
	case n.big == nil:
		value[0], info = uint64(-n.word), signMark
	default:
		if n.big.Sign() < 0 {
			info = signMark
		}
		words = words[:0]
		for i, w := range n.big.Bits() {
			if bits.UintSize == 32 && i%2 == 1 {
				words[i/2] |= uint64(w) << 32
			} else {
				words = append(words, uint64(w))
			}
		}
	}
	length := entryHead + len(words) + len(exact)
	if length > lengthMask || length*8 > c.most || !c.makeRoom(uint64(length)) {
		return
	}
	at := c.at(c.head)
	e := c.ring[at : int(at)+length]
	e[0], e[1] = k[0], k[1]
	copy(e[entryHead:], words)
	copy(e[entryHead+len(words):], exact)
	e[2] = info | uint64(len(words))<<lengthBits | uint64(length)
	c.link(at)
	c.head += uint64(length)
	c.entries++
}

// link inserts the entry at an index of the ring into the hash table.
func (c *cache) link(at uint32) {
	e := c.ring[at:]
	slot := c.slot(key{e[0], e[1]})
	e[2] = e[2]&^(nextMask<<nextShift) | uint64(*slot)<<nextShift
	*slot = at + 1
}

// unlink removes the entry at an index of the ring from the hash table.
func (c *cache) unlink(at uint32) {
	e := c.ring[at:]
	slot := c.slot(key{e[0], e[1]})
	next := uint32(e[2] >> nextShift & nextMask)
	if *slot == at+1 {
		*slot = next
		return
	}
	for before := *slot - 1; ; {
		b := c.ring[before:]
		after := uint32(b[2] >> nextShift & nextMask)
		if after == at+1 {
			b[2] = b[2]&^(nextMask<<nextShift) | uint64(next)<<nextShift
			return
		}
		before = after - 1
	}
}

// makeRoom makes room for an entry of the given length at the head, and reports whether it could. No entry
// wraps around the end of the ring: the words that remain there are skipped.
func (c *cache) makeRoom(length uint64) bool {
	for {
		size := uint64(len(c.ring))
		need := length
		if left := size - c.head&(size-1); left < length {
			need += left
		}
		if c.head+need-c.tail <= size {
			break
		}
		if len(c.ring) < c.most {
			c.grow()
		} else if !c.evict() {
			return false
		}
	}
	if left := uint64(len(c.ring)) - c.head&uint64(len(c.ring)-1); left < length {
		c.fill(left)
	}
	return true
}

// fill clears and skips the words that remain before the end of the ring.
func (c *cache) fill(left uint64) {
	for i := range left {
		c.ring[c.at(c.head)+uint32(i)] = 0
	}
	c.head += left
}

// skipped returns the number of words without an entry between a position and the end of the ring.
func (c *cache) skipped(place uint64) uint64 {
	left := uint64(len(c.ring)) - place&uint64(len(c.ring)-1)
	if left < entryHead || c.ring[c.at(place)+2] == 0 {
		return left
	}
	return 0
}

// evict removes the oldest entry, or the unused words at the end of the ring before it. It returns false if the cache is empty.
func (c *cache) evict() bool {
	if c.tail == c.head {
		return false
	}
	if n := c.skipped(c.tail); n > 0 {
		c.tail += n
		return true
	}
	at := c.at(c.tail)
	c.unlink(at)
	c.tail += c.ring[at+2] & lengthMask
	c.entries--
	c.evicted++
	return true
}

// grow doubles the ring. It is called only before the first eviction, so that each entry keeps its index.
func (c *cache) grow() {
	ring := make([]uint64, 2*len(c.ring))
	copy(ring, c.ring[:c.head])
	c.ring, c.table = ring, make([]uint32, 2*len(c.table))
	for place := uint64(0); place < c.head; place += ring[place+2] & lengthMask {
		c.link(uint32(place))
	}
}

// rollback removes the entries that were stored since the head was at the given position.
func (c *cache) rollback(head uint64) {
	place := max(head, c.tail)
	for p := place; p < c.head; {
		if n := c.skipped(p); n > 0 {
			p += n
			continue
		}
		at := c.at(p)
		c.unlink(at)
		p += c.ring[at+2] & lengthMask
		c.entries--
	}
	c.head = place
}
