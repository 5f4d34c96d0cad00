package stats

import (
	"cmp"
	"math"
	"slices"
)

// Ranks returns the ranks of the values, 1 for the least; equal values share the mean of their
// ranks.
func Ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks := make([]float64, len(values))
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && values[order[to]] == values[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+1+to) / 2
		}
		from = to
	}
	return ranks
}

// A Comparison is the result of comparing contenders over the same questions, as shown in a
// critical-difference diagram.
type Comparison struct {
	// Ranks are the contenders' average ranks, 1 for a contender that was best everywhere.
	Ranks []float64
	// Different reports for each pair whether the contenders differ significantly: by SignedRank
	// over the questions, with Holm's correction over all pairs.
	Different [][]bool
	// Groups are sets of contenders, as indices: two are in a common group exactly if they are not
	// Different. Each group has a letter, see Letters, and a diagram joins its members by a bar.
	// There are no groups if so few questions cannot show a difference between so many contenders,
	// or if there are more than MostCompared contenders.
	Groups [][]int
}

// MostCompared is the largest number of contenders that Compare compares pairwise. The time for
// pairs and groups grows with the square of their number.
const MostCompared = 1000

// Compare compares contenders by their results, a row for each with a value for each question;
// lower is better, and infinity means no result. The test uses differences of values: pass logarithms to
// compare ratios. If same is not nil, it reports whether two values for a question
// differ by less than their uncertainty; the test then takes them as equal.
func Compare(results [][]float64, same func(i, j, question int) bool) Comparison {
	n := len(results)
	c := Comparison{Ranks: make([]float64, n), Different: make([][]bool, n)}
	if n == 0 {
		return c
	}
	questions := len(results[0])
	for q := range questions {
		column := make([]float64, n)
		for i := range results {
			column[i] = results[i][q]
		}
		for i, rank := range Ranks(column) {
			c.Ranks[i] += rank / float64(questions)
		}
	}
	pairs := n * (n - 1) / 2
	if pairs == 0 || n > MostCompared || 2*math.Pow(0.5, float64(questions))*float64(pairs) >= Level {
		none := make([]bool, n) // no test could find a difference
		for i := range n {
			c.Different[i] = none
		}
		return c
	}
	p := make([]float64, 0, pairs) // in the order of the loops below
	for i := range n {
		c.Different[i] = make([]bool, n)
		for j := range i {
			differences := make([]float64, questions)
			for q := range questions {
				if results[i][q] != results[j][q] && (same == nil || !same(i, j, q)) { // both may be infinite
					differences[q] = results[i][q] - results[j][q]
				}
			}
			p = append(p, SignedRank(differences))
		}
	}
	p = Holm(p)
	for i := range n {
		for j := range i {
			c.Different[i][j] = p[0] < Level
			c.Different[j][i], p = c.Different[i][j], p[1:]
		}
	}
	c.Groups = compactGroups(c.Different, byRank(c.Ranks))
	return c
}

// Grouped returns the comparison of contenders with the given ranks, and computes its groups. different[i][j]
// reports whether the contenders i and j differ significantly.
func Grouped(ranks []float64, different [][]bool) Comparison {
	return Comparison{Ranks: ranks, Different: different, Groups: compactGroups(different, byRank(ranks))}
}
