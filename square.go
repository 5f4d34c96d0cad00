package nqueens

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Square is a square of a board, both coordinates from 0: a1 is {File: 0, Rank: 0}.
type Square struct{ File, Rank int }

// String returns the name of the square as in chess: the file in letters, the rank in digits. The
// files after z continue as in a spreadsheet: aa, ab.
func (s Square) String() string { return string(s.append(nil)) }

func (s Square) append(b []byte) []byte {
	return strconv.AppendInt(appendFile(b, s.File), int64(s.Rank)+1, 10)
}

// FileName returns the letters of the square's file.
func (s Square) FileName() string { return string(appendFile(nil, s.File)) }

func appendFile(b []byte, file int) []byte {
	if file < 0 {
		return b
	}
	return append(appendFile(b, file/26-1), byte('a'+file%26))
}

// maxCoordinate is the maximum coordinate of a parsed square. It fits into an int on any platform,
// and no board of this size fits into memory.
const maxCoordinate = 1 << 30

// ParseSquare parses what String returns; capital letters are accepted.
func ParseSquare(text string) (Square, error) {
	wrong := func(why string) (Square, error) {
		return Square{}, fmt.Errorf("square %q: %s (a square is letters then a number, as in c4)", text, why)
	}
	if strings.Contains(text, "@") {
		return wrong("a piece of a kind is its capital letter or digit, @ and a square, as in P@c4, and here a square alone is meant")
	}
	file, i := 0, 0
	for ; i < len(text); i++ {
		c := text[i] | 0x20
		if c < 'a' || c > 'z' {
			break
		}
		file = file*26 + int(c-'a') + 1
		if file > maxCoordinate {
			return wrong("the file is too far away")
		}
	}
	if i == 0 {
		return wrong("it does not begin with a file's letter")
	}
	digits := text[i:]
	if digits == "" {
		return wrong("the rank is missing")
	}
	if strings.Trim(digits, "0123456789") != "" {
		return wrong(fmt.Sprintf("%q is not a rank", digits))
	}
	rank, err := strconv.Atoi(digits)
	if err != nil || rank > maxCoordinate {
		return wrong("the rank is too far away")
	}
	if rank == 0 {
		return wrong("ranks begin at 1")
	}
	return Square{File: file - 1, Rank: rank - 1}, nil
}

// ParsePieces parses pieces on squares as returned by Placement.String, with the separators of
// ParseSquares: a1,P@b2.
func ParsePieces(text string) ([]Placement, error) {
	return parseList(text, parsePiece)
}

func parsePiece(word string) (Placement, error) {
	kind, square, of := strings.Cut(word, "@")
	if !of {
		kind, square = "", word
		if _, err := ParseSquare(word[1:]); err == nil && isLetter(word[0]) && word[0] <= '9' {
			return Placement{}, fmt.Errorf("piece %q: a %c on %s is written as %c@%s", word, word[0], word[1:], word[0], word[1:])
		}
	} else if len(kind) != 1 || !isLetter(kind[0]) {
		return Placement{}, fmt.Errorf("piece %q: its kind is one capital letter or digit before the @, as in P@c4", word)
	}
	s, err := ParseSquare(square)
	if err != nil && of {
		err = fmt.Errorf("piece %q: %w", word, err)
	}
	p := Placement{Square: s}
	if of {
		p.Kind = kind[0]
	}
	return p, err
}

// ParseSquares parses squares separated by commas, plus signs or white space. Empty text has no
// squares.
func ParseSquares(text string) ([]Square, error) { return parseList(text, ParseSquare) }

func parseList[T any](text string, parse func(string) (T, error)) ([]T, error) {
	var list []T
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r == ',' || r == '+' || r == ' ' || r == '\t' || r == '\n' || r == '\r'
	}) {
		one, err := parse(word)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// Compare sorts squares by file, then by rank, which is the order in solutions. It returns a
// negative number if a comes first, and 0 if a equals b.
func (a Square) Compare(b Square) int {
	if a.File != b.File {
		return a.File - b.File
	}
	return a.Rank - b.Rank
}

// Diagonal is a diagonal of the board as drawn, from edge to edge: the squares whose file and rank,
// both from 0, have the same sum or difference.
type Diagonal struct {
	Sum   bool // file + rank = Value; otherwise file − rank = Value
	Value int
}

// String returns "sum:7" or "diff:-2".
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

// ParseDiagonal parses "sum:7" or "diff:-2".
func ParseDiagonal(text string) (Diagonal, error) {
	kind, digits, _ := strings.Cut(text, ":")
	value, err := strconv.Atoi(digits)
	if (kind != "sum" && kind != "diff") || err != nil {
		return Diagonal{}, fmt.Errorf("diagonal %q: write sum:7 (file + rank = 7) or diff:-2 (file − rank = −2), both counted from 0", text)
	}
	return Diagonal{Sum: kind == "sum", Value: value}, nil
}

// ParseDiagonals parses diagonals with the separators of ParseSquares: commas, plus signs, blanks,
// tabs or line ends.
func ParseDiagonals(text string) ([]Diagonal, error) { return parseList(text, ParseDiagonal) }

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
