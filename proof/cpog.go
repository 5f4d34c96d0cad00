package proof

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"nqueens/encode"
)

// Models is the result of checking a proof in the format CPOG: a graph that has exactly the models
// of a formula. Products and Sums are the numbers of its nodes; Additions, Deletions and Hints
// count the parts of the proof.
type Models struct {
	Lines     int64 `json:"lines"`
	Bytes     int64 `json:"bytes"`
	Products  int64 `json:"products"`
	Sums      int64 `json:"sums"`
	Additions int64 `json:"additions"`
	Deletions int64 `json:"deletions"`
	Hints     int64 `json:"hints"`

	graph *partitioned
	root  int32
}

// CheckCPOG checks a proof that a graph of products and sums has exactly the models of a formula.
// The format is CPOG (R. Bryant, W. Nawrocki, J. Avigad and M. Heule, "Certified knowledge
// compilation with application to verified model counting", SAT 2023). Its lines are
//
//	i a LITERALS 0 HINTS 0    derive clause i
//	d i HINTS 0               delete clause i, which follows from the others
//	i p v LITERALS 0          define v as a product, by clauses i, i+1, …
//	i s v L1 L2 HINTS 0       define v as a sum of parts that exclude each other, by clauses i, i+1, i+2
//	r L                       the root
//
// HINTS are numbers of clauses. In unit propagation from the negation of the derived clause, each
// of them becomes a unit clause in turn, and the last becomes false. The parts of a product must
// have no variable in common. When the proof ends, the root must be the only clause except those of
// definitions. An error of type *Error names the line that fails.
func CheckCPOG(ctx context.Context, f *encode.CNF, r io.Reader) (Models, error) {
	c := &cpogChecker{ctx: ctx, in: bufio.NewReaderSize(r, 1<<18), graph: newPartitioned(f.Variables), clauses: []int64{0}}
	c.value = make([]int8, f.Variables+1)
	for clause := range f.Clauses() {
		c.store(clause, false)
	}
	err := c.check()
	c.models.Lines, c.models.graph, c.models.root = c.line, c.graph, c.root
	return c.models, err
}

// A cpogChecker checks one proof.
type cpogChecker struct {
	ctx    context.Context
	in     *bufio.Reader
	line   int64
	models Models

	literals []int32 // all clauses, one after the other: the number of literals, then the literals
	clauses  []int64 // by number of a clause: its index in literals; negative for a clause that defines a variable; 0 after its deletion
	value    []int8  // by variable: 1 true, −1 false, 0 unassigned
	assigned []int32
	graph    *partitioned
	root     int32
}

func (c *cpogChecker) wrong(why string, args ...any) error {
	return newError(Text, place{line: c.line}, why, args...)
}

// store adds a clause with the next number. defines marks a clause of a definition.
func (c *cpogChecker) store(literals []int32, defines bool) {
	if len(c.literals) == 0 {
		c.literals = append(c.literals, 0) // so that no clause is at 0
	}
	at := int64(len(c.literals))
	c.literals = append(append(c.literals, int32(len(literals))), literals...)
	if defines {
		at = -at
	}
	c.clauses = append(c.clauses, at)
}

// clause returns the literals of the clause with the number, and whether it is part of a
// definition. ok is false if there is no such clause.
func (c *cpogChecker) clause(number int32) (literals []int32, defines, ok bool) {
	if number < 1 || int(number) >= len(c.clauses) || c.clauses[number] == 0 {
		return nil, false, false
	}
	at := c.clauses[number]
	if at < 0 {
		at, defines = -at, true
	}
	return c.literals[at+1:][:c.literals[at]], defines, true
}

func (c *cpogChecker) check() error {
	for {
		if c.line%1024 == 0 {
			if err := c.ctx.Err(); err != nil {
				return err
			}
		}
		words, err := c.read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if len(words.command) == 0 {
			continue
		}
		if err := c.step(words); err != nil {
			return err
		}
	}
	if c.root == 0 {
		return c.wrong("the proof ends without a line that names the root")
	}
	units := 0
	for number := 1; number < len(c.clauses); number++ {
		if literals, defines, ok := c.clause(int32(number)); ok && !defines {
			if len(literals) == 0 || slices.ContainsFunc(literals, func(l int32) bool { return l != c.root }) {
				return c.wrong("the proof ends, and clause %d (%s) is neither deleted nor the root", number, text(literals))
			}
			units++
		}
	}
	if units == 0 {
		return c.wrong("the proof ends, and the root %d is not derived", c.root)
	}
	return nil
}

// words are the parts of a line: the number before the command, the command, and the numbers after
// it.
type words struct {
	number  int32
	command string
	rest    []int32
}

// list splits numbers at the first 0, which it omits. It returns false if there is none.
func list(numbers []int32) (before, after []int32, ok bool) {
	i := slices.Index(numbers, 0)
	if i < 0 {
		return nil, nil, false
	}
	return numbers[:i], numbers[i+1:], true
}

func (c *cpogChecker) step(w words) error {
	switch w.command {
	case "a", "p", "s":
		if int(w.number) != len(c.clauses) {
			return c.wrong("the next clause has the number %d, not %d", len(c.clauses), w.number)
		}
	case "d", "r":
		if w.number != 0 {
			return c.wrong("no number belongs before %s", w.command)
		}
	default:
		return c.wrong("%q is no step: a, d, p, s and r are", w.command)
	}
	switch w.command {
	case "a":
		return c.add(w.rest)
	case "d":
		return c.remove(w.rest)
	case "p":
		return c.product(w.rest)
	case "s":
		return c.sum(w.rest)
	}
	switch {
	case len(w.rest) != 1 || w.rest[0] == 0:
		return c.wrong("one literal belongs after r")
	case c.root != 0:
		return c.wrong("a second root")
	}
	c.root = w.rest[0]
	return c.known(c.root)
}

