package proof

// A ref is the index of a clause in clauses.words.
type ref uint32

const (
	maxWords  = 1<<32 - 1               // a higher ref would overflow
	maxLength = 1<<(32-lengthShift) - 1 // a longer clause does not fit its length into a word
)

// Flags in a clause's first word. The bits above them hold its length.
const (
	deleted     = 1 << iota
	tautology   // contains a literal and its negation; never watched
	lengthShift = iota
)

// clauses holds the formula and the lemmas, concatenated: for each a word with its length and
// flags, and then its literals.
type clauses struct {
	words  []lit
	wasted int // words of deleted clauses
	live   int // number of clauses that are not deleted, including copies
	index  index
	copies map[ref]int // number of further copies of a clause that was added again
}

func newClauses() clauses {
	return clauses{
		words: make([]lit, 1, 1<<10), // so that no clause has the ref 0
		index: index{table: make([]entry, 1<<4)}, copies: map[ref]int{},
	}
}

// fits reports whether there is room for a clause of n literals.
func (c *clauses) fits(n int) bool {
	return n <= maxLength && int64(len(c.words))+1+int64(n) <= maxWords
}

func (c *clauses) literals(r ref) []lit {
	n := ref(c.words[r] >> lengthShift)
	return c.words[r+1 : r+1+n : r+1+n]
}

func (c *clauses) is(r ref, flag lit) bool { return c.words[r]&flag != 0 }

func (c *clauses) add(literals []lit, flags lit) ref {
	r := ref(len(c.words))
	c.words = append(c.words, lit(len(literals))<<lengthShift|flags)
	c.words = append(c.words, literals...)
	c.index.add(hash(literals), r)
	c.live++
	return r
}

// find returns the index entry of a clause with exactly these literals. marked must report whether
// a literal is one of them.
func (c *clauses) find(literals []lit, marked func(lit) bool) (place int, found bool) {
	h := hash(literals)
search:
	for place = c.index.first(h); c.index.table[place].ref != 0; place = c.index.after(place) {
		e := c.index.table[place]
		if e.hash != h || int(c.words[e.ref]>>lengthShift) != len(literals) {
			continue
		}
		for _, l := range c.literals(e.ref) {
			if !marked(l) {
				continue search
			}
		}
		return place, true
	}
	return 0, false
}

// copy adds another copy of the clause at a place that find returned. Copies are only counted. If
// each copy were watched or indexed, a proof that repeats a clause would take time quadratic in its
// length.
func (c *clauses) copy(place int) {
	c.copies[c.index.table[place].ref]++
	c.live++
}

// remove deletes one copy of the clause at a place that find returned, and reports whether it was
// the last copy.
func (c *clauses) remove(place int) (r ref, last bool) {
	r = c.index.table[place].ref
	c.live--
	if n := c.copies[r]; n > 1 {
		c.copies[r] = n - 1
		return r, false
	} else if n == 1 {
		delete(c.copies, r)
		return r, false
	}
	c.index.remove(place)
	c.words[r] |= deleted
	c.wasted += 1 + len(c.literals(r))
	return r, true
}

// hash returns a hash that does not depend on the order of the literals.
func hash(literals []lit) uint32 {
	var sum uint64
	for _, l := range literals {
		x := (uint64(l) + 1) * 0x9e3779b97f4a7c15
		sum += (x ^ x>>29) * 0xbf58476d1ce4e5b9
	}
	return uint32((sum ^ sum>>32) * 0x94d049bb133111eb >> 32)
}

// An index finds clauses by the hash of their literals. It is a table with linear probing that is
// at most three quarters full.
type index struct {
	table []entry // its length is a power of two
	used  int
}

type entry struct {
	hash uint32
	ref  ref // 0 for an empty entry
}

func (x *index) first(h uint32) int    { return int(h) & (len(x.table) - 1) }
func (x *index) after(place int) int   { return (place + 1) & (len(x.table) - 1) }
func (x *index) put(e entry, from int) { x.table[x.free(from)] = e }

func (x *index) free(place int) int {
	for x.table[place].ref != 0 {
		place = x.after(place)
	}
	return place
}

func (x *index) add(h uint32, r ref) {
	if 4*(x.used+1) > 3*len(x.table) {
		old := x.table
		x.table = make([]entry, 2*len(old))
		for _, e := range old {
			if e.ref != 0 {
				x.put(e, x.first(e.hash))
			}
		}
	}
	x.put(entry{h, r}, x.first(h))
	x.used++
}

