package external

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
)

// TestBuiltIn checks that the built-in descriptions are complete.
func TestBuiltIn(t *testing.T) {
	names := map[string]bool{}
	for _, s := range Solvers() {
		d := s.Describe()
		if d.Name == "" || d.About == "" || d.Engine == "" || d.External == "" || len(d.Tasks) == 0 || len(d.Encodings) == 0 || d.Ordinary() || names[d.Name] {
			t.Errorf("%+v", d)
		}
		if s.Package() == "" || !s.BuiltIn() {
			t.Errorf("%s: package %q, built in %v", d.Name, s.Package(), s.BuiltIn())
		}
		names[d.Name] = true
		if err := s.Installed(); err != nil {
			t.Logf("%v: not tried", err)
			if v := s.Version(); v != "not installed" {
				t.Errorf("%s has the version %s", d.Name, v)
			}
			continue
		}
		if v := s.Version(); strings.Trim(v, "0123456789abcdefghijklmnopqrstuvwxyz.-+") != "" || v == "" || v == "unknown" {
			t.Errorf("%s has the version %q", d.Name, v)
		}
	}
	for _, name := range []string{"cadical", "minisat", "cryptominisat5", "picosat", "clasp", "clingo", "minizinc", "swipl"} {
		if !names[name] {
			t.Errorf("%s is missing", name)
		}
	}
}

const sound = `name: mine
about: a solver of mine
inputs:
  - format: dimacs
    answer: competition
    first: mine {input}
`

