package classic

import (
	"slices"

	"nqueens"
)

// Determinant returns the method of S. Günther, "Zur mathematischen Theorie des Schachbretts",
// Archiv der Mathematik und Physik 56, 1874, with the improvement of J. W. L. Glaisher, "On the
// problem of the eight queens", Philosophical Magazine 48, 1874. Each square is a symbol, a letter
// for one of its diagonals with a suffix for the other. A term of the determinant has one symbol of
// each row and each column, so the terms without a repeated letter or suffix are the solutions;
// their signs do not matter.
//
// Glaisher divides the solutions into types. Those of the first type have a queen in a corner. They
// are the solutions of the next smaller board, with the corner added to each that has no queen on
// its diagonal, and their images. Then the corners become zero. Those of the second type have a
// queen beside a corner: the minor of that element, in which all elements with its letter or suffix
// become zero, is expanded, and the images are added. Then these squares become zero as well, and
// so on to the middle of the side. For 8 queens there are 16 solutions of the first type, 56 of the
// second and 20 of the third.
//
// What to notice: it has no order of search. A minor of the last rows is expanded once and used in
// all larger minors that contain it. Terms that vanish do so early, and all remaining terms are in
// memory at once: about 200 MB for 15 queens and 1 GB for 16.
//
// The statistic "nodes" is the number of terms that remain in all minors, "placements" the number
// of products formed, both including the smaller boards.
func Determinant() *Method {
	return newMethod("determinant", "Günther's determinant of diagonals, Glaisher's types of solutions",
		limit{maxOrder, "stores the symbols of a term in a 64-bit word"}, func(s *search) {
			g := &expansion{search: s}
			g.solutions(s.n, func(t term) bool {
				ranks := t.unpacked(s.n)
				return s.solved(&ranks)
			})
		}, nqueens.CountAll, nqueens.FindAll)
}

// maxOrder is the largest order of a determinant: 2(2n − 1) symbols in a word.
const maxOrder = 16

// expansion is a run, which expands determinants of every order up to its own.
type expansion struct {
	*search
	stores [2]store
}

// solutions calls visit with every solution of a board of n squares a side. It reports whether the
// search continues, as visit does.
func (g *expansion) solutions(n int, visit func(term) bool) bool {
	if n == 1 { // the determinant is its one element
		g.nodes++
		g.placements++
		return visit(term{})
	}
	for corner := range (n + 1) / 2 {
		if !g.ofType(n, corner, visit) {
			return false
		}
	}
	return true
}

// ofType calls visit with every solution of one type. The type of a solution is the least distance between
// a corner and a queen on a side of the board. It returns false if visit stopped the search.
func (g *expansion) ofType(n, distance int, visit func(term) bool) bool {
	if distance == 0 {
		return g.solutions(n-1, func(t term) bool {
			for row := range n - 1 {
				if t.column(row) == row { // same letter as the corner
					return true
				}
			}
			return t.with(n-1, n-1).images(n, n-1, n-1, visit)
		})
	}
	for _, t := range g.minor(n, distance) {
		if g.stop.Load() || !t.with(0, distance).images(n, 0, distance, visit) {
			return false
		}
	}
	return !g.stop.Load()
}

// minor returns the expanded minor of the element of row 0 in column k. All elements that have a
// symbol of that element are zero, and so are all on the sides of the board that are nearer to a
// corner. It starts at the last row: a minor of some rows is the sum, over its columns, of the
// element of its first row times the minor of the rows below without that column.
func (g *expansion) minor(n, k int) []term {
	columns := n - 1                     // numbered from 0 without column k
	minors := make([][]term, 1<<columns) // by the set of their columns
	minors[0] = []term{{}}               // the determinant without rows is 1
	for row := n - 1; row > 0; row-- {
		elements := rowOfMinor(n, k, row)
		store := &g.stores[row%2] // the other store has the minors of the rows below
		store.empty()
		for set := 1<<(n-row) - 1; set < 1<<columns; set = sameSize(set) {
			if g.stop.Load() {
				return nil
			}
			sum := store.free
			for column, e := range elements {
				if set>>column&1 == 0 || e.symbols == 0 {
					continue
				}
				rest := minors[set&^(1<<column)]
				sum = store.room(sum, len(rest))
				g.placements += uint64(len(rest))
				for _, t := range rest {
					if t.symbols&e.symbols == 0 { // otherwise the product vanishes
						sum = append(sum, term{t.symbols | e.symbols, t.columns | e.columns})
					}
				}
			}
			store.keep(sum)
			minors[set] = sum
			g.nodes += uint64(len(sum))
		}
	}
	return minors[1<<columns-1]
}

