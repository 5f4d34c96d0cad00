package external

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/family"
)

// solverOf parses a description in which PLAY stands for the test's own program.
func solverOf(t *testing.T, text string) *Solver {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseSolver(filepath.Join(t.TempDir(), "player.yaml"), []byte(strings.ReplaceAll(text, "PLAY", self+" play")))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// playerSolver returns a solver that finds one solution and prints it in the dialect.
func playerSolver(t *testing.T, dialect, rest string) *Solver {
	t.Helper()
	rest = strings.ReplaceAll(rest, "'", "''")
	return solverOf(t, fmt.Sprintf("name: player\nabout: a part in a test\ndisk-mib: 3\ninputs: [{format: dimacs, encodings: pairwise, answer: %s, first: 'PLAY %s'}]\n", dialect, rest))
}

func one(n int) nqueens.Request {
	return nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.FindFirst}
}

// leftFolders returns the folders that runs have left.
func leftFolders(t *testing.T) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "nqueens-*"))
	if err != nil {
		t.Fatal(err)
	}
	return left
}

func describe(o nqueens.Outcome) string {
	text := strings.TrimSpace(string(o.Status) + " " + o.Reason)
	if o.Solution != nil {
		text += " " + o.Solution.String()
	}
	return text
}

// literals returns the literals of a model: variable i is true if digit i is 1.
func literals(digits string) string {
	var b strings.Builder
	for i, d := range digits {
		if d == '0' {
			b.WriteString("-")
		}
		fmt.Fprintf(&b, "%d ", i+1)
	}
	return b.String()
}

