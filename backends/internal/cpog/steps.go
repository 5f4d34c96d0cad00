package cpog

import (
	"bufio"
	"errors"
	"io"
	"strconv"
)

// ErrMemory is the error for a proof whose steps exceed the memory limit.
var ErrMemory = errors.New("the steps of the proof exceed the memory limit")

// steps writes the steps of a proof and numbers its clauses and variables.
type steps struct {
	out      *bufio.Writer
	line     []byte
	clause   int32 // the number of the next clause
	variable int32 // the last variable
	most     int   // the maximal length of hints

	added []int32 // the numbers of derived clauses
	begin []int   // by index in added: where the clause's hints begin in hints
	hints []int32 // of all derived clauses; their deletion at the end needs them again
	err   error
}

func newSteps(w io.Writer, variables, clauses int, memory int64) *steps {
	return &steps{out: bufio.NewWriterSize(w, 1<<16), clause: int32(clauses) + 1, variable: int32(variables), most: int(memory / 4)}
}

// number appends a number and a space to the line of the current step.
func (s *steps) number(n int32) {
	s.line = strconv.AppendInt(s.line, int64(n), 10)
	s.line = append(s.line, ' ')
}

func (s *steps) list(numbers []int32) {
	for _, n := range numbers {
		s.number(n)
	}
	s.line = append(s.line, '0', ' ')
}

func (s *steps) word(w string) {
	s.line = append(s.line, w...)
	s.line = append(s.line, ' ')
}

func (s *steps) end() {
	s.line[len(s.line)-1] = '\n'
	if _, err := s.out.Write(s.line); err != nil && s.err == nil {
		s.err = err
	}
	s.line = s.line[:0]
}

// add writes a step that derives a clause by unit propagation over the hints: if the clause is false, all
// literals of the last hint become false. It returns the number of the derived clause.
func (s *steps) add(literals, hints []int32) int32 {
	id := s.clause
	s.clause++
	s.number(id)
	s.word("a")
	s.list(literals)
	s.list(hints)
	s.end()
	s.added, s.begin = append(s.added, id), append(s.begin, len(s.hints))
	s.hints = append(s.hints, hints...)
	if len(s.hints)+2*len(s.added) > s.most && s.err == nil {
		s.err = ErrMemory
	}
	return id
}

// remove writes a step that deletes a clause, which follows from the others by unit propagation over the
// hints.
func (s *steps) remove(id int32, hints []int32) {
	s.word("d")
	s.number(id)
	s.list(hints)
	s.end()
}

// removeAdded writes the deletion of all derived clauses except one, in reverse order.
func (s *steps) removeAdded(kept int32) {
	end := len(s.hints)
	for i := len(s.added) - 1; i >= 0 && s.err == nil; i-- {
		if s.added[i] != kept {
			s.remove(s.added[i], s.hints[s.begin[i]:end])
		}
		end = s.begin[i]
	}
}

// product defines a variable as a conjunction. Its clauses are (v ∨ ¬l₁ ∨ ¬l₂ …), whose number is returned, and after it (¬v ∨ l₁), (¬v ∨
// l₂) and so on.
func (s *steps) product(literals []int32) (variable, clause int32) {
	s.variable++
	clause = s.clause
	s.clause += int32(len(literals)) + 1
	s.number(clause)
	s.word("p")
	s.number(s.variable)
	s.list(literals)
	s.end()
	return s.variable, clause
}

// sum defines a variable as a disjunction of two literals, which exclude each other by unit propagation over hints. Its
// clauses are (¬v ∨ a ∨ b), whose number is returned, and after it (v ∨ ¬a) and (v ∨ ¬b).
func (s *steps) sum(a, b int32, hints []int32) (variable, clause int32) {
	s.variable++
	clause = s.clause
	s.clause += 3
	s.number(clause)
	s.word("s")
	s.number(s.variable)
	s.number(a)
	s.number(b)
	s.list(hints)
	s.end()
	return s.variable, clause
}

// root writes the step that declares the variable of the graph's root.
func (s *steps) root(variable int32) {
	s.word("r")
	s.number(variable)
	s.end()
}

func (s *steps) finish() error {
	if s.err != nil {
		return s.err
	}
	return s.out.Flush()
}
