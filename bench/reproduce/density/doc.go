// Package density estimates where the queens of a solution stand, and the number of solutions, on boards with
// too many solutions to list.
//
// Simkin ("The number of n-queens configurations", Advances in Mathematics 427, 2023) showed that the number
// of solutions is
//
//	Q(n) = ((1 + o(1)) n e^−α)^n,  α = 1.942 ± 0.003,
//
// and that the queens of random solutions of large boards have a certain limiting density. It is greater near
// the middles of the sides than in the corners and in the centre.
//
// [Sample] draws random solutions, up to n = 64, each with its probability, so that the estimates are
// unbiased, or nearly so for ratios. Each estimate has a standard error. [Density.Cells] returns the density
// on a coarser grid, [HeatMap] draws it, and [FitAlpha] estimates α from the estimates of Q(n).
package density

// MaxSize is the largest board size that can be sampled: the squares of a rank fit in a machine word.
const MaxSize = 64
