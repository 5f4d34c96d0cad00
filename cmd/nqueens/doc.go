// Nqueens compares constraint-solver backends on n-queens and its relatives. It solves, counts and encodes one
// well-understood family of problems, checks every answer, and runs and draws benchmarks that others can
// repeat.
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
// This is the manual. `nqueens help COMMAND` describes a command with its flags and more examples.
// `nqueens man` prints both as man pages, `nqueens completion bash` prints a script that completes commands,
// flags and their values, and `nqueens version` prints the build. METHOD.md has a glossary of the terms.
//
// # The problem
//
// A problem is [FAMILY] N: a family (queens if left out) and the number of squares a side. Families are queens,
// torus (diagonals continue around the edges), rooks, superqueens (queens that also move as knights), and more;
// `nqueens families` lists them. 5x8 is a board of 5 files and 8 ranks.
//
//	$ nqueens count queens 5x8
//	568
//	$ nqueens count torus 11
//	88
//	$ nqueens solve torus 6
//	note: search, unproved; nqueens explain says why there is none
//	no solution
//
// The solutions of bishops, knights, kings and dragon-kings (rook and king) have as many pieces as fit. The
// solutions of domination have as few queens as attack or occupy every square. --pieces sets the number of
// pieces in any family.
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
// Files are letters from a, ranks are numbers from 1; the file after z is aa. With file and rank counted from
// 0, the diagonal sum:7 has the squares whose file and rank add up to 7, and diff:-2 those where file minus
// rank is −2.
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
//	note: search, unproved; nqueens explain says why there is none
//	no solution
//
// --file reads what solve prints, from a file or, as "-", from standard input. A letter is a piece (Q; R for
// rooks, S for superqueens), "." a free square, "#" a blocked one; spaces do not matter.
//
//	$ nqueens solve 30 | nqueens check --file -
//	valid
//
// Explain prints why there is no solution: a set of given pieces, blocked squares and lines that
// contradict each other, checked by other engines. A note says whether the set is smallest (no other has
// fewer statements) or only minimal (none of its statements can be left out). If there are solutions, it prints what all have in common.
// -o draws both.
//
//	$ nqueens explain 8 --given a1,e3,g4,h7
//	note: checked by branch; without any one of the 13 statements there is a solution
//	note: this set is smallest: no contradictory set has fewer statements
//	no solution: with a1, e3, g4 and h7 no queen fits on rank 2
//	  a piece stands on a1
//	…
//	$ nqueens explain 6 --given a2
//	1 solution
//	in all: d1,a2,e3,b4,f5,c6
//	…
//
// # Solve, count, check
//
// Solve prints a board, or the form that --as names. Count prints a number and nothing else. Check reports
// whether a solution is valid, or why not.
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
// With -o the answer is written to a file: as a picture if the name ends in .svg, .png or .pdf, as text if it ends in
// .txt or has no ending. Commands whose answer is text, such as count and encode, refuse the name of a picture.
//
//	$ nqueens solve 8 --given d4 --blocked e5 -o board.svg
//	$ nqueens solve 8 --all --fundamental -o twelve.png
//	fundamental solutions: 12 of 92
//
// # Symmetry
//
// Rotations and reflections map a solution of an empty board to another solution, or to itself. With
// --fundamental all images of a solution count as one. Given pieces and blocked squares leave only the
// symmetries that keep them in place. On a board whose edges are joined, shifts are symmetries too; in three
// dimensions all 48 symmetries of the cube are used.
//
//	$ nqueens count torus 13 --fundamental
//	11
//	$ nqueens count 8 --fundamental
//	12
//	$ nqueens solve 6 --all --fundamental --as list
//	a2,b4,c6,d1,e3,f5  orbit 4, half-turn symmetric
//	fundamental solutions: 1 of 4
//
// The first solution of each orbit, in lexicographic order, is printed with the size of the orbit, the
// solution's symmetries, and whether no three of its pieces stand in a line.
//
// --symmetric restricts the search to solutions that a symmetry maps to themselves; the backend orbit searches
// them directly. Symmetries are half-turn, quarter-turn, mirror-files, mirror-ranks, transpose, anti-transpose;
// on joined edges shift:1:2 (files, ranks); in three dimensions axes:2:-1:3 (the sources of the rank and of the
// coordinates of a file).
//
//	$ nqueens count 20 --symmetric quarter-turn
//	480
//
// # Large boards
//
// One solution of n queens needs no search. The backend construct writes it at any size up to 10^15, by the
// formulas of Hoffman, Loessi and Moore (construct/A to construct/B4), by Bernhardsson's lists
// (construct/bernhardsson) or, on the torus, by Pólya's (construct/polya). Beyond 2048 squares a side a
// solution is one number a line, the rank in each file; check reads such a stream.
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
// Local search (min-conflicts, sosic-gu, genetic) finds solutions of a million queens. It cannot show that
// there is none. --seed repeats a search.
//
//	$ nqueens solve 1000 --backend min-conflicts --seed 7 -o queens.txt
//	$ nqueens check 1000 --file queens.txt
//	…
//
// # Large counts
//
// --checkpoint keeps the progress of a long count in a file; the same command continues from it. With --part
// several machines share a count, and sum adds their results. Sum refuses parts that are missing, unfinished,
// damaged or duplicate, and parts of another board, division or version.
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
// Plan-parts divides a count into parts of some minutes and writes their list into a folder. Work computes the
// parts, in any number of processes on any machines that share the folder. A process may be killed at any
// moment; another takes its part over. When all parts are done, a random sample is computed again, by another
// machine if there is one and also by another engine. Sum adds only results without a contradiction.
// docs/machines.md explains how far such a sum can be believed.
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
// In an array of jobs each job computes a range of parts, as in work q14 --part 100-199. Work without --part
// then computes the missing parts and the recomputations. If two results differ, sum ends with status 1 and
// names both machines; --distrust withdraws all results of one. For a backend that does not count in tasks the
// parts are boards: the first pieces are placed in every possible way.
//
//	$ nqueens plan-parts count torus 11 --backend bitmask --parts 3 -o t11; nqueens work t11; nqueens sum t11
//	note: …
//	note: computed again by the same machine, because no other was available: parts …
//	88
//
// Where machines share a network, serve hands out the parts over NATS JetStream and collects the results.
// Workers may come and go:
//
//	nqueens serve q14
//	nqueens work --server nats://127.0.0.1:4222
//
// The server ends with the sum. If it is killed and started again, it continues; workers wait for it and keep
// their results until the server has them on its disk. The server shows its progress at http://127.0.0.1:8222,
// and to Prometheus at /metrics. A build with `go build -tags nats ./cmd/nqueens` contains a NATS server. Any
// build can use another server with --server, and work for both. docs/network.md describes the setup of other
// machines.
//
// A bench can be divided too: a part is one problem and task with all its contenders. One machine measures it
// as bench does, one part at a time. Sum turns the folder into that of a run. Its records name the machine;
// ratios stay within one machine. All machines need the same build and the same versions of solvers; a machine
// that lacks a solver leaves the part to others.
//
//	$ nqueens plan-parts bench --backend bitmask,dlx --problem 'queens(8)' --repetitions 2 -o mine
//	note: 2 parts of …; `nqueens work mine` measures them
//	$ nqueens work mine; nqueens sum mine
//	…
//
// A part of a sweep is a range of neighbouring instances. Serve also hands out parts of a bench over a network.
// This command divides a bench, hands out its parts and collects the records over an existing NATS server:
//
//	nqueens bench plan.yaml --server nats://bench.example.org:4222
//
// # Batch systems: slurm, kubernetes
//
// Slurm and kubernetes print a job for a list of parts: an array whose indices are ranges of parts. Submit it,
// and add the results later.
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
// Estimate prints about how many solutions there are, from random samples of a search tree. It also prints the
// cost of a count, from tasks that it times: time, memory, parts, and the price at --price a core-hour. Both
// together take half a minute, or --budget. docs/machines.md explains how far the intervals can be believed.
//
//	$ nqueens estimate count 18 --samples 5 --budget 4s --price 0.03
//	queens(18): about 6.7…e8 solutions, between 6.…e8 and 6.…e8 (95 %)
//	  from 5 samples of up to 1024 nodes a level, effective sample size …; seed 1
//	  published: 666090624 (OEIS A000170)
//	quadrant takes about …
//	…
//	$ nqueens estimate count torus 23 --samples 10 --cost=false
//	torus(23): about … solutions, between … and … (95 %)
//	…
//
// # Instances
//
// To place 8 queens on a board is easy; to decide whether given queens can be completed is hard. Generate makes
// random instances of the kinds that papers study. It also makes structured ones, in which rows share too few
// columns; solvers that learn are good at these. With --published a seed makes the published instance whose
// name ends in that seed.
//
//	$ nqueens generate excluded-diagonals 10 --least 4 --seed 615 --published
//	n =  10
//	numdiags =  15
//	diags =  [[13, 0], [7, 1], …, [18, 1]]
//	$ nqueens generate excluded-diagonals 12 --diagonals 9 --count 3 --seed 7 -o ed12
//
// Sizes and parameters may be ranges, which make a sweep. Bench measures a sweep, by flags or by a plan. It
// draws the share of instances with a solution and the spread of their cost, and prints where half of them have
// a solution and where they are hardest.
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
// A generator may fail to build an instance. It then gives the seed up.
//
//	$ nqueens generate completion 20 --queens 18 --seed 5; echo "status $?"
//	note: seed 5: given up placing 18 queens on a board of 20 squares a side: …
//	nqueens: no instance from seed 5: the generator gave up
//	status 3
//
// Generate also writes puzzles as exact covers: sudoku, pentominoes, langford, word-square.
//
//	$ nqueens generate sudoku 4 --grid "1... .2.. ..3. ...4" | nqueens count --file -
//	2
//
// Puzzles with regions have one queen in each rank, file and region, none beside another; star-battle N 2 has
// two. --map has the regions, or --file: drawings of letters, arrays of JSON or TypeScript, lines with slashes,
// one or many in a file. `nqueens solve --file LEVELS -o sheet.pdf` draws a solution of each. Generate makes
// puzzles with exactly one solution. `nqueens repair FILE` changes few squares of a puzzle so that it has
// exactly one, and states whether that number is proved to be the smallest.
//
//	$ nqueens solve regions --map 0011/0211/3222/3332
//	a  a  bQ b
//	aQ c  b  b
//	d  c  c  cQ
//	d  dQ d  c
//	$ nqueens generate regions 9 --count 20 --level easy --seed 3 | nqueens count --file -
//	seed 3   …  1
//	…
//	20 instances: 20 with a solution, 0 without
//
// --file reads an instance in any of the formats that `nqueens help convert` lists. Of a folder, or an archive
// such as X.tar.gz, solve and count answer every instance in turn; they read all before they answer the first.
// They ignore hidden files. They also ignore files such as README and those in no format of problems, and name
// them in a note. --instance chooses one instance by its name, also if --file is the experiment.json of a run.
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
// Convert writes an instance, or a folder or archive of instances, in another format. With --to it writes
// another problem with the same solutions.
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
// --file also reads problems that have nothing to do with queens: DIMACS CNF (with "c p show" or "c project"
// lines for a projection and "c p weight" lines for weights), MaxSAT (WCNF), pseudo-Boolean constraints (OPB, WBO),
// 0–1 programmes (LP, MPS), and exact covers in Knuth's text format; docs/files.md lists what each may state. The
// file may be packed with gzip, xz, bzip2 or zstd. Two solutions count as different if they differ in the shown
// variables. The solutions of an OPB file with an objective (min: or max:) are its best ones, in every task.
//
// The first line of an exact cover names the items, with a | before the secondary ones. Each other line is an
// option; a line that begins with | is a comment. A primary item is covered once, 2|item twice, 1:3|item one to
// three times. A secondary item is in at most one option of a solution. With a colour, item:colour, it can be
// in several options that agree on the colour. Backends that do not support colours get a variable for each
// colour that several options give. Encode omits a colour that only one option gives, which does not change the
// solutions.
//
// The text determines the format; where two formats fit, the ending of the file's name decides. A text that
// could still be in both is refused, and the message names both. --format (in encode and convert --from, in a
// plan format: beside file: or folder:) then sets the format: dimacs, cnf+, wcnf, opb, wbo, lp, mps, cover, board,
// parameters, facts or regions. Other formats are recognised and refused by name: QDIMACS, AIGER, SMT-LIB, XCSP3.
// A contradictory file is refused too, such as "c t mc" beside a projection or weights. `nqueens check FILE`
// prints the format of a file, its size, what is unusual in it, and the commands that read it.
//
// If a DIMACS or OPB header states more or fewer clauses, constraints or variables than the file has, the
// program warns; --strict refuses the file.
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
// For a formula, --given lists literals that are true. A number is a variable, and -5 the negation of variable
// 5. It applies to count, solve, sample and explain.
//
//	$ nqueens count --file pigeons.cnf --given 1,-2
//	1
//
// # Random solutions: sample
//
// Sample draws solutions at random, each with the same probability, or by the weights of a file. It compiles
// the problem first, into a graph of decisions and of parts that share no variable (a decision-DNNF). A solution
// is then drawn in one pass through the graph. A million of them take seconds, however many there are. Encode
// --format ddnnf writes the graph in the format of the compiler c2d. For a projected formula it has only the
// projected variables.
//
//	$ nqueens sample 6 --count 3
//	a2,b4,c6,d1,e3,f5
//	a3,b6,c2,d5,e1,f4
//	a5,b3,c1,d6,e4,f2
//	$ nqueens sample 8 --given d4 --seed 2 --as list
//	a…
//	$ nqueens sample --file pigeons.cnf --count 2
//	v …
//	v …
//	$ nqueens encode --file pigeons.cnf --format ddnnf
//	nnf …
//	…
//	O …
//
// # Comparing
//
// Without --backend the fastest backend that supports the problem answers. For boards with squares given,
// blocked or excluded, for pieces of two kinds or more, and for formulas the fastest one is not known in
// advance. There several engines may race, the first answer ends the race, and a note names its engine if more
// than one took part. --backend auto,gini compares the race with another backend.
//
// With several names, or all, each backend prints a row, measured in a process of its own. The last line is the
// verdict on the answer: known (published), agreed (independent engines agree) or alone (one engine answered).
// Engines share a reduction before the search, which closes squares that the given pieces rule out. If all of
// them searched the reduced problem, one is run once more on the unreduced problem; --json prints that as one
// more line. A name that ends in "unreduced" makes a backend always search the unreduced problem, and
// --unreduced makes all do so.
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
// SAT backends accept an --encoding, several, or all: the clauses for "at most one of these". `nqueens
// backends` lists the encodings of each backend.
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
// Any program that prints a count can take part. It is timed as a whole process and judged like a backend.
//
//	$ nqueens count 6 --backend bitmask,mine --external 'mine=echo {n}'; echo "status $?"
//	bitmask  …  4
//	mine     …  6
//	verdict: disagreement, 4; one engine: bitmask
//	nqueens: disagreement: queens(6), count: mine: 6, not 4 (…)
//	status 1
//
// A time limit (--timeout) and a memory limit (--memory 2GiB) apply to each backend. Solutions found before a
// limit, or before Ctrl-C, are no count; their number goes to standard error.
//
//	$ nqueens count 20 --timeout 50ms; echo "status $?"
//	nqueens: no answer: timeout…
//	status 3
//
// # Solvers by others
//
// Other programs are backends too; `nqueens backends` shows which are installed. They take part only if they
// are named: clasp, or all,clasp with all backends of this program. Their time includes the start of the
// program. A note lists those that
// `--backend all` leaves out.
//
//	$ nqueens count 8 --backend bitmask,clasp,clasp/sequential
//	bitmask           …  92
//	clasp/aspif       …  92
//	clasp/sequential  …  92
//	verdict: known, 92 (OEIS A000170); 2 engines agree: bitmask, clasp
//
// A file describes any other solver: the format of its input, its command line, and the form of its answer.
// [nqueens/backends/external] explains the file. --solver FILE.yaml adds the solver; in a plan it is the key
// solvers. This one reads clauses and prints as in the SAT competition; it always gives the same answer.
//
//	$ cat stubborn.yaml
//	name: stubborn
//	about: always answers that there is no solution
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
// A SAT solver can also be a shared library with the interface IPASIR: the key ipasir names it, in place of
// inputs. The library runs in a child process. `nqueens check ipasir libcadical.so` tests whether a library
// follows the interface. `nqueens explain 6 --given a1,c4 --backend ipasir-cadical` makes the reason from the assumptions
// that failed in the library.
//
// # JSON
//
// With --json, solve and count print a [nqueens/bench.Record] for each answer, in the form of a line of
// records.jsonl. Counts are strings, because they exceed the numbers of many JSON readers. An unknown value is
// absent, never zero.
//
//	$ nqueens count 8 --json
//	{"key":"…","problem":"queens(8)","task":"count","backend":"bitmask",…,"status":"solved","count":"92",…}
//	$ nqueens solve 4 --json --backend dlx
//	{…"status":"solved","solution":"…",…"stats":{"items":18,"nodes":…,"options":16,"updates":…},"seconds":…}
//
// # For other solvers: encode
//
// Encode writes the problem in the formats that `nqueens help encode` lists. The formula marks which variables
// are squares and which are auxiliary, so that a model counter counts each solution once.
//
//	$ nqueens encode 2 --encoding pairwise
//	c squares 1 = a1 b1
//	c squares 3 = a2 b2
//	c t pmc
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
//
// `nqueens encodings` lists the encodings, and checks for each whether it preserves the number of models
// without projection, and whether unit propagation is complete.
//
//	$ nqueens encode 2 --format cover
//	rank-2 file-b rank-1 file-a | sum-1 diff-0
//	rank-1 file-a diff-0
//	file-b rank-1 sum-1
//	rank-2 file-a sum-1
//	rank-2 file-b diff-0
//
// # Proofs
//
// "No solution" can be wrong unless it comes with a proof. With --proof, or proof: true in a plan, the backend
// writes one (bitmask, gophersat and external SAT solvers can). The program makes the formula again, compares
// it with the rules of the piece, and checks the proof. Without a proof the answer stands, marked as unproved.
//
//	$ nqueens solve torus 8 --proof
//	note: proof: checked, …
//	no solution
//
// The proof is checked while it is written and is not stored. With a file name it is kept; with proof: keep in
// a plan, or --proof=keep beside --files, it is kept in proofs/ in the run's folder. Records name the file, its
// SHA-256 and the encoding of its formula. --proof-limit, in a plan limits: {proof: 4GiB}, bounds its length.
//
//	$ nqueens solve torus 8 --proof=torus8.drat.gz
//	note: proof: checked, … kept in torus8.drat.gz, about the formula by encode --encoding pairwise
//	no solution
//	$ nqueens encode torus 8 --encoding pairwise -o torus8.cnf
//	$ nqueens check proof torus8.cnf torus8.drat.gz --problem 'torus(8)'
//	verified: torus(8) has no solution, by the formula in torus8.cnf; … steps, … bytes, …
//	$ nqueens solve torus 8 --proof --proof-limit 1KiB; echo "status $?"
//	no solution
//	nqueens: the answer is unproved: the proof takes more than 1024 bytes
//	status 3
//
// Check proof checks the proof of any solver. Only with --problem or --file does it also check that the formula
// states the problem.
//
//	$ nqueens encode torus 4 -e pairwise -o torus4.cnf
//	$ cat torus4.drat
//	-1 0
//	-2 0
//	-3 0
//	$ nqueens check proof torus4.cnf torus4.drat --problem 'torus(4)'
//	verified: torus(4) has no solution, by the formula in torus4.cnf; 3 steps, 14 bytes, …
//	$ cat half.drat
//	-1 0
//	-2 0
//	$ nqueens check proof torus4.cnf half.drat; echo "status $?"
//	refused: half.drat:3: the proof ends without the empty clause
//	status 1
//
// The backend linear writes proofs by cutting planes about the problem as OPB, in the format of VeriPB: sums of
// constraints that contradict each other.
//
//	$ nqueens solve 3 --blocked a1,b3,c2 --backend linear --proof=three.pbp
//	note: the linear relaxation has no solution: checked in integers, a sum of 6 constraints should be at least 1 and is at most 0
//	note: proof: checked, … kept in three.pbp, about the formula by encode --format opb
//	no solution
//	$ nqueens encode 3 --blocked a1,b3,c2 --format opb -o three.opb
//	$ nqueens check proof three.opb three.pbp --problem 'queens(3, blocked=a1+b3+c2)'
//	verified: queens(3, blocked=a1+b3+c2) has no solution, by the formula in three.opb; …
//
// A count can be proved too. Its check needs no trust in any solver, including ours.
//
//	$ nqueens count 8 --certified eight
//	92
//	$ nqueens check count eight
//	verified: queens(8) has 92 solutions; … steps, … bytes, …
//
// With --veripb the solutions and the proof are in one file in the format of VeriPB 3.0, which lists each solution with
// solx and ends with ENUMERATION_COMPLETE.
//
//	$ nqueens count 6 --certified six --veripb
//	4
//	$ nqueens check count six
//	verified: queens(6) has 4 solutions; … steps, … bytes, …
//	$ nqueens check proof six/constraints.opb six/enumeration.pbp.gz
//	verified: six/constraints.opb has 4 solutions that differ in the preserved variables; …
//
// The count of a formula is proved by its graph (see Random solutions): a proof in the format CPOG says that the
// graph has the models of the formula, and the checker counts them in the graph. Weights are those of the file.
// Of a projected formula a second proof, determined.drat, says that no two models agree on the projection. Where
// other variables are free, the clauses in narrowed.drat determine them first. A projection for which that
// fails is refused.
//
//	$ nqueens count --file pigeons.cnf --certified pigeons
//	2
//	$ nqueens check count pigeons
//	verified: formula.cnf has 2 models; a graph of … nodes, … lines, … bytes, …
//
// An optimum can be proved as well. The folder contains a solution, the formula of a better one, and a proof
// that this formula has no model. --prover chooses the backend that writes the proof. --split 1 writes one
// proof for each square of a first piece, where a single proof is too long.
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
// Where few pieces must cover a board, the proofs are by cutting planes, which take far fewer steps (--prover
// planes).
//
//	$ nqueens count domination 7 --certified seven
//	86
//	$ nqueens check count seven
//	verified: domination(7) has 86 solutions of 4 pieces, the fewest; … steps, … bytes, …
//
// So are the proofs for a file with an objective: DIMACS with weights (WCNF), OPB, also with soft constraints, LP
// and MPS. The proof is about constraints.opb, which is the file as linear constraints, and in the format
// of VeriPB 3.0, with the rules soli, red, rup, pol and del.
//
//	$ cat costs.wcnf
//	h 1 2 0
//	3 -1 0
//	4 -2 0
//	$ nqueens solve --file costs.wcnf --certified costs
//	note: the objective is 3, its least value
//	v 1 -2 0
//	$ nqueens check optimum costs
//	verified: the least value of the objective in costs.wcnf is 3; … steps, … bytes, …
//
// # Benchmarks: bench, chart, report
//
// Bench runs a plan, a YAML file of problems and backends; [nqueens/bench/plan.Plan] explains its keys.
// `nqueens bench --print` prints the built-in plan, to start from. A plan with published values also gets
// study.md, with tables, charts and verdicts beside them; the studies that reproduce runs are such plans.
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
//	verdicts on 3 problems: 3 known (equal to a published value)
//	fastest, task count, 3 problems: … (mean time …); second: …
//	discarded: …
//	…
//	ranking: task count, 3 problems that all these contenders ran
//	…
//	  contender           solved  …  against bitmask
//	  virtual best (VBS)       3  …
//	…
//	… charts in nqueens-engines, each as SVG and PNG, among them …
//	the run as a page for a browser: nqueens-engines/report.html
//
// A wrong answer is listed first and enters no mean and no chart. --full adds the rankings over other sets of
// problems, the times, ratios and growth. METHOD.md explains the measurements. The run's folder contains
//
//	records.jsonl      a line of JSON for each run, written before the next run starts
//	checks.jsonl       answers on unreduced problems that confirm verdicts, in no table
//	experiment.json    the jobs, their limits and the instances
//	environment.json   the machine, the versions, and how limits were enforced
//	verdicts.json      the verdict on each problem, with its evidence
//	summary.csv        medians and intervals of each contender on each problem
//	*.svg, *.png       the charts
//	report.html        an interactive page of all results
//
// A run that was stopped by Ctrl-C, a kill or a full disk continues with the same command. Records may be
// packed with gzip: the records of records.jsonl.gz come before those of records.jsonl, to which a continued
// run appends. Chart draws the charts again.
//
//	$ nqueens bench engines.yaml
//	continuing the run in nqueens-engines, records so far: 12
//	the run was complete: nothing was run
//	…
//	$ nqueens chart nqueens-engines -o pictures
//	no answer is wrong
//	verdicts on 3 problems: 3 known (equal to a published value)
//	…
//	… charts in pictures, each as SVG and PNG, among them …
//
// Chart also draws one chart for a paper, of one or several runs: --kind, --only, --baseline, --y (cpu, memory
// or effort in place of wall time), --linear, --size and --title, as .svg, .png, .pdf or .csv. --data writes
// the values of each chart beside it.
//
//	$ nqueens chart nqueens-engines --kind time-queens-count --linear --size 800x500 -o counting.pdf
//	counting.pdf
//
// Flags select a part of a plan: --backend, --problem (with ? and *), --task, and --repetitions in place of the
// plan's. --dry-run lists the jobs with their expected times, from the records in the run's folder.
//
//	$ nqueens bench engines.yaml --problem 'queens(?)' --backend dlx --dry-run
//	note: the baseline bitmask is not in this part of the plan: no speed-ups
//	times from nqueens-engines
//	PROBLEM    TASK   CONTENDER  RUNS  EACH
//	queens(5)  count  dlx        2     about …
//	queens(6)  count  dlx        2     about …
//	2 jobs, 4 runs; about … for the 2 that ran before
//
// A contender can be added to an existing run, and a browser can follow a run:
//
//	nqueens bench -o nqueens-engines --backend naive
//	nqueens bench engines.yaml -o watched --serve 127.0.0.1:0
//
// Report writes the page again, or one page of several runs. The page is one file that needs no network and can
// be sent. It has the verdict, each disagreement with both answers and a board, interactive charts, a table to
// sort and filter against any baseline, and for each instance the command that runs it again. The page's
// address keeps the selection.
//
//	$ nqueens report nqueens-engines -o engines.html
//	engines.html
//
// A mistake in a plan is refused with its position before anything runs.
//
//	$ cat misspelt.yaml
//	runs:
//	  - problems: [queens(8)]
//	    backend: [dlx]
//	$ nqueens bench misspelt.yaml; echo "status $?"
//	nqueens: misspelt.yaml:3:5: unknown key "backend" (did you mean "backends"?)
//	status 2
//
// Bench measures instances without a plan: --files names a folder, an archive or a file, and flags set the
// rest. Only experiment.json holds whole instances; other files hold the name of the instance's file and a
// digest.
//
//	$ nqueens bench --files ed12 --backend bitmask,gini/product --timeout 30s -o run --no-charts
//	no answer is wrong
//	verdicts on 3 problems: 3 agreed (by independent engines)
//	3 instances: 2 with a solution, 1 without, task first
//	fastest, task first, 3 instances: … (mean time …
//	discarded: …
//	…
//	ranking: task first, 3 instances that all these contenders ran
//	…
//	  contender           solved  …  against bitmask
//	  virtual best (VBS)       3  …
//	…
//
// In a plan, {folder: DIR} and {file: FILE} are instances too, and $NAME before a path is an environment
// variable. plans/blocked.yaml runs every SAT solver on the 400 blocked instances of a competition, in the
// folder $NQUEENS_INSTANCES.
//
// # A search, step by step: solve --trace, show
//
//	nqueens solve 8 --backend dlx --trace dlx.jsonl
//	nqueens show dlx.jsonl
//	nqueens show dlx.jsonl -o dlx.html
//	nqueens show place.jsonl dlx.jsonl -o two.html
//
// With --trace a backend reports each step of its search into a file: the constraints that it branches
// on, decisions, forced pieces, conflicts, backtracking, restarts, learned clauses and solutions, or
// the moves of a local search. It searches on one thread, by the simplest form of its engine, and ends
// after --trace-limit steps (by default 100,000). These backends have traces: dlx, bitmask, allsat,
// branch, linear, sharp (of a count), cores (of a best solution; the steps inside of gini are left out),
// min-conflicts, sosic-gu, genetic, and place, the backtracking of the textbooks. The libraries gini and
// gophersat report no steps. "nqueens count --trace" records a count.
//
// Show draws a trace: a page (.html) with the board, the state of the engine (the matrix of the exact
// cover, the trail and the implications of a conflict, the words of bits, the values of the linear
// relaxation), the depth over time and the tree of the search; a storyboard of the conflicts and
// solutions (.svg, .png); an animation (.gif); or text, a line for each step. Two traces of one problem
// can be shown beside each other on a page; they then advance together, decision by decision. For an
// empty board of queens the page and the text end with a section "How large is the search?": the
// number of ways to place the queens under several restrictions, and the steps of backtracking.
//
// The file has lines of JSON: a header, one event on each line, and the end; "go doc
// nqueens/backends/trace" describes them.
//
// # A board to play with: play
//
//	nqueens play
//	nqueens play -o play.html
//
// Play serves a page with a board for this machine alone, until Ctrl-C. With -o it writes the page
// into one file, which opens without a network. The engines run in the page, compiled to
// WebAssembly. Each change of the board is answered at once: the attacks, the number of solutions,
// and the squares that are in none or in all of them. The page gives hints, shows the
// solutions and their images one by one, compares the work of the engines, shows
// the clauses for a SAT solver, checks a class's answers, and prints the command line for each board.
// Boards have at most 16 squares a side.
//
// # What changed: compare
//
// Compare reports the differences between two runs beyond the noise: answers and effort exactly, times by a
// test, with the size of the difference. --fail-on makes it a gate, and --markdown writes a page for a pull
// request (docs/pull-requests.md).
//
//	$ nqueens bench engines.yaml -o again --no-charts
//	…
//	$ nqueens compare nqueens-engines again --fail-on slower=5%,effort=0%,wrong,missing
//	answers: 6 of 6 as before
//	times: … over 6 (geometric mean); 6 undecided
//	effort: the same in 6 of 6
//	undecided: 6 hidden by noise, the first is …
//	…
//	6 of 6 times have too few runs for the corrected test to find a difference: it needs 5 runs of each
//	…
//
// Two builds of this program are best measured in one run, side by side: --binary runs every job by the other
// build too.
//
//	$ ln -s "$(command -v nqueens)" nqueens
//	$ nqueens bench engines.yaml --binary old=./nqueens -o both --no-charts
//	…
//	$ nqueens compare both --between old,nqueens
//	answers: 6 of 6 as before
//	…
//
// Two contenders of one run are compared in the same way, by name. The time to start a process is subtracted
// where one of the two took less than ten times that time. Where the limits differ, the smaller one applies.
// --clock cpu compares CPU time, which other work on the machine hardly changes; slower in --fail-on then
// refers to CPU time.
//
//	$ nqueens compare nqueens-engines --between bitmask,dlx --clock cpu
//	answers: 3 of 3 as before
//	CPU times: …
//	…
//
// # Before measuring: doctor
//
// Doctor reports how well this machine can measure, and how to improve that: how limits are enforced, load,
// noise, hypervisor, SMT, turbo, governor, free disk space, and the installed external solvers. Each line
// begins with ok, caution or problem.
//
//	$ nqueens doctor
//	…
//	ok       backends       … are part of this program
//	…
//
// # In and out: export, import, schema
//
// Export writes a run for other tools: benchstat, hyperfine's scripts, BenchExec's table-generator, LaTeX.
// Import reads measurements by hyperfine, go test -bench or BenchExec as a run, with time-outs and other
// statuses; chart and compare then work on them.
//
//	$ nqueens export nqueens-engines --format benchfmt -o engines.txt
//	$ nqueens import engines.txt -o imported
//	no answer is wrong
//	…
//	$ nqueens compare nqueens-engines imported --effort-only
//	answers: 6 of 6 as before
//	…
//
// `nqueens schema record` prints the format of a run's files for readers in other languages.
//
//	$ nqueens schema record | head -3
//	{
//	 "$schema": "https://json-schema.org/draft/2020-12/schema",
//	 "$id": "urn:nqueens:schema:record:1",
//
// # Wrong answers: fuzz
//
// Fuzz looks for wrong answers of solvers on random instances of many kinds: boards of every family, clauses,
// linear constraints and exact covers. A solver is a backend, with or without an encoding, a FILE.yaml that
// describes one, or a shared library with the interface IPASIR (./libmine.so); --external names a command instead. Solutions are checked by the rules. Counts and optima are compared with engines that
// share no code with the solver and, on small instances, with brute force. A quarter of the trials
// compares answers of one solver with each other, such as the counts with a variable true and with it false.
//
// An external solver gets half of the formulas as they are, with repeated literals and tautologies. The other half is written as for
// every backend, without them.
//
// Each finding is shrunk: clauses, literals, variables, squares, the side of the board, and the solver's options
// (threads, seed, encoding, and those of an external solver's command) are removed until no single removal keeps the failure. Its folder has the input, the answers, the evidence and a
// README for an issue. Trials of earlier findings, and instances in the folder "corpus", are repeated first. The
// same command goes on where it stopped. The instances depend only on --seed and the number of the trial.
//
//	$ nqueens fuzz gophersat-models --trials 16 -o wrong-counts
//	…
//	finding: gophersat-models/pairwise: wrong-count: …
//	$ cat wrong-counts/findings/gophersat-models-wrong-count/input.cnf
//	p cnf …
//	…
//
// # The literature: reproduce
//
// Reproduce repeats published tables and figures and compares our values with theirs, with a verdict on each.
// Without an argument it lists the studies. Results are kept in the study's folder, with a page of all of them;
// --pages writes the pages again and runs nothing. A study is a plan: --print prints it. The studies of
// completion compare run by run if NQUEENS_INSTANCES names the folder of the published files. Relatives has the
// published numbers of every family. Up to three engines without common search code count each number, and each
// sequence has its share of the budget; numbers beyond the budget are marked.
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
// Answers go to standard output; progress, notes and errors, one line each, to standard error.
//
//	0   the question was answered; "no solution" is an answer
//	1   a disagreement, an invalid solution, a backend that crashed, no proof
//	    from one that promises them, or a finding of fuzz
//	2   wrong usage or bad input, or a file that cannot be read or written
//	3   a limit, or Ctrl-C, came before the answer or its proof (of several backends one
//	    proof is enough), or a solver gave up
//
// Ctrl-C ends the program at once while it still reads input.
package main
