package encode

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"nqueens/dlx"
	"nqueens/internal/readertest"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// solutions returns, by exhaustive search, the choices of non-auxiliary placements that the
// problem's own check accepts.
func solutions(t *testing.T, p nqueens.Problem) []string {
	t.Helper()
	m, err := p.Model()
	if err != nil {
		t.Fatal(err)
	}
	n := len(m.Placements) - m.Auxiliaries
	var found []string
	for choice := range 1 << n {
		var s nqueens.Solution
		for i := range n {
			if choice>>i&1 != 0 {
				s = append(s, m.Placements[i])
			}
		}
		s.Sort()
		if p.Check(s) == nil {
			found = append(found, s.String())
		}
	}
	return found
}

func read(t *testing.T, text string) nqueens.Problem {
	t.Helper()
	p, err := ReadProblem(family.Queens, "some/folder/test.txt", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return p
}

func TestReadProblem(t *testing.T) {
	for _, test := range []struct {
		text, format string
		solutions    []string
	}{
		{"p cnf 3 2\n1 2 0\n-1 -2 0\n", DIMACS, []string{"1", "2", "1,3", "2,3"}},
		{"c about\np cnf 3 2\nc p show 3 1 0\n1 2 0\n-1 -2 0\n", DIMACS, []string{"", "1", "3", "1,3"}},
		{"p cnf 2 1\n0\n", DIMACS, nil},
		{"a b | c\na b\na c\nb\nc\n", ExactCover, []string{"1", "2,3"}}, // c is secondary, and an option with only c is never chosen
		{"* #variable= 3 #constraint= 2\n+2 x1 +3 x2 +1 x3 >= 3 ;\n-1 x1 -1 x3 >= -1 ;\n", OPB, []string{"2", "1,2", "2,3"}},
		{"* #variable= 2 #constraint= 1\n+1 x1 +1 x2 = 1 ;\n", OPB, []string{"1", "2"}},
		{"* #variable= 2 #constraint= 1\n+2 x1 +2 x2 = 1 ;\n", OPB, nil},
		{"a b c | d\na b\nc d\nb c d\na\nd\n", ExactCover, []string{"1,2", "3,4"}},
		{"| a comment\ncells x\ncells\n", ExactCover, nil},
		{"a b | x\na x:1\nb x:1\nb x:2\na x\nb\n", ExactCover, []string{"1,2", "1,5", "4,5"}},
	} {
		p := read(t, test.text)
		if p.Formula == nil || p.Formula.Format != test.format || p.Formula.Name != "test.txt" {
			t.Errorf("%q: read as %+v", test.text, p.Formula)
			continue
		}
		if got := solutions(t, p); strings.Join(got, " ") != strings.Join(test.solutions, " ") {
			t.Errorf("%q: solutions %q, should be %q", test.text, got, test.solutions)
		}
		again, err := family.All().Parse(p.String())
		if err != nil || again.String() != p.String() || again.N != p.N || again.Formula.Read() {
			t.Errorf("%v parses as %v, %v", p, again, err)
		}
	}
}

func TestReadProblemBoard(t *testing.T) {
	p := read(t, "\n. Q . .\n. . . #\n. . . .\n. . . .\n")
	if p.Formula != nil || p.String() != "queens(4, given=b4, blocked=d3)" {
		t.Errorf("read as %v", p)
	}
}

func TestReadProblemUnpacks(t *testing.T) {
	const text = "p cnf 2 1\n1 2 0\n"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprint(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	p, err := ReadProblem(family.Queens, "test.txt", &packed)
	if err != nil || p.String() != read(t, text).String() {
		t.Errorf("%v, %v; not packed it is %v", p, err, read(t, text))
	}
}

func TestReadProblemRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "is empty",
		"c only a comment\n":   "DIMACS, line 2, column 1: no header",
		"p cnf 1 1\n1 b 0\n":   "DIMACS, line 2, column 3: \"b\" is not a literal",
		"a b\nhello\n":         `line 2, column 1: no item is called "hello"`,
		"p cnf 2000000000 0\n": "too large: 2000000000 variables: solving it would take more than 640 MiB",
		"hello\n":              "no format that is read begins like this",
		". Q\n. x\n":           "board, line 2, column 3: 'x' is no square",
		"a | b:c\na\n":         "line 1, column 5: item name \"b:c\" contains a colon",
		"a | b\na:c b\n":       "line 2, column 1: \"a\" is a primary item, and only secondary ones have colours: write a",
		"\x1f\x8bgarbage":      "incomplete: the gzipped file ends too early",
		"* #variable= 2 #constraint= 1\nsoft: 3 ;\n[0] x1 >= 1 ;\n": "line 3, column 1: \"[0]\": should be the weight of a soft constraint",
	} {
		_, err := ReadProblem(family.Queens, "f", strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; should say %q", text, err, want)
		}
	}
}

