package instance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens"
)

// TestMake compares instances with recorded ones, because they must never change.
func TestMake(t *testing.T) {
	for _, c := range []struct {
		recipe     Recipe
		seed       uint64
		name, want string
	}{
		{Recipe{Kind: Completion, N: 8, Size: 4}, 7, "completion-8-4-7.param",
			"letting n =  8\nletting init =  [[1, 1], [0, 7], [6, 5], [5, 3]]\n"},
		{Recipe{Kind: ExcludedDiagonals, N: 8, Size: 5, Least: 4}, 7, "excluded-diagonals-8-5-4-7.param",
			"n =  8\nnumdiags =  5\ndiags =  [[12, 1], [1, 1], [14, 0], [11, 1], [6, 0]]\n"},
		{Recipe{Kind: ExcludedDiagonals, N: 5, Size: All, Least: 3}, 7, "excluded-diagonals-5-all-3-7.param",
			"n =  5\nnumdiags =  6\ndiags =  [[8, 1], [6, 1], [2, 1], [6, 0], [2, 0], [0, 1]]\n"},
		{Recipe{Kind: Blocked, N: 5, Size: 6, Least: 3}, 7, "blocked-5-6-3-7.param",
			"letting n =  5\nletting blocks =  [[2, 3], [2, 4], [3, 3], [3, 5], [4, 1], [4, 2]]\n"},
		{Recipe{Kind: Completion, N: 8, Size: 4, Published: true}, 7, "completion-8-4-7.param",
			"letting n =  8\nletting init =  [[5, 2], [3, 5], [0, 0], [7, 3]]\n"},
		{Recipe{Kind: ExcludedDiagonals, N: 8, Size: All, Least: 4, Published: true}, 1, "diag-8-4-1.param",
			"n =  8\nnumdiags =  10\ndiags =  [[0, 0], [13, 0], [6, 0], [2, 1], [12, 0], [9, 1], [14, 0], [4, 0], [7, 1], [13, 1]]\n"},
		{Recipe{Kind: ExcludedDiagonals, N: 8, Size: 2, Least: 4, Published: true}, 1, "excluded-diagonals-8-2-4-1.param",
			"n =  8\nnumdiags =  2\ndiags =  [[0, 0], [13, 0]]\n"},
		{Recipe{Kind: Blocked, N: 10, Size: 24, Least: 4, Published: true}, 639, "block-10-24-639.param",
			"letting n =  10\nletting blocks =  [[1, 3], [1, 7], [1, 10], [2, 7], [3, 2], [3, 5], [3, 7], [4, 1], [4, 2], [4, 4], [4, 10], " +
				"[5, 3], [5, 4], [5, 10], [6, 2], [6, 3], [6, 5], [7, 3], [7, 8], [8, 2], [8, 6], [9, 2], [9, 6], [10, 10]]\n"},
		{Recipe{Kind: Blocked, N: 4, Size: 0, Least: 4}, 1, "blocked-4-0-4-1.param", "letting n =  4\nletting blocks =  []\n"},
		{Recipe{Kind: Corner, N: 7, Size: 5, Least: 2}, 7, "corner-7-5-2-7.param",
			"letting n =  7\nletting blocks =  [[1, 5], [1, 6], [1, 7], [2, 4], [2, 6], [2, 7], [3, 3], [3, 6], [3, 7], [4, 2], [4, 6], [4, 7], " +
				"[5, 1], [5, 6], [5, 7], [6, 1], [6, 2], [6, 3], [6, 4], [6, 5], [7, 1], [7, 2], [7, 3], [7, 4], [7, 5]]\n"},
		{Recipe{Kind: Structured, N: 8, Size: 5, Least: 2, Structure: Structure{Bridges: 1, Hall: 2, Permuted: true, Turns: 1}}, 7, "structured-8-5-b1-h2-permuted-turn1-2-7.param",
			"letting n =  8\nletting blocks =  [[1, 2], [1, 5], [1, 6], [1, 7], [2, 2], [2, 4], [2, 5], [2, 6], [3, 1], [3, 3], [3, 4], [3, 7], [3, 8], [4, 1], [4, 3], [4, 4], [4, 5], " +
				"[4, 6], [4, 7], [4, 8], [5, 2], [5, 3], [5, 5], [5, 6], [6, 2], [6, 5], [6, 6], [6, 8], [7, 1], [7, 2], [7, 5], [7, 6], [8, 1], [8, 2], [8, 3], [8, 4], [8, 5], [8, 6], [8, 7]]\n"},
		{Recipe{Kind: Structured, N: 5, Least: 1}, 7, "structured-5-0-b0-1-7.param",
			"letting n =  5\nletting blocks =  [[1, 1], [1, 2], [1, 3], [1, 4], [2, 1], [2, 2], [2, 3], [2, 5], [3, 1], [3, 2], [3, 4], [3, 5], [4, 1], [4, 3], [4, 4], [4, 5], [5, 2], [5, 3], [5, 4], [5, 5]]\n"},
	} {
		p, err := c.recipe.Make(t.Context(), c.seed)
		if err != nil {
			t.Errorf("%+v: %v", c.recipe, err)
			continue
		}
		if !slices.IsSortedFunc(p.Blocked, byRow) {
			t.Errorf("%s: %v is not by rows", c.name, p.Blocked)
		}
		if got := c.recipe.FileName(c.seed); got != c.name {
			t.Errorf("%+v is called %s, want %s", c.recipe, got, c.name)
		}
		if got := written(t, c.recipe.Kind.Format(), p); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestGaveUp(t *testing.T) {
	for _, c := range []struct {
		recipe Recipe
		want   string
	}{
		{Recipe{Kind: Completion, N: 3, Size: 3},
			"given up placing 3 queens on a board of 3 squares a side: after 9 attempts there were 1; try another seed"},
		{Recipe{Kind: ExcludedDiagonals, N: 8, Size: 20, Least: 4},
			"given up excluding 20 diagonals of a board of 8 squares a side: after 10 no other could be; try another seed"},
		{Recipe{Kind: Blocked, N: 40, Size: 40 * 30, Least: 10},
			"given up blocking 1200 squares of a board of 40 squares a side: each of 1000 attempts ended with fewer; try another seed"},
	} {
		_, err := c.recipe.Make(t.Context(), 1)
		if gaveUp := new(GaveUp); !errors.As(err, &gaveUp) || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.recipe, err, c.want)
		}
	}
}

