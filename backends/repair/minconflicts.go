package repair

import (
	"math"
	"math/rand/v2"
	"slices"
)

// MinConflicts returns the min-conflicts heuristic: a greedy start, then repair.
//
// The start places the queens file by file, each on a rank where the fewest of those already placed
// attack it. A repair step moves a random attacked queen to another rank of its file where the
// fewest attack it. Ties are broken uniformly at random.
//
// Statistics: "steps", the repair steps; "greedy-conflicts", the queens that are attacked after the
// first greedy start.
func MinConflicts() Backend {
	return Backend{
		description: describe("min-conflicts", "greedy start, then moves attacked queens to ranks of fewest conflicts (Minton and others)"),
		maxSize:     100_000_000,
		start:       newMinConflicts,
	}
}

// stepsPatience is the unit of patience, in repair steps. From 100 queens on three attempts in a
// thousand need more.
const stepsPatience = 200

// minConflicts is a board with a queen in each free file, and the number of queens on each line.
// During the start the first queens are placed.
type minConflicts struct {
	*board
	rng  *rand.Rand
	stop *signal

	ranks                 []int32 // of the queens in the free files
	onRank, onSum, onDiff []int32
	conflicting           conflictSet
	ties                  []int32 // temporary

	attempts, made, greedyConflicts int64
}

func newMinConflicts(b *board, rng *rand.Rand, stop *signal) search {
	return &minConflicts{
		board: b, rng: rng, stop: stop, ranks: make([]int32, b.free()), conflicting: newConflictSet(b.free()),
		onRank: make([]int32, b.n), onSum: make([]int32, 2*b.n-1), onDiff: make([]int32, 2*b.n-1),
	}
}

func (s *minConflicts) queens() []int32 { return s.ranks }

func (s *minConflicts) stats() map[string]int64 {
	return map[string]int64{"steps": s.made, "greedy-conflicts": s.greedyConflicts}
}

func (s *minConflicts) attempt(patience int64) bool {
	if !wipe(s.onRank, s.stop) || !wipe(s.onSum, s.stop) || !wipe(s.onDiff, s.stop) {
		return false
	}
	s.placeGreedily()
	s.listConflicts()
	if s.report != nil {
		s.report(s.ranks, true)
	}
	if s.attempts++; s.attempts == 1 {
		s.greedyConflicts = int64(len(s.conflicting.list))
	}
	return s.repair(patience * stepsPatience)
}

// change adds to the number of queens on the square's lines.
func (s *minConflicts) change(file, rank int, by int32) {
	s.onRank[rank] += by
	s.onSum[file+rank] += by
	s.onDiff[file-rank+s.n-1] += by
}

// conflicts returns the number of queens of other files that attack the square, if no queen is on
// it.
func (s *minConflicts) conflicts(file, rank int) int32 {
	return s.onRank[rank] + s.onSum[file+rank] + s.onDiff[file-rank+s.n-1]
}

// attacked reports whether another queen attacks the i-th, which itself counts on three lines.
func (s *minConflicts) attacked(i int) bool {
	return s.conflicts(s.file(i), int(s.ranks[i])) > 3
}

func (s *minConflicts) placeGreedily() {
	for _, sq := range s.given {
		s.change(sq.File, sq.Rank, 1)
	}
	empty := s.freeRanks(s.stop)
	for i := range s.ranks {
		file := s.file(i)
		at := s.probe(file, empty)
		if at >= 0 {
			s.ranks[i] = empty[at]
		} else {
			s.ranks[i] = s.least(file, -1)
			at = slices.Index(empty, s.ranks[i])
		}
		if s.stop.Load() {
			return
		}
		s.change(file, int(s.ranks[i]), 1)
		if at >= 0 {
			empty[at] = empty[len(empty)-1]
			empty = empty[:len(empty)-1]
		}
	}
}

// probe chooses random ranks from the list empty until it finds one on which a queen of the file is
// not attacked. It returns the index of that rank in the list, or -1 after 2·len(empty) attempts.
//
// All ranks without attacks have the same probability. If probe fails, the caller calls least,
// which chooses among all ranks. A rank with the fewest conflicts is thus chosen with the same
// probability as if all ranks were examined each time. On average, probe needs three attempts.
func (s *minConflicts) probe(file int, empty []int32) (at int) {
	for try := range 2 * len(empty) {
		if s.stop.at(try + 1) {
			break
		}
		at := s.rng.IntN(len(empty))
		rank := int(empty[at])
		if s.onSum[file+rank] == 0 && s.onDiff[file-rank+s.n-1] == 0 && !s.closed(file, rank) {
			return at
		}
	}
	return -1
}

// least examines all open squares of the file for those with the fewest conflicts and returns the
// rank of one of them. It returns the rank that the queen leaves only if no other square is open. A
// file has an open square.
func (s *minConflicts) least(file int, left int32) int32 {
	fewest, ties := int32(math.MaxInt32), s.ties[:0]
	for rank := range s.n {
		if s.stop.at(rank) {
			break
		}
		c := s.conflicts(file, rank)
		if c > fewest || rank == int(left) || s.closed(file, rank) {
			continue
		}
		if c < fewest {
			fewest, ties = c, ties[:0]
		}
		ties = append(ties, int32(rank))
	}
	s.ties = ties
	if len(ties) == 0 {
		return left
	}
	return ties[s.rng.IntN(len(ties))]
}

// listConflicts adds all attacked queens to the conflict set.
func (s *minConflicts) listConflicts() {
	s.conflicting.clear()
	for i := range s.ranks {
		if s.stop.at(i) {
			return
		}
		if s.attacked(i) {
			s.conflicting.add(i)
		}
	}
}

func (s *minConflicts) repair(steps int64) bool {
	for {
		i, any := s.conflicting.draw(s.rng, s.attacked)
		if s.stop.Load() {
			return false
		}
		if !any || steps == 0 {
			return !any
		}
		steps--
		s.made++
		file, rank := s.file(i), s.ranks[i]
		s.change(file, int(rank), -1)
		s.ranks[i] = s.least(file, rank)
		s.change(file, int(s.ranks[i]), 1)
		if s.attacked(i) {
			s.addAttackers(file, int(s.ranks[i]))
		}
		if s.report != nil {
			s.report(s.ranks, false)
		}
	}
}

// addAttackers adds the queens that attack the square to the conflict set. Checking all queens
// takes no longer than the step itself.
func (s *minConflicts) addAttackers(file, rank int) {
	for i, r := range s.ranks {
		if s.stop.at(i) {
			return
		}
		f, r := s.file(i), int(r)
		if r == rank || f+r == file+rank || f-r == file-rank {
			s.conflicting.add(i)
		}
	}
}