// remove empties an entry and moves up the entries that were displaced by it.
func (x *index) remove(place int) {
	x.used--
	for next := x.after(place); x.table[next].ref != 0; next = x.after(next) {
		home := x.first(x.table[next].hash)
		// An entry may move to the gap unless its home is after the gap.
		if mask := len(x.table) - 1; (next-home)&mask >= (next-place)&mask {
			x.table[place] = x.table[next]
			place = next
		}
	}
	x.table[place] = entry{}
}

// A lit is a literal in the checker's numbering: twice its variable, counted from 0, plus one if it
// is negated.
type lit uint32

func (l lit) not() lit { return l ^ 1 }

func (l lit) variable() uint32 { return uint32(l >> 1) }

// names assigns numbers to variables. Variables up to direct keep their order. Others get the next
// free number when they first occur, so that memory grows with the number of variables and not with
// the highest one.
type names struct {
	direct  int32 // variable v up to this one has the number v−1
	numbers map[int32]uint32
	given   []int32 // the other variables, by number
}

func newNames(direct int32) names {
	return names{direct: direct, numbers: map[int32]uint32{}}
}

// count returns the number of variables.
func (n *names) count() int { return int(n.direct) + len(n.given) }

// known returns the lit of a literal, and whether its variable has a number.
func (n *names) known(literal int32) (lit, bool) {
	variable, sign := literal, lit(0)
	if literal < 0 {
		variable, sign = -literal, 1
	}
	if variable <= n.direct {
		return lit(variable-1)<<1 | sign, true
	}
	number, ok := n.numbers[variable]
	return lit(number)<<1 | sign, ok
}

// name assigns a number to the variable of a literal.
func (n *names) name(literal int32) lit {
	variable := max(literal, -literal)
	n.numbers[variable] = uint32(n.count())
	n.given = append(n.given, variable)
	l, _ := n.known(literal)
	return l
}

// literal returns the DIMACS literal of l.
func (n *names) literal(l lit) int32 {
	variable := int32(l.variable()) + 1
	if variable > n.direct {
		variable = n.given[variable-1-n.direct]
	}
	if l&1 == 1 {
		return -variable
	}
	return variable
}

// collect compacts the clauses that are not deleted, and drops the watches of clauses that are true
// at the root.
func (c *checker) collect() {
	c.backtrack(0) // so that no reason is needed
	old := c.clauses
	c.clauses = clauses{words: make([]lit, 1, len(old.words)-old.wasted+len(old.words)/8), live: old.live, index: old.index, copies: make(map[ref]int, len(old.copies))}
	moved := 0 // number of variables whose firstUse has been updated
	for r := ref(1); int(r) < len(old.words); {
		for moved < len(c.firstUse) && c.firstUse[moved] <= r {
			c.firstUse[moved] = ref(len(c.words))
			moved++
		}
		literals := old.literals(r)
		if !old.is(r, deleted) {
			to := lit(len(c.words))
			c.words = append(c.words, old.words[r])
			c.words = append(c.words, literals...)
			if len(literals) > 0 {
				literals[0] = to // its new place, for updating references
			}
			if c.satisfied(c.literals(ref(to))) {
				old.words[r] |= tautology // needs no watch
			}
		}
		r += ref(1 + len(literals))
	}
	for ; moved < len(c.firstUse); moved++ {
		c.firstUse[moved] = ref(len(c.words))
	}
	const idle = deleted | tautology
	for l := range c.watches {
		implied := c.binaries[l][:0]
		for _, i := range c.binaries[l] {
			if !old.is(i.ref, idle) {
				implied = append(implied, binaryWatch{ref(old.words[i.ref+1]), i.other})
			}
		}
		c.binaries[l] = implied
		chosen := c.ternaries[l][:0]
		for _, x := range c.ternaries[l] {
			if !old.is(x.ref, idle) {
				chosen = append(chosen, ternaryWatch{ref(old.words[x.ref+1]), x.a, x.b})
			}
		}
		c.ternaries[l] = chosen
		c.stale[l] = false
		watched := c.watches[l][:0]
		for _, w := range c.watches[l] {
			if !old.is(w.ref, idle) {
				watched = append(watched, watch{ref(old.words[w.ref+1]), w.blocker})
			}
		}
		c.watches[l] = watched
	}
	for r, n := range old.copies {
		c.copies[ref(old.words[r+1])] = n
	}
	for i, e := range c.index.table {
		if e.ref != 0 {
			c.index.table[i].ref = ref(old.words[e.ref+1])
		}
	}
}
