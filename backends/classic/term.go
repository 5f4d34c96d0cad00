package classic

// term is a product of elements of a determinant.
type term struct {
	symbols uint64 // the letters, and above them the suffixes, of its elements
	columns uint64 // the column of the element of each row, four bits a row
}

// symbols are those of one element of a determinant of order n: its difference
// is its letter, its sum the suffix.
func symbols(n, row, column int) uint64 {
	return 1<<(row-column+n-1) | 1<<(2*n-1+row+column)
}

// column is that of the element of a row.
func (t term) column(row int) int { return int(t.columns >> (4 * row) & 15) }

// with notes the column of one more row.
func (t term) with(row, column int) term {
	t.columns |= uint64(column) << (4 * row)
	return t
}

// unpacked is the column of each row.
func (t term) unpacked(n int) (q squares) {
	for row := range n {
		q[uint8(row)] = uint8(t.column(row))
	}
	return q
}

// images calls visit with the different images of a solution under the eight
// symmetries. Since other images may have the element by which this solution
// was found, and so be found too, only the least of them does. It returns false
// when visit does.
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
		if contains(all[:i], image) {
			continue
		}
		if !visit(image) {
			return false
		}
	}
	return true
}

func contains(terms []term, t term) bool {
	for _, other := range terms {
		if other.columns == t.columns {
			return true
		}
	}
	return false
}

// image is the solution after the symmetry whose bits say to reverse the
// columns, to reverse the rows, and then to swap both.
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

// store holds many short sums of terms in few blocks of memory, to be used
// again: from 4096 terms in the first, each twice the one before, to 2^20.
type store struct {
	blocks [][]term
	block  int    // the first that is not in use
	free   []term // what is left of the one before
}

func (s *store) empty() { s.block, s.free = 0, nil }

// room returns the sum, which began in the free part, with room for n more
// terms. It moves it to another block if it must.
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

// keep takes the sum as it is.
func (s *store) keep(sum []term) { s.free = sum[len(sum):] }
