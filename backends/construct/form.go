package construct

import (
	"fmt"
	"iter"
	"slices"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/suggest"
)

// Form is a published formula for one solution on boards of many sizes.
type Form struct {
	Name string
	// About is the rule for a board of m squares a side.
	About string
	// Source is its full name with authors and year: "form B1 of Hoffman, Loessi and Moore (1969)".
	Source string
	// Family is the board that the solutions are for. A solution on the torus is also one on the
	// bounded board.
	Family *nqueens.Family

	needs []condition
	runs  func(m, n int) []Run // n is m/2 rounded down
}

// Run is a list of every other number: First, First+2 and so on, up to Last. It may be empty.
type Run struct{ First, Last int }

// Len returns how many numbers the run has.
func (r Run) Len() int { return max(0, (r.Last-r.First+2)/2) }

// Runs returns the form's numbers on a board of m squares a side, as consecutive runs: the k-th
// number of all is the rank, from 1, of the queen in the k-th file. If Why returns an error for m
// they give no solution, and may be too few.
func (f Form) Runs(m int) []Run { return f.runs(m, m/2) }

// Numbers iterates over the numbers of Runs.
func (f Form) Numbers(m int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, r := range f.Runs(m) {
			for k := r.First; k <= r.Last; k += 2 {
				if !yield(k) {
					return
				}
			}
		}
	}
}

// Why returns the reason why the form gives no solution on a board of m squares a side, or nil if
// it gives one.
func (f Form) Why(m int) error {
	if p := (nqueens.Problem{Family: f.Family, N: m}); m < 1 {
		return p.Validate()
	} else if m == 2 || m == 3 {
		return noSolution(p)
	}
	for _, c := range f.needs {
		if !c.holds(m) {
			return fmt.Errorf("%s needs m mod %d %s %d, and %d mod %d = %d",
				f.Name, c.modulus, c.relation, c.residue, m, c.modulus, m%c.modulus)
		}
	}
	return nil
}

// condition is a condition on the residue of a size.
type condition struct {
	modulus  int
	relation string // "=" or "≠"
	residue  int
}

func (c condition) holds(m int) bool { return (m%c.modulus == c.residue) == (c.relation == "=") }

func noSolution(p nqueens.Problem) error {
	return fmt.Errorf("%v has no solution, so no construction gives one", p)
}

// Forms returns every form.
func Forms() []Form {
	return slices.Concat(constructions(), lists(), []Form{bernhardsson(), polya()})
}

// FormNamed returns the form with the name.
func FormNamed(name string) (Form, error) {
	return suggest.Named("form", name, Forms(), func(f Form) string { return f.Name })
}

// Best returns the form to use for a bare board of queens or torus: the list of Hoffman, Loessi and
// Moore for its size, or Pólya's.
func Best(p nqueens.Problem) (Form, error) {
	candidates := slices.DeleteFunc(append(lists(), polya()), func(f Form) bool { return !f.Family.Rule.Equal(p.Rule()) })
	if len(candidates) == 0 {
		return Form{}, fmt.Errorf("no construction is known here for %s, only for queens and torus", p.Family.Name)
	}
	for _, f := range candidates {
		if f.Why(p.N) == nil {
			return f, nil
		}
	}
	return Form{}, noSolution(p)
}

// constructions returns A, B and C of Hoffman, Loessi and Moore, Mathematics Magazine 42(2), 1969,
// 66-72. They place queens in pairs, on row k from one side and on row m+1−k from the other; here
// the rows are files.
func constructions() []Form {
	a := func(_, n int) []Run { return []Run{{2, 2 * n}, {1, 2*n - 1}} }
	// The first queens have the numbers from n on in steps of 2, continued at the other edge, at
	// most n in all. The others are their images on the other side.
	b := func(_, n int) []Run { return []Run{{n, 2 * n}, {2 - n%2, n - 2}, {n + 3, 2 * n}, {1 + n%2, n + 1}} }
	even := condition{2, "=", 0}
	forms := []Form{
		{Name: "A", About: "(k, 2k) and (m+1−k, m+1−2k) for k = 1 to m/2",
			needs: []condition{even, {6, "≠", 2}}, runs: a},
		{Name: "B", About: "(k, 1+j) and (m+1−k, m−j) with j = (2(k−1) + m/2 − 1) mod m, for k = 1 to m/2",
			needs: []condition{even, {6, "≠", 0}}, runs: b},
		{Name: "C", About: "A or B on a board smaller by one, and (m, m)",
			needs: []condition{{2, "=", 1}}, runs: func(m, n int) []Run {
				if m%6 == 3 {
					return append(b(m-1, n), Run{m, m})
				}
				return append(a(m-1, n), Run{m, m})
			}},
	}
	for i := range forms {
		forms[i].Source, forms[i].Family = "construction "+forms[i].Name+hoffmanLoessiMoore, family.Queens
	}
	return forms
}

const hoffmanLoessiMoore = " of Hoffman, Loessi and Moore (1969)"