// Random linear constraints have the same solutions as a problem, as clauses under several
// encodings, and after being written as OPB again.
func TestSums(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + r.IntN(6)
		p := NewPB(n)
		for range 1 + r.IntN(3) {
			c := PBConstraint{Bound: int64(r.IntN(15) - 7), Equal: r.IntN(3) == 0}
			for range 1 + r.IntN(n+1) {
				c.Terms = append(c.Terms, PBTerm{int64(r.IntN(9) - 4), int32(1 + r.IntN(n))})
			}
			p.Add(c)
		}
		var text bytes.Buffer
		if err := p.WriteOPB(&text); err != nil {
			t.Fatal(err)
		}
		problem := read(t, text.String())
		m, _ := problem.Model()
		var want []string
		for choice := range 1 << n {
			if holds(p, choice) {
				want = append(want, chosen(choice, n))
			}
		}
		if got := solutions(t, problem); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Fatalf("%s: %q, should be %q", text.String(), got, want)
		}
		for _, e := range Encodings()[:3] {
			var cnf bytes.Buffer
			if err := FromModel(m, e).WriteDIMACS(&cnf); err != nil {
				t.Fatal(err)
			}
			if got := solutions(t, read(t, cnf.String())); strings.Join(got, " ") != strings.Join(want, " ") {
				t.Fatalf("%s as clauses, %s:\n%s%q, should be %q", text.String(), e.Name, cnf.String(), got, want)
			}
		}
		again := PBFromModel(m)
		for choice := range 1 << n {
			if holds(p, choice) != holds(again, choice) {
				t.Fatalf("%s, read and written again as %v: they differ on %s", text.String(), again.Constraints(), chosen(choice, n))
			}
		}
	}
}

func holds(p *PB, choice int) bool {
	for _, c := range p.Constraints() {
		var sum int64
		for _, t := range c.Terms {
			sum += t.Coefficient * int64(choice>>(t.Variable-1)&1)
		}
		if sum < c.Bound || c.Equal && sum > c.Bound {
			return false
		}
	}
	return true
}

func chosen(choice, n int) string {
	var s nqueens.Solution
	for i := range n {
		if choice>>i&1 != 0 {
			s = append(s, nqueens.Placement{Variable: i + 1})
		}
	}
	return s.String()
}

