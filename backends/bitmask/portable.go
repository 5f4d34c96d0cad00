package bitmask

// portable is the kernel in plain Go.
type portable struct {
	rows   []row
	leaps  leaps
	levels []rowStates
	length []int
}

// rowStates holds the states of a level.
type rowStates struct {
	states []rowState
	leapt  []uint32 // by state, the files that leaps from the row before attack on the row after
}

// rowState is a state of the portable kernel; bits are files inside the ring. It has only four
// fields, because the compiler copies larger structs through the stack.
type rowState struct {
	files uint32 // files that have a queen
	left  uint32 // attacked on the row along diagonals that run to higher files
	right uint32 // attacked on the row along diagonals that run to lower files
	free  uint32 // squares of the row not tried yet
}

// portableBlock is the number of states on a level.
const portableBlock = 1024

func newPortable() kernel { return &portable{} }

func (p *portable) start(in interior) {
	rows := in.rows
	p.rows, p.leaps = rows, in.leaps
	for len(p.levels) < len(rows) {
		p.levels = append(p.levels, rowStates{make([]rowState, portableBlock), make([]uint32, portableBlock)})
		p.length = append(p.length, 0)
	}
	clear(p.length)
	p.levels[0].states[0], p.levels[0].leapt[0], p.length[0] = rowState{free: rows[0].open}, 0, 1
}

func (p *portable) waiting(level int) int { return p.length[level] }

func (p *portable) place(level int) bool {
	in, out := p.levels[level].to(p.length[level]), p.levels[level+1].from(p.length[level+1])
	for len(in.states) > 0 {
		if len(out.states) < len(in.states) {
			p.length[level] = len(in.states)
			return false
		}
		var rest, made int
		if p.leaps == (leaps{}) {
			rest, made = placeRow(in.states, out.states, p.rows[level:level+3])
		} else {
			rest, made = leapRow(in, out, p.rows[level:level+3], p.leaps)
		}
		in, out = in.to(rest), out.from(made)
		p.length[level+1] += made
	}
	p.length[level] = 0
	return true
}

func (f rowStates) to(i int) rowStates   { return rowStates{f.states[:i], f.leapt[:i]} }
func (f rowStates) from(i int) rowStates { return rowStates{f.states[i:], f.leapt[i:]} }

// placeRow puts a queen of each state on the first of three rows. It keeps the states that have
// another square to try at the start of in, and writes the new states that have a free square on
// both following rows to out. It returns the numbers of both. It has no branch that depends on a
// state: a state is always written, and counted if it is kept.
func placeRow(in, out []rowState, rows []row) (rest, made int) {
	next, after := rows[1].open, rows[2].open
	ahead, further := rows[0].ahead&31, rows[1].ahead&31
	out = out[:len(in)]
	for _, s := range in {
		q := s.free & -s.free
		s.free ^= q
		in[rest] = s
		rest += int((s.free | -s.free) >> 31)
		s.files |= q
		s.left = (s.left | q) << ahead
		s.right = (s.right | q) >> ahead
		s.free = next &^ (s.files | s.left | s.right)
		look := after &^ (s.files | s.left<<further | s.right>>further)
		out[made] = s
		made += int((s.free | -s.free) & (look | -look) >> 31)
	}
	return rest, made
}

// leapRow is placeRow for pieces that leap.
func leapRow(in, out rowStates, rows []row, leaps leaps) (rest, made int) {
	next, after := rows[1].open, rows[2].open
	ahead, further := rows[0].ahead&31, rows[1].ahead&31
	near, far := leaps.shift(ahead)&31, leaps.shift(ahead+further)&31 // a shift by 31 leaves no file
	for i, s := range in.states {
		leapt := in.leapt[i]
		q := s.free & -s.free
		s.free ^= q
		in.states[rest], in.leapt[rest] = s, leapt
		rest += int((s.free | -s.free) >> 31)
		s.files |= q
		s.left = (s.left | q) << ahead
		s.right = (s.right | q) >> ahead
		s.free = next &^ (s.files | s.left | s.right | leapt | q<<near | q>>near)
		leapt = q<<far | q>>far
		look := after &^ (s.files | s.left<<further | s.right>>further | leapt)
		out.states[made], out.leapt[made] = s, leapt
		made += int((s.free | -s.free) & (look | -look) >> 31)
	}
	return rest, made
}

// finish fills the last two rows, as described at kernel. It relies on the fact that two files are
// left: a row has at most two squares.
func (p *portable) finish() uint64 {
	level := len(p.rows) - 2
	last, ahead := p.rows[level+1].open, p.rows[level].ahead&31
	near, in := p.leaps.shift(ahead)&31, p.levels[level].to(p.length[level])
	var found uint32
	for i, s := range in.states {
		if p.leaps != (leaps{}) {
			s.files |= in.leapt[i]
		}
		q := s.free & -s.free
		f := last &^ (s.files | q | (s.left|q)<<ahead | (s.right|q)>>ahead | q<<near | q>>near)
		found += (f | -f) >> 31
		// Without a second square q is 0, and all files but two are taken.
		q = s.free ^ q
		f = last &^ (s.files | q | (s.left|q)<<ahead | (s.right|q)>>ahead | q<<near | q>>near)
		found += (f | -f) & -q >> 31
	}
	p.length[level] = 0
	return uint64(found)
}
