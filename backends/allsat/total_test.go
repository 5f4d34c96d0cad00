package allsat

import (
	"math/big"
	"testing"
)

func TestTotal(t *testing.T) {
	var sum total
	want := new(big.Int)
	for _, k := range []int{0, 62, 62, 62, 63, 64, 200, 1, 62, 62, 0} {
		sum.add(k)
		want.Add(want, new(big.Int).Lsh(big.NewInt(1), uint(k)))
		var twice total
		twice.plus(&sum)
		twice.plus(&sum)
		if got := sum.times(0).String(); got != want.String() {
			t.Fatalf("after 2^%d: %s, want %v", k, got, want)
		}
		if got := twice.times(0).String(); got != sum.times(1).String() {
			t.Fatalf("twice %v is %s", want, got)
		}
	}
}
