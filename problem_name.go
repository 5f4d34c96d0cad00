package nqueens

import (
	"fmt"
	"slices"
	"strings"
)

// String returns the name of the problem: queens(8), queens(20, given=a1+c2, excluded=sum:7),
// queens(12, symmetric=half-turn). The name of a formula has its file and a digest. Catalogue.Parse
// parses it, and equal problems have equal names.
func (p Problem) String() string {
	if !p.HasBoard() {
		return p.Formula.text(p.N)
	}
	return p.text(part("given", p.Laid()) + part("blocked", sortedSquares(p.Blocked)) +
		part("excluded", sortedDiagonals(p.Excluded)))
}

// text returns the problem's name with the given text for the constraints.
func (p Problem) text(laid string) string {
	if p.Symmetric != Identity {
		laid += ", symmetric=" + p.Symmetric.String()
	}
	files := ""
	if p.Files != 0 && p.Files != p.N {
		files = fmt.Sprintf(", files=%d", p.Files)
	}
	pieces := ""
	if p.Pieces != nil {
		pieces = fmt.Sprintf(", pieces=%v", p.Pieces)
	}
	regions := ""
	if p.Regions != "" {
		regions = ", map=" + string(p.Regions)
	}
	return fmt.Sprintf("%s(%d%s%s%s%s%s)", p.Family.Name, p.N, files, p.changed(), pieces, regions, laid)
}

// mostNamed is the maximum number of squares and diagonals that Short lists.
const mostNamed = 12

// Short returns the name of the problem for a message: that of String, or for many constraints
// their numbers: queens(2543, 300 given, 5 excluded). Of many regions it has only the first row.
func (p Problem) Short() string {
	p.Regions = Regions(p.Regions.short())
	if p.laidDown() <= mostNamed {
		return p.String()
	}
	number := func(n int, name string) string {
		if n == 0 {
			return ""
		}
		return fmt.Sprintf(", %d %s", n, name)
	}
	return p.text(number(len(p.Given)+len(p.Others), "given") + number(len(p.Blocked), "blocked") + number(len(p.Excluded), "excluded"))
}

// part returns a list in a problem's name: ", given=a1+c2".
func part[T fmt.Stringer](name string, list []T) string {
	var b strings.Builder
	sign := ", " + name + "="
	for _, one := range list {
		b.WriteString(sign + one.String())
		sign = "+"
	}
	return b.String()
}

func sortedSquares(squares []Square) []Square {
	return slices.Compact(slices.SortedFunc(slices.Values(squares), Square.Compare))
}

// MarshalText encodes a Problem as its name in JSON. Only a Catalogue can parse it, since it knows
// the families.
func (p Problem) MarshalText() ([]byte, error) { return []byte(p.String()), nil }
