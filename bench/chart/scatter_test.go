package chart

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/bench/summary"
)

func TestScatterMeets(t *testing.T) {
	shared, kinds := sharedProblems(run(), [2]string{"gini/product", "bitmask"}, times)
	if len(shared) != 2 || len(kinds) != 1 ||
		shared[0].x.value != 0.002 || shared[0].y.value != 0.001 || shared[1].x.value != 0.2 || shared[1].y.status != nqueens.Timeout {
		t.Errorf("%+v %v", shared, kinds) // gini/product is wrong at 5; bitmask was not run at 7
	}
	if figures := Scatter(galleries()["dead"].cells, Options{}); len(figures) != 0 {
		t.Errorf("drew %s, where neither answered anything", figures[0].Name)
	}
}

// answers returns a run in which each contender answers the given number of smallest sizes.
func answers(many map[string]int) []*summary.Cell {
	var cells []*summary.Cell
	for contender, most := range many {
		for n := 4; n < 4+most; n++ {
			cells = append(cells, cell(contender, n, nqueens.Solved, 0.01))
		}
	}
	return cells
}

// TestDefaultPairs checks that the two contenders with the most answers are drawn against each
// other, and the third against the fourth, if they share enough problems.
func TestDefaultPairs(t *testing.T) {
	for _, c := range []struct {
		many map[string]int
		want string
	}{
		{map[string]int{"a": 5, "b": 9, "c": 7, "d": 8, "e": 6}, "b-vs-d c-vs-e"},
		{map[string]int{"a": 12, "b": 11, "c": 10, "d": 9, "e": 8, "f": 7}, "a-vs-b c-vs-d"},
		{map[string]int{"a": 9, "b": 8, "c": 7, "d": 4}, "a-vs-b"},
		{map[string]int{"a": 9, "b": 8, "c": 7}, "a-vs-b"},
		{map[string]int{"a": 9, "b": 4}, ""},
		{map[string]int{"a": 9}, ""},
	} {
		var got []string
		for _, f := range Scatter(answers(c.many), Options{}) {
			got = append(got, strings.TrimPrefix(f.Name, "scatter-count-"))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: drew %q, want %q", c.many, got, c.want)
		}
	}
	chosen := Options{Pairs: [][2]string{{"b", "a"}}}
	if figures := Scatter(answers(map[string]int{"a": 9, "b": 1}), chosen); len(figures) != 1 {
		t.Errorf("a chosen pair that met once gives %d figures", len(figures))
	}
}

// TestScatterKey checks that the key has as many rows as needed and names every kind in full.
func TestScatterKey(t *testing.T) {
	var cells []*summary.Cell
	var want []string
	for _, family := range []string{"queens", "torus", "superqueens", "rooks", "kings"} {
		for with, spec := range map[string]string{
			"": "", " with givens": ", given=a1", " with blocked squares": ", blocked=a1",
			" with givens, blocked squares, excluded diagonals": ", given=a1, blocked=b4, excluded=sum:9",
		} {
			want = append(want, family+with)
			for _, contender := range []string{"bitmask", "cover"} {
				c := cell(contender, 8, nqueens.Solved, 0.01)
				c.Family, c.Problem = family, fmt.Sprintf("%s(8%s)", family, spec)
				cells = append(cells, c)
			}
		}
	}
	figures := Scatter(cells, Options{})
	if len(figures) != 1 {
		t.Fatalf("%d figures", len(figures))
	}
	list, page := texts(figures[0])
	for _, name := range want {
		i := slices.IndexFunc(list, func(w written) bool { return w.words == name })
		if i < 0 {
			t.Errorf("the key does not name %q", name)
		} else if !inside(page, list[i].box) {
			t.Errorf("%q is off the page", name)
		}
	}
}

// TestSizesBesideTheirMarks checks that a size is written only where it is nearer to its own mark
// than to any other.
func TestSizesBesideTheirMarks(t *testing.T) {
	var cells []*summary.Cell
	for n, at := range map[int][2]float64{8: {0.01, 0.01}, 9: {0.0101, 0.0101}, 10: {0.0102, 0.0099}, 20: {0.1, 0.2}} {
		cells = append(cells, cell("a", n, nqueens.Solved, at[0]), cell("b", n, nqueens.Solved, at[1]))
	}
	figures := Scatter(cells, Options{Pairs: [][2]string{{"a", "b"}}})
	list, _ := texts(figures[0])
	var sizes []string
	for _, w := range list {
		if slices.Contains([]string{"8", "9", "10", "20"}, w.words) {
			sizes = append(sizes, w.words)
		}
	}
	if !slices.Equal(sizes, []string{"20"}) {
		t.Errorf("sizes %v are written, though only 20 stands alone", sizes)
	}
}
