package backends_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/encode"
	"nqueens/family"
)

// oddOPB is a random set of constraints, independent of its text.
type oddOPB struct {
	names       []string
	constraints []oddSum
	goal        string // "", "min" or "max"
	objective   oddSum
}

// oddSum is a linear constraint. A term adds its weight if its variable has the term's value.
type oddSum struct {
	weights   []int
	variables []int
	negated   []bool
	relation  string
	bound     int
}

func (s oddSum) value(choice int) (value int) {
	for k, w := range s.weights {
		if choice>>s.variables[k]&1 == 1 != s.negated[k] {
			value += w
		}
	}
	return value
}

func (s oddSum) holds(choice int) bool {
	switch v := s.value(choice); s.relation {
	case ">=":
		return v >= s.bound
	case "<=":
		return v <= s.bound
	default:
		return v == s.bound
	}
}

func randomOddOPB(r *rand.Rand) oddOPB {
	var p oddOPB
	names := [][]string{{"x1", "x2", "x3", "x4", "x5", "x6"}, {"x0", "x1", "x2", "x3", "x4", "x5"}, {"a1", "x0", "y_3", "Q[1][2]", "min", "b"}}[r.IntN(3)]
	p.names = names[:1+r.IntN(len(names))]
	largest := []int{1, 3, 40}[r.IntN(3)]
	sum := func(least int) (s oddSum) {
		for range least + r.IntN(len(p.names)+1) {
			w := 1 + r.IntN(largest)
			if r.IntN(3) == 0 {
				w = -w
			}
			s.weights, s.variables, s.negated = append(s.weights, w), append(s.variables, r.IntN(len(p.names))), append(s.negated, r.IntN(3) == 0)
		}
		s.relation = []string{">=", "<=", "=", ">="}[r.IntN(4)]
		s.bound = r.IntN(2*largest+1) - largest
		if choice := r.IntN(1 << len(p.names)); r.IntN(2) == 0 {
			s.bound = s.value(choice)
		}
		return s
	}
	for range r.IntN(4) {
		p.constraints = append(p.constraints, sum(0))
	}
	// This constraint contains every name, because only variables in the text count.
	all := oddSum{relation: ">="}
	for i := range p.names {
		all.weights, all.variables, all.negated = append(all.weights, 1), append(all.variables, i), append(all.negated, false)
	}
	p.constraints = append(p.constraints, all)
	if p.goal = []string{"", "min", "max"}[r.IntN(3)]; p.goal != "" {
		p.objective = sum(1)
	}
	return p
}

// text writes the problem with random spacing, comments and spelling.
func (p oddOPB) text(r *rand.Rand) string {
	end := []string{"\n", "\r\n"}[r.IntN(2)]
	blank := func() string {
		return []string{"", "", " ", "  ", "\t", end, end + "* +1 x1 >= 7 ;" + end}[r.IntN(7)]
	}
	gap := func() string { return []string{" ", "  ", "\t", end, " " + end + "*" + end}[r.IntN(5)] }
	var b bytes.Buffer
	switch r.IntN(4) {
	case 0:
		fmt.Fprintf(&b, "* #variable= %d #constraint= %d%s", len(p.names), len(p.constraints), end)
	case 1:
		fmt.Fprintf(&b, "* a comment%s*nbvariable = %d nbconstraint= 99%[1]s", end, len(p.names))
	case 2:
		fmt.Fprintf(&b, "* #variable= #constraint= ?%s", end)
	}
	number := func(n int) string {
		if n >= 0 && r.IntN(2) == 0 {
			return "+" + blank() + fmt.Sprint(n)
		}
		if n < 0 {
			return "-" + blank() + fmt.Sprint(-n)
		}
		return fmt.Sprint(n)
	}
	sum := func(s oddSum) {
		for k, w := range s.weights {
			negation := ""
			if s.negated[k] {
				negation = "~" + []string{"", " "}[r.IntN(2)]
			}
			coefficient := number(w)
			switch {
			case w == 1 && r.IntN(2) == 0:
				coefficient = "+" + blank()
			case w == -1 && r.IntN(2) == 0:
				coefficient = "-" + blank()
			default:
				coefficient += []string{gap(), "*", blank()}[r.IntN(3)]
			}
			fmt.Fprint(&b, blank(), coefficient, negation, p.names[s.variables[k]], gap())
		}
	}
	objective := func() {
		if p.goal != "" {
			fmt.Fprint(&b, p.goal, []string{":", " :"}[r.IntN(2)], gap())
			sum(p.objective)
			fmt.Fprint(&b, blank(), ";", blank())
		}
	}
	first := r.IntN(2) == 0
	if first {
		objective()
	}
	for _, c := range p.constraints {
		sum(c)
		relation := c.relation
		if relation == "=" && r.IntN(2) == 0 {
			relation = "=="
		}
		fmt.Fprint(&b, relation, blank(), number(c.bound), blank(), ";", []string{"", " ", end}[r.IntN(3)])
	}
	if !first {
		objective()
	}
	return b.String()
}

