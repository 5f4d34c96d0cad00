package encode

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"nqueens"
	"nqueens/internal/readertest"
)

func opb(t testing.TB, p *PB) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.WriteOPB(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func constraints(variables int, all ...PBConstraint) *PB {
	p := NewPB(variables)
	for _, c := range all {
		p.Add(c)
	}
	return p
}

func TestWriteOPB(t *testing.T) {
	p := constraints(4,
		PBConstraint{Terms: []PBTerm{{1, 1}, {-2, 3}}, Bound: -1},
		PBConstraint{Terms: []PBTerm{{0, 4}}, Equal: true, Bound: 7},
		PBConstraint{Bound: 1})
	p.Squares = []nqueens.Square{{File: 0, Rank: 0}, {File: 1, Rank: 0}, {File: 0, Rank: 1}}
	const want = `* #variable= 4 #constraint= 3
* squares 1 = a1 b1
* squares 3 = a2
+1 x1 -2 x3 >= -1 ;
+0 x4 = 7 ;
+1 x1 >= 2 ;
`
	if got := opb(t, p); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestWriteOPBRefuses(t *testing.T) {
	for name, p := range map[string]*PB{
		"constraint 1 has variable 0":    constraints(2, PBConstraint{Terms: []PBTerm{{1, 0}}}),
		"constraint 1 has the coefficie": constraints(2, PBConstraint{Terms: []PBTerm{{maxNumber + 1, 1}}}),
		"constraint 1 has the bound":     constraints(2, PBConstraint{Bound: -maxNumber - 1}),
		"1 square for 0 variables":       {Squares: make([]nqueens.Square, 1)},
	} {
		var b bytes.Buffer
		if err := p.WriteOPB(&b); err == nil || !strings.Contains(err.Error(), name) || b.Len() > 0 {
			t.Errorf("%s: error %v after %d bytes", name, err, b.Len())
		}
	}
	full := errors.New("disk full")
	if err := NewPB(1).WriteOPB(failingWriter{full}); !errors.Is(err, full) {
		t.Errorf("failing writer: %v", err)
	}
}

func TestReadOPB(t *testing.T) {
	atLeast := func(bound int64, terms ...PBTerm) PBConstraint { return PBConstraint{Terms: terms, Bound: bound} }
	two := constraints(2, atLeast(1, PBTerm{1, 1}, PBTerm{-3, 2}))
	for name, c := range map[string]struct {
		text string
		want *PB
	}{
		"plain":            {"* #variable= 2 #constraint= 1\n+1 x1 -3 x2 >= 1 ;\n", two},
		"tight":            {"*#variable=2", nil},
		"no blanks":        {"* #variable=2 #constraint=1\n1 x1 -3 x2>=1;", two},
		"over lines":       {"* #variable= 2 #constraint= 1\r\n+1\r\nx1 -3\nx2 >=\n+1\n;", two},
		"comments":         {"* #variable= 2 #constraint= 1\n*\n** x\n+1 x1 -3 x2 >= 1 ;\n* #variable= 9\n", two},
		"newer headers":    {"* #variable= 2 #constraint= 1 #equal= 0 intsize= 3\n+1 x1 -3 x2 >= 1 ;\n", two},
		"at most":          {"* #variable= 2 #constraint= 1\n-1 x1 +3 x2 <= -1 ;\n", two},
		"negated literals": {"* #variable= 2 #constraint= 1\n-1 ~x1 +3 ~x2 >= 3 ;\n", two},
		"negated, at most": {"* #variable= 2 #constraint= 1\n1 ~x1 -3 ~x2 <= -3 ;\n", two},
		"equality": {"* #variable= 2 #constraint= 1\n+2 ~x2 = 1 ;\n",
			constraints(2, PBConstraint{Terms: []PBTerm{{-2, 2}}, Equal: true, Bound: -1})},
		"nothing": {"* #variable= 0 #constraint= 0", NewPB(0)},
		"largest": {"* #variable= 2147483647 #constraint= 1\n-1000000000000000000 x2147483647 >= 1000000000000000000 ;",
			constraints(0, atLeast(maxNumber, PBTerm{-maxNumber, 2147483647}))},
	} {
		got, err := ReadOPB(strings.NewReader(c.text))
		switch {
		case c.want == nil && err == nil:
			t.Errorf("%s: no error", name)
		case c.want != nil && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != nil && !got.Equal(c.want):
			t.Errorf("%s: got\n%s", name, opb(t, got))
		}
	}
}

func TestReadOPBErrors(t *testing.T) {
	const h = "* #variable= 2 #constraint= 1\n"
	for _, c := range []struct{ text, want string }{
		{"", `line 1, column 1: the end of the line: the first line should be "* #variable= VARIABLES #constraint= CONSTRAINTS"`},
		{"+1 x1 >= 1 ;", `line 1, column 1: "+1": the first line`},
		{"* a comment\n", `line 1, column 3: "a": the first line`},
		{"* #variable= 2\n#constraint= 1\n", `line 1, column 15: the end of the line`},
		{"* #variable= x #constraint= 1\n", `line 1, column 14: "x": the first line`},
		{"* #variable= -2 #constraint= 1\n", `line 1, column 14: "-2": the first line`},
		{"* #variable= 1000000000000 #constraint= 1\n", `line 1, column 14: 1000000000000 variables: at most 2147483647`},
		{h, `line 2, column 1: 0 constraints: the header promises 1`},
		{h + "1 x1 >= 1 ;\n1 x1 >= 1 ;\n", `line 3, column 1: constraint 2: the header promises only 1`},
		{h + "min: 1 x1 ;\n", `line 2, column 1: an objective`},
		{h + "1 x3 >= 1 ;\n", `line 2, column 3: variable x3: the header promises only 2`},
		{h + "1 x0 >= 1 ;\n", `line 2, column 3: "x0": should be a variable`},
		{h + "1 ~x3 >= 1 ;\n", `line 2, column 3: variable x3: the header promises only 2`},
		{h + "1 y >= 1 ;\n", `line 2, column 3: "y": should be a variable: x and its number`},
		{h + "1 x+1 >= 1 ;\n", `line 2, column 3: "x+1": should be a variable`},
		{h + "1 x" + strings.Repeat("0", 70) + "1 >= 1 ;\n", `line 2, column 3: "x0000000000000000000000000000000"…: should be a variable`},
		{h + "x1 >= 1 ;\n", `line 2, column 1: "x1": should be a coefficient, as in +1 x1`},
		{h + "1 x1 x2 >= 1 ;\n", `line 2, column 6: "x2": should be a coefficient, as in +1 x1 (a product`},
		{h + "1.5 x1 >= 1 ;\n", `line 2, column 1: "1.5": should be a coefficient`},
		{h + "1000000000000000001 x1 >= 1 ;\n", `line 2, column 1: "1000000000000000001": at most ±10^18`},
		{h + "1 x1 >= 99999999999999999999 ;\n", `line 2, column 9: "99999999999999999999": at most ±10^18`},
		{h + "1000000000000000000 ~x1 1 ~x2 >= 1 ;\n", `line 2, column 27: the coefficients of negated literals`},
		{h + "1 ~x1 >= -1000000000000000000 ;\n", `line 2, column 10: the bound with the negated`},
		{h + "1 x1 > 1 ;\n", `line 2, column 6: ">": should be a term as in +1 x1, or >=, = or <=`},
		{h + "1 x1 ;\n", `line 2, column 6: ";": should be a term`},
		{h + "1 ;\n", `line 2, column 3: ";": should be a variable`},
		{h + ">= 1 ;\n", `line 2, column 1: ">=" without a term before it; 0 x1 can stand for an empty sum`},
		{h + "1 x1 >= 1\n2 x2 >= 1 ;", `line 3, column 1: "2": should be the ; that ends a constraint`},
		{h + "1 x1 >= 1\n", `line 3, column 1: the end of the line: should be the ;`},
		{h + "1 x1 >= ;\n", `line 2, column 9: ";": should be the number that bounds the sum`},
		{h + "1 x1 >=", `line 2, column 8: the constraint breaks off; it should go on with a number and ;`},
		{h + "1 x1", `line 2, column 5: the constraint breaks off; it should go on with a term, >=, = or <=`},
		{h + "1", `line 2, column 2: the constraint breaks off; it should go on with a variable`},
		{h + "* squares 1 = a1 b1 c1\n1 x1 >= 1 ;", `line 2, column 3: 3 squares: the header promises only 2 variables`},
		{h + "* squares 2 = a1\n1 x1 >= 1 ;", `line 2, column 11: the squares of variables from 2 on`},
	} {
		_, err := ReadOPB(strings.NewReader(c.text))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.HasPrefix(err.Error(), "OPB, "+c.want) {
			t.Errorf("%q\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestReadOPBFailingReader(t *testing.T) {
	for _, text := range []string{"", "* #variable=", "* #variable= 2 #constraint= 0\n", "* #variable= 2 #constraint= 1\n1 x1"} {
		broken := errors.New("broken pipe")
		if _, err := ReadOPB(&thenFails{strings.NewReader(text), broken}); !errors.Is(err, broken) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestReadOPBPromises(t *testing.T) {
	got := allocated(func() {
		if _, err := ReadOPB(strings.NewReader("* #variable= 2147483647 #constraint= 9223372036854775807\n")); err == nil {
			t.Error("no error")
		}
	})
	if got > 1<<20 {
		t.Errorf("%d bytes", got)
	}
}

func TestOPBRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	number := func() int64 {
		n := r.Int64N(maxNumber + 1)
		return (n >> r.IntN(60)) * int64(1-2*r.IntN(2))
	}
	for range 2000 {
		n := 1 + r.IntN(9)
		p := NewPB(n)
		for range r.IntN(6) {
			c := PBConstraint{Equal: r.IntN(2) == 0, Bound: number()}
			for range r.IntN(5) {
				c.Terms = append(c.Terms, PBTerm{number(), int32(1 + r.IntN(n))})
			}
			p.Add(c)
		}
		for range r.IntN(n + 1) {
			p.Squares = append(p.Squares, nqueens.Square{File: r.IntN(800), Rank: r.IntN(3)})
		}
		text := opb(t, p)
		q, err := ReadOPB(iotest.OneByteReader(strings.NewReader(text)))
		if err != nil || !q.Equal(p) {
			t.Fatalf("error %v, wrote\n%s", err, text)
		}
	}
}

func FuzzReadOPB(f *testing.F) {
	f.Add("* #variable= 3 #constraint= 2\n* squares 1 = a1 b1\n+1 x1 -2 ~x3 >= -1 ;\n* x\n3 x2\n<= 4;")
	f.Add("* #variable= 2147483647 #constraint= 9223372036854775807 #equal= 1 intsize= 2\n-9223372036854775808 x1 = 0 ;")
	f.Fuzz(func(t *testing.T, text string) {
		readertest.Check(t, []byte(text), func(r io.Reader) error {
			_, err := ReadOPB(r)
			return err
		})
		p, err := ReadOPB(strings.NewReader(text))
		var syntax *SyntaxError
		if err != nil {
			if !errors.As(err, &syntax) {
				t.Fatalf("%v is no SyntaxError", err)
			}
			return
		}
		q, err := ReadOPB(strings.NewReader(opb(t, p)))
		if err != nil || !q.Equal(p) {
			t.Fatalf("error %v, read\n%s", err, opb(t, p))
		}
	})
}

// A word that never ends is refused where it gets too long, and not read for ever.
func TestEndlessWord(t *testing.T) {
	for _, word := range []string{"\x00", "x", "7", "+"} {
		for name, read := range map[string]func(io.Reader) error{
			"DIMACS": func(r io.Reader) error { _, err := ReadDIMACS(r); return err },
			"OPB":    func(r io.Reader) error { _, err := ReadOPB(r); return err },
		} {
			r := &endless{text: word, unit: []byte(word)}
			if err := read(io.LimitReader(r, 16<<20)); err == nil || r.read > 1<<20 {
				t.Errorf("%s of %q…: %v after %d bytes", name, word, err, r.read)
			}
		}
	}
}
