// Package simplex solves linear programs: of all points that keep to some linear
// inequalities it finds one at which a linear function is least, or that there is none
// and why.
//
// It is made for the relaxations of 0–1 problems, of some hundred rows and some
// thousand variables, that are solved again and again with a bound or two changed. Every
// variable has two finite bounds. So every basis can be made dual feasible: a variable
// that is not in it goes to the bound which its reduced cost prefers. There is no first
// phase, and where a program ended is where the next, with other bounds, begins. That is
// the dual simplex (Lemke 1954), here with
//
//   - dual steepest edge: of the basic variables that are out of their bounds the one
//     farthest out, by the length of the row of the inverse of the basis that belongs to
//     it (Forrest, Goldfarb 1992);
//   - Harris's ratio test, which takes of nearly equal steps that with the largest
//     pivot, and random changes of the costs by a millionth, without which most steps
//     would be as long as any other.
//
// The inverse of the basis is kept as a plain matrix. That has its price, m² numbers for
// m rows, and its reward: the row that a step needs is there to be read, the lengths of
// all rows come with the update of the matrix, and it is made anew by the same
// update, one column after the other. Beyond a thousand rows a sparse factorisation
// would be better.
//
// A longer step past variables that go to their other bounds (Maros 2003) was tried: on
// the relaxations of n-queens, where rows imply the upper bounds, it took twice as many steps.
//
// Gonum's lp.Simplex, which is kept and in pure Go too, is a primal simplex for programs in standard
// form: each bound of a variable is a row more, and after one has changed there is no feasible basis to go on
// from. Tests of the backend linear hold this package's verdicts against it.
//
// Its numbers are floating-point ones, and so are its verdicts. [Solver.Multipliers] are
// the reason of a verdict: rounded to integers they can be tested without an error.
package simplex
