// Package linear is the backend that works with the linear relaxation of a problem, as the
// solvers of integer programs do.
//
// # What a relaxation is
//
// A problem says of 0–1 variables, a piece stands on this square or does not, that so many
// of a rank are 1, of a diagonal at most one. Let them be any numbers from 0 to 1, so that half
// a queen may stand here and half a one there, and what is left is a linear program: it is solved
// in milliseconds where the problem takes hours. Where not even parts of queens can be placed,
// queens cannot. Then some of the constraints, each taken a number of times, add up to
// something that is wrong whatever stands where (Farkas 1902): some hundred whole numbers are
// the whole proof that there is no solution. See the example.
//
// Where it has a solution the relaxation decides nothing. The search then takes a square of
// which it chooses the largest part, tries it with a piece and without, and solves the relaxation
// again, from where it was. On completion problems this is rarely worth it: deep in the tree
// a relaxation sees little that counting the free squares does not, and takes some thousand times
// as long. On about a third of the hard instances without a solution it is the first relaxation
// that decides (results/completion/linear.md), and of large ones no search is faster.
//
// # What is done
//
//   - Constraints "not both" are merged to cliques, of which at most one is chosen: without
//     them the relaxation puts half a king on each square of 9 × 9, and the optimum is out of
//     reach; with them it is found at once.
//   - The relaxation at the root, by package simplex.
//   - A dive of a hundred nodes: most solutions that are found at all are found so.
//   - Probing: a square goes if the relaxation with a piece there has no solution, until no
//     more go. Of a problem with an objective the reduced costs say which go.
//   - Depth-first branch and bound. From each refutation those branchings are left out
//     that it does not need, and the search goes back over them (backjumping).
//   - Of an objective the root says a bound, which is told where the time ends first.
//
// No cuts are added: Chvátal–Gomory and zero-half cuts at the root refuted three more of forty small boards and
// changed no verdict on large ones, for a second each (results/completion/linear.md).
//
// The simplex works with floating-point numbers, and is not believed. Its multipliers are
// rounded to whole numbers, as coarse as will do, and the sum of the constraints is tested
// with them in integers: what is not refuted so is not refuted. With --proof the sums are
// written down, in the format of VeriPB; see [nqueens/proof.CheckPB].
//
// It finds solutions and optima, and does not count. Where a cover is sought, as in the
// domination by kings or knights, its bounds are far better than those of the backend branch.
package linear