// lists returns the constructions as lists, where [a…b] is every other number from a to b, and n is
// m/2 rounded down. The authors use the A lists unless m mod 6 is 2 or 3; the B lists are valid for
// some other sizes, too.
func lists() []Form {
	forms := []Form{
		{Name: "A1", About: "[2…m], [1…m−1]",
			needs: []condition{{2, "=", 0}, {6, "≠", 2}},
			runs:  func(m, _ int) []Run { return []Run{{2, m}, {1, m - 1}} }},
		{Name: "A2", About: "[2…m−1], [1…m−2], [m]",
			needs: []condition{{2, "=", 1}, {6, "≠", 3}},
			runs:  func(m, _ int) []Run { return []Run{{2, m - 1}, {1, m - 2}, {m, m}} }},
		{Name: "B1", About: "[n…m], [2…n−2], [n+3…m−1], [1…n+1]",
			needs: []condition{{4, "=", 0}, {6, "≠", 0}},
			runs:  func(m, n int) []Run { return []Run{{n, m}, {2, n - 2}, {n + 3, m - 1}, {1, n + 1}} }},
		{Name: "B2", About: "[n…m−1], [1…n−2], [n+3…m], [2…n+1]",
			needs: []condition{{4, "=", 2}, {6, "≠", 0}},
			runs:  func(m, n int) []Run { return []Run{{n, m - 1}, {1, n - 2}, {n + 3, m}, {2, n + 1}} }},
		{Name: "B3", About: "[n…m−1], [2…n−2], [n+3…m−2], [1…n+1], [m]",
			needs: []condition{{4, "=", 1}, {6, "≠", 1}},
			runs:  func(m, n int) []Run { return []Run{{n, m - 1}, {2, n - 2}, {n + 3, m - 2}, {1, n + 1}, {m, m}} }},
		{Name: "B4", About: "[n…m−2], [1…n−2], [n+3…m−1], [2…n+1], [m]",
			needs: []condition{{4, "=", 3}, {6, "≠", 1}},
			runs:  func(m, n int) []Run { return []Run{{n, m - 2}, {1, n - 2}, {n + 3, m - 1}, {2, n + 1}, {m, m}} }},
	}
	for i := range forms {
		forms[i].Source, forms[i].Family = "form "+forms[i].Name+hoffmanLoessiMoore, family.Queens
	}
	return forms
}

// bernhardsson returns the rule of B. Bernhardsson, "Explicit solutions to the n-queens problem for
// all n", SIGART Bulletin 2(2), 1991, 7.
func bernhardsson() Form {
	return Form{
		Name:   "bernhardsson",
		About:  "evens, then odds; if m mod 6 is 2, 1 and 3 change places and 5 goes last; if it is 3, 2 goes behind the evens and 1, 3 behind the odds",
		Source: "Bernhardsson's list (1991)",
		Family: family.Queens,
		runs: func(m, _ int) []Run {
			switch m % 6 {
			case 2:
				return []Run{{2, m}, {3, 3}, {1, 1}, {7, m}, {5, 5}}
			case 3:
				return []Run{{4, m}, {2, 2}, {5, m}, {1, 3}}
			}
			return []Run{{2, m}, {1, m}}
		},
	}
}

// polya returns the form that goes up by two ranks from file to file, around the edge of the torus:
// 2(k−1) mod m in file k. G. Pólya (in W. Ahrens, Mathematische Unterhaltungen und Spiele II, 1918,
// 364-374) showed that exactly the boards of m coprime to 6 have a solution. Steps of two are the
// simplest that give one: one, two and three times a number are all different modulo such an m.
func polya() Form {
	return Form{
		Name:   "polya",
		About:  "a knight's move of two ranks from file to file round the torus: [1…m], [2…m−1]",
		Source: "Pólya's construction for the torus (1918)",
		Family: family.Torus,
		needs:  []condition{{2, "=", 1}, {3, "≠", 0}},
		runs:   func(m, _ int) []Run { return []Run{{1, m}, {2, m - 1}} },
	}
}

// klarner returns the form that places n² queens in n × n × n squares, one in each file of the
// layers drawn side by side: in layer i, file j, on rank 3i + 5j mod n (D. Klarner, Queen squares,
// Journal of Recreational Mathematics 12, 1979). A queen's move changes 3i + 5j − rank by 1 to 9
// times its length, in either direction. That is 0 modulo n only if n has a common factor with 2,
// 3, 5 or 7, or if the move does not leave its square.
func klarner() Form {
	return Form{
		Name:   "klarner",
		About:  "(i, j, 3i + 5j mod m) in three dimensions",
		Source: "Klarner's queen squares (1979)",
		Family: family.Queens3D,
		needs:  []condition{{2, "≠", 0}, {3, "≠", 0}, {5, "≠", 0}, {7, "≠", 0}},
		runs: func(m, _ int) (runs []Run) {
			for file := range m * m {
				rank := (3*(file/m)+5*(file%m))%m + 1
				runs = append(runs, Run{rank, rank})
			}
			return runs
		},
	}
}

// fillsLayers returns an error for problems that klarner does not solve: other boards, or another
// number of queens.
func fillsLayers(p nqueens.Problem) error {
	bare := p
	bare.Pieces = nil
	switch f := klarner(); {
	case !bare.Bare():
		return fmt.Errorf("construct has a formula for empty boards of three dimensions only, not for %v", p.Short())
	case p.Pieces != nil && (p.Pieces.Min > p.N*p.N || p.Pieces.Max < p.N*p.N):
		return fmt.Errorf("%s places %d queens in %d layers, not %v", f.Name, p.N*p.N, p.N, p.Pieces)
	default:
		return f.Why(p.N)
	}
}
