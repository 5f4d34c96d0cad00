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

// Plan says what a benchmark runs. It is written in YAML:
//
//	name: two engines              # default: the file's name
//	seed: 1                        # for backends that make random choices; each repetition adds one
//	baseline: bitmask              # speed-ups are against it: a backend, or backend/encoding
//	repetitions: {warmup: 1, min: 4, max: 10, width: 5%}
//	limits: {time: 10s, memory: 2GiB}
//	clock: auto                    # or wall, cpu, process: see below
//	budget: {time: 10m}            # none by default
//	external:
//	  plain: ./plain {n}           # a program of your own that prints a count
//	solvers: [mine.yaml]           # solvers of your own, each described in a file
//	published:                     # ratios to a program like the baseline, or tables of values
//	  - {name: someone's counter, ratios: {16: 13, 17: 8}, source: where it stands}
//	  - {name: them, file: them.csv, source: a paper}
//	runs:
//	  - about: counting            # a line for those who read the results
//	    problems:
//	      - {family: queens, n: 4..11}
//	      - {family: torus, n: [5, 7, 11..13]}
//	      - {n: 8, given: "a1,c2", blocked: d4, excluded: "sum:7"}
//	      - {n: 12..16, symmetric: half-turn}
//	      - queens(8, given=a1+c2)
//	      - {file: board.txt}        # or an instance, formula.cnf, .opb, an exact cover; .gz too
//	      - {folder: instances}      # every one in it, or in an archive: instances.tar.gz
//	      - {generate: excluded-diagonals, n: 12..16 step 2, diagonals: 8..n+2, count: 20, seed: 1}
//	    tasks: [first, count]
//	    backends: [bitmask, gini]
//	    encodings: [pairwise, product]
//	    threads: [1, 2]
//	    limits: {time: 2s}
//	    as: small                  # what tables, figures and verdicts call these results; a list for several names
//	    optional: true             # backends that are not installed are left out, and no error
//	title: Two engines             # from here on: the page study.md
//	source: a paper                # whose values are compared
//	say: [A paragraph., Another.]
//	tables: [{rows: n, columns: [count, mean nodes], beside: them}]
//	figures: [{chart: time, quantity: mean nodes, beside: them}]
//	verdicts: [{equal: them}, {equal: known}]
//
// Only runs is required, and in each of them problems; seed, repetitions and
// limits are shown as they are by default. Each run is every combination of
// its problems, tasks, backends, encodings and threads; a combination that
// several runs name is run once.
//
//   - A problem's family is queens unless it says otherwise. A file holds
//     an instance, a board, a formula or an exact cover as instance.ReadProblem
//     reads them, a folder or an archive any number as instance.Each does; a format
//     beside it, as in {file: x.txt, format: cover}, says how it is read. Paths
//     are relative to the plan's folder; $NAME/instances.tar.gz begins with the
//     environment variable NAME.
//   - generate makes random instances of a kind, those that nqueens generate makes: of every
//     combination of n and the kind's parameters, each from count seeds beginning with seed. A
//     parameter is a number, a range such as 8..n+2 with the size n, a list of these, or keys
//     for sizes: {12: 8..14, 14: 8..16}. Where all problems are generated, and the plan has no
//     repetitions, each job is run once. More than 200 instances for the task first are a sweep then: a
//     process answers many, and the records hold them in blocks, without solutions, phases and memory.
//   - tasks are first, count and all (every solution); count by default.
//   - backends are named, or all of them: those without a Caution, which is
//     the default; [all, clasp] is others beside. What a named backend cannot do is an error, otherwise it is
//     left out.
//   - cardinalities (sequential, totalizer, network) and orders (natural, hilbert, degree)
//     say how clauses count and in which order of squares: bimander+totalizer@hilbert;
//   - encodings are named, or all of those the backend has; by default only
//     the backend's own for the task. A backend that takes none runs once.
//   - threads are how many a backend may use, by default one. A contender with
//     two is called "bitmask x2". A backend that knows nothing of threads takes
//     no notice of them.
//   - external programs are backends for counting bare boards, as package
//     external says. They are looked for from the plan's folder and run there. A
//     command that stands within { } needs quotes. A program that no run names
//     takes part in every run that counts what it can, with one thread. A command
//     that begins with an environment variable, as in $YARDSTICKS/plain {n}, takes no
//     part where that is not set.
//   - solvers are files that describe external solvers, as package external says,
//     their paths relative to the plan's folder. One that no run names takes part in
//     every run, in what it can do, with one thread.
//   - published ratios are figures from elsewhere: how many times as fast a
//     program was as one like the baseline, on another machine, by the board's
//     side; of the family queens unless it says otherwise. They are drawn as a
//     layer of their own beside the measured ratios and enter no statistics.
//   - published values in a file, or in the plan as rows: |, are a table with commas or tabs. Its first
//     line names the columns: parameters (n, backend, id for a seed or a file, as, family, task,
//     symmetric, diagonals, queens, blocks and the like), which say where the values of a row hold, and
//     quantities. The digits that are printed set the tolerance: 1.50e3 is 1495 to 1505. A file that
//     begins with $NAME/ is left out where that is not set.
//   - a quantity is count, fundamental (solutions up to symmetry), share (of the instances with a
//     solution), answers (how many), or [mean|median|p90|p99|max] of nodes, updates, steps, conflicts,
//     decisions, propagations or seconds, before which may stand peak (the largest along the parameter
//     that varies), at peak (where that is), growth (the factor from one place to the next) or ratio (of
//     two contenders); half share is where half of the instances have a solution.
//   - title, source, say, tables, figures and verdicts make a page, study.md in the folder of the run, with
//     the published values beside ours. A table has rows (a parameter, or neighbours for each contender and the
//     next) and columns: quantities, or a parameter with the quantity cells. A figure has a chart (share,
//     spread, survival, winners, time or ratio), the parameter of its lines, a quantity and scale: linear.
//     Each may have of (what a run calls itself: as), by (a contender), at: {n: 8..10, diagonals: peak}, x
//     (the parameter that varies), beside, title and say.
//   - verdicts: {equal: them}, to the printed digits; {shape: ratio median seconds, pairs: neighbours, factor:
//     1.5, order: 10%, fine: 20ms, beside: them}, near and in the same order; {interval: them, sample: 1000,
//     points: 85%}, as two samples may differ; {below: 50, quantity: mean steps}; {flat: mean steps}.
//     known are the values of the catalogue of problems. A value that should be equal and is not ends the
//     benchmark with status 1; other differences are said. Agreement is always judged.
//   - limits hold for one child process; those of a run go before the plan's.
//     memory may be none. cpu, none by default, bounds processor time beside time,
//     which is by the clock: that of the whole process and what it starts.
//   - repetitions are processes: max of them. Where min is less, min runs are a
//     pilot, from whose scatter follows how many new ones, max at most, make the
//     95 % interval about width wide, a part of the median; the new ones alone
//     count. An interval needs six. warmup is the number of untimed answers in
//     each process.
//   - clock is auto by default: cpu where the machine is busy when the run begins, otherwise
//     wall. wall times the backend's own work by the wall, cpu takes the CPU time of that work, of
//     all threads together, and limits are limits of CPU time then. process times our own
//     backends as external programs are: by the wall, the whole of a fresh process that answers once.
//   - budget: {time: 5m} is how long all may take by the wall: no run of a job begins after four fifths
//     of that, the rest is for what is made of the runs, and the summary says what was left out. Each contender goes as far up the
//     sizes as its times predict that three fifths of the budget last; then what was answered is repeated. The same command goes on with what was left out. Of sweeps, {rounds: [10, 100]} has ten instances
//     of each recipe answered by all before a hundred by any; 100, 1000, 10000 and so on are the default.
//   - proof: true has those backends that can prove each answer that there is no
//     solution, and the proof checked: not in their time, but within their limits
//     again. proof: keep keeps it too, gzipped, in proofs/ in the run's folder. With its
//     prover's temporary files it may have as many bytes as the limit proof says, 1GiB by
//     default; it may be none.
//   - expect: disagree marks answers known to be wrong: the benchmark fails if
//     they are right.
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
