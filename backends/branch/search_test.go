package branch

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/family"
	"nqueens/internal/modeltest"
)

// TestRandomModels checks that random models, with every kind of line, clause and sum, have the solutions
// that brute force finds. It counts with a cache, with a tiny cache, and without one, and it visits each
// solution once.
func TestRandomModels(t *testing.T) {
	modeltest.ForRandom(t, 3000, func(t *testing.T, _ *rand.Rand, m *nqueens.Model, solutions []uint64) {
		sets := map[uint64]bool{}
		for _, set := range solutions {
			sets[modeltest.Projected(m, set)] = true
		}
		for _, bytes := range []int64{-1, 0, 1 << 20} {
			var stop turns.Flag
			sys := newSystem(m)
			s, ok := newSearch(sys, &stop)
			if bytes == 0 {
				s.many, s.order = 1, frontier
			}
			if bytes >= 0 {
				s.cache = newCache(sys.keyWords(), bytes)
			}
			if sum := solveIf(s, ok); sum.count().String() != nqueens.NewCount(uint64(len(sets))).String() {
				t.Fatalf("%+v: %v solutions with a cache of %d bytes, want %d", m, sum.count(), bytes, len(sets))
			}
		}
		var stop turns.Flag
		s, ok := newSearch(newSystem(m), &stop)
		s.many = 1
		seen := map[uint64]bool{}
		s.visit = func(chosen []int32, free []int) bool {
			set := uint64(0)
			for _, p := range chosen {
				set |= 1 << p
			}
			for subset := range uint64(1) << len(free) {
				whole := modeltest.Projected(m, set)
				for i, p := range free {
					whole |= subset >> i & 1 << p
				}
				if seen[whole] || !sets[whole] {
					t.Fatalf("%+v: %v is no solution, or seen before", m, modeltest.Placements(whole))
				}
				seen[whole] = true
			}
			return true
		}
		if solveIf(s, ok); len(seen) != len(sets) {
			t.Fatalf("%+v: %d solutions visited, want %d", m, len(seen), len(sets))
		}
	})
}

func solveIf(s *search, ok bool) total {
	if !ok {
		return total{}
	}
	return s.count()
}

// exactly returns the problem that requires a number of pieces, no two of which attack each other,
// or with every square covered.
func exactly(n, pieces int, covered bool, reach func(files, ranks int) bool) *nqueens.Model {
	m := &nqueens.Model{Placements: family.Rooks.Model(n).Placements}
	all := nqueens.Line{Name: "board", Min: pieces, Max: pieces}
	for i, a := range m.Placements {
		all.Placements = append(all.Placements, i)
		cover := nqueens.Line{Name: "covered", Min: 1, Max: n * n}
		for j, b := range m.Placements {
			switch reaches := reach(a.Square.File-b.Square.File, a.Square.Rank-b.Square.Rank); {
			case covered && (i == j || reaches):
				cover.Placements = append(cover.Placements, j)
			case !covered && j < i && reaches:
				m.Clauses = append(m.Clauses, nqueens.Clause{Literals: []nqueens.Literal{nqueens.NotChosen(i), nqueens.NotChosen(j)}})
			}
		}
		if covered {
			m.Lines = append(m.Lines, cover)
		}
	}
	m.Lines = append(m.Lines, all)
	return m
}

func king(files, ranks int) bool   { return max(files*files, ranks*ranks) == 1 }
func knight(files, ranks int) bool { return files*files+ranks*ranks == 5 }
func rook(files, ranks int) bool   { return files == 0 || ranks == 0 }
func queen(files, ranks int) bool {
	return files == 0 || ranks == 0 || files*files == ranks*ranks
}

func countOf(t testing.TB, m *nqueens.Model) (count string, nodes int64) {
	t.Helper()
	var stop turns.Flag
	sys := newSystem(m)
	s, ok := newSearch(sys, &stop)
	s.cache = newCache(sys.keyWords(), cacheBytes)
	s.group = sys.symmetries(m)
	sum := solveIf(s, ok)
	return sum.count().String(), s.nodes
}

func TestKnownNumbers(t *testing.T) {
	for _, c := range []struct {
		name    string
		n       int
		pieces  int
		covered bool
		reach   func(files, ranks int) bool
		want    string
	}{
		{"kings", 6, 9, false, king, "3600"},
		{"kings", 8, 16, false, king, "281571"},
		{"kings", 8, 17, false, king, "0"},
		{"knights", 6, 18, false, knight, "2"},
		{"queens", 8, 8, false, queen, "92"},
		{"queens", 6, 3, false, queen, "1024"},
		{"domination by rooks", 5, 4, true, rook, "0"},
		{"domination", 6, 3, true, queen, "4"},
		{"domination", 7, 4, true, queen, "86"},
		{"domination", 8, 4, true, queen, "0"},
		{"domination", 8, 5, true, queen, "4860"},
	} {
		if got, nodes := countOf(t, exactly(c.n, c.pieces, c.covered, c.reach)); got != c.want {
			t.Errorf("%d %s on %d × %d: %s, want %s", c.pieces, c.name, c.n, c.n, got, c.want)
		} else {
			t.Log(c.name, c.n, c.pieces, got, nodes)
		}
	}
}

