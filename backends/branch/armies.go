package branch

import (
	"math/bits"

	"nqueens"
	"nqueens/backends/internal/turns"
)

// armies represents the problem of peaceable queens: two armies (kinds of pieces) of equal size, as
// large as possible, with no two pieces of different armies on the same square or on a common line
// in any of the four directions.
//
// Its search assigns lines to armies instead of placing pieces. When all lines are assigned, an
// army may use the squares whose four lines all belong to it. The search first assigns the ranks
// and the files, one assignment of each 8 or 16 that are symmetric. Then it assigns the diagonals,
// separately for the two colours of the chessboard, because squares of different colours share no
// diagonal; see half.
type armies struct {
	model        *nqueens.Model
	stop         *turns.Flag
	files, ranks int
	open         [2][]uint64 // by army and rank: the files where its pieces may stand
	symmetric    bool        // whether no square is closed
	crossings    []crossing
	halves       [2]half
	front        [2][]division // by colour and by number of squares of the first army: the division with the most squares for the second
	wanted       int           // required number of pieces of each army
	best         int
	witness      []int32
	nodes        int64
	stopped      bool
}

// maxArmySide is the largest side of boards for which lines are assigned.
const maxArmySide = 20

// armiesOf returns the armies of a model, or nil if the model is another problem.
func armiesOf(m *nqueens.Model, stop *turns.Flag) *armies {
	if m.Objective.Goal != nqueens.Most || m.Objective.Fixed != 0 || m.Auxiliaries+len(m.Chosen)+len(m.Lines) > 0 || len(m.Placements) == 0 {
		return nil
	}
	a := &armies{model: m, stop: stop, best: -1}
	army := make([]int, len(m.Placements))
	first := m.Placements[0].Kind
	var other byte
	for i, p := range m.Placements {
		if p.Kind != first {
			if army[i] = 1; other == 0 {
				other = p.Kind
			}
			if p.Kind != other {
				return nil
			}
		}
		a.files, a.ranks = max(a.files, p.Square.File+1), max(a.ranks, p.Square.Rank+1)
	}
	if max(a.files, a.ranks) > maxArmySide || !a.equal(army) || !a.apart(army) {
		return nil
	}
	a.open = [2][]uint64{make([]uint64, a.ranks), make([]uint64, a.ranks)}
	for i, p := range m.Placements {
		a.open[army[i]][p.Square.Rank] |= 1 << p.Square.File
	}
	a.symmetric = len(m.Placements) == 2*a.files*a.ranks
	return a
}

// equal reports whether the model's sums require that both armies have the same number of pieces,
// and whether its objective is the number of pieces of the first army.
func (a *armies) equal(army []int) bool {
	if len(a.model.Sums) != 2 {
		return false
	}
	counted := make([]bool, len(army))
	for _, p := range a.model.Objective.Over {
		counted[p] = true
	}
	for p, c := range counted {
		if c != (army[p] == 0) {
			return false
		}
	}
	for way, sum := range a.model.Sums {
		negative := 0
		for _, t := range sum.Terms {
			// The first sum requires that the first army is not the smaller one, the second sum the
			// same of the second army.
			if t.Weight != 1 || t.Literal.Positive() != (army[t.Literal.Placement()] == way) {
				return false
			}
			if !t.Literal.Positive() {
				negative++
			}
		}
		if len(sum.Terms) != len(army) || sum.Min != int64(negative) {
			return false
		}
	}
	return true
}

// apart reports whether the clauses express exactly that no two pieces of different armies share a
// square or a line.
func (a *armies) apart(army []int) bool {
	n := len(army)
	conflicts := make([]bool, n*n)
	for _, c := range a.model.Clauses {
		if len(c.Literals) != 2 || c.Literals[0].Positive() || c.Literals[1].Positive() {
			return false
		}
		p, q := c.Literals[0].Placement(), c.Literals[1].Placement()
		conflicts[p*n+q], conflicts[q*n+p] = true, true
	}
	for i, p := range a.model.Placements {
		for j, q := range a.model.Placements {
			files, ranks := p.Square.File-q.Square.File, p.Square.Rank-q.Square.Rank
			lined := files == 0 || ranks == 0 || files == ranks || files == -ranks
			if conflicts[i*n+j] != (army[i] != army[j] && lined) {
				return false
			}
		}
	}
	return true
}

