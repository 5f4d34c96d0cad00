package encode

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
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
	empty := func(c PBConstraint) *PB { return &PB{constraints: []PBConstraint{c}} }
	for name, c := range map[string]struct {
		text string
		want *PB
	}{
		"plain":                   {"* #variable= 2 #constraint= 1\n+1 x1 -3 x2 >= 1 ;\n", two},
		"no header":               {"+1 x1 -3 x2 >= 1 ;\n", two},
		"no blanks":               {"* #variable=2 #constraint=1\n1 x1 -3 x2>=1;", two},
		"no blanks at all":        {"1x1-3x2>=1;", two},
		"blanks everywhere":       {"\t + 1  x1 - 3 \n x2  >=  + 1  ; ", two},
		"over lines":              {"* #variable= 2 #constraint= 1\r\n+1\r\nx1 -3\nx2 >=\n+1\n;", two},
		"comments":                {"* #variable= 2 #constraint= 1\n*\n** x\n+1 x1 -3 x2 >= 1 ; * at the end\n* #variable= 9\n", two},
		"comments in between":     {"+1 x1\n* -2 x2\n-3\n* x2\nx2\n* x\n>=\n*\n1\n * ;\n;\n", two},
		"newer headers":           {"* #variable= 2 #constraint= 1 #equal= 0 intsize= 3\n+1 x1 -3 x2 >= 1 ;\n", two},
		"at most":                 {"* #variable= 2 #constraint= 1\n-1 x1 +3 x2 <= -1 ;\n", two},
		"negated literals":        {"* #variable= 2 #constraint= 1\n-1 ~x1 +3 ~x2 >= 3 ;\n", two},
		"negated, at most":        {"* #variable= 2 #constraint= 1\n1 ~x1 -3 ~x2 <= -3 ;\n", two},
		"negated with a blank":    {"-1 ~ x1 +3~x2 >= 3 ;\n", two},
		"no coefficient":          {"x1 -3 x2 >= 1 ;", two},
		"only a sign":             {"+x1 -3 x2 >= 1 ;", two},
		"two signs":               {"+ +1 x1 + -3 x2 >= - -1 ;", two},
		"stars":                   {"1*x1 -3 * x2 >= 1 ;", two},
		"zeros before numbers":    {"+01 x01 -3 x002 >= 001 ;", two},
		"empty statements":        {";;+1 x1 -3 x2 >= 1 ;;", two},
		"several on a line":       {"1 x1 >= 1 ; 1 x2 >= 1 ;1 x1 1 x2 >= 2;", constraints(2, atLeast(1, PBTerm{1, 1}), atLeast(1, PBTerm{1, 2}), atLeast(2, PBTerm{1, 1}, PBTerm{1, 2}))},
		"free by the header":      {"* #variable= 5 #constraint= 1\n+1 x1 >= 1 ;\n", constraints(5, atLeast(1, PBTerm{1, 1}))},
		"free in between":         {"+1 x3 >= 1 ;\n", constraints(3, atLeast(1, PBTerm{1, 3}))},
		"free, other spelling":    {"* nbvariable = 5 nbconstraint = 1\n+1 x1 >= 1 ;\n", constraints(5, atLeast(1, PBTerm{1, 1}))},
		"free, plural":            {"* #Variables: 5, #Constraints: 1\n+1 x1 >= 1 ;\n", constraints(1, atLeast(1, PBTerm{1, 1}))}, // "5," is not a number
		"header without numbers":  {"* #variable= #constraint=\n+1 x1 -3 x2 >= 1 ;\n", two},
		"prose with a number":     {"* variable 9 is odd\n+1 x1 -3 x2 >= 1 ;\n", two},
		"header below":            {"* made by a script\n* #variable= 2\n* #constraint= 1\n+1 x1 -3 x2 >= 1 ;\n", two},
		"equality":                {"* #variable= 2 #constraint= 1\n+2 ~x2 = 1 ;\n", constraints(2, PBConstraint{Terms: []PBTerm{{-2, 2}}, Equal: true, Bound: -1})},
		"doubled equality sign":   {"+2 ~x2 == 1 ;\n", constraints(2, PBConstraint{Terms: []PBTerm{{-2, 2}}, Equal: true, Bound: -1})},
		"nothing":                 {"* #variable= 0 #constraint= 0", NewPB(0)},
		"empty sum":               {">= 0 ;", empty(PBConstraint{})},
		"empty sum, at most":      {"<= -1 ;", empty(PBConstraint{Bound: 1})},
		"empty sum, equal":        {"= 2 ;", empty(PBConstraint{Equal: true, Bound: 2})},
		"largest":                 {"* #variable= 2147483647 #constraint= 1\n-1000000000000000000 x2147483647 >= 1000000000000000000 ;", constraints(0, atLeast(maxNumber, PBTerm{-maxNumber, 2147483647}))},
		"min":                     {"min: +1 x1 -3 x2 ;\n1 x1 >= 1 ;", minimising(0, constraints(2, atLeast(1, PBTerm{1, 1})), PBTerm{1, 1}, PBTerm{-3, 2})},
		"min, negated":            {"min : +1 x1 -3 ~x2 ;\n1 x1 >= 1 ;", minimising(-3, constraints(2, atLeast(1, PBTerm{1, 1})), PBTerm{1, 1}, PBTerm{3, 2})},
		"max":                     {"1 x1 >= 1 ; max: -1 x1 +3 x2;", minimising(0, constraints(2, atLeast(1, PBTerm{1, 1})), PBTerm{1, 1}, PBTerm{-3, 2})},
		"max, negated":            {"max: 3 ~x1;", minimising(-3, constraints(1), PBTerm{3, 1})},
		"min of nothing":          {"min: ;", minimising(0, NewPB(0))},
		"a variable called min":   {"min >= 1 ;", constraints(1, atLeast(1, PBTerm{1, 1}))},
		"constant in the comment": {"* objective constant = -2\nmin: 1 x1 ;", minimising(-2, constraints(1), PBTerm{1, 1})},
	} {
		got, err := ReadOPB(strings.NewReader(c.text))
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case !got.Equal(c.want) || !slices.Equal(got.Objective, c.want.Objective) || (got.Objective == nil) != (c.want.Objective == nil) || got.Constant != c.want.Constant:
			t.Errorf("%s: got\n%+v\nwant\n%+v", name, got, c.want)
		}
	}
}

