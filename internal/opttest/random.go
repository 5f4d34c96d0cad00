package opttest

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Text is a problem in a format.
type Text struct {
	Problem
	Format string // as in the flag --format
	Text   string
}

// Random returns a random problem in a random one of the formats.
func Random(r *rand.Rand, formats ...func(*rand.Rand) Text) Text {
	return formats[r.IntN(len(formats))](r)
}

// Formats returns a function for each format.
func Formats() []func(*rand.Rand) Text {
	return []func(*rand.Rand) Text{WCNF, HardWCNF, WBO, OPB, Cardinalities, Exclusive, LP, MPS}
}

func some(r *rand.Rand, n, most int) []int {
	var literals []int
	for range r.IntN(most + 1) {
		literals = append(literals, (1+r.IntN(n))*(1-2*r.IntN(2)))
	}
	return literals
}

// clause returns a clause of at most four literals, some of them twice, perhaps none.
func clause(r *rand.Rand, n int) Constraint {
	c := Constraint{Relation: ">=", Bound: big.NewInt(1), IsAClause: true}
	most := 4
	if r.IntN(12) > 0 {
		c.Terms = append(c.Terms, Term{big.NewInt(1), []int{(1 + r.IntN(n)) * (1 - 2*r.IntN(2))}})
		most--
	}
	if len(c.Terms) > 0 {
		for _, l := range some(r, n, most) {
			c.Terms = append(c.Terms, Term{big.NewInt(1), []int{l}})
		}
	}
	return c
}

func (c Constraint) literals() string {
	var b strings.Builder
	for _, t := range c.Terms {
		fmt.Fprintf(&b, "%d ", t.Literals[0])
	}
	return b.String()
}

// number returns a number above 0: mostly a small one, sometimes one beyond 64 bits.
func number(r *rand.Rand, wide bool) *big.Int {
	n := big.NewInt(1 + r.Int64N(9))
	if wide && r.IntN(2) == 0 {
		n.Add(n, new(big.Int).Lsh(big.NewInt(1+r.Int64N(3)), uint(59+r.IntN(9))))
	}
	return n
}

// weight returns a weight, and its text.
func weight(r *rand.Rand, wide, decimal bool) (*big.Rat, string) {
	n := number(r, wide)
	if !decimal || r.IntN(2) == 0 {
		return new(big.Rat).SetInt(n), n.String()
	}
	digits := 1 + r.IntN(3)
	text := fmt.Sprintf("%v.%0*d", n, digits, r.IntN(1000)%pow10(digits))
	w, _ := new(big.Rat).SetString(text)
	return w, text
}

func pow10(digits int) int {
	n := 1
	for range digits {
		n *= 10
	}
	return n
}

// WCNF returns MaxSAT with a header.
func WCNF(r *rand.Rand) Text {
	n, wide, decimal := 1+r.IntN(6), r.IntN(4) == 0, r.IntN(4) == 0
	p := Problem{Variables: n, Soft: true}
	var lines []string
	top := new(big.Rat).SetInt64(1)
	number := 1 + r.IntN(9)
	var weights []string
	for range number {
		c, text := clause(r, n), ""
		if r.IntN(3) > 0 {
			c.Cost, text = weight(r, wide, decimal)
			top.Add(top, c.Cost)
		}
		p.Constraints = append(p.Constraints, c)
		weights = append(weights, text)
	}
	top.SetInt(new(big.Int).Add(new(big.Int).Quo(top.Num(), top.Denom()), big.NewInt(1)))
	hard := slices.ContainsFunc(p.Constraints, func(c Constraint) bool { return c.Cost == nil })
	header := fmt.Sprintf("c about\np wcnf %d %d", n, number)
	if hard || r.IntN(2) == 0 {
		header += " " + top.Num().String()
	}
	for i, c := range p.Constraints {
		text := weights[i]
		if text == "" {
			text = top.Num().String()
		}
		lines = append(lines, text+" "+c.literals()+"0")
	}
	end := []string{"\n", "\r\n", " ", "\nc between\n"}[r.IntN(4)]
	return Text{p, "wcnf", header + "\n" + strings.Join(lines, end) + "\n"}
}

// HardWCNF returns MaxSAT in the format of 2022, without a header.
func HardWCNF(r *rand.Rand) Text {
	n, wide := 1+r.IntN(6), r.IntN(4) == 0
	p := Problem{Soft: true}
	var b strings.Builder
	for range 1 + r.IntN(9) {
		c, text := clause(r, n), "h"
		if r.IntN(3) > 0 {
			c.Cost, text = weight(r, wide, false)
		}
		for _, t := range c.Terms {
			p.Variables = max(p.Variables, t.Literals[0], -t.Literals[0])
		}
		p.Constraints = append(p.Constraints, c)
		fmt.Fprintf(&b, "%s %s0\n", text, c.literals())
	}
	return Text{p, "wcnf", b.String()}
}

// sum returns a random sum. It may contain products if products is set, and coefficients beyond 64
// bits if wide is set.
func sum(r *rand.Rand, n int, wide, products bool) []Term {
	var terms []Term
	for range 1 + r.IntN(4) {
		t := Term{Coefficient: number(r, wide), Literals: []int{(1 + r.IntN(n)) * (1 - 2*r.IntN(2))}}
		if r.IntN(3) == 0 {
			t.Coefficient.Neg(t.Coefficient)
		}
		if products && r.IntN(2) == 0 {
			t.Literals = append(t.Literals, some(r, n, 2)...)
		}
		terms = append(terms, t)
	}
	return terms
}

