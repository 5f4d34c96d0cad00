package nqueens

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Diagonal is a diagonal of the board as drawn, from edge to edge: the squares
// whose file and rank, both from 0, have a certain sum or difference.
type Diagonal struct {
	Sum   bool // file + rank = Value; otherwise file − rank = Value
	Value int
}

// String is "sum:7" or "diff:-2".
func (d Diagonal) String() string {
	if d.Sum {
		return fmt.Sprintf("sum:%d", d.Value)
	}
	return fmt.Sprintf("diff:%d", d.Value)
}

// Contains reports whether the square lies on the diagonal.
func (d Diagonal) Contains(s Square) bool {
	if d.Sum {
		return s.File+s.Rank == d.Value
	}
	return s.File-s.Rank == d.Value
}

// ParseDiagonal reads "sum:7" or "diff:-2".
func ParseDiagonal(text string) (Diagonal, error) {
	kind, digits, _ := strings.Cut(text, ":")
	value, err := strconv.Atoi(digits)
	if (kind != "sum" && kind != "diff") || err != nil {
		return Diagonal{}, fmt.Errorf("diagonal %q: write sum:7 (file + rank = 7) or diff:-2 (file − rank = −2), both counted from 0", text)
	}
	return Diagonal{Sum: kind == "sum", Value: value}, nil
}

// ParseDiagonals reads diagonals separated by commas or plus signs.
func ParseDiagonals(text string) ([]Diagonal, error) {
	var diagonals []Diagonal
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == '+' || r == ' ' }) {
		d, err := ParseDiagonal(word)
		if err != nil {
			return nil, err
		}
		diagonals = append(diagonals, d)
	}
	return diagonals, nil
}

func sortedDiagonals(diagonals []Diagonal) []Diagonal {
	return slices.Compact(slices.SortedFunc(slices.Values(diagonals), func(a, b Diagonal) int {
		if a.Sum != b.Sum {
			if a.Sum {
				return -1
			}
			return 1
		}
		return a.Value - b.Value
	}))
}
