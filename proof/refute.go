package proof

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"

	"nqueens/encode"
)

// ErrSatisfiable is the error of Refute for a formula that has a model.
var ErrSatisfiable = errors.New("the formula is satisfiable: there is nothing to prove")

// Refute writes a proof, in text, that a formula is unsatisfiable. It is a Prover that needs no
// other program, meant for small or easy formulas. It is a depth-first search with unit propagation
// and without learning, and branches on the unsatisfied long clause with the fewest unassigned
// literals. At each dead end the negated decisions form a clause that follows by unit propagation.
func Refute(ctx context.Context, f *encode.CNF, proof io.Writer) error {
	return enumerate(ctx, f, proof, func([]bool) error { return ErrSatisfiable })
}

// enumerate calls visit for each model of a formula, a slice indexed by variable minus one. It
// writes a proof that the formula with the negation of every model is unsatisfiable. The search
// assigns all variables, so that a model has no free ones.
func enumerate(ctx context.Context, f *encode.CNF, proof io.Writer, visit func([]bool) error) error {
	s := newSearch(ctx, f, proof)
	model := make([]bool, f.Variables)
	s.branch, s.leaf = s.shortest, func() error {
		for v := range model {
			model[v] = s.value[v+1] > 0
		}
		return visit(model)
	}
	return s.all()
}

// A search is a depth-first search over the clauses of a formula. It counts the literals of each
// clause and does not use watches, so that it shares no algorithm with the checker.
type search struct {
	ctx    context.Context
	out    *bufio.Writer
	branch func() int32 // the literal to decide next, or 0 at a leaf
	leaf   func() error // called at each leaf

	clauses   [][]int32
	long      []int32   // the clauses of more than two literals
	in        [][]int32 // by literal, as numbered by slot: the clauses that contain it
	open      []int32   // by clause: the number of its unassigned literals
	satisfied []int32   // by clause: the number of its true literals
	value     []int8    // by variable: 1, −1, or 0 if unassigned
	trail     []int32
	counted   int // the length of the trail that the clauses' counters include
	conflict  bool
	units     []int32 // clauses that became unit
	decisions []int32
}

func newSearch(ctx context.Context, f *encode.CNF, proof io.Writer) *search {
	s := &search{ctx: ctx, out: bufio.NewWriterSize(proof, 1<<16)}
	s.load(f)
	return s
}

// all runs the whole search and writes a proof. The proof shows that the formula is unsatisfiable
// if a clause is added for each leaf: the negations of the decisions that lead to the leaf.
func (s *search) all() error {
	s.conflict = !s.propagate()
	if err := s.run(); err != nil {
		return err
	}
	return s.out.Flush()
}

func (s *search) load(f *encode.CNF) {
	s.value = make([]int8, f.Variables+1)
	s.in = make([][]int32, 2*f.Variables+2)
	for clause := range f.Clauses() {
		literals := slices.Clone(clause)
		slices.Sort(literals)
		literals = slices.Compact(literals)
		i := int32(len(s.clauses))
		s.clauses = append(s.clauses, literals)
		s.open = append(s.open, int32(len(literals)))
		switch n := len(literals); {
		case n < 2:
			s.units = append(s.units, i)
		case n > 2:
			s.long = append(s.long, i)
		}
		for _, l := range literals {
			s.in[slot(l)] = append(s.in[slot(l)], i)
		}
	}
	s.satisfied = make([]int32, len(s.clauses))
}

func slot(l int32) int { return int(max(2*l, -2*l+1)) }

func (s *search) of(l int32) int8 {
	if l < 0 {
		return -s.value[-l]
	}
	return s.value[l]
}

func (s *search) set(l int32) {
	if l < 0 {
		s.value[-l] = -1
	} else {
		s.value[l] = 1
	}
	s.trail = append(s.trail, l)
}

// propagate updates the counters and assigns the literals that follow. It returns false on a
// conflict.
func (s *search) propagate() bool {
	for sound := true; ; {
		for ; s.counted < len(s.trail); s.counted++ {
			l := s.trail[s.counted]
			for _, c := range s.in[slot(l)] {
				s.open[c]--
				s.satisfied[c]++
			}
			for _, c := range s.in[slot(-l)] {
				s.open[c]--
				if s.satisfied[c] == 0 && s.open[c] < 2 {
					s.units = append(s.units, c)
				}
			}
		}
		if len(s.units) == 0 || !sound {
			s.units = s.units[:0]
			return sound
		}
		c := s.units[len(s.units)-1]
		s.units = s.units[:len(s.units)-1]
		if s.satisfied[c] > 0 {
			continue
		}
		if s.open[c] == 0 {
			sound = false
			continue
		}
		for _, l := range s.clauses[c] {
			if s.of(l) == 0 {
				s.set(l)
			}
		}
	}
}

// undo removes the trail beyond a length. All of it must have been counted.
func (s *search) undo(length int) {
	for _, l := range s.trail[length:] {
		for _, c := range s.in[slot(l)] {
			s.open[c]++
			s.satisfied[c]--
		}
		for _, c := range s.in[slot(-l)] {
			s.open[c]++
		}
		s.value[max(l, -l)] = 0
	}
	s.trail = s.trail[:length]
	s.counted = length
}

// run searches below the current decisions and writes the clause of their negations.
func (s *search) run() error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if s.conflict {
		return s.write("", s.decisions)
	}
	l := s.branch()
	if l == 0 {
		if err := s.leaf(); err != nil {
			return err
		}
		return s.write("", s.decisions)
	}
	before, depth := len(s.trail), len(s.decisions)
	s.decisions = append(s.decisions, l)
	if err := s.decide(l); err != nil {
		return err
	}
	s.undo(before)
	s.decisions = s.decisions[:depth]
	// The clause just written implies that l is false here.
	if err := s.decide(-l); err != nil {
		return err
	}
	return s.write("d ", append(s.decisions, l))
}

func (s *search) decide(l int32) error {
	s.set(l)
	s.conflict = !s.propagate()
	return s.run()
}

// shortest returns an unassigned literal of the unsatisfied clause of more than two literals that
// has the fewest. If all such clauses are satisfied, it returns any unassigned variable, or 0 if
// there is none.
func (s *search) shortest() int32 {
	best := int32(-1)
	for _, c := range s.long {
		if s.satisfied[c] == 0 && (best < 0 || s.open[c] < s.open[best]) {
			best = c
		}
	}
	if best >= 0 {
		clause := s.clauses[best]
		return clause[slices.IndexFunc(clause, func(l int32) bool { return s.of(l) == 0 })]
	}
	return int32(slices.Index(s.value[1:], 0) + 1)
}

// write writes the clause of negated decisions as a step, the last decision first, so that the
// checker can keep its propagation of the earlier ones. It also returns errors of earlier writes.
func (s *search) write(prefix string, decisions []int32) error {
	s.out.WriteString(prefix)
	for _, l := range slices.Backward(decisions) {
		s.out.Write(append(strconv.AppendInt(s.out.AvailableBuffer(), int64(-l), 10), ' '))
	}
	_, err := s.out.WriteString("0\n")
	return err
}
