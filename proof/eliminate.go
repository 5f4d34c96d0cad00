package proof

import (
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"nqueens"
)

// An elimination is bounded, in resolvents and in their literals. For an encoding
// it is about as large as the pairwise formula.
const (
	mostResolvents        = 1 << 26
	mostResolventLiterals = 1 << 28
	// lookLiterals is after how many literals the context is looked at.
	lookLiterals = 1 << 18
)

// elimination takes the auxiliary variables out of clauses, one after the other:
// the clauses that have one are replaced by all their resolvents on it, which
// together say of the other variables what the clauses said. A clause whose
// literals on squares alone follow from the rules is dropped: it would take
// nothing away.
type elimination struct {
	*derivation
	clauses   [][]int32         // sorted; nil once dropped
	with      map[int32][]int32 // by auxiliary literal: the clauses that have it, or had
	seen      map[string]bool   // clauses that need not be added again
	known     map[int32]bool    // auxiliaries that are or were in order
	order     variables         // by how many resolvents they will have, roughly
	squared   []int32           // of a clause, the literals on squares
	resolvent []int32
	resolved  int
	literals  int // of the resolvents
	looked    int // of the literals, how many there were when the context was looked at
}

// add adds a clause, which it keeps.
func (e *elimination) add(clause []int32) error {
	slices.Sort(clause)
	clause = slices.Compact(clause)
	var key []byte
	for _, l := range clause {
		if _, both := slices.BinarySearch(clause, -l); both {
			return nil
		}
		key = binary.AppendVarint(key, int64(l))
	}
	if e.seen[string(key)] {
		return nil
	}
	e.seen[string(key)] = true
	e.squared = e.squared[:0]
	for _, l := range clause {
		if !e.auxiliary(l) {
			e.squared = append(e.squared, l)
		}
	}
	switch free := len(clause) - len(e.squared); {
	case free == 0 && !e.follows(clause):
		return &Mismatch{fmt.Sprintf("it says, through its auxiliary variables, %s, which does not follow from the rules of the piece by unit propagation", e.inWords(clause))}
	case free == 0, len(e.squared) > 1 && e.follows(e.squared):
		return nil
	}
	for _, l := range clause {
		if e.auxiliary(l) {
			e.with[l] = append(e.with[l], int32(len(e.clauses)))
			if v := max(l, -l); !e.known[v] {
				e.known[v] = true
				heap.Push(&e.order, weighed{variable: v})
			}
		}
	}
	e.clauses = append(e.clauses, clause)
	return nil
}

// run eliminates every auxiliary, those with few resolvents first.
func (e *elimination) run() error {
	for len(e.order) > 0 {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		next := heap.Pop(&e.order).(weighed)
		v := next.variable
		if now := len(e.alive(v)) * len(e.alive(-v)); now > next.resolvents {
			// It has become heavier since: let it wait for its turn.
			heap.Push(&e.order, weighed{v, now})
			continue
		}
		e.Auxiliaries++
		if err := e.eliminate(v); err != nil {
			return err
		}
	}
	return nil
}

// alive are the clauses that have a literal.
func (e *elimination) alive(l int32) []int32 {
	e.with[l] = slices.DeleteFunc(e.with[l], func(i int32) bool { return e.clauses[i] == nil })
	return e.with[l]
}

func (e *elimination) eliminate(v int32) error {
	with, without := e.with[v], e.with[-v]
	for _, i := range with {
		for _, j := range without {
			if err := e.spend(len(e.clauses[i]) + len(e.clauses[j])); err != nil {
				return err
			}
			e.resolvent = e.resolvent[:0]
			for _, l := range e.clauses[i] {
				if l != v {
					e.resolvent = append(e.resolvent, l)
				}
			}
			for _, l := range e.clauses[j] {
				if l != -v {
					e.resolvent = append(e.resolvent, l)
				}
			}
			if err := e.add(slices.Clone(e.resolvent)); err != nil {
				return err
			}
		}
	}
	for _, list := range [][]int32{with, without} {
		for _, i := range list {
			e.clauses[i] = nil
		}
	}
	delete(e.with, v)
	delete(e.with, -v)
	return nil
}

// spend accounts for a resolvent of so many literals, at most.
func (e *elimination) spend(literals int) error {
	e.resolved++
	e.literals += literals
	if e.resolved > mostResolvents || e.literals > mostResolventLiterals {
		return errors.New("the formula's auxiliary variables are too entangled for it to be compared with the rules of the piece")
	}
	if e.literals-e.looked < lookLiterals {
		return nil
	}
	e.looked = e.literals
	return e.ctx.Err()
}

// inWords writes a clause with the squares that its variables stand for.
func (e *elimination) inWords(clause []int32) string {
	if len(clause) == 0 {
		return "that there is no solution"
	}
	words := text(clause)
	var squares []nqueens.Square
	for _, l := range clause[:min(len(clause), shown)] {
		squares = append(squares, e.squares[max(l, -l)-1])
	}
	return fmt.Sprintf("%s on the squares %v", words, squares)
}

// variables are a heap of those to be eliminated.
type variables []weighed

type weighed struct {
	variable   int32
	resolvents int // when it was last looked at
}

func (v variables) Len() int      { return len(v) }
func (v variables) Swap(i, j int) { v[i], v[j] = v[j], v[i] }
func (v *variables) Push(x any)   { *v = append(*v, x.(weighed)) }

func (v variables) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(v[i].resolvents, v[j].resolvents), cmp.Compare(v[i].variable, v[j].variable)) < 0
}

func (v *variables) Pop() any {
	last := (*v)[len(*v)-1]
	*v = (*v)[:len(*v)-1]
	return last
}
