package dlx

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// A table holds the data that the bits engine computes from a problem before the search.
//
// Every primary item numbers its options, from the last to the first; these numbers are its slots.
// A state has one bit for each slot of each item. The items are side by side: a word holds one slot
// of many items. The sizes of all these items are added up at once, bit by bit, as in a carry-save
// adder.
//
// Items are grouped in blocks of up to 64, or of all items if there are at most 32; in that case a
// word holds two slots of each item. Words are grouped by eight, the length of a cache line.
type table struct {
	blocks  []block
	narrow  bool   // at most 32 items: two slots in a word
	lanes   uint64 // bits 0 and 32 if narrow, otherwise bit 0
	groups  int    // of all blocks
	options int
	sizes   []int // the number of options of each primary item
	widest  int   // the largest of them

	keep     []group  // the mask of option o is keep[o*groups:(o+1)*groups]
	cover    []uint64 // option o covers the items cover[o*len(blocks):] of each block
	slots    []uint32 // the option in each slot, see table.slot
	span     int      // entries of slots for an item in a group: the largest result of gather
	numSlots int      // entries of slots
	sharp    []uint64 // by block, the items whose name begins with '#'

	start     []group  // the state before any choice
	startOpen []uint64 // the items to cover in that state, by block
	startDead bool     // an item has no option
}

// A group is eight words of the bits of a block.
type group [groupWords]uint64

