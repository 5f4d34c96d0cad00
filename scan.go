package nqueens

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
)

// Scan checks a solution with one piece in each file against the rule of its family, while the
// pieces are passed to Next in file order. It takes time linear in the number of pieces, and a few
// bits of memory for each piece. It can thus check solutions of a billion queens that are read from
// a stream.
type Scan struct {
	problem Problem
	family  scan
	file    int
	given   map[Square]bool // those that were not reached yet
	blocked map[Square]bool
}

// scan is the part of a Scan for the rule. It is called with the rank of the piece in each file in
// turn, on the board, and returns the line on which the piece meets an earlier one, or "".
type scan func(file, rank int) (line string)

// MaxScanSize is the largest side of a board for which a Scan can be started. With five bits for
// each piece, its memory is then 40 GiB.
const MaxScanSize int64 = 1 << 36

// Scan starts to check a solution by the family's Rule, which must have one piece in each file and
// completely define solutions.
func (p Problem) Scan() (*Scan, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if p.Symmetric != Identity {
		return nil, errors.New("whether a solution is symmetric cannot be told piece by piece")
	}
	if int64(p.N) > MaxScanSize {
		return nil, fmt.Errorf("a solution of more than %d pieces is too large to check, and this has %d", MaxScanSize, p.N)
	}
	if !p.scans() {
		return nil, fmt.Errorf("solutions of the family %s cannot be checked piece by piece, file after file", p.Family.Name)
	}
	return &Scan{problem: p, family: p.Rule().scan(p.N), given: setOf(p.Given), blocked: setOf(p.Blocked)}, nil
}

// Next adds a piece in the next file, on a rank counted from 0. It returns nil or a *Violation.
func (s *Scan) Next(rank int) error {
	file, n := s.file, s.problem.N
	if uint(rank) >= uint(n) || file >= n {
		return offBoard(NByN(n), file, rank)
	}
	if line := s.family(file, rank); line != "" {
		p := On(file, rank)
		return Violated([]Placement{p}, "%v is attacked by an earlier piece on %s", p, line)
	}
	s.file++
	if len(s.given)+len(s.blocked)+len(s.problem.Excluded) == 0 {
		return nil
	}
	sq := Square{File: file, Rank: rank}
	delete(s.given, sq)
	return s.problem.checkOpen(sq, s.blocked[sq])
}

// offBoard returns the error for a piece off the board; file and rank are counted from 0.
func offBoard(board Board, file, rank int) error {
	if file >= board.Files {
		return Violated(nil, "more than %s", onBoard(board.Files, "piece"))
	}
	return Violated(nil, "rank %d in file %d is off the board (1 to %d)", rank+1, file+1, board.Ranks)
}

func setOf(squares []Square) map[Square]bool {
	set := make(map[Square]bool, len(squares))
	for _, s := range squares {
		set[s] = true
	}
	return set
}

// End completes the check. It returns nil or a *Violation.
func (s *Scan) End() error {
	if s.file != s.problem.N {
		return Violated(nil, "%s, not %d", onBoard(s.file, "piece"), s.problem.N)
	}
	if len(s.given) > 0 {
		g := slices.MinFunc(slices.Collect(maps.Keys(s.given)), Square.Compare)
		return Violated([]Placement{{Square: g}}, "no piece stands on the given square %v", g)
	}
	return nil
}

// scans reports whether solutions can be checked one piece in each file after the other, by lines
// and leaps between pairs.
func (p Problem) scans() bool {
	rule := p.Rule()
	if rule == nil || p.Family.Check != nil || rule.wraps() && len(rule.Leaps) > 0 {
		return false
	}
	return rule.OneAFile() && !slices.ContainsFunc(rule.Lines, func(b Bound) bool { return b.Max != 1 || b.Min > 0 && b.Along >= Sums })
}

// scan starts the part of a Scan for the rule on an n × n board.
func (r *Rule) scan(n int) scan {
	lines := r.scanLines(n)
	if len(r.Leaps) == 0 {
		return lines
	}
	type reach struct {
		by   []int // the rank differences that are forbidden to a piece that many files back
		name []string
	}
	var back []reach // from one file back on
	for _, l := range r.Leaps {
		for _, by := range l.offsets() {
			if by.File <= 0 {
				continue
			}
			for len(back) < by.File {
				back = append(back, reach{})
			}
			to := &back[by.File-1]
			to.by, to.name = append(to.by, by.Rank), append(to.name, l.Name)
		}
	}
	last := make([]int, len(back)) // the ranks of the last files, as a ring buffer
	return func(file, rank int) string {
		line := lines(file, rank)
		for ago := 1; ago <= min(file, len(back)); ago++ {
			d := rank - last[(file-ago)%len(last)]
			if i := slices.Index(back[ago-1].by, d); line == "" && i >= 0 {
				line = "a " + back[ago-1].name[i] + "'s leap"
			}
		}
		if len(last) > 0 {
			last[file%len(last)] = rank
		}
		return line
	}
}

// scanLines returns a scan that records which lines have a piece.
func (r *Rule) scanLines(n int) scan {
	diagonals := 2*n - 1
	if r.Wrap {
		diagonals = n
	}
	set := func(d Direction, lines int) pages {
		if !r.AtMostOne(d) {
			return nil
		}
		return newPages(lines)
	}
	ranks, sums, diffs := set(Ranks, n), set(Sums, diagonals), set(Diffs, diagonals)
	return func(file, rank int) string {
		sum, diff := file+rank, file-rank
		if sum >= diagonals { // a division would take as long as everything else
			sum -= diagonals
		}
		if diff < 0 {
			diff += diagonals
		}
		// No short-circuit evaluation: the three words are fetched in parallel.
		onRank, onSum, onDiff := ranks.meets(rank), sums.meets(sum), diffs.meets(diff)
		if onRank || onSum || onDiff {
			return lineMet(onRank, onSum, file, rank)
		}
		return ""
	}
}

