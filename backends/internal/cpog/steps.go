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
	clause   int32 // the next clause's number
	variable int32 // the last variable
	most     int   // hints to be kept

	added []int32 // the numbers of derived clauses
	begin []int   // of each, where its hints begin
	hints []int32 // of all derived clauses, to delete them in the end
	err   error
}

func newSteps(w io.Writer, variables, clauses int, memory int64) *steps {
	return &steps{out: bufio.NewWriterSize(w, 1<<16), clause: int32(clauses) + 1, variable: int32(variables), most: int(memory / 4)}
}

// put writes a step: its first words and numbers, and 0 where it ends a list.
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

// add derives a clause by unit propagation over hints, the last of which has no literal left. It returns the clause's number.
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

// remove deletes a clause that follows from the others by unit propagation over hints.
func (s *steps) remove(id int32, hints []int32) {
	s.word("d")
	s.number(id)
	s.list(hints)
	s.end()
}

// removeAdded deletes all derived clauses but one, the last first.
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

// root says which variable is the formula.
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