// TestCoversApart checks that disjoint covers, each of which needs a piece, prune the search for dominating
// rooks: without this bound it has 128800 nodes.
func TestCoversApart(t *testing.T) {
	if count, nodes := countOf(t, exactly(6, 6, true, rook)); count != "92592" || nodes > 60_000 {
		t.Errorf("%s ways, %d nodes", count, nodes)
	}
}

// TestRandomOptima checks that the optimum of random models over random placements is that found by
// brute force.
func TestRandomOptima(t *testing.T) {
	modeltest.ForRandom(t, 1000, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
		var over []int
		for i := range m.Placements {
			if random.IntN(3) > 0 {
				over = append(over, i)
			}
		}
		for _, most := range []bool{false, true} {
			want := -1
			for _, set := range solutions {
				if n := bits.OnesCount64(set & modeltest.Bits(over)); want < 0 || most && n > want || !most && n < want {
					want = n
				}
			}
			var stop turns.Flag
			r := run{ctx: t.Context(), model: m, stop: &stop, cacheBytes: 1 << 16}
			got, exists, err := r.optimum(over, most)
			if err != nil || exists != (want >= 0) || exists && got != want {
				t.Fatalf("%+v over %v, most %v: %d %v %v, want %d", m, over, most, got, exists, err, want)
			}
		}
	})
}

// TestTwoKinds counts pieces of two kinds on a board; the second kind's placements follow the
// first's.
func TestTwoKinds(t *testing.T) {
	for _, c := range []struct {
		name  string
		model *nqueens.Model
		want  string
	}{
		{"6 queens and a pawn on 5 × 5", pawns(5, 1), "0"},
		{"9 queens and a pawn on 8 × 8", pawns(8, 1), "128"},
		{"9 queens and 2 pawns on 7 × 7", pawns(7, 2), "4"},
		{"armies of 5 at peace on 6 × 6", peaceable(6, 5), "560"},
		{"armies of 6 at peace on 6 × 6", peaceable(6, 6), "0"},
	} {
		if got, _ := countOf(t, c.model); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// peaceable returns the model of two armies of k queens that do not attack each other.
func peaceable(n, k int) *nqueens.Model {
	m := &nqueens.Model{}
	sq := family.Rooks.Model(n).Placements
	m.Placements = append(append(m.Placements, sq...), sq...)
	var w, b nqueens.Line
	w.Min, w.Max, b.Min, b.Max = k, k, k, k
	for i, x := range sq {
		w.Placements = append(w.Placements, i)
		b.Placements = append(b.Placements, i+n*n)
		for j, y := range sq {
			if i == j || queen(x.Square.File-y.Square.File, x.Square.Rank-y.Square.Rank) {
				m.Clauses = append(m.Clauses, nqueens.Clause{Literals: []nqueens.Literal{nqueens.NotChosen(i), nqueens.NotChosen(j + n*n)}})
			}
		}
	}
	m.Lines = []nqueens.Line{w, b}
	return m
}

// pawns returns the model of n + k queens that do not attack each other because of k pawns between
// them.
func pawns(n, k int) *nqueens.Model {
	m := &nqueens.Model{}
	sq := family.Rooks.Model(n).Placements
	m.Placements = append(append(m.Placements, sq...), sq...)
	q, p := nqueens.Line{Min: n + k, Max: n + k}, nqueens.Line{Min: k, Max: k}
	for i, x := range sq {
		q.Placements = append(q.Placements, i)
		p.Placements = append(p.Placements, i+n*n)
		m.Clauses = append(m.Clauses, nqueens.Clause{Literals: []nqueens.Literal{nqueens.NotChosen(i), nqueens.NotChosen(i + n*n)}})
		for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
			lits := []nqueens.Literal{nqueens.NotChosen(i)}
			for f, r := x.Square.File+d[0], x.Square.Rank+d[1]; f >= 0 && f < n && r >= 0 && r < n; f, r = f+d[0], r+d[1] {
				at := r*n + f
				m.Clauses = append(m.Clauses, nqueens.Clause{Literals: append(append([]nqueens.Literal{}, lits...), nqueens.NotChosen(at))})
				lits = append(lits, nqueens.Chosen(at+n*n))
			}
		}
	}
	m.Lines = []nqueens.Line{q, p}
	return m
}