// bitSet is a set of small numbers.
type bitSet []uint64

func newBitSet(n int) bitSet { return make(bitSet, (n+63)/64) }

// meets adds i and reports whether it was in the set before.
func (b bitSet) meets(i int) bool {
	word, bit := &b[uint(i)/64], uint64(1)<<(uint(i)%64)
	was := *word & bit
	*word |= bit
	return was != 0
}

// pages is a bitSet in parts that are allocated when needed, since a list that should have billions
// of numbers may end early. If it is nil, meets always returns false.
type pages []bitSet

const pageSize = 1 << 24

func newPages(n int) pages {
	if n <= pageSize {
		return pages{newBitSet(n)}
	}
	return make(pages, (n+pageSize-1)/pageSize)
}

func (p pages) meets(i int) bool {
	if p == nil {
		return false
	}
	page := &p[uint(i)/pageSize]
	if *page == nil {
		*page = newBitSet(pageSize)
	}
	return page.meets(i % pageSize)
}

// lineMet returns the name of the line on which a piece meets an earlier one.
func lineMet(onRank, onSum bool, file, rank int) string {
	switch {
	case onRank:
		return fmt.Sprintf("rank %d", rank+1)
	case onSum:
		return fmt.Sprintf("the diagonal %v", Diagonal{Sum: true, Value: file + rank})
	}
	return fmt.Sprintf("the diagonal %v", Diagonal{Value: file - rank})
}

// CheckNumbers reads a solution in the form of published lists, the rank from 1 of the piece in
// each file, and decides whether it solves the problem. Numbers are separated by white space, with
// one or several on a line. It returns nil, a *Violation for a list that is not a solution, or
// another error if the text is not a list or cannot be read. An error about a single number has its
// line of the text.
//
// The list is processed as it is read, so that a billion queens only need the memory of a Scan. It
// is read completely first if solutions must have a symmetry, or if a Scan is not sufficient.
func (p Problem) CheckNumbers(r io.Reader) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if !p.HasBoard() {
		return errors.New("a formula has no files whose ranks could be listed")
	}
	if p.Symmetric != Identity || !p.scans() {
		return p.checkNumbersWhole(r)
	}
	scan, err := p.Scan()
	if err != nil {
		return err
	}
	if err := eachNumber(r, func(k int) error { return scan.Next(k - 1) }); err != nil {
		return err
	}
	return scan.End()
}

func (p Problem) checkNumbersWhole(r io.Reader) error {
	var s Solution
	err := eachNumber(r, func(k int) error {
		if board := p.Board(); !board.Contains(Square{len(s), k - 1}) {
			return offBoard(board, len(s), k-1)
		}
		s = append(s, On(len(s), k-1))
		return nil
	})
	if err != nil {
		return err
	}
	return p.Check(s)
}

// numbersBlock is the number of bytes that are read at a time. No word may be longer.
const numbersBlock = 1 << 16

// eachNumber calls place with each number of the text until it returns an error.
func eachNumber(r io.Reader, place func(k int) error) error {
	block := make([]byte, numbersBlock)
	line, kept := 1, 0
	for {
		read, err := r.Read(block[kept:])
		text := block[:kept+read]
		whole := len(text)
		if err != io.EOF { // the last word may continue in the next block
			for whole > 0 && !isSpace(text[whole-1]) {
				whole--
			}
		}
		if failed := eachNumberOf(text[:whole], &line, place); failed != nil {
			return failed
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("reading the numbers, line %d: %w", line, err)
		}
		if kept = copy(block, text[whole:]); kept == len(block) {
			return fmt.Errorf("line %d: %q is too long for a number", line, shown(block))
		}
	}
}

// eachNumberOf does what eachNumber does for a block of the text. The block ends at the end of a word.
func eachNumberOf(text []byte, line *int, place func(k int) error) error {
	// This many digits always fit in an int.
	const digits = 9 + 9*(strconv.IntSize/64)
	for i := 0; i < len(text); {
		if isSpace(text[i]) {
			if text[i] == '\n' {
				*line++
			}
			i++
			continue
		}
		start, k := i, 0
		for i < len(text) && text[i]-'0' <= 9 {
			k = k*10 + int(text[i]-'0')
			i++
		}
		if i == start || i < len(text) && !isSpace(text[i]) {
			return notANumber(*line, text[start:])
		}
		if i-start > digits {
			var err error
			if k, err = strconv.Atoi(string(text[start:i])); err != nil {
				return fmt.Errorf("line %d: %s is too large for the rank of a piece", *line, shown(text[start:i]))
			}
		}
		if err := place(k); err != nil {
			return onLine(*line, err)
		}
	}
	return nil
}

func isSpace(c byte) bool { return c == ' ' || c-'\t' <= '\r'-'\t' }

func notANumber(line int, text []byte) error {
	if end := bytes.IndexFunc(text, func(r rune) bool { return r <= ' ' && isSpace(byte(r)) }); end >= 0 {
		text = text[:end]
	}
	return fmt.Errorf("line %d: %q is not a number (write the rank, from 1, of the piece in each file)", line, shown(text))
}

// shown returns a word for a message, shortened if it is long.
func shown(word []byte) string {
	const most = 40
	if len(word) > most {
		return string(word[:most]) + "…"
	}
	return string(word)
}

// onLine adds the line of the text to a violation.
func onLine(line int, err error) error {
	if v, ok := errors.AsType[*Violation](err); ok {
		return Violated(v.Placements, "line %d: %s", line, v.Why)
	}
	return err
}
