package backends_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/allsat"
	"nqueens/bench/diagram"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/instance"
	"nqueens/internal/familytest"
)

// TestShapedFamilies checks families of tests with boards that are not square, a parameter, an
// objective and pieces of two kinds with every backend, the checker, readers, formats and pictures.
func TestShapedFamilies(t *testing.T) {
	for _, p := range []nqueens.Problem{
		{Family: familytest.Couples, N: 3},
		{Family: familytest.Couples, N: 2, Files: 4, Parameters: map[string]int{"pawns": 2}},
		{Family: familytest.Couples, N: 3, Files: 2},
		{Family: familytest.Couples, N: 2, Files: 1},
		{Family: familytest.Outposts, N: 3},
		{Family: familytest.Outposts, N: 2, Files: 4},
		{Family: familytest.Outposts, N: 4, Files: 3},
	} {
		if again, err := family.All(familytest.Shaped()...).Parse(p.String()); err != nil || again.String() != p.String() {
			t.Errorf("%v is read as %v, %v", p, again, err)
		}
		want, answered, solution := familytest.Number(p), 0, nqueens.Solution(nil)
		var set *nqueens.Fingerprint
		for _, b := range allBackends() {
			d := b.Describe()
			for _, task := range nqueens.Tasks() {
				r := nqueens.Request{Problem: p, Task: task}
				var found nqueens.Fingerprint
				visit := func(s nqueens.Solution) bool {
					s = append(nqueens.Solution{}, s...)
					s.Sort()
					if err := p.Check(s); err != nil {
						t.Errorf("%s, %v: %v: %v", d.Name, p, s, err)
					}
					found.Add(s)
					solution = s
					return true
				}
				err := b.Supports(r)
				o := b.Run(t.Context(), r, visit)
				switch {
				case err != nil && o.Status != nqueens.Unsupported:
					t.Errorf("%s refused %s of %v (%v), and then %s", d.Name, task, p, err, o.Status)
				case err != nil || d.Caution != "":
				case want == 0 && task.FindsOne() && o.Status == nqueens.Unsatisfiable:
				case o.Status != nqueens.Solved:
					t.Errorf("%s, %s of %v: %s %s", d.Name, task, p, o.Status, o.Reason)
				case task.FindsOne():
					visit(o.Solution)
				case o.Count.String() != fmt.Sprint(want):
					t.Errorf("%s, %s of %v: %v, not %d", d.Name, task, p, o.Count, want)
				case task == nqueens.FindAll && set != nil && *set != found:
					t.Errorf("%s finds another set of solutions of %v", d.Name, p)
				case task == nqueens.FindAll:
					set = &found
				}
				if err == nil && d.Caution == "" {
					answered++
					if best := min(p.Board().Files, p.Board().Ranks); p.Goal() != nqueens.NoGoal && (o.Optimum == nil || *o.Optimum != best) {
						t.Errorf("%s, %s of %v: optimum %v, not %d", d.Name, task, p, o.Optimum, best)
					}
				}
			}
		}
		if answered < 12 {
			t.Errorf("%v: %d answers", p, answered)
		}
		if want == 0 {
			continue
		}
		if again, err := nqueens.ParseSolution(solution.String()); err != nil || p.Check(again) != nil || again.Compare(solution) != 0 {
			t.Errorf("%v is read as %v, %v", solution, again, err)
		}
		if kinds := p.Family == familytest.Couples; kinds != strings.Contains(p.Draw(solution), "P") || kinds != strings.Contains(solution.String(), "P@") {
			t.Errorf("%v is drawn as\n%s", solution, p.Draw(solution))
		}
		if drawn, err := instance.Read(p.Family, "board", strings.NewReader(p.Draw(solution))); err != nil || drawn.Laid().Compare(solution) != 0 {
			t.Errorf("%v is drawn and read as %v, %v", solution, drawn.Laid(), err)
		}
		if image := solution.Image(p.Board(), nqueens.MirrorFiles); p.Check(image) != nil || !image.Image(p.Board(), nqueens.MirrorFiles).Has(p.Board(), nqueens.Identity) {
			t.Errorf("the mirror image %v of %v: %v", image, solution, p.Check(image))
		}
		page := diagram.Page{Boards: []diagram.Board{{Problem: p, Solution: solution}}}
		if svg, err := page.SVG(); err != nil || (p.Family == familytest.Couples) != bytes.Contains(svg, []byte(`href="#pawn"`)) {
			t.Errorf("the picture of %v: %v", solution, err)
		}
		if _, err := page.PNG(); err != nil {
			t.Error(err)
		}
		if p.Goal() != nqueens.NoGoal {
			p.Pieces = nqueens.Exactly(p.Counted(solution))
		}
		for _, e := range encode.Encodings() {
			f, err := encode.FromProblem(p, e)
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := f.WriteDIMACS(&text); err != nil {
				t.Fatal(err)
			}
			formula, err := encode.ReadProblem(family.Queens, "x.cnf", &text)
			if err != nil {
				t.Fatal(err)
			}
			if o := (allsat.Backend{}).Run(t.Context(), nqueens.Request{Problem: formula, Task: nqueens.CountAll}, nil); o.Count == nil || o.Count.String() != fmt.Sprint(want) {
				t.Errorf("%v as clauses, %s: %v %s, not %d", p, e.Name, o.Count, o.Reason, want)
			}
		}
	}
}

