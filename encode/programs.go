package encode

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nqueens"
)

// permutes reports whether a constraint program can express the problem by one all-different
// variable per file, the rank of its piece. This requires one piece in each rank and file, at most
// one on a diagonal, no leap across an edge, and no symmetry. Other problems use a 0–1 variable for
// each placement.
func permutes(p nqueens.Problem) bool {
	r := p.Rule()
	if p.Symmetric != nqueens.Identity || !r.Permutes() || r.Wrap && len(r.Leaps) > 0 {
		return false
	}
	return !slices.ContainsFunc(r.Lines, func(b nqueens.Bound) bool { return b.Along >= nqueens.Sums && (b.Min != 0 || b.Max != 1) })
}

// leaps returns the vectors of leaps to later files and other ranks. Leaps to the same rank are
// excluded by the all-different constraint.
func leaps(r *nqueens.Rule) []nqueens.Square {
	return slices.DeleteFunc(r.Offsets(), func(by nqueens.Square) bool { return by.File <= 0 || by.Rank <= 0 })
}

// files returns the letters of a board's files.
func files(n int) []string {
	names := make([]string, n)
	for f := range n {
		names[f] = nqueens.Square{File: f}.FileName()
	}
	return names
}

// shown returns the names of the non-auxiliary placements, as in the text of a Solution.
func shown(m *nqueens.Model) []string {
	return namesOf(m.Placements[:len(m.Placements)-m.Auxiliaries])
}

func namesOf(placements []nqueens.Placement) []string {
	var names []string
	for _, p := range placements {
		names = append(names, p.String())
	}
	return names
}

// joined returns the texts of the elements of list, separated by separator. The function text gets
// the index and the element.
func joined[T any](list []T, separator string, text func(i int, one T) string) string {
	texts := make([]string, len(list))
	for i, one := range list {
		texts[i] = text(i, one)
	}
	return strings.Join(texts, separator)
}

// WriteMiniZinc writes a problem as a MiniZinc model (Nethercote, Stuckey and others, CP 2007) that
// prints each solution as the text of a Solution. For a board with one piece in each rank and file
// it writes the usual model: x[i] is the rank in file i, and ranks and diagonals are all different.
// Given and blocked squares are constraints, which MiniZinc propagates.
//
// Other problems, with a symmetry or from a formula, become 0–1 variables and linear constraints,
// of the whole model or of the reduced one. Their solutions are counted including auxiliaries,
// because MiniZinc cannot project.
func WriteMiniZinc(w io.Writer, p nqueens.Problem, whole bool) error {
	return program{"MiniZinc", "", permutes, miniZincBoard, miniZincLinear}.write(w, p, whole)
}

// A program is a constraint language.
type program struct {
	name, begin string
	says        func(nqueens.Problem) bool // whether board can express the problem
	board       func(*bufio.Writer, nqueens.Problem)
	linear      func(*bufio.Writer, *nqueens.Model) // writes the problems that board cannot express
}

func (l program) write(w io.Writer, p nqueens.Problem, whole bool) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("writing %s: %w", l.name, err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	out.WriteString(l.begin)
	if l.says(p) {
		l.board(out, p)
		return flush(out, l.name)
	}
	m, err := modelOf(p, whole)
	if err != nil {
		return err
	}
	l.linear(out, m)
	return flush(out, l.name)
}

func miniZincBoard(out *bufio.Writer, p nqueens.Problem) {
	fmt.Fprintf(out, "%% %s on a board of %d squares a side\n", p.Family.Name, p.N)
	fmt.Fprintf(out, "include \"alldifferent.mzn\";\nint: n = %d;\narray[1..n] of var 1..n: x;\n", p.N)
	out.WriteString("constraint alldifferent(x);\n")
	rule := p.Rule()
	for _, d := range []struct {
		along        nqueens.Direction
		plain, round string
	}{{nqueens.Sums, "x[i] + i", "(x[i] + i) mod n"}, {nqueens.Diffs, "x[i] - i", "(x[i] + n - i) mod n"}} {
		if value := d.plain; rule.AtMostOne(d.along) {
			if rule.Wrap {
				value = d.round
			}
			fmt.Fprintf(out, "constraint alldifferent([%s | i in 1..n]);\n", value)
		}
	}
	for _, by := range leaps(rule) {
		fmt.Fprintf(out, "constraint forall(i in 1..n-%d)(abs(x[i] - x[i+%[1]d]) != %d);\n", by.File, by.Rank)
	}
	for _, s := range p.Given {
		fmt.Fprintf(out, "constraint x[%d] = %d;\n", s.File+1, s.Rank+1)
	}
	for _, s := range p.Blocked {
		fmt.Fprintf(out, "constraint x[%d] != %d;\n", s.File+1, s.Rank+1)
	}
	for _, d := range p.Excluded {
		if d.Sum { // file + rank, from 0
			fmt.Fprintf(out, "constraint forall(i in 1..n)(i + x[i] != %d);\n", d.Value+2)
		} else {
			fmt.Fprintf(out, "constraint forall(i in 1..n)(i - x[i] != %d);\n", d.Value)
		}
	}
	out.WriteString("solve satisfy;\n")
	fmt.Fprintf(out, "array[1..n] of string: file = [%s];\n", quoted(files(p.N)))
	out.WriteString("output [join(\",\", [file[i] ++ show(x[i]) | i in 1..n]) ++ \"\\n\"];\n")
}

