package branch

import (
	"math/bits"
	"slices"
)

// cache stores the numbers of solutions of subtrees. The key is everything that the number depends
// on: the open placements, the waiting covers, and what the counted constraints still need. Keys
// are stored completely, so that no two can be confused. Memory is limited: in a full bucket the
// entry with the shortest search is replaced.
type cache struct {
	words   int // number of words of a key
	keys    []uint64
	entries []entry
	bytes   int64
	most    int // maximum number of entries

	looked, saved int64 // number of look-ups, and number of nodes that the search skipped because of cached results
}

type entry struct {
	solutions total
	nodes     int64 // number of nodes of the search that counted the solutions; 0 means an empty entry
}

// bucket is the number of entries in which a key may be stored.
const bucket = 4

func newCache(words int, bytes int64) *cache {
	const entryBytes = 24
	c := &cache{words: words, bytes: bytes, most: bucket}
	for int64(2*c.most)*int64(8*words+entryBytes) <= bytes {
		c.most *= 2
	}
	c.resize(min(c.most, 1<<10))
	return c
}

func (c *cache) resize(entries int) {
	keys, old := c.keys, c.entries
	c.keys, c.entries = make([]uint64, entries*c.words), make([]entry, entries)
	for i, e := range old {
		if e.nodes > 0 {
			c.put(keys[i*c.words:(i+1)*c.words], e)
		}
	}
}

// at returns the index of the key's bucket.
func (c *cache) at(key []uint64) int {
	h := uint64(0x9E3779B97F4A7C15)
	for _, x := range key {
		high, low := bits.Mul64(h^x, 0xD6E8FEB86659FD93)
		h = high ^ low ^ bits.RotateLeft64(h, 23)
	}
	h ^= h >> 29
	return int(h) & (len(c.entries) - bucket)
}

func (c *cache) keyAt(i int) []uint64 { return c.keys[i*c.words : (i+1)*c.words] }

func (c *cache) find(key []uint64) (e entry, found bool) {
	c.looked++
	at := c.at(key)
	for i := at; i < at+bucket; i++ {
		if c.entries[i].nodes > 0 && slices.Equal(c.keyAt(i), key) {
			c.saved += c.entries[i].nodes
			return c.entries[i], true
		}
	}
	return entry{}, false
}

// put stores an entry for a key that find did not find.
func (c *cache) put(key []uint64, e entry) {
	for {
		at := c.at(key)
		least := at
		for i := at; i < at+bucket; i++ {
			if c.entries[i].nodes < c.entries[least].nodes {
				least = i
			}
		}
		if c.entries[least].nodes == 0 || len(c.entries) >= c.most {
			copy(c.keyAt(least), key)
			c.entries[least] = e
			return
		}
		c.resize(2 * len(c.entries))
	}
}
