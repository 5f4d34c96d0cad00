package bitmask

// state is a board whose first ranks are filled, as far as the others care.
// Bits are files, bit 0 the first.
type state struct {
	files uint64 // those occupied
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
type placement func(in, out []state, open uint32) (rest, made int)

func placeRooks(in, out []state, open uint32) (rest, made int) {
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