// TestAnswers checks that any output of a solver is either an answer or a crash with its reason.
// The solutions for 4 queens are a2,b4,c1,d3 and its mirror image.
func TestAnswers(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	right := literals("0010" + "1000" + "0001" + "0100")
	half := literals("0010100000010")
	for _, test := range []struct{ dialect, rest, want string }{
		{"competition", "print 's SATISFIABLE|v " + right + "0' {input}", "solved a2,b4,c1,d3"},
		{"competition", "print10 'c x|v " + right + "|v 0|s SATISFIABLE' {input}", "solved a2,b4,c1,d3"},
		{"competition", "print 's SATISFIABLE|v " + right + "' {input}", "solved a2,b4,c1,d3"}, // without the 0 at the end
		{"competition", "print20 's UNSATISFIABLE' {input}", "unsatisfiable"},
		{"competition", "print 's SATISFIABLE' {input}", "crashed player reported a solution but did not show it"},
		{"competition", "print 'v " + right + "0' {input}", "crashed player reported neither a solution nor that there is none: v " + right + "0"},
		{"competition", "print 's SATISFIABLE|v " + half + "0' {input}", "crashed player gave no value to variable 14 in its model"},
		{"competition", "print 's SATISFIABLE|v " + right + "-1 0' {input}", "solved a2,b4,c1,d3"},
		{"competition", "print 's SATISFIABLE|v " + right + "1 0' {input}", "crashed player gave variable 1 both values"},
		{"competition", "print 's SATISFIABLE|v " + right + "17 0' {input}", "crashed player gave a value to variable 17 of 16"},
		{"competition", "print 's SATISFIABLE|v yes 0' {input}", `crashed player showed "yes" in its model, which is no literal`},
		{"competition", "print 's SATISFIABLE|v - 0' {input}", `crashed player showed "-" in its model, which is no literal`},
		{"competition", "print 's SATISFIABLE|s UNSATISFIABLE' {input}", "crashed player reported both that there is a solution and that there is none"},
		{"competition", "print 's UNSATISFIABLE|v " + right + "0' {input}", "crashed player reported that there is no solution but showed one"},
		{"competition", "print20 's SATISFIABLE|v " + right + "0' {input}", "crashed player contradicts its exit status 20 in its output"},
		{"competition", "print10 's UNSATISFIABLE' {input}", "crashed player contradicts its exit status 10 in its output"},
		{"competition", "print 's UNKNOWN' {input}", "unknown said s UNKNOWN"},
		{"competition", "print 'c reading|c UNKNOWN|c exit 0' {input}", "unknown said c UNKNOWN"},
		{"competition", "print20 's UNKNOWN' {input}", "crashed player contradicts its exit status 20 in its output"},
		{"competition", "print 's UNKNOWN|s UNSATISFIABLE' {input}", "unsatisfiable"},
		{"competition", "print 'c \x1b[31mred' {input}", `crashed player reported neither a solution nor that there is none: c \u001b[31mred`},
		{"asp", "print 'UNKNOWN' {input}", "unknown said UNKNOWN"},
		{"competition", "print 'one hundred bottles' {input}", "crashed player reported neither a solution nor that there is none: one hundred bottles"},
		{"competition", "nothing {input}", "crashed player printed nothing"},
		{"competition", "print7 's SATISFIABLE|v " + right + "0' {input}", "crashed player ended with exit status 7: so it ends"},
		{"competition", "die {input}", "crashed player: killed by SIGKILL from outside; perhaps the system ran out of memory"},
		{"competition", "gush {input}", "crashed player: wrote more than 67108864 bytes to stdout or stderr"},
		{"minisat", "file {answer} 'SAT|" + right + "0' {input}", "solved a2,b4,c1,d3"},
		{"minisat", "file {answer} 'UNSAT' {input}", "unsatisfiable"},
		{"minisat", "file {answer} 'INDET' {input}", "unknown said INDET"},
		{"minisat", "file {answer} 'SAT' {input}", "crashed player reported a solution but did not show it"},
		{"minisat", "file {answer} 'SAT|" + half + "0' {input}", "crashed player gave no value to variable 14 in its model"},
		{"minisat", "file {answer} 'perhaps' {input}", `crashed player wrote "perhaps" as its answer: SAT and a model, or UNSAT, was expected`},
		{"minisat", "nothing {input} {answer}", "crashed player printed nothing"},
		{"asp", "print 'Answer: 1|x(3) x(5) x(12) x(14)|SATISFIABLE' {input}", "solved a2,b4,c1,d3"},
		{"asp", "print 'UNSATISFIABLE' {input}", "unsatisfiable"},
		{"asp", "print 'Answer: 1|x(3) y|SATISFIABLE' {input}", `crashed player showed the atom "y"; x(NUMBER) was expected`},
		{"asp", "print 'Answer: 1|x(0)|SATISFIABLE' {input}", `crashed player showed "0" in its model, which is no literal`},
		{"minizinc", "print 'a2,b4,c1,d3|----------' {input}", "solved a2,b4,c1,d3"},
		{"minizinc", "print '=====UNSATISFIABLE=====' {input}", "unsatisfiable"},
		{"minizinc", "print '=====UNKNOWN=====' {input}", "unknown said =====UNKNOWN====="},
		{"squares", "print 'd3,a2,b4,c1' {input}", "solved a2,b4,c1,d3"},
		{"squares", "print 'no solution' {input}", "unsatisfiable"},
		{"squares", "print '" + strings.Repeat("x", 300) + "' {input}", `crashed player printed "` + strings.Repeat("x", 60) + `" where a solution was expected: square "` + strings.Repeat("x", 192) + "…"},
		{"squares", "print 'here it is: a2' {input}", `crashed player printed "here it is: a2" where a solution was expected: square "here": the rank is missing (a square is letters then a number, as in c4)`},
	} {
		o := playerSolver(t, test.dialect, test.rest).Run(t.Context(), one(4), nil)
		if got := describe(o); got != strings.TrimSpace(test.want) {
			t.Errorf("%s: %s\ngives %s\nwant  %s", test.dialect, test.rest, got, test.want)
		}
	}
	if left := leftFolders(t); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// TestBestAnswers checks that a solution is the best one only if the solver says so. Two queens
// dominate 4 × 4 squares.
func TestBestAnswers(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	right, other := "1000000000100000", "1000000000100001"
	columns := func(format, digits string) string {
		var b strings.Builder
		for i, d := range digits {
			fmt.Fprintf(&b, "|"+format, i+1, d)
		}
		return b.String()
	}
	for _, test := range []struct{ format, dialect, rest, want string }{
		{"opb", "competition", "print 's OPTIMUM FOUND|v " + literals(right) + "' {input}", "solved a1,c3 2"},
		{"opb", "competition", "print30 's OPTIMUM FOUND|v " + literals(right) + "' {input}", "solved a1,c3 2"},
		{"opb", "competition", "print 's SATISFIABLE|v " + literals(right) + "' {input}", "unknown showed a solution without saying that it is the best"},
		{"opb", "competition", "print 's UNSATISFIABLE' {input}", "unsatisfiable"},
		{"aspif", "asp", "print 'Answer: 1|x(1) x(2) x(11)|Answer: 2|x(1) x(11)|OPTIMUM FOUND' {input}", "solved a1,c3 2"},
		{"aspif", "asp", "print 'Answer: 1|x(1) x(11)|SATISFIABLE' {input}", "unknown showed a solution without saying that it is the best"},
		{"minizinc", "minizinc", "print 'a1,a2,c3|----------|a1,c3|----------|==========' {input}", "solved a1,c3 2"},
		{"minizinc", "minizinc", "print 'a1,c3|----------' {input}", "unknown showed a solution without saying that it is the best"},
		{"lp", "cbc", "file {answer} 'Optimal - objective value 2.00000000" + columns("      0 x%d                     %c                       1", right) + "' {input}", "solved a1,c3 2"},
		{"lp", "cbc", "file {answer} 'Optimal - objective value 2|0 x1 0.9999999 1|10 x11 1 0' {input}", "solved a1,c3 2"},
		{"lp", "cbc", "file {answer} 'Optimal - objective value 2|0 x1 0.5 1|10 x11 1 0' {input}", `crashed player gave the variable "x1" the value "0.5", which is neither 0 nor 1`},
		{"lp", "cbc", "file {answer} 'Stopped on time - objective value 3|0 x2 1 1' {input}", "unknown said Stopped on time - objective value 3"},
		{"lp", "cbc", "file {answer} 'Infeasible - objective value 0.00000000|0 x1 0 0' {input}", "unsatisfiable"},
		{"lp", "glpsol", "file {answer} 's mip 1 16 o 2|i 1 1" + columns("j %d %c", right) + "|e o f' {input}", "solved a1,c3 2"},
		{"lp", "glpsol", "file {answer} 's mip 1 16 f 2" + columns("j %d %c", right) + "|e o f' {input}", "unknown showed a solution without saying that it is the best"},
		{"lp", "glpsol", "file {answer} 's mip 1 16 n 0" + columns("j %d %c", right) + "|e o f' {input}", "unsatisfiable"},
		{"lp", "glpsol", "file {answer} 's mip 1 16 u 0|e o f' {input}", "unknown said s mip 1 16 u 0"},
		{"lp", "glpsol", "file {answer} 's mip 1 16 o 2|j 1 1|j 11 1|e o f' {input}", "crashed player gave no value to variable 2 in its model"},
		{"opb", "toulbar2", "print 'New solution: 3 (0 backtracks)| " + strings.Join(strings.Split(other, ""), " ") + "|New solution: 2| " + strings.Join(strings.Split(right, ""), " ") + "|Optimum: 2 in 3 backtracks' {input}", "solved a1,c3 2"},
		{"opb", "toulbar2", "print 'New solution: 2| x11=v1 x1=v1" + strings.ReplaceAll(columns(" x%d=v%c", right), "|", "") + "|Optimum: 2' {input}", "solved a1,c3 2"},
		{"opb", "toulbar2", "print 'New solution: 2| " + strings.Join(strings.Split(right, ""), " ") + "' {input}", "crashed player reported neither a solution nor that there is none: 1 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0"},
		{"opb", "toulbar2", "print 'No solution in 3 backtracks' {input}", "unsatisfiable"},
	} {
		s := solverOf(t, fmt.Sprintf("name: player\nabout: a part in a test\ninputs: [{format: %s, answer: %s, first: 'PLAY %[3]s', optimise: 'PLAY %[3]s'}]\n", test.format, test.dialect, strings.ReplaceAll(test.rest, "'", "''")))
		o := s.Run(t.Context(), nqueens.Request{Problem: nqueens.Problem{Family: family.Domination, N: 4}, Task: nqueens.Optimise}, nil)
		got := describe(o)
		if o.Optimum != nil {
			got += fmt.Sprint(" ", *o.Optimum)
		}
		if got != test.want {
			t.Errorf("%s: %s\ngives %s\nwant  %s", test.dialect, test.rest, got, test.want)
		}
	}
}

// TestWrongModelIsShown checks that a wrong model is passed on: the harness checks solutions, not
// the backend.
func TestWrongModelIsShown(t *testing.T) {
	o := playerSolver(t, "competition", "print 's SATISFIABLE|v "+literals("1000010000100001")+"0' {input}").Run(t.Context(), one(4), nil)
	if got := describe(o); got != "solved a1,b2,c3,d4" {
		t.Error(got)
	}
}

// TestLongAnswer checks that an answer that is too long to be read is an error, even if it starts
// with a valid answer.
func TestLongAnswer(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	rest := "long {answer} 'SAT|" + literals("0010"+"1000"+"0001"+"0100") + "0' {input}"
	o := solverOf(t, "name: player\nabout: a part in a test\ninputs: [{format: dimacs, encodings: pairwise, answer: minisat, first: 'PLAY "+strings.ReplaceAll(rest, "'", "''")+"'}]\n").Run(t.Context(), one(4), nil)
	if got := describe(o); got != "crashed player wrote an answer of more than 67108864 bytes" {
		t.Error(got)
	}
}

// TestStops checks that a solver that ignores SIGTERM is killed when the context ends.
func TestStops(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	file := filepath.Join(t.TempDir(), "alive")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(file); err == nil {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	o := playerSolver(t, "competition", "stubborn '"+file+"' {input}").Run(ctx, one(4), nil)
	if o.Status != nqueens.Cancelled || o.Partial != nil {
		t.Errorf("%+v", o)
	}
	late, cancelLate := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancelLate()
	if o := playerSolver(t, "competition", "stubborn '"+file+"' {input}").Run(late, one(4), nil); o.Status != nqueens.Timeout {
		t.Errorf("%+v", o)
	}
	if left := leftFolders(t); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// TestLeavesNothing checks that a child of a solver is killed when the solver has answered.
func TestLeavesNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ghost")
	o := playerSolver(t, "competition", "leave '"+file+"' {input}").Run(t.Context(), one(4), nil)
	if o.Status != nqueens.Unsatisfiable {
		t.Errorf("%+v", o)
	}
	time.Sleep(1700 * time.Millisecond)
	if _, err := os.Stat(file); err == nil {
		t.Error("what the solver had started lived on")
	}
}

func TestLimits(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r := one(4)
	r.Memory = 100 << 20
	if o := playerSolver(t, "competition", "eat {input}").Run(t.Context(), r, nil); o.Status != nqueens.MemoryLimit || o.Reason == "" {
		t.Errorf("%+v", o)
	}
	s := solverOf(t, `name: player
about: a part in a test
disk-mib: 3
inputs:
  - format: dimacs
    answer: competition
    first: PLAY print 's UNSATISFIABLE' {input}
    proof: PLAY fill {proof} {input}
`)
	o := s.Prove(t.Context(), one(3), new(strings.Builder))
	if got := describe(o); got != "memory-limit player wrote more than 3 MiB to its folder, a proof perhaps" {
		t.Error(got)
	}
	if left := leftFolders(t); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// TestProve checks that the proof is copied without the lines to be skipped.
func TestProve(t *testing.T) {
	for _, test := range []struct{ first, proof, skip, status, want string }{
		{"UNSATISFIABLE", "file {proof} '%RUPD32 1 2|1 0|0|' {input}", "skip: '%'", "crashed", ""}, // it claims nothing
		{"UNSATISFIABLE", "both {proof} '%RUPD32 1 2|1 0|0|' {input}", "skip: '%'", "unsatisfiable", "1 0\n0\n"},
		{"UNSATISFIABLE", "both {proof} '%1|1 0|0|' {input}", "", "unsatisfiable", "%1\n1 0\n0\n"},
		{"UNSATISFIABLE", "print 's UNSATISFIABLE' {proof} {input}", "", "crashed player reported that there is no solution but wrote no proof", ""},
	} {
		s := solverOf(t, fmt.Sprintf(`name: player
about: a part in a test
inputs:
  - format: dimacs
    encodings: pairwise
    answer: competition
    first: PLAY print 's UNSATISFIABLE' {input}
    proof: PLAY %s
    %s
`, test.proof, test.skip))
		if encoding, err := s.ProofEncoding(one(3)); err != nil || encoding != "pairwise" {
			t.Errorf("%q, %v", encoding, err)
		}
		var proof strings.Builder
		o := s.Prove(t.Context(), one(3), &proof)
		if got := describe(o); !strings.HasPrefix(got, test.status) || proof.String() != test.want {
			t.Errorf("%s: %s, proof %q; want %s, %q", test.proof, got, proof.String(), test.status, test.want)
		}
	}
	unable := playerSolver(t, "competition", "print 's UNSATISFIABLE' {input}")
	if _, err := unable.ProofEncoding(one(3)); err == nil || err.Error() != "player writes no proofs" {
		t.Error(err)
	}
	if o := unable.Prove(t.Context(), one(3), nil); o.Status != nqueens.Unsupported {
		t.Errorf("%+v", o)
	}
}

// TestCommand checks that placeholders are replaced, and that statistics and counts are found.
func TestCommand(t *testing.T) {
	s := solverOf(t, `name: player
about: a part in a test
inputs:
  - format: opb
    encodings: [red, green]
    answer: competition
    first: PLAY environment {seed} {threads} {time} {encoding} {family} {input}
    count: PLAY print 'Models 12|Models 93' {encoding} {input}
    counted: '^Models (\d+)$'
  - {format: minizinc, answer: minizinc, all: "PLAY print 'a2,b4,c1,d3|----------' {input}"}
  - {format: board, answer: squares, all: "PLAY print 'a2,b4,c1,d3|a3,b1,c4,d2' {input}"}
stats:
  threads: '^c (\d+)'
  seed: '^c \d+ (\d+)'
  time: '^c \d+ \d+ \d+ (\d+) green queens'
  no-such-thing: '^x (\d+)'
`)
	ctx, cancel := context.WithTimeout(t.Context(), 95*time.Second)
	defer cancel()
	r := one(4)
	r.Encoding, r.Threads, r.Seed = "green", 3, 2_000_000_007
	o := s.Run(ctx, r, nil)
	if o.Stats["threads"] != 3 || o.Stats["seed"] != 7 || o.Stats["time"] != 95 || len(o.Stats) > 6 {
		t.Errorf("%+v", o)
	}
	r.Task = nqueens.CountAll
	if o := s.Run(ctx, r, nil); o.Count == nil || o.Count.String() != "93" {
		t.Errorf("%+v", o)
	}
	r.Task = nqueens.FindAll
	if o := s.Run(ctx, r, nil); o.Status != nqueens.Unsupported || o.Reason != `player/green does not do the task "all" (player/minizinc, player/board does)` {
		t.Errorf("%+v", o)
	}
	r.Encoding = "board"
	var found []string
	o = s.Run(ctx, r, func(s nqueens.Solution) bool {
		found = append(found, s.String())
		return true
	})
	if strings.Join(found, " ") != "a2,b4,c1,d3 a3,b1,c4,d2" || o.Count.String() != "2" {
		t.Errorf("%v, %+v", found, o)
	}
	r.Encoding = "minizinc" // reports whether it has found all
	if o := s.Run(ctx, r, func(nqueens.Solution) bool { return true }); o.Status != nqueens.Crashed {
		t.Errorf("%+v", o)
	}
	r.Encoding = "board"
	if o := s.Run(ctx, r, func(nqueens.Solution) bool { return false }); o.Status != nqueens.Cancelled || o.Partial.String() != "1" {
		t.Errorf("%+v", o)
	}
}

// TestProject checks that the options of project are used only if the formula has variables that
// are not part of the solutions: they make clasp several times as slow.
func TestProject(t *testing.T) {
	s := solverOf(t, `name: player
about: a part in a test
inputs:
  - format: dimacs
    encodings: [pairwise, sequential]
    count: PLAY environment {input} 5
    project: 6 7
    counted: '^c .* (\d+)$'
`)
	for encoding, want := range map[string]string{"pairwise": "5", "sequential": "7"} {
		r := one(4)
		r.Task, r.Encoding = nqueens.CountAll, encoding
		if o := s.Run(t.Context(), r, nil); o.Count == nil || o.Count.String() != want {
			t.Errorf("%s: %+v, want %s", encoding, o, want)
		}
	}
}

// TestCutShort checks that a search for all solutions that was stopped is no answer, whatever
// number it prints.
func TestCutShort(t *testing.T) {
	const few = "print 'a2,b4,c1,d3|----------|%%%mzn-stat: nSolutions=1"
	for _, test := range []struct{ format, answer, part, want string }{
		{"minizinc", "minizinc", few + "'", "crashed player did not print the ten equal signs of a complete count: %%%mzn-stat: nSolutions=1"},
		{"minizinc", "minizinc", few + "|=====UNKNOWN====='", "crashed player did not print the ten equal signs of a complete count: =====UNKNOWN====="},
		{"minizinc", "", few + "'", "crashed player did not print the ten equal signs of a complete count: %%%mzn-stat: nSolutions=1"},
		{"minizinc", "", few + "|=========='", "solved 1"},
		{"minizinc", "minizinc", few + "|=========='", "solved 1"},
		{"minizinc", "minizinc", "print '=====UNSATISFIABLE====='", "solved 0"},
		{"asp", "asp", "print10 'SATISFIABLE|nSolutions=1'", "crashed player stopped before it found all solutions: its exit status is 10, not 30"},
		{"aspif", "", "print10 'SATISFIABLE|nSolutions=1'", "crashed player stopped before it found all solutions: its exit status is 10, not 30"},
		{"asp", "asp", "print30 'SATISFIABLE|nSolutions=1'", "solved 1"},
	} {
		answer := ""
		if test.answer != "" {
			answer = "answer: " + test.answer + ", "
		}
		s := solverOf(t, fmt.Sprintf("name: player\nabout: a part in a test\ninputs: [{format: %s, %scount: '%s', counted: 'nSolutions=(\\d+)'}]\n",
			test.format, answer, strings.ReplaceAll("PLAY "+test.part+" {input}", "'", "''")))
		r := one(4)
		r.Task = nqueens.CountAll
		o := s.Run(t.Context(), r, nil)
		got := describe(o)
		if o.Count != nil {
			got += " " + o.Count.String()
		}
		if got != test.want {
			t.Errorf("%s: %s\ngives %s\nwant  %s", test.format, test.part, got, test.want)
		}
	}
	s := solverOf(t, "name: player\nabout: a part in a test\ninputs: [{format: asp, answer: asp, all: \"PLAY print10 'Answer: 1|x(3) x(5) x(12) x(14)|SATISFIABLE' {input}\"}]\n")
	r := one(4)
	r.Task = nqueens.FindAll
	if o := s.Run(t.Context(), r, func(nqueens.Solution) bool { return true }); describe(o) != "crashed player stopped before it found all solutions: its exit status is 10, not 30" {
		t.Errorf("%+v", o)
	}
}

// TestLacks checks that a missing part of the program makes the request unsupported, and is not a
// crash.
func TestLacks(t *testing.T) {
	const text = "name: player\nabout: a part in a test\n%sinputs: [{format: dimacs, answer: competition, first: \"PLAY print7 'no solver with tag %s found' {input}\"}]\n"
	const lacks = "lacks: 'no solver with tag \\S+ found'\n"
	for _, test := range []struct{ lacks, tag, want string }{
		{lacks, "highs", "unsupported player lacks a part that is not installed: no solver with tag highs found"},
		{lacks, "", "crashed player ended with exit status 7: so it ends"},
		{"", "highs", "crashed player ended with exit status 7: so it ends"},
	} {
		if got := describe(solverOf(t, fmt.Sprintf(text, test.lacks, test.tag)).Run(t.Context(), one(4), nil)); got != test.want {
			t.Errorf("%s\nwant %s", got, test.want)
		}
	}
}
