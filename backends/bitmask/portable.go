package bitmask

// portable is the kernel in plain Go.
type portable struct {
	rows   []row
	leaps  leaps
	levels [][]crowd
	length []int
}

// crowd is a state of the portable kernel: bits are files inside the ring.
type crowd struct {
	files uint32 // those that hold a queen
	left  uint32 // attacked on the row along diagonals that run to higher files
	right uint32 // the same to lower files
	free  uint32 // squares of the row not tried yet
	leapt uint32 // where leaps from the row before lead on the row after
}

// portableBlock is the number of states on a level.
const portableBlock = 1024

func newPortable() kernel { return &portable{} }

func (p *portable) start(in interior) {
	rows := in.rows
	p.rows, p.leaps = rows, in.leaps
	for len(p.levels) < len(rows) {
		p.levels = append(p.levels, make([]crowd, portableBlock))
		p.length = append(p.length, 0)
	}
	clear(p.length)
	p.levels[0][0], p.length[0] = crowd{free: rows[0].open}, 1
}

func (p *portable) waiting(level int) int { return p.length[level] }

// place has no branch that depends on a state: a state is always written, and
// counted if it is to stay.
func (p *portable) place(level int) bool {
	rows := p.rows[level : level+3]
	next, after := rows[1].open, rows[2].open
	ahead, further := rows[0].ahead&31, rows[1].ahead&31
	near, far := p.leaps.shift(ahead)&31, p.leaps.shift(ahead+further)&31 // 31 leaves no file either
	in := p.levels[level][:p.length[level]]
	for len(in) > 0 {
		out := p.levels[level+1][p.length[level+1]:]
		if len(out) < len(in) {
			p.length[level] = len(in)
			return false
		}
		out = out[:len(in)]
		rest, made := 0, 0
		for _, s := range in {
			q := s.free & -s.free
			s.free ^= q
			in[rest] = s
			rest += int((s.free | -s.free) >> 31)
			s.files |= q
			s.left = (s.left | q) << ahead
			s.right = (s.right | q) >> ahead
			s.free = next &^ (s.files | s.left | s.right | s.leapt | q<<near | q>>near)
			s.leapt = q<<far | q>>far
			look := after &^ (s.files | s.left<<further | s.right>>further | s.leapt)
			out[made] = s
			made += int((s.free | -s.free) & (look | -look) >> 31)
		}
		in = in[:rest]
		p.length[level+1] += made
	}
	p.length[level] = 0
	return true
}

// finish uses that two files are left: a row has at most two squares.
func (p *portable) finish() uint64 {
	level := len(p.rows) - 2
	last, ahead := p.rows[level+1].open, p.rows[level].ahead&31
	near := p.leaps.shift(ahead) & 31
	var found uint32
	for _, s := range p.levels[level][:p.length[level]] {
		q := s.free & -s.free
		f := last &^ (s.files | q | (s.left|q)<<ahead | (s.right|q)>>ahead | s.leapt | q<<near | q>>near)
		found += (f | -f) >> 31
		// Without a second square q is 0, and all files but two are taken.
		q = s.free ^ q
		f = last &^ (s.files | q | (s.left|q)<<ahead | (s.right|q)>>ahead | s.leapt | q<<near | q>>near)
		found += (f | -f) & -q >> 31
	}
	p.length[level] = 0
	return uint64(found)
}
