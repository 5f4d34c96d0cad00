package repair

import (
	"math/rand/v2"
	"slices"
)

// Genetic returns a plain genetic algorithm on permutations.
//
// Each generation keeps its best member and replaces the others by children. A parent is the best
// of three random members. A child of two parents comes from partially mapped crossover (D. E.
// Goldberg and R. Lingle, "Alleles, loci, and the traveling salesman problem", 1985), and in a
// random half of the children two ranks are swapped. The fitness is the negative number of
// collisions: queens that are not the first on their diagonal, or are on a closed square.
//
// Statistics: "generations"; "evaluations", permutations whose collisions were counted.
func Genetic() Backend {
	return Backend{
		description: describe("genetic", "breeds permutations by partially mapped crossover and swap mutation"),
		maxSize:     100_000,
		start:       newGenetic,
	}
}

const (
	population = 100
	tournament = 3
	// generationsPatience is the unit of patience for each queen, in generations without a better
	// member.
	generationsPatience = 5
)

// genetic is a population of permutations of the free ranks.
type genetic struct {
	*board
	rng  *rand.Rand
	stop *signal

	members, children []member
	onSum, onDiff     []int32 // temporary: the number of givens on it, and of queens during a count
	at                []int32 // temporary: the index of each rank in a child

	generations, evaluations int64
}

type member struct {
	ranks      []int32 // of the queens in the free files
	collisions int
}

func newGenetic(b *board, rng *rand.Rand, stop *signal) search {
	s := &genetic{
		board: b, rng: rng, stop: stop,
		onSum: make([]int32, 2*b.n-1), onDiff: make([]int32, 2*b.n-1), at: make([]int32, b.n),
	}
	for _, sq := range b.given {
		s.put(sq.File, sq.Rank)
	}
	ranks := b.freeRanks(stop)
	for range population {
		if stop.Load() {
			break
		}
		s.members = append(s.members, member{ranks: slices.Clone(ranks)})
		s.children = append(s.children, member{ranks: slices.Clone(ranks)})
	}
	return s
}

func (s *genetic) queens() []int32 { return s.members[0].ranks }

func (s *genetic) stats() map[string]int64 {
	return map[string]int64{"generations": s.generations, "evaluations": s.evaluations}
}

// attempt starts a new population and breeds generations. It ends when the best member has no
// collision, or has not improved for patience times generationsPatience generations for each free
// file. It reports whether the best member has no collision. The best member is always first.
func (s *genetic) attempt(patience int64) bool {
	for i := range population {
		if s.stop.Load() {
			return false
		}
		m := &s.members[i]
		s.rng.Shuffle(len(m.ranks), func(i, j int) { m.ranks[i], m.ranks[j] = m.ranks[j], m.ranks[i] })
		s.evaluate(m)
	}
	s.bestFirst()
	if s.report != nil {
		s.report(s.members[0].ranks, true)
	}
	patience *= generationsPatience * int64(s.free())
	for wait := patience; wait > 0; wait-- {
		best := s.members[0].collisions
		if s.stop.Load() || best == 0 {
			break
		}
		s.breed()
		if s.report != nil {
			s.report(s.members[0].ranks, false)
		}
		if s.members[0].collisions < best {
			wait = patience
		}
	}
	return s.members[0].collisions == 0 && !s.stop.Load()
}

func (s *genetic) bestFirst() {
	for i := range s.members {
		if s.members[i].collisions < s.members[0].collisions {
			s.members[0], s.members[i] = s.members[i], s.members[0]
		}
	}
}

// breed creates the next generation.
func (s *genetic) breed() {
	s.generations++
	copy(s.children[0].ranks, s.members[0].ranks)
	s.children[0].collisions = s.members[0].collisions
	for i := 1; i < population && !s.stop.Load(); i++ {
		child := &s.children[i]
		s.cross(child.ranks, s.parent(), s.parent())
		if s.rng.IntN(2) == 0 {
			j, k := s.rng.IntN(len(child.ranks)), s.rng.IntN(len(child.ranks))
			child.ranks[j], child.ranks[k] = child.ranks[k], child.ranks[j]
		}
		s.evaluate(child)
	}
	s.members, s.children = s.children, s.members
	s.bestFirst()
}

// parent returns the ranks of the winner of a tournament.
func (s *genetic) parent() []int32 {
	winner := &s.members[s.rng.IntN(population)]
	for range tournament - 1 {
		if m := &s.members[s.rng.IntN(population)]; m.collisions < winner.collisions {
			winner = m
		}
	}
	return winner.ranks
}

// cross is partially mapped crossover: the child equals the mother except for a random segment,
// which is the father's. The mother's ranks in that segment go to the places of the ranks that
// moved in.
func (s *genetic) cross(child, mother, father []int32) {
	copy(child, mother)
	for i, rank := range child {
		s.at[rank] = int32(i)
	}
	from, to := s.rng.IntN(len(child)), s.rng.IntN(len(child))
	for i := min(from, to); i < max(from, to); i++ {
		in, out := father[i], child[i]
		j := s.at[in]
		child[i], child[j] = in, out
		s.at[in], s.at[out] = int32(i), j
	}
}

// evaluate counts the member's collisions.
func (s *genetic) evaluate(m *member) {
	s.evaluations++
	m.collisions = 0
	for i, rank := range m.ranks {
		m.collisions += s.put(s.file(i), int(rank))
	}
	for i, rank := range m.ranks {
		s.lift(s.file(i), int(rank))
	}
}

// put places a queen and returns the number of collisions that this adds.
func (s *genetic) put(file, rank int) (collisions int) {
	sum, diff := &s.onSum[file+rank], &s.onDiff[file-rank+s.n-1]
	collisions = int(min(*sum, 1) + min(*diff, 1))
	*sum++
	*diff++
	if s.closed(file, rank) {
		collisions++
	}
	return collisions
}

func (s *genetic) lift(file, rank int) {
	s.onSum[file+rank]--
	s.onDiff[file-rank+s.n-1]--
}
