// Package linear is the backend that uses the linear relaxation of a problem, as solvers of integer
// programs do.
//
// # What a relaxation is
//
// A problem has 0–1 variables, whether a piece is on a square, and constraints: exactly so many of
// a rank are 1, at most one of a diagonal. If the variables may be any numbers from 0 to 1, so that
// there may be half a queen here and half a queen there, the result is a linear program. It is
// solved in milliseconds even if the problem takes hours. If not even fractions of queens can be
// placed, queens cannot. Then some of the constraints, each multiplied by a number, add up to a
// constraint that no assignment satisfies (Farkas 1902): about a hundred integers are the complete
// proof that there is no solution. See the example.
//
// If the relaxation is feasible it decides nothing. The search then takes the square with the
// largest fraction of a piece, tries it with a piece and without, and solves the relaxation again,
// from its previous state. On completion problems this is rarely worthwhile: deep in the tree a
// relaxation finds little that counting the free squares does not, and takes about a thousand times
// as long. But about a third of the hard instances without a solution are decided by the first
// relaxation (results/completion/linear.md), and for large ones no search is faster.
//
// # The method
//
//   - Pairs of literals that exclude each other are merged into cliques, of which at most one is
//     chosen. Without them the relaxation puts half a king on each square of 9 × 9, and the optimum
//     is out of reach; with them it is found at once.
//   - The relaxation is solved at the root, by package simplex.
//   - A dive of a hundred nodes finds most of the solutions that are found at all.
//   - Probing: a square is removed if the relaxation with a piece there is infeasible, until no
//     more can be removed. For an objective, reduced costs also remove squares.
//   - Depth-first branch and bound. From each refutation the branchings that it does not need are
//     left out, and the search jumps back over them (backjumping).
//   - For an objective, the root gives a bound, which is reported if the time ends first.
//
// No cuts are added: Chvátal–Gomory and zero-half cuts at the root refuted three more of forty
// small boards and changed no answer on large ones, for a second each
// (results/completion/linear.md).
//
// The simplex uses floating-point numbers, which are not trusted. Its multipliers are rounded to
// integers, as small as possible, and the sum of the constraints is checked in integer arithmetic.
// Only what this check confirms counts as refuted. With --proof the sums are written in the format
// of VeriPB; see [nqueens/proof.CheckPB].
//
// The backend finds solutions and optima, and does not count. For covers, such as the domination by
// kings or knights, its bounds are far better than those of the backend branch.
package linear
