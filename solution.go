package nqueens

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nqueens/internal/table"
)

// Placement is a choice in a solution: a piece of the family on a square, or a variable of a
// Formula.
type Placement struct {
	Square   Square
	Kind     byte // the letter of the piece's kind, or 0 for the family's first kind
	Variable int  // from 1, with Square unused; 0 for a piece on Square
}

// On returns a piece on a square, both coordinates from 0.
func On(file, rank int) Placement { return Placement{Square: Square{File: file, Rank: rank}} }

// String returns the name of the square or the number of the variable. For a piece that is not of
// the family's first kind, its letter precedes the square, as in a drop of shogi: P@a1.
func (p Placement) String() string { return string(p.append(nil)) }

func (p Placement) append(b []byte) []byte {
	if p.Variable > 0 {
		return strconv.AppendInt(b, int64(p.Variable), 10)
	}
	if p.Kind != 0 {
		b = append(b, p.Kind, '@')
	}
	return p.Square.append(b)
}

// comparePlacements sorts pieces as Square.Compare does, then by kind, and variables by number.
func comparePlacements(p, q Placement) int {
	if c := p.Square.Compare(q.Square); c != 0 {
		return c
	}
	if p.Kind != q.Kind {
		return int(p.Kind) - int(q.Kind)
	}
	return p.Variable - q.Variable
}

// Solution has the chosen placements. Its text is the squares in file order,
// a2,b4,c6,d8,e3,f1,g7,h5, or the variables: 2,4,9.
type Solution []Placement

// Placed returns a solution of pieces on the given squares.
func Placed(squares []Square) Solution {
	s := make(Solution, len(squares))
	for i, sq := range squares {
		s[i].Square = sq
	}
	return s
}

// Squares returns the squares of the pieces.
func (s Solution) Squares() (squares []Square) {
	for _, p := range s {
		if p.Variable == 0 {
			squares = append(squares, p.Square)
		}
	}
	return squares
}

// Sort sorts pieces by file, then by rank, and variables by number.
func (s Solution) Sort() { slices.SortFunc(s, comparePlacements) }

// String returns the placements in their order, separated by commas.
func (s Solution) String() string { return string(s.appendText(nil)) }

func (s Solution) appendText(b []byte) []byte {
	for i, p := range s {
		if i > 0 {
			b = append(b, ',')
		}
		b = p.append(b)
	}
	return b
}

// Numbers returns the ranks, counted from 1, of the pieces in file order, as in published lists of
// solutions: 2 4 6 8 3 1 7 5. It requires one piece in each file.
func (s Solution) Numbers() []int {
	numbers := make([]int, len(s))
	for i, p := range s {
		numbers[i] = p.Square.Rank + 1
	}
	return numbers
}

// ThreeInLine returns three pieces on one straight line of any slope; found is false if there are
// none. All pieces must stand on different squares. Its time is quadratic in their number.
func (s Solution) ThreeInLine() (three [3]Square, found bool) {
	type slope struct{ files, ranks int }
	squares := s.Squares()
	for i, a := range squares {
		towards := map[slope]Square{}
		for _, b := range squares[i+1:] {
			files, ranks := b.File-a.File, b.Rank-a.Rank
			d := gcd(files, ranks)
			if files < 0 || files == 0 && ranks < 0 {
				d = -d // both directions of a line have the same slope
			}
			way := slope{files / d, ranks / d}
			if c, met := towards[way]; met {
				return [3]Square{a, c, b}, true
			}
			towards[way] = b
		}
	}
	return three, false
}

// gcd returns the greatest common divisor, which is above 0 unless both are 0.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// MarshalText encodes a Solution as its text in JSON.
func (s Solution) MarshalText() ([]byte, error) { return s.appendText(nil), nil }

// UnmarshalText is like ParseSolution.
func (s *Solution) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSolution(string(text))
	return err
}

// ParseSolution parses what String returns, with the separators of ParseSquares.
func ParseSolution(text string) (Solution, error) {
	return parseList(text, func(word string) (Placement, error) {
		if v, err := strconv.Atoi(word); err == nil && v > 0 && v <= maxCoordinate {
			return Placement{Variable: v}, nil
		}
		return parsePiece(word)
	})
}

// Violation is one reason why a Solution does not solve a Problem.
type Violation struct {
	Why string
	// Placements are the placements concerned: the two that attack each other, or the one on a
	// blocked square.
	Placements []Placement
}

func (v *Violation) Error() string { return v.Why }

// Violated returns a *Violation with the given placements and text.
func Violated(concerned []Placement, format string, args ...any) error {
	return &Violation{Why: fmt.Sprintf(format, args...), Placements: concerned}
}

