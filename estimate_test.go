package nqueens

import (
	"math/big"
	"testing"
)

// TestEstimateHolds checks the ends of the interval of an estimate, which belong to it.
func TestEstimateHolds(t *testing.T) {
	for _, c := range []struct {
		estimate *big.Rat
		epsilon  float64
		exact    uint64
		holds    bool
	}{
		{big.NewRat(92, 1), 0, 92, true}, {big.NewRat(91, 1), 0, 92, false},
		{big.NewRat(150, 1), 0.5, 100, true}, {big.NewRat(151, 1), 0.5, 100, false},
		{big.NewRat(100, 1), 0.5, 150, true}, {big.NewRat(100, 1), 0.5, 151, false},
		{big.NewRat(0, 1), 0.5, 0, true}, {big.NewRat(1, 1), 0.5, 0, false}, {big.NewRat(0, 1), 100, 1, false},
		{big.NewRat(399, 4), 0.5, 67, true}, {big.NewRat(399, 4), 0.5, 66, false},
	} {
		e := Estimate{Count: SumOf(c.estimate), Epsilon: c.epsilon, Delta: 0.2}
		if got := e.Holds(NewCount(c.exact)); got != c.holds {
			t.Errorf("%v of %d: %v", e, c.exact, got)
		}
	}
	for _, e := range []Estimate{{}, {Count: NewCount(1), Epsilon: -1}, {Count: NewCount(1), Delta: 1}} {
		if e.Valid() == nil {
			t.Errorf("%+v is valid", e)
		}
	}
}
