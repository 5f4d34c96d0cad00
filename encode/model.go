package encode

import (
	"slices"

	"nqueens"
)

// FromModel encodes a model: variable i+1 says that placement i is chosen, and
// the formula's models, projected on these, are the model's solutions. A line
// that nothing can fulfil gives the empty clause, a line that always holds
// gives none. Lines share no auxiliaries.
func FromModel(m *nqueens.Model, e Encoding) *CNF {
	f := NewCNF(len(m.Placements))
	f.Squares = slices.Clone(m.Placements)
	f.Projection = make([]int32, len(m.Placements))
	for i := range f.Projection {
		f.Projection[i] = int32(i + 1)
	}

	clauses, literals := len(m.Clauses), 0
	for _, line := range m.Lines {
		clauses += e.Size(len(line.Placements), line.Min, line.Max).Clauses
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
	return f
}