// A constraint of the model names a variable once and omits variables that make no difference.
// Constraints that always hold are omitted. The OPB text still names every variable, because a
// counter ignores variables that do not occur.
func TestFormulasAreNormal(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"p cnf 3 5\n1 -2 1 0\n1 2 -1 0\n-3 3 0\n-2 -2 0\n1 -2 0\n", "* #variable= 3 #constraint= 4\n+1 x1 -1 x2 >= 0 ;\n-1 x2 >= 0 ;\n+1 x1 -1 x2 >= 0 ;\n+1 x3 >= 0 ;\n"},
		{"p cnf 1 1\n0\n", "* #variable= 1 #constraint= 1\n+1 x1 >= 2 ;\n"},
		{`* #variable= 8 #constraint= 2
-2 x3 +3 x1 +2 x3 -1 x1 -1 x4 +2 x4 +3 x7 -1 x2 >= -2 ;
-3 x8 -2 x6 -2 x3 +1 x2 >= 0 ;
`, "* #variable= 8 #constraint= 2\n-3 x8 -2 x6 -2 x3 +1 x2 >= 0 ;\n+1 x1 +1 x4 +1 x5 +1 x7 >= 0 ;\n"},
		{"* #variable= 4 #constraint= 2\n+1 x1 +1 ~x1 +2 x2 -1 ~x3 +1 ~x3 >= 2 ;\n0 x1 >= 0 ;\n", "* #variable= 4 #constraint= 2\n+1 x2 = 1 ;\n+1 x1 +1 x3 +1 x4 >= 0 ;\n"},
		{"* #variable= 2 #constraint= 0\n", "* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 0 ;\n"},
		{"* #variable= 0 #constraint= 0\n", "* #variable= 1 #constraint= 1\n+1 x1 >= 1 ;\n"},
	} {
		f, err := FormatNamed("opb")
		if err != nil {
			t.Fatal(err)
		}
		statement, err := f.State(read(t, test.text), Encoding{}, true)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		if err := statement.Write(&got); err != nil || got.String() != test.want {
			t.Errorf("%sgot\n%s%v\nwant\n%s", test.text, got.String(), err, test.want)
		}
	}
}

