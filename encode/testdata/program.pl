:- use_module(library(clpfd)).
:- use_module(library(aggregate)).

solution(Xs) :- problem(Xs), labeling([ff], Xs).
first :- ( solution(Xs) -> line(Xs) ; writeln('no solution') ).
all :- findall(x, (solution(Xs), line(Xs)), Found), ( Found == [] -> writeln('no solution') ; true ).
count :- aggregate_all(count, solution(_), N), format("solutions ~d~n", [N]).
line(Xs) :- show(Xs, Text), atomic_list_concat(Text, ',', Line), writeln(Line).

% superqueens on a board of 3 squares a side: the rank in each file
problem(Xs) :-
    N = 3,
    length(Xs, N),
    Xs ins 1..N,
    all_different(Xs),
    shifted(Xs, 1, 1, Sums),
    all_different(Sums),
    shifted(Xs, -1, -1, Differences),
    all_different(Differences),
    leaps(Xs),
    at(1, Xs, #=, 1),
    at(2, Xs, #\=, 2),
    shifted(Xs, 1, 1, E0), without(E0, 3),
    shifted(Xs, -1, -1, E1), without(E1, 1).

shifted([], _, _, []).
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
show(Xs, Text) :- Files = ['a', 'b', 'c'], maplist(atom_concat, Files, Xs, Text).