// Check decides whether s solves the problem. It uses the rules of the piece and not the problem's
// Model, so that it detects a wrong Model; only for a family with neither Attacks nor Check it has
// to use the Model. For a family with an objective it does not check whether the solution is the
// best one, since this cannot be seen from one solution. It returns nil or a *Violation. Its time
// is quadratic in the number of pieces up to 64, and beyond if they are not in file order with one
// in each file; otherwise it is linear.
func (p Problem) Check(s Solution) error {
	if !p.HasBoard() {
		return p.Formula.check(s)
	}
	if p.Symmetric != Identity && !s.Has(p.Board(), p.Symmetric) {
		return Violated(nil, "its image under the symmetry %v is another", p.Symmetric)
	}
	sound := 0
	if len(s) > 64 && len(s) >= p.N/64 { // the memory of a scan grows with the board
		sound = p.sound(s)
	}
	return p.checkPairs(s, sound)
}

// sound returns the length of the longest start of s that a Scan accepts: its pieces are in
// consecutive files from the first, one in each, and neither attack each other nor violate a
// constraint. It returns 0 if the problem cannot be scanned.
func (p Problem) sound(s Solution) int {
	scan, err := p.SymmetricUnder(Identity).Scan()
	if err != nil {
		return 0
	}
	for file, p := range s {
		if rank := p.Square.Rank; p != On(file, rank) || scan.Next(rank) != nil {
			return file
		}
	}
	return len(s)
}

// checkPairs tests each piece against each earlier one, and so can name the two that attack each
// other. The first pieces, as many as sound, need no test.
func (p Problem) checkPairs(s Solution, sound int) error {
	attacks, board := p.Family.Attacks, p.Board()
	for i, a := range s {
		if i < sound {
			continue
		}
		if !board.has(a) {
			return Violated([]Placement{a}, "%s", p.off(a, Placement.String))
		}
		if a.Kind != 0 && !p.Family.hasKind(a.Kind) {
			return Violated([]Placement{a}, "%s", p.unknown(a))
		}
		if err := p.checkOpen(a.Square, slices.Contains(p.Blocked, a.Square)); err != nil {
			return err
		}
		for _, b := range s[:i] {
			if a == b {
				return Violated([]Placement{a}, "%v is named twice", a)
			}
			if a.Square == b.Square {
				return Violated([]Placement{b, a}, "%v and %v stand on one square", b, a)
			}
			if attacks != nil && attacks(board, b.Square, a.Square) {
				return Violated([]Placement{b, a}, "%v and %v attack each other", b, a)
			}
		}
	}
	for _, g := range p.Given {
		given := Placement{Square: g}
		stands := g.File < sound && s[g.File] == given // sound pieces stand one in each file, in order
		if !stands && !slices.Contains(s, given) {
			return Violated([]Placement{given}, "no piece stands on the given square %v", g)
		}
	}
	for _, at := range p.Others {
		if !slices.Contains(s, at) {
			return Violated([]Placement{at}, "the given %v does not stand on the board", at)
		}
	}
	if want, known := p.NumberOfPieces(); known && len(s) != want {
		return Violated(nil, "%s, not %d", onBoard(len(s), "piece"), want)
	}
	if r, n := p.Pieces, p.Counted(s); r != nil && (n < r.Min || n > r.Max) {
		return Violated(nil, "%s, not %v", onBoard(n, "piece"), r)
	}
	return p.checkWhole(s)
}

// onBoard returns the number of pieces as text: "1 piece stands on the board".
func onBoard(n int, name string) string {
	if n == 1 {
		return "1 " + name + " stands on the board"
	}
	return table.Plural(n, name) + " stand on the board"
}

// checkOpen returns an error for a piece on a square that is blocked or on an excluded diagonal.
func (p Problem) checkOpen(s Square, blocked bool) error {
	if blocked {
		return Violated([]Placement{{Square: s}}, "%v is blocked", s)
	}
	if i := slices.IndexFunc(p.Excluded, func(d Diagonal) bool { return d.Contains(s) }); i >= 0 {
		return Violated([]Placement{{Square: s}}, "%v is on the excluded diagonal %v", s, p.Excluded[i])
	}
	return nil
}

// checkWhole applies the family's check of a whole solution.
func (p Problem) checkWhole(s Solution) error {
	switch f := p.Family; {
	case f.Check != nil:
		err := f.Check(p, s)
		if _, ok := errors.AsType[*Violation](err); err != nil && !ok {
			return Violated(nil, "%s", err)
		}
		return err
	case f.Attacks == nil && p.fits() != nil:
		return Violated(nil, "nothing but its Model could check a solution of the family %s, and %d squares a side are too many for one", f.Name, p.Board().Side())
	case f.Attacks == nil:
		return newExtender(p.bareModel()).check(s)
	}
	return nil
}

// Draw draws the problem with the given pieces as text, the highest rank first: the letter of a
// piece, '#' for a closed square, and '.' for a free one. With Regions each square has the letter of
// its region instead of the '.', and a piece or '#' stands behind it.
func (p Problem) Draw(s Solution) string {
	board := p.Board()
	if p.Regions != "" {
		return p.drawRegions(s)
	}
	squares := bytes.Repeat([]byte{'.'}, board.Size())
	for i, closed := range p.Closed() {
		if closed {
			squares[i] = '#'
		}
	}
	for _, at := range s {
		if at.Variable == 0 {
			squares[board.Index(at.Square)] = p.Family.letterOf(at)
		}
	}
	var b strings.Builder
	for _, row := range slices.Backward(slices.Collect(slices.Chunk(squares, board.Files))) {
		b.Write(bytes.Join(slices.Collect(slices.Chunk(row, 1)), []byte{' '}))
		b.WriteByte('\n')
	}
	return b.String()
}

