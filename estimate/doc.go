// Package estimate estimates the number of solutions of a problem, and the time to count them,
// without counting them.
//
// Count descends a search tree with a population of nodes. While there are few nodes, all are kept.
// Later a random selection is kept, in which each node represents several, so that the number found
// at the bottom is right on average (an unbiased estimate). Independent samples differ by a few
// percent, and give a mean with a confidence interval. The idea is due to D. E. Knuth (Estimating
// the efficiency of backtrack programs, Math. Comp. 29 (1975) 121–136), who followed one random
// path at a time. The population comes from the stochastic enumeration of R. Rubinstein and R.
// Vaisman, and the selection from P. Fearnhead and P. Clifford (J. R. Statist. Soc. B 65 (2003)
// 887–899).
//
// NewCost estimates the time by timing random tasks of an engine that counts in tasks.
package estimate
