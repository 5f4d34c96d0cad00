package instance

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext/prng"
)

// The values were printed by Python 3.11: random.seed(seed), then four times getrandbits(32); again
// random.seed(seed), then shuffle of range(10), six times randrange(-1, 2, 2), randrange of 1, 7,
// 100 and 10**6, and 1300 times getrandbits(32), of which the last value is here.
var python = []struct {
	seed     uint64
	words    [4]uint32
	shuffled []int
	coins    [6]int
	below    [4]int
	last     uint32
}{
	{0, [4]uint32{3626764237, 1654615998, 3255389356, 3823568514}, []int{7, 8, 1, 5, 3, 4, 2, 0, 9, 6}, [6]int{1, -1, -1, 1, -1, -1}, [4]int{0, 4, 90, 849574}, 3005127656},
	{1, [4]uint32{577090037, 2444712010, 3639700191, 3445702192}, []int{6, 8, 9, 7, 5, 3, 0, 4, 1, 2}, [6]int{-1, -1, 1, -1, 1, 1}, [4]int{0, 5, 57, 279267}, 3817494954},
	{42, [4]uint32{2746317213, 478163327, 107420369, 3184935163}, []int{7, 3, 2, 8, 5, 6, 9, 4, 0, 1}, [6]int{1, -1, -1, -1, -1, -1}, [4]int{0, 4, 25, 750800}, 2396905421},
	{1 << 32, [4]uint32{485306839, 1508871100, 1794561286, 4014597330}, []int{8, 9, 3, 2, 4, 7, 0, 6, 5, 1}, [6]int{-1, -1, -1, 1, 1, 1}, [4]int{0, 3, 59, 168978}, 567487118},
	{1<<64 - 1, [4]uint32{93740670, 1068495656, 1452108352, 2657516307}, []int{2, 6, 7, 9, 8, 1, 4, 5, 3, 0}, [6]int{-1, 1, -1, 1, 1, 1}, [4]int{0, 4, 4, 329388}, 904510841},
}

func TestPython(t *testing.T) {
	for _, want := range python {
		m := NewPython(want.seed).(mersenne)
		for i, w := range want.words {
			if got := m.from.Uint32(); got != w {
				t.Errorf("seed %d, word %d: %d, want %d", want.seed, i, got, w)
			}
		}
		m = NewPython(want.seed).(mersenne)
		list := upTo(10)
		if shuffle(m, list); !slices.Equal(list, want.shuffled) {
			t.Errorf("seed %d: shuffled %v, want %v", want.seed, list, want.shuffled)
		}
		for i, w := range want.coins {
			if got := 2*m.Below(2) - 1; got != w {
				t.Errorf("seed %d, coin %d: %d, want %d", want.seed, i, got, w)
			}
		}
		for i, n := range []int{1, 7, 100, 1_000_000} {
			if got := m.Below(n); got != want.below[i] {
				t.Errorf("seed %d: %d below %d, want %d", want.seed, got, n, want.below[i])
			}
		}
		var last uint32
		for range 1300 {
			last = m.from.Uint32()
		}
		if last != want.last {
			t.Errorf("seed %d: the last word is %d, want %d", want.seed, last, want.last)
		}
	}
}

// TestMersenne compares with the first numbers of the authors' mt19937ar.out.
func TestMersenne(t *testing.T) {
	m := prng.NewMT19937()
	m.SeedFromKeys([]uint32{0x123, 0x234, 0x345, 0x456})
	for i, want := range []uint32{1067595299, 955945823, 477289528, 4107218783, 4228976476} {
		if got := m.Uint32(); got != want {
			t.Errorf("word %d is %d, want %d", i, got, want)
		}
	}
}

// TestSplitMix compares with the published first five outputs for the seed 1234567.
func TestSplitMix(t *testing.T) {
	s := NewRandom(1234567).(splitMix)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := s.from.Uint64(); got != want {
			t.Errorf("word %d is %d, want %d", i, got, want)
		}
	}
	r := NewRandom(7)
	var below []int
	for _, n := range []int{1, 2, 3, 10, 1000, 1 << 30} {
		below = append(below, r.Below(n))
	}
	if want := []int{0, 0, 2, 7, 255, 1004921424}; !slices.Equal(below, want) {
		t.Errorf("below 1, 2, 3, 10, 1000 and 2^30: %v, want %v", below, want)
	}
	list := upTo(10)
	shuffle(r, list)
	if want := []int{3, 9, 1, 7, 8, 4, 0, 6, 2, 5}; !slices.Equal(list, want) {
		t.Errorf("shuffled %v, want %v", list, want)
	}
}
