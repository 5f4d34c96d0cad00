package encode

import (
	"slices"

	"nqueens"
)

// FromModel encodes a model: variable i+1 says that placement i is chosen, and
// the formula's models, projected on those that are no auxiliaries, are the
// model's solutions. A line that nothing can fulfil gives the empty clause, a
// line that always holds gives none. Lines share no auxiliaries. Sums, which
// boards have none of, become clauses in one way whatever the encoding.
func FromModel(m *nqueens.Model, e Encoding) *CNF {
	f := NewCNF(len(m.Placements))
	f.Squares = squares(m)
	f.Projection = make([]int32, len(m.Placements)-m.Auxiliaries)
	for i := range f.Projection {
		f.Projection[i] = int32(i + 1)
	}

	clauses, literals := e.SizeOf(m.Outline()).Clauses, 0
	for _, line := range m.Lines {
		literals += len(line.Placements) // at most one clause is as long as the line
	}
	for _, clause := range m.Clauses {
		literals += len(clause.Literals)
	}
	f.reserve(clauses, 2*clauses+literals) // most clauses have two literals

	var buffer []int32
	for _, line := range m.Lines {
		buffer = buffer[:0]
		for _, i := range line.Placements {
			buffer = append(buffer, int32(nqueens.Chosen(i)))
		}
		e.Bounds(f, buffer, line.Min, line.Max)
	}
	for _, clause := range m.Clauses {
		buffer = buffer[:0]
		for _, l := range clause.Literals {
			buffer = append(buffer, int32(l))
		}
		f.Add(buffer...)
	}
	for _, s := range m.Sums {
		addSum(f, s)
	}
	return f
}

// SizeOf is what FromModel adds at most for a model of that outline.
func (e Encoding) SizeOf(o nqueens.Outline) Size {
	total := Size{Clauses: o.Clauses}
	for _, l := range o.Lines {
		size := e.Size(l.Length, l.Min, l.Max)
		total = total.plus(Size{l.Number * size.Auxiliaries, l.Number * size.Clauses})
	}
	for _, s := range o.Sums {
		nodes := sumSize(s)
		total = total.plus(Size{nodes, 1 + 2*nodes})
	}
	return total
}

// squares are the model's placements where they are squares of a board.
func squares(m *nqueens.Model) []nqueens.Square {
	if len(m.Placements) > 0 && m.Placements[0].Variable() > 0 {
		return nil
	}
	return slices.Clone(m.Placements)
}
