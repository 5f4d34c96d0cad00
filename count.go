package nqueens

import (
	"bytes"
	"fmt"
	"math/big"
)

// Count is a number of solutions, of any size. In JSON it is a string, since
// counts outgrow the numbers that JSON readers can hold exactly. A nil *Count
// means "not known"; it is never zero.
type Count struct{ n big.Int }

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

// Big returns the number as a big.Int of its own.
func (c *Count) Big() *big.Int { return new(big.Int).Set(&c.n) }

// ParseCount reads decimal digits.
func ParseCount(text string) (*Count, error) {
	c := new(Count)
	if err := c.UnmarshalText([]byte(text)); err != nil {
		return nil, err
	}
	return c, nil
}

// String is the number in decimal digits.
func (c *Count) String() string { return c.n.String() }

// Cmp is −1, 0 or 1 as c is less than, equal to or more than d.
func (c *Count) Cmp(d *Count) int { return c.n.Cmp(&d.n) }

// Difference is c − d in decimal digits, with its sign: "+3", "−1", "0".
func (c *Count) Difference(d *Count) string {
	diff := new(big.Int).Sub(&c.n, &d.n)
	switch diff.Sign() {
	case 1:
		return "+" + diff.String()
	case -1:
		return "−" + diff.Neg(diff).String()
	}
	return "0"
}

// Minus is c − d. It must not be negative.
func (c *Count) Minus(d uint64) *Count {
	out := NewCount(d)
	out.n.Sub(&c.n, &out.n)
	return out
}

// Plus is c + d.
func (c *Count) Plus(d *Count) *Count {
	out := new(Count)
	out.n.Add(&c.n, &d.n)
	return out
}

// Times is c × n.
func (c *Count) Times(n uint64) *Count {
	out := NewCount(n)
	out.n.Mul(&c.n, &out.n)
	return out
}

// Mod is the remainder of c divided by n.
func (c *Count) Mod(n uint64) uint64 {
	var divisor, rest big.Int
	return rest.Mod(&c.n, divisor.SetUint64(n)).Uint64()
}

// Float returns the nearest float64, for plots and fits.
func (c *Count) Float() float64 {
	f, _ := new(big.Float).SetInt(&c.n).Float64()
	return f
}

// MarshalText makes a Count a string in JSON.
func (c *Count) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (c *Count) UnmarshalText(text []byte) error {
	// SetString alone would take signs.
	if _, ok := c.n.SetString(string(text), 10); !ok || len(bytes.Trim(text, "0123456789")) > 0 {
		return fmt.Errorf("%q is not a count (decimal digits)", text)
	}
	return nil
}

// Summand is a problem whose solutions count Times over in a sum, which may be negative.
type Summand struct {
	Problem Problem
	Times   int64
}
