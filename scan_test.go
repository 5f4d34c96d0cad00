package nqueens_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/backends/construct"
	"nqueens/family"
	"nqueens/internal/familytest"
	"nqueens/internal/readertest"
)

// solutions returns some solutions of a board, if it has any.
func solutions(t *testing.T, p nqueens.Problem) []nqueens.Solution {
	t.Helper()
	var some []nqueens.Solution
	bitmask.New().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(s nqueens.Solution) bool {
		s = slices.Clone(s)
		s.Sort()
		some = append(some, s)
		return len(some) < 200
	})
	return some
}

// TestScanAgreesWithPairs compares a Scan, piece by piece, with testing all
// pairs: on random permutations, on solutions and on solutions with two ranks
// exchanged or one changed, with pieces given, squares blocked and diagonals
// excluded.
func TestScanAgreesWithPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 14))
	for _, family := range append(familytest.Permuting(), familytest.KingRooks, familytest.Semiqueens) {
		sound, unsound := 0, 0
		for n := 1; n <= 13; n++ {
			some := solutions(t, nqueens.Problem{Family: family, N: n})
			for range 400 {
				s := randomPermutation(random, n)
				if len(some) > 0 && random.IntN(4) > 0 {
					s = slices.Clone(some[random.IntN(len(some))])
				}
				switch i, j := random.IntN(n), random.IntN(n); random.IntN(4) {
				case 0:
					s[i].Square.Rank, s[j].Square.Rank = s[j].Square.Rank, s[i].Square.Rank
				case 1:
					s[i].Square.Rank = random.IntN(n+2) - 1
				}
				p := laidDownNear(random, family, s, n)
				if agrees(t, p, s) {
					sound++
				} else {
					unsound++
				}
			}
		}
		if sound < 100 || unsound < 100 {
			t.Errorf("%s: %d solutions, %d others", family.Name, sound, unsound)
		}
	}
}

func randomPermutation(random *rand.Rand, n int) nqueens.Solution {
	s := make(nqueens.Solution, n)
	for file, rank := range random.Perm(n) {
		s[file] = nqueens.On(file, rank)
	}
	return s
}

// laidDownNear returns a problem with given pieces, blocked squares and excluded diagonals. In more than half
// of the cases s is a solution of it, if the pieces of s do not attack each other.
func laidDownNear(random *rand.Rand, family *nqueens.Family, s nqueens.Solution, n int) nqueens.Problem {
	p := nqueens.Problem{Family: family, N: n}
	for random.IntN(2) == 0 {
		if g := s[random.IntN(n)].Square; g.Rank >= 0 && g.Rank < n {
			p.Given = append(p.Given, g)
		}
	}
	for random.IntN(4) == 0 {
		p.Blocked = append(p.Blocked, nqueens.Square{File: random.IntN(n), Rank: random.IntN(n)})
	}
	if random.IntN(8) == 0 {
		p.Given = append(p.Given, nqueens.Square{File: random.IntN(n), Rank: random.IntN(n)})
	}
	for random.IntN(4) == 0 {
		p.Excluded = append(p.Excluded, nqueens.Diagonal{Sum: true, Value: random.IntN(2*n - 1)}, nqueens.Diagonal{Value: random.IntN(2*n-1) - n + 1})
	}
	return p
}

// agrees compares the Scan with the rules and reports whether s solves p.
func agrees(t *testing.T, p nqueens.Problem, s nqueens.Solution) bool {
	t.Helper()
	scan, err := p.Scan()
	if err != nil {
		t.Fatal(err)
	}
	squares := s.Squares()
	for i, a := range squares {
		fits := a.Rank >= 0 && a.Rank < p.N && !slices.Contains(p.Blocked, a) &&
			!slices.ContainsFunc(p.Excluded, func(d nqueens.Diagonal) bool { return d.Contains(a) }) &&
			!slices.ContainsFunc(squares[:i], func(b nqueens.Square) bool { return p.Family.Attacks(nqueens.NByN(p.N), b, a) })
		if err := scan.Next(a.Rank); (err == nil) != fits {
			t.Fatalf("%v, %v, at %v: %v", p, s, a, err)
		} else if err != nil {
			return false
		}
	}
	met := !slices.ContainsFunc(p.Given, func(g nqueens.Square) bool { return !slices.Contains(squares, g) })
	if err := scan.End(); (err == nil) != met {
		t.Fatalf("%v, %v, at the end: %v", p, s, err)
	}
	return met
}

