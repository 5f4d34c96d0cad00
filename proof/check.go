package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"nqueens/encode"
)

// A Result is the outcome of checking a proof, with the amount of work.
type Result struct {
	// Verified reports that the formula is unsatisfiable. It is never true together with an error.
	Verified bool   `json:"verified"`
	Format   Format `json:"format"`
	// Lines, Steps and Bytes are the parts of the proof that were read. Reading stops as soon as
	// the formula is refuted; the rest of the proof is ignored. Lines is 0 in the binary format.
	Lines int64 `json:"lines,omitempty"`
	Steps int64 `json:"steps"`
	Bytes int64 `json:"bytes"`

	Additions int64 `json:"additions"` // number of added clauses
	RAT       int64 `json:"rat"`       // number of those that were not implied but RAT on their first literal

	Deletions int64 `json:"deletions"` // number of deletion steps
	Missing   int64 `json:"missing"`   // number of those that name a clause which does not exist; they have no effect
	// UnitDeletions is the number of deleted clauses with exactly one true literal at the root and
	// all others false. The clause is deleted; the literal stays true.
	UnitDeletions int64 `json:"unitDeletions"`

	Propagations int64 `json:"propagations"` // number of literals that were propagated
	Clauses      int   `json:"clauses"`      // the largest number of clauses alive at a time, including the formula's
}

// join adds the result of checking another part of the same proof.
func (r *Result) join(part Result) {
	r.Format = part.Format
	r.Lines += part.Lines
	r.Steps += part.Steps
	r.Bytes += part.Bytes
	r.Additions += part.Additions
	r.RAT += part.RAT
	r.Deletions += part.Deletions
	r.Missing += part.Missing
	r.UnitDeletions += part.UnitDeletions
	r.Propagations += part.Propagations
	r.Clauses = max(r.Clauses, part.Clauses)
}

// Check decides whether a DRAT proof, text or binary, shows that a formula is unsatisfiable. Every
// added clause is checked when it is read. It must follow from the clauses alive by unit
// propagation (RUP), or be a resolution asymmetric tautology (RAT) on its first literal.
//
// If the proof fails, Check returns an *Error with the place and the reason. Errors of the context
// or the reader are returned as they are. The Result next to an error shows how far the check went.
func Check(ctx context.Context, formula *encode.CNF, proof io.Reader) (Result, error) {
	c, err := load(ctx, formula)
	if err != nil {
		return Result{}, err
	}
	s, err := newSteps(proof)
	if err != nil {
		return Result{}, fmt.Errorf("reading the proof: %w", err)
	}
	c.Format = s.format
	err = c.follow(ctx, s)
	if s.format == Text {
		c.Lines = s.at.line
	}
	c.Bytes = s.offset()
	c.Propagations = c.propagations
	c.Verified = err == nil
	if err != nil && !errors.As(err, new(*Error)) && ctx.Err() == nil {
		err = fmt.Errorf("reading the proof: %w", err)
	}
	return c.Result, err
}

// load returns a checker with the clauses of a formula.
func load(ctx context.Context, formula *encode.CNF) (*checker, error) {
	highest := int32(0)
	for clause := range formula.Clauses() {
		for _, l := range clause {
			if l == 0 || l == math.MinInt32 {
				return nil, fmt.Errorf("the formula has the literal %d, which no variable has", l)
			}
			highest = max(highest, l, -l)
		}
	}
	// If most variables are unused, room for all would waste memory.
	c := newChecker(int32(min(int64(highest), 8*int64(formula.NumLiterals())+1024)))
	n := 0
	for clause := range formula.Clauses() {
		if n++; n%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if c.refuted {
			break
		}
		trivial, _ := c.setClause(clause, true)
		if !c.fits(len(c.clause)) {
			return nil, fmt.Errorf("the formula is too large: with their literals there is room for %d clauses in all", int64(maxWords))
		}
		c.attach(trivial)
	}
	c.Clauses = c.live
	return c, ctx.Err()
}

// follow applies the steps of a proof until the clauses are refuted.
func (c *checker) follow(ctx context.Context, s *steps) error {
	for !c.refuted {
		err := s.next()
		if errors.Is(err, io.EOF) {
			return s.wrong("the proof ends without the empty clause")
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		c.Steps++
		if err := c.apply(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// apply applies the step that was read last.
func (c *checker) apply(ctx context.Context, s *steps) error {
	if s.deletes {
		c.Deletions++
		if _, known := c.setClause(s.literals, false); !known || !c.delete() {
			c.Missing++
		}
		return nil
	}
	c.Additions++
	trivial, _ := c.setClause(s.literals, true)
	if !c.isRUP() {
		if err := c.checkRAT(ctx, s); err != nil {
			return err
		}
		c.RAT++
	}
	if !c.fits(len(c.clause)) {
		return s.wrong("too many clauses are alive: with their literals there is room for %d in all", int64(maxWords))
	}
	c.attach(trivial)
	c.Clauses = max(c.Clauses, c.live)
	return nil
}

// checkRAT returns an error if a clause that is not implied is not RAT either.
func (c *checker) checkRAT(ctx context.Context, s *steps) error {
	if len(c.clause) == 0 {
		return s.wrong("the empty clause does not follow by unit propagation")
	}
	against, ok, err := c.isRAT(ctx)
	if ok || err != nil {
		return err
	}
	with := fmt.Sprintf("%d 0", -s.literals[0])
	if against != 0 {
		var literals []int32
		for _, l := range c.literals(against) {
			literals = append(literals, c.literal(l))
		}
		with = text(literals)
	}
	return s.wrong("%s does not follow by unit propagation, nor is it RAT on %d: the resolvent with %s does not follow", text(s.literals), s.literals[0], with)
}

// An Error is the place and the reason of a failure of a proof.
type Error struct {
	Format Format // "" if the text is not a proof at all
	Step   int64  // the step that fails, counted from 1
	Line   int64  // the line where it begins in a text, counted from 1
	Offset int64  // its first byte, counted from 0
	Why    string
}

func (e *Error) Error() string {
	switch e.Format {
	case "":
		return "proof: " + e.Why
	case Binary:
		return fmt.Sprintf("proof, step %d at byte %d: %s", e.Step, e.Offset, e.Why)
	}
	return fmt.Sprintf("proof, line %d: %s", e.Line, e.Why)
}

// In returns the error with the name of the file of the proof, in the form that compilers use:
// "p.drat:12: …".
func (e *Error) In(file string) string {
	if e.Format == Binary {
		return fmt.Sprintf("%s: step %d at byte %d: %s", file, e.Step, e.Offset, e.Why)
	}
	return fmt.Sprintf("%s:%d: %s", file, e.Line, e.Why)
}

func newError(f Format, at place, why string, args ...any) error {
	return &Error{Format: f, Step: at.step, Line: at.line, Offset: at.offset, Why: fmt.Sprintf(why, args...)}
}

// shown is the largest number of literals of a clause in a message.
const shown = 12

// text returns a clause as text for a message.
func text(clause []int32) string {
	if len(clause) == 0 {
		return "the empty clause"
	}
	var b []byte
	for i, l := range clause {
		if i == shown {
			return fmt.Sprintf("clause %s… (%d literals)", b, len(clause))
		}
		b = append(strconv.AppendInt(b, int64(l), 10), ' ')
	}
	return fmt.Sprintf("clause %s0", b)
}
