package sharp

// mergeEquivalent merges literals that imply each other by binary clauses, and reports whether there were
// any.
func (p *simplifier) mergeEquivalent() bool {
	if p.done() {
		return false
	}
	representative := p.stronglyConnected()
	if representative == nil {
		return false
	}
	changed := false
	for l := lit(0); int(l) < len(representative); l += 2 {
		r := representative[l]
		if keep := p.whole && p.projected[l.variable()] || p.inSum[l.variable()]; r == l || r != l.not() && keep {
			continue
		}
		changed = true
		if r == l.not() {
			p.contradiction = true
			return true
		}
		p.merge(l, r)
	}
	p.settle()
	return changed
}

// merge replaces the positive literal of a variable by another literal, and its negation likewise.
func (p *simplifier) merge(l, by lit) {
	if p.weights != nil && p.projected[l.variable()] {
		if !p.projected[by.variable()] { // it has no weights yet
			p.weights[by], p.weights[by^1] = one, one
		}
		p.weights[by] = p.weights[by].times(p.weights[l])
		p.weights[by^1] = p.weights[by^1].times(p.weights[l^1])
	}
	if p.projected[l.variable()] {
		p.projected[by.variable()] = true
	}
	p.gone[l.variable()] = true
	for sign := range lit(2) {
		for _, k := range append([]int32(nil), p.having(l^sign)...) {
			c := p.clauses[k]
			p.remove(k)
			replaced := make([]lit, 0, len(c))
			for _, m := range c {
				if m == l^sign {
					m = by ^ sign
				}
				replaced = append(replaced, m)
			}
			p.replace(replaced)
		}
		p.occurrences[l^sign] = nil
	}
}

// replace inserts a clause that replaces others.
func (p *simplifier) replace(c []lit) {
	if c = normal(c); c == nil {
		return
	}
	switch len(c) {
	case 0:
		p.contradiction = true
	case 1:
		p.fix(c[0])
	default:
		p.insert(c)
	}
}

// stronglyConnected returns for each literal the smallest literal of its strongly connected component in the
// graph of binary implications, by Tarjan's algorithm. It returns nil if each component is a single literal.
// Opposite literals have opposite representatives, unless a literal is equivalent to its negation.
func (p *simplifier) stronglyConnected() []lit {
	n := 2 * p.variables
	follows := make([][]lit, n)
	for _, c := range p.clauses {
		if len(c) == 2 {
			follows[c[0]^1] = append(follows[c[0]^1], c[1])
			follows[c[1]^1] = append(follows[c[1]^1], c[0])
		}
	}
	representative := make([]lit, n)
	for l := range representative {
		representative[l] = lit(l)
	}
	index, low := make([]int32, n), make([]int32, n)
	onStack := make([]bool, n)
	type frame struct {
		l    lit
		next int
	}
	var frames []frame
	var stack []lit
	count, merged := int32(0), false
	enter := func(l lit) {
		count++
		index[l], low[l] = count, count
		stack, onStack[l] = append(stack, l), true
		frames = append(frames, frame{l, 0})
	}
	for start := range n {
		if index[start] != 0 || len(follows[start]) == 0 {
			continue
		}
		enter(lit(start))
		for len(frames) > 0 {
			top := &frames[len(frames)-1]
			l := top.l
			if top.next < len(follows[l]) {
				m := follows[l][top.next]
				top.next++
				if index[m] == 0 {
					enter(m)
				} else if onStack[m] {
					low[l] = min(low[l], index[m])
				}
				continue
			}
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				below := frames[len(frames)-1].l
				low[below] = min(low[below], low[l])
			}
			if low[l] != index[l] {
				continue
			}
			first := len(stack) - 1
			for stack[first] != l {
				first--
			}
			smallest := l
			for _, m := range stack[first:] {
				if m>>1 < smallest>>1 || m>>1 == smallest>>1 && m < smallest {
					smallest = m
				}
			}
			for _, m := range stack[first:] {
				onStack[m] = false
				representative[m] = smallest
				merged = merged || m != smallest
			}
			stack = stack[:first]
		}
	}
	if !merged {
		return nil
	}
	return representative
}
