package stats

import (
	"cmp"
	"math"
	"slices"
)

// Ranks are the places of the values among each other, 1 for the least; equal
// values share the mean of their places.
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

// Comparison is contenders over the same questions: what a critical-difference
// diagram shows.
type Comparison struct {
	// Ranks are the contenders' average ranks, 1 for one that was best everywhere.
	Ranks []float64
	// Different says of every two whether they differ really: by SignedRank over
	// the questions, corrected by Holm over all pairs.
	Different [][]bool
	// Groups are the contenders that no test told apart, as their indices: two are in a common
	// group exactly if they are not Different. Each group has a letter, as Letters has them, and a
	// diagram joins its members by a bar. There are none where so few questions could tell no
	// difference between so many, or the contenders are more than MostCompared.
	Groups [][]int
}

// MostCompared is the most contenders that Compare compares each with each: their pairs, and the groups
// of those that no test told apart, take a time that grows with the square of their number.
const MostCompared = 1000

// Compare compares contenders by their results, a row for each with a value for
// each question, the less the better and infinite for none. Differences are told by
// how the values' differ, so that logarithms compare ratios. Same, if it is not nil, reports
// whether two contenders' values for a question differ by less than they are known; the test
// takes such values as equal.
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
		none := make([]bool, n) // no test could tell any two apart
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
