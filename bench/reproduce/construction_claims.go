package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends/construct"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/table"
)

// claim is what is published of a form.
type claim struct {
	form             string
	modulus, residue int   // it is written down for m mod modulus = residue
	fails            []int // m mod 6 where it gives no solution; elsewhere it does
}

// claims are in the order of publication. Hoffman, Loessi and Moore say of A
// and B where they fail. A1, B1 and B2 are A and B written out, A2, B3 and B4
// the same with a queen in the corner of a board larger by one, so that they
// fail where A or B does.
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

// covers reports whether the form is written down for m.
func (c claim) covers(m int) bool { return m%c.modulus == c.residue }

// holds reports whether the form should give a solution for m that it covers.
func (c claim) holds(m int) bool { return !slices.Contains(c.fails, m%6) }

// chosen reports whether the form is the list that Hoffman, Loessi and Moore
// give for m: a B list if m mod 6 is 2 or 3, otherwise an A list.
func (c claim) chosen(m int) bool {
	return len(c.form) == 2 && c.covers(m) && (c.form[0] == 'B') == (m%6 == 2 || m%6 == 3)
}

// over says for which m the form is written down.
func (c claim) over() string {
	switch c.modulus {
	case 1:
		return "every m"
	case 2:
		return [2]string{"m even", "m odd"}[c.residue]
	}
	return fmt.Sprintf("m mod %d = %d", c.modulus, c.residue)
}

// family is the board of a form: Pólya's is the torus.
func (c claim) family() *nqueens.Family {
	if c.form == "polya" {
		return nqueens.Torus
	}
	return nqueens.Queens
}

// attempt is what came of a form on every board that it covers.
type attempt struct {
	solved  []bool // by m
	boards  int
	solves  int
	failing []int // m mod 6 of the boards that it does not solve
	against int   // the first m that is not as claimed, 0 if there is none
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

// solves reports whether the form's numbers for m are a solution.
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

// failing are those residues where it should fail that there are on boards
// which the form covers.
func (c claim) failing() []int {
	return slices.DeleteFunc(slices.Clone(c.fails), func(r int) bool { return c.modulus%2 == 0 && r%2 != c.residue%2 })
}

// residues lists residues, or says that there are none.
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

// oneList tests that the list chosen for m is one and solves it.
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
