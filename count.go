package nqueens

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"
)

// Count is a number of solutions, of any size, or the sum of their weights as an exact fraction. In
// JSON it is a string, because counts can exceed the numbers that JSON readers represent exactly. A
// nil *Count means "not known"; it is never zero.
type Count struct {
	n  big.Int  // the number, or the numerator
	of *big.Int // the denominator, above 1, in lowest terms; nil for a whole number
}

// NewCount returns n as a Count.
func NewCount(n uint64) *Count {
	c := new(Count)
	c.n.SetUint64(n)
	return c
}

// CountOf returns n, which must not be negative, as a Count.
func CountOf(n *big.Int) *Count {
	c := new(Count)
	c.n.Set(n)
	return c
}

// SumOf returns r, a sum of weights, as a Count.
func SumOf(r *big.Rat) *Count {
	c := new(Count)
	c.n.Set(r.Num())
	if !r.IsInt() {
		c.of = new(big.Int).Set(r.Denom())
	}
	return c
}

// Rat returns the number as a new big.Rat.
func (c *Count) Rat() *big.Rat {
	if c.of == nil {
		return new(big.Rat).SetInt(&c.n)
	}
	return new(big.Rat).SetFrac(&c.n, c.of)
}

// Whole reports whether the number is an integer.
func (c *Count) Whole() bool { return c.of == nil }

// Decimal returns the number in decimal notation. If at most the given number of digits after the
// point represent it exactly, text has these digits and exact is true. Otherwise text is the number
// rounded to the given number of significant digits.
func (c *Count) Decimal(digits int) (text string, exact bool) {
	r := c.Rat()
	text = strings.TrimRight(r.FloatString(digits), "0")
	if back, ok := new(big.Rat).SetString(text); ok && back.Cmp(r) == 0 {
		return strings.TrimSuffix(text, "."), true
	}
	return new(big.Float).SetPrec(uint(4*digits+64)).SetRat(r).Text('g', digits), false
}

// WithDecimal returns a whole number, or a fraction with its decimal: "7/4 = 1.75".
func (c *Count) WithDecimal() string {
	if c.Whole() {
		return c.String()
	}
	decimal, exact := c.Decimal(20)
	if exact {
		return decimal
	}
	return c.String() + " ≈ " + decimal
}

// Big returns the number, which must be whole, as a new big.Int.
func (c *Count) Big() *big.Int { return new(big.Int).Set(&c.n) }

// ParseCount parses decimal digits.
func ParseCount(text string) (*Count, error) {
	c := new(Count)
	if err := c.UnmarshalText([]byte(text)); err != nil {
		return nil, err
	}
	return c, nil
}

// String returns the number in decimal digits; a fraction as "19/10".
func (c *Count) String() string {
	if c.of == nil {
		return c.n.String()
	}
	return c.n.String() + "/" + c.of.String()
}

// Cmp returns −1, 0 or 1 if c is less than, equal to or greater than d.
func (c *Count) Cmp(d *Count) int {
	if c.of == nil && d.of == nil {
		return c.n.Cmp(&d.n)
	}
	return c.Rat().Cmp(d.Rat())
}

// Difference returns c − d with its sign: "+3", "−1", "0", "+1/2".
func (c *Count) Difference(d *Count) string {
	diff := new(big.Rat).Sub(c.Rat(), d.Rat())
	switch diff.Sign() {
	case 1:
		return "+" + diff.RatString()
	case -1:
		return "−" + diff.Neg(diff).RatString()
	}
	return "0"
}

// Minus returns c − d, which must not be negative.
func (c *Count) Minus(d uint64) *Count {
	return SumOf(new(big.Rat).Sub(c.Rat(), NewCount(d).Rat()))
}

// Plus returns c + d.
func (c *Count) Plus(d *Count) *Count {
	return SumOf(new(big.Rat).Add(c.Rat(), d.Rat()))
}

// Times returns c × n.
func (c *Count) Times(n uint64) *Count {
	return SumOf(new(big.Rat).Mul(c.Rat(), NewCount(n).Rat()))
}

// Mod returns the remainder of c, which must be whole, divided by n.
func (c *Count) Mod(n uint64) uint64 {
	var divisor, rest big.Int
	return rest.Mod(&c.n, divisor.SetUint64(n)).Uint64()
}

// Float returns the nearest float64, for plots and fits.
func (c *Count) Float() float64 {
	f, _ := new(big.Float).SetRat(c.Rat()).Float64()
	return f
}

// MarshalText encodes a Count as a string in JSON: decimal digits or a fraction. A negative number
// is always written as a fraction.
func (c *Count) MarshalText() ([]byte, error) {
	if c.of == nil && c.n.Sign() < 0 {
		return []byte(c.n.String() + "/1"), nil
	}
	return []byte(c.String()), nil
}

// UnmarshalText parses what MarshalText writes.
func (c *Count) UnmarshalText(text []byte) error {
	number, of, fraction := bytes.Cut(text, []byte("/"))
	digits := number
	if fraction {
		digits = bytes.TrimPrefix(number, []byte("-"))
	}
	r, ok := new(big.Rat).SetString(string(text))
	if !ok || len(digits) == 0 || len(bytes.Trim(digits, "0123456789")) > 0 || len(bytes.Trim(of, "0123456789")) > 0 {
		return fmt.Errorf("%q is not a count (decimal digits, or a fraction)", text)
	}
	*c = *SumOf(r)
	return nil
}

// Summand is a problem whose number of solutions is multiplied by Times in a sum. Times may be
// negative.
type Summand struct {
	Problem Problem
	Times   int64
}
