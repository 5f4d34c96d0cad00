package bitmask

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/internal/propagate"
)

// The encodings of the formulas that proofs refute. The proofs are valid for every encoding in
// which unit propagation closes the squares that a placed piece attacks, which holds for all
// encodings of package encode. Pairwise has no auxiliary variables, but is too large for large
// boards.
const (
	proofEncoding      = "pairwise"
	largeProofEncoding = "sequential"
	// maxProved is the largest side of a board whose formula fits in a few GiB.
	maxProved = 512
)

// ProofEncoding implements backends.Prover.
func (b Backend) ProofEncoding(r nqueens.Request) (string, error) {
	if err := b.Supports(r); err != nil {
		return "", err
	}
	switch n := r.Problem.N; {
	case r.Problem.Blocking() != nil:
		return "", errors.New("bitmask writes no proofs for boards with blocking pieces")
	case r.Problem.Division() != nil:
		return "", errors.New("bitmask writes no proofs for boards with regions")
	case n <= MaxSize:
		return proofEncoding, nil
	case n <= maxProved:
		return largeProofEncoding, nil
	default:
		return "", fmt.Errorf("bitmask writes proofs for boards of up to %d squares a side, not %d", maxProved, n)
	}
}

// Prove implements backends.Prover. The explorer searches. At each dead end, which unit propagation
// detects as well, Prove writes the clause that the chosen pieces cannot all stand. When all
// squares of a line have been tried, the pieces chosen before cannot stand together either: Prove
// writes that clause and deletes the clauses for the squares. So the number of live clauses is at
// most the depth of the search times the squares of a line. Pieces that had only one square left
// are not in the clauses.
func (b Backend) Prove(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
	if _, err := b.ProofEncoding(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	stop, release := turns.Watch(ctx)
	defer release()
	watch := nqueens.NewStopwatch()
	numbers, err := variables(r.Problem)
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	p := prover{side: r.Problem.N, out: steps{w: proof}, variables: numbers}
	var regions []region
	if n := r.Problem.N; n > MaxSize {
		regions = reducedSearch(r.Problem, true, stop, 1).regions
	} else {
		parts := newBoard(r.Problem).parts()
		for _, part := range parts {
			regions = append(regions, part.region())
			if len(parts) > 1 { // each has one square of the line by which the board is split
				p.split = append(p.split, p.variables[n/2*n+bits.TrailingZeros64(part.open[n/2])])
			}
		}
	}
	encode := watch.Lap()
	p.prove(regions, stop)
	return p.outcome(ctx, stop, encode, watch.Lap())
}

func (p *prover) outcome(ctx context.Context, stop *turns.Flag, encode, solve float64) nqueens.Outcome {
	o := nqueens.Outcome{Status: nqueens.Unsatisfiable}
	switch {
	case p.solution != nil:
		p.solution.Sort()
		o = nqueens.Outcome{Status: nqueens.Solved, Solution: p.solution}
	case stop.Load():
		o = nqueens.Stopped(ctx, 0)
	case p.out.flush() != nil:
		o = nqueens.Fail(nqueens.Crashed, "writing the proof: "+p.out.err.Error())
	}
	o.Stats = nodes(p.nodes)
	o.Phases.Encode, o.Phases.Solve = encode, solve
	return o
}

// Values for squares without a variable, because the problem decides them.
const (
	ruledOut int32 = 0  // no piece stands there: a clause that contains this literal negated is true, and superfluous
	stands   int32 = -1 // a piece stands there, and a clause can leave it out
)

// variables returns the variables of the squares in the formula, by rank·n + file.
func variables(p nqueens.Problem) ([]int32, error) {
	m, err := propagate.Reduced(p)
	if err != nil {
		return nil, err
	}
	of := make([]int32, p.N*p.N)
	for i, s := range nqueens.Solution(m.Placements).Squares() {
		of[s.Rank*p.N+s.File] = int32(i + 1)
	}
	for _, s := range nqueens.Solution(m.Chosen).Squares() {
		of[s.Rank*p.N+s.File] = stands
	}
	return of, nil
}

// prover writes the proof of the explorer's search.
type prover struct {
	*explorer
	side      int // side of the board
	out       steps
	variables []int32 // by rank·side + file
	split     []int32 // the square of a line that each region has, if there are several
	chosen    []int32 // the squares chosen among several
	solution  nqueens.Solution
	nodes     uint64
}

// prove writes that there is no solution in any of the regions. If the givens contradict each other
// there is no region, and unit propagation alone refutes the formula.
func (p *prover) prove(regions []region, stop *turns.Flag) {
	for i, r := range regions {
		if len(r.lines) == 0 { // the givens are the solution
			p.solution = slices.Clone(r.given)
			return
		}
		p.explorer = newExplorer(r.pack(), stop, func(s nqueens.Solution) bool {
			p.solution = slices.Clone(s)
			return false
		})
		p.chosen = p.chosen[:0]
		if p.split != nil {
			p.chosen = append(p.chosen, p.split[i])
		}
		at, alive := p.root()
		ended := p.refute(at, alive)
		p.nodes += p.explorer.nodes
		if !ended {
			return
		}
	}
	if len(regions) != 1 {
		p.chosen = p.chosen[:0]
		p.conclude(p.split)
	}
}

// refute writes a proof that the pieces chosen so far cannot all stand on the board. It returns
// false if they can, or if the search was stopped.
func (p *prover) refute(at branch, alive bool) bool {
	if !alive {
		p.out.add(p.chosen)
		return !p.stopped && p.out.err == nil
	}
	choice := at.free&(at.free-1) != 0
	var squares []int32
	for free := at.free; free != 0; free &= free - 1 {
		if p.stopped = p.stopped || p.stop.Load(); p.stopped {
			return false
		}
		square := p.numbers[64*at.word+bits.TrailingZeros64(free)]
		if choice {
			s := p.squares[square]
			squares = append(squares, p.variables[s.rank*p.side+s.file])
			p.chosen = append(p.chosen, squares[len(squares)-1])
		}
		next, alive := p.place(square)
		ended := !p.stopped && p.refute(next, alive)
		p.remove(square)
		if !ended {
			return false
		}
		if choice {
			p.chosen = p.chosen[:len(p.chosen)-1]
		}
	}
	if choice {
		p.conclude(squares)
	}
	return p.out.err == nil
}

// conclude writes that the chosen pieces cannot stand together, because no square of a line can
// have a piece beside them, and deletes the clauses for these squares.
func (p *prover) conclude(squares []int32) {
	p.out.add(p.chosen)
	for _, v := range squares {
		p.out.delete(append(p.chosen, v))
	}
}

// steps writes DRAT in binary: each step is a letter, its literals as twice the variable, plus one
// for a negation, and a zero.
type steps struct {
	w      io.Writer
	buffer []byte
	err    error // the first error of w
}

// add adds the clause that not all of the variables are true.
func (s *steps) add(variables []int32) { s.step('a', variables) }

func (s *steps) delete(variables []int32) { s.step('d', variables) }

func (s *steps) step(kind byte, variables []int32) {
	if slices.Contains(variables, ruledOut) {
		return
	}
	s.buffer = append(s.buffer, kind)
	// The last chosen piece comes first: a checker that assumes the earlier pieces can then
	// continue from its present state.
	for _, v := range slices.Backward(variables) {
		if v != stands {
			s.buffer = binary.AppendUvarint(s.buffer, uint64(2*v+1))
		}
	}
	if s.buffer = append(s.buffer, 0); len(s.buffer) > 1<<16 {
		_ = s.flush() // s.err keeps the error
	}
}

func (s *steps) flush() error {
	if s.err == nil && len(s.buffer) > 0 {
		_, s.err = s.w.Write(s.buffer)
	}
	s.buffer = s.buffer[:0]
	return s.err
}
