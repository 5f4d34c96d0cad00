// Package nqueens defines the types with which solver backends are compared on the n-queens problem
// and its relatives.
//
// A [Problem] is a member of a [Family] (queens, torus, rooks, or one of your own) with a size and
// constraints: given pieces, blocked squares, excluded diagonals. The families are in package
// family; a [Catalogue] of them parses the names of problems. A family's [Rule] states how its
// pieces attack. The Model made from it states a problem with 0–1 variables for solvers that know
// nothing about boards; package encode converts a [Model] into clauses, exact cover or
// pseudo-Boolean constraints. A backend gets a [Request], which has a [Task], and returns an
// [Outcome].
//
// This package also checks answers, independently of the Model that the solvers use:
// [Problem.Check] decides by the rules of the piece whether a [Solution] is valid, a [Fingerprint]
// shows whether two enumerations found the same set, and [Problem.Known] returns the published
// count and its source.
//
// # From the command line to a chart
//
// These are the steps from one problem for several backends to a chart:
//
//	nqueens.Catalogue.Parse     parses its name
//	backends.Selection.Choose   chooses the contenders
//	plan.Plan.Experiment        makes a job of every problem, task and contender
//	run.Runner.Run              runs each job in a child process, with limits
//	run.ServeChild              runs the backend in the child process
//	nqueens.Problem.Check       checks solutions by the rules
//	bench.Folder.Append         writes the record to the disk
//	judge.Judge                 compares answers with published values and each other
//	summary.Summarise           computes medians, ratios and scores
//	chart.Draw                  draws charts
package nqueens
