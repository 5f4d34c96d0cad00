package reproduce

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"

	"nqueens"
	"nqueens/instance"
)

// kappa is how constrained the problem of n queens with b blocked squares is:
// the part of the logarithm of the number of solutions that the blocks are
// expected to take. At 1 one solution is expected to be left.
func kappa(n, b float64) float64 {
	return -n * (math.Log2(n-b/n) - math.Log2(n)) / logSolutions(n)
}

// logSolutions is the binary logarithm of the number of solutions of n queens,
// n!/2.54^n, by Stirling's formula.
func logSolutions(n float64) float64 {
	return math.Log2(2*math.Pi*n)/2 + n*math.Log2(n/(2.54*math.E))
}

// blocksAt is the number of blocked squares at which kappa has a value.
func blocksAt(n, k float64) float64 { return n * (n - n*math.Exp2(-k*logSolutions(n)/n)) }

const (
	// blocksOn is the board of the published random instances.
	blocksOn = 10
	// blocksTo is the largest of their numbers of blocks, which are even.
	blocksTo = 58
)

// raceBlocked is the board on which all contenders are compared.
const raceBlocked = 20

// kappaSizes are the boards on which the transition is compared with kappa.
var kappaSizes = []int{12, 16, 20, 24, 28}

func (l *laboratory) layBlocked(ctx context.Context) {
	blocked := func(n int, sizes []int, published bool) []*list {
		var lists []*list
		for _, b := range sizes {
			lists = append(lists, randomList(ctx, instance.Recipe{Kind: instance.Blocked, N: n, Size: b, Least: publishedLeast, Published: published}))
		}
		return lists
	}
	var even []int
	for b := 2; b <= blocksTo; b += 2 {
		even = append(even, b)
	}
	l.add(newSweep(partBlocked, blocksOn, publishedInstances, blocked(blocksOn, even, true)), true, problemsPerPoint, theirs, ours)
	for _, n := range kappaSizes {
		s := newSweep(partBlocked, n, ownInstances, blocked(n, blocksAround(n), false))
		l.add(s, true, 300, ours)
		if n == raceBlocked {
			l.add(s, false, slowest, others...)
		}
	}
	if l.archive == nil {
		return
	}
	for _, n := range slices.Sorted(maps.Keys(l.archive.competition)) {
		them := l.archive.competition[n]
		one := &list{n: n, size: len(them[0].problem.Blocked), problem: func(i int) (nqueens.Problem, error) { return them[i].problem, nil }}
		s := newSweep(partBlocked, n, competition, []*list{one})
		s.name += ", files " + digest(them)
		s.most = len(them)
		l.add(s, true, len(them), ours)
		l.add(s, false, len(them), append(slices.Clone(others), contender{backend: "clasp"})...)
	}
}

// digest names the instances, which come from the user's files: answers to
// others, or to the same in another order, are not answers to these.
func digest(list []competitor) string {
	h := sha256.New()
	for _, c := range list {
		fmt.Fprintln(h, c.problem)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// blocksAround are numbers of blocked squares around the transition, each other
// a fifteenth of kappa apart, as long as rows of four squares can have them.
func blocksAround(n int) []int {
	var list []int
	for k := 8; k <= 22; k++ {
		b := int(math.Round(blocksAt(float64(n), float64(k)/15)))
		if float64(n)-float64(b)/float64(n) > publishedLeast+0.3 {
			list = append(list, b)
		}
	}
	return list
}
