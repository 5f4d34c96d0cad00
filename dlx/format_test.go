package dlx_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"nqueens/dlx"
	"nqueens/internal/readertest"
)

// text returns the output of WriteTo.
func text(tb testing.TB, p *dlx.Problem) string {
	tb.Helper()
	var b strings.Builder
	n, err := p.WriteTo(&b)
	if err != nil || n != int64(b.Len()) {
		tb.Fatalf("WriteTo = %d and error %v for %d bytes", n, err, b.Len())
	}
	return b.String()
}

// sameProblem fails unless both problems have the same items and options.
func sameProblem(tb testing.TB, got, want *dlx.Problem) {
	tb.Helper()
	if !slices.Equal(got.Items(), want.Items()) || got.NumPrimary() != want.NumPrimary() {
		tb.Fatalf("items %q, %d primary, want %q, %d", got.Items(), got.NumPrimary(), want.Items(), want.NumPrimary())
	}
	if got.NumOptions() != want.NumOptions() {
		tb.Fatalf("%d options, want %d", got.NumOptions(), want.NumOptions())
	}
	for o := range want.NumOptions() {
		if !slices.Equal(got.Option(o), want.Option(o)) {
			tb.Fatalf("option %d is %v, want %v", o, got.Option(o), want.Option(o))
		}
		for k := range want.Option(o) {
			if got.Colour(o, k) != want.Colour(o, k) {
				tb.Fatalf("option %d has the colours %q, want %q", o, got.Colours(o), want.Colours(o))
			}
		}
	}
}

func TestReadTidies(t *testing.T) {
	p, err := dlx.Read(strings.NewReader("\n | first\n\tA B  |X\r\n\n| options\nA  X\n B A\nX\n|\nB"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := text(t, p), "A B | X\nA X\nB A\nX\nB\n"; got != want {
		t.Errorf("read as\n%swant\n%s", got, want)
	}
}

func TestReadErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "line 1, column 1: the text ends before the line that names the items"},
		{"| only a comment\n\n", "line 3, column 1: the text ends before the line that names the items"},
		{"A B A\n", `line 1, column 5: item "A" is named twice, first in column 1: name each item once, before or after the |`},
		{"A B | A\n", `line 1, column 7: item "A" is named twice, first in column 1: name each item once, before or after the |`},
		{"A | B | C\n", "line 1, column 7: a second |: one separates primary from secondary items"},
		{"A B|C\n", `line 1, column 3: item name "B|C" contains a |: put a blank before it if it is a separator`},
		{"A 2:B\n", `line 1, column 3: item name "2:B" contains a colon: bounds end with a |, as in 2:3|name, and colours stand in the options`},
		{"A | X\nA A:1\n", `line 2, column 3: item "A" is twice in one option: name it once`},
		{"A B | X\nA X:1 B:1\n", `line 2, column 7: "B" is a primary item, and only secondary ones have colours: write B, or name it after the |`},
		{"A | X\nA X: \n", `line 2, column 3: "X:": no colour after the colon: write name:colour, without blanks, or the name alone`},
		{"A | X\nA X:1:2\n", `line 2, column 3: "X:1:2": colour "1:2" contains a colon, a | or a blank`},
		{"A | X\nA X:1 X:1\n", `line 2, column 7: item "X" is twice in one option: name it once`},
		{"A | X\nA Y:1\n", `line 2, column 3: no item is called "Y"`},
		{"A 3:2|B\n", `line 1, column 3: "3:2|B": no item is covered at least 3 and at most 2 times: write 2:3`},
		{"A 1:|B\n", `line 1, column 3: "1:|B": bounds are written 2:3|name, or 2|name for exactly twice`},
		{"A -1:2|B\n", `line 1, column 3: "-1:2|B": bounds are written 2:3|name, or 2|name for exactly twice`},
		{"A 2| B\n", `line 1, column 3: "2|" has no item after the |: write 2|name, without blanks`},
		{"A | 2|B\n", `line 1, column 5: "B" is a secondary item, which has no multiplicity: write B, or name it before the |`},
		{"0:99999999999999999999|A\n", `line 1, column 1: "0:99999999999999999999|A": an item is covered at most 1073741824 times, not 99999999999999999999`},
		{"A B\n\nA  C\n", `line 3, column 4: no item is called "C"`},
		{"A B\nA B A", `line 2, column 5: item "A" is twice in one option: name it once`},
		{"A B\nA | B\n", "line 2, column 3: a | within an option: it belongs to the line of item names"},
	}
	for _, test := range tests {
		p, err := dlx.Read(strings.NewReader(test.text))
		var syntax *dlx.SyntaxError
		if p != nil || !errors.As(err, &syntax) || err.Error() != test.want {
			t.Errorf("Read(%q) = %v and error %q, want %q", test.text, p, err, test.want)
		}
	}
}