func TestScanErrors(t *testing.T) {
	for _, test := range []struct {
		problem string
		ranks   []int // from 0
		want    string
	}{
		{"queens(4)", []int{1, 3, 0, 2}, ""},
		{"queens(4)", []int{1, 3, 1}, "c2 is attacked by an earlier piece on rank 2"},
		{"queens(4)", []int{1, 0}, "b1 is attacked by an earlier piece on the diagonal sum:1"},
		{"queens(4)", []int{1, 2}, "b3 is attacked by an earlier piece on the diagonal diff:-1"},
		{"torus(4)", []int{1, 3, 0}, "c1 is attacked by an earlier piece on the diagonal diff:2"},
		{"torus(5)", []int{0, 2, 3}, "c4 is attacked by an earlier piece on the diagonal sum:5"},
		{"rooks(3)", []int{0, 1, 1}, "c2 is attacked by an earlier piece on rank 2"},
		{"superqueens(9)", []int{1, 3}, "b4 is attacked by an earlier piece on a knight's leap"},
		{"superqueens(9)", []int{1, 6, 0}, "c1 is attacked by an earlier piece on a knight's leap"},
		{"queens(4)", []int{4}, "rank 5 in file 1 is off the board (1 to 4)"},
		{"queens(4)", []int{-1}, "rank 0 in file 1 is off the board (1 to 4)"},
		{"queens(4)", []int{1, 3, 0, 2, 2}, "more than 4 pieces stand on the board"},
		{"queens(4)", []int{1, 3, 0}, "3 pieces stand on the board, not 4"},
		{"queens(4, blocked=b4)", []int{1, 3}, "b4 is blocked"},
		{"queens(4, excluded=sum:4)", []int{1, 3}, "b4 is on the excluded diagonal sum:4"},
		{"queens(4, given=d4+c4)", []int{1, 3, 0, 2}, "no piece stands on the given square c4"},
	} {
		scan, err := parsed(t, test.problem).Scan()
		for _, rank := range test.ranks {
			if err == nil {
				err = scan.Next(rank)
			}
		}
		if err == nil {
			err = scan.End()
		}
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != test.want || err != nil && !isViolation(err) {
			t.Errorf("%s, %v: %q, want %q", test.problem, test.ranks, got, test.want)
		}
	}
	if _, err := parsed(t, "queens(8, symmetric=half-turn)").Scan(); err == nil {
		t.Error("a symmetry is not refused")
	}
	if _, err := (nqueens.Problem{N: 8}).Scan(); err == nil {
		t.Error("no family is not refused")
	}
}

// TestCheckOfManyQueens exchanges two of half a million queens and has all of them given. A test of
// all pairs would take minutes.
func TestCheckOfManyQueens(t *testing.T) {
	p := parsed(t, "queens(500000)")
	s := construct.Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil).Solution
	if err := p.Check(s); err != nil {
		t.Fatal(err)
	}
	completed := p
	completed.Given = s.Squares()
	if err := completed.Check(s); err != nil {
		t.Fatal(err)
	}
	completed.Given[7].Rank++
	if err := completed.Check(s); err == nil || err.Error() != fmt.Sprintf("no piece stands on the given square %v", completed.Given[7]) {
		t.Errorf("a given queen is elsewhere: %v", err)
	}
	random := rand.New(rand.NewPCG(2, 71))
	for range 5 {
		i, j := random.IntN(len(s)), random.IntN(len(s))
		s[i].Square.Rank, s[j].Square.Rank = s[j].Square.Rank, s[i].Square.Rank
		v, ok := p.Check(s).(*nqueens.Violation)
		if !ok || len(v.Placements) != 2 || !p.Family.Attacks(nqueens.NByN(p.N), v.Placements[0].Square, v.Placements[1].Square) {
			t.Errorf("files %d and %d exchanged: %v", i+1, j+1, v)
		}
		s[i].Square.Rank, s[j].Square.Rank = s[j].Square.Rank, s[i].Square.Rank
	}
}

// TestHugeListIsReadFirst checks that a list is read before memory is allocated for its stated
// number of pieces.
func TestHugeListIsReadFirst(t *testing.T) {
	if math.MaxInt == math.MaxInt32 {
		t.Skip("no board is so large here")
	}
	for _, name := range []string{"queens(20000000000)", "torus(20000000001)", "rooks(20000000000)"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := parsed(t, name).CheckNumbers(strings.NewReader("1\n3\n20000000000\n5\n"))
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; !isViolation(err) || taken > 64<<20 {
			t.Errorf("%s: %v, with %d bytes", name, err, taken)
		}
	}
}

