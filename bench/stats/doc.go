// Package stats tells differences that are real from those of chance: the tests
// of Mann and Whitney for two samples and of Wilcoxon for pairs, Holm's correction
// where many are made at once, average ranks, and the groups of contenders that a
// critical-difference diagram joins. Proportions have the interval of Wilson, and the place where
// they pass one half.
package stats
