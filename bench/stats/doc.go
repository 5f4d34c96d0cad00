// Package stats decides which differences are significant: the tests of Mann and Whitney for two
// samples and of Wilcoxon for pairs, Holm's correction for many tests, average ranks, and the
// groups of contenders that a critical-difference diagram joins. For proportions it computes
// Wilson's interval, and the point where they cross one half.
package stats
