package dlx

import (
	"math/bits"
	"slices"
)

// searchMany searches any problem, by any choice of item.
func (v *sieve) searchMany() bool {
	must := ^uint64(0) // whether an item without options ends a branch
	if v.choice == FirstItem {
		must = 0
	}
	sheets := len(v.sheets)
	for v.top > 0 {
		v.reserve()
		v.top--
		w := v.waits[v.top]
		level := int(w.level)
		v.path[level] = int(w.option)
		if level == v.split() && !v.take() {
			continue
		}
		if v.countdown -= 1 + v.groups/8; v.countdown < 0 && !v.look() {
			return false
		}
		copy(v.now, v.states[v.top*v.groups:][:v.groups])
		copy(v.nowOpen, v.open[v.top*sheets:][:sheets])
		if !slices.ContainsFunc(v.nowOpen, func(w uint64) bool { return w != 0 }) {
			if !v.found(level, v.path[1:level+1]) {
				return false
			}
			continue
		}
		s, item := v.choose()
		sheet := &v.sheets[s]
		n := 0
		for k, g := range sheet.of(v.now) {
			live := g.gather(item, v.lanes)
			n += bits.OnesCount64(live)
			slots := v.slots[v.slot(sheet, item, k, 0):][:v.span]
			for ; live != 0; live &= live - 1 {
				o := slots[bits.TrailingZeros64(live)]
				v.waits[v.top] = waiting{o, uint32(level + 1)}
				if v.sift(int(o), must) {
					v.top++
				}
			}
		}
		v.levels[level+1].Nodes += uint64(n)
		v.widths[level] = n
		v.countdown -= n * v.groups / 8
	}
	return true
}

// sift writes what option o leaves of the state being visited to the top of
// the stack, and says whether no item is then without options.
func (v *sieve) sift(o int, must uint64) bool {
	keep := v.keep[o*v.groups:][:v.groups]
	child := v.states[v.top*v.groups:][:v.groups]
	open := v.open[v.top*len(v.sheets):][:len(v.sheets)]
	cover := v.cover[o*len(v.sheets):][:len(v.sheets)]
	missing := uint64(0)
	for s := range v.sheets {
		left := v.nowOpen[s] &^ cover[s]
		open[s] = left
		if left == 0 {
			continue // nobody will look at these words
		}
		sheet := &v.sheets[s]
		some := uint64(0)
		if first := sheet.first; v.kernels {
			some = andGroups(&child[first], &v.now[first], &keep[first], sheet.groups)
		} else {
			for k := first; k < first+sheet.groups; k++ {
				some |= child[k].and(&v.now[k], &keep[k])
			}
		}
		if v.narrow {
			some |= some >> 32
		}
		missing |= left &^ some
	}
	return missing&must == 0
}

// and sets c to what a and b have in common, and returns its words in one.
func (c *group) and(a, b *group) uint64 {
	c0, c1, c2, c3 := a[0]&b[0], a[1]&b[1], a[2]&b[2], a[3]&b[3]
	c4, c5, c6, c7 := a[4]&b[4], a[5]&b[5], a[6]&b[6], a[7]&b[7]
	*c = group{c0, c1, c2, c3, c4, c5, c6, c7}
	return c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7
}

// choose returns the item to branch on, of which there must be one, and all of
// which must have options unless the first item is wanted anyway.
func (v *sieve) choose() (sheet, item int) {
	if v.choice == FirstItem {
		for v.nowOpen[sheet] == 0 {
			sheet++
		}
		return sheet, bits.TrailingZeros64(v.nowOpen[sheet])
	}
	const none = 9
	best := none
	for s, open := range v.nowOpen {
		if open == 0 {
			continue
		}
		ones, twos, more := v.count(&v.sheets[s])
		if forced := open &^ (twos | more); forced != 0 {
			return s, bits.TrailingZeros64(forced)
		}
		preferred := open
		if v.choice == Sharp {
			preferred &= v.sharp[s]
		}
		if size, w := smallSize(preferred, ones, more); size < best {
			best, sheet, item = size, s, bits.TrailingZeros64(w)
		}
		if size, w := smallSize(open&^preferred, ones, more); size+many < best {
			best, sheet, item = size+many, s, bits.TrailingZeros64(w)
		}
	}
	switch {
	case best == many && v.choice == Sharp:
		for s := range v.sharpOpen {
			v.sharpOpen[s] = v.nowOpen[s] & v.sharp[s]
		}
		return v.smallest(v.now, v.sharpOpen)
	case best%many == 0:
		return v.smallest(v.now, v.nowOpen)
	}
	return sheet, item
}

// many is the first size that is not told apart from larger ones.
const many = 4

// smallSize returns the smallest size of these items, which is at least 2 and
// at most many, and the items that have it; and a very large size of none.
func smallSize(items, ones, more uint64) (int, uint64) {
	if w := items &^ (ones | more); w != 0 {
		return 2, w
	}
	if w := items &^ more; w != 0 {
		return 3, w
	}
	if items != 0 {
		return many, items
	}
	return 99, 0
}

// count adds up the sizes of the sheet's items, see group.count.
func (v *sieve) count(s *sheet) (ones, twos, more uint64) {
	part := s.of(v.now)
	if v.kernels && len(part) > 2 { // fewer are not worth the call
		var sums [3][4]uint64
		countGroups(&part[0], len(part), &sums)
		for i := range sums[0] {
			ones, twos, more = addCounts(ones, twos, more, sums[0][i], sums[1][i], sums[2][i])
		}
	} else {
		for i := range part {
			o, t, m := part[i].count()
			ones, twos, more = addCounts(ones, twos, more, o, t, m)
		}
	}
	if v.narrow {
		return addCounts(ones, twos, more, ones>>32, twos>>32, more>>32)
	}
	return ones, twos, more
}
