// Package estimate tells about how many solutions a problem has, and what counting
// them would take, long before they are counted.
//
// Count walks down a search tree with a population of nodes. While there are few all
// are kept; from then on a random selection is, of which each stands for several, so that the
// number found at the bottom is right on average whatever is selected (an unbiased
// estimate). Independent samples of this kind differ by a few percent, and their mean has
// an interval. The idea is D. E. Knuth's (Estimating the efficiency of backtrack
// programs, Math. Comp. 29 (1975) 121–136), who followed one random path at a time; the
// population is that of R. Rubinstein and R. Vaisman's stochastic enumeration, and the
// selection P. Fearnhead and P. Clifford's (J. R. Statist. Soc. B 65 (2003) 887–899).
//
// NewCost times random tasks of an engine that counts in tasks.
package estimate
