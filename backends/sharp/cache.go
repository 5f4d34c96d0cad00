package sharp

import (
	"math/big"
	"math/bits"
)

// key identifies a component: 128 bits that are the exclusive-or of those drawn for each of its variables and
// each of its clauses.
type key [2]uint64

// A cache remembers how many models components have, in a ring of words: new entries come after the last one, and where
// the room ends the oldest go.
//
// An entry is its key; a word that tells the length of the entry, the sign and the number of words of its value, and the
// next entry with the same place in the table; the words of the value; the exact key if that is kept.
type cache struct {
	ring       []uint64
	head, tail uint64 // where the next entry comes, and where the first one is, of a ring that never ends
	table      []uint32
	most       int // words that the ring may have
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
	smallest   = 1 << 12 // words
)

// newCache returns a cache that takes so many bytes at most.
func newCache(bytes int64) *cache {
	c := &cache{most: smallest}
	for int64(c.most)*2*9 <= bytes && c.most < 1<<31 { // 8 bytes a word, and the table
		c.most *= 2
	}
	c.ring = make([]uint64, smallest)
	c.table = make([]uint32, smallest/4)
	return c
}

// at returns where a place of the endless ring is.
func (c *cache) at(place uint64) uint32 { return uint32(place & uint64(len(c.ring)-1)) }

func (c *cache) slot(k key) *uint32 { return &c.table[k[0]&uint64(len(c.table)-1)] }

// get returns the number of models of a component. exact is its exact key, or nil.
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

// same reports whether an entry has such an exact key.
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

// put remembers the number of models of a component, unless that is too long.
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

// link puts the entry into the table.
func (c *cache) link(at uint32) {
	e := c.ring[at:]
	slot := c.slot(key{e[0], e[1]})
	e[2] = e[2]&^(nextMask<<nextShift) | uint64(*slot)<<nextShift
	*slot = at + 1
}

// unlink takes an entry out of the table.
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

// makeRoom makes room for an entry of such a length at the head, where nothing goes over the end of the ring: what
// is left there is an entry without a key.
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

// fill skips the words that are left before the end of the ring.
func (c *cache) fill(left uint64) {
	for i := range left {
		c.ring[c.at(c.head)+uint32(i)] = 0
	}
	c.head += left
}

// skipped returns how many words at a place are left before the end of the ring, without an entry.
func (c *cache) skipped(place uint64) uint64 {
	left := uint64(len(c.ring)) - place&uint64(len(c.ring)-1)
	if left < entryHead || c.ring[c.at(place)+2] == 0 {
		return left
	}
	return 0
}

// evict removes the oldest entry and reports whether there was one.
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

// grow doubles the ring, before anything was ever evicted: each entry keeps its place.
func (c *cache) grow() {
	ring := make([]uint64, 2*len(c.ring))
	copy(ring, c.ring[:c.head])
	c.ring, c.table = ring, make([]uint32, 2*len(c.table))
	for place := uint64(0); place < c.head; place += ring[place+2] & lengthMask {
		c.link(uint32(place))
	}
}

// rollback removes the entries that were put there since the head was at this place.
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
