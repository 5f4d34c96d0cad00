// Package external lets programs that others wrote take part in a comparison.
//
// A [Counter] is any program that prints a count: [Define] reads what a user
// writes, "plain=./plain {n}". A [Solver] is a solver for a known input format,
// described in a file of YAML: [Solvers] are those described here (CaDiCaL,
// MiniSat, clasp, CBC, MiniZinc and others), [ReadSolver] reads one of a user's.
//
// # A counter's command
//
// The command is split into words as a shell would, at spaces outside quotes,
// and run without one: nothing is expanded but {n}, which must be there and is
// replaced by the board's side, {family}, by queens, torus and so on, and
// {threads}, by how many it may use (it also finds that number in
// OMP_NUM_THREADS and GOMAXPROCS). A program with a slash in its name is looked
// for from the folder that the counter is given, another in PATH.
//
// # A counter's question
//
// It is asked for the number of solutions of a bare board, of queens unless its
// command says {family}. It prints the number in decimal digits, with spaces
// and line ends around it if it likes, nothing else, and ends with status 0.
// Anything else is a crash with its reason: another status, a signal, no
// number, two of them, words, output without end.
//
// # A solver's description
//
//	name: cadical
//	about: CaDiCaL, clause learning with inprocessing (Biere)
//	engine: cadical           # the code that searches; the name if it is left out
//	debian: cadical           # the package that has it
//	version: {command: cadical --version, pattern: '\S+'}
//	inputs:
//	  - format: dimacs
//	    encodings: [bimander, sequential]
//	    answer: competition
//	    first: cadical --seed={seed} {input}
//	    proof: cadical --seed={seed} {input} {proof}
//	stats:
//	  conflicts: '^c conflicts: +(\d+)'
//	disk-mib: 2048            # what it may write beside the problem
//
// Required are name, about and inputs, and of an input its format and a command.
//
//   - version is how the program tells its version, the pattern's last group or all
//     that it matches. Without it, it is a digest of the program's file.
//   - lacks is a pattern that finds, in what a failing program prints, that a part
//     of it is not installed: then the request is unsupported.
//   - format is what the problem is written in: dimacs, wcnf (weighted MaxSAT), opb, lp, mps
//     (0-1 programmes), asp (the language of clingo), aspif (ground, as clasp reads it),
//     minizinc, prolog (over CLP(FD)), or board (drawn text, # where no piece may stand).
//   - encodings are the names by which the input is asked for, the first by
//     default. For dimacs they say how lines become clauses, all by default. Elsewhere
//     the format's name is the default, and of several the commands say {encoding}.
//   - first, all, count and optimise are the commands that answer these tasks. Without
//     optimise, first is asked for a solution that is better than the last, again and again.
//   - comments: false leaves out the comments that follow the header of dimacs (c p show,
//     c project), which some readers reject; those before the header stay. Without them
//     the program counts every variable: it is asked to count only where the encoding adds
//     none, as pairwise.
//   - answer is how first, all and optimise print: competition (lines s and v), minisat (a
//     file, {answer}), asp (as clasp and clingo do), minizinc, cbc and glpsol (a file),
//     toulbar2, or squares (a2,b4,c1,d3 a line, or "no solution"). Of the best solution all
//     but minisat and squares say that it is; one that they do not call so is none.
//   - counted finds the number of solutions in what count prints.
//   - project is what all and count end with where variables are no part of the solutions,
//     which are then counted without them: it may make a solver slower, so that it is left out elsewhere.
//   - proof is the command that, instead of first, also writes a proof in DRAT; skip
//     begins lines in its file that are no part of it.
//   - stats are numbers to find in the output, each the first match of a pattern
//     with one group.
//
// Commands are split like a counter's. {input} is the problem's file, {answer} and
// {proof} files to be written, {seed}, {threads} and {time} (whole seconds that are
// left) numbers, {folder} the description's own, which is also where programs with a
// slash in their name are looked for. The program runs in a temporary folder. Status
// 0, and 10, 20 and 30 as solvers use them, is an end with an answer.
//
// Everything else is a crash with its reason: output that is no answer, "satisfiable"
// without a model or with one that leaves out variables, a contradiction, a count or
// an enumeration that was cut short (asp ends it with status 10, minizinc without
// its ten equal signs), another status, a signal. A program that says that it does
// not know, with status 0 (UNKNOWN in the way of its kind, INDET in MiniSat's file), or
// shows a solution and does not call it the best where the best is asked for, ends with
// the status unknown and what it said: that is no answer, and no time-out either. More on
// the disk than it may is a memory limit.
// A model that is wrong is a solution that the harness refuses. What a program
// leaves running is killed, and its folder removed.
//
// # Versions
//
// A counter's version is a digest of the program's file and of every file that
// its command names, so that a program that was built anew, or a script that
// was changed, is measured anew. What a program loads beyond that is not seen. The
// version of a user's solver ends with a digest of its description.
package external
