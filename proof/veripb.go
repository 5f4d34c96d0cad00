package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"nqueens/encode"
)

const (
	// VeriPB is the format of cutting-planes proofs about pseudo-Boolean constraints.
	VeriPB Format = "veripb"
	// PseudoBoolean is the format of the formula of such a proof: the problem as OPB. It is used in
	// place of the name of a CNF encoding.
	PseudoBoolean = "opb"

	veriPBHeader = "pseudo-Boolean proof version 3.0"
	mostWord     = 64      // bytes
	mostWaiting  = 100     // operands in a sum
	mostTerms    = 1 << 27 // limit for all constraints alive
)

// CheckPB decides whether a proof in the format of VeriPB 3.0 (Gocht, Nordström, Certifying Parity
// Reasoning Efficiently Using Pseudo-Boolean Proofs, 2021) shows that constraints have no solution.
// It supports the rules of cutting planes and propagation, which preserve all solutions: pol (sums,
// multiples, division, saturation, weakening, literal axioms), rup, whose hints it ignores, and
// del. An equality is two constraints, first the one with >=. What follows by propagation without
// assumptions stays true when the constraints that imply it are deleted. The proof must end with
// "conclusion UNSAT : N". Constraint N must be a contradiction; without N, unit propagation on all
// constraints must give one.
//
// Arithmetic uses 64-bit integers; a sum that could overflow is an error. Errors are as for Check.
func CheckPB(ctx context.Context, f *encode.PB, proof io.Reader) (Result, error) {
	result, _, err := checkPB(ctx, f, proof, false, nil)
	return result, err
}

// ConcludePB does what CheckPB does, for proofs with any of three conclusions:
//
//	conclusion UNSAT : N                        there is no solution
//	conclusion BOUNDS V : N V                   the least value of the objective is V; INF if there is no solution
//	conclusion ENUMERATION_COMPLETE K : N       there are K solutions, different in the preserved variables
//
// It supports three further rules. soli states a solution, and adds the constraint that the next
// one is better. solx states a solution, and adds the constraint that excludes it. Both solutions
// are checked with the constraints of the formula. red defines a new variable, or continues its
// definition. Its witness may set this variable only; each obligation must be trivial, or be
// contradicted by its sum with the negation of the new constraint. The values of an objective do
// not include its constant.
func ConcludePB(ctx context.Context, f *encode.PB, proof io.Reader) (Result, Conclusion, error) {
	return checkPB(ctx, f, proof, true, nil)
}

// checkPB does what ConcludePB does if any is set, and otherwise what CheckPB does. It calls visit, which
// may be nil, with the values of the preserved variables of each solution that a rule solx states.
func checkPB(ctx context.Context, f *encode.PB, proof io.Reader, any bool, visit func(values []int8) error) (Result, Conclusion, error) {
	c := newPlanes(f.Variables)
	for _, constraint := range f.Constraints() {
		for sign := int64(1); sign == 1 || sign == -1 && constraint.Equal; sign -= 2 {
			s := c.sum()
			for _, t := range constraint.Terms {
				if t.Variable < 1 || int(t.Variable) > f.Variables || !s.term(int(t.Variable)-1, t.Coefficient, sign) {
					return Result{}, Conclusion{}, fmt.Errorf("a constraint has the term %d x%d, which is too large or of no variable", t.Coefficient, t.Variable)
				}
			}
			if !s.least(sign, constraint.Bound) {
				return Result{}, Conclusion{}, fmt.Errorf("a constraint has the bound %d, which is too large", constraint.Bound)
			}
			c.add(s)
		}
		if ctx.Err() != nil {
			return Result{}, Conclusion{}, ctx.Err()
		}
	}
	c.Format, c.Clauses = VeriPB, c.alive
	r := &veriPB{planes: c, in: bufio.NewReaderSize(proof, 1<<16), line: 1, any: any}
	r.visit = visit
	if any {
		if err := r.solutions.state(f, c.constraints); err != nil {
			return Result{}, Conclusion{}, err
		}
	}
	err := r.follow(ctx)
	if r.failed != nil && !errors.Is(r.failed, io.EOF) {
		err = fmt.Errorf("reading the proof: %w", r.failed)
	}
	c.Lines, c.Bytes, c.Verified = r.line, r.read, err == nil
	return c.Result, r.Conclusion, err
}

// veriPB reads a proof word by word and applies it to the planes.
type veriPB struct {
	*planes
	solutions
	Conclusion
	any     bool // proofs may have solutions and definitions
	output  bool // the section output has been read
	defines bool // the current constraint may have a new variable
	in      *bufio.Reader
	read    int64 // number of bytes
	line    int64
	failed  error
	word    string
	ended   byte  // the byte that ended the word before and is not yet processed, or 0
	at      place // of the current step
}

// next reads a word. A semicolon is a word of its own, and a percent sign starts a comment. At the
// end, or if a word is too long, it returns "".
func (r *veriPB) next() string {
	var word []byte
	for r.failed == nil && len(word) <= mostWord {
		b := r.ended
		if r.ended = 0; b == 0 {
			b = r.byte()
		}
		for b == '%' {
			for b != '\n' && r.failed == nil {
				b = r.byte()
			}
		}
		switch ends := b == ';' || isSpace(b) || r.failed != nil; {
		case ends && len(word) > 0:
			r.ended = b
			r.word = string(word)
			return r.word
		case b == ';':
			r.word = ";"
			return r.word
		case !ends:
			word = append(word, b)
		}
	}
	r.word = ""
	return ""
}

// byte reads a byte. It returns 0 at the end.
func (r *veriPB) byte() byte {
	b, err := r.in.ReadByte()
	if r.failed = err; err != nil {
		return 0
	}
	r.read++
	if b == '\n' {
		r.line++
	}
	return b
}