// A sum that is too large for clauses can be read, and is rejected only where clauses are needed.
func TestLargeSumIsNoClauses(t *testing.T) {
	var b strings.Builder
	b.WriteString("* #variable= 60 #constraint= 1\n")
	for v := range 60 {
		fmt.Fprintf(&b, "+%d x%d ", int64(1)<<40+int64(v*v*v*7919), v+1)
	}
	fmt.Fprintf(&b, ">= %d ;\n", int64(30)<<40+12345)
	p := read(t, b.String())
	for _, f := range Formats() {
		s, err := f.State(p, Encodings()[0], false)
		if err == nil {
			err = s.Write(io.Discard)
		}
		switch {
		case f.Encoded && (err == nil || !strings.HasPrefix(err.Error(), "constraint 1 (line 2) has 60 terms and is too large for clauses")):
			t.Errorf("%s: %v", f.Name, err)
		case (f.Name == "opb" || f.Name == "lp" || f.Name == "mps" || f.Name == "minizinc") && err != nil:
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	if _, err := FromProblem(p, Encodings()[0]); err == nil {
		t.Error("a formula is made of it")
	}
}

func FuzzReadProblem(f *testing.F) {
	for _, text := range []string{
		"p cnf 2 1\nc p show 1 0\n1 -2 0\n", "* #variable= 2 #constraint= 1\n+1 x1 -2 x2 >= -1 ;\n", "a b | c\na c\nb\n", "Q.\n.#\n", "\x1f\x8b",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		readertest.Check(t, []byte(text), func(r io.Reader) error {
			_, err := ReadProblem(family.Queens, "f", r)
			return err
		})
		p, err := ReadProblem(family.Queens, "f", strings.NewReader(text))
		if err != nil {
			return
		}
		if err := p.Validate(); err != nil {
			t.Errorf("read, but %v", err)
		}
		if again, err := family.All().Parse(p.String()); err != nil || again.String() != p.String() {
			t.Errorf("%v parses as %v, %v", p, again, err)
		}
	})
}

// TestLargeTexts checks that reading a text that needs more than the room stops with an error,
// whatever the text contains.
func TestLargeTexts(t *testing.T) {
	const room = 1 << 20
	dimacs := func(r io.Reader) error { _, err := readDIMACS(r, room); return err }
	opb := func(r io.Reader) error { _, err := readOPB(r, room); return err }
	cover := func(r io.Reader) error { _, err := dlx.Read(&coverText{from: r, room: room}); return err }
	for _, c := range []struct {
		head, unit string
		read       func(io.Reader) error
	}{
		{"p cnf 9 999999999\n", "1 0\n", dimacs},
		{"p cnf 9 999999999\n", "0\n", dimacs},
		{"p cnf 9 1\n", "1 ", dimacs},
		{"p cnf 9 0\nc p show ", "1 ", dimacs},
		{"c squares 1 =", " a1", dimacs},
		{"* #variable= 9 #constraint= 999999999\n", "1 x1 >= 1;\n", opb},
		{"* #variable= 9 #constraint= 9\n", "1 x1 ", opb},
		{"* #variable= 9 #constraint= 9\n* squares 1 =", " a1", opb},
		{"a b\n", " a\n", cover},
		{"a b\n", " a b\n", cover},
		{"a", " b", cover},
	} {
		r := &endless{text: c.head, unit: []byte(c.unit)}
		if err := c.read(r); !errors.Is(err, errTooLarge) || r.read > 2*room {
			t.Errorf("%s%s…: %v, after %d bytes", c.head, c.unit, err, r.read)
		}
	}
}

// endless is a text that repeats itself without end.
type endless struct {
	text string
	unit []byte
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.read == 0 {
		e.read = copy(p, e.text)
		return e.read, nil
	}
	n := 0
	for n+len(e.unit) <= len(p) {
		n += copy(p[n:], e.unit)
	}
	if n == 0 {
		n = copy(p, " ")
	}
	e.read += n
	return n, nil
}

// A higher memory limit allows longer texts and larger formulas; a limit below 1 GiB changes
// nothing.
func TestSizes(t *testing.T) {
	for memory, want := range map[int64][2]int64{0: {256, 640}, 64 << 20: {256, 640}, 4 << 30: {1024, 2560}} {
		if text, formula := sizes(memory); text>>20 != want[0] || formula>>20 != want[1] {
			t.Errorf("%d bytes of memory: %d MiB of text, %d of a formula, want %v", memory, text>>20, formula>>20, want)
		}
	}
}

// TestBoardOfDigits checks that boards of digits, which begin like an exact cover, are detected as
// boards.
func TestBoardOfDigits(t *testing.T) {
	latin, err := family.All().Named("latin-queens")
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []string{"1 2 3 4 5 6 7 8 9", " \n\t9 1 2 3 4 5 6 7 8"} {
		text := first + strings.Repeat("\n. . . . . . . . .", 8)
		p, err := ReadProblem(latin, "f", strings.NewReader(text))
		if err != nil || p.Formula != nil || p.N != 9 {
			t.Errorf("%q: %v, %v", first, p, err)
		}
		if _, err := ReadProblem(family.Queens, "f", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "is no square") {
			t.Errorf("%q where pieces are letters: %v", first, err)
		}
	}
}

// TestLongTexts checks the largest length of a text, packed or not, and of a board.
func TestLongTexts(t *testing.T) {
	const most = 1 << 20
	for more, want := range map[int]string{0: "<nil>", 1: "longer than 1 MiB"} {
		text := bytes.Repeat([]byte("a"), most+more)
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err := w.Write(text)
		if err := errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		for name, r := range map[string]io.Reader{"plain": bytes.NewReader(text), "packed": &packed} {
			in, err := unpacked(r, most)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(in)
			if fmt.Sprint(err) != want || err == nil && !bytes.Equal(got, text) {
				t.Errorf("%s, %d bytes: %d read, %v", name, most+more, len(got), err)
			}
		}
	}
	const widest = nqueens.MaxModelSize * (2*nqueens.MaxModelSize + 2)
	for more, long := range map[int]bool{0: false, 1: true} {
		text := strings.Repeat(".", widest+more)
		if _, err := readBoard(family.Queens, strings.NewReader(text)); err == nil || strings.HasPrefix(err.Error(), "longer than any board") != long {
			t.Errorf("a board of %d bytes: %v", len(text), err)
		}
	}
	broken := errors.New("the disk is gone")
	if _, err := readBoard(family.Queens, &thenFails{strings.NewReader(". Q"), broken}); !errors.Is(err, broken) {
		t.Errorf("a board cut off by its disk: %v", err)
	}
}

// TestRoom checks that a text can be read with exactly the room it needs, and not with one byte
// less.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		text  string
		takes int64
		read  func(r io.Reader, room int64) error
	}{
		{"p cnf 2 2\nc p show 1 0\n1 -2 0\n2 0\n", 2*clauseBytes + 4*literalBytes, func(r io.Reader, room int64) error { _, err := readDIMACS(r, room); return err }},
		{"c squares 1 = a1 b1\np cnf 2 0\n", 2 * squareBytes, func(r io.Reader, room int64) error { _, err := readDIMACS(r, room); return err }},
		{"* #variable= 2 #constraint= 1\n1 x1 1 x2 >= 1 ;\n", constraintBytes + 2*termBytes, func(r io.Reader, room int64) error { _, err := readOPB(r, room); return err }},
		{"a b\nb  a\n a\n", 3*150 + 4*100, func(r io.Reader, room int64) error { _, err := dlx.Read(&coverText{from: r, room: room}); return err }},
	} {
		if err := c.read(strings.NewReader(c.text), c.takes); err != nil {
			t.Errorf("%q in %d bytes: %v", c.text, c.takes, err)
		}
		if err := c.read(strings.NewReader(c.text), c.takes-1); !errors.Is(err, errTooLarge) {
			t.Errorf("%q in %d bytes: %v", c.text, c.takes-1, err)
		}
	}
	if clauseBytes != 70 || literalBytes != 22 || constraintBytes != 200 || termBytes != 100 || squareBytes != 36 {
		t.Error("what was measured has changed: measure again")
	}
	r := &endless{text: "p cnf 9 999999999\n", unit: []byte("0\n")}
	if _, err := ReadProblem(family.Queens, "f", r); err == nil || !strings.HasSuffix(err.Error(), "more than 640 MiB") {
		t.Error(err)
	}
}

