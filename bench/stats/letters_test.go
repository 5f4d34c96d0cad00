package stats

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// matrix returns a random symmetric matrix in which each pair differs with the given probability.
func matrix(random *rand.Rand, n int, probability float64) [][]bool {
	different := make([][]bool, n)
	for i := range different {
		different[i] = make([]bool, n)
		for j := range i {
			different[i][j] = random.Float64() < probability
			different[j][i] = different[i][j]
		}
	}
	return different
}

// displays returns why the groups do not represent the matrix, or "" if they do: two contenders
// must share a group exactly if they do not differ, and each must be in a group.
func displays(groups [][]int, different [][]bool) string {
	for i := range different {
		for j := range i + 1 {
			shared := slices.ContainsFunc(groups, func(g []int) bool { return slices.Contains(g, i) && slices.Contains(g, j) })
			if shared == different[i][j] {
				return fmt.Sprintf("%d and %d share a letter: %v, differ: %v", i, j, shared, different[i][j])
			}
		}
	}
	return ""
}

// TestLetters checks with random matrices, sparse and dense, that two contenders share a letter
// exactly if they do not differ, and that no letter can be left out.
func TestLetters(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for round := range 2000 {
		n := 1 + random.IntN(12)
		different := matrix(random, n, random.Float64())
		order := random.Perm(n)
		groups := compactGroups(different, order)
		if why := displays(groups, different); why != "" {
			t.Fatalf("round %d: %s\n%v\n%v", round, why, different, groups)
		}
		for k := range groups {
			for m := range groups[k] {
				fewer := slices.Clone(groups)
				fewer[k] = slices.Delete(slices.Clone(groups[k]), m, m+1)
				if displays(fewer, different) == "" {
					t.Fatalf("round %d: the letter %d of %d is not needed: %v", round, k, groups[k][m], groups)
				}
			}
		}
		place := make([]int, n)
		for i, who := range order {
			place[who] = i
		}
		for k, g := range groups {
			if !slices.IsSortedFunc(g, func(a, b int) int { return place[a] - place[b] }) || k > 0 && place[g[0]] < place[groups[k-1][0]] {
				t.Fatalf("round %d: order %v, groups %v", round, order, groups)
			}
		}
	}
}

// TestLettersOfMany checks that two contenders can share a letter that one between them does not
// have, and that the number of columns stays limited with many contenders.
func TestLettersOfMany(t *testing.T) {
	apart := [][]bool{{false, true, false}, {true, false, true}, {false, true, false}}
	if got := fmt.Sprint(compactGroups(apart, []int{0, 1, 2})); got != "[[0 2] [1]]" {
		t.Error(got)
	}
	random := rand.New(rand.NewPCG(7, 8))
	different := matrix(random, 60, 0.1)
	order := random.Perm(60)
	if why := displays(compactGroups(different, order), different); why != "" {
		t.Error(why)
	}
}

func TestLetter(t *testing.T) {
	for group, want := range map[int]string{0: "a", 25: "z", 26: "A", 51: "Z", 52: "a1", 103: "Z1", 104: "a2"} {
		if got := Letter(group); got != want {
			t.Errorf("%d: %s, want %s", group, got, want)
		}
	}
	c := Comparison{Groups: [][]int{{0, 2}, {1, 2}}}
	if got := fmt.Sprint(c.Letters(0), c.Letters(1), c.Letters(2), c.Letters(3)); got != "[a] [b] [a b] []" {
		t.Error(got)
	}
}

// TestSameWithin checks that differences below the known accuracy count as a tie in the test and
// share a rank.
func TestSameWithin(t *testing.T) {
	var a, b []float64
	for q := range 10 {
		a, b = append(a, float64(q)), append(b, float64(q)+0.1)
	}
	if c := Compare([][]float64{a, b}, nil); !c.Different[0][1] {
		t.Error("ten of ten do not differ")
	}
	c := Compare([][]float64{a, b}, func(i, j, q int) bool { return true })
	if c.Different[0][1] || !near(c.Ranks[0], 1, 1e-9) || !near(c.Ranks[1], 2, 1e-9) {
		t.Errorf("%+v", c)
	}
}