func (r *veriPB) wrong(why string, args ...any) error {
	return newError(VeriPB, r.at, why, args...)
}

// expect reads words and returns an error if they differ from the given ones.
func (r *veriPB) expect(words ...string) error {
	for _, w := range words {
		if got := r.next(); got != w {
			return r.wrong("%q: should be %q", got, w)
		}
	}
	return nil
}

// integer parses the current word as a number.
func (r *veriPB) integer() (int64, error) {
	n, err := strconv.ParseInt(r.word, 10, 64)
	if err != nil || n > largest || n < -largest {
		return 0, r.wrong("%q: should be a number", r.word)
	}
	return n, nil
}

// literal parses the current word as a literal. Variables count from 0.
func (r *veriPB) literal() (variable int, negated, ok bool) {
	name := r.word
	if len(name) > 0 && name[0] == '~' {
		name, negated = name[1:], true
	}
	if len(name) < 2 || name[0] != 'x' {
		return 0, false, false
	}
	n, err := strconv.ParseInt(name[1:], 10, 32)
	if r.defines && err == nil && int(n) == len(r.values)+1 {
		r.grow()
	}
	return int(n) - 1, negated, err == nil && n >= 1 && int(n) <= len(r.values)
}

// follow applies the whole proof.
func (r *veriPB) follow(ctx context.Context) error {
	for i, want := range []string{"pseudo-Boolean", "proof", "version", "3.0"} {
		if got := r.next(); got != want && i == 0 {
			return &Error{Why: fmt.Sprintf("it is no VeriPB proof: it should begin with %q", veriPBHeader)}
		} else if got != want {
			return r.wrong("%q: the first line should be %q", got, veriPBHeader)
		}
	}
	for {
		r.next()
		r.at = place{r.at.step + 1, r.line, r.read}
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		rule := r.word
		if !r.any && (rule == "soli" || rule == "solx" || rule == "red") {
			rule = "?"
		}
		switch rule {
		case "soli":
			err = r.improvement()
		case "solx":
			err = r.exclusion()
		case "red":
			err = r.definition()
		case "f":
			err = r.formula()
		case "pol":
			err = r.polish()
		case "rup":
			err = r.propagation()
		case "del":
			err = r.deletion()
		case "output":
			if r.output {
				return r.wrong("a second output section")
			}
			r.output = true
			err = r.expect("NONE", ";")
		case "conclusion":
			if !r.output {
				return r.wrong("the section output NONE; is missing before the conclusion")
			}
			if err = r.conclusion(); err == nil {
				return r.expect("end", "pseudo-Boolean", "proof", ";")
			}
		case "":
			if err = r.wrong("the proof ends without a conclusion"); r.failed == nil {
				err = r.wrong("a word is longer than %d bytes", mostWord)
			}
		default:
			err = r.wrong("%q: should be a rule: f, pol, rup, del id, output NONE or conclusion", r.word)
		}
		if err != nil {
			return err
		}
		r.Steps++
	}
}

func (r *veriPB) formula() error {
	if r.next() == ";" {
		return nil
	}
	n, err := r.integer()
	if err == nil && n != int64(len(r.constraints)) {
		err = r.wrong("the formula has %d constraints, an equality counted as two, not %d", len(r.constraints), n)
	}
	if err != nil {
		return err
	}
	return r.expect(";")
}

// constraint returns the index of the constraint with a number, which counts from 1, or from the
// last if it is negative.
func (r *veriPB) constraint(number int64) (int, error) {
	at := number - 1
	if number < 0 {
		at = int64(len(r.constraints)) + number
	}
	if number == 0 || at < 0 || at >= int64(len(r.constraints)) {
		return 0, r.wrong("constraint %d: there are %d", number, len(r.constraints))
	}
	if r.constraints[at].deleted() {
		return 0, r.wrong("constraint %d was deleted", number)
	}
	return int(at), nil
}

func (r *veriPB) deletion() error {
	if err := r.expect("id"); err != nil {
		return err
	}
	for r.next() != ";" {
		n, err := r.integer()
		if err != nil {
			return err
		}
		at, err := r.constraint(n)
		if err != nil {
			return err
		}
		r.Deletions++
		r.delete(at)
	}
	return nil
}

// conclusion checks the conclusion.
func (r *veriPB) conclusion() error {
	var err error
	switch r.next(); {
	case r.word == "UNSAT":
		err = r.refutation()
	case !r.any:
		return r.wrong("%q: only the conclusion UNSAT is checked", r.word)
	case r.word == "BOUNDS":
		err = r.bounds()
	case r.word == "ENUMERATION_COMPLETE":
		err = r.enumeration()
	default:
		return r.wrong("%q: only the conclusions UNSAT, BOUNDS and ENUMERATION_COMPLETE are checked", r.word)
	}
	if err == nil && r.word != ";" {
		err = r.wrong("%q: should be the ; that ends the conclusion", r.word)
	}
	return err
}

// refutation checks a conclusion UNSAT.
func (r *veriPB) refutation() error {
	if r.best != nil || len(r.seen) > 0 {
		return r.wrong("UNSAT: the proof states a solution")
	}
	r.Unsatisfiable = true
	return r.contradiction()
}

// contradiction reads the number of a contradiction, if the proof states one, and the word after
// it.
func (r *veriPB) contradiction() error {
	if r.next() != ":" {
		if !r.refuted {
			return r.wrong("the constraints are no contradiction by unit propagation")
		}
		return nil
	}
	r.next()
	n, err := r.integer()
	if err != nil {
		return err
	}
	at, err := r.constraint(n)
	if err != nil {
		return err
	}
	if !r.constraints[at].contradictory() {
		return r.wrong("constraint %d is no contradiction", n)
	}
	r.next()
	return nil
}