func miniZincLinear(out *bufio.Writer, m *nqueens.Model) {
	fmt.Fprintf(out, "%% placements as 0-1 variables\narray[1..%d] of var 0..1: x;\n", len(m.Placements))
	sum := func(terms []PBTerm) string {
		return joined(terms, " + ", func(_ int, t PBTerm) string {
			switch t.Coefficient {
			case 0: // an empty sum
				return "0*0"
			case 1:
				return fmt.Sprintf("x[%d]", t.Variable)
			}
			return fmt.Sprintf("%d*x[%d]", t.Coefficient, t.Variable)
		})
	}
	p := PBFromModel(m)
	for _, c := range p.Constraints() {
		fmt.Fprintf(out, "constraint %s %s %d;\n", sum(c.Terms), c.relation(), c.Bound)
	}
	if p.Objective == nil {
		out.WriteString("solve satisfy;\n")
	} else {
		fmt.Fprintf(out, "solve minimize %s;\n", cmp.Or(sum(p.Objective), "0"))
	}
	names := shown(m)
	fmt.Fprintf(out, "array[1..%d] of string: name = [%s];\n", len(names), quoted(names))
	chosen := ""
	if len(m.Chosen) > 0 {
		chosen = fmt.Sprintf("[%s] ++ ", quoted(namesOf(m.Chosen)))
	}
	fmt.Fprintf(out, "output [join(\",\", %s[name[i] | i in 1..%d where fix(x[i]) = 1]) ++ \"\\n\"];\n", chosen, len(names))
}

// quoted returns the names as a list of MiniZinc strings.
func quoted(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return `"` + strings.Join(names, `", "`) + `"`
}

// WriteProlog writes a problem as a Prolog program over the library clpfd of SWI-Prolog (Triska,
// "The finite domain constraint solver of SWI-Prolog", FLOPS 2012). The goal first prints one
// solution as the text of a Solution, or "no solution". The goal all prints every solution, one a
// line. The goal count prints "solutions " and their number. A board with one piece in each rank
// and file is expressed by the rank in each file and the given and blocked squares. Other problems
// become 0–1 variables and linear constraints, of the whole model or of the reduced one; their
// auxiliaries multiply counts.
func WriteProlog(w io.Writer, p nqueens.Problem, whole bool) error {
	says := func(p nqueens.Problem) bool { return permutes(p) && prologLeaps(p.Rule()) }
	return program{"Prolog", prologGoals, says, prologBoard, prologLinear}.write(w, p, whole)
}

// prologGoals calls problem(Xs), which posts the constraints, and show(Xs, Text).
const prologGoals = `:- use_module(library(clpfd)).
:- use_module(library(aggregate)).

solution(Xs) :- problem(Xs), labeling([ff], Xs).
first :- ( solution(Xs) -> line(Xs) ; writeln('no solution') ).
all :- findall(x, (solution(Xs), line(Xs)), Found), ( Found == [] -> writeln('no solution') ; true ).
count :- aggregate_all(count, solution(_), N), format("solutions ~d~n", [N]).
line(Xs) :- show(Xs, Text), atomic_list_concat(Text, ',', Line), writeln(Line).

`

