// Nqueens compares constraint-solver backends on n-queens and its relatives.
// It solves, counts and encodes one well-understood family of problems, checks every
// answer, and runs and draws benchmarks that others can repeat.
//
//	$ nqueens count 8
//	92
//	$ nqueens solve 6 --given a3
//	. Q . . . .
//	. . . Q . .
//	. . . . . Q
//	Q . . . . .
//	. . Q . . .
//	. . . . Q .
//
// This is the manual. `nqueens help COMMAND` says what a command does, with its flags
// and more examples; `nqueens man` prints both as man pages, `nqueens completion bash` a
// script that completes commands, flags and their values, `nqueens version` which build
// this is.
//
// # The problem
//
// [FAMILY] N is a family, queens if it is left out, and the number of squares a side:
// queens, torus (diagonals go on around the edges), rooks, and superqueens (queens
// that move as knights too). `nqueens families` lists them. 5x8 is a board of 5 files
// and 8 ranks.
//
//	$ nqueens count queens 5x8
//	568
//	$ nqueens count torus 11
//	88
//	$ nqueens solve torus 6
//	note: search, unproved
//	no solution
//
// Of bishops, knights, kings and dragon-kings (rook and king) the solutions are those
// with as many pieces as fit; of domination those with as few queens as attack or occupy
// every square. --pieces says how many there are, of any family.
//
//	$ nqueens count kings 6
//	note: 9 pieces, the most
//	3600
//	$ nqueens count domination 8
//	note: 5 pieces, the fewest
//	4860
//	$ nqueens count queens 8 --pieces 5
//	46736
//
// Files are letters from a, ranks are numbers from 1; the file after z is aa. The
// diagonal sum:7 is where file and rank, both counted from 0, add up to 7, diff:-2
// where file minus rank is −2.
//
//	$ nqueens solve 5 --given a1 --blocked b3
//	. . . Q .
//	. Q . . .
//	. # . . Q
//	. . Q . .
//	Q . . . .
//	$ nqueens count 8 --excluded sum:7,diff:0
//	12
//	$ nqueens solve 8 --given a1,b2
//	note: the givens a1 and b2 attack each other
//	note: search, unproved
//	no solution
//
// What solve prints can be read back with --file, from a file or, as "-", from
// standard input: a letter (Q, for rooks R, for superqueens S) for a piece, "."
// for a free square, "#" for a blocked one; spaces do not matter.
//
//	$ nqueens solve 30 | nqueens check --file -
//	valid
//
// # Asking: solve, count, check
//
// Solve prints a board, or what --as asks for, count a number and nothing else. Check
// says whether a solution is one, or why not.
//
//	$ nqueens solve 8 --backend wirth --as list
//	a1,b5,c8,d6,e3,f7,g2,h4
//	$ nqueens solve 8 --backend wirth --as numbers
//	1 5 8 6 3 7 2 4
//	$ nqueens solve 4 --all | sort
//	a2,b4,c1,d3
//	a3,b1,c4,d2
//	$ nqueens solve 4 --all --backend place --as place
//	( 1 3 0 2)
//	( 2 0 3 1)
//	2
//	$ nqueens check 8 --solution a2,b4,c6,d8,e3,f1,g7,h5
//	valid
//	$ nqueens check 4 --solution a1,b2,c4,d3
//	invalid: a1 and b2 attack each other
//
// With -o the answer goes to a file, as a picture if its name ends in .svg or .png,
// as text if it ends in .txt or in nothing. Commands whose answer is text, such as count and encode,
// refuse the name of a picture.
//
//	$ nqueens solve 8 --given d4 --blocked e5 -o board.svg
//	$ nqueens solve 8 --all --fundamental -o twelve.png
//	12 fundamental of 92 in all
//
// # Symmetry
//
// Turned or reflected, a solution of a bare board is another, or itself. With
// --fundamental those that are images of each other count as one; what is laid
// down beforehand leaves only the symmetries that keep it in place. On a board whose
// edges are joined shifts are symmetries too, in three dimensions all 48 of the cube.
//
//	$ nqueens count torus 13 --fundamental
//	11
//	$ nqueens count 8 --fundamental
//	12
//	$ nqueens solve 6 --all --fundamental --as list
//	a2,b4,c6,d1,e3,f5  orbit 4, half-turn symmetric
//	1 fundamental of 4 in all
//
// The first of an orbit in order is printed: its size, the symmetries that it has, and
// whether no three of its pieces stand in a line.
//
// With --symmetric only solutions that a symmetry maps to themselves are sought, by the
// backend orbit directly: half-turn, quarter-turn, mirror-files, mirror-ranks,
// transpose, anti-transpose; shift:1:2 (files, ranks) on joined edges, axes:2:-1:3
// (where the rank and the coordinates of a file come from) in three dimensions.
//
//	$ nqueens count 20 --symmetric quarter-turn
//	480
//
// # Large boards
//
// One solution of n queens needs no search: the backend construct writes it down
// at any size to 10^15, by the formulas of Hoffman, Loessi and Moore (construct/A to
// construct/B4), Bernhardsson's lists (construct/bernhardsson) or, on the torus,
// Pólya's (construct/polya). Beyond 2048 squares a side a solution is written as
// a number a line, the rank in each file, and check reads such a stream.
//
//	$ nqueens solve 14 --backend construct/bernhardsson --as numbers
//	note: …
//	2 4 6 8 10 12 14 3 1 7 9 11 13 5
//	$ nqueens solve 12 --backend construct/B; echo "status $?"
//	nqueens: B needs m mod 6 ≠ 0, and 12 mod 6 = 0
//	status 2
//	$ nqueens solve 1000000 | nqueens check 1000000 --file -
//	…
//	valid
//
// Local search (min-conflicts, sosic-gu, genetic) finds solutions of a million queens,
// never that there is none. --seed repeats a search.
//
//	$ nqueens solve 1000 --backend min-conflicts --seed 7 -o queens.txt
//	$ nqueens check 1000 --file queens.txt
//	…
//
// # Large counts
//
// A count of hours or days is kept in a file as it goes, from which the same command
// goes on. With --part several machines share a count, and sum adds what they found;
// it refuses parts that are missing, unfinished, damaged, there twice, or of a count of
// another board, division or version.
//
//	$ nqueens count 15 --threads 2 --checkpoint q15.ckpt
//	2279184
//	$ nqueens count 14 --part 1/2 --json -o p1.json
//	$ nqueens count 14 --part 2/2 --json -o p2.json
//	$ nqueens sum p1.json p2.json
//	365596
//	$ nqueens sum p1.json; echo "status $?"
//	nqueens: part 2/2 is missing
//	status 2
//
// # Many machines
//
// Plan-parts cuts a count in parts of some minutes and writes their list into a folder. Work
// computes them, as many processes as there are, on any machines that share the folder;
// each may be killed at any moment, and another takes its part over. When all are done,
// some that nobody could know before are computed again, by another machine if one is there
// and by another engine as well, and sum adds only what nothing contradicts. METHOD.md says what that is worth.
//
//	$ nqueens plan-parts count 14 --parts 12 --recheck 10% -o q14
//	note: 12 parts of about … for one thread of this machine, … in all; `nqueens work q14` computes them
//	$ nqueens work q14 --part 1-5; nqueens sum q14; echo "status $?"
//	nqueens: no sum yet: 5 of 12 parts are done; `nqueens work q14` computes parts 6-12
//	status 3
//	$ nqueens work q14 --name here & nqueens work q14 --name there; wait
//	$ nqueens sum q14
//	…
//	365596
//	$ nqueens status q14
//	queens(14) by quadrant …: 12 of 12 parts done, 0 in work
//	computed again: 2 of 2
//	…
//	found so far: 365596
//	MACHINE …
//	…
//
// In an array of jobs each computes a range of parts, as in work q14 --part 100-199, and work
// without --part does at the end what is missing and what is to be computed again. Two results that differ
// end sum with status 1 and a line that names both machines; --distrust takes all results
// of one back. A backend that does not count in tasks is given the first pieces in every
// way there is:
//
//	$ nqueens plan-parts count torus 11 --backend bitmask --parts 3 -o t11; nqueens work t11; nqueens sum t11
//	note: …
//	note: computed again by the machine that had computed them, as no other was there: parts …
//	88
//
// Where machines share a network, serve hands out the parts over NATS JetStream and takes the
// results, and workers come and go:
//
//	nqueens serve q14
//	nqueens work --server nats://127.0.0.1:4222
//
// The server ends with the sum. Killed and started again it goes on; workers wait for it,
// and keep their results until it has them on its disk. It shows how far it is at
// http://127.0.0.1:8222, to Prometheus at /metrics. A NATS server is in the program where
// it was built with `go build -tags nats ./cmd/nqueens`; any build can use another with
// --server, and work for both. docs/network.md has what other machines need.
//
// A bench is cut in parts too: one for each problem and task, with all its contenders, which
// are measured on one machine as bench does, one part at a time there. Sum makes the folder that of a run,
// whose records say the machine: ratios are within one. All machines need the same build and
// the same versions of solvers; one that lacks a solver leaves the part to others.
//
//	$ nqueens plan-parts bench --backend bitmask,dlx --problem 'queens(8)' --repetitions 2 -o mine
//	note: 2 parts of …; `nqueens work mine` measures them
//	$ nqueens work mine; nqueens sum mine
//	…
//
// The random instances of a sweep are cut into parts of neighbours. Over a network serve hands such parts out like others, and
//
//	nqueens bench plan.yaml --server nats://bench.example.org:4222
//
// cuts, hands out and gathers in one command, by a NATS server that is there.
//
// # Batch systems: slurm, kubernetes
//
// Where a cluster has Slurm or Kubernetes, a list of parts becomes one job, an array of ranges of
// parts: submit it, go away, add the results later.
//
//	$ nqueens plan-parts count 15 --parts 100 -o q15
//	…
//	$ nqueens slurm q15 --max-array 11 --max-submit 500 | grep array
//	#SBATCH --array=1-10
//	$ nqueens kubernetes q15 --image registry.example/nqueens --claim q15 | grep -A1 Indexed
//	  completionMode: Indexed
//	  completions: 100
//
// # Before counting: estimate
//
// Estimate says about how many solutions there are, from random samples of a search tree, and what
// counting them would take, from tasks that it times: time, memory, parts, and the bill at --price a
// core-hour. Half a minute is spent on both, or --budget. METHOD.md says what the intervals are worth.
//
//	$ nqueens estimate count 18 --samples 5 --budget 4s --price 0.03
//	queens(18): about 6.7…e8 solutions, between 6.…e8 and 6.…e8 (95 %)
//	  from 5 samples of up to 1024 nodes a level, worth … equal ones; seed 1
//	  published: 666090624 (OEIS A000170)
//	quadrant takes about …
//	…
//	$ nqueens estimate count torus 23 --samples 10 --cost=false
//	torus(23): about … solutions, between … and … (95 %)
//	…
//
// # Instances
//
// Whether 8 queens fit on a board is easy; whether those that stand there already
// can be completed is hard. Generate makes random instances of the kinds that are
// studied, and structured ones, in which rows share too few columns, so that learning wins;
// with --published a seed makes the published one whose name ends in it.
//
//	$ nqueens generate excluded-diagonals 10 --least 4 --seed 615 --published
//	n =  10
//	numdiags =  15
//	diags =  [[13, 0], [7, 1], …, [18, 1]]
//	$ nqueens generate excluded-diagonals 12 --diagonals 9 --count 3 --seed 7 -o ed12
//
// Sizes and parameters may be ranges, which makes a sweep. Bench measures one, by flags or by a
// plan, draws the share of instances with a solution and the spread of what they cost, and says
// where half have a solution and where they are hardest.
//
//	$ nqueens bench --generate excluded-diagonals --n 12..14 --diagonals 8..n+2 --count 20 --backend bitmask --print
//	name: excluded-diagonals
//	…
//	      - generate: excluded-diagonals
//	        n: 12..14
//	        diagonals: 8..n+2
//	        count: 20
//	…
//
// A generator may get stuck. It then gives this seed up.
//
//	$ nqueens generate completion 20 --queens 18 --seed 5; echo "status $?"
//	note: seed 5: given up placing 18 queens on a board of 20 squares a side: …
//	nqueens: given up: no instance from seed 5
//	status 3
//
// Generate also writes puzzles, as exact covers: sudoku, pentominoes, langford, word-square.
//
//	$ nqueens generate sudoku 4 --grid "1... .2.. ..3. ...4" | nqueens count --file -
//	2
//
// --file takes an instance in any of the formats that `nqueens help convert` lists. Of
// a folder, or an archive such as X.tar.gz, solve and count take every instance in
// turn; all are read before the first is answered. Hidden files are passed over, and so are, with a note that names
// them, files such as README and those that are in no format of problems.
// --instance takes one of them by its name, also where --file is the experiment.json of a run.
//
//	$ nqueens count --file ed12 --instance excluded-diagonals-12-9-4-8.param
//	0
//	$ nqueens count --file ed12
//	excluded-diagonals-12-9-4-7.param  …  2
//	excluded-diagonals-12-9-4-8.param  …  0
//	excluded-diagonals-12-9-4-9.param  …  2
//	3 instances: 2 with a solution, 1 without
//	$ nqueens solve --file ed12 --backend bitmask,gini --json
//	{"instance":"excluded-diagonals-12-9-4-7.param",…,"backend":"bitmask",…"status":"solved",…}
//	{"instance":"excluded-diagonals-12-9-4-7.param",…,"backend":"gini",…"status":"solved",…}
//	…
//
// Convert writes an instance, or a folder or archive of them, in another format, or
// with --to as another problem with the same solutions.
//
//	$ nqueens generate blocked 6 --blocks 6 --format minizinc
//	n = 6;
//	m = 6;
//	row = [2,2,3,3,5,5];
//	col = [1,2,3,6,1,3];
//	$ nqueens generate blocked 6 --blocks 6 | nqueens convert - --format board
//	. . . . . .
//	# . # . . .
//	. . . . . .
//	. . # . . #
//	# # . . . .
//	. . . . . .
//	$ nqueens generate excluded-diagonals 5 --diagonals 1 --least 3 | nqueens convert - --to completion -o big.param
//	$ nqueens convert big.param --to excluded-diagonals
//	n =  5
//	numdiags =  1
//	diags =  [[0, 0]]
//
// # Any formula, any exact cover
//
// --file takes problems that have nothing to do with queens as well: DIMACS CNF
// (with "c p show" or "c project" lines for a projection and
// "c p weight" lines for weights), OPB, and exact covers
// in Knuth's text format, packed with gzip, xz, bzip2 or zstd or not. Solutions that
// differ in what is shown are counted. Of an OPB file with an objective, min: or max:,
// the solutions are the best ones, whatever is asked.
//
// The first line of an exact cover names the items, with a | before the secondary ones; each
// other line is an option, and a line that begins with | a comment. A primary item is
// covered once, 2|item twice, 1:3|item one to three times. A secondary item is in one
// option of a solution at most. With a colour, item:colour, it can be in several that agree
// on the colour. Backends that do not know colours get a variable for each colour
// that several options give. encode writes a colour that one option alone gives without it,
// which means the same.
//
// The text tells its format, and where two formats fit the ending of the file's name
// does. A text that could still be in both is refused, with both names: --format (of
// encode and convert --from, in a plan format: beside file: or folder:) says which:
// dimacs, opb, cover, board, parameters or facts. Other formats are refused by their
// names: MaxSAT (WCNF), WBO, exclusive-ors, QDIMACS, LP, MPS, AIGER, SMT-LIB, XCSP3.
// So is what contradicts itself: "c t mc" beside a projection or weights.
//
// A DIMACS or OPB header that promises more or fewer clauses, constraints or variables than there are is a
// warning; --strict refuses it.
//
//	$ cat pigeons.cnf
//	p cnf 4 4
//	1 2 0
//	3 4 0
//	-1 -3 0
//	-2 -4 0
//	$ nqueens count --file pigeons.cnf
//	2
//	$ nqueens solve --file pigeons.cnf --backend gini
//	v …
//	$ nqueens solve --file pigeons.cnf --backend gini --dimacs
//	s SATISFIABLE
//	v …
//	$ cat cover.dlx
//	a b c | d
//	a b
//	c d
//	b c d
//	a
//	$ nqueens solve --file cover.dlx --all
//	1,2
//	3,4
//	$ cat words.dlx
//	| two words of two letters across and two down; a letter is the colour of its square
//	across1 across2 down1 down2 | 11 12 21 22
//	across1 11:b 12:e
//	across1 11:d 12:o
//	across1 11:u 12:s
//	across2 21:e 22:d
//	across2 21:s 22:o
//	down1 11:b 21:e
//	down1 11:u 21:s
//	down2 12:e 22:d
//	down2 12:s 22:o
//	$ nqueens count --file words.dlx --backend dlx,gini
//	dlx         …  2
//	gini/mixed  …  2
//	verdict: agreed, 2; 2 engines agree: dlx, gini
//	$ nqueens solve --file words.dlx --backend dlx
//	across1 11:b 12:e
//	across2 21:e 22:d
//	down1 11:b 21:e
//	down2 12:e 22:d
//	$ nqueens encode 8 --encoding product | nqueens count --file - --backend gini,allsat
//	gini/mixed        …  92
//	allsat/…
//	verdict: agreed, 92; 2 engines agree: allsat, gini
//
// # Comparing
//
// Without --backend the fastest backend that can do it answers. Nobody can tell which that is
// of boards with squares given, blocked or excluded, or with pieces of two kinds or more, and of formulas: there several race, the first
// answer ends it, and a note says whose it is if there was more than one at it. --backend
// auto,gini sets the race beside another. With several names, or
// all, each prints a row, measured in a process of its own; the last line says how far
// the answer can be believed: it is known (published), or agreed by independent
// engines, or one stands alone with it. Engines share a reduction before the search, which
// closes squares that the given pieces rule out. Where all of them searched what it leaves, one
// is asked once more for the unreduced problem; with --json that is one more line. A name
// that ends in "unreduced" has a backend always do so, and --unreduced all of them.
//
//	$ nqueens count 6 --given a3 --backend bitmask,dlx
//	bitmask  …  1
//	dlx      …  1
//	verdict: agreed, 1; 2 engines agree: bitmask, dlx; on the unreduced problem: dlx
//	$ nqueens count 6 --given a3 --backend "bitmask,allsat unreduced"
//	bitmask                   …  1
//	allsat/pairwise unreduced  …  1
//	verdict: agreed, 1; 2 engines agree: allsat, bitmask; on the unreduced problem: allsat
//
//	$ nqueens count 8 --backend bitmask,dlx
//	bitmask  …  92
//	dlx      …  92
//	verdict: known, 92 (OEIS A000170); 2 engines agree: bitmask, dlx
//
// SAT backends take an --encoding, several or all: how "at most one of these" is
// said in clauses. `nqueens backends` lists who takes which.
//
//	$ nqueens count 5 --backend gini --encoding pairwise,product
//	gini/pairwise  …  10
//	gini/product   …  10
//	verdict: known, 10 (OEIS A000170); one engine: gini
//	$ nqueens count 8 --backend gophersat-models,bitmask
//	gophersat-models/pairwise  …
//	bitmask                    …  92
//	verdict: disagreement, 92; one engine: bitmask
//	nqueens: disagreement: queens(8), count: gophersat-models/pairwise: …, not 92 (…)
//
// Any program that prints a count takes part, timed as a whole and judged likewise.
//
//	$ nqueens count 6 --backend bitmask,mine --external 'mine=echo {n}'; echo "status $?"
//	bitmask  …  4
//	mine     …  6
//	verdict: disagreement, 4; one engine: bitmask
//	nqueens: disagreement: queens(6), count: mine: 6, not 4 (…)
//	status 1
//
// A time limit and a memory limit (--memory 2GiB) hold for each backend. What was found
// before a limit, or before Ctrl-C, is no count, and goes to standard error.
//
//	$ nqueens count 20 --timeout 50ms; echo "status $?"
//	nqueens: no answer: timeout…
//	status 3
//
// # Solvers that others wrote
//
// Other programs are backends too; nqueens backends shows which are installed. They
// take part when named, beside all others as in all,clasp, and their time includes the start
// of the program. A note says which of them `--backend all` leaves out.
//
//	$ nqueens count 8 --backend bitmask,clasp,clasp/sequential
//	bitmask           …  92
//	clasp/aspif       …  92
//	clasp/sequential  …  92
//	verdict: known, 92 (OEIS A000170); 2 engines agree: bitmask, clasp
//
// Any solver joins by a file that says in which format it reads a problem, how it
// is called, and how its answer is read, which [nqueens/backends/external] explains.
// --solver FILE.yaml adds it, in a plan the key solvers. This one reads clauses and
// prints as in the SAT competition; it always has the same idea.
//
//	$ cat stubborn.yaml
//	name: stubborn
//	about: says what it is told to
//	inputs:
//	  - format: dimacs
//	    encodings: [sequential, product]
//	    answer: competition
//	    first: sh -c 'echo s UNSATISFIABLE' {input}
//	$ nqueens solve 3 --solver stubborn.yaml --backend stubborn,bitmask
//	stubborn/sequential  …  no solution
//	bitmask              …  no solution
//	verdict: known, 0 (OEIS A000170); 2 engines agree: bitmask, stubborn
//	$ nqueens solve 4 --solver stubborn.yaml --backend stubborn; echo "status $?"
//	nqueens: disagreement: queens(4), first: stubborn/sequential: says there is no solution, and there are 2
//	status 1
//
// # JSON
//
// With --json, solve and count print a [nqueens/bench.Record] for each answer, which is
// also what a line of records.jsonl holds. Counts are strings, since they outgrow the
// numbers of many JSON readers. What is not known is absent, never zero.
//
//	$ nqueens count 8 --json
//	{"key":"…","problem":"queens(8)","task":"count","backend":"bitmask",…,"status":"solved","count":"92",…}
//	$ nqueens solve 4 --json --backend dlx
//	{…"status":"solved","solution":"…",…"stats":{"items":18,"nodes":…,"options":16,"updates":…},"seconds":…}
//
// # For other solvers: encode
//
// Encode writes the problem in the formats that `nqueens help encode` lists. The
// formula says which variables are squares and which only help, so that solutions are
// counted once.
//
//	$ nqueens encode 2 --encoding pairwise
//	c squares 1 = a1 b1
//	c squares 3 = a2 b2
//	p cnf 4 10
//	c p show 1 2 3 4 0
//	c project 1 2 3 4 0
//	3 4 0
//	-3 -4 0
//	…
//	$ nqueens encode 8 | minisat -verb=0 /dev/stdin
//	…
//	SATISFIABLE
//	$ nqueens encode 8 | clasp --parse-ext --project -n 0 -q | grep Models
//	c Models         : 92
//	$ nqueens encode 8 --format opb | clasp -n 0 -q | grep Models
//	c Models         : 92
//	$ nqueens encode 2 --format cover
//	rank-2 file-b rank-1 file-a | sum-1 diff-0
//	rank-1 file-a diff-0
//	file-b rank-1 sum-1
//	rank-2 file-a sum-1
//	rank-2 file-b diff-0
//
// # Proofs
//
// That there is no solution is a backend's word unless it comes with a proof. With
// --proof, or proof: true in a plan, the backend is asked for one (bitmask, gophersat
// and external SAT solvers can), the formula is made again and compared with the
// rules of the piece, and the proof checked. Without one the answer stands, unproved.
//
//	$ nqueens solve torus 8 --proof
//	note: proof: checked, …
//	no solution
//
// The proof is checked while it is written, and nobody holds it. With a file it is
// kept, and with proof: keep in a plan, or --proof=keep beside --files, in proofs/ in
// the run's folder; records name the file, its SHA-256 and the encoding of the formula that
// it is about. --proof-limit, in a plan limits: {proof: 4GiB}, bounds its length.
//
//	$ nqueens solve torus 8 --proof=torus8.drat.gz
//	note: proof: checked, … kept in torus8.drat.gz, about the formula by encode --encoding pairwise
//	no solution
//	$ nqueens encode torus 8 --encoding pairwise -o torus8.cnf
//	$ nqueens check proof torus8.cnf torus8.drat.gz --problem 'torus(8)'
//	verified: torus(8) has no solution, as torus8.cnf says; … steps, … bytes, …
//	$ nqueens solve torus 8 --proof --proof-limit 1KiB; echo "status $?"
//	no solution
//	nqueens: the answer is unproved: the proof takes more than 1024 bytes
//	status 3
//
// Check proof does the same for the proof of any solver. Only with --problem or --file
// is it known that the formula says what is meant.
//
//	$ nqueens encode torus 4 -e pairwise -o torus4.cnf
//	$ cat torus4.drat
//	-1 0
//	-2 0
//	-3 0
//	$ nqueens check proof torus4.cnf torus4.drat --problem 'torus(4)'
//	verified: torus(4) has no solution, as torus4.cnf says; 3 steps, 14 bytes, …
//	$ cat half.drat
//	-1 0
//	-2 0
//	$ nqueens check proof torus4.cnf half.drat; echo "status $?"
//	refused: half.drat:3: the proof ends without the empty clause
//	status 1
//
// The backend linear has proofs by cutting planes about the problem as OPB, in the format
// of VeriPB: sums of constraints that contradict each other.
//
//	$ nqueens solve 3 --blocked a1,b3,c2 --backend linear --proof=three.pbp
//	note: the linear relaxation has no solution: checked in integers, a sum of 6 constraints should be at least 1 and is at most 0
//	note: proof: checked, … kept in three.pbp, about the formula by encode --format opb
//	no solution
//	$ nqueens encode 3 --blocked a1,b3,c2 --format opb -o three.opb
//	$ nqueens check proof three.opb three.pbp --problem 'queens(3, blocked=a1+b3+c2)'
//	verified: queens(3, blocked=a1+b3+c2) has no solution, as three.opb says; …
//
// A count can be proved too, and checked without believing any solver, ours included.
//
//	$ nqueens count 8 --certified eight
//	92
//	$ nqueens check count eight
//	verified: queens(8) has 92 solutions; … steps, … bytes, …
//
// So can an optimum. The folder holds a solution, the formula of a better one, and a
// proof that it has no model. --prover names who writes it; --split 1 writes one for
// each square of a first piece, where a single proof is too long.
//
//	$ nqueens solve kings 4 --task optimise --certified kings4 --prover gophersat --as list
//	note: 4 pieces, the most
//	…
//	$ nqueens check optimum kings4
//	verified: kings(4) has solutions of 4 pieces, the most; … steps, … bytes, …
//	$ nqueens count kings 4 --certified best4
//	79
//	$ nqueens check count best4
//	verified: kings(4) has 79 solutions of 4 pieces, the most; … steps, … bytes, …
//
// Where few pieces are to cover a board, the proofs are by cutting planes, which takes far
// fewer steps (--prover planes).
//
//	$ nqueens count domination 7 --certified seven
//	86
//	$ nqueens check count seven
//	verified: domination(7) has 86 solutions of 4 pieces, the fewest; … steps, … bytes, …
//
// # Benchmarks: bench, chart, report
//
// Bench runs a plan, a YAML file that says which problems are put to which
// backends; [nqueens/bench/plan.Plan] explains its keys. `nqueens bench --print` prints
// the built-in one, to start from. A plan with published values has tables, charts and
// verdicts beside them in study.md; the studies that reproduce runs are such plans.
//
//	$ cat engines.yaml
//	baseline: bitmask
//	repetitions: {min: 2, max: 2}
//	runs:
//	  - problems: [{n: 5..6}, torus(5)]
//	    tasks: [count]
//	    backends: [bitmask, dlx]
//	$ nqueens bench engines.yaml
//	no answer is wrong
//	verdicts on 3 problems: 3 known
//	best, task count, 3 problems: …, 3 answered, PAR-2 …; then …
//	void: …
//	…
//	ranking: task count, 3 problems that all of these were asked
//	  contender           solved  …  against bitmask
//	  best of each (VBS)       3  …
//	…
//	… charts in nqueens-engines, each as SVG and PNG, among them …
//	the run as a page to look into: nqueens-engines/report.html
//
// A wrong answer is named first and enters no mean and no chart. With --full come the
// rankings over other sets of problems, the times, ratios and growth. METHOD.md says how it
// is measured. The run's folder holds
//
//	records.jsonl      a line of JSON for each run, safe before the next begins
//	checks.jsonl       answers on unreduced problems that confirm verdicts, in no table
//	experiment.json    what was asked for
//	environment.json   the machine, the versions, and how processes were limited
//	verdicts.json      the judgement on each problem, with its evidence
//	summary.csv        medians and intervals of each contender on each problem
//	*.svg, *.png       the charts
//	report.html        all of it as a page to look into
//
// A run that was stopped, by Ctrl-C, a kill or a full disk, goes on when the same
// command is given again. Records may be packed with gzip: those of records.jsonl.gz
// come before those of records.jsonl, into which a run that goes on writes. Chart draws
// the charts again.
//
//	$ nqueens bench engines.yaml
//	going on with the run in nqueens-engines, records so far: 12
//	the run was complete: nothing was run again
//	…
//	$ nqueens chart nqueens-engines -o pictures
//	no answer is wrong
//	verdicts on 3 problems: 3 known
//	…
//	… charts in pictures, each as SVG and PNG, among them …
//
// Or it draws one as a paper needs it, of several runs too: --kind, --only, --baseline, --y
// (cpu, memory or effort in place of the time by the clock), --linear, --size and --title,
// as .svg, .png, .pdf or .csv. --data writes the values of each chart beside it.
//
//	$ nqueens chart nqueens-engines --kind time-queens-count --linear --size 800x500 -o counting.pdf
//	counting.pdf
//
// A part of a plan is taken by name: --backend, --problem (with ? and *), --task, and
// --repetitions in place of the plan's. --dry-run lists the jobs, with how long they take by
// what the run's folder has of them.
//
//	$ nqueens bench engines.yaml --problem 'queens(?)' --backend dlx --dry-run
//	note: the baseline bitmask is not in this part of the plan: no speed-ups
//	times as in nqueens-engines
//	PROBLEM    TASK   CONTENDER  RUNS  EACH
//	queens(5)  count  dlx        2     about …
//	queens(6)  count  dlx        2     about …
//	2 jobs, 4 runs; about … for the 2 that ran before
//
// A contender can join a run that is there, and a browser can look on while a run is made:
//
//	nqueens bench -o nqueens-engines --backend naive
//	nqueens bench engines.yaml -o watched --serve 127.0.0.1:0
//
// Report makes the page again, or one of several runs. It is one file that asks nothing
// of a network and can be sent: the verdict, each disagreement with both answers and a
// board, charts to look into, a table to sort and filter against a baseline of choice,
// and for each instance the command that runs it again. What is chosen is in the page's
// address.
//
//	$ nqueens report nqueens-engines -o engines.html
//	engines.html
//
// A mistake in a plan is refused with its place before anything runs.
//
//	$ cat misspelt.yaml
//	runs:
//	  - problems: [queens(8)]
//	    backend: [dlx]
//	$ nqueens bench misspelt.yaml; echo "status $?"
//	nqueens: misspelt.yaml:3:5: unknown key "backend" (did you mean "backends"?)
//	status 2
//
// Bench takes instances without a plan: --files names a folder, an archive or a file,
// and flags say the rest. Only experiment.json holds whole instances; elsewhere they
// have the name of their file and a digest.
//
//	$ nqueens bench --files ed12 --backend bitmask,gini/product --timeout 30s -o run --no-charts
//	no answer is wrong
//	verdicts on 3 problems: 3 agreed
//	3 instances: 2 with a solution, 1 without, task first
//	best, task first, 3 instances: …, 3 answered, …
//	void: …
//	…
//	ranking: task first, 3 instances that all of these were asked
//	  contender           solved  …  against bitmask
//	  best of each (VBS)       3  …
//	…
//
// In a plan, {folder: DIR} and {file: FILE} are instances too, and $NAME before a
// path is an environment variable: plans/blocked.yaml puts the 400 blocked instances
// of a competition, in the folder $NQUEENS_INSTANCES, to every SAT solver.
//
// # What changed: compare
//
// Compare says what changed between two runs, beyond the noise: answers and effort
// exactly, times by a test, with how large the difference is. With --fail-on it is a gate,
// and --markdown writes what a pull request shows (docs/pull-requests.md).
//
//	$ nqueens bench engines.yaml -o again --no-charts
//	…
//	$ nqueens compare nqueens-engines again --fail-on slower=5%,effort=0%,wrong,missing
//	answers: 6 of 6 as before
//	times: … over 6 (geometric mean); 6 undecided
//	effort: the same in 6 of 6
//	undecided: 6 hidden by noise, the first is …
//	…
//	6 of 6 times have too few runs for the corrected test to find a difference: 5 of each would do
//	…
//
// Two builds of this program are best measured in one run, side by side: --binary asks the
// other one everything too.
//
//	$ ln -s "$(command -v nqueens)" nqueens
//	$ nqueens bench engines.yaml --binary old=./nqueens -o both --no-charts
//	…
//	$ nqueens compare both --between old,nqueens
//	answers: 6 of 6 as before
//	…
//
// Two contenders of one run are compared in the same way, by name. What starting a process takes is left
// out where one of the two took less than ten times that, and where they had different limits
// the smaller one holds. --clock cpu compares processor time, which other work on the machine
// hardly changes; slower in --fail-on is then of that.
//
//	$ nqueens compare nqueens-engines --between bitmask,dlx --clock cpu
//	answers: 3 of 3 as before
//	CPU times: …
//	…
//
// # Before measuring: doctor
//
// Doctor says what this machine allows a measurement to be, and what to do about it: how
// limits are kept, load, noise, hypervisor, SMT, turbo, governor, room on the disk, and
// which external solvers there are. Each line begins with ok, caution or problem.
//
//	$ nqueens doctor
//	…
//	ok       backends       … are part of this program
//	…
//
// # In and out: export, import, schema
//
// Export writes a run for tools that others made: benchstat, hyperfine's scripts, BenchExec's
// table-generator, LaTeX. Import makes a run of what hyperfine, go test -bench or
// BenchExec measured, time-outs and other statuses kept, so that chart and compare serve it.
//
//	$ nqueens export nqueens-engines --format benchfmt -o engines.txt
//	$ nqueens import engines.txt -o imported
//	no answer is wrong
//	…
//	$ nqueens compare nqueens-engines imported --effort-only
//	answers: 6 of 6 as before
//	…
//
// Who reads a run's files in another language finds their form in `nqueens schema record`.
//
//	$ nqueens schema record | head -3
//	{
//	 "$schema": "https://json-schema.org/draft/2020-12/schema",
//	 "$id": "urn:nqueens:schema:record:1",
//
// # The literature: reproduce
//
// Reproduce makes published tables and figures again, ours beside theirs, with a
// verdict in words on each. Without an argument it lists what it can. What was computed
// is kept in its folder, and a page has all that the folder knows; --pages writes the
// pages anew and runs nothing. A study is a plan: --print prints it. Those of completion compare
// run by run where NQUEENS_INSTANCES names the folder of the published files. Relatives
// has the published numbers of every family, each counted again by up to three engines
// whose searches have no code in common, each sequence in its share of the budget; what is
// beyond is marked so.
//
//	$ nqueens reproduce
//	…
//	$ nqueens reproduce search-sizes --budget 1m -o reproduction
//	…
//	$ nqueens reproduce five-solvers --print | nqueens bench /dev/stdin --dry-run
//	…
//
// # Exit status
//
// Answers go to standard output; progress, notes and errors, one line each, to
// standard error.
//
//	0   the question was answered; "no solution" is an answer
//	1   a disagreement, an invalid solution, a backend that crashed, or no proof
//	    from one that promises them
//	2   wrong usage or bad input, or a file that cannot be read or written
//	3   a limit, or Ctrl-C, came before the answer or its proof (of several backends one
//	    proof is enough), or a solver gave up
//
// Ctrl-C while input is still being read ends the program at once.
package main
