// Package external lets external programs take part in a comparison.
//
// A [Counter] is any program that prints a count: [Define] parses the user's definition,
// "plain=./plain {n}". A [Solver] is a solver for a known input format, described in a YAML file:
// [Solvers] returns the built-in ones (CaDiCaL, MiniSat, clasp, CBC, MiniZinc and others), and
// [ReadSolver] reads the description of another.
//
// # A counter's command
//
// The command is split into words as by a shell, at spaces outside quotes, and runs without a
// shell. Only placeholders are replaced: {n}, which is required, by the board's side; {family} by
// queens, torus and so on; and {threads} by the number of threads that it may use. That number is
// also in the environment variables OMP_NUM_THREADS and GOMAXPROCS. A program with a slash in its
// name is relative to the counter's folder; any other is looked up in PATH.
//
// # A counter's output
//
// A counter counts the solutions of a bare board, of queens unless its command contains {family}.
// It prints the number in decimal digits, with optional white space around it, and nothing else,
// and ends with status 0. Everything else is a crash with its reason: another status, a signal, no
// number, two numbers, words, output without end.
//
// # A solver's description
//
//	name: cadical
//	about: CaDiCaL, clause learning with inprocessing (Biere)
//	engine: cadical           # the code that searches; default: the name
//	debian: cadical           # the package that contains it
//	version: {command: cadical --version, pattern: '\S+'}
//	inputs:
//	  - format: dimacs
//	    encodings: [bimander, sequential]
//	    answer: competition
//	    first: cadical --seed={seed} {input}
//	    proof: cadical --seed={seed} {input} {proof}
//	stats:
//	  conflicts: '^c conflicts: +(\d+)'
//	exits: [2]                # exit statuses besides 0, 10, 20 and 30 of an end with an answer
//	disk-mib: 2048            # limit on what it writes besides the problem
//
// The keys name, about and inputs are required, and for each input its format and a command.
//
//   - version is how to get the program's version: a command, and a pattern whose last group, or
//     else whole match, is the version. Without it, the version is a digest of the program's file.
//   - lacks is a pattern for the output of a failed run which means that a part of the program is
//     not installed: then the request is unsupported.
//   - format is the language of the problem: dimacs, wcnf (weighted MaxSAT), opb, lp, mps (0-1
//     programs), smt2 (SMT-LIB with sums of 0 and 1), smt2-clauses (SMT-LIB with Boolean variables
//     only), asp (the language of clingo), aspif (ground, for clasp), minizinc, prolog (with
//     CLP(FD)), or board (drawn text, # where no piece may stand).
//   - encodings are the names that select the input; the first is the default. For dimacs they are
//     encodings of lines as clauses, by default all. For other formats the default is the format's
//     name; if there are several, the commands contain {encoding}.
//   - first, all, count and optimise are the commands for these tasks. Without optimise, first is
//     run again and again for a solution that is better than the last.
//   - comments: false leaves out the comments after the header of dimacs (c p show, c project),
//     which some programs reject; those before the header stay. Without them the program counts
//     every variable. Then it is used to count only with encodings that add no variables, such as
//     pairwise.
//   - xor: true writes exclusive-ors of dimacs as lines "x1 2 -3 0", which CryptoMiniSat reads, in place
//     of the clauses that state them.
//   - answer is the output format of first, all and optimise: competition (lines s and v), minisat
//     (a file, {answer}), asp (clasp and clingo), minizinc, cbc and glpsol (a file), toulbar2, or
//     squares (a2,b4,c1,d3 a line, or "no solution"). Except minisat and squares, all mark the best
//     solution; a solution that is not marked is not accepted as the best.
//     The answer smt is that of SMT solvers (sat and a model of define-fun); the answer values is
//     a table of names and values, as x3 1, whose status has patterns of its own:
//   - status is the patterns of the lines that state the status, for the answer values: solved,
//     optimal (solved, and the solution is the best), unsatisfiable and unknown.
//   - counted is a pattern for the number of solutions in the output of count, as '^s mc (\d+)$',
//     '^s (\d+)$' (d4) or '^# solutions *\n(\d+)$' (sharpSAT). Without it, the output of a counter of
//     dimacs is read as in the model counting competitions: c s exact arb int 92, c s exact arb frac
//     3/4, c s exact arb prec-sci 9.2e1 and so on. A number with a point or an exponent is taken as
//     rounded, and a line c s approx or c s pac says that the number is an estimate. Neither is an
//     answer: the status is unknown.
//   - epsilon and delta are the promise of an approximate counter: with a probability of at least 1 −
//     delta its number is from count/(1+epsilon) to count·(1+epsilon). Commands have them as {epsilon}
//     and {delta}. The harness compares its numbers with the count. One outside of its interval is
//     reported; more of them than delta explains are wrong answers.
//   - weighs: true says that count sums the weights of a formula (c p weight). The file then begins
//     with the type of the problem, c t pwmc; without weights with c t pmc. A counter that reads no
//     projection needs an encoding without auxiliary variables, as pairwise, and comments: false.
//   - project is the options that are added to all and count if some variables are not part of the
//     solutions, so that solutions are counted without them. Otherwise they are left out, because
//     projection can make a solver slower.
//   - largest-sum is the largest number that the program holds: problems are refused in which the
//     weights of a constraint or of the objective add up to more, or a bound is larger.
//   - proof is the command that replaces first to write a proof in DRAT as well; skip is the prefix
//     of lines in its file that are not part of the proof.
//   - stats are numbers in the output. Each is the first match of a pattern with one group.
//
// A solver that is a shared library with the interface IPASIR has the key ipasir instead of inputs,
// version and lacks:
//
//	name: ipasir-cadical
//	about: CaDiCaL as a shared library (Biere)
//	engine: cadical
//	ipasir: libcadical.so
//
// A name with a slash is relative to the folder of the description; any other is looked up in
// LD_LIBRARY_PATH and in the folders of the system. The library is loaded in a child process (see
// package ipasir) and does the tasks first, all and count under every encoding. Its version is a
// digest of its file.
//
// Commands are split like a counter's. {input} is the file of the problem, {answer} and {proof} are
// files to be written, {seed}, {threads} and {time} (the remaining whole seconds) are numbers, and
// {folder} is the folder of the description. Programs with a slash in their name are relative to
// that folder, too. The program runs in a temporary folder. The exit statuses 0, 10, 20 and 30, as
// used by solvers, are an end with an answer.
//
// Everything else is a crash with its reason: output that is no answer, "satisfiable" without a
// model or with one that leaves out variables, a contradiction, an incomplete count or enumeration
// (asp ends it with status 10, minizinc without ten equal signs), another status, a signal. The
// status is unknown if the program exits with status 0 and reports that it does not know (UNKNOWN
// in its format, INDET in MiniSat's file), or if it shows a solution without marking it as the best
// when the best is required; the outcome then includes its words. Unknown is neither an answer nor
// a time-out. Exceeding the disk limit is a memory limit. A wrong model is a solution that the
// harness rejects. Processes that a program leaves behind are killed, and its folder is removed.
//
// # Versions
//
// A counter's version is a digest of the program's file and of every file that its command names,
// so that a rebuilt program or a changed script is measured again. Other files that the program
// loads are not included. The version of a user's solver ends with a digest of its description.
package external
