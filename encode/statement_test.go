package encode

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/golden"
)

// heads match the numbers in the header of a text, by format.
var heads = map[string]*regexp.Regexp{
	"dimacs": regexp.MustCompile(`(?m)^p cnf (\d+) (\d+)$`),
	"wcnf":   regexp.MustCompile(`(?m)^p wcnf (\d+) (\d+) \d+$`),
	"opb":    regexp.MustCompile(`^\* #variable= (\d+) #constraint= (\d+)\n`),
}

// TestStatements checks that the sizes and variables of a Statement match its text.
func TestStatements(t *testing.T) {
	e, err := EncodingNamed("sequential")
	if err != nil {
		t.Fatal(err)
	}
	missing := 0
	check := func(name, format string, s Statement) {
		t.Helper()
		var out strings.Builder
		if err := s.Write(&out); err != nil {
			t.Fatal(name, format, err)
		}
		text := out.String()
		said := heads[format].FindStringSubmatch(text)
		if said == nil {
			t.Fatalf("%s in %s begins with\n%.100s", name, format, text)
		}
		of := "clauses"
		if format == "opb" {
			of = "constraints"
		}
		if said[1] != strconv.Itoa(s.Variables) || said[1] != fmt.Sprint(s.Sizes["variables"]) || said[2] != fmt.Sprint(s.Sizes[of]) {
			t.Errorf("%s in %s: head %q, %d variables, sizes %v", name, format, said[0], s.Variables, s.Sizes)
		}
		if format == "wcnf" {
			return // its Occurs is always nil
		}
		for i, there := range occurring(text, s.Variables) {
			if said := s.Occurs == nil || s.Occurs[i]; there != said {
				t.Errorf("%s in %s: that variable %d occurs is said to be %v", name, format, i+1, said)
			}
			if !there {
				missing++
			}
		}
	}
	for _, name := range []string{"queens(1)", "queens(4)", "queens(4, given=a2)", "queens(5, given=a1)", "bishops(3)", "domination(3)", "peaceable(2)", "queens(2, given=a1)"} {
		p, err := family.All().Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range Formats() {
			if heads[format.Name] == nil || p.Goal() != nqueens.NoGoal && !format.Objectives {
				continue
			}
			for _, whole := range []bool{true, false} {
				s, err := format.State(p, e, whole)
				if err != nil {
					t.Fatal(name, format.Name, err)
				}
				check(name, format.Name, s)
				if s.Model == nil || whole && len(s.Model.Chosen) > 0 {
					t.Errorf("%s in %s, whole %v: model %v", name, format.Name, whole, s.Model)
				}
			}
		}
	}
	for name, m := range lpModels() {
		for format, state := range map[string]func(*nqueens.Model, Encoding) (Statement, error){"dimacs": stateDIMACS, "opb": stateOPB} {
			s, err := state(m, e)
			if err != nil {
				t.Fatal(name, format, err)
			}
			if s.Variables > 0 && (format != "opb" || len(m.Placements) > 0) {
				check(name, format, s)
			}
		}
	}
	if missing != 4 {
		t.Errorf("%d variables occur nowhere: two models leave two free", missing)
	}
}

// occurring reports for each variable whether it occurs in a text outside comments.
func occurring(text string, variables int) []bool {
	there := make([]bool, variables)
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.ContainsAny(words[0][:1], "cp*") {
			continue
		}
		for _, w := range words {
			if n, err := strconv.Atoi(strings.TrimLeft(w, "-x~")); err == nil && n > 0 && n <= variables {
				there[n-1] = there[n-1] || !strings.Contains(text, "#variable") || w[0] == 'x'
			}
		}
	}
	return there
}