func sumText(terms []Term) string {
	var b strings.Builder
	for _, t := range terms {
		fmt.Fprintf(&b, "%+d", t.Coefficient)
		for _, l := range t.Literals {
			if l < 0 {
				fmt.Fprintf(&b, " ~x%d", -l)
			} else {
				fmt.Fprintf(&b, " x%d", l)
			}
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// linear returns a constraint whose bound is near the values of its sum.
func linear(r *rand.Rand, n int, wide, products bool) Constraint {
	c := Constraint{Terms: sum(r, n, wide, products), Relation: []string{"<=", ">=", "="}[r.IntN(3)]}
	at := Assignment(r.Uint64()) & (1<<n - 1)
	c.Bound = at.Value(c.Terms)
	if r.IntN(2) == 0 {
		c.Bound.Add(c.Bound, big.NewInt(r.Int64N(5)-2))
	}
	return c
}

// OPB returns pseudo-Boolean constraints with products and long numbers, mostly with an objective.
func OPB(r *rand.Rand) Text {
	n, wide, products := 1+r.IntN(6), r.IntN(3) == 0, r.IntN(2) == 0
	p := Problem{Variables: n}
	var b strings.Builder
	number := 1 + r.IntN(3)
	fmt.Fprintf(&b, "* #variable= %d #constraint= %d #product= 1 sizeproduct= 2\n", n, number)
	if r.IntN(4) > 0 {
		p.Objective, p.Maximise = sum(r, n, wide, products), r.IntN(2) == 0
		goal := "min"
		if p.Maximise {
			goal = "max"
		}
		fmt.Fprintf(&b, "%s: %s;\n", goal, sumText(p.Objective))
	}
	for range number {
		c := linear(r, n, wide, products)
		p.Constraints = append(p.Constraints, c)
		fmt.Fprintf(&b, "%s%s %d ;\n", sumText(c.Terms), c.Relation, c.Bound)
	}
	return Text{p, "opb", b.String()}
}

// WBO returns pseudo-Boolean constraints, some of them soft, sometimes with a limit of the cost.
func WBO(r *rand.Rand) Text {
	n, wide := 1+r.IntN(6), r.IntN(4) == 0
	p := Problem{Variables: n, Soft: true}
	var b strings.Builder
	total := big.NewInt(1)
	for range 1 + r.IntN(5) {
		c := linear(r, n, wide, r.IntN(4) == 0)
		if r.IntN(3) > 0 {
			w := number(r, wide)
			c.Cost = new(big.Rat).SetInt(w)
			total.Add(total, w)
			fmt.Fprintf(&b, "[%d] ", w)
		}
		p.Constraints = append(p.Constraints, c)
		fmt.Fprintf(&b, "%s%s %d ;\n", sumText(c.Terms), c.Relation, c.Bound)
	}
	top := ""
	if r.IntN(2) == 0 {
		p.Top = new(big.Int).Quo(total, big.NewInt(1+r.Int64N(3)))
		if p.Top.Sign() == 0 {
			p.Top.SetInt64(1)
		}
		top = p.Top.String() + " "
	}
	return Text{p, "wbo", fmt.Sprintf("* #variable= %d #constraint= %d\nsoft: %s;\n%s", n, len(p.Constraints), top, &b)}
}

// Cardinalities returns clauses and cardinality constraints in MiniCARD's format.
func Cardinalities(r *rand.Rand) Text {
	n := 1 + r.IntN(6)
	p := Problem{Variables: n}
	var b strings.Builder
	number := 1 + r.IntN(5)
	fmt.Fprintf(&b, "c about\np cnf+ %d %d\n", n, number)
	for range number {
		c := clause(r, n)
		if len(c.Terms) == 0 || r.IntN(3) == 0 {
			fmt.Fprintf(&b, "%s0\n", c.literals())
		} else {
			c.Relation, c.Bound = []string{"<=", ">="}[r.IntN(2)], big.NewInt(r.Int64N(4))
			fmt.Fprintf(&b, "%s%s %d\n", c.literals(), c.Relation, c.Bound)
		}
		p.Constraints = append(p.Constraints, c)
	}
	return Text{p, "cnf+", b.String()}
}

// Exclusive returns clauses and exclusive-ors.
func Exclusive(r *rand.Rand) Text {
	n := 1 + r.IntN(9)
	p := Problem{Variables: n}
	var b strings.Builder
	number := 1 + r.IntN(4)
	fmt.Fprintf(&b, "p cnf %d %d\n", n, number)
	for range number {
		c := clause(r, n)
		if r.IntN(3) > 0 {
			for _, l := range some(r, n, 8) {
				c.Terms = append(c.Terms, Term{big.NewInt(1), []int{l}})
			}
			c.Relation = "xor"
			b.WriteString([]string{"x", "x "}[r.IntN(2)])
		}
		fmt.Fprintf(&b, "%s0\n", c.literals())
		p.Constraints = append(p.Constraints, c)
	}
	return Text{p, "dimacs", b.String()}
}
