package allsat

// analysis is the working memory of conflict analysis.
type analysis struct {
	conflict    []lit  // the literals of the false clause
	seen        []bool // by variable
	learnt      []lit
	marked      []lit // literals whose variable is seen
	stack       []lit
	antecedents []lit    // the antecedents of a literal
	levels      []uint32 // by level, the stamp of the last count
	now         uint32
}

func (a *analysis) init(variables int) {
	a.seen = apart[bool](variables)
	a.levels = apart[uint32](variables + 1)
}

// analyse resolves the false clause with the reasons of its literals until one literal of the
// current level is left. It returns the learnt clause, the level to return to, and the lbd (literal
// block distance), which is the number of levels in the clause. The clause has the negation of that
// literal first, followed by a literal of the level to return to, the highest of the others.
func (s *learner) analyse() (learnt []lit, to, lbd int) {
	a := &s.analysis
	a.learnt, a.marked = append(a.learnt[:0], 0), a.marked[:0]
	open, at := 0, len(s.trail)
	var p lit
	for clause := a.conflict; ; {
		for _, l := range clause {
			v := l.variable()
			if a.seen[v] || s.level[v] == 0 {
				continue
			}
			a.seen[v] = true
			a.marked = append(a.marked, l)
			s.order.bump(int32(v))
			if int(s.level[v]) == s.depth() {
				open++
			} else {
				a.learnt = append(a.learnt, l)
			}
		}
		for at--; !a.seen[s.trail[at].variable()] || int(s.level[s.trail[at].variable()]) != s.depth(); at-- {
		}
		p = s.trail[at]
		if open--; open == 0 {
			break
		}
		a.antecedents = s.antecedents(a.antecedents[:0], p)
		clause = a.antecedents
	}
	a.learnt[0] = p.not()
	kept := 1
	for _, l := range a.learnt[1:] {
		if !s.redundant(l) {
			a.learnt[kept] = l
			kept++
		}
	}
	a.learnt = a.learnt[:kept]
	for _, l := range a.marked {
		a.seen[l.variable()] = false
	}
	s.order.decay()
	s.effort += int64(250 + 25*len(a.marked))

	a.now++
	for i, l := range a.learnt {
		level := s.level[l.variable()]
		if a.levels[level] != a.now {
			a.levels[level] = a.now
			lbd++
		}
		if i > 0 && (i == 1 || int(level) > to) {
			to = int(level)
			a.learnt[1], a.learnt[i] = a.learnt[i], a.learnt[1]
		}
	}
	return a.learnt, to, lbd
}

// redundant reports whether a literal of a learnt clause is implied by other literals of it
// (Sörensson and Biere, "Minimizing learned clauses", 2009).
func (s *learner) redundant(l lit) bool {
	a := &s.analysis
	a.stack = append(a.stack[:0], l)
	before := len(a.marked)
	for len(a.stack) > 0 {
		p := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		a.antecedents = s.antecedents(a.antecedents[:0], p.not())
		ok := len(a.antecedents) > 0
		for _, m := range a.antecedents {
			v := m.variable()
			if a.seen[v] || s.level[v] == 0 {
				continue
			}
			if ok = s.reason[v] != noReason; !ok {
				break
			}
			a.seen[v] = true
			a.marked = append(a.marked, m)
			a.stack = append(a.stack, m)
		}
		if !ok {
			for _, m := range a.marked[before:] {
				a.seen[m.variable()] = false
			}
			a.marked = a.marked[:before]
			return false
		}
	}
	return true
}

// order is a heap of variables to decide: projected ones first, then those in recent conflicts
// (VSIDS of Moskewicz and others, 2001).
type order struct {
	activity  []float64
	projected []bool
	heap      []int32
	at        []int32 // by variable, its index in heap, −1 if it is not there
	increment float64
}

func newOrder(activity []float64, projected []bool) *order {
	o := &order{activity: activity, projected: projected, at: make([]int32, len(activity)), increment: 1}
	for v := range o.at {
		o.at[v] = -1
	}
	for v := range int32(len(activity)) {
		o.insert(v)
	}
	return o
}

func (o *order) before(a, b int32) bool {
	if o.projected[a] != o.projected[b] {
		return o.projected[a]
	}
	return o.activity[a] > o.activity[b]
}

// insert adds a variable if it is not in the heap.
func (o *order) insert(v int32) {
	if o.at[v] >= 0 {
		return
	}
	o.at[v] = int32(len(o.heap))
	o.heap = append(o.heap, v)
	o.up(o.at[v])
}

// pick removes and returns the first variable without a value.
func (o *order) pick(value []truth) (v int32, ok bool) {
	for len(o.heap) > 0 {
		v := o.heap[0]
		last := o.heap[len(o.heap)-1]
		o.heap = o.heap[:len(o.heap)-1]
		o.at[v] = -1
		if len(o.heap) > 0 {
			o.heap[0], o.at[last] = last, 0
			if v != last {
				o.down(0)
			}
		}
		if value[2*v] == unknown {
			return v, true
		}
	}
	return 0, false
}

// bump increases the activity of a variable.
func (o *order) bump(v int32) {
	const most = 1e100
	if o.activity[v] += o.increment; o.activity[v] > most {
		for i := range o.activity {
			o.activity[i] /= most
		}
		o.increment /= most
	}
	if o.at[v] >= 0 {
		o.up(o.at[v])
	}
}

// decay reduces the weight of earlier conflicts.
func (o *order) decay() { o.increment /= 0.98 }

func (o *order) up(i int32) {
	v := o.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !o.before(v, o.heap[parent]) {
			break
		}
		o.heap[i] = o.heap[parent]
		o.at[o.heap[i]] = i
		i = parent
	}
	o.heap[i], o.at[v] = v, i
}

func (o *order) down(i int32) {
	v := o.heap[i]
	for {
		child := 2*i + 1
		if int(child) >= len(o.heap) {
			break
		}
		if r := child + 1; int(r) < len(o.heap) && o.before(o.heap[r], o.heap[child]) {
			child = r
		}
		if !o.before(o.heap[child], v) {
			break
		}
		o.heap[i] = o.heap[child]
		o.at[o.heap[i]] = i
		i = child
	}
	o.heap[i], o.at[v] = v, i
}