// TestDescriptionsRefused checks that each mistake is reported in one line, with its place and what
// would be right.
func TestDescriptionsRefused(t *testing.T) {
	known := strings.Join(names(formats()), ", ")
	if _, err := ParseSolver("mine.yaml", []byte(sound)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ old, new, want string }{
		{"name: mine", "nam: mine", `1:1: unknown key "nam" (did you mean "name"?)`},
		{"name: mine", "name: My Solver", `1:7: name "My Solver": write up to 40 small letters, digits, - _ and dots, a letter or digit first`},
		{"name: mine", "name: all", `1:7: "all" means every backend: choose another name`},
		{"name: mine\n", "", `1:1: the solver has no "name"`},
		{"about: a solver of mine\n", "", `1:1: the solver has no "about": say in a line what it is`},
		{sound, "name: mine\nabout: x\n", `1:1: the solver has no "inputs": say what it reads and how it is called; or, if it is a library, "ipasir"`},
		{sound, "", `1:1: the file is empty`},
		{sound, "- mine\n", `1:1: keys with values expected (name: …), this is a list`},
		{"dimacs", "pictures", `4:13: unknown value "pictures" (there are ` + known + ")"},
		{"format: dimacs\n    ", "", `4:5: the input has no "format": ` + known},
		{"answer: competition\n", "answer: yes\n", `5:13: unknown value "yes" (there are competition, minisat, asp, minizinc, cbc, glpsol, toulbar2, smt, values, squares)`},
		{"    answer: competition\n", "", `4:5: the input has no "answer", which says how to read what is printed: competition, minisat, asp, minizinc, cbc, glpsol, toulbar2, smt, values, squares`},
		{"competition", "minisat", `4:5: command "mine {input}" does not say where the file of the answer goes: write {answer} there`},
		{"    first: mine {input}\n", "", `4:5: the input has no command: write one after "first", "all" or "count"`},
		{"mine {input}", "mine", `6:12: command "mine" does not say where the problem's file goes: write {input} there, as in mine {input}`},
		{"mine {input}", "mine {input} {sead}", `6:12: command "mine {input} {sead}": {sead} is no placeholder (did you mean "{seed}"?)`},
		{"mine {input}", "'{input}'", `6:12: command "{input}": begin with the program's name`},
		{"mine {input}", `mine '{input}`, `6:12: command "mine '{input}": a quote ' is not closed`},
		{"dimacs\n    answer: competition\n    first: mine", "opb\n    count: mine", `4:5: "count" needs "counted", a pattern that finds the number, as in '^c Models +: (\d+)$'`},
		{"mine {input}\n", "mine {input}\n    counted: x\n", `7:14: "x" finds no number: put the number, and nothing else, in brackets, as in '^c conflicts: +(\d+)'`},
		{"mine {input}\n", "mine {input}\n    counted: '(\\d)'\n", `4:5: "counted" has no meaning without "count"`},
		{"mine {input}\n", "mine {input}\n    epsilon: 0.8\n", `4:5: an approximate counter has both "epsilon" and "delta", as in epsilon: 0.8 and delta: 0.2`},
		{"mine {input}\n", "mine {input}\n    epsilon: 0.8\n    delta: 0.2\n", `4:5: "epsilon" and "delta" have no meaning without "count"`},
		{"mine {input}\n", "mine {input}\n    epsilon: -1\n", `7:14: "-1" is no number from 0`},
		{"mine {input}\n", "mine {input}\n    delta: 1\n", `7:12: "1" is no probability between 0 and 1`},
		{"mine {input}\n", "mine {input} {epsilon}\n", `4:5: command "mine {input} {epsilon}" has a place for epsilon or delta: write both keys, as in epsilon: 0.8 and delta: 0.2`},
		{"mine {input}\n", "mine {input}\n    weighs: true\n", `4:5: "weighs" has no meaning without "count" of the format dimacs`},
		{"mine {input}\n", "mine {input}\n    project: --project\n", `4:5: "project" has no meaning without "all" or "count"`},
		{"mine {input}\n", "mine {input}\n    project: '\"'\n", `7:14: options "\"": a quote " is not closed`},
		{"mine {input}\n", "mine {input}\n    skip: x\n", `4:5: "skip" has no meaning without "proof"`},
		{"mine {input}\n", "mine {input}\n    proof: mine {input}\n", `7:12: command "mine {input}" does not say where the proof's file goes: write {proof} there, as in mine {proof}`},
		{"mine {input}\n", "mine {input}\n    encodings: [products]\n", `7:17: no encoding is called "products" (did you mean "product"?)`},
		{"mine {input}\n", "mine {input}\n    encodings: [product, product]\n", `7:26: "product" is named twice`},
		{"mine {input}\n", "mine {input}\n  - {format: dimacs, answer: competition, first: 'mine {input}'}\n", `7:5: two of its inputs have the encoding "mixed": each encoding belongs to one input`},
		{"format: dimacs", "encodings: [red, green]\n    format: opb", `4:5: command "mine {input}" has no place for the name of the encoding: write {encoding} there`},
		{"dimacs", "minizinc", `4:5: the format minizinc numbers no variables, so the answer competition cannot name them: use minizinc or squares`},
		{"format: dimacs", "proof: mine {input} {proof}\n    format: opb", `4:5: "proof" needs clauses: only the format dimacs has them`},
		{"mine {input}\n", "mine {input}\n    comments: no\n", `7:15: "no" is neither true nor false`},
		{"mine {input}\n", "mine {input}\n    largest-sum: 5\n", `4:5: the format dimacs has no numbers: "largest-sum" has no meaning`},
		{"mine {input}\n", "mine {input}\n    largest-sum: 0\n", `7:18: "0" is not a whole number from 1 to 2^63 − 1`},
		{"format: dimacs", "xor: true\n    format: opb", `4:5: the format opb has no lines for exclusive-ors: "xor" has no meaning`},
		{"mine {input}\n", "mine {input}\n    xor: true\n    proof: mine {input} {proof}\n", `4:5: "xor: true" with "proof": proofs are checked with clauses only`},
		{"mine {input}\n", "mine {input}\n    xor: true\n    comments: false\n", `4:5: "xor: true" with "comments: false": exclusive-ors are only written with comments`},
		{"format: dimacs", "comments: false\n    format: opb", `4:5: the format opb has no comments after a header: "comments" has no meaning`},
		{"mine {input}\n", "mine {input}\n    count: mine {input}\n    counted: '(.)'\n    project: x\n    comments: false\n", `4:5: "project" needs the comments that "comments: false" leaves out`},
		{"inputs:", "stats: {Conflicts: '(.)'}\ninputs:", `3:9: name "Conflicts": write a word of small letters, as in conflicts`},
		{"inputs:", "stats: {conflicts: '('}\ninputs:", "3:20: error parsing regexp: missing closing ): `(?m)(`"},
		{"inputs:", "version: {command: mine}\ninputs:", `3:10: the version has no "pattern" that finds it, as in '\S+'`},
		{"inputs:", "version: {pattern: x}\ninputs:", `3:10: the version has no "command" that prints it`},
		{"inputs:", "disk-mib: 0\ninputs:", `3:11: "0" is not a whole number from 1 to 1048576`},
		{"inputs:", "debian:\ninputs:", `3:1: "debian" has no value`},
		{"inputs:", "about: twice\ninputs:", `3:1: duplicate key "about" (first on line 2)`},
	} {
		text := strings.Replace(sound, test.old, test.new, 1)
		if test.old == sound {
			text = test.new
		}
		_, err := ParseSolver("mine.yaml", []byte(text))
		if err == nil || err.Error() != "mine.yaml:"+test.want {
			t.Errorf("%s\n%v\nwant mine.yaml:%s", text, err, test.want)
		}
	}
}