// answers returns the assignments that satisfy the constraints, or the best of them, found by brute
// force, and their objective value.
func (p oddOPB) answers() (list []string, value int) {
	for choice := range 1 << len(p.names) {
		if slices.ContainsFunc(p.constraints, func(c oddSum) bool { return !c.holds(choice) }) {
			continue
		}
		v := 0
		if p.goal != "" {
			v = p.objective.value(choice)
		}
		if p.goal == "min" && v < value || p.goal == "max" && v > value || len(list) == 0 {
			value, list = v, nil
		}
		if v == value || p.goal == "" {
			list = append(list, p.nameOf(choice))
		}
	}
	slices.Sort(list)
	return list, value
}

// nameOf returns the names of the true variables, sorted.
func (p oddOPB) nameOf(choice int) string {
	var names []string
	for i, name := range p.names {
		if choice>>i&1 == 1 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// named returns the names of the variables of a solution, sorted.
func named(p nqueens.Problem, s nqueens.Solution) string {
	var names []string
	for _, v := range s {
		names = append(names, p.Formula.VariableName(v.Variable))
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// TestOddOPB gives random constraints in unusual spellings, half of them with an objective, to
// every backend that takes them, with every task. The expected answers are computed without the
// text.
func TestOddOPB(t *testing.T) {
	asked := checkOddOPB(t, 150, func(d nqueens.Description) bool { return d.Ordinary() })
	for _, name := range []string{"allsat", "branch", "linear", "gini", "gophersat", "gophersat-pb", "dlx"} {
		if asked[name] < 40 {
			t.Errorf("%s took only %d requests", name, asked[name])
		}
	}
}

func checkOddOPB(t *testing.T, number int, takesPart func(nqueens.Description) bool) (asked map[string]int) {
	r := rand.New(rand.NewPCG(8, 15))
	asked = map[string]int{}
	for i := range number {
		odd := randomOddOPB(r)
		text := odd.text(r)
		p := readOPB(t, text)
		want, value := odd.answers()
		answers(p, 1+i%2, takesPart, asked, func(a answered) {
			o, task := a.outcome, a.task
			var seen []string
			for _, s := range a.shown {
				seen = append(seen, named(p, s))
			}
			slices.Sort(seen)
			right := o.Status == nqueens.Solved
			switch {
			case task.FindsOne() && len(want) == 0:
				right = o.Status == nqueens.Unsatisfiable
			case task.FindsOne():
				right = right && slices.Contains(want, named(p, o.Solution)) && p.Check(o.Solution) == nil
			case task == nqueens.FindAll:
				right = right && slices.Equal(seen, want)
				fallthrough
			default:
				right = right && o.Count.Cmp(nqueens.NewCount(uint64(len(want)))) == 0
			}
			if odd.goal != "" && len(want) > 0 {
				right = right && o.Optimum != nil && *o.Optimum == value
			}
			if !right {
				t.Fatalf("%s by %s: %+v, %q; want %q with the value %d, of\n%s", task, a.by.Name, o, seen, want, value, text)
			}
		})
	}
	return asked
}

// TestObjectiveRoundTrip checks that a problem with an objective, written by encode as OPB and read
// again, has the same optimum for every engine.
func TestObjectiveRoundTrip(t *testing.T) {
	opb, err := encode.FormatNamed("opb")
	if err != nil {
		t.Fatal(err)
	}
	optimise := func(b backends.Backend, p nqueens.Problem) (string, bool) {
		r := nqueens.Request{Problem: p, Task: nqueens.Optimise}
		if !b.Describe().Ordinary() || b.Supports(r) != nil {
			return "", false
		}
		o := b.Run(context.Background(), r, nil)
		if o.Optimum == nil {
			return string(o.Status), true
		}
		return fmt.Sprint(*o.Optimum), true
	}
	families, all := 0, backends.All()
	for _, f := range family.All() {
		if f.Objective == nqueens.NoGoal {
			continue
		}
		families++
		for n := 1; n <= 3; n++ {
			for _, given := range []string{"", "a1"} {
				p := nqueens.Problem{Family: f, N: n}
				if given != "" {
					p.Given = []nqueens.Square{{}}
				}
				if p.Validate() != nil || p.Board().Size() > 27 {
					continue
				}
				s, err := opb.State(p, encode.Encoding{}, false)
				if err != nil {
					t.Fatal(err)
				}
				var text bytes.Buffer
				if err := s.Write(&text); err != nil {
					t.Fatal(err)
				}
				again := readFormula(t, text.String())
				want, engines := "", 0
				for _, b := range all {
					own, can := optimise(b, p)
					if can && want == "" {
						want = own
					}
					if got, can := optimise(b, again); can {
						engines++
						if got != want {
							t.Errorf("%v by %s: %s, want %s; read as %v of\n%s", p, b.Describe().Name, got, want, again, &text)
						}
					}
				}
				if engines < 5 {
					t.Errorf("%v: only %d engines take the file", p, engines)
				}
			}
		}
	}
	if families < 5 {
		t.Errorf("only %d families have an objective", families)
	}
}

// TestWideConstraint checks that engines of linear constraints solve a sum that is too large for
// clauses, and that the engines that need clauses report that limit.
func TestWideConstraint(t *testing.T) {
	var text strings.Builder
	for v := 1; v <= 600; v++ {
		fmt.Fprintf(&text, "+%d x%d ", 1000003+7919*v*v, v)
	}
	fmt.Fprintf(&text, ">= %d ;\n", 300000007)
	p := readOPB(t, text.String())
	solved := map[string]bool{}
	for _, b := range backends.All() {
		d, r := b.Describe(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}
		if !d.Ordinary() && !d.Portfolio {
			continue
		}
		if err := b.Supports(r); err != nil {
			if d.Name == "gini" && !strings.Contains(err.Error(), "linear, branch") {
				t.Errorf("%s: %v", d.Name, err)
			}
			continue
		}
		if o := b.Run(context.Background(), r, nil); o.Status != nqueens.Solved || p.Check(o.Solution) != nil {
			t.Errorf("%s: %+v", d.Name, o)
		}
		solved[d.Name] = true
	}
	for _, name := range []string{"linear", "branch", "gophersat-pb", "auto"} {
		if !solved[name] {
			t.Errorf("%s does not take it", name)
		}
	}
	if solved["gini"] || solved["gophersat"] || solved["allsat"] {
		t.Errorf("taken as clauses: %v", solved)
	}
}

// readOPB parses an OPB text. The format is given explicitly because these texts do not identify
// it.
func readOPB(t *testing.T, text string) nqueens.Problem {
	t.Helper()
	p, err := encode.Reading{Format: encode.OPB}.Problem(family.Queens, "random.opb", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}
