// Package simplex solves linear programs: it finds a point that satisfies linear inequalities and
// minimises a linear function, or proves that no point satisfies them.
//
// It is made for the relaxations of 0–1 problems, with hundreds of rows and thousands of variables,
// that are solved repeatedly with one or two bounds changed. Every variable has two finite bounds.
// Every basis can therefore be made dual feasible: a non-basic variable is set to the bound that
// its reduced cost prefers. There is no first phase, and a solve with other bounds starts from the
// last basis. This is the dual simplex method (Lemke 1954) with
//
//   - dual steepest edge: the basic variable that leaves is the one with the largest bound
//     violation relative to the length of its row of the basis inverse (Forrest, Goldfarb 1992);
//   - Harris's ratio test, which selects the largest pivot among nearly equal steps, and random
//     perturbations of the costs by a millionth, without which most ratios would be equal.
//
// The inverse of the basis is kept as a plain matrix. It needs m² numbers for m rows. In return the
// row that a step needs is available, the update of the matrix also gives the lengths of all rows,
// and the same update recomputes the matrix column by column. Above a thousand rows a sparse
// factorisation would be better.
//
// A longer step, past variables that move to their other bounds (Maros 2003), was tried. On the
// relaxations of n-queens, where rows imply the upper bounds, it took twice as many steps.
//
// Gonum's lp.Simplex, also in pure Go, is a primal simplex method for programs in standard form:
// each bound of a variable is an additional row, and after a change of a bound there is no feasible
// basis to start from. Tests of the backend linear compare this package's results with it.
//
// Results are computed in floating point and can be wrong by rounding. [Solver.Multipliers] returns
// a certificate for a result, which can be rounded to integers and checked exactly.
package simplex
