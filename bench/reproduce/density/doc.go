// Package density estimates where the queens of a solution stand, and how many
// solutions there are, on boards whose solutions nobody can list.
//
// Simkin ("The number of n-queens configurations", Advances in Mathematics
// 427, 2023) showed that the number of solutions is
//
//	Q(n) = ((1 + o(1)) n e^−α)^n,  α = 1.942 ± 0.003,
//
// and that the queens of a random solution of a large board are spread with
// one certain density: greater near the middles of the sides than in the corners and
// in the centre.
//
// [Sample] draws random solutions, to n = 64, each with its probability, so that the
// estimates are unbiased or, where they are ratios, nearly so; each comes with its
// standard error. [Density.Cells] is the density on a coarser grid, [HeatMap] draws
// it, and [FitAlpha] finds α from the estimates of Q(n).
package density

// MaxSize is the largest board side that is sampled: the squares of a rank fit
// in a machine word.
const MaxSize = 64
