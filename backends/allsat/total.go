package allsat

import (
	"math/big"

	"nqueens"
)

// total is a number of models. Its zero value is 0.
type total struct {
	low  uint64  // below 2^63
	high big.Int // the rest
}

// add adds 2^k.
func (t *total) add(k int) {
	if k < 63 {
		t.low += 1 << k
		if t.low < 1<<63 {
			return
		}
	} else {
		var power big.Int
		t.high.Add(&t.high, power.Lsh(big.NewInt(1), uint(k)))
	}
	t.carry()
}

func (t *total) carry() {
	var low big.Int
	t.high.Add(&t.high, low.SetUint64(t.low))
	t.low = 0
}

// plus adds another total.
func (t *total) plus(u *total) {
	u.carry()
	t.high.Add(&t.high, &u.high)
}

// rate is the total for each unit of effort.
func (t *total) rate(effort int64) float64 {
	high, _ := new(big.Float).SetInt(&t.high).Float64()
	return (high + float64(t.low)) / float64(max(1, effort))
}

// times is 2^k times the total.
func (t *total) times(k int) *nqueens.Count {
	t.carry()
	var n big.Int
	c, err := nqueens.ParseCount(n.Lsh(&t.high, uint(k)).String())
	if err != nil {
		panic(err) // it is made of digits
	}
	return c
}