// A BoardError is the error for a text that is not a drawn board. It states where the fault is,
// what is wrong and what would be right.
type BoardError struct {
	Line, Column int // from 1; columns are bytes
	Message      string
}

func (e *BoardError) Error() string {
	return fmt.Sprintf("board, line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// ReadBoard parses what Draw draws as a problem of the family whose pieces are given and whose '#'
// squares are blocked. Spaces within a row and empty lines are ignored. For any other text it
// returns a *BoardError. Its memory grows with the board, not with the text.
func ReadBoard(family *Family, text string) (Problem, error) {
	p := Problem{Family: family}
	rows, number, columns := 0, 0, 0
	wrong := func(column int, format string, args ...any) (Problem, error) {
		return p, &BoardError{number, column, fmt.Sprintf(format, args...)}
	}
	for row := range strings.Lines(text) {
		number++
		row = strings.TrimRight(row, " \t\r\n")
		if row == "" {
			continue
		}
		if rows++; rows == 1 {
			columns = len(row) - strings.Count(row, " ") - strings.Count(row, "\t") - strings.Count(row, "\r")
		}
		file := 0
		for i, c := range row {
			on := Square{File: file, Rank: -rows} // until the last row is known
			switch {
			case c == ' ' || c == '\t' || c == '\r':
				continue
			case c < 0x80 && family.HasLetter(byte(c)):
				p.Give(Placement{Square: on, Kind: byte(c)})
			case c == '#':
				p.Blocked = append(p.Blocked, on)
			case c == '.':
			default:
				return wrong(i+1, "%q is no square: %c is a piece, . free, # blocked", c, family.Letter())
			}
			if file++; file > MaxModelSize {
				return wrong(i+1, "longer than any board: a row has at most %d squares", MaxModelSize)
			}
		}
		switch {
		case file != columns:
			return wrong(len(row)+1, "the row has %s, and the first has %d", table.Plural(file, "square"), columns)
		case rows > columns && !family.Rectangles && family.Board == nil:
			return wrong(1, "row %d of a board with %s; it should have as many rows", rows, table.Plural(columns, "column"))
		case rows > MaxModelSize:
			return wrong(1, "longer than any board: it has at most %d rows", MaxModelSize)
		}
	}
	number++
	if rows == 0 {
		return wrong(1, "no rows: write one line for each rank, %c for a piece, . free, # blocked", family.Letter())
	}
	shaped, ok := family.OnBoard(Board{columns, rows})
	switch {
	case !ok && family.Board == nil:
		return wrong(1, "the board ends after %s of %s; it should have as many rows", table.Plural(rows, "row"), table.Plural(columns, "column"))
	case !ok:
		return wrong(1, "the family %s has no board of %s and %s", family.Name, table.Plural(rows, "row"), table.Plural(columns, "column"))
	}
	p.N, p.Files, p.Parameters = shaped.N, shaped.Files, shaped.Parameters
	for _, laid := range [][]Square{p.Given, p.Blocked} {
		for i := range laid {
			laid[i].Rank += rows
		}
	}
	for i := range p.Others {
		p.Others[i].Square.Rank += rows
	}
	return p, nil
}

// Fingerprint is a 128-bit digest of a set of solutions that does not depend on their order: the
// sum, modulo 2^128, of the first 128 bits of the SHA-256 of each solution's text (its placements
// in file order, as written by Solution.String). Two enumerations of the same set have the same
// fingerprint; a duplicate or a missing solution changes it.
type Fingerprint struct{ hi, lo uint64 }

// Add adds a solution, whose placements must be in file order, and returns the digest of the
// solution alone.
func (f *Fingerprint) Add(s Solution) Fingerprint {
	var room [256]byte
	sum := sha256.Sum256(s.appendText(room[:0]))
	d := Fingerprint{hi: binary.BigEndian.Uint64(sum[:8]), lo: binary.BigEndian.Uint64(sum[8:16])}
	var carry uint64
	f.lo, carry = bits.Add64(f.lo, d.lo, 0)
	f.hi, _ = bits.Add64(f.hi, d.hi, carry)
	return d
}

// String returns 32 hexadecimal digits.
func (f Fingerprint) String() string { return fmt.Sprintf("%016x%016x", f.hi, f.lo) }

// MarshalText encodes a Fingerprint as its digits in JSON.
func (f Fingerprint) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText parses 32 hexadecimal digits.
func (f *Fingerprint) UnmarshalText(text []byte) error {
	digest, err := hex.DecodeString(string(text))
	if err != nil || len(digest) != 16 {
		return fmt.Errorf("fingerprint %q: should be 32 hexadecimal digits", text)
	}
	f.hi, f.lo = binary.BigEndian.Uint64(digest[:8]), binary.BigEndian.Uint64(digest[8:])
	return nil
}
