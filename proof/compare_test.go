package proof

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/familytest"
)

// solutionsByTrial returns the solutions by trying every placement and calling the problem's own
// check, without a model or an encoding.
func solutionsByTrial(p nqueens.Problem) []string {
	var all []string
	var s nqueens.Solution
	var place func(file int)
	place = func(file int) {
		if file == p.N {
			if p.Check(s) == nil {
				all = append(all, s.String())
			}
			return
		}
		for rank := range p.N {
			s = append(s, nqueens.On(file, rank))
			place(file + 1)
			s = s[:file]
		}
	}
	place(0)
	return all
}

// projected returns the models of a formula as solutions, each once.
func projected(t testing.TB, f *encode.CNF) []string {
	t.Helper()
	var all []string
	err := enumerate(context.Background(), f, io.Discard, func(model []bool) error {
		var s nqueens.Solution
		for i, square := range f.Squares {
			if model[i] {
				s = append(s, nqueens.Placement{Square: square})
			}
		}
		s.Sort()
		all = append(all, s.String())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// enumerable returns the encodings whose models projected can enumerate. The auxiliary variables of
// sorting are free where few literals are true, so that 5 queens have too many models.
func enumerable() []encode.Encoding {
	return slices.DeleteFunc(encode.Encodings(), func(e encode.Encoding) bool { return e.Name == "sorting" })
}

func encoded(t testing.TB, p nqueens.Problem, e encode.Encoding) *encode.CNF {
	t.Helper()
	m, err := p.Model()
	if err != nil {
		t.Fatal(err)
	}
	return encode.FromModel(m, e)
}

// For every encoding of random small problems, the models restricted to squares are exactly the
// solutions found by exhaustive search, and Compare accepts the formula.
func TestEncodingsMatchRules(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, e := range enumerable() {
		for i := range 40 {
			p := randomProblem(r, familytest.Permuting()[i%len(familytest.Permuting())], 1+i%5)
			f := encoded(t, p, e)
			want := slices.Sorted(slices.Values(solutionsByTrial(p)))
			if got := projected(t, f); !slices.Equal(got, want) {
				t.Errorf("%s, %v: %v, want %v", e.Name, p, got, want)
			}
			c, err := Compare(context.Background(), p, f)
			if err != nil || c.Clauses != f.NumClauses() {
				t.Errorf("%s, %v: %+v, %v", e.Name, p, c, err)
			}
		}
	}
}

// An additional clause on squares, auxiliaries or both: if it excludes a solution, Compare rejects
// the formula. Exhaustive search decides whether it does.
func TestCompareRefusesStrongerFormulas(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(23, 24))
	for _, e := range enumerable() {
		refused, taken := 0, 0
		for _, name := range []string{"queens(4)", "rooks(3)", "queens(5, given=a1)", "torus(5, given=a1)"} {
			p := problem(t, name)
			before := projected(t, encoded(t, p, e))
			for range 60 {
				f := encoded(t, p, e)
				f.Add(randomClause(r, f.Variables, 1+r.IntN(4))...)
				after := projected(t, f)
				_, err := Compare(context.Background(), p, f)
				switch less := len(after) < len(before); {
				case less && err == nil:
					t.Fatalf("%s, %v: clause %v forbids a solution and is taken", e.Name, p, f.Clause(f.NumClauses()-1))
				case less && !errors.As(err, new(*Mismatch)):
					t.Fatalf("%s, %v: %v", e.Name, p, err)
				case less:
					refused++
				case err == nil:
					taken++
				}
			}
		}
		if refused < 15 || taken < 15 {
			t.Errorf("%s: %d refused, %d taken: too few to tell", e.Name, refused, taken)
		}
	}
}

// Reduced formulas: their models together with the pieces chosen beforehand are the solutions,
// Compare accepts them, and rejects one that forbids a solution.
func TestCompareReduced(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(25, 26))
	refused, taken, smaller := 0, 0, 0
	for _, e := range enumerable() {
		for i := range 80 {
			p := randomProblem(r, familytest.Permuting()[i%len(familytest.Permuting())], 1+i%5)
			reduced := func() *encode.CNF {
				f, err := encode.FromProblem(p, e)
				if err != nil {
					t.Fatal(err)
				}
				return f
			}
			f := reduced()
			if len(f.Squares) < len(encoded(t, p, e).Squares) {
				smaller++
			}
			var before []string
			for _, text := range projected(t, f) {
				solution, err := nqueens.ParseSolution(text)
				if err != nil && text != "" {
					t.Fatal(err)
				}
				solution = append(solution, f.Chosen...)
				solution.Sort()
				before = append(before, solution.String())
			}
			slices.Sort(before)
			if want := slices.Sorted(slices.Values(solutionsByTrial(p))); !slices.Equal(before, want) {
				t.Fatalf("%s, %v: %v, want %v", e.Name, p, before, want)
			}
			if _, err := Compare(t.Context(), p, f); err != nil {
				t.Fatalf("%s, %v: %v", e.Name, p, err)
			}
			if f.Variables == 0 {
				continue
			}
			f.Add(randomClause(r, f.Variables, 1+r.IntN(3))...)
			_, err := Compare(t.Context(), p, f)
			switch less := len(projected(t, f)) < len(before); {
			case less && !errors.As(err, new(*Mismatch)):
				t.Fatalf("%s, %v: clause %v forbids a solution: %v", e.Name, p, f.Clause(f.NumClauses()-1), err)
			case less:
				refused++
			case err == nil:
				taken++
			}
		}
	}
	if refused < 15 || taken < 50 || smaller < 200 {
		t.Errorf("%d refused, %d taken, %d smaller: too few to tell", refused, taken, smaller)
	}
}

func TestCompareAtSize(t *testing.T) {
	for _, e := range enumerable() {
		p := problem(t, "queens(20, given=a1)")
		if c, err := Compare(context.Background(), p, encoded(t, p, e)); err != nil {
			t.Errorf("%s: %+v, %v", e.Name, c, err)
		}
	}
}

// An elimination ends with its context, and before its clauses use up memory.
func TestEliminationStops(t *testing.T) {
	entangled := func(ctx context.Context, length int) *elimination {
		c := newChecker(1)
		c.refuted = true // every clause follows
		e := &elimination{derivation: &derivation{ctx: ctx, rules: c}, seen: map[string]bool{}, with: map[int32][]int32{}, known: map[int32]bool{}}
		for i := range int32(400) {
			clause := []int32{1 - 2*(i%2)}
			for range length {
				clause = append(clause, 2+i) // repeated, so that resolvents are short
			}
			e.clauses = append(e.clauses, clause)
			e.with[clause[0]] = append(e.with[clause[0]], i)
		}
		return e
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := entangled(ctx, 5).eliminate(1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := entangled(t.Context(), 5).eliminate(1); err != nil {
		t.Error(err)
	}
	e := entangled(t.Context(), 5)
	e.literals = mostResolventLiterals - 1000
	if err := e.eliminate(1); err == nil || !strings.Contains(err.Error(), "too entangled") {
		t.Error(err)
	}
}

// TestAddedTwice checks that a clause is kept once, in any order of its literals.
func TestAddedTwice(t *testing.T) {
	t.Parallel()
	e := &elimination{
		derivation: &derivation{ctx: t.Context(), rules: newChecker(1), squares: make([]nqueens.Square, 1)},
		seen:       map[string]bool{}, with: map[int32][]int32{}, known: map[int32]bool{},
	}
	for _, clause := range [][]int32{{1, 2, 3}, {3, 1, 2}, {2, 2, 3, 1}, {1, 2, -2}} {
		if err := e.add(clause); err != nil || len(e.clauses) != 1 || len(e.with[2]) != 1 {
			t.Errorf("%v, %v", e.clauses, err)
		}
	}
}

// A clause with many literals takes about as long as sorting it. With a linear search for the
// negation of each literal, this test would time out.
func TestLongClause(t *testing.T) {
	c := newChecker(1)
	c.refuted = true // every clause follows
	e := &elimination{derivation: &derivation{ctx: t.Context(), rules: c, squares: make([]nqueens.Square, 1<<20)}, seen: map[string]bool{}}
	var clause []int32
	for v := range int32(1 << 20) {
		clause = append(clause, v+1)
	}
	if err := e.add(clause); err != nil || len(e.seen) != 1 {
		t.Error(err)
	}
	clause[0] = -clause[1<<19] // now it is a tautology
	if err := e.add(clause); err != nil || len(e.seen) != 1 {
		t.Error(err, len(e.seen))
	}
}

// A write error ends the search.
func TestRefuteFullDisk(t *testing.T) {
	full := errors.New("the disk is full")
	found := 0
	err := enumerate(t.Context(), encoded(t, problem(t, "queens(10)"), encode.Encodings()[0]), broken{full}, func([]bool) error {
		found++
		return nil
	})
	if !errors.Is(err, full) || found >= 724 {
		t.Errorf("after %d solutions: %v", found, err)
	}
}

type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }
