package quadrant

import (
	"encoding/binary"
	"math/bits"
)

// frequencies are estimates of how many half-boards of two lists have each diagonal, from a sample
// or by default. A diagonal is given by the number of its bit.
type frequencies struct {
	east, west     [64]uint8 // number in the sample that have it
	ofEast, ofWest int64     // size of the sample
	// common orders the diagonals by the number of pairs that have them in both lists: the product
	// of the two frequencies and, in the low bits, for ties, the lowest diagonal first.
	common [64]uint32
}

// join takes a sample of two lists if they form at least this number of pairs. If a sample was
// already taken before the lists were split, it takes another one only from worthSamplingAgain
// pairs on.
const (
	worthSampling      = 1 << 20
	worthSamplingAgain = 1 << 22
)

// usualFrequencies returns default frequencies for an order of diagonals by the number of pairs
// that have them.
func usualFrequencies[P pattern](order []P) frequencies {
	f := frequencies{ofEast: 2 * int64(len(order)), ofWest: 2 * int64(len(order))}
	for i, d := range order {
		n, share := bits.TrailingZeros64(uint64(d)), uint8(len(order)-i)
		f.east[n], f.west[n] = share, share
		f.setCommon(n)
	}
	return f
}

// setCommon sets the diagonal's place in the order.
func (f *frequencies) setCommon(d int) {
	f.common[d&63] = uint32(f.east[d&63])*uint32(f.west[d&63])<<6 | uint32(63-d)
}

// commonest returns the diagonal, among the given ones, that most pairs have in common.
func (f *frequencies) commonest(diagonals uint64) int {
	most := uint32(0)
	for ; diagonals != 0; diagonals &= diagonals - 1 {
		most = max(most, f.common[bits.TrailingZeros64(diagonals)&63])
	}
	return int(63 - most&63)
}

// rarest returns the diagonal, among the given ones, that the fewest half-boards of one side have,
// and that side.
func (f *frequencies) rarest(diagonals uint64) (rarest int, side way) {
	least := int64(1) << 62
	for ; diagonals != 0; diagonals &= diagonals - 1 {
		d := bits.TrailingZeros64(diagonals)
		if e := int64(f.east[d]) * f.ofWest; e < least {
			rarest, side, least = d, byEast, e
		}
		if w := int64(f.west[d]) * f.ofEast; w < least {
			rarest, side, least = d, byWest, w
		}
	}
	return rarest, side
}

// pack sets f to the frequencies of the given diagonals for the packed lists; from has those of the
// lists before packing.
func (f *frequencies) pack(from *frequencies, by *packing, diagonals uint64) {
	f.ofEast, f.ofWest = from.ofEast, from.ofWest
	for ; diagonals != 0; diagonals &= diagonals - 1 {
		d := bits.TrailingZeros64(diagonals)
		n := by.place(d)
		f.east[n&63], f.west[n&63] = from.east[d], from.west[d]
		f.setCommon(n)
	}
}

// unpack reverses pack: it sets the frequencies of the diagonals again from their packed places. For a
// diagonal in taken, all western half-boards have it taken and no eastern one has.
func (f *frequencies) unpack(from *frequencies, by *packing, diagonals, taken uint64) {
	f.ofEast, f.ofWest = from.ofEast, from.ofWest
	for ; diagonals != 0; diagonals &= diagonals - 1 {
		d := bits.TrailingZeros64(diagonals)
		n := by.place(d)
		f.east[d], f.west[d] = from.east[n&63], from.west[n&63]
		f.setCommon(d)
	}
	for ; taken != 0; taken &= taken - 1 {
		d := bits.TrailingZeros64(taken)
		f.east[d], f.west[d] = 0, uint8(f.ofWest)
	}
}

// sampleFrequencies estimates the frequencies of the diagonals from the lists.
func sampleFrequencies[P pattern](f *frequencies, east []P, west [segments][]P, diagonals P) {
	f.ofEast = sample(&f.east, east)
	f.ofWest = sample(&f.west, west[:]...)
	for rest := uint64(diagonals); rest != 0; rest &= rest - 1 {
		f.setCommon(bits.TrailingZeros64(rest))
	}
}

// sampleSize is the maximum number of half-boards in a sample.
const sampleSize = 64

// sample counts, for each diagonal, the patterns that have it in a sample taken from the lists at
// equal distances. It returns the size of the sample.
func sample[P pattern](counts *[64]uint8, lists ...[]P) int64 {
	total := 0
	for _, list := range lists {
		total += len(list)
	}
	var taken [sampleSize]uint64
	size, i, step := 0, 0, max(1, (total+sampleSize-1)/sampleSize)
	for _, list := range lists {
		for ; i < len(list); i += step {
			taken[size&(sampleSize-1)] = uint64(list[i])
			size++
		}
		i -= len(list)
	}
	// The binary digits of the 64 numbers, the lowest first, are added up eight patterns at a time
	// by full adders. Warren, Hacker's Delight, section 5-1.
	var digits [7]uint64
	for i := 0; i < size; i += 8 {
		x := (*[8]uint64)(taken[i:])
		twos := [4]uint64{}
		digits[0], twos[0] = add(digits[0], x[0], x[1])
		digits[0], twos[1] = add(digits[0], x[2], x[3])
		digits[0], twos[2] = add(digits[0], x[4], x[5])
		digits[0], twos[3] = add(digits[0], x[6], x[7])
		var fours [2]uint64
		digits[1], fours[0] = add(digits[1], twos[0], twos[1])
		digits[1], fours[1] = add(digits[1], twos[2], twos[3])
		var carry uint64
		digits[2], carry = add(digits[2], fours[0], fours[1])
		for n := 3; n < len(digits); n++ {
			digits[n], carry = digits[n]^carry, digits[n]&carry
		}
	}
	// Transposes eight numbers of eight digits at a time, each digit a byte. Section 7-3.
	for from := 0; from < width[P](); from += 8 {
		square := uint64(0)
		for n, digit := range digits {
			square |= digit >> from & 255 << (8 * n)
		}
		swap := (square ^ square>>7) & 0x00aa00aa00aa00aa
		square ^= swap ^ swap<<7
		swap = (square ^ square>>14) & 0x0000cccc0000cccc
		square ^= swap ^ swap<<14
		swap = (square ^ square>>28) & 0x00000000f0f0f0f0
		square ^= swap ^ swap<<28
		binary.LittleEndian.PutUint64(counts[from:], square)
	}
	return int64(max(1, size))
}

// add is a full adder of 64 digits. It returns the sums and the carries.
func add(a, b, c uint64) (sum, carry uint64) {
	half := a ^ b
	return half ^ c, a&b | half&c
}