// TestScanOfLargeBoard checks a board above the size from which memory is allocated in pages.
func TestScanOfLargeBoard(t *testing.T) {
	const n = 1<<24 + 2 // a multiple of 6
	scan, err := nqueens.Problem{Family: family.Queens, N: n}.Scan()
	if err != nil {
		t.Fatal(err)
	}
	rank := func(file int) int { return (2*file + 1) % (n + 1) }
	for file := range n - 1 {
		if err := scan.Next(rank(file)); err != nil {
			t.Fatal(err)
		}
	}
	for _, attacked := range []int{rank(n-2) + 1, rank(0), 0} {
		if !isViolation(scan.Next(attacked)) {
			t.Errorf("rank %d is not seen to be attacked", attacked+1)
		}
	}
}

func parsed(t testing.TB, text string) nqueens.Problem {
	t.Helper()
	p, err := family.All().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// streamed returns a solution's numbers, one on each line.
func streamed(t testing.TB, p nqueens.Problem) []byte {
	t.Helper()
	var text bytes.Buffer
	if o := (construct.Backend{}).Stream(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, &text); o.Status != nqueens.Solved {
		t.Fatal(o.Reason)
	}
	return text.Bytes()
}

func isViolation(err error) bool {
	var v *nqueens.Violation
	return errors.As(err, &v)
}

func TestCheckNumbers(t *testing.T) {
	formula := nqueens.Problem{Family: family.Queens, Formula: &nqueens.Formula{}}
	if err := formula.CheckNumbers(strings.NewReader("1")); err == nil {
		t.Error("a formula has ranks")
	}
	long := strings.Repeat("7", 70_000)
	for _, test := range []struct{ problem, text, want string }{
		{"queens(8)", "2 4 6 8 3 1 7 5", ""},
		{"queens(8)", "2\n4\n6\n8\n3\n1\n7\n5\n", ""},
		{"queens(8)", "\r\n 2\t4 \v6\f8\r\n\r\n3 1\n007 00000000000000000000000000005 \n", ""},
		{"queens(1)", "1", ""},
		{"queens(8, given=a2+h5)", "2 4 6 8 3 1 7 5", ""},
		{"queens(8, symmetric=half-turn)", "5 2 4 7 3 8 6 1", "its image under the symmetry half-turn is another"},
		{"queens(8, symmetric=half-turn)", "3 5 2 8 1 7 4 6", ""},
		{"queens(8, symmetric=half-turn)", "3 5 2 8 1\n7 4 9", "line 2: rank 9 in file 8 is off the board (1 to 8)"},
		{"queens(8, symmetric=half-turn)", "3 5 2 8 1 7 4 6 1", "line 1: more than 8 pieces stand on the board"},
		{"queens(8)", "2 4 6 8 3 1 7 4", "line 1: h4 is attacked by an earlier piece on rank 4"},
		{"queens(8)", "2 4 6\n8 3\n\n1 8", "line 4: g8 is attacked by an earlier piece on rank 8"},
		{"queens(8)", "2 4 6 8 3 1 7", "7 pieces stand on the board, not 8"},
		{"queens(8)", "", "0 pieces stand on the board, not 8"},
		{"queens(8)", "2 4 6 8 3 1 7 5\n1", "line 2: more than 8 pieces stand on the board"},
		{"queens(8)", "2\n4\n9", "line 3: rank 9 in file 3 is off the board (1 to 8)"},
		{"queens(8)", "2\n0", "line 2: rank 0 in file 2 is off the board (1 to 8)"},
		{"queens(8, blocked=b4)", "2\n4\n6", "line 2: b4 is blocked"},
		{"queens(8, given=a1)", "2 4 6 8 3 1 7 5", "no piece stands on the given square a1"},
	} {
		got := ""
		if err := parsed(t, test.problem).CheckNumbers(strings.NewReader(test.text)); err != nil {
			got = err.Error()
			if !isViolation(err) {
				t.Errorf("%s, %q: %q is no violation", test.problem, test.text, got)
			}
		}
		if got != test.want {
			t.Errorf("%s, %q: %q, want %q", test.problem, test.text, got, test.want)
		}
	}
	for _, test := range []struct{ problem, text, want string }{
		{"queens(8)", "2\n4\nx7", `line 3: "x7" is not a number (write the rank, from 1, of the piece in each file)`},
		{"queens(8)", "2, 4, 6", `line 1: "2," is not a number (write the rank, from 1, of the piece in each file)`},
		{"queens(8)", "2 -4", `line 1: "-4" is not a number (write the rank, from 1, of the piece in each file)`},
		{"queens(8)", "a2,b4,c6,d8,e3,f1,g7,h5,a2,b4,c6,d8,e3,f1,g7,h5 7", `line 1: "a2,b4,c6,d8,e3,f1,g7,h5,a2,b4,c6,d8,e3,f…" is not a number (write the rank, from 1, of the piece in each file)`},
		{"queens(8)", "2 4\u00a06", `line 1: "4\u00a06" is not a number (write the rank, from 1, of the piece in each file)`},
		{"queens(8)", "\n99999999999999999999", "line 2: 99999999999999999999 is too large for the rank of a piece"},
		{"queens(8)", "2\n" + long, `line 2: "7777777777777777777777777777777777777777…" is too long for a number`},
		{"queens(1000000000000)", "2", "a solution of more than 68719476736 pieces is too large to check, and this has 1000000000000"},
	} {
		err := parsed(t, test.problem).CheckNumbers(strings.NewReader(test.text))
		if err == nil || isViolation(err) || err.Error() != test.want {
			t.Errorf("%s, %.50q: %v\nwant %s", test.problem, test.text, err, test.want)
		}
	}
}

func TestCheckNumbersRefusesNoBoard(t *testing.T) {
	for _, p := range []nqueens.Problem{{N: 8}, {Family: family.Queens}, {Family: family.Queens, Symmetric: nqueens.HalfTurn}} {
		if err := p.CheckNumbers(strings.NewReader("1")); err == nil || isViolation(err) {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

func TestCheckNumbersOfAFailingReader(t *testing.T) {
	// The incomplete last word must not be used as a number.
	r := io.MultiReader(strings.NewReader("2\n4\n6"), iotest.ErrReader(errors.New("the disk is gone")))
	err := parsed(t, "queens(5)").CheckNumbers(r)
	if err == nil || isViolation(err) || err.Error() != "reading the numbers, line 3: the disk is gone" {
		t.Error(err)
	}
}

// TestCheckNumbersInPieces reads more than a block through readers that end
// anywhere within a word.
func TestCheckNumbersInPieces(t *testing.T) {
	const n = 30_000
	p := parsed(t, fmt.Sprintf("queens(%d)", n))
	text := string(streamed(t, p))
	for name, r := range map[string]io.Reader{
		"whole":     strings.NewReader(text),
		"bytes":     iotest.OneByteReader(strings.NewReader(text)),
		"halves":    iotest.HalfReader(strings.NewReader(text)),
		"with EOF":  iotest.DataErrReader(strings.NewReader(text)),
		"spaces":    strings.NewReader(strings.ReplaceAll(text, "\n", strings.Repeat(" ", 100))),
		"long line": strings.NewReader(strings.ReplaceAll(text, "\n", " ")),
	} {
		if err := p.CheckNumbers(r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	cut := strings.NewReader(text[:len(text)-2])
	if err := p.CheckNumbers(cut); !isViolation(err) || !strings.HasPrefix(err.Error(), "line 30000: ") {
		t.Errorf("the last digit is missing: %v", err)
	}
}

// FuzzCheckNumbers compares with reading word by word and Problem.Check.
func FuzzCheckNumbers(f *testing.F) {
	for _, seed := range []string{"2 4 6 8 3 1 7 5", "2\r\n4\n1\n3\n", "1", "", "x", "2 4 1 3 5", "00002 4 1 3", "9999999999999999999999", "2 4 1 3\n\v", "\xff 1"} {
		f.Add(seed, uint8(len(strings.Fields(seed))))
	}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		p := nqueens.Problem{Family: family.Queens, N: 1 + int(n%32)}
		var s nqueens.Solution
		list := true
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\n\v\f\r", r) }) {
			k, err := strconv.ParseInt(word, 10, 64)
			if err != nil || strings.Trim(word, "0123456789") != "" {
				list = false
				break
			}
			s = append(s, nqueens.On(len(s), int(k)-1))
		}
		readertest.Check(t, []byte(text), func(r io.Reader) error {
			err := p.CheckNumbers(r)
			return err
		})
		err := p.CheckNumbers(strings.NewReader(text))
		switch {
		case list && (err == nil) != (p.Check(s) == nil), list && err != nil && !isViolation(err):
			t.Errorf("%q in %v: %v, and by pairs %v", text, p, err, p.Check(s))
		case !list && err == nil:
			t.Errorf("%q in %v: no error", text, p)
		}
	})
}

func BenchmarkCheckNumbers(b *testing.B) {
	for _, name := range []string{"queens(10000001)", "torus(10000001)"} {
		p := parsed(b, name)
		text := streamed(b, p)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := p.CheckNumbers(bytes.NewReader(text)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