func prologBoard(out *bufio.Writer, p nqueens.Problem) {
	fmt.Fprintf(out, "%% %s on a board of %d squares a side: the rank in each file\n", p.Family.Name, p.N)
	goals := []string{fmt.Sprintf("N = %d", p.N), "length(Xs, N)", "Xs ins 1..N", "all_different(Xs)"}
	rule := p.Rule()
	for _, d := range []struct {
		along       nqueens.Direction
		step        int
		name, round string
	}{{nqueens.Sums, 1, "Sums", "S"}, {nqueens.Diffs, -1, "Differences", "D"}} {
		if !rule.AtMostOne(d.along) {
			continue
		}
		goals = append(goals, fmt.Sprintf("shifted(Xs, %d, %[1]d, %s)", d.step, d.name))
		if rule.Wrap {
			goals = append(goals, fmt.Sprintf("around(%s, N, %s)", d.name, d.round))
			d.name = d.round
		}
		goals = append(goals, fmt.Sprintf("all_different(%s)", d.name))
	}
	if len(rule.Leaps) > 0 {
		goals = append(goals, "leaps(Xs)")
	}
	at := func(s nqueens.Square, relation string) {
		goals = append(goals, fmt.Sprintf("at(%d, Xs, %s, %d)", s.File+1, relation, s.Rank+1))
	}
	for _, s := range p.Given {
		at(s, "#=")
	}
	for _, s := range p.Blocked {
		at(s, `#\=`)
	}
	for i, d := range p.Excluded {
		if d.Sum {
			goals = append(goals, fmt.Sprintf("shifted(Xs, 1, 1, E%d), without(E%[1]d, %d)", i, d.Value+2))
		} else { // the sign is reversed
			goals = append(goals, fmt.Sprintf("shifted(Xs, -1, -1, E%d), without(E%[1]d, %d)", i, -d.Value))
		}
	}
	fmt.Fprintf(out, "problem(Xs) :-\n    %s.\n\n", strings.Join(goals, ",\n    "))
	fmt.Fprintf(out, prologBoardRules, "'"+strings.Join(files(p.N), "', '")+"'") // quoted, because "is" is an operator
}

const prologBoardRules = `shifted([], _, _, []).
shifted([X|Xs], By, Step, [Y|Ys]) :- Y #= X + By, Next is By + Step, shifted(Xs, Next, Step, Ys).
around([], _, []).
around([X|Xs], N, [Y|Ys]) :- Y #= X mod N, around(Xs, N, Ys).
leaps([]).
leaps([X|Xs]) :- leaps(Xs, X, [2, 1]), leaps(Xs).
leaps([Y|Ys], X, [D|Ds]) :- !, abs(X - Y) #\= D, leaps(Ys, X, Ds).
leaps(_, _, _).
at(File, Xs, Relation, Rank) :- nth1(File, Xs, X), call(Relation, X, Rank).
without([], _).
without([X|Xs], Value) :- X #\= Value, without(Xs, Value).
show(Xs, Text) :- Files = [%s], maplist(atom_concat, Files, Xs, Text).
`

// prologLeaps reports whether prologBoardRules can express the rule's leaps: the knight's leaps or
// none.
func prologLeaps(r *nqueens.Rule) bool {
	list := leaps(r)
	return len(list) == 0 || slices.Equal(list, []nqueens.Square{{File: 1, Rank: 2}, {File: 2, Rank: 1}})
}

func prologLinear(out *bufio.Writer, m *nqueens.Model) {
	out.WriteString("% placements as 0-1 variables; constraint(Variables, Coefficients, Relation, Bound)\n")
	out.WriteString(":- dynamic constraint/4.\n")
	fmt.Fprintf(out, `problem(Xs) :- length(Xs, %d), Xs ins 0..1, append(Xs, [0], Ys), Vs =.. [v|Ys],
    findall(c(Is, Cs, R, B), constraint(Is, Cs, R, B), Constraints), maplist(post(Vs), Constraints).
post(Vs, c(Is, Cs, R, B)) :- maplist(variable(Vs), Is, Xs), scalar_product(Cs, Xs, R, B).
variable(Vs, I, X) :- arg(I, Vs, X).
`, len(m.Placements))
	atoms := func(names []string) string {
		return joined(names, ", ", func(_ int, name string) string {
			if _, err := strconv.Atoi(name); err == nil {
				return name // a number needs no quotes
			}
			return "'" + name + "'"
		})
	}
	fmt.Fprintf(out, `show(Xs, Text) :- Names = [%s], chosen(Names, Xs, Text).
chosen([], _, [%s]).
chosen([N|Ns], [1|Xs], [N|Text]) :- chosen(Ns, Xs, Text).
chosen([_|Ns], [0|Xs], Text) :- chosen(Ns, Xs, Text).
`, atoms(shown(m)), atoms(namesOf(m.Chosen)))
	for _, c := range PBFromModel(m).Constraints() {
		variables := joined(c.Terms, ",", func(_ int, t PBTerm) string { return fmt.Sprint(t.Variable) })
		coefficients := joined(c.Terms, ",", func(_ int, t PBTerm) string { return fmt.Sprint(t.Coefficient) })
		fmt.Fprintf(out, "constraint([%s], [%s], #%s, %d).\n", variables, coefficients, c.relation(), c.Bound)
	}
}
