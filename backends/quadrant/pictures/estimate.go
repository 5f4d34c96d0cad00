package main

import (
	"fmt"
	"math"
	"strings"
)

// The assumptions of the estimates on the page.
const (
	// Beyond what was sampled, time grows as the number of solutions to this
	// power, or to one of its neighbours.
	likely, least, most = 0.95, 0.85, 1.05
	// cores is how many there are on 100 machines with two each; together they
	// do 95 % of what they would do alone.
	cores, together = 200, 0.95
	// gpuCores is how many cores a large GPU is worth.
	gpuCores = 70
)

// beyond are larger boards, with the number of solutions (the last one is
// extrapolated from the ones before) and the sampled board to start from.
var beyond = []struct {
	n, from   int
	solutions float64
}{{27, 23, 234907967154122528}, {28, 24, 2.57e18}}

// costs are the seconds of one core for a board, likely, least and most. A
// sample is taken to be right within a third.
func costs(n int) (seconds [3]float64) {
	known := map[int]size{}
	for _, s := range everySize() {
		known[s.n] = s
	}
	if s, ok := known[n]; ok {
		return [3]float64{s.seconds, s.seconds / 1.35, s.seconds * 1.35}
	}
	for _, b := range beyond {
		if b.n == n {
			from := known[b.from]
			for i, e := range []float64{likely, least, most} {
				seconds[i] = from.seconds * math.Pow(b.solutions/from.solutions, e)
			}
		}
	}
	return seconds
}

// estimateTable is the estimates, in Markdown.
func estimateTable() string {
	var t strings.Builder
	t.WriteString("| N | one core | from, to | 100 machines, two cores each | one large GPU | from, to |\n|---|---|---|---|---|---|\n")
	for _, n := range []int{22, 24, 25, 27, 28} {
		c := costs(n)
		fmt.Fprintf(&t, "| %d | %s | %s, %s | %s | %s | %s, %s |\n", n, period(c[0]), period(c[1]), period(c[2]),
			period(c[0]/cores/together), period(c[0]/gpuCores), period(c[1]/gpuCores/3), period(c[2]/gpuCores*3))
	}
	return t.String()
}

// period is a time in the unit that people would use.
func period(seconds float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"years", 365.25 * 86400}, {"days", 86400}, {"hours", 3600}, {"minutes", 60}} {
		if v := seconds / unit.size; v >= 1.5 {
			return number(v) + " " + unit.name
		}
	}
	return number(seconds) + " seconds"
}

// number is v with two digits.
func number(v float64) string {
	if v = rounded(v, 2); v >= 10 {
		return exact(v)
	}
	return fmt.Sprintf("%.1f", v)
}
