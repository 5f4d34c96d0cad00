package nqueens

import (
	"errors"
	"fmt"
	"math"
	"math/big"
)

// Estimate is the result of an approximate counter. The counter promises that with a probability of
// at least 1 − Delta the count is right within the factor 1 + Epsilon.
type Estimate struct {
	Count   *Count  `json:"count"`
	Epsilon float64 `json:"epsilon"`
	// Delta is 0 if the promise always holds, as that of a counter that prints a rounded number.
	Delta float64 `json:"delta"`
}

// Holds reports whether the estimate is in the interval [exact / (1 + Epsilon), exact × (1 + Epsilon)].
func (e Estimate) Holds(exact *Count) bool {
	factor := new(big.Rat).SetFloat64(e.Epsilon)
	factor.Add(factor, big.NewRat(1, 1))
	estimate, truth := e.Count.Rat(), exact.Rat()
	return new(big.Rat).Mul(estimate, factor).Cmp(truth) >= 0 && estimate.Cmp(truth.Mul(truth, factor)) <= 0
}

// Valid returns an error if the estimate has no count or its bounds are not numbers in their range.
func (e Estimate) Valid() error {
	switch {
	case e.Count == nil:
		return errors.New("an estimate without a count")
	case !(e.Epsilon >= 0) || math.IsInf(e.Epsilon, 0):
		return fmt.Errorf("an estimate with epsilon %v, which is no number from 0", e.Epsilon)
	case !(e.Delta >= 0 && e.Delta < 1):
		return fmt.Errorf("an estimate with delta %v, which is not from 0 to below 1", e.Delta)
	}
	return nil
}

// String returns the estimate as text: "about 92 (epsilon 0.8, delta 0.2)".
func (e Estimate) String() string {
	if e.Delta == 0 {
		return fmt.Sprintf("%s, rounded", e.Count.approximately())
	}
	return fmt.Sprintf("about %s (epsilon %v, delta %v)", e.Count.approximately(), e.Epsilon, e.Delta)
}

// approximately returns the number in digits, a fraction in decimal notation.
func (c *Count) approximately() string {
	if c.Whole() {
		return c.String()
	}
	text, _ := c.Decimal(15)
	return text
}
