package instance

import (
	"bytes"
	"slices"
	"testing"

	"nqueens/family"
)

// TestToCompletionPublished compares with the beginning of the published translation of
// diag-10-4-1.param with 13 diagonals.
func TestToCompletionPublished(t *testing.T) {
	p, err := Recipe{Kind: ExcludedDiagonals, N: 10, Size: 13, Least: 4, Published: true}.Make(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	tr, err := ToCompletion(p)
	if err != nil {
		t.Fatal(err)
	}
	if tr.Completion.N != 2550 || len(tr.Completion.Given) != 2540 {
		t.Errorf("%d queens on a board of %d, want 2540 on 2550", len(tr.Completion.Given), tr.Completion.N)
	}
	const begins = "letting n =  2550\nletting init =  [[52, 19], [58, 31], [59, 33], [48, 11], [61, 37], [66, 47], " +
		"[14, 18], [16, 14], [10, 26], [15, 16], [6, 34], [4, 38], [3, 40], [2527, 1070], "
	text := written(t, "completion", tr.Completion)
	if len(text) < len(begins) || text[:len(begins)] != begins {
		t.Errorf("the translation begins\n%.300s\nwant\n%s", text, begins)
	}
	again, err := Read(queens, "translation", bytes.NewReader([]byte(text)))
	if err != nil || !slices.Equal(again.Given, tr.Completion.Given) {
		t.Errorf("read again it is another: %v", err)
	}
}

// TestTranslation compares the solutions of random problems with those of their translations, each
// found by search, and maps them back.
func TestTranslation(t *testing.T) {
	t.Parallel()
	solvable, unsolvable := 0, 0
	for seed := range uint64(60) {
		r := NewRandom(seed)
		n := 1 + r.Below(7)
		p, err := RandomDiagonals(r, n, r.Below(2))
		if err != nil {
			t.Fatal(err)
		}
		if p, err = FirstDiagonals(p, r.Below(min(len(p.Excluded), n)+1)); err != nil {
			t.Fatal(err)
		}
		tr, err := ToCompletion(p)
		if err != nil {
			t.Fatal(err)
		}
		if len(tr.Completion.Given) != tr.Completion.N-n {
			t.Errorf("%v: %d queens on a board of %d", p, len(tr.Completion.Given), tr.Completion.N)
		}
		if a, b, found := tr.Completion.GivenConflict(); found {
			t.Fatalf("%v: %v and %v attack each other", p, a, b)
		}
		small, large := solutions(t, p), solutions(t, tr.Completion)
		if len(small) != len(large) {
			t.Fatalf("%v has %d solutions and its translation %d", p, len(small), len(large))
		}
		if len(small) > 0 {
			solvable++
		} else {
			unsolvable++
		}
		for _, s := range small {
			c := tr.Completed(s)
			if err := tr.Completion.Check(c); err != nil {
				t.Fatalf("%v: %v translated is no solution: %v", p, s, err)
			}
			if back := tr.Reduced(c); !slices.Equal(back, s) {
				t.Fatalf("%v: %v comes back as %v", p, s, back)
			}
		}
		for _, c := range large {
			if err := p.Check(tr.Reduced(c)); err != nil {
				t.Fatalf("%v: a solution of the translation is none: %v", p, err)
			}
		}
		back, err := ToDiagonals(tr.Completion)
		if err != nil {
			t.Fatal(err)
		}
		if back.Diagonals.String() != p.String() || back.Corner != tr.Corner {
			t.Errorf("%v comes back as %v at %v, not %v", p, back.Diagonals, back.Corner, tr.Corner)
		}
	}
	if solvable < 10 || unsolvable < 10 {
		t.Errorf("%d solvable and %d unsolvable problems are too few of one kind", solvable, unsolvable)
	}
}

func TestToDiagonalsOfSmallBoards(t *testing.T) {
	for _, c := range []struct{ problem, want string }{
		{"queens(3, given=c1)", "queens(2, excluded=sum:1)"},
		{"queens(6)", "queens(6)"},
		{"queens(3, given=a3)", "queens(2, excluded=sum:1)"},
		{"queens(3, given=a1)", "queens(2, excluded=diff:0)"},
		{"queens(5, given=a5)", "queens(4, excluded=sum:3)"},
		{"queens(5, given=e1)", "queens(4, excluded=sum:3)"},
		{"queens(5, given=e5)", "queens(4, excluded=diff:0)"},
		{"queens(5, given=a1)", "queens(4, excluded=diff:0)"},
	} {
		p, err := family.All().Parse(c.problem)
		if err != nil {
			t.Fatal(err)
		}
		tr, err := ToDiagonals(p)
		if err != nil {
			t.Errorf("%s: %v", c.problem, err)
			continue
		}
		if got := tr.Diagonals.String(); got != c.want {
			t.Errorf("%s is %s, want %s", c.problem, got, c.want)
		}
		for _, s := range solutions(t, p) { // the given queens are removed, on every corner, and no others
			if back := tr.Completed(tr.Reduced(s)); !slices.Equal(back, s) || len(tr.Reduced(s)) != tr.Diagonals.N {
				t.Errorf("%s: of %v stays %v, and %v comes back", c.problem, s, tr.Reduced(s), back)
			}
		}
	}
}

func TestTranslationRefuses(t *testing.T) {
	for _, c := range []struct {
		problem, want string
		translate     func(problem) (Translation, error)
	}{
		{"queens(8, given=a1)", "only queens with excluded diagonals and nothing else can be translated to completion", ToCompletion},
		{"torus(7)", "only queens with excluded diagonals and nothing else can be translated to completion", ToCompletion},
		{"queens(600)", "the translation has 160067 squares a side, and at most 65536 are allowed", ToCompletion},
		{"queens(8, blocked=a1)", "only queens with placed queens and nothing else can be translated to excluded diagonals", ToDiagonals},
		{"queens(8, given=d4)", "the rows without a queen must be adjacent to form a board, and the columns too", ToDiagonals},
		{"queens(8, given=a4)", "the rows without a queen must be adjacent to form a board, and the columns too", ToDiagonals},
		{"queens(8, given=d1)", "the rows without a queen must be adjacent to form a board, and the columns too", ToDiagonals},
		{"queens(8, given=a1+b2)", "a1 and b2 attack each other: there is no solution", ToDiagonals},
		{"queens(4, given=a2+b4+c1+d3)", "every row has a queen: no part is left to form a board", ToDiagonals},
	} {
		p, err := family.All().Parse(c.problem)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.translate(p); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.problem, err, c.want)
		}
	}
}
