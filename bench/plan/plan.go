package plan

import (
	_ "embed"
	"fmt"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/internal/strictyaml"
)

// Plan defines what a benchmark runs. It is written in YAML:
//
//	name: two engines              # default: the file's name
//	seed: 1                        # for backends that make random choices; each repetition adds one
//	baseline: bitmask              # speed-ups are relative to it: a backend, or backend/encoding
//	repetitions: {warmup: 1, min: 4, max: 10, width: 5%}
//	limits: {time: 10s, memory: 2GiB}
//	clock: auto                    # or wall, cpu, process: see below
//	budget: {time: 10m}            # none by default
//	external:
//	  plain: ./plain {n}           # a program of your own that prints a count
//	solvers: [mine.yaml]           # solvers of your own, each described in a file
//	published:                     # ratios to a program like the baseline, or tables of values
//	  - {name: someone's counter, ratios: {16: 13, 17: 8}, source: a publication}
//	  - {name: them, file: them.csv, source: a paper}
//	runs:
//	  - about: counting            # a line of description
//	    problems:
//	      - {family: queens, n: 4..11}
//	      - {family: torus, n: [5, 7, 11..13]}
//	      - {n: 8, given: "a1,c2", blocked: d4, excluded: "sum:7"}
//	      - {n: 12..16, symmetric: half-turn}
//	      - queens(8, given=a1+c2)
//	      - {file: board.txt}        # or an instance, formula.cnf, .opb, an exact cover, also .gz
//	      - {folder: instances}      # all of its files, or of an archive: instances.tar.gz
//	      - {generate: excluded-diagonals, n: 12..16 step 2, diagonals: 8..n+2, count: 20, seed: 1}
//	    tasks: [first, count]
//	    backends: [bitmask, gini]
//	    encodings: [pairwise, product]
//	    threads: [1, 2]
//	    limits: {time: 2s}
//	    as: small                  # the name of these results in tables, figures and verdicts, or a list of names
//	    optional: true             # leave out backends that are not installed
//	title: Two engines             # this and the following: the page study.md
//	source: a paper                # origin of the published values
//	say: [A paragraph., Another.]
//	tables: [{rows: n, columns: [count, mean nodes], beside: them}]
//	figures: [{chart: time, quantity: mean nodes, beside: them}]
//	verdicts: [{equal: them}, {equal: known}]
//
// Only runs is required, and problems in each run; seed, repetitions and limits are shown with their defaults.
// Each run is every combination of its problems, tasks, backends, encodings and threads. A combination in
// several runs is run once.
//
//   - A problem's family is queens by default. A file has an instance, a board, a formula or an exact
//     cover, as instance.ReadProblem reads them. A folder or an archive has any number, as instance.Each
//     reads them. The key format, as in {file: x.txt, format: cover}, sets the format. Paths are relative
//     to the plan's folder. A path can begin with an environment variable: $NAME/instances.tar.gz.
//   - generate makes the random instances of a kind that nqueens generate makes: for every combination of
//     n and the kind's parameters, one for each of count seeds beginning with seed. A parameter is a
//     number, a range such as 8..n+2 with the size n, a list of these, or keys for sizes: {12: 8..14, 14:
//     8..16}. If all problems are generated, each job is run once by default. More than 200 instances for
//     the task first are then a sweep: one process answers many, and the records are blocks, without
//     solutions, phases and memory.
//   - tasks are first, count and all (every solution); the default is count.
//   - backends are names, or all, which stands for those without a Caution and is the default; [all,
//     clasp] adds others. If a named backend does not support a combination, that is an error; otherwise
//     the combination is left out.
//   - encodings are names, or all for every encoding of the backend; the default is the backend's own for
//     the task. A backend without encodings runs once.
//   - cardinalities (sequential, totalizer, network) and orders (natural, hilbert, degree) refine
//     encodings: how clauses count, and the order of the squares, as in bimander+totalizer@hilbert.
//   - threads are the numbers of threads of a backend; the default is one. A contender with two is called
//     "bitmask x2". A backend without threads ignores them.
//   - external programs are backends that count bare boards, as package external describes. Their paths
//     are relative to the plan's folder, in which they run. A command within { } needs quotes. A program
//     that no run names takes part in every run that counts what it supports, with one thread. A command
//     that begins with an environment variable, as in $YARDSTICKS/plain {n}, is left out if the variable
//     is not set.
//   - solvers are files that describe external solvers, as package external defines, with paths relative
//     to the plan's folder. A solver that no run names takes part in every run, for what it supports, with
//     one thread.
//   - published ratios come from publications: the speed of a program relative to one like the baseline,
//     on another machine, by board size; the family is queens by default. Charts show them separately
//     beside the measured ratios, and statistics ignore them.
//   - published values, in a file or in the plan as rows: |, are a table with commas or tabs. Its first
//     line names the columns: parameters (n, backend, id for a seed or a file, as, family, task,
//     symmetric, diagonals, queens, blocks and others), which state where the values of a row apply, and
//     quantities. The printed digits set the tolerance: 1.50e3 is 1495 to 1505. A file that begins with
//     $NAME/ is left out if the variable is not set.
//   - A quantity is count, fundamental (solutions up to symmetry), share (of the instances with a
//     solution), unique (the share with exactly one solution, of the counted instances), answers (their
//     number), or [mean|median|p90|p99|max] of nodes, updates, steps, conflicts, decisions, propagations or
//     seconds. A prefix selects peak (the largest value along the varied
//     parameter), at peak (the parameter there), growth (the factor from one place to the next) or ratio
//     (of two contenders). half share is the place where half of the instances have a solution.
//   - title, source, say, tables, figures and verdicts define a page, study.md in the run's folder, with
//     the published values beside ours. A table has rows (a parameter, or neighbours for each contender
//     and the next) and columns: quantities, or a parameter with the quantity cells. A figure has a chart
//     (share, spread, survival, winners, time or ratio), the parameter of its lines, a quantity and scale:
//     linear. Each can have of (the name that a run sets with as), by (a contender), at: {n: 8..10,
//     diagonals: peak}, x (the varied parameter), beside, title and say.
//   - verdicts are {equal: them}, equal to the printed digits; {shape: ratio median seconds, pairs:
//     neighbours, factor: 1.5, order: 10%, fine: 20ms, beside: them}, within a factor and in the same
//     order; {interval: them, sample: 1000, points: 85%}, within the difference of two samples; {below:
//     50, quantity: mean steps}; {flat: mean steps}. known stands for the values of the catalogue of
//     problems. A value that should be equal but differs makes the benchmark end with status 1; the page
//     reports other differences. Agreement is always judged.
//   - limits apply to one child process; those of a run replace the plan's. memory can be none. cpu, none
//     by default, limits the CPU time of the whole process and its children, in addition to time, which
//     limits wall-clock time.
//   - repetitions are processes, at most max of them. If min is less than max, min runs are a pilot. Their
//     scatter determines how many new runs, at most max, make the 95 % interval about width wide, relative
//     to the median; only the new runs count. An interval needs six. warmup is the number of untimed
//     answers in each process.
//   - clock is auto by default: cpu if the machine is busy when the run begins, otherwise wall. wall
//     measures the wall-clock time of the backend's own work. cpu measures the CPU time of that work, over
//     all threads, and limits apply to CPU time. process measures built-in backends like external
//     programs: the wall-clock time of a whole fresh process that answers once.
//   - budget: {time: 5m} limits the wall-clock time of everything. No run of a job begins after four
//     fifths of it; the rest is for the results, and the summary lists what was left out. Each contender
//     runs increasing sizes as far as three fifths of the budget are predicted to last. Then the answered
//     jobs are repeated. The same command continues with what was left out. For sweeps, {rounds: [10,
//     100]} makes all contenders answer ten instances of each recipe before any answers a hundred; the
//     default is 100, 1000, 10000 and so on.
//   - proof: true makes backends that can prove each answer that there is no solution, and checks the
//     proof. This is not part of their time, but has the same limits again. proof: keep also stores the
//     proof, gzipped, in proofs/ in the run's folder. The limit proof is the maximal size of a proof and
//     its prover's temporary files, 1GiB by default; it can be none.
//   - expect: disagree marks answers known to be wrong: the benchmark fails if they are right.
type Plan struct {
	Name      string
	Seed      uint64
	Baseline  string // a backend, or backend/encoding; "" for none
	Clock     string // one of bench.Clocks, "" for bench.AutoClock
	Repeat    bench.Repeat
	Budget    time.Duration      // wall-clock time of the whole run; 0 for no limit
	Rounds    []int              // of sweeps, as in bench.Experiment
	External  []backends.Process // the user's programs: counters and solvers
	Absent    []Absent           // programs that are left out
	Published []bench.Published
	Sections  []Section
	// Skipped lists the files in folders and archives that are no instances.
	Skipped []string
	Study   Study // content of the run's page
	// Part selects jobs. It is not part of a plan's text.
	Part Part

	where places
}

