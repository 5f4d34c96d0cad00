package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/backends/checkpoint"
)

// size is what is known of a board of n squares a side. A sampled one was
// counted in parts only.
type size struct {
	n         int
	solutions float64 // OEIS A000170
	nodes     float64 // of the row by row tree, 0 if not counted
	halves    float64 // half-boards: ways to put queens on n/2 files; 0 likewise
	pairs     float64 // of half-boards that were compared
	seconds   float64 // of one processor core; 0 if too short to say
	sampled   bool
	parts     []measurement
}

// nodes and halfBoardsOf are by the size of the board.
var (
	nodes = map[int]float64{
		8: 2056, 10: 35538, 12: 856188, 14: 27358552, 16: 1141190302, 18: 59365844490,
	}
	halfBoardsOf = map[int]float64{
		8: 344, 10: 3916, 12: 52856, 14: 835056, 16: 15324708, 18: 318853768, 20: 7415187482,
	}
)

// everySize is the boards that were counted and those that were sampled. For
// the latter pairs and seconds are taken to be in proportion to solutions, whose
// number is known.
func everySize() (list []size) {
	for _, m := range measurements() {
		if n := len(list); n > 0 && list[n-1].n == m.N {
			list[n-1].parts = append(list[n-1].parts, m)
			continue
		}
		k, _ := nqueens.Problem{Family: nqueens.Queens, N: m.N}.Known()
		solutions, err := strconv.ParseFloat(k.Count.String(), 64)
		if err != nil {
			panic(err) // a count is a number
		}
		list = append(list, size{n: m.N, solutions: solutions, nodes: nodes[m.N], halves: halfBoardsOf[m.N], sampled: m.Part != checkpoint.Whole, parts: []measurement{m}})
	}
	for i := range list {
		s := &list[i]
		var found float64
		for _, m := range s.parts {
			found += float64(m.Found)
			s.pairs += float64(m.Pairs)
			s.seconds += m.Seconds
		}
		s.pairs *= s.solutions / found
		s.seconds *= s.solutions / found
		if s.seconds < shortest {
			s.seconds = 0
		}
	}
	return list
}

// shortest is the least time that can be told from that of starting up.
const shortest = 0.05

// exponent is e where a quantity grew from a to b as the number of solutions to
// the power of e; 0 if it is not known.
func exponent(a, b size, of func(size) float64) float64 {
	if of(a) == 0 || of(b) == 0 {
		return 0
	}
	return math.Log(of(b)/of(a)) / math.Log(b.solutions/a.solutions)
}

func halvesOf(s size) float64  { return s.halves }
func pairsOf(s size) float64   { return s.pairs }
func secondsOf(s size) float64 { return s.seconds }
func nodesOf(s size) float64   { return s.nodes }

// growthTable is the measurements, in Markdown.
func growthTable() string {
	var t strings.Builder
	t.WriteString("| N | solutions | half-boards | pairs compared | pairs a solution | seconds |\n|---|---|---|---|---|---|\n")
	for _, s := range everySize() {
		pairs, seconds := exact(s.pairs), ""
		switch {
		case s.sampled:
			pairs, seconds = "≈ "+short(s.pairs), fmt.Sprintf("≈ %s", exact(rounded(s.seconds, 2)))
		case s.seconds > 0:
			seconds = fmt.Sprintf("%.3g", s.seconds)
		}
		half := ""
		if s.halves > 0 {
			half = exact(s.halves)
		}
		fmt.Fprintf(&t, "| %d | %s | %s | %s | %.3g | %s |\n", s.n, exact(s.solutions), half, pairs, s.pairs/s.solutions, seconds)
	}
	return t.String()
}

// exponentTable is how quantities grow with the number of solutions, two sizes at
// a time.
func exponentTable() string {
	var t strings.Builder
	t.WriteString("| from N to N + 2 | solutions | nodes of the tree | half-boards | pairs | seconds |\n|---|---|---|---|---|---|\n")
	list := everySize()
	for i := 6; i+2 < len(list); i++ {
		a, b := list[i], list[i+2]
		fmt.Fprintf(&t, "| %d to %d | × %.3g |", a.n, b.n, b.solutions/a.solutions)
		for _, of := range []func(size) float64{nodesOf, halvesOf, pairsOf, secondsOf} {
			cell := ""
			if e := exponent(a, b, of); e > 0 {
				cell = fmt.Sprintf("%.2f", e)
			}
			fmt.Fprintf(&t, " %s |", cell)
		}
		t.WriteString("\n")
	}
	return t.String()
}

// exact is a whole number in groups of three digits.
func exact(v float64) string {
	text := fmt.Sprintf("%.0f", v)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// short is a number with two digits and a power of ten.
func short(v float64) string {
	power := math.Floor(math.Log10(v))
	return fmt.Sprintf("%.1f·10^%.0f", v/math.Pow(10, power), power)
}

// rounded is v with so many digits that count.
func rounded(v float64, digits int) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-float64(digits-1))
	return math.Round(v/unit) * unit
}

// sampleTable is the parts that were counted of larger boards, in Markdown.
func sampleTable() string {
	var t strings.Builder
	t.WriteString("| N | parts | solutions found | pairs | seconds | nanoseconds a solution |\n|---|---|---|---|---|---|\n")
	for _, s := range everySize() {
		if !s.sampled {
			continue
		}
		var parts, found, pairs, seconds, each []string
		for _, m := range s.parts {
			parts = append(parts, m.Part.String())
			found = append(found, short(float64(m.Found)))
			pairs = append(pairs, short(float64(m.Pairs)))
			seconds = append(seconds, fmt.Sprintf("%.1f", m.Seconds))
			each = append(each, fmt.Sprintf("%.2f", m.Seconds/float64(m.Found)*1e9))
		}
		fmt.Fprintf(&t, "| %d", s.n)
		for _, cell := range [][]string{parts, found, pairs, seconds, each} {
			fmt.Fprintf(&t, " | %s", strings.Join(cell, ", "))
		}
		t.WriteString(" |\n")
	}
	return t.String()
}