// TestKindsRefused checks that an invalid placement of pieces of another kind is reported in one
// line.
func TestKindsRefused(t *testing.T) {
	p := nqueens.Problem{Family: familytest.Couples, N: 2}
	for text, want := range map[string]string{
		"a1,P@a1,a2,P@b2": "a1 and P@a1 stand on one square",
		"a1,Z@b1,a2,P@b2": "Z@b1: no piece of the family couples is a Z (its pieces are K, P)",
		"a1,P@b1,a2":      "rank 2 has 1 kings and 0 pawns",
	} {
		s, err := nqueens.ParseSolution(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Check(s); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := nqueens.ParseSquares("P@a1"); err == nil || !strings.Contains(err.Error(), "here a square alone is meant") {
		t.Errorf("a pawn where none may stand: %v", err)
	}
	for _, text := range []string{"couples(2, given=Z@a1)", "couples(2, given=P@c1)"} {
		if _, err := family.All(familytest.Shaped()...).Parse(text); err == nil {
			t.Errorf("%s makes sense", text)
		}
	}
}

// TestGivenKinds checks that pieces of every kind can be given, in a name and on a drawn board, and
// that every engine respects them.
func TestGivenKinds(t *testing.T) {
	p, err := family.All(familytest.Shaped()...).Parse("couples(2, files=4, given=a1+P@b2)")
	if err != nil || p.String() != "couples(2, files=4, given=a1+P@b2)" {
		t.Fatal(p, err)
	}
	if drawn, err := nqueens.ReadBoard(p.Family, p.Draw(p.Laid())); err != nil || drawn.String() != p.String() {
		t.Errorf("drawn and read back: %v, %v", drawn, err)
	}
	for _, b := range allBackends() {
		r := nqueens.Request{Problem: p, Task: nqueens.CountAll}
		if b.Supports(r) != nil || b.Describe().Caution != "" {
			continue
		}
		// Three pawns can be beside the king of the first rank, three kings beside the pawn of the
		// second.
		if o := b.Run(t.Context(), r, nil); o.Status != nqueens.Solved || o.Count.String() != "9" {
			t.Errorf("%s: %s %v", b.Describe().Name, o.Status, o.Count)
		}
	}
	if err := p.Check(nqueens.Solution{{}, {Square: nqueens.Square{File: 1}, Kind: 'P'}, {Square: nqueens.Square{File: 2, Rank: 1}}, {Square: nqueens.Square{Rank: 1}, Kind: 'P'}}); err == nil || err.Error() != "the given P@b2 does not stand on the board" {
		t.Error(err)
	}
	if got := len(p.Symmetries()); got != 1 {
		t.Errorf("%d symmetries", got)
	}
}