// Section is one entry of a plan's runs.
type Section struct {
	About    string
	As       []string // the page's name for its results; several runs may share it
	Problems []nqueens.Problem
	// Instances are problems from files; see ReadInstances. Their names are unique in the plan.
	Instances []Instance
	// Optional leaves out backends that are not installed or do not support something.
	Optional bool
	// GaveUp is the number of seeds on which the generator gave up.
	GaveUp int
	// Sweeps are generated instances that have no records of their own, Count for each recipe.
	Sweeps []Sweep
	Tasks  []nqueens.Task
	// Backends are names. An empty list, or the name all, stands for every backend without a Caution.
	Backends []string
	// Encodings are names. An empty list stands for each backend's default for the task. The name all stands
	// for every encoding of the backend.
	Encodings []string
	// Cardinalities and Orders refine encodings: see backends.Selection.
	Cardinalities, Orders []string
	Threads               []int // numbers of threads of a backend; an empty list stands for one
	Limits                bench.Limits
	// ExpectDisagreement states that the answers are known to be wrong.
	ExpectDisagreement bool
	// Proof requests a proof of each answer that there is no solution, from backends that can write one; see
	// Record.Proof.
	Proof bool
	// KeepProof stores proofs in the run's folder.
	KeepProof bool

	where places
}

// places has the places of a plan's parts in its file, for errors that are found only with the backends. A
// plan made in Go has none.
type places map[string]strictyaml.Place

// errorf returns an error with the place of the named part.
func (p places) errorf(part string, format string, args ...any) error {
	if at, ok := p[part]; ok {
		return at.Errorf(format, args...)
	}
	return fmt.Errorf("plan: "+format, args...)
}

//go:embed builtin.yaml
var builtin []byte

// Builtin returns the plan that is used if the user names none. It covers every engine that is the default
// for some request, and every encoding, within five minutes.
func Builtin() *Plan {
	p, err := Read("builtin.yaml", builtin, family.All())
	if err != nil {
		panic(err) // it is embedded in the program, and a test reads it
	}
	return p
}

// BuiltinText returns the built-in plan as YAML, for users to start from.
func BuiltinText() string { return string(builtin) }
