package backends_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
	"nqueens/family"
)

// readFormula parses the text of a formula.
func readFormula(t *testing.T, text string) nqueens.Problem {
	t.Helper()
	p, err := encode.ReadProblem(family.Queens, "random", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// trueCount counts by brute force the assignments that the problem's own check accepts.
func trueCount(t *testing.T, p nqueens.Problem) (count uint64) {
	t.Helper()
	m, err := p.Model()
	if err != nil {
		t.Fatal(err)
	}
	for choice := range uint64(1) << p.N {
		var s nqueens.Solution
		for i := range p.N {
			if choice>>i&1 != 0 {
				s = append(s, m.Placements[i])
			}
		}
		if p.Check(s) == nil {
			count++
		}
	}
	return count
}

// TestFormulasAgree gives random formulas of each format to every backend that takes them, with
// every task.
func TestFormulasAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	asked, all := map[string]int{}, backends.All()
	for i := range 160 {
		p := readFormula(t, []func(*rand.Rand) string{randomCNF, randomOPB, randomCover, randomGroups}[i%4](r))
		want := trueCount(t, p)
		for _, b := range all {
			d := b.Describe()
			for _, task := range d.Tasks {
				request := nqueens.Request{Problem: p, Task: task, Threads: 1 + i%2}
				if !d.Ordinary() || b.Supports(request) != nil {
					continue
				}
				asked[d.Name]++
				seen := map[string]bool{}
				o := b.Run(context.Background(), request, func(s nqueens.Solution) bool {
					s = append(nqueens.Solution(nil), s...)
					s.Sort()
					if err := p.Check(s); err != nil || seen[s.String()] {
						t.Errorf("%v by %s: %v: %v, seen before: %v", p, d.Name, s, err, seen[s.String()])
					}
					seen[s.String()] = true
					return true
				})
				right := false
				switch {
				case task == nqueens.FindFirst && want == 0:
					right = o.Status == nqueens.Unsatisfiable
				case task == nqueens.FindFirst:
					right = o.Status == nqueens.Solved && p.Check(o.Solution) == nil
				case task == nqueens.FindAll:
					right = o.Status == nqueens.Solved && uint64(len(seen)) == want && o.Count.Cmp(nqueens.NewCount(want)) == 0
				default:
					right = o.Status == nqueens.Solved && o.Count.Cmp(nqueens.NewCount(want)) == 0
				}
				if !right {
					t.Fatalf("%v, %s by %s: %+v, but there are %d solutions", p, task, d.Name, o, want)
				}
			}
		}
	}
	for _, name := range []string{"dlx", "allsat", "branch", "linear", "gini", "gophersat", "gophersat-pb", "sharp"} {
		if asked[name] < 40 {
			t.Errorf("%s took only %d requests", name, asked[name])
		}
	}
}

// randomCNF returns a random formula in DIMACS, half of the time with a projection.
func randomCNF(r *rand.Rand) string {
	n, clauses := 1+r.IntN(8), r.IntN(14)
	var b bytes.Buffer
	fmt.Fprintf(&b, "p cnf %d %d\n", n, clauses)
	if r.IntN(2) == 0 {
		b.WriteString("c p show")
		for _, v := range r.Perm(n)[:r.IntN(n)] {
			fmt.Fprintf(&b, " %d", v+1)
		}
		b.WriteString(" 0\n")
	}
	for range clauses {
		for range 1 + r.IntN(3) {
			fmt.Fprintf(&b, "%d ", (1+r.IntN(n))*(1-2*r.IntN(2)))
		}
		b.WriteString("0\n")
	}
	return b.String()
}

// randomGroups returns clauses that express, or nearly express, that exactly one variable of a
// group is true. Some groups name a variable twice.
func randomGroups(r *rand.Rand) string {
	n := 2 + r.IntN(6)
	var clauses []string
	for range 1 + r.IntN(3) {
		group := r.Perm(n)[:2+r.IntN(n-1)]
		some := ""
		for i, v := range group {
			for range 1 + r.IntN(4)/3 {
				some += fmt.Sprintf("%d ", v+1)
			}
			for _, w := range group[:i] {
				if r.IntN(20) > 0 {
					clauses = append(clauses, fmt.Sprintf("-%d -%d 0\n", v+1, w+1))
				}
			}
		}
		clauses = append(clauses, some+"0\n")
	}
	return fmt.Sprintf("p cnf %d %d\n%s", n, len(clauses), strings.Join(clauses, ""))
}

// randomOPB returns random linear constraints with positive and negative coefficients.
func randomOPB(r *rand.Rand) string {
	n, constraints := 1+r.IntN(8), r.IntN(4)
	largest := 1 + r.IntN(3) // 1: no weights
	var b bytes.Buffer
	fmt.Fprintf(&b, "* #variable= %d #constraint= %d\n", n, constraints)
	for range constraints {
		for range 1 + r.IntN(n) {
			fmt.Fprintf(&b, "%+d x%d ", (1+r.IntN(largest))*(1-2*r.IntN(2)), 1+r.IntN(n))
		}
		fmt.Fprintf(&b, "%s %d ;\n", []string{">=", "="}[r.IntN(2)], r.IntN(5)-2)
	}
	return b.String()
}

// randomCover returns a random exact cover problem with primary and secondary items, half of the
// time with colours. Some options are equal.
func randomCover(r *rand.Rand) string {
	names := strings.Fields("a b c d e f")[:2+r.IntN(5)]
	primary := 1 + r.IntN(len(names))
	coloured := r.IntN(2) == 0
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s%s | %s\n", []string{"", "", "", "0:2|"}[r.IntN(4)], strings.Join(names[:primary], " "), strings.Join(names[primary:], " "))
	for range 1 + r.IntN(9) {
		for _, i := range r.Perm(len(names))[:1+r.IntN(min(3, len(names)))] {
			b.WriteString(names[i])
			if coloured && i >= primary {
				b.WriteString([]string{"", ":1", ":2"}[r.IntN(3)])
			}
			b.WriteByte(' ')
		}
		b.WriteByte('\n')
	}
	return b.String()
}