func TestReadPassesOnReadErrors(t *testing.T) {
	broken := errors.New("broken")
	r := iotest.TimeoutReader(strings.NewReader("A\nA\n"))
	if _, err := dlx.Read(iotest.OneByteReader(r)); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("error %v, want %v", err, iotest.ErrTimeout)
	}
	if _, err := dlx.Read(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

func TestWriteRefuses(t *testing.T) {
	for _, names := range [][2][]string{
		{nil, {"X"}}, {nil, nil}, {{"a b"}, nil}, {{"a"}, {"b|c"}}, {{"a:1"}, nil}, {{"a", "b\n"}, nil},
	} {
		p, err := dlx.NewProblem(names[0], names[1])
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if n, err := p.WriteTo(&b); err == nil || n != 0 || b.Len() != 0 {
			t.Errorf("%q: wrote %d bytes, %q, error %v", names, n, b.String(), err)
		}
	}
}

// failingWriter accepts room bytes and then fails.
type failingWriter struct{ room int }

var errFull = errors.New("full")

func (w *failingWriter) Write(b []byte) (int, error) {
	n := min(len(b), w.room)
	w.room -= n
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}

func TestWritePassesOnWriteErrors(t *testing.T) {
	p := langford(t, 40) // more than one buffer
	for _, room := range []int{0, 10, 5000} {
		if n, err := p.WriteTo(&failingWriter{room}); !errors.Is(err, errFull) || n != int64(room) {
			t.Errorf("room for %d: wrote %d, error %v", room, n, err)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	problems := []*dlx.Problem{langford(t, 5), queens(t, 6, organPipe(6), nil), tiling(t, 3, 20)}
	for seed := range uint64(200) {
		p := randomProblem(t, rand.New(rand.NewPCG(seed, 2)))
		if p.NumPrimary() > 0 {
			problems = append(problems, p)
		}
	}
	for _, p := range problems {
		got, err := dlx.Read(strings.NewReader(text(t, p)))
		if err != nil {
			t.Fatal(err)
		}
		sameProblem(t, got, p)
	}
}

// FuzzRead checks that Read returns, for any text, a problem that can be written and read back, or
// a *SyntaxError with a position in the text.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "|", "A", "A |", "A | X Y\nA X\n", "A B\nA B\nB A\n", "| c\nA\n| c\nA\n",
		"A:1", "A | X\nA X:1", "A B | X Y\nA X:1 Y\nB X:1 Y:2\n", "A B | X\nA X:\n", "1:2|A 3|B | X\nA B X:q\n", "A|B", "| A | B |", "A A", "\x00 \xff\n\xff", "A\r\nA\r\n", "A\u00a0B\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		readertest.Check(t, []byte(in), func(r io.Reader) error {
			_, err := dlx.Read(r)
			return err
		})
		p, err := dlx.Read(strings.NewReader(in))
		if err != nil {
			var syntax *dlx.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("error %v is no *SyntaxError", err)
			}
			lines := strings.Split(in, "\n")
			if syntax.Line < 1 || syntax.Line > len(lines) ||
				syntax.Column < 1 || syntax.Column > len(lines[syntax.Line-1])+1 {
				t.Fatalf("error %v is outside of %q", err, in)
			}
			return
		}
		again, err := dlx.Read(strings.NewReader(text(t, p)))
		if err != nil {
			t.Fatal(err)
		}
		sameProblem(t, again, p)
	})
}

// Multiplicities are written before the name, as in DLX3.
func TestMultiplicitiesInText(t *testing.T) {
	const text = "A 2:3|B 2|C 0:1|D | E\nA B\nB C E\nC D\n"
	p, err := dlx.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for item, want := range [][2]int{{1, 1}, {2, 3}, {2, 2}, {0, 1}, {0, 1}} {
		if least, most := p.Multiplicity(item); least != want[0] || most != want[1] {
			t.Errorf("%s is covered %d to %d times, not %v", p.ItemName(item), least, most, want)
		}
	}
	var out strings.Builder
	if _, err := p.WriteTo(&out); err != nil || out.String() != text {
		t.Errorf("written again: %v\n%s", err, out.String())
	}
	for _, bad := range []string{"3:2|A\nA\n", "A | 2|B\nA\n", "A 1:|B\nA\n", "-1:2|A\nA\n"} {
		if _, err := dlx.Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}
