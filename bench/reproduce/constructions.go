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
	"nqueens/bench/table"
)

// constructTo is the largest board on which the forms are tried, whatever the
// budget, and constructFrom the smallest: with 2 or 3 queens there is no
// solution.
const constructFrom, constructTo = 4, 10_000

// harnessSizes are where the backend is run: each form on the first board from
// there on that it solves.
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

func reportConstructions(ctx context.Context, p *page.Page, e Evidence) error {
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

// drawn are boards that show what the forms do.
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
			s = append(s, nqueens.Square{File: len(s), Rank: k - 1})
		}
		d.Boards = append(d.Boards, diagram.Board{
			Problem: nqueens.Problem{Family: form.Family, N: example.m}, Solution: s,
			Caption: []string{fmt.Sprintf("%s, m = %d", example.form, example.m)},
		})
	}
	p.Boards("constructions", d)
	return nil
}

// triedTo is the largest board tried within a budget. To m = M the forms place
// about 11/4 · M² queens, of which a small machine checks 20 million a second.
func triedTo(budget time.Duration) int {
	const queens, perSecond = 11.0 / 4, 20e6
	return min(constructTo, max(60, int(math.Sqrt(budget.Seconds()*perSecond/queens))))
}

// listed is a solution as it is printed.
type listed struct {
	m    int
	list string
}

// bernhardssonLists are the examples that go with the rule.
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
	rows := [][]string{{"m", "published", "ours", "verdict"}}
	var wrong []string
	for _, example := range examples {
		ours := strings.Trim(fmt.Sprint(slices.Collect(form.Numbers(example.m))), "[]")
		kind := page.SameValue
		if ours != example.list {
			kind, wrong = page.Wrong, append(wrong, fmt.Sprint(example.m))
		}
		rows = append(rows, []string{fmt.Sprint(example.m), example.list, ours, string(kind)})
	}
	p.Table(rows)
	p.Verdict(holds("Bernhardsson's lists", len(wrong) == 0, "another list for m = %s", strings.Join(wrong, ", ")))
	return nil
}

// harnessed is the verdict on what the backend was run on.
func harnessed(e Evidence) page.Verdict {
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
