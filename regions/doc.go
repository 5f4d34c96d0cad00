// Package regions makes and repairs the puzzles of family.Regions, and solves them as a person
// does.
//
// [Generate] makes a puzzle with exactly one solution. [Repair] changes as few squares of a puzzle
// as it can so that it has exactly one. [Solve] lists the steps of a person, each with its rule;
// the hardest rule that a puzzle needs is its [Level].
package regions
