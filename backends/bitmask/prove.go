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

// The encodings of the formulas that proofs are about. The proofs are right for every
// encoding under which unit propagation, once a piece stands, closes the squares
// that it attacks, as it does under all of package encode. Pairwise has no variables
// but those of the squares, but it is too large for large boards.
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
		return "", errors.New("bitmask does not prove where pieces block the lines of others")
	case n <= MaxSize:
		return proofEncoding, nil
	case n <= maxProved:
		return largeProofEncoding, nil
	default:
		return "", fmt.Errorf("bitmask proves for boards to %d squares a side, not %d", maxProved, n)
	}
}

// Prove implements backends.Prover. The explorer searches, and at each dead end,
// which unit propagation sees as well, writes that not all the pieces that it had
// chosen stand. When a line has been tried in all ways the pieces chosen before
// it cannot stand either: that is written, and the clauses for its squares are
// deleted. So no more clauses are alive than the search is deep, times the
// squares of a line. Pieces that had only one square left are not mentioned.
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

// What the formula has no variable for, since the problem decides it by itself.
const (
	ruledOut int32 = 0  // no piece stands there: a clause that says so is superfluous
	stands   int32 = -1 // a piece stands there, which a clause need not mention
)

// variables are those of the squares in the formula, by rank·n + file.
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

// prover writes what the explorer finds out.
type prover struct {
	*explorer
	side      int // of the board
	out       steps
	variables []int32 // by rank·side + file
	split     []int32 // the square that each region has of a line, if there are several
	chosen    []int32 // the squares chosen where there was a choice
	solution  nqueens.Solution
	nodes     uint64
}

// prove writes that there is no solution in any of the regions. Where there is none,
// since the givens contradict each other, unit propagation sees it.
func (p *prover) prove(regions []region, stop *turns.Flag) {
	for i, r := range regions {
		if len(r.lines) == 0 { // the givens are all
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

// refute writes that the pieces chosen so far cannot all stand. It returns false if
// they can, or the search was stopped.
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

// conclude writes that the pieces chosen cannot stand, for none of the squares of
// a line can have a piece beside them, and deletes the clauses that say so.
func (p *prover) conclude(squares []int32) {
	p.out.add(p.chosen)
	for _, v := range squares {
		p.out.delete(append(p.chosen, v))
	}
}

// steps writes DRAT in binary: each step is a letter, its literals as twice the
// variable, plus one for a negation, and a zero.
type steps struct {
	w      io.Writer
	buffer []byte
	err    error // the first of w's
}

// add adds the clause that not all of the variables are true.
func (s *steps) add(variables []int32) { s.step('a', variables) }

func (s *steps) delete(variables []int32) { s.step('d', variables) }

func (s *steps) step(kind byte, variables []int32) {
	if slices.Contains(variables, ruledOut) {
		return
	}
	s.buffer = append(s.buffer, kind)
	// The last chosen first: a checker that assumes the others before it can go on
	// from what it knows of them.
	for _, v := range slices.Backward(variables) {
		if v != stands {
			s.buffer = binary.AppendUvarint(s.buffer, uint64(2*v+1))
		}
	}
	if s.buffer = append(s.buffer, 0); len(s.buffer) > 1<<16 {
		_ = s.flush() // which keeps the error
	}
}

func (s *steps) flush() error {
	if s.err == nil && len(s.buffer) > 0 {
		_, s.err = s.w.Write(s.buffer)
	}
	s.buffer = s.buffer[:0]
	return s.err
}
