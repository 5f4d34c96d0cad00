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

// Result is what a check of a proof found and how much it did.
type Result struct {
	// Verified: the formula is unsatisfiable. Never true beside an error.
	Verified bool   `json:"verified"`
	Format   Format `json:"format"`
	// Lines, Steps and Bytes are what was read of the proof. Reading stops where
	// the formula is refuted; the rest of the proof is not looked at. Lines is 0 in
	// the binary format.
	Lines int64 `json:"lines,omitempty"`
	Steps int64 `json:"steps"`
	Bytes int64 `json:"bytes"`

	Additions int64 `json:"additions"` // clauses added, of which
	RAT       int64 `json:"rat"`       // so many were not implied but RAT on their first literal

	Deletions int64 `json:"deletions"` // steps that delete, of which
	Missing   int64 `json:"missing"`   // so many name a clause that is not there, and do nothing;
	// UnitDeletions are those of clauses of which the root has one literal true
	// and all others false. The clause goes, the true literal stays.
	UnitDeletions int64 `json:"unitDeletions"`

	Propagations int64 `json:"propagations"` // literals whose consequences were drawn
	Clauses      int   `json:"clauses"`      // the most clauses alive at a time, the formula's included
}

// join takes in another check, of a part of the same proof.
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

// Check decides whether a DRAT proof, text or binary, shows that a formula is
// unsatisfiable. Every added clause is checked when it comes: it must follow
// from the clauses alive by unit propagation (RUP), or else be a resolution
// asymmetric tautology (RAT) on its first literal.
//
// A proof that fails is an *Error with the place and the reason; what the
// context or the reader says is passed on. The Result beside an error says how
// far the check went.
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

// load makes a checker of a formula.
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
	// Were most variables unused, room for all would be wasted.
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

// follow goes through the steps of a proof until the clauses are refuted.
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

// apply does the step that was read last.
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

// checkRAT refuses a clause that is not implied, unless it is RAT.
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
	return s.wrong("%s does not follow by unit propagation, nor is it RAT on %d: not with %s", text(s.literals), s.literals[0], with)
}

// An Error is a proof that does not prove: where, and why.
type Error struct {
	Format Format // "" for what is no proof at all
	Step   int64  // the step that fails, from 1
	Line   int64  // where it begins in a text, from 1
	Offset int64  // its first byte, from 0
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

// In is the error with the name of the file that holds the proof, as compilers
// write it: "p.drat:12: …".
func (e *Error) In(file string) string {
	if e.Format == Binary {
		return fmt.Sprintf("%s: step %d at byte %d: %s", file, e.Step, e.Offset, e.Why)
	}
	return fmt.Sprintf("%s:%d: %s", file, e.Line, e.Why)
}

func newError(f Format, at place, why string, args ...any) error {
	return &Error{Format: f, Step: at.step, Line: at.line, Offset: at.offset, Why: fmt.Sprintf(why, args...)}
}

// shown is how many literals of a clause a message shows.
const shown = 12

// text writes a clause for a message.
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
