package chart

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// labelled returns the labels that are not empty.
func labelled(a axis) string {
	labels := slices.DeleteFunc(a.labels(), func(s string) bool { return s == "" })
	return strings.Join(labels, "|")
}

func TestLogAxis(t *testing.T) {
	for _, c := range []struct {
		unit     unit
		values   []float64
		min, max float64
		labels   string
	}{
		{seconds, []float64{0.003, 40}, 1e-3, 100, "1 ms|10 ms|100 ms|1 s|10 s|100 s"},
		{seconds, []float64{0.002, 0.003}, 2e-3, 1e-2, "2 ms|5 ms|10 ms"},
		{seconds, []float64{0.001}, 1e-3, 5e-3, "1 ms|2 ms|5 ms"},
		{seconds, []float64{1000}, 1e3, 5e3, "1000 s|2000 s|5000 s"},
		{seconds, []float64{0, -1, 1e-8}, 1e-9, 1e-8, "1 ns|2 ns|5 ns|10 ns"},
		{seconds, nil, 1, 5, "1 s|2 s|5 s"},
		{seconds, []float64{9000}, 5e3, 2e4, "5000 s|10 000 s|20 000 s"},
		{bytes10, []float64{8e6, 7e7}, 5e6, 1e8, "5 MB|10 MB|20 MB|50 MB|100 MB"},
		{bytes10, []float64{8e6, 3e9}, 1e6, 1e10, "1 MB|10 MB|100 MB|1 GB|10 GB"},
		{effort, []float64{0, 5e6}, 1, 1e7, "1|10|100|1 k|10 k|100 k|1 M|10 M"},
		{effort, []float64{1, math.MaxInt64}, 1, 1e18, "1|100|10 k|1 M|100 M|10 G|1 T|100 T|10 P|1 E"},
	} {
		a := logAxis(c.unit, c.values)
		if math.Abs(a.min/c.min-1) > 1e-9 || math.Abs(a.max/c.max-1) > 1e-9 || labelled(a) != c.labels {
			t.Errorf("%v: from %g to %g, labels %s; want %g to %g, %s", c.values, a.min, a.max, labelled(a), c.min, c.max, c.labels)
		}
	}
}

func TestSizeAxis(t *testing.T) {
	for _, c := range []struct {
		sizes  []int
		log    bool
		labels string
	}{
		{[]int{4, 6, 5, 8, 4}, false, "4|5|6|8"},
		{[]int{8}, false, "8"},
		{[]int{10, 90}, false, "10|90"},
		{[]int{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 90}, false, "10|20|30|40|50|60|70|80|90"},
		{[]int{8, 16, 32, 64, 128, 256}, true, "8|16|32|64|128|256"},
		{[]int{100, 101, 3000}, true, "100|101|3000"},
		{[]int{-3, 2}, false, "-3|2"},
	} {
		a := sizeAxis(c.sizes)
		if a.log != c.log || labelled(a) != c.labels {
			t.Errorf("%v: log %v, labels %s; want %v, %s", c.sizes, a.log, labelled(a), c.log, c.labels)
		}
		for _, n := range c.sizes {
			if at := a.at(float64(n)); at <= 0 || at >= 1 {
				t.Errorf("%v: %d is at %v, on the edge or beyond", c.sizes, n, at)
			}
		}
	}
}

// TestEvenAxis checks that a single value has an axis around it.
func TestEvenAxis(t *testing.T) {
	for value, want := range map[float64]string{0: "-1|0|1", 8: "7|8|9", 1e18: "9e+17|9.5e+17|1e+18|1.05e+18|1.1e+18"} {
		if got := labelled(evenAxis([]float64{value, value})); got != want {
			t.Errorf("%v: %q, want %q", value, got, want)
		}
	}
	if got, want := labelled(evenAxis([]float64{1e18, 1e18 + 128})), "9e+17|9.5e+17|1e+18|1.05e+18|1.1e+18"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := labelled(evenAxis([]float64{8, 26, 12})), "8|10|12|14|16|18|20|22|24|26"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAxisAt(t *testing.T) {
	a := logAxis(seconds, []float64{0.01, 100})
	for v, want := range map[float64]float64{0.01: 0, 0.1: 0.25, 1: 0.5, 100: 1, 1e9: 1, 0: 0, -4: 0} {
		if got := a.at(v); math.Abs(got-want) > 1e-9 {
			t.Errorf("at(%g) = %g, want %g", v, got, want)
		}
	}
}
