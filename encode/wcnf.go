package encode

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"

	"nqueens"
	"nqueens/internal/table"
)

// A weightedCNF is a MaxSAT problem: hard clauses, which must hold, and soft clauses, each with the
// cost of not holding.
type weightedCNF struct {
	CNF                    // the clauses in the order of the text
	weights     []*big.Rat // of the clauses; nil for a hard one
	lines       []int      // of the soft clauses, in the order of the clauses
	denominator *big.Int   // of all weights
	constant    int64      // of the objective, as a comment states it

	tautologies, repeating, soft int // set by model: see nqueens.Formula
}

// readWCNF reads a MaxSAT problem in the formats of the MaxSAT evaluations: that of 2022, without a
// header, in which a hard clause begins with h; that of before, with the header "p wcnf VARIABLES
// CLAUSES TOP", in which clauses of weight TOP or more are hard; and DIMACS CNF, of which each
// clause is soft with weight 1. Weights are whole numbers of any size or decimals. Without a header
// each clause is on a line of its own, and only the last one may lack its final 0.
//
// There are warnings if the header does not match, if weights are decimals or 0, and if TOP is not
// above the sum of the soft weights, so that other readers may understand the text differently.
func readWCNF(r io.Reader, room int64) (*weightedCNF, error) {
	w := wcnfReader{dimacsReader: dimacsReader{scanner: newScanner(r, "WCNF", "", "", room)}, f: &weightedCNF{denominator: big.NewInt(1)}}
	w.dimacsReader.f = &w.f.CNF
	if err := w.read(); err != nil {
		return nil, err
	}
	return w.f, nil
}

type wcnfReader struct {
	dimacsReader
	f *weightedCNF

	plain   bool     // the header is "p cnf"
	top     *big.Rat // of the header; nil without one
	sum     big.Rat  // of the soft weights
	begun   bool     // the weight of the current clause has been read
	weight  *big.Rat // of the current clause; nil for a hard one
	begin   Place    // of the current clause
	end     Place    // after the last word of the current clause
	decimal Place    // of the first weight that is not whole
	zero    Place    // of the first weight 0
}

func (w *wcnfReader) read() error {
	for w.next() {
		var err error
		switch {
		case w.first && w.begun && !w.header:
			err = w.wrongAt(w.end, `the clause of this line should end with 0: without a header "p wcnf" each clause is on a line of its own`)
		case w.first && w.word[0] == 'c' && !w.begun, w.is("c"):
			err = w.comment()
		case w.first && w.is("p") && !w.begun:
			err = w.readHeader()
		case w.first && w.word[0] == '%' && w.plain:
			for b, more := w.peek(); more; b, more = w.peek() {
				w.skip(b)
			}
		case !w.begun && !w.plain:
			err = w.readWeight()
		default:
			err = w.readLiteral()
		}
		if err != nil {
			return err
		}
	}
	return w.finish()
}

// comment reads a comment, starting from its c. It adds the constant of the objective, which WriteWCNF
// writes as a comment. It returns an error for a directive for model counters.
func (w *wcnfReader) comment() error {
	defer w.endLine()
	first := w.first
	if !w.is("c") || !w.nextOnLine() {
		return nil
	}
	if !w.is("objective") {
		return w.refuseDirective("MaxSAT")
	}
	if !first || !w.nextOnLine() || !w.is("constant") || !w.nextOnLine() || !w.is("=") || !w.nextOnLine() {
		return nil
	}
	if n, ok := w.integer(); ok && !tooLarge(n) {
		w.f.constant += n
	}
	return nil
}

func (w *wcnfReader) readHeader() error {
	if w.header || w.f.NumClauses() > 0 {
		return w.wrong("a second header, or one after clauses; a file has one at its beginning, or none")
	}
	const right = `should be "p wcnf VARIABLES CLAUSES TOP"`
	w.place = w.at
	if !w.nextOnLine() || !w.is("wcnf") && !w.is("cnf") {
		return w.wrong("%s in the header, which %s", w.quoted(), right)
	}
	w.header, w.plain = true, w.is("cnf")
	var numbers [2]int64
	for i, most := range []int64{math.MaxInt32, math.MaxInt64} {
		w.nextOnLine()
		n, ok := w.integer()
		if tooLong(w.word) && w.word[0] != '-' {
			return w.wrong("%s is too large a number in the header: at most %d %s can be read", w.quoted(), most, [...]string{"variables", "clauses"}[i])
		}
		if !ok || n < 0 {
			return w.wrong("%s in the header, which %s", w.quoted(), right)
		}
		if n > most {
			return w.wrong("%d variables: at most %d can be read", n, most)
		}
		numbers[i] = n
	}
	w.variables, w.clauses, w.f.Variables = numbers[0], numbers[1], int(numbers[0])
	if w.nextOnLine() {
		top, err := w.number("the weight of hard clauses")
		if err != nil || w.plain {
			return w.wrong("%s in the header, which %s", w.quoted(), right)
		}
		if w.top = top; w.nextOnLine() {
			return w.wrong("%s after the header, which %s", w.quoted(), right)
		}
	}
	return nil
}

// number parses the current word as a decimal that is not negative.
func (w *wcnfReader) number(what string) (*big.Rat, error) {
	if len(w.word) == 0 || len(w.word) >= maxWord || bytes.ContainsRune(w.word, '/') || !weightForm.Get().Match(w.word) {
		return nil, w.wrong("%s: should be %s, a number as 10 or 2.5 (of up to %d digits), or h for a hard clause", w.quoted(), what, maxWord-1)
	}
	n, ok := new(big.Rat).SetString(string(w.word))
	if !ok || n.Sign() < 0 {
		return nil, w.wrong("%s: %s should not be negative; a clause of a negative weight is its negation with the positive one", w.quoted(), what)
	}
	return n, nil
}

