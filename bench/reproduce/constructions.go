package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/construct"
	"nqueens/bench"
	"nqueens/bench/diagram"
	"nqueens/bench/reproduce/page"
	"nqueens/family"
	"nqueens/internal/table"
)

// The forms are tried on boards from constructFrom to at most constructTo, whatever the budget. There is no
// solution for 2 or 3 queens.
const constructFrom, constructTo = 4, 10_000

// harnessSizes are the sizes for which the backend is run: each form on the first board from that size on
// that it solves.
var harnessSizes = []int{4, 30, 300, 3000}

func constructions() Reproduction {
	return Reproduction{
		Name:   "constructions",
		About:  "One solution by formula: where each construction holds",
		Source: "E. J. Hoffman, J. C. Loessi, R. C. Moore, “Constructions for the Solution of the m Queens Problem”, Mathematics Magazine 42(2), 1969, 66–72; B. Bernhardsson, SIGART Bulletin 2(2), 1991, 7; G. Pólya in W. Ahrens, Mathematische Unterhaltungen und Spiele II, 1918, 364–374",
		Takes:  "5 s",
		experiment: func() bench.Experiment {
			e := bench.Experiment{Seed: 1, Repeat: bench.Repeat{Min: 1, Max: 1}}
			for _, c := range claims {
				for _, m := range harnessSizes {
					for !c.covers(m) || !c.holds(m) {
						m++
					}
					e.Jobs = append(e.Jobs, bench.Job{
						Problem: nqueens.Problem{Family: c.family(), N: m}, Task: nqueens.FindFirst,
						Contender: backends.Contender{Backend: "construct", Encoding: c.form}, Limits: bench.Limits{Time: time.Minute},
					})
				}
			}
			return e
		},
		report: reportConstructions,
	}
}

func reportConstructions(ctx context.Context, p *page.Page, e evidence) error {
	to := triedTo(e.Budget)
	p.Text("Each form gives the ranks of the queens, file by file, on a board of m squares a side; [a…b] is every other number from a to b, and n is m/2 rounded down. It is applied to every m for which it is written down, from %d to %s, also where it should fail, and the ranks are checked one by one by the rules of the queen. The budget decides how far, %s at most. This is done in this process.",
		constructFrom, table.Count(to), table.Count(constructTo))
	forms := [][]string{{"form", "written down for", "ranks"}}
	rows := [][]string{{"form", "board", "boards tried", "solved", "should fail, m mod 6 =", "fails, m mod 6 =", "verdict"}}
	attempts := make([]attempt, len(claims))
	var verdicts []page.Verdict
	for i, c := range claims {
		form, err := construct.FormNamed(c.form)
		if err != nil {
			return err
		}
		t, err := c.try(ctx, form, to)
		if err != nil {
			return err
		}
		attempts[i] = t
		v := c.verdict(t, to)
		verdicts = append(verdicts, v)
		forms = append(forms, []string{c.form, c.over(), form.About})
		rows = append(rows, []string{
			c.form, form.Family.Name, table.Count(t.boards), table.Count(t.solves), residues(c.failing()), residues(t.failing), string(v.Kind),
		})
	}
	p.Table(forms)
	if err := drawForms(p); err != nil {
		return err
	}
	p.Heading("Which boards each form solves")
	p.Table(rows)
	p.Verdict(append(verdicts, oneList(attempts, to))...)
	if err := reportBernhardsson(p, bernhardssonLists); err != nil {
		return err
	}
	p.Heading("In the harness")
	p.Text("The backend construct has the forms as its encodings. It was run in processes of its own, and its solutions checked by the harness.")
	p.Verdict(harnessed(e))
	return nil
}

// drawn lists the boards of the page that show the forms.
var drawn = []struct {
	form string
	m    int
}{{"A1", 10}, {"A2", 11}, {"B1", 8}, {"B2", 14}, {"B3", 9}, {"B4", 15}, {"bernhardsson", 8}, {"polya", 11}}

