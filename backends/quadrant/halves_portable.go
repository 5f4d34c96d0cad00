package quadrant

// portableComposer returns the composer in plain Go.
func portableComposer[P pattern]() *composer[P] {
	return &composer[P]{unions[P], tagged[P], flagged[P], part[P], pack[P], mirror[P]}
}

// union writes the unions of x and the disjoint ones of ys to dst from end on, and returns the new
// end.
func union[P pattern](dst []P, end int, x P, ys []P) int {
	room := dst[end:][:len(ys)+1]
	n := 0
	for _, y := range ys {
		room[n] = x | y
		if x&y == 0 {
			n++
		}
	}
	return end + n
}

func unions[P pattern](dst []P, end int, xs, ys *lists[P], x, y, n, step int) int {
	for i := range n {
		list := ys.unpadded(y + (n-1-i)*step)
		for _, x := range xs.list(x + i*step) {
			end = union(dst, end, x, list)
		}
	}
	return end
}

func tagged[P pattern](dst []P, ends []int, xs, ys *lists[P], x, y, n int) {
	for i := range n {
		list := ys.unpadded(y + n - 1 - i)
		if len(list) == 0 {
			continue // there need not be a place for combinations that do not occur
		}
		for k := xs.at[x+i]; k < xs.at[x+i+1]; k++ {
			end := &ends[xs.tags[k]]
			*end = union(dst, *end, xs.patterns[k], list)
		}
	}
}

func flagged[P pattern](dst []P, ends []int, classes int, xs, ys *lists[P], x, y, n int, bare bool) {
	for i := range n {
		for kind := range 2 {
			first := 2*(x+i) + kind
			for k := xs.at[first]; k < xs.at[first+1]; k++ {
				for flag := range 2 {
					if kind+flag > 0 || bare {
						end := &ends[int(xs.tags[k])+flag*classes]
						*end = union(dst, *end, xs.patterns[k], ys.unpadded(2*(y+n-1-i)+flag))
					}
				}
			}
		}
	}
}

func part[P pattern](with, without, src []P, bit P) (has, lacks int) {
	for _, p := range src {
		if p&bit != 0 {
			with[has] = p
			has++
		} else {
			without[lacks] = p
			lacks++
		}
	}
	return has, lacks
}

func pack[P pattern](dst []uint32, src []P, bad P, by *packing) (n int) {
	for _, p := range src {
		dst[n] = by.pack(uint64(p))
		n += zero(uint64(p & bad))
	}
	return n
}

func mirror[P pattern](patterns []P, half int) {
	h, all := half%width[P](), bothHalves[P](half)
	for i, p := range patterns {
		patterns[i] = (p<<h | p>>h) & all
	}
}

// bothHalves returns the pattern with all bits set.
func bothHalves[P pattern](half int) P { return ^P(0) >> (width[P]() - 2*half) }
