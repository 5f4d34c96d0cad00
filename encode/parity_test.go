package encode

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// parityTexts returns random formulas of clauses and exclusive-ors, and a long exclusive-or.
func parityTexts(r *rand.Rand, number int) (texts []string) {
	for range number {
		n := 3 + r.IntN(8)
		var lines []string
		for range 1 + r.IntN(4) {
			var b strings.Builder
			if r.IntN(3) > 0 {
				b.WriteByte('x')
			}
			for range 1 + r.IntN(n) {
				fmt.Fprintf(&b, "%d ", (1+r.IntN(n))*(1-2*r.IntN(2)))
			}
			lines = append(lines, b.String()+"0\n")
		}
		projection := ""
		if r.IntN(2) == 0 {
			projection = "c p show 1 2 3 0\n"
		}
		texts = append(texts, fmt.Sprintf("p cnf %d %d\n%s%s", n, len(lines), projection, strings.Join(lines, "")))
	}
	return texts
}

// withLines returns a formula read from DIMACS and written with lines for exclusive-ors.
func withLines(t *testing.T, text string) (p nqueens.Problem, written string) {
	t.Helper()
	p, err := Reading{Format: DIMACS}.Problem(family.Queens, "random", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	format, err := FormatNamed("dimacs")
	if err != nil {
		t.Fatal(err)
	}
	s, err := format.Parities(p, sequentialEncoding(), true)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	for v, occurs := range s.Occurs {
		if mentioned := slices.ContainsFunc(strings.Split(b.String(), "\n"), func(line string) bool {
			fields := strings.Fields(strings.NewReplacer("x", "", "-", "").Replace(line))
			return !strings.HasPrefix(line, "c") && !strings.HasPrefix(line, "p") && slices.Contains(fields, fmt.Sprint(v+1))
		}); mentioned != occurs {
			t.Errorf("variable %d occurs: %v, of\n%s", v+1, occurs, b.String())
		}
	}
	return p, b.String()
}

// TestParities checks that formulas with lines for exclusive-ors have the solutions of the formulas
// that they were written from.
func TestParities(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 10))
	lines := 0
	for _, text := range parityTexts(r, 300) {
		p, written := withLines(t, text)
		again, err := Reading{Format: DIMACS}.Problem(family.Queens, "again", strings.NewReader(written))
		if err != nil || len(again.Formula.Warnings) > 0 {
			t.Fatalf("%v, %v, reading\n%s", err, again.Formula.Warnings, written)
		}
		lines += strings.Count(written, "\nx")
		variables := p.Formula.Variables()
		if !slices.Equal(again.Formula.Variables(), variables) {
			t.Fatalf("the solutions have the variables %v, want %v, of\n%s", again.Formula.Variables(), variables, text)
		}
		for a := range 1 << len(variables) {
			var s nqueens.Solution
			for i, v := range variables {
				if a>>i&1 == 1 {
					s = append(s, nqueens.Placement{Variable: v})
				}
			}
			if got, want := again.Check(s) == nil, p.Check(s) == nil; got != want {
				t.Fatalf("%v is a solution: %v, want %v, of\n%sfrom\n%s", s, got, want, written, text)
			}
		}
	}
	if lines < 150 {
		t.Errorf("only %d exclusive-ors", lines)
	}
}

// TestLongParity checks that a long exclusive-or, which the model cuts into pieces, is one line.
func TestLongParity(t *testing.T) {
	line := "x1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 0\n"
	for text, want := range map[string]string{
		"p cnf 20 1\n" + line:                                line,
		"p cnf 20 1\n" + strings.Replace(line, "7", "-7", 1): strings.Replace(line, "x1", "x-1", 1),
	} {
		if _, written := withLines(t, text); !strings.HasSuffix(written, "\n"+want) || !strings.Contains(written, "\np cnf 25 1\n") {
			t.Errorf("got\n%s\nwant\n%s", written, want)
		}
	}
}

// TestNoParity checks that clauses stay clauses if they are not all clauses of an exclusive-or, or are not
// next to each other.
func TestNoParity(t *testing.T) {
	whole := [][]int32{{1, 2, 3}, {1, -2, -3}, {-1, 2, -3}, {-1, -2, 3}}
	for name, clauses := range map[string][][]int32{
		"three of four": whole[:3],
		"one twice":     {whole[0], whole[1], whole[2], whole[2]},
		"one other":     {whole[0], whole[1], whole[2], {1, 2, -3}},
		"apart":         {whole[0], whole[1], {4, 5, 6}, whole[2], whole[3]},
		"repeated":      {{1, 1, 2}, {1, -1, 2}, {-1, 1, 2}, {-1, -1, 2}},
	} {
		f := NewCNF(6)
		for _, c := range clauses {
			f.Add(c...)
		}
		if rest, parities := f.withParities(); len(parities) > 0 || !rest.Equal(f) {
			t.Errorf("%s: %v", name, parities)
		}
	}
}

// TestCryptominisatCountsParities compares the number of models that CryptoMiniSat finds of formulas
// with lines for exclusive-ors with that of the formulas.
func TestCryptominisatCountsParities(t *testing.T) {
	if _, err := exec.LookPath("cryptominisat5"); err != nil {
		t.Skip("cryptominisat5 is not installed")
	}
	r := rand.New(rand.NewPCG(36, 11))
	several := 0
	for _, text := range parityTexts(r, 12) {
		p, written := withLines(t, text)
		variables := p.Formula.Variables()
		want := 0
		for a := range 1 << len(variables) {
			var s nqueens.Solution
			for i, v := range variables {
				if a>>i&1 == 1 {
					s = append(s, nqueens.Placement{Variable: v})
				}
			}
			if p.Check(s) == nil {
				want++
			}
		}
		solve := exec.Command("cryptominisat5", "--verb", "0", "--maxsol", "5000")
		solve.Stdin = strings.NewReader(written)
		out, _ := solve.Output()   // its exit status is not 0 for an answer
		found := map[string]bool{} // the models, of the variables of solutions only
		for line := range strings.Lines(string(out)) {
			if literals := strings.Fields(line); len(literals) > len(variables) && literals[0] == "v" {
				found[strings.Join(literals[1:len(variables)+1], " ")] = true
			}
		}
		if len(found) != want || !strings.HasSuffix(string(out), "s UNSATISFIABLE\n") {
			t.Errorf("%d models, want %d, of\n%s\n%s", len(found), want, written, out)
		}
		if want > 1 {
			several++
		}
	}
	if several < 6 {
		t.Errorf("only %d formulas have several solutions", several)
	}
}