func drawForms(p *page.Page) error {
	d := diagram.Page{Title: "One solution by formula", Columns: 4}
	for _, example := range drawn {
		form, err := construct.FormNamed(example.form)
		if err != nil {
			return err
		}
		var s nqueens.Solution
		for k := range form.Numbers(example.m) {
			s = append(s, nqueens.On(len(s), k-1))
		}
		d.Boards = append(d.Boards, diagram.Board{
			Problem: nqueens.Problem{Family: form.Family, N: example.m}, Solution: s,
			Caption: []string{fmt.Sprintf("%s, m = %d", example.form, example.m)},
		})
	}
	p.Boards("constructions", d)
	return nil
}

// triedTo returns the largest board to try within a budget. Up to m = M the forms place about 11/4 · M²
// queens, and a small machine checks 20 million a second.
func triedTo(budget time.Duration) int {
	const queens, perSecond = 11.0 / 4, 20e6
	return min(constructTo, max(60, int(math.Sqrt(budget.Seconds()*perSecond/queens))))
}

// listed is a published solution as printed.
type listed struct {
	m    int
	list string
}

// bernhardssonLists are the published examples of the rule.
var bernhardssonLists = []listed{
	{8, "2 4 6 8 3 1 7 5"},
	{14, "2 4 6 8 10 12 14 3 1 7 9 11 13 5"},
	{15, "4 6 8 10 12 14 2 5 7 9 11 13 15 1 3"},
	{20, "2 4 6 8 10 12 14 16 18 20 3 1 7 9 11 13 15 17 19 5"},
}

func reportBernhardsson(p *page.Page, examples []listed) error {
	form, err := construct.FormNamed("bernhardsson")
	if err != nil {
		return err
	}
	p.Heading("Bernhardsson's examples")
	compared := newComparison("m", "published", "ours")
	for _, example := range examples {
		ours := strings.Trim(fmt.Sprint(slices.Collect(form.Numbers(example.m))), "[]")
		compared.add(example.m, sameOrWrong(ours == example.list), example.list, ours)
	}
	p.Table(compared.rows)
	p.Verdict(holds("Bernhardsson's lists", len(compared.wrong) == 0, "another list for m = %s", strings.Join(compared.wrong, ", ")))
	return nil
}

func harnessed(e evidence) page.Verdict {
	v := page.Verdict{What: "solutions of the backend construct"}
	var wrong []string
	solved, most := 0, 0
	for _, c := range e.Summary.Cells {
		switch {
		case c.Status == "":
		case c.Wrong || c.Status != nqueens.Solved:
			wrong = append(wrong, fmt.Sprintf("%s by %s", c.Problem, c.Contender.String()))
		default:
			solved++
			most = max(most, c.N)
		}
	}
	switch {
	case len(wrong) > 0:
		v.Kind, v.Why = page.Wrong, "none or a wrong one of "+strings.Join(wrong, ", ")
	case solved == 0:
		v.Kind, v.Why = page.Untested, "nothing was run"
	default:
		v.Kind, v.Why = page.SameValue, fmt.Sprintf("%d boards to m = %s, each form on some, all right", solved, table.Count(most))
	}
	return v
}

// claim is a published statement about a form.
type claim struct {
	form             string
	modulus, residue int   // the form is defined for m mod modulus = residue
	fails            []int // m mod 6 for which it gives no solution
}

// claims are in the order of publication. Hoffman, Loessi and Moore state where A and B fail. A1, B1 and B2
// are A and B written out. A2, B3 and B4 are the same with a queen in the corner of a board larger by one,
// and therefore fail where A or B does.
var claims = []claim{
	{"polya", 1, 0, []int{0, 2, 3, 4}},
	{"A", 2, 0, []int{2}},
	{"B", 2, 0, []int{0}},
	{"C", 2, 1, nil},
	{"A1", 2, 0, []int{2}},
	{"A2", 2, 1, []int{3}},
	{"B1", 4, 0, []int{0}},
	{"B2", 4, 2, []int{0}},
	{"B3", 4, 1, []int{1}},
	{"B4", 4, 3, []int{1}},
	{"bernhardsson", 1, 0, nil},
}

// covers reports whether the form is defined for m.
func (c claim) covers(m int) bool { return m%c.modulus == c.residue }

// holds reports whether the form should give a solution for m, if it covers m.
func (c claim) holds(m int) bool { return !slices.Contains(c.fails, m%6) }

