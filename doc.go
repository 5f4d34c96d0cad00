// Package nqueens is the vocabulary in which solver backends are compared on
// the n-queens problem and its relatives.
//
// A [Problem] is a member of a [Family] (queens, torus, rooks, or one of your own)
// with its size and what is laid down beforehand: given pieces, blocked squares,
// excluded diagonals. The families are in package family; a [Catalogue] of them reads
// problems by name. A family's [Rule] says what its pieces do. The Model made from it
// says a problem in 0–1 terms for solvers that know nothing of boards; package encode turns a [Model] into clauses,
// exact cover or pseudo-Boolean constraints. A backend gets a [Request], which
// names a [Task], and answers with an [Outcome].
//
// What makes answers trustworthy is here too, apart from the Model that the
// solvers saw: [Problem.Check] decides from the rules of the piece whether a
// [Solution] is one, a [Fingerprint] tells whether two enumerations found the
// same set, and [Problem.Known] gives the published count and its source.
//
// # From the command line to a chart
//
// One problem, asked of several backends, goes this way:
//
//	nqueens.Catalogue.Parse     its name becomes a Problem
//	backends.Selection.Choose   who takes part
//	plan.Plan.Experiment        every problem, task and contender is a job
//	run.Runner.Run              each job in a child process, limited and timed
//	run.ServeChild              in the child: the backend answers
//	nqueens.Problem.Check       its solutions are held against the rules
//	bench.Folder.Append         the record is on the disk
//	judge.Judge                 answers against published values and each other
//	summary.Summarise           repetitions become medians, ratios, scores
//	chart.Draw                  and pictures
package nqueens