// TestAlong checks the squares of a diagonal, row by row, up to the edges.
func TestAlong(t *testing.T) {
	for want, d := range map[string]nqueens.Diagonal{
		"[b1 c2]": {Value: 1}, "[a2 b3]": {Value: -1}, "[a1 b2 c3]": {}, "[c1]": {Value: 2}, "[]": {Value: 3},
		"[b1 a2]": {Sum: true, Value: 1}, "[c1 b2 a3]": {Sum: true, Value: 2}, "[c2 b3]": {Sum: true, Value: 3}, "[c3]": {Sum: true, Value: 4},
	} {
		if got := fmt.Sprint(along(d, 3)); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

// TestMakeStops checks that long generators end with their context and return its cause.
func TestMakeStops(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	why := errors.New("it is late")
	stop(why)
	for _, r := range []Recipe{
		{Kind: Blocked, N: 8, Size: 3, Least: 4},
		{Kind: Corner, N: 30, Size: 12, Least: 8},
		{Kind: Structured, N: 30, Size: 12, Least: 8},
	} {
		if p, err := r.Make(ctx, 1); err != why {
			t.Errorf("%+v: %v, %v", r, p, err)
		}
	}
}

func TestRecipeRefuses(t *testing.T) {
	for _, c := range []struct {
		recipe Recipe
		want   string
	}{
		{Recipe{Kind: "blocks", N: 8}, `no kind of instance is called "blocks" (did you mean "blocked"?)`},
		{Recipe{Kind: Completion, N: 0}, "a board of 0 squares a side: random instances have 1 to 2048"},
		{Recipe{Kind: Completion, N: 2049}, "a board of 2049 squares a side: random instances have 1 to 2048"},
		{Recipe{Kind: Completion, N: 8, Size: 9}, "9 queens: there can be 0 to 8 on a board of 8 squares a side"},
		{Recipe{Kind: Completion, N: 8, Size: -1}, "-1 queens: there can be 0 to 8 on a board of 8 squares a side"},
		{Recipe{Kind: ExcludedDiagonals, N: 8, Size: 31, Least: 4}, "31 diagonals: there can be 0 to 30 on a board of 8 squares a side"},
		{Recipe{Kind: Blocked, N: 8, Size: 33, Least: 4}, "33 blocks: there can be 0 to 32 on a board of 8 squares a side of which each row keeps 4 open"},
		{Recipe{Kind: Corner, N: 8, Size: 3, Least: 2},
			"a corner of 3 squares a side: on a board of 8 squares a side, of which the other rows keep 2 open, it can have 4 to 6"},
		{Recipe{Kind: Corner, N: 12, Size: 6, Least: 2, Published: true}, "instances of the kind corner are not published"},
		{Recipe{Kind: Blocked, N: 8, Size: 3, Least: 9}, "at least 9 open squares in each row: a board of 8 squares a side allows 0 to 8"},
	} {
		if _, err := c.recipe.Make(t.Context(), 1); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.recipe, err, c.want)
		}
	}
	// The generators themselves reject the same sizes.
	for want, make := range map[string]func() (problem, error){
		"33 blocks":                    func() (problem, error) { return RandomBlocked(t.Context(), NewRandom(1), 8, 33, 4) },
		"9 queens":                     func() (problem, error) { return RandomCompletion(NewRandom(1), 8, 9) },
		"at least 9 open squares":      func() (problem, error) { return RandomDiagonals(NewRandom(1), 8, 9) },
		"a corner of 3 squares a side": func() (problem, error) { return RandomCorner(t.Context(), NewRandom(1), 8, 3, 2) },
		"4 quarter turns": func() (problem, error) {
			return RandomStructured(t.Context(), NewRandom(1), 8, 0, 2, Structure{Turns: 4})
		},
	} {
		if p, err := make(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, %v", want, p, err)
		}
	}
}
