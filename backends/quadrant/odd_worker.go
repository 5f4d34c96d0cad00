package quadrant

import "slices"

// oddWorker does tasks of an oddPlan, with room to work in.
type oddWorker[W, P pattern] struct {
	plan       *oddPlan[W, P]
	placements []placement[W]
	west       *buckets[W] // by class
	east       *buckets[P] // without a queen in a corner, with one in the north-east, with one in the south-east
	meeting    *meeting[P]
	found      uint64
	centre     *centreWorker[W, P]

	western, lacking, filtered []P
}

func newOddWorker[W, P pattern](p *oddPlan[W, P]) *oddWorker[W, P] {
	w := &oddWorker[W, P]{
		plan:    p,
		west:    newBuckets[W](p.form.classes()),
		east:    newBuckets[P](2*p.form.parts() - 1),
		meeting: newMeeting(&p.kernels, p.composer, p.form.splits()),
		centre:  newCentreWorker(p),
	}
	w.west.flush = w.meet
	return w
}

func (w *oddWorker[W, P]) count(task int, stopped func() bool) (found, pairs uint64) {
	c := w.plan.choices[task]
	north, south := uint32(c.north), uint32(c.south)
	if task < w.plan.empty {
		w.meeting.start(stopped)
		w.found = 0
		w.generate(north, south)
		w.meet()
		return 8 * w.found, w.meeting.pairs
	}
	w.centre.meeting.start(stopped)
	w.centre.count(north, south, &w.placements)
	return orbit(w.plan.form.board.m, c) * w.centre.found, w.centre.meeting.pairs
}

// generate makes the half-boards for an empty centre, those of the east with
// queens on the rows.
func (w *oddWorker[W, P]) generate(north, south uint32) {
	f, tables := w.plan.form, &w.plan.tables
	every := uint32(1)<<f.board.m - 1
	x, y := tables.table(north, &w.placements), tables.table(south, &w.placements)
	w.east.clear()
	for part := range f.parts() {
		halves(w.plan.composer, w.east, 2*part, &x.northEast, &y.southEast, part)
	}
	w.west.clear()
	if w.meeting.stopped() {
		return
	}
	x, y = tables.table(every&^north, &w.placements), tables.table(every&^south, &w.placements)
	halves(w.plan.wide, w.west, 0, &x.northWest, &y.southWest, 0)
}

// meet counts the pairs of the western half-boards made so far and the eastern
// ones.
func (w *oddWorker[W, P]) meet() {
	for class := range w.plan.form.classes() {
		if !w.meeting.stopped() {
			w.meetClass(class)
		}
	}
}

func (w *oddWorker[W, P]) meetClass(class int) {
	f, k := w.plan.form, &w.plan.kernels
	western := f.western(&w.western, w.west.list(class), class)
	if len(western) == 0 {
		return
	}
	taken := f.taken(class)
	deciding := f.crossing() &^ taken
	if f.parts() > 1 {
		north, south := f.corners(class)
		deciding &^= north | south
		for i, corner := range []P{north, south} {
			if corner == 0 {
				continue // all western half-boards of the class have it
			}
			lacking := avoid(k, &w.lacking, western, corner)
			w.found += w.meeting.count(lacking, avoid(k, &w.filtered, w.east.list(1+i), taken), deciding)
		}
	}
	w.found += w.meeting.count(western, avoid(k, &w.filtered, w.east.list(0), taken), deciding)
}

// halves adds the half-boards made of placements of two quadrants to the buckets
// of dst, from the first on. Where ys are in parts, part says which to take.
func halves[P pattern](c *composer[P], dst *buckets[P], first int, xs, ys *lists[P], part int) {
	n, widest := len(xs.at)-1, uint32(0)
	if len(xs.patterns) <= maxSide && slices.Contains(xs.patterns, 0) {
		halvesOneByOne(dst, first, xs, ys, part)
		return
	}
	for i := n * part; i < n*(part+1); i++ {
		widest = max(widest, ys.at[i+1]-ys.at[i])
	}
	c.halves(dst, first, xs, 0, xs.tags, ys, n*part, n, widest)
}

// halvesOneByOne is halves where a northern placement has no diagonal, for want
// of queens or because patterns are tight: it would fit what pads southern lists.
func halvesOneByOne[P pattern](dst *buckets[P], first int, xs, ys *lists[P], part int) {
	n := len(xs.at) - 1
	for i := range n {
		for k := xs.at[i]; k < xs.at[i+1]; k++ {
			x, bucket, south := xs.patterns[k], first, ys.list(n*part+n-1-i)
			if xs.tags != nil {
				bucket += int(xs.tags[k])
			}
			dst.reserve(len(south))
			for _, y := range south {
				if y != ^P(0) && x&y == 0 {
					dst.patterns[dst.ends[bucket]] = x | y
					dst.ends[bucket]++
				}
			}
		}
	}
}
