package repair

import "math/rand/v2"

// SosicGu returns local search by swaps in a permutation, of Sosič and Gu.
//
// The queens are always on different files and ranks; only collisions remain: a queen that is not
// the only one on a diagonal, or that is on a closed square. The start goes through the files once
// and puts on each a random remaining rank with which the queen has no collision with those placed
// before. It may take 3.1 probes a queen; the few remaining queens are placed without a test. Then
// a random colliding queen is tested with a random other one: they swap ranks unless that gives
// more collisions. Only the queens placed without a test, or moved since, can collide, so the
// second part takes hardly any time.
//
// Sosič and Gu swap only if that gives fewer collisions (QS2) or none (QS4). Allowing equally many
// avoids most restarts on small boards and with given queens.
//
// Statistics: "swaps" made after the start; "probes", ranks or swaps tried; "blind", the queens
// placed without a test in the last attempt.
func SosicGu() Backend {
	return Backend{
		description: describe("sosic-gu", "swaps queens of a permutation while they collide, in linear time (Sosič and Gu)"),
		maxSize:     100_000_000,
		start:       newSosicGu,
	}
}

const (
	// probesToStart is the number of probes that the start may take for ten queens. On large boards
	// all but the last twenty queens or so take 30.8.
	probesToStart = 31
	// probesPatience is the unit of patience for each queen.
	probesPatience = 100
)

// sosicGu is a permutation of the free ranks, and the number of queens on each diagonal. A byte
// suffices: the diagonals of a random permutation have one queen on average and hardly ever more
// than a dozen, and no swap adds a collision.
type sosicGu struct {
	*board
	rng  *rand.Rand
	stop *signal

	ranks         []int32 // of the queens in the free files
	onSum, onDiff []uint8
	conflicting   conflictSet

	swaps, probes, blind int64
}

func newSosicGu(b *board, rng *rand.Rand, stop *signal) search {
	return &sosicGu{
		board: b, rng: rng, stop: stop, ranks: b.freeRanks(stop), conflicting: newConflictSet(b.free()),
		onSum: make([]uint8, 2*b.n-1), onDiff: make([]uint8, 2*b.n-1),
	}
}

func (s *sosicGu) queens() []int32 { return s.ranks }

func (s *sosicGu) stats() map[string]int64 {
	return map[string]int64{"swaps": s.swaps, "probes": s.probes, "blind": s.blind}
}

func (s *sosicGu) attempt(patience int64) bool {
	s.conflicting.clear()
	if !wipe(s.onSum, s.stop) || !wipe(s.onDiff, s.stop) {
		return false
	}
	for _, sq := range s.given {
		s.put(sq.File, sq.Rank)
	}
	s.placeBlindly(s.placeByProbes())
	if s.report != nil {
		s.report(s.ranks, true)
	}
	return s.repair(patience * probesPatience * int64(len(s.ranks)))
}

// put places a queen and returns the number of collisions that this adds.
func (s *sosicGu) put(file, rank int) (collisions int) {
	sum, diff := &s.onSum[file+rank], &s.onDiff[file-rank+s.n-1]
	collisions = min(int(*sum), 1) + min(int(*diff), 1)
	*sum++
	*diff++
	if s.closed(file, rank) {
		collisions++
	}
	return collisions
}

// lift removes a queen and returns the number of collisions that this ends.
func (s *sosicGu) lift(file, rank int) (collisions int) {
	sum, diff := &s.onSum[file+rank], &s.onDiff[file-rank+s.n-1]
	*sum--
	*diff--
	collisions = min(int(*sum), 1) + min(int(*diff), 1)
	if s.closed(file, rank) {
		collisions++
	}
	return collisions
}

func (s *sosicGu) collides(i int) bool {
	file, rank := s.file(i), int(s.ranks[i])
	return s.onSum[file+rank] > 1 || s.onDiff[file-rank+s.n-1] > 1 || s.closed(file, rank)
}

// placeByProbes returns the number of queens that it has placed, none of which collides.
func (s *sosicGu) placeByProbes() (placed int) {
	n := len(s.ranks)
	for probe := range probesToStart * n / 10 {
		if placed == n || s.stop.at(probe) {
			break
		}
		s.probes++
		at := placed + s.rng.IntN(n-placed)
		file, rank := s.file(placed), int(s.ranks[at])
		if s.onSum[file+rank]|s.onDiff[file-rank+s.n-1] != 0 || s.closed(file, rank) {
			continue
		}
		s.ranks[placed], s.ranks[at] = s.ranks[at], s.ranks[placed]
		s.put(file, rank)
		placed++
	}
	return placed
}

func (s *sosicGu) placeBlindly(placed int) {
	s.blind = int64(len(s.ranks) - placed)
	for i := placed; i < len(s.ranks); i++ {
		if s.stop.at(i) {
			return
		}
		at := i + s.rng.IntN(len(s.ranks)-i)
		s.ranks[i], s.ranks[at] = s.ranks[at], s.ranks[i]
		s.put(s.file(i), int(s.ranks[i]))
		s.conflicting.add(i)
	}
}

// repair swaps queens until none collides, and reports whether it succeeded within the given number
// of probes. It keeps this invariant: of the queens that share a diagonal all but one are in the
// conflict set, and so is a queen on a closed square. If the set is empty there are no collisions.
func (s *sosicGu) repair(probes int64) bool {
	for {
		i, any := s.conflicting.draw(s.rng, s.collides)
		if s.stop.Load() {
			return false
		}
		if !any || probes == 0 {
			return !any
		}
		probes--
		s.probes++
		if j := s.rng.IntN(len(s.ranks)); j != i && s.swap(i, j) {
			s.swaps++
			s.conflicting.add(j)
			if s.report != nil {
				s.report(s.ranks, false)
			}
		}
	}
}

// swap exchanges the ranks of two queens unless that gives more collisions, and reports whether it
// did.
func (s *sosicGu) swap(i, j int) bool {
	a, b := s.file(i), s.file(j)
	rankA, rankB := int(s.ranks[i]), int(s.ranks[j])
	ended := s.lift(a, rankA) + s.lift(b, rankB)
	made := s.put(a, rankB) + s.put(b, rankA)
	if made <= ended {
		s.ranks[i], s.ranks[j] = s.ranks[j], s.ranks[i]
		return true
	}
	s.lift(a, rankB)
	s.lift(b, rankA)
	s.put(a, rankA)
	s.put(b, rankB)
	return false
}
