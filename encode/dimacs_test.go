package encode

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/readertest"
)

func formula(variables int, clauses ...[]int32) *CNF {
	f := NewCNF(variables)
	for _, c := range clauses {
		f.Add(c...)
	}
	return f
}

func dimacs(t testing.TB, f *CNF) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.WriteDIMACS(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteDIMACS(t *testing.T) {
	f := formula(4, []int32{1, -2}, nil, []int32{-4})
	f.Squares = []nqueens.Square{{File: 0, Rank: 0}, {File: 27, Rank: 0}, {File: 0, Rank: 11}}
	f.Projection = []int32{3, 1}
	const want = `c squares 1 = a1 ab1
c squares 3 = a12
c t pmc
p cnf 4 3
c p show 3 1 0
c project 3 1 0
1 -2 0
0
-4 0
`
	if got := dimacs(t, f); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := dimacs(t, NewCNF(0)); got != "p cnf 0 0\n" {
		t.Errorf("no clauses: %q", got)
	}
}

func TestWriteDIMACSRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*CNF){
		"the projection lists 3":      func(f *CNF) { f.Projection = []int32{3} },
		"the projection lists 0":      func(f *CNF) { f.Projection = []int32{0} },
		"3 squares for 2 variables":   func(f *CNF) { f.Squares = make([]nqueens.Square, 3) },
		"is not a square":             func(f *CNF) { f.Squares = []nqueens.Square{{File: 0, Rank: -1}} },
		"clause 2 has the literal 0":  func(f *CNF) { f.Add(1, 0) },
		"clause 2 has the literal 5":  func(f *CNF) { f.Add(5); f.Variables = 4 },
		"clause 2 has the literal -5": func(f *CNF) { f.Add(-5); f.Variables = 4 },
	} {
		f := formula(2, []int32{1})
		spoil(f)
		var b bytes.Buffer
		if err := f.WriteDIMACS(&b); err == nil || !strings.Contains(err.Error(), name) || b.Len() > 0 {
			t.Errorf("%s: error %v after %d bytes", name, err, b.Len())
		}
	}
	full := errors.New("disk full")
	if err := formula(2, []int32{1}).WriteDIMACS(failingWriter{full}); !errors.Is(err, full) {
		t.Errorf("failing writer: %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestReadDIMACS(t *testing.T) {
	with := func(f *CNF, projection []int32) *CNF {
		f.Projection = projection
		return f
	}
	two := func() *CNF { return formula(3, []int32{1, -2}, []int32{3}) }
	for name, c := range map[string]struct {
		text string
		want *CNF
	}{
		"plain":                 {"p cnf 3 2\n1 -2 0\n3 0\n", two()},
		"no last newline":       {"p cnf 3 2\n1 -2 0\n3 0", two()},
		"one line":              {"p cnf 3 2\n1 -2 0 3 0", two()},
		"over lines":            {"p cnf 3 2\n1\n\n-2\n0 3\n0", two()},
		"carriage returns":      {"p cnf 3 2\r\n1 -2 0\r\n3 0\r\n", two()},
		"tabs and indents":      {" \tp  cnf\t3 2 \n\t1 -2  0\n 3 0", two()},
		"leading zeros":         {"p cnf 03 2\n01 -02 0\n3 00", two()},
		"comments":              {"c\ncomment\nc p\np cnf 3 2\nc x\n1 d\n", nil},
		"comments on a line":    {"p cnf 3 2\n1 c 5 0\n-2 0 c two 3 0\n3 0 c\n%\nc 4 0\n", two()},
		"2020":                  {"c pmc\np pcnf 3 2 2\nvp 1\t3 0\n1 -2 0 3 0", with(two(), []int32{1, 3})},
		"2020, on nothing":      {"p pcnf 3 2 0\n1 -2 0 3 0", with(two(), []int32{})},
		"a problem type":        {"c t mc\nc t is a letter\nc t 5\np cnf 3 2\n1 -2 0 3 0", two()},
		"a projected one":       {"c t pmc\np cnf 3 2\nc p show 1 3 0\n1 -2 0 3 0", with(two(), []int32{1, 3})},
		"a factor of 1":         {"c MUST MULTIPLY BY 1 0\nc MUST be\np cnf 3 2\n1 -2 0 3 0", two()},
		"no end of line":        {"p   cnf\t3 2 \r\n\r\n1 -2 0\r\n\t3\r\n0", two()},
		"comments in a clause":  {"c hello\np cnf 3 2\n1\nc 5 0\n-2 0\nc\n3 0\nc the end", two()},
		"SATLIB's end":          {"p cnf 3 2\n1 -2 0\n3 0\n%\n0\n\n", two()},
		"empty clause":          {"p cnf 1 2\n0\n1 0", formula(1, nil, []int32{1})},
		"nothing":               {"p cnf 0 0", formula(0)},
		"model counting":        {"p cnf 3 2\nc p show 1 3 0\n1 -2 0\n3 0\n", with(two(), []int32{1, 3})},
		"before the header":     {"c ind 1 0\nc ind 3 0\np cnf 3 2\n1 -2 0\n3 0\n", with(two(), []int32{1, 3})},
		"after the clauses":     {"p cnf 3 2\n1 -2 0\n3 0\nc project 2 0", with(two(), []int32{2})},
		"on nothing":            {"p cnf 3 2\n1 -2 0\n3 0\nc p show 0", with(two(), []int32{})},
		"three that agree":      {"p cnf 3 2\nc ind 3 1 0\nc project 1 3 0\nc p show 1 0\nc p show 3 0\n1 -2 0 3 0", with(two(), []int32{1, 3})},
		"prose with a keyword":  {"p cnf 3 2\nc project Jupiter\nc ind\nc p shows\nc squares\nc squares are white\n1 -2 0 3 0", two()},
		"keywords in one word":  {"p cnf 3 2\ncp show of hands\nc pshow nine\n1 -2 0 3 0", two()},
		"a header and text":     {"c p cnf 9 9 0\nc p = 5\nc p shown by 2\nc p implies q 0\np cnf 3 2\n1 -2 0 3 0", two()},
		"other directives":      {"c p optshow 1 3 0\np cnf 3 2\nc weights are heavy\nc p show 1 0\n1 -2 0 3 0", with(two(), []int32{1})},
		"a long comment":        {"c " + strings.Repeat("long ", 1e5) + "\np cnf 3 2\n1 -2 0 3 0", two()},
		"two billion variables": {"p cnf 2147483647 1\n-2147483647 0", formula(math.MaxInt32, []int32{-math.MaxInt32})},
	} {
		got, err := ReadDIMACS(strings.NewReader(c.text))
		if c.want == nil {
			if err == nil {
				t.Errorf("%s: no error", name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !got.Equal(c.want) || (got.Projection == nil) != (c.want.Projection == nil) {
			t.Errorf("%s: got\n%s", name, dimacs(t, got))
		}
	}
}

func TestReadDIMACSErrors(t *testing.T) {
	long := strings.Repeat("0", 100) + "1"
	for _, c := range []struct{ text, want string }{
		{"", `line 1, column 1: no header "p cnf VARIABLES CLAUSES"`},
		{"c only\n", `line 2, column 1: no header`},
		{"1 0\np cnf 1 1\n", `line 1, column 1: "1" before the header`},
		{"pcnf 1 1\n", `line 1, column 1: "pcnf" before the header`},
		{"p\n", `line 1, column 2: the end of the line in the header, which should be "p cnf VARIABLES CLAUSES"`},
		{"p wcnf 3 2\n", `line 1, column 3: "wcnf" in the header`},
		{"p cnf 3\n", `line 1, column 8: the end of the line in the header`},
		{"p cnf\n3 2\n", `line 1, column 6: the end of the line`},
		{"p cnf x 2\n", `line 1, column 7: "x"`},
		{"p cnf -3 2\n", `line 1, column 7: "-3"`},
		{"p cnf 3 2 1\n", `line 1, column 11: "1" after the header`},
		{"p cnf 1000000000000 2\n", `line 1, column 7: 1000000000000 variables: at most 2147483647`},
		{"p cnf 3 99999999999999999999\n", `line 1, column 9: "99999999999999999999" is too large`},
		{"p cnf 1 0\np cnf 1 0\n", `line 2, column 1: a second header`},
		{"p cnf 2 1\n1 9223372036854775807 0\n", `line 2, column 3: literal 9223372036854775807: at most 2147483647 variables`},
		{"p cnf 2 1\n-9223372036854775808 0\n", `line 2, column 1: literal -9223372036854775808: at most 2147483647 variables`},
		{"p cnf 2 1\n1 99999999999999999999 0\n", `line 2, column 3: "99999999999999999999" is not a literal`},
		{"p cnf 2 1\n1 two 0\n", `line 2, column 3: "two" is not a literal`},
		{"p cnf 2 1\n1 +2 0\n", `line 2, column 3: "+2" is not a literal`},
		{"p cnf 2 1\n1 -0\n", `line 2, column 3: "-0" is not a literal`},
		{"p cnf 2 1\n1 2.0 0\n", `line 2, column 3: "2.0" is not a literal`},
		{"p cnf 2 1\nx1 2 0\n", "line 2, column 1: an exclusive-or (x)"},
		{"p cnf 2 1\nw 1 0.5\n", `line 2, column 1: a weight (w): write it as "c p weight LITERAL WEIGHT 0"`},
		{"c weights 0.5 0.5\np cnf 2 0\n", "line 1, column 3: weights (c weights): write them"},
		{"p cnf 2 0\nc t pwmc\n", "line 2, column 5: the problem type is pwmc, but no line"},
		{"c t wmc\np cnf 2 0\nc p show 1 0\n", "line 3, column 5: variables to project on: the problem type wmc in line 1"},
		{"c t mc\np cnf 2 0\nc p weight 1 0.5 0\n", "line 3, column 12: a weight: the problem type mc in line 1"},
		{"p cnf 2 0\nc p weight 3 0.5 0\n", "line 2, column 12: variable 3: the header says 2 variables"},
		{"p cnf 2 0\nc p weight 0 0.5 0\n", `line 2, column 12: "0" is not a literal; a weight should be`},
		{"p cnf 2 0\nc p weight 1\n", "line 2, column 13: the end of the line is not a weight"},
		{"p cnf 2 0\nc p weight 1 0x8 0\n", `line 2, column 14: "0x8" is not a weight: a decimal`},
		{"p cnf 2 0\nc p weight 1 1/0 0\n", `line 2, column 14: "1/0" is not a weight: the denominator is 0`},
		{"p cnf 2 0\nc p weight 1 0.5 1\n", `line 2, column 18: "1" after a weight`},
		{"p cnf 2 0\nc p weight 1 0.5 0\nc p weight 1 0.6 0\n", "line 3, column 12: literal 1 has the weight 3/5, and line 2 gives it 1/2"},
		{"p cnf 2 0\nc p weight -1 1.5 0\n", "line 2, column 12: literal -1 has the weight 3/2 and 1 has none"},
		{"p cnf 2 0\nc p weight 2 0.5 0\nc p show 1 0\n", "line 2, column 12: a weight of variable 2, which is not among those to project on"},
		{"p cnf 2 0\nc MUST MULTIPLY BY 8 0\n", "line 2, column 3: a factor (c MUST MULTIPLY BY 8)"},
		{"c t mc\np cnf 2 0\nc p show 1 0\n", "line 3, column 5: variables to project on: "},
		{"p cnf 2 1\nc p shwo 1 0\n1 2 0\n", `line 2, column 5: "shwo" is no keyword after "c p"`},
		{"p cnf 2 1\nc p wieght 1 0.3\n1 2 0\n", `line 2, column 5: "wieght" is no keyword after "c p"`},
		{"p cnf 2 1\nc p max 1 0\n1 2 0\n", `line 2, column 5: "max" is no keyword after "c p"`},
		{"p cnf 2 1\ncp show 1 0\n1 2 0\n", `line 2, column 1: "cp" should be "c p"`},
		{"p cnf 2 1\nc pshow 1 0\n1 2 0\n", `line 2, column 3: "c pshow" should be "c p show"`},
		{"p cnf 2 1\nc p optshow 1 0\n1 2 0\n", "line 2, column 5: c p optshow only adds"},
		{"c t mmc\np cnf 2 1\n1 2 0\n", `line 1, column 5: the problem type "mmc" (c t)`},
		{"p cnf 99999999999999999999 1\n", `line 1, column 7: "99999999999999999999" is too large a number in the header`},
		{"c t pmc\np cnf 2 0\n", "line 1, column 5: the problem type is pmc"},
		{"c t pmc\nc t mc\np cnf 2 0\n", "line 2, column 5: the problem type mc, after pmc in line 1"},
		{"p pcnf 2 1 1\n1 0\n", "line 1, column 1: the header is \"p pcnf\""},
		{"p pcnf 2 1\n1 0\n", `line 1, column 11: the end of the line in the header, which should be "p pcnf VARIABLES CLAUSES LISTED"`},
		{"p cnf 2 1\nvp 1 0\n1 0\n", `line 2, column 1: "vp" is not a literal`},
		{"p pcnf 2 1 1\nvp x\n1 0\n", `line 2, column 4: "x" is not a variable`},
		{"p pcnf 2 1 1\nvp\n1 0\n", "line 2, column 3: the end of the line is not a variable"},
		{"p cnf 2 1\n" + long + " 0\n", `line 2, column 1: "00000000000000000000000000000000"… is not a literal`},
		{"p cnf 2 0\nc p show x 0\n", `line 2, column 10: "x" is not a variable`},
		{"p cnf 2 0\nc p show\n", "line 2, column 9: the end of the line is not a variable"},
		{"p cnf 2 0\nc p show 1 2\n", `line 2, column 13: the list of variables should end with 0`},
		{"p cnf 2 0\nc p show 1 -2 0\n", `line 2, column 12: "-2" is not a variable`},
		{"p cnf 2 0\nc project 1 b 0\n", `line 2, column 13: "b" is not a variable`},
		{"p cnf 2 0\nc p show 1 0 2 0\n", `line 2, column 14: "2" after the 0`},
		{"c ind 1 3 0\np cnf 2 0\n", `line 1, column 9: variable 3: the header `},
		{"p cnf 2 0\nc p show 1 0\nc project 2 0\n", `line 3, column 3: the lines "c p show", "c project", "c ind" and "vp" list different`},
		{"p cnf 2 0\nc p show 0\nc project 2 0\n", `line 3, column 3: the lines`},
		{"c squares 2 = b1\np cnf 2 0\n", `line 1, column 11: the squares of variables from 2 on`},
		{"c squares 1 a1\np cnf 2 0\n", `line 1, column 13: "a1": should be "=" and the squares`},
		{"c squares 1 = a0\np cnf 2 0\n", `line 1, column 15: square "a0": ranks begin at 1`},
		{"c squares 1 = a1 b1 c1\np cnf 2 0\n", `line 1, column 3: variable 3: the header `},
	} {
		_, err := ReadDIMACS(strings.NewReader(c.text))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.HasPrefix(err.Error(), "DIMACS, "+c.want) {
			t.Errorf("%q\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestReadDIMACSWarnings checks that wrong numbers in the header, a missing last 0 and unknown keywords only
// give warnings.
func TestReadDIMACSWarnings(t *testing.T) {
	projected := formula(2, []int32{1, 2})
	projected.Projection = []int32{1}
	for _, c := range []struct {
		text string
		want *CNF
		warn string
	}{
		{"p cnf 2 1\n1 -3 0\n", formula(3, []int32{1, -3}), "line 2, column 3: literal -3: the header says 2 variables"},
		{"p cnf 2 1\n1 3 4 0\n", formula(4, []int32{1, 3, 4}), "line 2, column 3: literal 3: the header says 2 variables"},
		{"p cnf 2 1\n1 2\n", formula(2, []int32{1, 2}), "line 3, column 1: the last clause should end with 0"},
		{"p cnf 2 2\n1 2 0\n2", formula(2, []int32{1, 2}, []int32{2}), "line 3, column 2: the last clause should end with 0"},
		{"p cnf 2 2\n1\n2 0\n", formula(2, []int32{1, 2}), "line 1, column 1: the header says 2 clauses, but there is 1; line 3 continues a clause: the 0 that ends a clause may be missing before it"},
		{"p cnf 2 1\n1 2\n%\n0\n", formula(2, []int32{1, 2}), "line 3, column 1: the last clause should end with 0"},
		{"c x\np cnf 2 2\n1 2 0\n", formula(2, []int32{1, 2}), "line 2, column 1: the header says 2 clauses, but there is 1"},
		{"p cnf 2 1\n1 0\n2 0\n", formula(2, []int32{1}, []int32{2}), "line 1, column 1: the header says 1 clause, but there are 2"},
		{"p cnf 2 0\n0\n", formula(2, []int32{}), "line 1, column 1: the header says 0 clauses, but there is 1"},
		{"p pcnf 2 1 2\nvp 1 0\n1 2 0\n", projected, "line 1, column 1: the header says 2 variables to project on, but there is 1"},
	} {
		got, err := ReadDIMACS(strings.NewReader(c.text))
		if err != nil || !got.Equal(c.want) || len(got.Warnings) != 1 || !strings.HasPrefix(got.Warnings[0], "DIMACS, "+c.warn) {
			t.Errorf("%q: %v, %v, want the warning %s", c.text, got, err, c.warn)
		}
		p, err := Reading{}.Problem(family.Queens, "f.cnf", strings.NewReader(c.text))
		if err != nil || len(p.Formula.Warnings) != 1 {
			t.Errorf("%q as a problem: %v, %v", c.text, p, err)
		}
		if _, err := (Reading{Strict: true}).Problem(family.Queens, "f.cnf", strings.NewReader(c.text)); err == nil || !strings.HasPrefix(err.Error(), "DIMACS, "+c.warn) {
			t.Errorf("%q where nothing wrong is taken: %v", c.text, err)
		}
	}
}

func TestReadDIMACSFailingReader(t *testing.T) {
	for _, text := range []string{"", "p cnf", "p cnf 2 1\n1", "p cnf 2 1\nc p show 1"} {
		broken := errors.New("broken pipe")
		r := iotest.DataErrReader(iotest.OneByteReader(&thenFails{strings.NewReader(text), broken}))
		if _, err := ReadDIMACS(r); !errors.Is(err, broken) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// thenFails returns err after the text.
type thenFails struct {
	*strings.Reader
	err error
}

func (r *thenFails) Read(p []byte) (int, error) {
	if r.Len() == 0 {
		return 0, r.err
	}
	return r.Reader.Read(p)
}

// The numbers in the header allocate no memory: with the largest numbers, reading takes less than a megabyte.
func TestReadDIMACSLargeHeader(t *testing.T) {
	got := allocated(func() {
		if _, err := ReadDIMACS(strings.NewReader("p cnf 2147483647 9223372036854775807\n1 0\n")); err != nil {
			t.Error(err)
		}
	})
	if got > 1<<20 {
		t.Errorf("%d bytes", got)
	}
}

// allocated returns the number of bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func randomCNF(r *rand.Rand) *CNF {
	n := r.IntN(9)
	f := NewCNF(n)
	for range r.IntN(8) {
		var clause []int32
		for n > 0 && r.IntN(4) > 0 {
			clause = append(clause, int32(1+r.IntN(n))*int32(1-2*r.IntN(2)))
		}
		f.Add(clause...)
	}
	if r.IntN(2) == 0 {
		f.Projection = []int32{}
		for _, v := range r.Perm(n)[:r.IntN(n+1)] {
			f.Projection = append(f.Projection, int32(v+1))
		}
	}
	for range r.IntN(n + 1) {
		f.Squares = append(f.Squares, nqueens.Square{File: r.IntN(800), Rank: r.IntN(3)})
	}
	return f
}

func TestDIMACSRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		f := randomCNF(r)
		text := dimacs(t, f)
		g, err := ReadDIMACS(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !g.Equal(f) || (f.Projection == nil) != (g.Projection == nil) {
			t.Fatalf("wrote\n%sread\n%s", text, dimacs(t, g))
		}
	}
	f := FromModel(family.Queens.Model(40), sequentialEncoding())
	g, err := ReadDIMACS(iotest.HalfReader(strings.NewReader(dimacs(t, f))))
	if err != nil || !g.Equal(f) {
		t.Errorf("queens(40): error %v, or not equal", err)
	}
}

func FuzzReadDIMACS(f *testing.F) {
	f.Add("c squares 1 = a1 b1\nc squares 3 = a2\np cnf 3 2\nc p show 1 2 0\nc project 2 1 0\n1 -2 0\nc x\n3\n0\n%\n0\n")
	f.Add("p cnf 2147483647 9223372036854775807\n-2147483648 0\n")
	f.Add("c ind 1 0\r\np cnf 1 1\r\n0\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		readertest.Check(t, []byte(text), func(r io.Reader) error {
			_, err := ReadDIMACS(r)
			return err
		})
		g, err := ReadDIMACS(strings.NewReader(text))
		var syntax *SyntaxError
		if err != nil {
			if !errors.As(err, &syntax) {
				t.Fatalf("%v is no SyntaxError", err)
			}
			return
		}
		again, err := ReadDIMACS(strings.NewReader(dimacs(t, g)))
		if err != nil || !again.Equal(g) || (again.Projection == nil) != (g.Projection == nil) {
			t.Fatalf("error %v, read\n%s", err, dimacs(t, g))
		}
	})
}

func BenchmarkReadDIMACS(b *testing.B) {
	text := dimacs(b, FromModel(family.Queens.Model(50), pairwiseEncoding()))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := ReadDIMACS(strings.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}

// TestWordLengths checks that a number may have leading zeros up to a word length of 63 bytes.
func TestWordLengths(t *testing.T) {
	for zeros, fits := range map[int]bool{61: true, 62: true, 63: false, 64: false} {
		word := strings.Repeat("0", zeros) + "1"
		if f, err := ReadDIMACS(strings.NewReader("p cnf 1 1\n" + word + " 0\n")); (err == nil) != fits || fits && !f.Equal(formula(1, []int32{1})) {
			t.Errorf("a literal of %d bytes: %v", len(word), err)
		}
		if _, err := ReadOPB(strings.NewReader("* #variable= 1 #constraint= 1\n" + word + " x1 >= 1 ;\n")); (err == nil) != fits {
			t.Errorf("a coefficient of %d bytes: %v", len(word), err)
		}
		// The x of a variable is part of its word.
		if _, err := ReadOPB(strings.NewReader("1 x" + word[1:] + " >= 1 ;\n")); (err == nil) != fits {
			t.Errorf("a variable of %d bytes: %v", len(word), err)
		}
	}
	long := strings.Repeat("y", maxWord-1)
	for word, quoted := range map[string]string{long: `"` + long + `"`, long + "y": `"` + long[:maxWord/2] + `"…`, long + "yz": `"` + long[:maxWord/2] + `"…`} {
		if _, err := ReadDIMACS(strings.NewReader("p cnf 1 1\n" + word + " 0\n")); err == nil || !strings.HasPrefix(err.Error(), "DIMACS, line 2, column 1: "+quoted+" is not a literal") {
			t.Errorf("a word of %d bytes: %v", len(word), err)
		}
	}
}

// TestLongRanks checks that comments of squares and of pieces have at most 32 entries a line.
func TestLongRanks(t *testing.T) {
	for n, want := range map[int]int{31: 1, 32: 1, 33: 2, 64: 2, 65: 3} {
		f := NewCNF(n)
		for file := range n {
			f.Squares = append(f.Squares, nqueens.Square{File: file})
			f.Chosen = append(f.Chosen, nqueens.On(file, 1))
		}
		text := dimacs(t, f)
		if got := [2]int{strings.Count(text, "c squares "), strings.Count(text, "c chosen ")}; got != [2]int{want, want} {
			t.Errorf("%d squares in %d lines, as many pieces in %d, want %d", n, got[0], got[1], want)
		}
		if g, err := ReadDIMACS(strings.NewReader(text)); err != nil || !g.Equal(f) {
			t.Errorf("%d squares: read again %v", n, err)
		}
	}
}

func TestWriteWCNFRefuses(t *testing.T) {
	f := formula(2, []int32{1})
	f.Projection = []int32{3}
	var b bytes.Buffer
	if err := f.WriteWCNF(&b, nil, 0); err == nil || !strings.HasPrefix(err.Error(), "writing WCNF: the projection lists 3") || b.Len() > 0 {
		t.Errorf("%v after %d bytes", err, b.Len())
	}
	full := errors.New("disk full")
	if err := formula(2, []int32{1}).WriteWCNF(failingWriter{full}, []SoftLiteral{{1, 2}}, 0); !errors.Is(err, full) {
		t.Errorf("failing writer: %v", err)
	}
}

// The weights of a formula are read, kept in a model, and written.
func TestWeights(t *testing.T) {
	const text = `c t pwmc
p cnf 3 2
c p show 1 2 0
c p weight 1 0.3 0
c p weight -1 8e-1 0
c p weight -2 1/3
1 2 3 0
-1 2 0
`
	f, err := ReadDIMACS(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	want := map[int32]string{1: "3/10 4/5", 2: "2/3 1/3"}
	check := func(f *CNF) {
		t.Helper()
		got := map[int32]string{}
		for v, w := range f.Weights {
			got[v] = w.Chosen.RatString() + " " + w.NotChosen.RatString()
		}
		if !maps.Equal(got, want) {
			t.Errorf("weights %v, want %v", got, want)
		}
	}
	check(f)
	if len(f.Warnings) != 1 || !strings.Contains(f.Warnings[0], "line 6, column 12: literal -2 has the weight 1/3 and 2 has none: it is taken to have 2/3") {
		t.Errorf("warnings %q", f.Warnings)
	}
	var out strings.Builder
	if err := f.WriteDIMACS(&out); err != nil {
		t.Fatal(err)
	}
	if f, err = ReadDIMACS(strings.NewReader(out.String())); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	check(f)
	p, err := ReadProblem(family.Queens, "f", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Model()
	if err != nil || !p.Formula.Weighted() {
		t.Fatalf("weighted %v, %v", p.Formula.Weighted(), err)
	}
	check(FromModel(m, Encodings()[0]))
}

// TestMisplaced checks the errors for a clause after a bound, and for weights and projections in a comment
// after a clause.
func TestMisplaced(t *testing.T) {
	for text, want := range map[string]string{
		"p cnf+ 3 2\n1 2 3 <= 2 0\n1 0\n":         "line 2, column 12: 0 after the bound",
		"p cnf 2 1\n1 2 0 c p weight 1 0.5 0\n":   "line 2, column 9: c p weight after a clause",
		"p cnf 2 1\n1 2 0 c p show 1 0\n":         "line 2, column 9: c p show after a clause",
		"p cnf 2 1\n1 2 0 c p shwo 1 0\n":         "line 2, column 9: c p shwo after a clause",
		"p cnf 2 1\n1 2 0 c ind 1 0\n":            "line 2, column 9: c ind after a clause",
		"p wcnf 2 1 9\nc p show 1 0\n9 1 2 0\n":   "line 2, column 3: c p show, which counts of models obey, has no meaning in MaxSAT",
		"c ind 1 0\nh 1 2 0\n":                    "line 1, column 3: c ind",
		"c p weight 1 0.5 0\nh 1 2 0\n":           "line 1, column 3: c p weight",
		"p wcnf 2 1 9\n9 1 2 0 c p show 1 0\n":    "line 2, column 11: c p show",
		"c p is true\nh 1 2 0\n":                  "",
		"* ind 1 2 0\n1 x1 >= 1 ;\n":              "line 1, column 3: c ind",
		"* c p weight -1 0.5 0\n1 x1 >= 1 ;\n":    "line 1, column 5: c p weight",
		"1 x1\n* p show 1 0\n>= 1 ;\n":            "line 2, column 3: c p show",
		"* ind is 5\n1 x1 >= 1 ;\n":               "",
		"* #variable= 9999999999\n1 x1 >= 1 ;\n":  "line 1, column 14: 9999999999 variables in the header",
		"p cnf+ 3 2\n1 2 3 <= 2\n1 0\n":           "",
		"p cnf 2 1\n1 2 0 c p was false before\n": "",
	} {
		_, err := ReadProblem(family.Queens, "f.cnf", strings.NewReader(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
