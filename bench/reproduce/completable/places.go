package completable

import "slices"

// number gives the squares their places.
func (w *surveyor) number(root int) {
	w.squares = w.squares[:0]
	for s := range w.n * w.n {
		if int(w.orbit[s]) >= root && s != root {
			w.squares = append(w.squares, int16(s))
		}
	}
	slices.SortStableFunc(w.squares, func(s, t int16) int { return int(w.orbit[s]) - int(w.orbit[t]) })
	w.place = slices.Repeat([]int16{-1}, w.n*w.n)
	w.same = 0
	for p, s := range w.squares {
		w.place[s] = int16(p)
		if int(w.orbit[s]) == root {
			w.same++
		}
	}
	w.words = len(w.squares)/64 + 1
	w.clear = make([]uint64, len(w.squares)*w.words)
	for p, s := range w.squares {
		for q, t := range w.squares {
			if !w.attack(int(s), int(t)) {
				w.clear[p*w.words+q>>6] |= 1 << (q & 63)
			}
		}
	}
	for i := range w.levels {
		w.levels[i].free = make([]uint64, w.words)
	}
}

// gather finds the images of the pool's solutions that have a queen on the root.
func (w *surveyor) gather(root int) []uint32 {
	w.queens = w.queens[:0]
	var all []uint32
	for i := range w.pool.len() {
		solution := w.pool.solution(i)
		for _, q := range solution {
			if int(w.orbit[q]) != root {
				continue
			}
			for g := range w.image {
				if int(w.image[g][q]) != root {
					continue
				}
				from := len(w.queens)
				all = append(all, uint32(from))
				for _, s := range solution {
					if p := w.place[w.image[g][s]]; p >= 0 {
						w.queens = append(w.queens, uint16(p))
					}
				}
				slices.Sort(w.queens[from:])
				w.queens = append(w.queens, end)
			}
		}
	}
	return all
}

// after makes of a set of free places those that come after p and that a queen
// there does not attack.
func (w *surveyor) after(to, free []uint64, p int) {
	clear := w.clear[p*w.words : (p+1)*w.words]
	for i := range to {
		to[i] = free[i] & clear[i]
		if i < p>>6 {
			to[i] = 0
		}
	}
	to[p>>6] &= ^uint64(0) << (p & 63)
}
