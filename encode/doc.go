// Package encode writes the model of a board problem for a SAT solver, an
// exact-cover engine or a pseudo-Boolean solver.
//
// A [nqueens.Model] says a problem once: choose some placements, so that every
// line holds between so many and so many of them and every clause holds. Its
// three targets keep placement i where a solver's answer can be read off:
//
//	target                   placement i is   made by          text format
//	clauses (CNF)            variable i+1     FromModel        DIMACS: WriteDIMACS, ReadDIMACS
//	exact cover              option i         CoverFromModel   Knuth's: Write and Read of dlx
//	0–1 inequalities (PB)    variable i+1     PBFromModel      OPB: WriteOPB, ReadOPB
//
// [Formats] lists these and more, WCNF, LP, answer set programs, MiniZinc and Prolog, and
// which of them say an Objective.
//
// Clauses have no word for "at most one of these". The many ways to say it are
// each an [Encoding], found by name with [EncodingNamed]: they differ in how
// many auxiliary variables and clauses they spend, and solvers differ in which
// they like. Auxiliary variables never multiply the number of solutions, as long as
// models are counted by their placements, which CNF.Projection lists.
//
// The readers take files from anywhere and refuse, with the line, the column
// and what would be right, whatever does not follow its format.
package encode
