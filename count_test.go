package nqueens

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"
)

// TestCount checks that counts can exceed 64 bits, and that each operation gives the same for small
// and large ones.
func TestCount(t *testing.T) {
	large := NewCount(math.MaxUint64).Times(4) // 2^66 − 4
	for want, got := range map[string]string{
		"73786976294838206460": large.String(),
		"73786976294838206459": large.Minus(1).String(),
		"73786976294838206467": large.Plus(NewCount(7)).String(),
		"+3":                   NewCount(7).Difference(NewCount(4)),
		"−3":                   NewCount(4).Difference(NewCount(7)),
		"0":                    large.Difference(NewCount(math.MaxUint64).Times(4)),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := large.Mod(1000); got != 460 {
		t.Errorf("%v modulo 1000 is %d", large, got)
	}
	if got := large.Float(); got != 0x1p66 {
		t.Errorf("%v is about %v", large, got)
	}
	if large.Cmp(NewCount(4)) != 1 || NewCount(4).Cmp(large) != -1 || large.Cmp(large.Plus(NewCount(0))) != 0 {
		t.Errorf("%v and 4 are out of order", large)
	}
	text, err := json.Marshal(large)
	if err != nil || string(text) != `"73786976294838206460"` {
		t.Errorf("%s, %v", text, err)
	}
	if read, err := ParseCount(large.String()); err != nil || read.Cmp(large) != 0 {
		t.Errorf("%v is read as %v, %v", large, read, err)
	}
	for _, wrong := range []string{"", "-1", "+1", " 1", "1.5", "0x10", "1_000", "1/0", "/2", "1/", "+1/2", "1/-2", "--1/2", "1/2/3"} {
		if c, err := ParseCount(wrong); err == nil {
			t.Errorf("%q is read as %v", wrong, c)
		}
	}
}

// TestSum checks that a sum of weights is an exact fraction, different from numbers near it.
func TestSum(t *testing.T) {
	sum := SumOf(big.NewRat(38, 20))
	for want, got := range map[string]string{
		"19/10": sum.String(),
		"+9/10": sum.Difference(NewCount(1)),
		"29/10": sum.Plus(NewCount(1)).String(),
		"9/10":  sum.Minus(1).String(),
		"19":    sum.Times(10).String(),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if sum.Whole() || !sum.Times(10).Whole() || sum.Cmp(NewCount(2)) != -1 || NewCount(1).Cmp(sum) != -1 || sum.Float() != 1.9 {
		t.Errorf("%v is out of order", sum)
	}
	for r, want := range map[*big.Rat]string{big.NewRat(19, 10): "1.9 true", big.NewRat(1, 3): "0.333 false", big.NewRat(-5, 1): "-5 true", big.NewRat(1, 7000000): "1.43e-07 false", big.NewRat(20001, 10000): "2 false", big.NewRat(10, 1): "10 true"} {
		if text, exact := SumOf(r).Decimal(3); fmt.Sprint(text, " ", exact) != want {
			t.Errorf("%v is %s, %v; want %s", r, text, exact, want)
		}
		text, err := json.Marshal(SumOf(r))
		var read Count
		if err := errors.Join(err, json.Unmarshal(text, &read)); err != nil || read.Cmp(SumOf(r)) != 0 {
			t.Errorf("%v is written as %s and read as %v, %v", r, text, &read, err)
		}
	}
}