// rowOfMinor returns the elements of a row of the minor of (0, k), each a term of one factor, or
// zero.
func rowOfMinor(n, k, row int) []term {
	taken := symbols(n, 0, k)
	var elements []term
	for column := range n {
		if column == k {
			continue
		}
		e := term{symbols: symbols(n, row, column)}.with(row, column)
		onSide := row == n-1 || column == 0 || column == n-1
		nearest := min(row, n-1-row) + min(column, n-1-column) // on a side one of the two is 0
		if e.symbols&taken != 0 || onSide && nearest < k {
			e = term{}
		}
		elements = append(elements, e)
	}
	return elements
}

// sameSize returns the next larger set, as a number, with the same number of elements.
func sameSize(set int) int {
	lowest := set & -set
	carried := set + lowest
	return carried | (set^carried)/lowest>>2
}

// term is a product of elements of a determinant.
type term struct {
	symbols uint64 // the letters and, above them, the suffixes of its elements
	columns uint64 // the column of the element of each row, four bits a row
}

// symbols returns the symbols of one element of a determinant of order n: its difference is its
// letter, its sum the suffix.
func symbols(n, row, column int) uint64 {
	return 1<<(row-column+n-1) | 1<<(2*n-1+row+column)
}

// column returns the column of the element of a row.
func (t term) column(row int) int { return int(t.columns >> (4 * row) & 15) }

// with returns the term with the column of one more row.
func (t term) with(row, column int) term {
	t.columns |= uint64(column) << (4 * row)
	return t
}

// unpacked returns the column of each row.
func (t term) unpacked(n int) (q squares) {
	for row := range n {
		q[uint8(row)] = uint8(t.column(row))
	}
	return q
}

// images calls visit with the different images of a solution under the eight symmetries. If several
// images have the element by which this solution was found, they are all found; only the smallest
// one calls visit. It returns false when visit does.
func (t term) images(n, row, column int, visit func(term) bool) bool {
	all := make([]term, 0, 8)
	for g := range 8 {
		i := t.image(n, g)
		if i.column(row) == column && i.columns < t.columns {
			return true
		}
		all = append(all, i)
	}
	for i, image := range all {
		if slices.Contains(all[:i], image) {
			continue
		}
		if !visit(image) {
			return false
		}
	}
	return true
}

// image returns the solution after the symmetry given by the bits of g: reverse the columns,
// reverse the rows, and then exchange both.
func (t term) image(n, g int) (out term) {
	for row := range n {
		r, c := row, t.column(row)
		if g&1 != 0 {
			c = n - 1 - c
		}
		if g&2 != 0 {
			r = n - 1 - r
		}
		if g&4 != 0 {
			r, c = c, r
		}
		out = out.with(r, c)
	}
	return out
}

// store has many short sums of terms in a few reusable blocks of memory: the first has 4096 terms,
// each other twice as many as the one before, up to 2^20.
type store struct {
	blocks [][]term
	block  int    // the first that is not in use
	free   []term // the unused rest of the one before
}

func (s *store) empty() { s.block, s.free = 0, nil }

// room returns the sum, which is at the start of the free part, with room for n more terms. It
// moves the sum to another block if necessary.
func (s *store) room(sum []term, n int) []term {
	if n <= cap(sum)-len(sum) {
		return sum
	}
	if s.block == len(s.blocks) {
		s.blocks = append(s.blocks, nil)
	}
	if need := len(sum) + n; need > cap(s.blocks[s.block]) {
		s.blocks[s.block] = make([]term, 0, max(need, 1<<min(12+s.block, 20)))
	}
	sum = append(s.blocks[s.block], sum...)
	s.block++
	return sum
}

// keep removes the sum from the free part.
func (s *store) keep(sum []term) { s.free = sum[len(sum):] }
