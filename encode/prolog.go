package encode

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"nqueens"
)

// WriteProlog writes a problem as a Prolog program over the library clpfd of
// SWI-Prolog (Triska, "The finite domain constraint solver of SWI-Prolog", FLOPS
// 2012). Its goal first prints one solution as the text of a Solution, or "no
// solution", the goal all every one, a line each, and the goal count "solutions "
// and their number. Boards are said by the rank in each file, anything else by
// 0–1 variables and linear constraints, whose auxiliaries count.
func WriteProlog(w io.Writer, p nqueens.Problem) error {
	out := bufio.NewWriterSize(w, 1<<16)
	out.WriteString(prologGoals)
	if permutes(p) {
		prologBoard(out, p)
	} else {
		m, err := p.Model()
		if err != nil {
			return err
		}
		prologLinear(out, m)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing Prolog: %w", err)
	}
	return nil
}

// prologGoals need problem(Xs), which sets the constraints up, and show(Xs, Text).
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
	diagonals := []string{"shifted(Xs, 1, 1, Sums)", "all_different(Sums)", "shifted(Xs, -1, -1, Differences)", "all_different(Differences)"}
	switch p.Family {
	case nqueens.Queens:
		goals = append(goals, diagonals...)
	case nqueens.Torus:
		goals = append(goals, "shifted(Xs, 1, 1, Sums)", "around(Sums, N, S)", "all_different(S)",
			"shifted(Xs, -1, -1, Differences)", "around(Differences, N, D)", "all_different(D)")
	case nqueens.Superqueens:
		goals = append(goals, diagonals...)
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
		} else { // the other way round
			goals = append(goals, fmt.Sprintf("shifted(Xs, -1, -1, E%d), without(E%[1]d, %d)", i, -d.Value))
		}
	}
	fmt.Fprintf(out, "problem(Xs) :-\n    %s.\n\n", strings.Join(goals, ",\n    "))
	fmt.Fprintf(out, prologBoardRules, "'"+strings.Join(files(p.N), "', '")+"'") // "is" is an operator
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

func prologLinear(out *bufio.Writer, m *nqueens.Model) {
	out.WriteString("% placements as 0-1 variables; constraint(Variables, Coefficients, Relation, Bound)\n")
	out.WriteString(":- dynamic constraint/4.\n")
	fmt.Fprintf(out, `problem(Xs) :- length(Xs, %d), Xs ins 0..1, Vs =.. [v|Xs],
    findall(c(Is, Cs, R, B), constraint(Is, Cs, R, B), Constraints), maplist(post(Vs), Constraints).
post(Vs, c(Is, Cs, R, B)) :- maplist(variable(Vs), Is, Xs), scalar_product(Cs, Xs, R, B).
variable(Vs, I, X) :- arg(I, Vs, X).
`, len(m.Placements))
	names := shown(m)
	for i, name := range names {
		if name[0] >= '0' && name[0] <= '9' {
			continue // a number is an atom as it is
		}
		names[i] = "'" + name + "'"
	}
	fmt.Fprintf(out, `show(Xs, Text) :- Names = [%s], chosen(Names, Xs, Text).
chosen([], _, []).
chosen([N|Ns], [1|Xs], [N|Text]) :- chosen(Ns, Xs, Text).
chosen([_|Ns], [0|Xs], Text) :- chosen(Ns, Xs, Text).
`, strings.Join(names, ", "))
	for _, c := range PBFromModel(m).Constraints() {
		variables, coefficients := make([]string, len(c.Terms)), make([]string, len(c.Terms))
		for i, t := range c.Terms {
			variables[i], coefficients[i] = fmt.Sprint(t.Variable), fmt.Sprint(t.Coefficient)
		}
		relation := "#>="
		if c.Equal {
			relation = "#="
		}
		fmt.Fprintf(out, "constraint([%s], [%s], %s, %d).\n", strings.Join(variables, ","), strings.Join(coefficients, ","), relation, c.Bound)
	}
}
