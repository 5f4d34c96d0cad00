package sharp

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCache puts numbers of all sizes into a small cache, rolls some back, and finds the latest ones.
func TestCache(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, exact := range []bool{false, true} {
		c := newCache(200_000)
		known := map[key]number{}
		var order []key // in the order of insertion since the last rollback
		var marks []uint64
		exactOf := func(k key) []uint64 {
			if exact {
				return []uint64{k[0], k[1], 7}[:1+k[1]%3]
			}
			return nil
		}
		hits, evicted := 0, 0
		for range 40_000 {
			k := key{uint64(random.IntN(5000)), uint64(random.IntN(5000))}
			switch random.IntN(100) {
			case 0: // roll back the latest ones
				if n := len(order); n > 0 {
					back := random.IntN(min(n, 50))
					c.rollback(marks[n-1-back])
					for _, k := range order[n-1-back:] {
						if _, ok := c.get(k, exactOf(k)); ok {
							t.Fatalf("%v was taken back", k)
						}
						delete(known, k)
					}
					order, marks = order[:n-1-back], marks[:n-1-back]
				}
			default:
				n := number{word: random.Int64() - 1<<62}
				if random.IntN(3) == 0 {
					n = numberOf(new(big.Int).Lsh(big.NewInt(random.Int64()-1<<62), uint(random.IntN(900))))
				}
				if _, ok := known[k]; !ok {
					order, marks = append(order, k), append(marks, c.head)
					c.put(k, exactOf(k), n)
					known[k] = n
				}
			}
			if len(order) == 0 {
				continue
			}
			k = order[len(order)-1-random.IntN(min(len(order), 3000))]
			n, ok := c.get(k, exactOf(k))
			if ok && n.int().Cmp(known[k].int()) != 0 {
				t.Fatalf("%v of %v, want %v", n.int(), k, known[k].int())
			}
			if ok {
				hits++
			} else {
				evicted++
				if slices.Contains(order[max(0, len(order)-100):], k) {
					t.Fatalf("%v, one of the last, is not there", k)
				}
			}
			if exact && ok {
				if _, ok := c.get(k, append(exactOf(k), 1)); ok {
					t.Fatalf("%v is found as another component", k)
				}
			}
		}
		if hits < 2000 || evicted < 2000 || len(c.ring)*8 > 200_000 {
			t.Errorf("%d found, %d not; %d words", hits, evicted, len(c.ring))
		}
	}
}