func minimising(constant int64, p *PB, terms ...PBTerm) *PB {
	p.Objective, p.Constant = append([]PBTerm{}, terms...), constant
	return p
}

// TestOPBNames checks that variables keep the names of the text, and that x1, x2, … have these
// numbers.
func TestOPBNames(t *testing.T) {
	for text, want := range map[string]string{
		"1 a1 2 y_3 >= 1 ; 1 a1 1 x7 >= 1 ;":              "[a1 y_3 x7] 3",
		"min: 1 b ; 1 x2 1 a >= 1 ;":                      "[b x2 a] 3",
		"1 x2 1 x2 1 x02 1 a >= 1 ;":                      "[x2 a] 2",
		"1 x0 1 x2 >= 1 ;":                                "[x0 x1 x2] 3",
		"* #variable= 5 #constraint= 1\n1 x0 1 x2 >= 1 ;": "[x0 x1 x2 x3 x4] 5",
		"1 x1 1 x3 >= 1 ;":                                "[] 3",
		"1 q[1][2] 1 X1 1 a.b 1 _ >= 1 ;":                 "[q[1][2] X1 a.b _] 4",
		"* #variable= 9 #constraint= 1\n1 a ~b >= 1 ;":    "",
		"* #variable= 9 #constraint= 1\n1 a 1 ~b >= 1 ;":  "[a b] 2",
		"1 ~x2 >= 1 ; 1 x0 >= 1 ; min: 1 x1 ; 1 z >= 0 ;": "[x1 x2 x0 z] 4",
		"1 minimum 1 max 1 soft >= 1 ;":                   "[minimum max soft] 3",
	} {
		p, err := ReadOPB(strings.NewReader(text))
		if got := ""; err == nil {
			got = fmt.Sprint(p.Names, p.Variables)
			if got != want {
				t.Errorf("%q: %s, want %s", text, got, want)
			}
			for _, c := range p.constraints {
				for _, term := range c.Terms {
					if term.Variable < 1 || int(term.Variable) > p.Variables {
						t.Errorf("%q has the variable %d", text, term.Variable)
					}
				}
			}
		} else if want != "" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestOPBWarnings checks that a header that does not match gives a warning with the numbers.
func TestOPBWarnings(t *testing.T) {
	for text, want := range map[string]string{
		"* #variable= 2 #constraint= 2\n1 x1 1 x2 >= 1 ;\n": "line 1: the header says 2 constraints, but there is 1",
		"* #variable= 2 #constraint= 0\n1 x1 1 x2 >= 1 ;\n": "line 1: the header says 0 constraints, but there is 1",
		"* c\n* #variable= 1\n1 x1 1 x2 >= 1 ;\n":           "line 2: the header says 1 variable, but there are 2",
		"* nbvariable= 3\n1 a 1 b >= 1 ;\n":                 "line 1: the header says 3 variables, but there are 2",
		"* #variable= 3 #constraint= 1\n1 x1 1 x2 >= 1 ;\n": "",
		"1 x1 1 x2 >= 1 ;\n":                                "",
	} {
		p, err := ReadOPB(strings.NewReader(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := strings.Join(p.Warnings, "; "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestReadOPBErrors(t *testing.T) {
	const h = "* #variable= 2 #constraint= 1\n"
	for _, c := range []struct{ text, want string }{
		{"", `line 1, column 1: no constraint, no objective and no header`},
		{"* a comment\n", `line 2, column 1: no constraint, no objective`},
		{"* #variable= 2\n#constraint= 1\n", `line 2, column 1: "#constraint": should be a variable`},
		{h + "soft: 10 ;\n[1] 1 x1 >= 1 ;", `line 2, column 1: "soft:": soft constraints (WBO)`},
		{h + "[10] 1 x1 >= 1 ;", `line 2, column 1: "[10]": a soft constraint`},
		{h + "c1: 1 x1 >= 1 ;", `line 2, column 1: "c1:": should be a constraint`},
		{h + "1 x1 x2 >= 1 ;\n", `line 2, column 6: "x2": a product of variables`},
		{h + "1 x1 ~x2 >= 1 ;\n", `line 2, column 7: "x2": a product of variables`},
		{h + "1 x1*x2 >= 1 ;\n", `line 2, column 5: "*": a product of variables`},
		{h + "min: 1 x1 x2 ;\n", `line 2, column 11: "x2": a product of variables`},
		{h + "min: 1 x1 ;\nmax: 1 x2 ;\n", `line 3, column 1: a second objective; the first is in line 2`},
		{h + "min: 1 x1 >= 1 ;\n", `line 2, column 11: ">=": should be a term as in +1 x1, or the ; that ends the objective`},
		{h + "min: 1 x1", `line 2, column 10: the text ends too early`},
		{h + "min", `line 2, column 4: the text ends too early`},
		{h + "1 é >= 1 ;\n", `line 2, column 3: "é": should be a variable`},
		{h + "1 x, >= 1 ;\n", `line 2, column 3: "x,": should be a variable`},
		{h + "1 x+1 >= 1 ;\n", `line 2, column 7: ">=": should be a variable`},
		{h + "1 x4000000000 >= 1 ;\n", `line 2, column 3: variable x4000000000: `},
		{"1 x0 1 x2147483647 >= 1 ;\n", `line 2, column 1: variables x2147483647 and x0`},
		{h + "1 x" + strings.Repeat("0", 70) + "1 >= 1 ;\n", `line 2, column 3: "x0000000000`},
		{h + "1 2 x1 >= 1 ;\n", `line 2, column 3: "2": should be a variable`},
		{h + "1 x1 +2 >= 1 ;\n", `line 2, column 9: ">=": should be a variable`},
		{h + "1.5 x1 >= 1 ;\n", `line 2, column 1: "1.5": should be a whole number`},
		{h + "1e3 x1 >= 1 ;\n", `line 2, column 1: "1e3": should be a whole number`},
		{h + "--- 1 x1 >= 1 ;\n", `line 2, column 3: "-": a third sign`},
		{h + "1000000000000000001 x1 >= 1 ;\n", `line 2, column 1: "1000000000000000001": at most ±10^18`},
		{h + "-18446744073709551617 x1 >= 1 ;\n", `line 2, column 2: "18446744073709551617": at most ±10^18`},
		{h + "1 x1 >= 99999999999999999999 ;\n", `line 2, column 9: "99999999999999999999": at most ±10^18`},
		{h + "1000000000000000000 ~x1 1 ~x2 >= 1 ;\n", `line 2, column 28: the coefficients of negated literals`},
		{h + "1 ~x1 >= -1000000000000000000 ;\n", `line 2, column 1: the bound minus`},
		{h + "1 x1 > 1 ;\n", `line 2, column 6: ">": write >= or <=`},
		{h + "1 x1 < 1 ;\n", `line 2, column 6: "<": write >= or <=`},
		{h + "1 x1 != 1 ;\n", `line 2, column 6: "!=": should be a term as in +1 x1, or >=, = or <=`},
		{h + "1 x1 ;\n", `line 2, column 6: ";": should be a term`},
		{h + "1 ;\n", `line 2, column 3: ";": should be a variable`},
		{h + "1 x1 >= x2 ;\n", `line 2, column 9: "x2": should be the number that bounds the sum`},
		{h + "1 x1 >= 2x2 ;\n", `line 2, column 9: "2x2": should be the number that bounds the sum`},
		{h + "1 x1 >= 1\n2 x2 >= 1 ;", `line 3, column 1: "2": should be the ; that ends a constraint`},
		{h + "1 x1 >= 1\n", `line 3, column 1: the end of the line: should be the ;`},
		{h + "1 x1 >= ;\n", `line 2, column 9: ";": should be the number that bounds the sum`},
		{h + "1 x1 >=", `line 2, column 8: the text ends too early; next should be a number`},
		{h + "1 x1", `line 2, column 5: the text ends too early; next should be a term`},
		{h + "1", `line 2, column 2: the text ends too early; next should be a variable`},
		{h + "* squares 1 = a1 b1 c1\n1 x1 >= 1 ;", `line 2, column 3: 3 squares, and there are only 2 variables`},
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

func TestReadOPBLargeHeader(t *testing.T) {
	got := allocated(func() {
		if _, err := ReadOPB(strings.NewReader("* #variable= 2147483647 #constraint= 9223372036854775807\n")); err != nil {
			t.Error(err)
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
		if r.IntN(2) == 0 {
			p.Objective = []PBTerm{{number(), int32(1 + r.IntN(n))}, {number(), int32(1 + r.IntN(n))}}
			p.Constant = number()
		}
		for range r.IntN(n + 1) {
			p.Squares = append(p.Squares, nqueens.Square{File: r.IntN(800), Rank: r.IntN(3)})
		}
		text := opb(t, p)
		q, err := ReadOPB(iotest.OneByteReader(strings.NewReader(text)))
		if err != nil || !q.Equal(p) || !slices.Equal(q.Objective, p.Objective) || q.Constant != p.Constant {
			t.Fatalf("error %v, wrote\n%s", err, text)
		}
	}
}

func FuzzReadOPB(f *testing.F) {
	for _, text := range []string{
		"* #variable= 3 #constraint= 2\n* squares 1 = a1 b1\n+1 x1 -2 ~x3 >= -1 ;\n* x\n3 x2\n<= 4;",
		"* #variable= 2147483647 #constraint= 9223372036854775807 #equal= 1 intsize= 2\n-9223372036854775808 x1 = 0 ;",
		"min: 2a1 -3 ~ b_2;\nx0+x1>=1;>= -1 ;\n",
		"* nbvariable 4\nmax: x0 ; 1*x3 <= 1 ;",
		"* objective constant = 5\nmin: ;\n= 0 ; 1 x1 x2 >= 1 ;",
		"soft: 3 ; [2] 1 x1 == - -1 ;",
	} {
		f.Add(text)
	}
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
		if err != nil || !same(p, q) {
			t.Fatalf("error %v, read\n%s", err, opb(t, p))
		}
	})
}

// same reports whether q is what reading the text of p gives. An objective without terms is written
// only if there is a variable.
func same(p, q *PB) bool {
	sum := slices.DeleteFunc(slices.Clone(p.Objective), func(t PBTerm) bool { return len(p.Objective) == 1 && t.Coefficient == 0 })
	again := slices.DeleteFunc(slices.Clone(q.Objective), func(t PBTerm) bool { return len(q.Objective) == 1 && t.Coefficient == 0 })
	return q.Equal(p) && slices.Equal(sum, again) && q.Constant == p.Constant && (p.Variables == 0 || (p.Objective == nil) == (q.Objective == nil))
}

// A word without end is rejected when it gets too long.
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