// TestLargestSum checks that the numbers of a constraint may add up to 2^62, regardless of signs.
func TestLargestSum(t *testing.T) {
	for _, c := range []struct {
		bound        int64
		coefficients []int64
		fits         bool
	}{
		{1 << 62, nil, true}, {-1 << 62, nil, true}, {1<<62 + 1, nil, false}, {math.MinInt64, nil, false},
		{0, []int64{1 << 61, -1 << 61}, true}, {1, []int64{1 << 61, -1 << 61}, false}, {1 << 61, []int64{-1 << 61}, true},
		{0, []int64{1 << 62, 1 << 62, 1 << 62, 1 << 62, 1}, false},
	} {
		constraint := PBConstraint{Bound: c.bound}
		for i, n := range c.coefficients {
			constraint.Terms = append(constraint.Terms, PBTerm{n, int32(i + 1)})
		}
		if fits(constraint) != c.fits {
			t.Errorf("%+v fits: %v", constraint, !c.fits)
		}
	}
	text := "* #variable= 5 #constraint= 1\n" + strings.Repeat("1000000000000000000 x1 ", 5) + ">= 1 ;\n"
	if p, err := ReadProblem(family.Queens, "f", strings.NewReader(text)); err != nil || p.Check(nil) == nil || p.Check(nqueens.Solution{{Variable: 1}}) != nil {
		t.Error(err)
	}
}

// TestMoreVariables checks that the number of variables is limited only by the memory.
func TestMoreVariables(t *testing.T) {
	for _, text := range []string{"p cnf 9000000 0\n", "* #variable= 9000000 #constraint= 0\n"} {
		if _, err := ReadProblem(family.Queens, "f", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "9000000 variables: solving it would take more than 640 MiB") {
			t.Errorf("%q: %v", text, err)
		}
		if err := roomFor(9_000_000, 2<<30); err != nil {
			t.Error(err)
		}
	}
}

// TestSumSize checks that a sum adds exactly sumSize auxiliaries and at most two clauses for each
// plus one.
func TestSumSize(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		s := nqueens.Sum{Min: int64(random.IntN(20) - 2)}
		n := 1 + random.IntN(7)
		for i := range n {
			s.Terms = append(s.Terms, nqueens.Term{Weight: int64(1 + random.IntN(6)), Literal: nqueens.Chosen(i)})
		}
		f := NewCNF(n)
		addSum(f, s)
		if nodes := sumSize(s); f.Variables != n+nodes || f.NumClauses() > 1+2*nodes {
			t.Fatalf("%+v: %d auxiliaries and %d clauses, and %d were said", s, f.Variables-n, f.NumClauses(), nodes)
		}
	}
}