// readWeight reads the weight before a clause or the h of a hard clause.
func (w *wcnfReader) readWeight() error {
	w.begun, w.begin, w.end, w.weight = true, w.at, w.here, nil
	if w.is("h") {
		if w.header {
			return w.wrong("h, which marks hard clauses in texts without a header: with one, a hard clause begins with its top")
		}
		return nil
	}
	weight, err := w.number("the weight of a clause")
	if err != nil {
		return err
	}
	switch {
	case w.top != nil && weight.Cmp(w.top) >= 0: // hard
		return nil
	case !weight.IsInt() && w.decimal.Line == 0:
		w.decimal = w.at
	case weight.Sign() == 0 && w.zero.Line == 0:
		w.zero = w.at
	}
	if !weight.IsInt() {
		d := w.f.denominator
		common := new(big.Int).GCD(nil, nil, d, weight.Denom())
		d.Mul(d, new(big.Int).Quo(weight.Denom(), common))
		if d.BitLen() > longestWeight {
			return w.wrong("the weights have too many different digits after the point")
		}
	}
	w.weight = weight
	w.sum.Add(&w.sum, weight)
	w.spend(weightBytes)
	return nil
}

func (w *wcnfReader) readLiteral() error {
	l, ok := w.integer()
	switch {
	case !ok:
		return w.wrong("%s is not a literal: a variable's number, negative if it is negated, or the 0 that ends a clause", w.quoted())
	case l == 0:
		w.endClause()
	case l > math.MaxInt32 || l < -math.MaxInt32:
		return w.wrong("literal %d: at most %d variables can be read", l, math.MaxInt32)
	default:
		if w.header && (l > w.variables || l < -w.variables) && w.above.Line == 0 {
			w.above, w.beyond = w.at, l
		}
		if w.begun {
			w.noteLine()
		} else { // DIMACS CNF has no weights
			w.begun, w.begin = true, w.at
		}
		w.end = w.here
		w.clause = append(w.clause, int32(l))
		w.spend(literalBytes)
	}
	return nil
}

func (w *wcnfReader) endClause() {
	w.addClause()
	if w.plain {
		w.weight = big.NewRat(1, 1)
		w.sum.Add(&w.sum, w.weight)
	}
	w.f.weights, w.f.lines = append(w.f.weights, w.weight), append(w.f.lines, w.begin.Line)
	w.begun = false
}

func (w *wcnfReader) finish() error {
	switch {
	case w.failed != nil:
		return w.wrong("")
	case !w.header && w.f.NumClauses() == 0 && !w.begun:
		return w.wrong(`no clause: a hard one is written as "h 1 -2 0", one of weight 5 as "5 1 -2 0"`)
	case w.begun:
		w.warn(w.at, "the last clause should end with 0")
		w.endClause()
	}
	if w.above.Line > 0 {
		w.warn(w.above, "literal %d: the header says %s, but %s", w.beyond, table.Plural(int(w.variables), "variable"), thereAre(w.f.Variables))
	}
	if w.header {
		w.compareClauses(int64(w.f.NumClauses()))
	}
	if w.decimal.Line > 0 {
		w.warn(w.decimal, "decimal weights: the costs are computed exactly, in units of 1/%v", w.f.denominator)
	}
	if w.zero.Line > 0 {
		w.warn(w.zero, "a soft clause of weight 0, which has no effect")
	}
	if w.top != nil && w.top.Cmp(&w.sum) <= 0 && w.sum.Sign() > 0 {
		w.warn(w.place, "the top %s is not above the sum of the soft weights, %s: clauses of a weight below it are soft", w.top.RatString(), w.sum.RatString())
	}
	return nil
}

// model returns the problem as a model whose objective is the least total cost of the soft clauses that do
// not hold. It also returns the scale that converts the objective's value to the value in the text.
func (f *weightedCNF) model(room int64) (*nqueens.Model, *nqueens.Scale, error) {
	b, index, err := newBuilder(f.Variables, nil, room)
	if err != nil {
		return nil, nil, err
	}
	var literals []nqueens.Literal
	for k, weight := range f.weights {
		literals = literals[:0]
		for _, l := range f.Clause(k) {
			literals = append(literals, literalOf(l, index))
		}
		slices.Sort(literals)
		c := slices.Clone(slices.Compact(literals))
		if weight != nil && !tautology(c) {
			f.soft++
		}
		if len(c) < len(f.Clause(k)) {
			f.repeating++
		}
		switch name := named("clause", k+1, f.lines[k]); {
		case tautology(c):
			f.tautologies++
		case weight == nil:
			b.clause(name, c...)
		case weight.Sign() > 0:
			cost := new(big.Int).Quo(f.denominator, weight.Denom())
			b.softClause(fmt.Sprintf("soft %s", name), cost.Mul(cost, weight.Num()), c)
		}
	}
	b.chargeAlways(new(big.Int).Mul(big.NewInt(f.constant), f.denominator))
	scale := b.objective(nqueens.Fewest, f.denominator)
	m, err := b.model()
	return m, scale, err
}

// tautology reports whether sorted literals contain one and its negation.
func tautology(literals []nqueens.Literal) bool {
	return slices.ContainsFunc(literals, func(l nqueens.Literal) bool {
		_, both := slices.BinarySearch(literals, -l)
		return both
	})
}
