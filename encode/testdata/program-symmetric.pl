:- use_module(library(clpfd)).
:- use_module(library(aggregate)).

solution(Xs) :- problem(Xs), labeling([ff], Xs).
first :- ( solution(Xs) -> line(Xs) ; writeln('no solution') ).
all :- findall(x, (solution(Xs), line(Xs)), Found), ( Found == [] -> writeln('no solution') ; true ).
count :- aggregate_all(count, solution(_), N), format("solutions ~d~n", [N]).
line(Xs) :- show(Xs, Text), atomic_list_concat(Text, ',', Line), writeln(Line).

% placements as 0-1 variables; constraint(Variables, Coefficients, Relation, Bound)
:- dynamic constraint/4.
problem(Xs) :- length(Xs, 5), Xs ins 0..1, append(Xs, [0], Ys), Vs =.. [v|Ys],
    findall(c(Is, Cs, R, B), constraint(Is, Cs, R, B), Constraints), maplist(post(Vs), Constraints).
post(Vs, c(Is, Cs, R, B)) :- maplist(variable(Vs), Is, Xs), scalar_product(Cs, Xs, R, B).
variable(Vs, I, X) :- arg(I, Vs, X).
show(Xs, Text) :- Names = ['a1', 'c1', 'c2', 'a3', 'c3'], chosen(Names, Xs, Text).
chosen([], _, []).
chosen([N|Ns], [1|Xs], [N|Text]) :- chosen(Ns, Xs, Text).
chosen([_|Ns], [0|Xs], Text) :- chosen(Ns, Xs, Text).
constraint([3], [1], #=, 1).
constraint([1], [1], #>=, 2).
constraint([1,2], [1,1], #=, 1).
constraint([1,4], [1,1], #=, 1).
constraint([4,5], [1,1], #=, 1).
constraint([2,3,5], [1,1,1], #=, 1).
constraint([2,4], [-1,-1], #>=, -1).
constraint([1,5], [-1,-1], #>=, -1).
constraint([1,3], [-1,-1], #>=, -1).
constraint([3,4], [-1,-1], #>=, -1).
constraint([1], [1], #>=, 1).
constraint([1,5], [-1,1], #>=, 0).
constraint([2,4], [-1,1], #>=, 0).
constraint([3], [-1], #>=, 0).
constraint([4,2], [-1,1], #>=, 0).
constraint([5,1], [-1,1], #>=, 0).
