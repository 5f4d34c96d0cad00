// Package encode converts the model of a board problem for SAT solvers, exact-cover engines and
// pseudo-Boolean solvers.
//
// A [nqueens.Model] defines a problem: choose placements such that every line holds between Min and
// Max of them and every clause holds. Each of the three targets has a fixed position for placement
// i, so that a solver's answer can be decoded:
//
//	target                   placement i is   made by          text format
//	clauses (CNF)            variable i+1     FromModel        DIMACS: WriteDIMACS, ReadDIMACS
//	exact cover              option i         CoverFromModel   Knuth's: Write and Read of dlx
//	0–1 inequalities (PB)    variable i+1     PBFromModel      OPB: WriteOPB, ReadOPB
//
// [Formats] lists these and more, WCNF, LP, answer set programs, MiniZinc and Prolog, and whether
// each supports an objective.
//
// CNF has no direct form for "at most one of these literals". Each way to write it as clauses is an
// [Encoding]; [EncodingNamed] finds one by name. Encodings differ in the number of auxiliary
// variables and clauses, and in how fast solvers solve them. Auxiliary variables do not multiply
// the number of solutions if models are counted by their placements, which CNF.Projection lists.
//
// The readers accept files of other programs. For text that does not follow the format they return
// an error with the line, the column and the expected form.
package encode
