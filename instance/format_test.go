package instance

import (
	"io"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/readertest"
)

func parsed(t testing.TB, text string) problem {
	t.Helper()
	p, err := family.All().Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWrite(t *testing.T) {
	for _, c := range []struct{ format, problem, want string }{
		{"completion", "queens(8, given=b1+d3)", "letting n =  8\nletting init =  [[0, 1], [2, 3]]\n"},
		{"blocked", "queens(4, blocked=a1+b4)", "letting n =  4\nletting blocks =  [[1, 1], [4, 2]]\n"},
		{"blocked", "queens(3, excluded=sum:1, blocked=a1)", "letting n =  3\nletting blocks =  [[1, 1], [1, 2], [2, 1]]\n"},
		{"excluded-diagonals", "queens(4, excluded=sum:3+diff:-3+diff:3+sum:3)", "n =  4\nnumdiags =  3\ndiags =  [[3, 1], [6, 0], [0, 0]]\n"},
		{"asp", "queens(3, given=c2, blocked=a1)", "num(1).\nnum(2).\nnum(3).\nblock(1,1).\nqueen(2,3).\n"},
		{"asp-board", "queens(3, given=c2, blocked=a1)", "board(3).\nblock(1,1).\nqueen(2,3).\n"},
		{"minizinc", "queens(4, blocked=a1+b2+c4)", "n = 4;\nm = 3;\nrow = [1,2,4];\ncol = [1,2,3];\n"},
		{"board", "queens(2, given=b2, blocked=a1)", ". Q\n# .\n"},
		{"completion", "queens(65536, given=b1)", "letting n =  65536\nletting init =  [[0, 1]]\n"},
	} {
		if got := written(t, c.format, parsed(t, c.problem)); got != c.want {
			t.Errorf("%s as %s:\n%s\nwant\n%s", c.problem, c.format, got, c.want)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	for _, c := range []struct{ format, problem, want string }{
		{"aps", "queens(8)", `no instance format is called "aps" (did you mean "asp"?)`},
		{"completion", "queens(8, blocked=a1)", "writing completion: the format writes only given queens, and a1 is blocked"},
		{"completion", "queens(8, excluded=sum:3)", "writing completion: the format writes only given queens, and the diagonal sum:3 is excluded: translate the problem with --to"},
		{"blocked", "queens(8, given=a1)", "writing blocked: the format cannot write given queens, and a1 is given"},
		{"minizinc", "queens(8, given=a1)", "writing minizinc: the format cannot write given queens, and a1 is given"},
		{"excluded-diagonals", "queens(8, blocked=a1)", "writing excluded-diagonals: the format writes only excluded diagonals, and a1 is blocked"},
		{"asp", "torus(7)", "writing asp: the format supports queens only, and this problem is of the family torus; the format board supports all pieces"},
		{"asp", "queens(8, symmetric=half-turn)", "writing asp: no format can express a symmetry (half-turn)"},
		{"board", "queens(8, given=a1, excluded=sum:0)", "writing board: the given square a1 is closed, and a board shows one of the two"},
		{"asp", "queens(2, given=a1+a2+b1)", "writing asp: 3 queens are placed, and there is room for 2"},
		{"board", "queens(2049)", "writing board: 2049 squares a side: at most 2048 can be drawn"},
		{"asp", "queens(2049, blocked=a1)", "writing asp: 2049 squares a side: at most 2048 can be written"},
		{"asp", "queens(65537)", "writing asp: 65537 squares a side: at most 65536 can be written"},
	} {
		var b strings.Builder
		if err := write(&b, c.format, parsed(t, c.problem)); err == nil || err.Error() != c.want || b.Len() > 0 {
			t.Errorf("%s as %s: %v, want %s; %d bytes were written", c.problem, c.format, err, c.want, b.Len())
		}
	}
}

// TestConvert writes random instances in each format that can express them, reads them again, and
// compares the squares.
func TestConvert(t *testing.T) {
	for seed := range uint64(20) {
		for _, r := range []Recipe{
			{Kind: Completion, N: 9, Size: 5},
			{Kind: ExcludedDiagonals, N: 9, Size: 6, Least: 3},
			{Kind: Blocked, N: 9, Size: 20, Least: 4},
		} {
			p, err := r.Make(t.Context(), seed)
			if err != nil {
				t.Fatal(err)
			}
			own := FormatOf(p)
			if own.Name != r.Kind.Format() {
				t.Errorf("%v is best written as %s", p, own.Name)
			}
			said := 0
			for _, f := range Formats() {
				if f.CanExpress(p) != nil {
					continue
				}
				said++
				text := written(t, f.Name, p)
				again, err := Read(queens, f.Name, strings.NewReader(text))
				if err != nil {
					t.Fatalf("%v: %v", p, err)
				}
				if f.Name == own.Name && again.String() != p.String() {
					t.Errorf("%v as %s comes back as %v", p, f.Name, again)
				}
				if again.Draw(nqueens.Placed(again.Given)) != p.Draw(nqueens.Placed(p.Given)) {
					t.Errorf("%v as %s comes back as another board:\n%s", p, f.Name, again.Draw(nqueens.Placed(again.Given)))
				}
			}
			if said < 4 {
				t.Errorf("only %d formats say %v", said, p)
			}
		}
	}
}

func TestFormatOf(t *testing.T) {
	for text, want := range map[string]string{
		"queens(8)": "completion", "queens(8, given=a1)": "completion", "queens(8, blocked=a1)": "blocked",
		"queens(8, excluded=sum:2)": "excluded-diagonals", "queens(8, given=a1, blocked=b4)": "board", "torus(7)": "board",
	} {
		if got := FormatOf(parsed(t, text)).Name; got != want {
			t.Errorf("%s is best written as %s, want %s", text, got, want)
		}
	}
}

// FuzzRead checks that what Read returns is a valid problem, and that writing it in its best format
// and reading it again gives the same problem.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"letting n = 8\nletting init = [[0, 1], [2,3],]\n", "letting n be 4 letting blocks be [[1,1],[4,2]]",
		"n =  4\nnumdiags =  2\ndiags =  [[3, 1], [3, 0]]\n", "board(4). block(1,1). queen(2,2).", "num(1..4). block(4,4).",
		"n = 4;\nm = 1;\nrow = [1];\ncol = [2];\n", ". Q\n# .\n", "QQ\n.Q", "language ESSENCE' 1.0 $ x\n", "num(1). num(2).", "-", "n=..", "letting é",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		readertest.Check(t, text, func(r io.Reader) error {
			_, err := ReadProblem(queens, "x", r)
			return err
		})
		p, err := Read(queens, "x", strings.NewReader(string(text)))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%q: an error of several lines: %q", text, err)
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		best := FormatOf(p)
		if best.CanExpress(p) != nil {
			return // queens on blocked squares, or too many queens
		}
		again, err := Read(queens, "again", strings.NewReader(written(t, best.Name, p)))
		if err != nil {
			t.Fatal(err)
		}
		if again.String() != p.String() {
			t.Fatalf("%q is %v, and comes back as %v", text, p, again)
		}
	})
}