// chosen reports whether Hoffman, Loessi and Moore choose this form for m: a B list if m mod 6 is 2 or 3,
// otherwise an A list.
func (c claim) chosen(m int) bool {
	return len(c.form) == 2 && c.covers(m) && (c.form[0] == 'B') == (m%6 == 2 || m%6 == 3)
}

// over describes the m for which the form is defined.
func (c claim) over() string {
	switch c.modulus {
	case 1:
		return "every m"
	case 2:
		return [2]string{"m even", "m odd"}[c.residue]
	}
	return fmt.Sprintf("m mod %d = %d", c.modulus, c.residue)
}

// family returns the family of a form: the torus for Pólya's, otherwise queens.
func (c claim) family() *nqueens.Family {
	if c.form == "polya" {
		return family.Torus
	}
	return family.Queens
}

// attempt is the result of a form on every board that it covers.
type attempt struct {
	solved  []bool // by m
	boards  int
	solves  int
	failing []int // m mod 6 of the boards that it does not solve
	against int   // the first m that contradicts the claim, or 0
}

// try applies the form to every board up to a size.
func (c claim) try(ctx context.Context, f construct.Form, to int) (attempt, error) {
	t := attempt{solved: make([]bool, to+1)}
	for m := constructFrom; m <= to; m++ {
		if err := ctx.Err(); err != nil {
			return t, err
		}
		if !c.covers(m) {
			continue
		}
		t.boards++
		solved, err := solves(f, m)
		if err != nil {
			return t, err
		}
		t.solved[m] = solved
		if solved {
			t.solves++
		} else if !slices.Contains(t.failing, m%6) {
			t.failing = append(t.failing, m%6)
		}
		if solved != c.holds(m) && t.against == 0 {
			t.against = m
		}
	}
	slices.Sort(t.failing)
	return t, nil
}

// solves reports whether the form gives a solution for m.
func solves(f construct.Form, m int) (bool, error) {
	scan, err := nqueens.Problem{Family: f.Family, N: m}.Scan()
	if err != nil {
		return false, err
	}
	for k := range f.Numbers(m) {
		if scan.Next(k-1) != nil {
			return false, nil
		}
	}
	return scan.End() == nil, nil
}

// failing returns the residues for which the form should fail and which occur among the boards that it
// covers.
func (c claim) failing() []int {
	return slices.DeleteFunc(slices.Clone(c.fails), func(r int) bool { return c.modulus%2 == 0 && r%2 != c.residue%2 })
}

// residues formats a list of residues, or states that it is empty.
func residues(list []int) string {
	if len(list) == 0 {
		return "–"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ", ")
}

func (c claim) verdict(t attempt, to int) page.Verdict {
	v := page.Verdict{Kind: page.SameValue, What: "form " + c.form, Why: fmt.Sprintf("solves all of its %s boards to m = %s", table.Count(t.boards), table.Count(to))}
	if fails := c.failing(); len(fails) > 0 {
		v.Why += " but those with m mod 6 = " + strings.ReplaceAll(residues(fails), ", ", " or ")
	}
	if t.against > 0 {
		v.Kind, v.Why = page.Wrong, fmt.Sprintf("it gives a solution for m = %d, where it should fail", t.against)
		if !t.solved[t.against] {
			v.Why = fmt.Sprintf("it gives no solution for m = %d", t.against)
		}
	}
	return v
}

// oneList returns the verdict on whether exactly one list is chosen for each m, and solves it.
func oneList(attempts []attempt, to int) page.Verdict {
	v := page.Verdict{Kind: page.SameValue, What: "one of the six lists for every board", Why: fmt.Sprintf("for each m from %d to %s exactly one of A1 to B4 is chosen, by m mod 6 and m mod 4, and it is a solution", constructFrom, table.Count(to))}
	for m := constructFrom; m <= to; m++ {
		chosen, solved := 0, 0
		for i, c := range claims {
			if c.chosen(m) {
				chosen++
				if attempts[i].solved[m] {
					solved++
				}
			}
		}
		if chosen != 1 || solved != 1 {
			return page.Verdict{Kind: page.Wrong, What: v.What, Why: fmt.Sprintf("for m = %d there are %d, of which %d solve it", m, chosen, solved)}
		}
	}
	return v
}