var everything = group{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

const (
	groupWords  = 8
	wideItems   = 64 // in a block
	narrowItems = 32
)

// A block is a run of consecutive primary items.
type block struct {
	first  int // its first group
	groups int // at least one
	slots  int // the index in table.slots where its part starts
}

// slot returns the index in t.slots of bit b of group g, for an item of the block. Bits are
// numbered as in the result of gather.
func (t *table) slot(s *block, item, g, b int) int {
	return s.slots + (item*s.groups+g)*t.span + b
}

// of returns the groups of a state that belong to the block.
func (s *block) of(state []group) []group { return state[s.first : s.first+s.groups] }

// place returns the position of slot k: the group within its block and the bit in the result of
// gather.
func (t *table) place(k int) (g, b int) {
	if t.narrow {
		return k / 16, k%16/8*32 + k%8
	}
	return k / 8, k % 8
}

// blockOf returns the block of an item and its index in the block.
func (t *table) blockOf(item int) (s, i int) { return item / wideItems, item % wideItems }

// layOut returns a table with the positions of the slots of p's items, but without content.
func layOut(p *Problem) *table {
	t := &table{options: p.NumOptions(), sizes: make([]int, p.primary), lanes: 1, span: groupWords}
	for _, i := range p.items {
		if i < p.primary {
			t.sizes[i]++
		}
	}
	perGroup := groupWords // slots of an item
	if t.narrow = p.primary <= narrowItems; t.narrow {
		t.lanes, t.span, perGroup = 1<<32|1, 64, 2*groupWords
	}
	for part := range slices.Chunk(t.sizes, wideItems) {
		most := max(1, slices.Max(part))
		s := block{first: t.groups, groups: (most + perGroup - 1) / perGroup, slots: t.numSlots}
		t.groups += s.groups
		t.widest = max(t.widest, most)
		t.numSlots += len(part) * s.groups * t.span
		t.blocks = append(t.blocks, s)
	}
	return t
}

// bytes returns the size in bytes of keep, the largest part of the table.
func (t *table) bytes() int64 { return int64(t.groups) * groupWords * 8 * int64(t.options) }

// maxTable is the size in bytes above which no table is built.
const maxTable = 1 << 30

// newTable builds the table of p. If ctx ends, it returns the error of ctx.
func newTable(ctx context.Context, p *Problem) (*table, error) {
	t := layOut(p)
	if size := t.bytes(); size > maxTable {
		return nil, fmt.Errorf("the bits engine would need a table of %d MiB, and stops at %d: use the dancing one", size>>20, maxTable>>20)
	}
	t.setStart(p)
	return t, t.fill(ctx, p)
}

// A mark is the position of one bit of the state: a group, a word in it, and the bit.
type mark struct {
	group, word int
	bit         uint64
}

// A use is an option that has an item, and the colour that it gives to it.
type use struct {
	colour colour
	option int32
}

// fill writes the items that each option covers, and its mask.
func (t *table) fill(ctx context.Context, p *Problem) error {
	t.keep = make([]group, t.options*t.groups)
	t.cover = make([]uint64, t.options*len(t.blocks))
	t.slots = make([]uint32, t.numSlots)
	free := slices.Clone(t.sizes)
	marks := make([]mark, len(p.items)) // of the primary items of all options
	users := make([][]use, p.NumItems())
	for o := range t.options {
		if o%checkEvery == checkEvery-1 && ctx.Err() != nil {
			return ctx.Err()
		}
		for g := range t.groups {
			t.keep[o*t.groups+g] = everything
		}
		if !p.hasPrimary(o) {
			continue
		}
		for k, item := range p.Option(o) {
			u := use{option: int32(o)}
			if p.colours != nil {
				u.colour = p.colours[p.start[o]+k]
			}
			users[item] = append(users[item], u)
			if item >= p.primary {
				continue
			}
			free[item]--
			s, i := t.blockOf(item)
			g, b := t.place(free[item])
			t.slots[t.slot(&t.blocks[s], i, g, b)] = uint32(o)
			t.cover[o*len(t.blocks)+s] |= 1 << i
			marks[p.start[o]+k] = mark{t.blocks[s].first + g, b % 8, 1 << (i + b/32*32)}
		}
	}
	together := make([]group, t.groups)
	done := 0
	goOn := func() error { // called for each item of an option; returns an error if the build must stop
		if done++; done%512 == 0 {
			return ctx.Err()
		}
		return nil
	}
	for _, u := range users {
		if err := t.exclude(p, u, marks, together, goOn); err != nil {
			return err
		}
	}
	return nil
}

// exclude updates the masks of the options that have one item, the users: it removes, from the mask
// of each user, the users that cannot be chosen together with it. If the user gives the item a
// colour, these are the users that do not give it the same colour; otherwise they are all users.
//
// Users of one colour exclude the same options. exclude collects these in the mask together and
// applies it to each user of that colour, unless the options are so few that it is faster to remove
// them from each mask.
func (t *table) exclude(p *Problem, users []use, marks []mark, together []group, goOn func() error) error {
	if p.colours != nil {
		slices.SortStableFunc(users, func(a, b use) int { return cmp.Compare(a.colour, b.colour) })
	}
	for first := 0; first < len(users); {
		shade := users[first].colour
		end := first + 1
		for end < len(users) && users[end].colour == shade {
			end++
		}
		before, after := users[:first], users[end:]
		if shade == 0 {
			after = users // none of them agree
		}
		collect := (len(before)+len(after))*2 > t.groups*groupWords
		if collect {
			for g := range together {
				together[g] = everything
			}
			remove(together, p, before, marks)
			remove(together, p, after, marks)
		}
		for _, u := range users[first:end] {
			if err := goOn(); err != nil {
				return err
			}
			keep := t.keep[int(u.option)*t.groups:][:t.groups]
			if !collect {
				remove(keep, p, before, marks)
				remove(keep, p, after, marks)
				continue
			}
			for g := range keep {
				keep[g].and(&keep[g], &together[g])
			}
		}
		first = end
	}
	return nil
}

// remove clears the marks of these options.
func remove(keep []group, p *Problem, users []use, marks []mark) {
	for _, u := range users {
		for _, m := range marks[p.start[u.option]:p.start[u.option+1]] {
			keep[m.group][m.word] &^= m.bit
		}
	}
}

// setStart writes the state before any choice.
func (t *table) setStart(p *Problem) {
	t.start = make([]group, t.groups)
	t.startOpen = make([]uint64, len(t.blocks))
	t.sharp = make([]uint64, len(t.blocks))
	for item, size := range t.sizes {
		s, i := t.blockOf(item)
		t.startOpen[s] |= 1 << i
		if p.names[item][0] == '#' {
			t.sharp[s] |= 1 << i
		}
		t.startDead = t.startDead || size == 0
		for k := range size {
			g, b := t.place(k)
			t.start[t.blocks[s].first+g][b%8] |= 1 << (i + b/32*32)
		}
	}
}

// gather returns a bit for each of an item's slots in a group that holds a live option: bits 0 to
// 7, and bits 32 to 39 for the second eight slots of a narrow block. lanes has a bit for each slot
// of an item in a word, see table.lanes.
func (g *group) gather(item int, lanes uint64) uint64 {
	i := uint(item) & 63
	return g[0]>>i&lanes | g[1]>>i&lanes<<1 | g[2]>>i&lanes<<2 | g[3]>>i&lanes<<3 |
		g[4]>>i&lanes<<4 | g[5]>>i&lanes<<5 | g[6]>>i&lanes<<6 | g[7]>>i&lanes<<7
}

// count returns, for each bit, how many of the eight words have it set: 1·ones + 2·twos if more is
// 0, otherwise at least 4.
func (g *group) count() (ones, twos, more uint64) {
	a, c1 := fullAdd(g[0], g[1], g[2])
	b, c2 := fullAdd(g[3], g[4], g[5])
	a, c3 := fullAdd(a, b, g[6])
	ones, c4 := a^g[7], a&g[7]
	d, e1 := fullAdd(c1, c2, c3)
	return ones, d ^ c4, e1 | d&c4
}

func fullAdd(a, b, c uint64) (sum, carry uint64) {
	u := a ^ b
	return u ^ c, a&b | u&c
}

// addCounts adds two results of count.
func addCounts(ones, twos, more, ones2, twos2, more2 uint64) (uint64, uint64, uint64) {
	carry := ones & ones2
	sum, over := fullAdd(twos, twos2, carry)
	return ones ^ ones2, sum, over | more | more2
}