func TestReadSolver(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "mine.yaml")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(sound, "mine {input}", "./mine {folder} {input}")), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := ReadSolver(file)
	if err != nil {
		t.Fatal(err)
	}
	if s.BuiltIn() {
		t.Error("it is taken for one that is built in")
	}
	r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.FindFirst}
	if err := s.Supports(r); err == nil || !strings.HasPrefix(err.Error(), "mine is not installed: there is no program ./mine in ") {
		t.Error(err)
	}
	program := filepath.Join(folder, "mine")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho s UNSATISFIABLE\necho c $1\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := s.Supports(r); err != nil {
		t.Error(err)
	}
	first := s.Version()
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho s UNSATISFIABLE\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	again, err := ParseSolver(s.Definition())
	if err != nil {
		t.Fatal(err)
	}
	if second := again.Version(); first == second || s.Version() != first {
		t.Errorf("versions %s, %s and %s", first, s.Version(), second)
	}
	_, text := again.Definition()
	other, err := ParseSolver(file, append(text, "stats: {nodes: '(\\d)'}\n"...))
	if err != nil {
		t.Fatal(err)
	}
	if other.Version() == again.Version() {
		t.Error("another description does not change the version")
	}
	if _, err := ReadSolver(folder); err == nil || err.Error() != folder+" is a folder: name the file that describes the solver" {
		t.Error(err)
	}
	if _, err := ReadSolver(filepath.Join(folder, "absent")); err == nil {
		t.Error("an absent file is read")
	}
}

// TestSupportsSolver checks that a problem that a format cannot express is refused before any work.
func TestSupportsSolver(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s, err := ParseSolver("mine.yaml", []byte(strings.ReplaceAll(`name: mine
about: a solver of mine
inputs:
  - {format: dimacs, answer: competition, first: 'PLAY {input}'}
  - {format: opb, count: 'PLAY {input}', counted: '(.)'}
  - {format: board, answer: squares, first: 'PLAY {input}'}
`, "PLAY", self)))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ problem, task, encoding, want string }{
		{"queens(8)", "first", "", ""},
		{"queens(8)", "first", "product", ""},
		{"queens(8)", "first", "runes", `mine has no encoding "runes" `},
		{"queens(8)", "all", "", `mine does not do the task "all" (it does first, count, optimise)`},
		{"queens(8)", "count", "", `mine/mixed does not do the task "count" (mine/opb does)`},
		{"queens(8)", "count", "opb", ""},
		{"queens(1000)", "first", "product", ""},
		{"queens(1000)", "first", "pairwise", "mine/pairwise would need 1664 million clauses; the limit is 20 million"},
		{"queens(2048)", "first", "board", ""},
		{"queens(2049)", "first", "board", "mine/board takes boards of up to 2048 squares a side, not 2049"},
		{"torus(8)", "first", "board", "mine/board takes boards of queens only, since its command has no {family}"},
		{"queens(8, symmetric=half-turn)", "first", "board", "mine/board takes boards only, without a symmetry"},
		{"queens(8, given=a1, excluded=diff:0)", "first", "board", "mine/board takes drawn boards, which cannot show that a1 is both given and closed"},
		{"queens(8, given=a1, excluded=diff:0)", "first", "", ""},
	} {
		p, err := family.All().Parse(test.problem)
		if err != nil {
			t.Fatal(err)
		}
		err = s.Supports(nqueens.Request{Problem: p, Task: nqueens.Task(test.task), Encoding: test.encoding})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != test.want && (test.encoding != "runes" || !strings.HasPrefix(got, test.want)) {
			t.Errorf("%s, %s %s: %s\nwant %s", test.problem, test.task, test.encoding, got, test.want)
		}
	}
}

// TestReadWhenNeeded checks that a process that uses none of the built-in solvers does not read
// their descriptions.
func TestReadWhenNeeded(t *testing.T) {
	if n := testing.AllocsPerRun(10, func() {
		for _, s := range Solvers() {
			if !s.BuiltIn() {
				t.Error("not built in")
			}
		}
	}); n > 500 {
		t.Errorf("%v allocations", n)
	}
}

// TestSupportsWeights checks that weights that answer set solvers do not accept are refused.
func TestSupportsWeights(t *testing.T) {
	p, err := encode.ReadProblem(family.Queens, "w", strings.NewReader("* #variable= 3 #constraint= 1\n+2000000000 x1 +1999999999 x2 +5 x3 >= 2000000003 ;\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range formats() {
		err := f.check(nqueens.Request{Problem: p, Task: nqueens.FindFirst}, "pairwise")
		if refused := f.Name == asp || f.Name == aspif || f.Name == board; (err != nil) != refused {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}