// share tries all assignments of the ranks and files to the armies, and for each of them all
// assignments of the diagonals.
func (a *armies) share() {
	a.wanted = 0
	for ranks := range uint64(1) << a.ranks {
		a.cross(ranks)
		for files := range uint64(1) << a.files {
			if !a.symmetric || a.least(files, ranks) {
				a.diagonals(files, ranks)
			}
			if a.stopped {
				return
			}
		}
		if a.stopped = a.stop.Load(); a.stopped {
			return
		}
	}
}

// step counts a node, and reports whether to continue.
func (a *armies) step() bool {
	const checkEvery = 1 << 10 // some hundred microseconds
	a.nodes++
	a.stopped = a.stopped || a.nodes%checkEvery == 0 && a.stop.Load()
	return !a.stopped
}

// least reports whether no symmetry gives a smaller pair of files and ranks of the first army.
func (a *armies) least(files, ranks uint64) bool {
	f, r := 1<<a.files-1, 1<<a.ranks-1
	turned := [2]uint64{bits.Reverse64(files) >> (64 - a.files), bits.Reverse64(ranks) >> (64 - a.ranks)}
	for _, x := range [2]uint64{files, turned[0]} {
		for _, y := range [2]uint64{ranks, turned[1]} {
			for _, swap := range [2]uint64{0, ^uint64(0)} {
				x, y := (x^swap)&uint64(f), (y^swap)&uint64(r)
				if y < ranks || y == ranks && x < files || a.files == a.ranks && (x < ranks || x == ranks && y < files) {
					return false
				}
			}
		}
	}
	return true
}

// diagonals tries all assignments of the diagonals, and keeps the largest armies.
func (a *armies) diagonals(files, ranks uint64) {
	for i := range a.front {
		a.front[i] = a.front[i][:0]
	}
	if !a.divide(files, ranks, func(colour, first int, d division) {
		front := a.front[colour]
		for len(front) <= first {
			front = append(front, division{squares: -1})
		}
		if d.squares > front[first].squares {
			front[first] = d
		}
		a.front[colour] = front
	}) {
		return
	}
	for x, one := range a.front[0] {
		for y, two := range a.front[1] {
			if one.squares < 0 || two.squares < 0 {
				continue
			}
			if size := min(x+y, one.squares+two.squares); size > a.best {
				a.best, a.wanted = size, size+1
				a.take(files, ranks, [2]division{one, two})
			}
		}
	}
}

// take stores the placements of the best solution so far, with the same number of pieces for each
// army.
func (a *armies) take(files, ranks uint64, halves [2]division) {
	a.witness = a.witness[:0]
	for _, own := range a.own(files, ranks, halves) {
		a.witness = append(a.witness, own[:a.best]...)
	}
}

// own returns, for each army, the placements whose lines are all assigned to it.
func (a *armies) own(files, ranks uint64, halves [2]division) (own [2][]int32) {
	for i, p := range a.model.Placements {
		sum, diff := p.Square.File+p.Square.Rank, p.Square.File-p.Square.Rank+a.ranks
		army := 0
		if p.Kind != a.model.Placements[0].Kind {
			army = 1
		}
		h, white := halves[sum&1], uint64(1-army)
		if files>>p.Square.File&1 == white && ranks>>p.Square.Rank&1 == white && h.sums>>(sum>>1)&1 == white && h.diffs>>(diff>>1)&1 == white {
			own[army] = append(own[army], int32(i))
		}
	}
	return own
}