// TestReadProblemFile checks that a problem is read from its file, packed or not, and that an error
// names the file.
func TestReadProblemFile(t *testing.T) {
	dir := t.TempDir()
	const text = "p cnf 2 1\n1 2 0\n"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	fmt.Fprint(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"plain.cnf": text, "packed.cnf.gz": packed.String(), "mark.cnf": "\ufeff" + text} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := (Reading{}).File(family.Queens, path)
		if err != nil || p.Formula == nil || p.Formula.Name != name || p.Formula.Path != path || p.Formula.Digest != read(t, text).Formula.Digest {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	for content, want := range map[string]string{
		"\xfd7zXZ\x00": "incomplete: the xz file ends too early", "BZh9": "incomplete: the bzip2 file ends too early", "PK\x03\x04": "is an archive of a kind", "\x28\xb5\x2f\xfd": "incomplete: the zstd file ends too early",
		"p cnf 1 1\x00": "is not text", "p dnf 1 1\n1 0\n": "line 1: this is DIMACS DNF",
	} {
		path := filepath.Join(dir, "wrong")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := (Reading{}).File(family.Queens, path); err == nil || !strings.HasPrefix(err.Error(), path+": "+want) {
			t.Errorf("%q: %v, want %s", content, err, want)
		}
	}
	if _, err := (Reading{}).File(family.Queens, dir); err == nil || err.Error() != dir+" is a folder" {
		t.Error(err)
	}
	if _, err := (Reading{}).File(family.Queens, filepath.Join(dir, "none")); !os.IsNotExist(err) {
		t.Error(err)
	}
}

// TestChosenIsInComments checks that the pieces that a problem forces are in the comments of every
// reduced text.
func TestChosenIsInComments(t *testing.T) {
	p, err := family.All().Parse("queens(8, given=a1)")
	if err != nil {
		t.Fatal(err)
	}
	e, err := EncodingNamed("pairwise")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range Formats() {
		for _, whole := range []bool{true, false} {
			s, err := format.State(p, e, whole)
			if err != nil {
				t.Fatal(format.Name, err)
			}
			var text strings.Builder
			if err := s.Write(&text); err != nil {
				t.Fatal(format.Name, err)
			}
			if s.Model != nil && strings.Contains(text.String(), "chosen a1") == whole {
				t.Errorf("%s, whole %v: that a1 is chosen is said wrongly in\n%.300s", format.Name, whole, text.String())
			}
		}
	}
}

// TestTexts compares fingerprints of the texts of small problems, whole and reduced, in every
// format and encoding. After an intended change, inspect the text with `nqueens encode`.
func TestTexts(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	write := func(f Format, e Encoding, name string, whole bool) {
		p, err := family.All().Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.State(p, e, whole)
		var text strings.Builder
		if err == nil {
			err = s.Write(&text)
		}
		if err != nil {
			fmt.Fprintf(&got, "%s %s %s whole=%v: %v\n", f.Name, e.Name, name, whole, err)
			return
		}
		fmt.Fprintf(&got, "%s %s %s whole=%v: %d bytes, sha256 %.6x\n", f.Name, e.Name, name, whole, text.Len(), sha256.Sum256([]byte(text.String())))
	}
	for _, f := range Formats() {
		for _, name := range []string{"queens(4)", "queens(6, given=b3)", "domination(4, given=b2)", "kings(3)", "queens-pawns(4, pawns=1)", "peaceable(3)", "disjoint-queens(4)", "magic(4)"} {
			for _, whole := range []bool{true, false} {
				write(f, Encodings()[0], name, whole)
			}
		}
	}
	for _, e := range Encodings() {
		for _, name := range []string{"queens(11)", "bishops(4)", "domination(4, pieces=2..3)", "peaceable(3)"} {
			write(Formats()[0], e, name, true)
			write(Formats()[1], e, name, true)
		}
	}
	golden.Equal(t, "texts.txt", got.String())
}

// TestFormats checks the properties of each format, which the command line and plans use.
func TestFormats(t *testing.T) {
	var got []string
	for _, f := range Formats() {
		text := fmt.Sprintf("%s %s %d", f.Name, f.Extension, f.Largest)
		for _, is := range []struct {
			so   bool
			what string
		}{{f.Encoded, "encoded"}, {f.Variables, "variables"}, {f.Squares, "squares"}, {f.Objectives, "objectives"}, {f.Projects, "projects"}, {f.Check != nil, "checks"}} {
			if is.so {
				text += " " + is.what
			}
		}
		got = append(got, text)
	}
	const want = `dimacs .cnf 2048 encoded variables projects checks
wcnf .wcnf 2048 encoded variables objectives projects checks
opb .opb 2048 variables objectives
lp .lp 2048 variables objectives
mps .mps 2048 variables objectives
cover .dlx 2048
asp .lp 512 variables objectives projects checks
aspif .aspif 2048 variables objectives projects checks
smt2 .smt2 2048 variables
smt2-clauses .smt2 2048 encoded variables checks
minizinc .mzn 2048 squares objectives
prolog .pl 2048 squares`
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if _, err := FormatNamed("dimac"); err == nil || !strings.Contains(err.Error(), `"dimacs"`) {
		t.Error(err)
	}
	m := anyModelOf(3)
	for _, name := range []string{"lp", "mps", "asp", "aspif"} {
		f, err := FormatNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.State(m, Encoding{}, true)
		if err != nil || s.Variables != 3 || s.Sizes["variables"] != 3 || s.Sizes["constraints"] != 3 {
			t.Errorf("%s: %d variables, sizes %v, %v", name, s.Variables, s.Sizes, err)
		}
	}
	if s, err := stateProgramme(WriteLP)(&nqueens.Model{}, Encoding{}); err != nil || s.Variables != 1 {
		t.Errorf("of nothing lp has %d variables, %v", s.Variables, err)
	}
	for _, f := range Formats() {
		if _, err := f.State(nqueens.Problem{Family: family.Queens}, pairwiseEncoding(), true); f.Squares != (err == nil) {
			t.Errorf("%s of a problem that is none: %v", f.Name, err)
		}
	}
}

// anyModelOf returns a formula of n variables with a line, a clause and a sum.
func anyModelOf(n int) nqueens.Problem {
	m := &nqueens.Model{
		Lines:   []nqueens.Line{{Name: "l", Max: 1, Placements: []int{0, 1}}},
		Clauses: []nqueens.Clause{{Name: "c", Literals: []nqueens.Literal{nqueens.Chosen(0), nqueens.Chosen(1)}}},
		Sums:    []nqueens.Sum{{Name: "s", Min: 2, Terms: []nqueens.Term{{Weight: 2, Literal: nqueens.Chosen(0)}, {Weight: 1, Literal: nqueens.Chosen(1)}}}},
	}
	for v := range n {
		m.Placements = append(m.Placements, nqueens.Placement{Variable: v + 1})
	}
	return nqueens.NewFormula(nqueens.Formula{Name: "f"}, m)
}
