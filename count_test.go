package nqueens

import (
	"encoding/json"
	"math"
	"testing"
)

// Counts outgrow 64 bits, and each operation says the same of small ones and of large.
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
	for _, wrong := range []string{"", "-1", "+1", " 1", "1.5", "0x10", "1_000"} {
		if c, err := ParseCount(wrong); err == nil {
			t.Errorf("%q is read as %v", wrong, c)
		}
	}
}