// known returns an error if a literal's variable is neither in the formula nor defined.
func (c *cpogChecker) known(literals ...int32) error {
	for _, l := range literals {
		if v := max(l, -l); v < 1 || int(v) >= len(c.value) {
			return c.wrong("%d: there is no such variable", l)
		}
	}
	return nil
}

func (c *cpogChecker) add(numbers []int32) error {
	literals, rest, ok := list(numbers)
	hints, after, ended := list(rest)
	if !ok || !ended || len(after) > 0 {
		return c.wrong("a is followed by literals, 0, hints and 0")
	}
	if err := c.known(literals...); err != nil {
		return err
	}
	if err := c.implied(literals, hints, false); err != nil {
		return err
	}
	c.store(literals, false)
	c.models.Additions++
	return nil
}

func (c *cpogChecker) remove(numbers []int32) error {
	if len(numbers) == 0 {
		return c.wrong("d is followed by a clause's number, hints and 0")
	}
	number := numbers[0]
	hints, after, ended := list(numbers[1:])
	if !ended || len(after) > 0 {
		return c.wrong("d is followed by a clause's number, hints and 0")
	}
	literals, defines, ok := c.clause(number)
	switch {
	case !ok:
		return c.wrong("there is no clause %d to delete", number)
	case defines:
		return c.wrong("clause %d defines a variable and cannot be deleted", number)
	}
	c.clauses[number] = 0
	c.models.Deletions++
	return c.implied(literals, hints, false)
}

func (c *cpogChecker) product(numbers []int32) error {
	if len(numbers) < 2 {
		return c.wrong("p is followed by a variable, literals and 0")
	}
	v := numbers[0]
	parts, after, ended := list(numbers[1:])
	if !ended || len(after) > 0 {
		return c.wrong("p is followed by a variable, literals and 0")
	}
	if err := c.define(v, parts); err != nil {
		return err
	}
	if err := c.graph.product(v, parts); err != nil {
		return c.wrong("%v", err)
	}
	whole := []int32{v}
	for _, l := range parts {
		whole = append(whole, -l)
	}
	c.store(whole, true)
	for _, l := range parts {
		c.store([]int32{-v, l}, true)
	}
	c.models.Products++
	return nil
}

func (c *cpogChecker) sum(numbers []int32) error {
	if len(numbers) < 4 {
		return c.wrong("s is followed by a variable, two literals, hints and 0")
	}
	v, a, b := numbers[0], numbers[1], numbers[2]
	hints, after, ended := list(numbers[3:])
	if !ended || len(after) > 0 || a == 0 || b == 0 {
		return c.wrong("s is followed by a variable, two literals, hints and 0")
	}
	if err := c.known(a, b); err != nil {
		return err
	}
	if err := c.implied([]int32{-a, -b}, hints, true); err != nil {
		return fmt.Errorf("%w (the parts of a sum must exclude each other)", err)
	}
	if err := c.define(v, []int32{a, b}); err != nil {
		return err
	}
	c.graph.sum(v, a, b)
	c.store([]int32{-v, a, b}, true)
	c.store([]int32{v, -a}, true)
	c.store([]int32{v, -b}, true)
	c.models.Sums++
	return nil
}

// define adds the variable v, which must be the next one. parts are the literals of its definition.
func (c *cpogChecker) define(v int32, parts []int32) error {
	if int(v) != len(c.value) {
		return c.wrong("the next variable is %d, not %d", len(c.value), v)
	}
	if err := c.known(parts...); err != nil {
		return err
	}
	c.value = append(c.value, 0)
	return nil
}

// implied returns an error unless the clause follows by unit propagation over the hints. If
// defining is set, only clauses that define variables may be hints. A clause with a literal and its
// negation needs no hints.
func (c *cpogChecker) implied(literals, hints []int32, defining bool) error {
	defer func() {
		for _, v := range c.assigned {
			c.value[v] = 0
		}
		c.assigned = c.assigned[:0]
	}()
	for _, l := range literals {
		switch c.of(l) {
		case 1: // a tautology: its negation is a contradiction
			return c.superfluous(hints)
		case 0:
			c.assign(-l)
		}
	}
	for i, h := range hints {
		clause, defines, ok := c.clause(h)
		switch {
		case !ok:
			return c.wrong("hint %d: there is no such clause", h)
		case defining && !defines:
			return c.wrong("hint %d: only clauses that define variables can be hints here", h)
		}
		c.models.Hints++
		unit := int32(0)
		for _, l := range clause {
			switch v := c.of(l); {
			case v < 0 || l == unit:
			case v > 0 || unit != 0:
				return c.wrong("hint %d: %s is not unit", h, text(clause))
			default:
				unit = l
			}
		}
		if unit == 0 {
			return c.superfluous(hints[i+1:])
		}
		c.assign(unit)
	}
	return c.wrong("%s does not follow from the hints", text(literals))
}

// superfluous returns an error if there are hints. It is called with the hints that follow a
// contradiction.
func (c *cpogChecker) superfluous(hints []int32) error {
	if len(hints) > 0 {
		return c.wrong("hint %d and those after it are superfluous", hints[0])
	}
	return nil
}

func (c *cpogChecker) of(l int32) int8 {
	if l < 0 {
		return -c.value[-l]
	}
	return c.value[l]
}

func (c *cpogChecker) assign(l int32) {
	v := max(l, -l)
	c.value[v] = 1
	if l < 0 {
		c.value[v] = -1
	}
	c.assigned = append(c.assigned, v)
}
