package bitmask

// state is a board whose first ranks are filled, as far as the others care.
// Bits are files, bit 0 the first.
type state struct {
	// files are those occupied. Superqueens keep in the upper half the squares
	// attacked on the rank after the next by knights' moves: a struct of five
	// fields would no longer be held in registers.
	files uint64
	left  uint32 // attacked on the next rank along diagonals that run to higher files
	right uint32 // attacked on the next rank along diagonals that run to lower files
	free  uint32 // where the next piece may still be placed
}

// placement places one piece of each state, on its lowest free square.
// It puts the states after that which have a free square on the next
// rank, whose open squares are given, into out, which is at least as long as
// in, and leaves in in those that have more ways to place the piece. It
// returns the lengths of both. n is the board's side.
//
// The loops below have no branch that depends on a state: a state is always
// written, and counted if it is to stay, which compiles to a set-on-condition.
// They are written out for each piece, since a call for each state would cost
// as much as the step.
type placement func(in, out []state, open uint32, n int) (rest, made int)

func placeTorusQueens(in, out []state, open uint32, n int) (rest, made int) {
	wrap := (n - 1) & 31
	for _, s := range in {
		q := s.free & -s.free
		s.free ^= q
		in[rest] = s
		if s.free != 0 {
			rest++
		}
		s.files |= uint64(q)
		s.left |= q
		s.left = s.left<<1 | s.left>>wrap&1
		s.right |= q
		s.right = s.right>>1 | s.right&1<<wrap
		s.free = open &^ (uint32(s.files) | s.left | s.right)
		out[made] = s
		if s.free != 0 {
			made++
		}
	}
	return rest, made
}

func placeRooks(in, out []state, open uint32, _ int) (rest, made int) {
	for _, s := range in {
		q := s.free & -s.free
		s.free ^= q
		in[rest] = s
		if s.free != 0 {
			rest++
		}
		s.files |= uint64(q)
		s.free = open &^ uint32(s.files)
		out[made] = s
		if s.free != 0 {
			made++
		}
	}
	return rest, made
}

func placeSuperqueens(in, out []state, open uint32, _ int) (rest, made int) {
	for _, s := range in {
		q := s.free & -s.free
		s.free ^= q
		in[rest] = s
		if s.free != 0 {
			rest++
		}
		leaps := uint32(s.files>>32) | q<<2 | q>>2
		s.files = uint64(uint32(s.files)|q) | uint64(q<<1|q>>1)<<32
		s.left = (s.left | q) << 1
		s.right = (s.right | q) >> 1
		s.free = open &^ (uint32(s.files) | s.left | s.right | leaps)
		out[made] = s
		if s.free != 0 {
			made++
		}
	}
	return rest, made
}
