package proof

import (
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/familytest"
)

func problem(t testing.TB, name string) nqueens.Problem {
	t.Helper()
	p, err := family.All().Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func count(t testing.TB, f *encode.CNF) uint64 {
	t.Helper()
	n := uint64(0)
	if err := enumerate(context.Background(), f, io.Discard, func([]bool) error { n++; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

// The number of models of the formula from the rules equals the published number.
func TestFromRulesCounts(t *testing.T) {
	for _, family := range familytest.Permuting() {
		for n := 1; n <= 6; n++ {
			for _, g := range nqueens.Symmetries() {
				p := nqueens.Problem{Family: family, N: n, Symmetric: g}
				known, ok := p.Known()
				if !ok {
					continue
				}
				f, err := fromRules(context.Background(), p)
				if err != nil {
					t.Fatal(err)
				}
				if got := nqueens.NewCount(count(t, f)); got.String() != known.Count.String() {
					t.Errorf("%v: %v models, %s says %v", p, got, known.Source, known.Count)
				}
			}
		}
	}
}

// clauseSet returns clauses as a set of sets.
func clauseSet(f *encode.CNF) map[string]bool {
	out := map[string]bool{}
	for c := range f.Clauses() {
		out[text(set(c))] = true
	}
	return out
}

// The pairwise encoding of the problem's Model and the formula from its rules have the same
// clauses, although the two programs share no code.
func TestFromRulesEqualsModel(t *testing.T) {
	pairwise, err := encode.EncodingNamed("pairwise")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for _, family := range familytest.Permuting() {
		for n := 1; n <= 9; n++ {
			for range 6 {
				p := randomProblem(r, family, n)
				m, err := p.Model()
				if err != nil {
					t.Fatal(err)
				}
				f, err := fromRules(context.Background(), p)
				if err != nil {
					t.Fatal(err)
				}
				g := encode.FromModel(m, pairwise)
				if !slices.Equal(f.Squares, g.Squares) {
					t.Fatalf("%v: squares %v, model's %v", p, f.Squares, g.Squares)
				}
				ours, theirs := clauseSet(f), clauseSet(g)
				for c := range ours {
					if !theirs[c] {
						t.Errorf("%v: %s is not the model's", p, c)
					}
				}
				for c := range theirs {
					if !ours[c] {
						t.Errorf("%v: %s is not of the rules", p, c)
					}
				}
			}
		}
	}
}

func randomProblem(r *rand.Rand, family *nqueens.Family, n int) nqueens.Problem {
	p := nqueens.Problem{Family: family, N: n}
	square := func() nqueens.Square { return nqueens.Square{File: r.IntN(n), Rank: r.IntN(n)} }
	for range r.IntN(3) {
		p.Given = append(p.Given, square())
	}
	for range r.IntN(4) {
		p.Blocked = append(p.Blocked, square())
	}
	for range r.IntN(3) {
		p.Excluded = append(p.Excluded, nqueens.Diagonal{Sum: true, Value: r.IntN(2*n - 1)}, nqueens.Diagonal{Value: r.IntN(2*n-1) - n + 1})
	}
	p.Symmetric = nqueens.Symmetries()[max(0, r.IntN(16)-8)]
	return p
}

func TestFromRulesRefuses(t *testing.T) {
	bishops := *family.Queens
	bishops.Attacks = func(_ nqueens.Board, a, b nqueens.Square) bool {
		return a.File-b.File == a.Rank-b.Rank || a.File-b.File == b.Rank-a.Rank
	}
	most := *family.Queens
	most.Rule, most.Pieces = &nqueens.Rule{}, func(p nqueens.Problem) int { return 2*p.N - 2 }
	silent, checks := *family.Queens, *family.Queens
	silent.Attacks = nil
	checks.Check = func(nqueens.Problem, nqueens.Solution) error { return nil }
	m := nqueens.NewFormula(nqueens.Formula{Name: "x.cnf"}, &nqueens.Model{Placements: []nqueens.Placement{{Variable: 1}}})
	for want, p := range map[string]nqueens.Problem{
		"no rules":                      m,
		"up to 128":                     {Family: family.Queens, N: 129},
		"on square boards only":         problem(t, "queens(6, files=5)"),
		"queens does not define":        {Family: &silent, N: 4},
		"attacks between two pieces":    {Family: &checks, N: 4},
		"do not attack each other":      {Family: &bishops, N: 4},
		"for n pieces on n ranks":       {Family: &most, N: 4},
		"at least one square":           {Family: family.Queens},
		"given square e1 is off":        {Family: family.Queens, N: 4, Given: []nqueens.Square{{File: 4}}},
		"none has the number 8":         {Family: family.Queens, N: 4, Symmetric: 8},
		"diagonal sum:9 is off":         {Family: family.Queens, N: 4, Excluded: []nqueens.Diagonal{{Sum: true, Value: 9}}},
		"the problem has no family":     {N: 4},
		"blocked square a9 is off the ": {Family: family.Queens, N: 8, Blocked: []nqueens.Square{{Rank: 8}}},
	} {
		if _, err := fromRules(context.Background(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// The pairwise formula has the clauses of the rules; a stronger formula is rejected.
func TestCompare(t *testing.T) {
	ctx := context.Background()
	pairwise, err := encode.EncodingNamed("pairwise")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"queens(6)", "torus(5)", "superqueens(4)", "rooks(4)", "queens(6, given=a2, blocked=f1)", "queens(5, symmetric=half-turn)"} {
		p := problem(t, name)
		m, err := p.Model()
		if err != nil {
			t.Fatal(err)
		}
		if c, err := Compare(ctx, p, encode.FromModel(m, pairwise)); c.Derived != 0 || err != nil {
			t.Errorf("%v: %+v, %v", p, c, err)
		}
	}
	// A single additional clause on squares is rejected if it forbids a solution.
	p := problem(t, "queens(6)")
	rules, err := fromRules(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	all := count(t, rules)
	r := rand.New(rand.NewPCG(9, 10))
	refused := 0
	for range 300 {
		f := encode.NewCNF(rules.Variables)
		f.Squares = rules.Squares
		for c := range rules.Clauses() {
			f.Add(c...)
		}
		f.Add(randomClause(r, rules.Variables, 1+r.IntN(6))...)
		_, err := Compare(ctx, p, f)
		if err == nil && count(t, f) != all {
			t.Fatalf("clause %v forbids a solution and is taken", f.Clause(f.NumClauses()-1))
		}
		if err != nil {
			refused++
			if !strings.Contains(err.Error(), "does not follow from the rules of the piece") {
				t.Fatal(err)
			}
		}
	}
	if refused < 30 {
		t.Errorf("%d refused: too few to tell", refused)
	}
}

// TestLinesThatDoNotAttack checks that a problem is rejected if pieces on one rank or file do not
// attack each other, because n pieces need not then mean one a rank and file.
func TestLinesThatDoNotAttack(t *testing.T) {
	for name, attacks := range map[string]func(a, b nqueens.Square) bool{
		"ranks":   func(a, b nqueens.Square) bool { return a.Rank == b.Rank },
		"files":   func(a, b nqueens.Square) bool { return a.File == b.File },
		"nothing": func(nqueens.Square, nqueens.Square) bool { return false },
		"both":    func(a, b nqueens.Square) bool { return a.Rank == b.Rank || a.File == b.File },
	} {
		family := *family.Queens
		family.Attacks = func(_ nqueens.Board, a, b nqueens.Square) bool { return attacks(a, b) }
		f, err := fromRules(context.Background(), nqueens.Problem{Family: &family, N: 3})
		if wrong := err != nil && f == nil && strings.Contains(err.Error(), "do not attack each other"); wrong != (name != "both") || (err == nil) != (f != nil) {
			t.Errorf("pieces on the same %s attack each other: %v, %v", name, f != nil, err)
		}
	}
}
