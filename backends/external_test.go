package backends_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/external"
	"nqueens/backends/internal/simplest"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/familytest"
	"nqueens/proof"
)

// eachInstalled runs a test in parallel for every built-in external solver and skips the solvers
// that are not installed.
func eachInstalled(t *testing.T, test func(*testing.T, *external.Solver)) {
	for _, s := range external.Solvers() {
		t.Run(s.Describe().Name, func(t *testing.T) {
			t.Parallel()
			if err := s.Installed(); err != nil {
				t.Skip(err)
			}
			test(t, s)
		})
	}
}

// someEncodings returns a sample of the solver's encodings: one CNF encoding at random, and all
// others that can run here.
func someEncodings(s *external.Solver, r *rand.Rand) []string {
	var clauses, others []string
	for _, name := range s.Describe().Encodings {
		if _, err := encode.EncodingNamed(name); err == nil {
			clauses = append(clauses, name)
		} else if s.Describe().Name != "minizinc" || name == "gecode" {
			others = append(others, name)
		}
	}
	if len(clauses) > 0 {
		others = append(others, clauses[r.IntN(len(clauses))])
	}
	return others
}

// TestSolversAgree gives random boards of every family and random formulas to every installed
// solver, with every task. It compares the answers with the rules and with the counts of brute
// force.
func TestSolversAgree(t *testing.T) {
	eachInstalled(t, func(t *testing.T, s *external.Solver) {
		random := rand.New(rand.NewPCG(11, 12))
		rounds, families := externalRounds, familytest.Permuting()
		if slow := s.Describe().Name; slow == "minizinc" || slow == "swipl" { // starting them takes a tenth of a second
			rounds, families = (rounds+3)/4, []*nqueens.Family{family.Queens}
		}
		answers := 0
		for i := range rounds {
			for _, family := range families {
				p := randomProblem(random, family, 1+random.IntN(6))
				if i%6 == 5 {
					p = nqueens.Problem{Family: family, N: 1 + random.IntN(5), Symmetric: nqueens.HalfTurn}
				}
				o := simplest.Backend{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
				answers += checkCount(t, s, random, p, o.Count)
			}
			p := readFormula(t, []func(*rand.Rand) string{randomCNF, randomOPB, randomCover}[i%3](random))
			answers += checkCount(t, s, random, p, nqueens.NewCount(trueCount(t, p)))
		}
		if answers < 2*rounds {
			t.Errorf("only %d answers", answers)
		}
	})
}

// checkCount runs the solver with several encodings and tasks and compares with the true count. It
// returns the number of answers.
func checkCount(t *testing.T, s *external.Solver, random *rand.Rand, p nqueens.Problem, want *nqueens.Count) (answers int) {
	t.Helper()
	none := want.Cmp(nqueens.NewCount(0)) == 0
	for _, encoding := range someEncodings(s, random) {
		for _, task := range s.Describe().Tasks {
			r := nqueens.Request{Problem: p, Task: task, Encoding: encoding, Seed: random.Uint64()}
			if s.Supports(r) != nil {
				continue
			}
			answers++
			seen := map[string]bool{}
			o := s.Run(t.Context(), r, func(found nqueens.Solution) bool {
				if err := p.Check(found); err != nil || seen[found.String()] {
					t.Errorf("%v by %s: %v: %v, seen before: %v", p, encoding, found, err, seen[found.String()])
				}
				seen[found.String()] = true
				return true
			})
			right := o.Status == nqueens.Solved
			switch {
			case task == nqueens.FindFirst && none:
				right = o.Status == nqueens.Unsatisfiable
			case task == nqueens.FindFirst:
				right = right && p.Check(o.Solution) == nil
			default:
				right = right && o.Count.Cmp(want) == 0
			}
			if !right {
				t.Fatalf("%v, %s by %s: %+v, but there are %v solutions", p, task, encoding, o, want)
			}
		}
	}
	return answers
}

// TestSolversProve has every solver that writes proofs prove that small boards have no solution,
// and checks the proofs.
func TestSolversProve(t *testing.T) {
	provers := 0
	for _, s := range external.Solvers() {
		var prover backends.Prover = s
		for _, text := range []string{"queens(3)", "queens(6, given=a1)", "torus(4)", "queens(10, given=a1+c2+e3, blocked=j10)"} {
			p, err := family.All().Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			r := nqueens.Request{Problem: p, Task: nqueens.FindFirst, Encoding: "sequential"}
			encoding, err := prover.ProofEncoding(r)
			if err != nil {
				t.Logf("%v", err)
				break
			}
			var steps bytes.Buffer
			o := prover.Prove(t.Context(), r, &steps)
			if o.Status == nqueens.Solved && p.Check(o.Solution) == nil {
				continue
			}
			if o.Status != nqueens.Unsatisfiable || encoding != "sequential" {
				t.Fatalf("%s by %s: %+v", text, s.Describe().Name, o)
			}
			e, err := encode.EncodingNamed(encoding)
			if err != nil {
				t.Fatal(err)
			}
			f, err := encode.FromProblem(p, e)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := proof.Check(t.Context(), f, &steps); err != nil {
				t.Errorf("%s by %s: %v", text, s.Describe().Name, err)
			}
			provers++
		}
	}
	if provers == 0 {
		t.Skip("no solver that writes proofs is installed")
	}
}
