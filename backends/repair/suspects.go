package repair

import "math/rand/v2"

// suspects is a set of queens that may be attacked. A search adds those that a
// move may have brought into trouble, and finds out later whether it did.
type suspects struct {
	list   []int32
	listed bitSet
}

func newSuspects(n int) suspects { return suspects{listed: newBitSet(n)} }

func (s *suspects) add(queen int) {
	if !s.listed.has(queen) {
		s.listed.add(queen)
		s.list = append(s.list, int32(queen))
	}
}

// draw returns a random one of those that are guilty, each as likely as any
// other, and drops the innocent ones that it meets. It returns false if none is
// left.
func (s *suspects) draw(dice *rand.Rand, guilty func(queen int) bool) (queen int, ok bool) {
	for len(s.list) > 0 {
		i, last := dice.IntN(len(s.list)), len(s.list)-1
		queen := int(s.list[i])
		if guilty(queen) {
			return queen, true
		}
		s.listed.remove(queen)
		s.list[i] = s.list[last]
		s.list = s.list[:last]
	}
	return 0, false
}

func (s *suspects) clear() {
	for _, queen := range s.list {
		s.listed.remove(int(queen))
	}
	s.list = s.list[:0]
}
