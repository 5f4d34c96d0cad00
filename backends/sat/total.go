package sat

// A total is a node of a totalizer (O. Bailleux and Y. Boufkhad, 2003) whose outputs are added as far as a
// bound needs them (R. Martins, S. Joshi, V. Manquinho and I. Lynce, "Incremental Cardinality
// Constraints for MaxSAT", 2014): output k, counted from 0, is true if more than k of the inputs
// below are true.
type total struct {
	left, right *total // nil for an input
	size        int    // number of inputs
	outputs     []int32
}

// total returns a totalizer of the literals, without clauses.
func (s *coreSearch) total(literals []int32) *total {
	if len(literals) == 1 {
		return &total{size: 1, outputs: literals[:1:1]}
	}
	half := len(literals) / 2
	return &total{left: s.total(literals[:half]), right: s.total(literals[half:]), size: len(literals)}
}

// extend adds outputs to the node until it has the given number, with the clauses that make them
// true.
func (s *coreSearch) extend(t *total, outputs int) {
	outputs = min(outputs, t.size)
	before := len(t.outputs)
	if outputs <= before {
		return
	}
	s.extend(t.left, outputs)
	s.extend(t.right, outputs)
	for range outputs - before {
		t.outputs = append(t.outputs, s.next)
		s.next++
	}
	for i := 0; i <= len(t.left.outputs); i++ {
		for j := 0; j <= len(t.right.outputs); j++ {
			if i+j <= before || i+j > outputs {
				continue
			}
			c := []int32{t.outputs[i+j-1]} // i on the left and j on the right are true
			if i > 0 {
				c = append(c, -t.left.outputs[i-1])
			}
			if j > 0 {
				c = append(c, -t.right.outputs[j-1])
			}
			s.clause(c...)
		}
	}
}
