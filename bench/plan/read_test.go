package plan

import (
	"fmt"
	"math"
	"nqueens"
	"nqueens/bench"
	"nqueens/family"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// planFile is the path of the plans in these tests, beside their boards.
var planFile = filepath.Join("testdata", "plan.yaml")

func TestReadPlan(t *testing.T) {
	p, err := Read(planFile, []byte(`
name: two engines     # a remark
seed: 18446744073709551615
baseline: "gini/product"
repetitions: {warmup: 2, min: 4, max: 12, width: 2.5%}
limits: {time: 1m30s, memory: 512 MiB}
runs:
  - about: counting
    problems:
      - {family: torus, n: [5, 7..9]}
      - {n: 8, given: "a1,c2", blocked: [d4, e5+f6], excluded: ["sum:7", "diff:-2"]}
      - {n: 4, symmetric: quarter-turn}
      - queens(6, given=a2)
      - {file: board.txt}
    tasks: [first, count]
    backends: [bitmask, gini]
    encodings: [pairwise, product]
    limits: {time: 5s}
    expect: disagree
  - problems: ["rooks(3)", "superqueens(4, blocked=a1+b2)"]
    limits: {memory: none}
  - problems: rooks(2)
    backends: all
    encodings: all
`), family.All())
	if err != nil {
		t.Fatal(err)
	}
	if p.Name != "two engines" || p.Seed != 1<<64-1 || p.Baseline != "gini/product" {
		t.Errorf("name %q, seed %d, baseline %q", p.Name, p.Seed, p.Baseline)
	}
	if want := (bench.Repeat{Warmup: 2, Min: 4, Max: 12, Width: 0.025}); p.Repeat != want {
		t.Errorf("repetitions %+v, want %+v", p.Repeat, want)
	}
	want := []string{
		"counting [torus(5) torus(7) torus(8) torus(9) queens(8, given=a1+c2, blocked=d4+e5+f6, excluded=sum:7+diff:-2) queens(4, symmetric=quarter-turn) " +
			"queens(6, given=a2)] board.txt queens(4, given=b1, blocked=a3) [first count] [bitmask gini] [pairwise product] {5s 536870912 0s 0} true",
		" [rooks(3) superqueens(4, blocked=a1+b2)] [count] [] [] {1m30s 0 0s 0} false",
		" [rooks(2)] [count] [all] [all] {1m30s 536870912 0s 0} false",
	}
	var got []string
	for _, s := range p.Sections {
		line := fmt.Sprint(s.About, " ", s.Problems)
		for _, i := range s.Instances {
			line += fmt.Sprint(" ", i.Name, " ", i.Problem, " ")
		}
		got = append(got, line+fmt.Sprint(s.Tasks, s.Backends, s.Encodings, s.Limits, s.ExpectDisagreement))
	}
	for i := range got {
		got[i] = strings.ReplaceAll(strings.ReplaceAll(got[i], "] [", "]["), "][", "] [")
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("sections\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestReadPlanDefaults(t *testing.T) {
	p, err := Read("folder/night run.yaml", []byte("runs: [{problems: [queens(5)]}]"), family.All())
	if err != nil {
		t.Fatal(err)
	}
	if p.Name != "night run" || p.Seed != defaultSeed || p.Repeat != defaultRepeat {
		t.Errorf("name %q, seed %d, repetitions %+v", p.Name, p.Seed, p.Repeat)
	}
	s := p.Sections[0]
	if s.Limits != defaultLimits || len(s.Tasks) != 1 || s.Tasks[0] != nqueens.CountAll {
		t.Errorf("limits %+v, tasks %v", s.Limits, s.Tasks)
	}
}

// TestReadKeys checks that each key has its effect and leaves all other defaults.
func TestReadKeys(t *testing.T) {
	first := func(s *Section) { s.Tasks = []nqueens.Task{nqueens.FindFirst} }
	read := func(before, inside string) *Plan {
		t.Helper()
		p, err := Read("plan.yaml", []byte(before+"\nruns: [{problems: [queens(5)]"+inside+"}]"), family.All())
		if err != nil {
			t.Fatal(err)
		}
		p.where, p.Sections[0].where = nil, nil
		return p
	}
	for text, change := range map[string]func(*Plan){
		"": func(*Plan) {},
		"seed: 1\nrepetitions: {warmup: 1, min: 4, max: 10, width: 5%}\nlimits: {time: 10s, memory: 2GiB}": func(*Plan) {},
		"name: x":            func(p *Plan) { p.Name = "x" },
		"seed: 7":            func(p *Plan) { p.Seed = 7 },
		"clock: process":     func(p *Plan) { p.Clock = bench.ProcessClock },
		"clock: cpu":         func(p *Plan) { p.Clock = bench.CPUClock },
		"clock: auto":        func(p *Plan) { p.Clock = bench.AutoClock },
		"clock: wall":        func(p *Plan) { p.Clock = bench.WallClock },
		"budget: {time: 5m}": func(p *Plan) { p.Budget = 5 * time.Minute },
		"budget: 3s":         func(p *Plan) { p.Budget = 3 * time.Second },
		"baseline: native":   func(p *Plan) { p.Baseline = "native" },
		"limits: {time: 1s, cpu: 2s, memory: 3B, proof: 4B}": func(p *Plan) {
			p.Sections[0].Limits = bench.Limits{Time: time.Second, CPU: 2 * time.Second, Memory: 3, Proof: 4}
		},
	} {
		want := read("", "")
		change(want)
		if got := read(text, ""); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
	for text, change := range map[string]func(*Section){
		"about: x":                         func(s *Section) { s.About = "x" },
		"tasks: first":                     first,
		"backends: [a, b]":                 func(s *Section) { s.Backends = []string{"a", "b"} },
		"encodings: [a, b]":                func(s *Section) { s.Encodings = []string{"a", "b"} },
		"cardinalities: [a, b]":            func(s *Section) { s.Cardinalities = []string{"a", "b"} },
		"orders: [a, b]":                   func(s *Section) { s.Orders = []string{"a", "b"} },
		"threads: [2, 1]":                  func(s *Section) { s.Threads = []int{2, 1} },
		"limits: {time: 1s}":               func(s *Section) { s.Limits.Time = time.Second },
		"limits: {cpu: 1s}":                func(s *Section) { s.Limits.CPU = time.Second },
		"limits: {memory: none}":           func(s *Section) { s.Limits.Memory = 0 },
		"limits: {proof: none}":            func(s *Section) { s.Limits.Proof = math.MaxInt64 },
		"tasks: first, proof: false":       first,
		"tasks: first, proof: true":        func(s *Section) { first(s); s.Proof = true },
		"proof: keep, tasks: first":        func(s *Section) { first(s); s.Proof, s.KeepProof = true, true },
		"expect: disagree, backends: some": func(s *Section) { s.Backends, s.ExpectDisagreement = []string{"some"}, true },
	} {
		want := read("", "")
		change(&want.Sections[0])
		if got := read("", ", "+text); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", text, got.Sections, want.Sections)
		}
	}
}

// TestReadPlanRepetitions checks how given repetitions change the defaults of the others.
func TestReadPlanRepetitions(t *testing.T) {
	for text, want := range map[string]bench.Repeat{
		"{min: 20}":                 {Warmup: 1, Min: 20, Max: 20, Width: 0.05},
		"{min: 7}":                  {Warmup: 1, Min: 7, Max: 10, Width: 0.05},
		"{max: 3}":                  {Warmup: 1, Min: 3, Max: 3, Width: 0.05},
		"{max: 30}":                 {Warmup: 1, Min: 4, Max: 30, Width: 0.05},
		"{warmup: 0, width: 0%}":    {Warmup: 0, Min: 4, Max: 10, Width: 0},
		"{min: 3, max: 3}":          {Warmup: 1, Min: 3, Max: 3, Width: 0.05},
		"{width: 100%, warmup: 12}": {Warmup: 12, Min: 4, Max: 10, Width: 1},
	} {
		p, err := Read("plan.yaml", []byte("repetitions: "+text+"\nruns: [{problems: [queens(5)]}]"), family.All())
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if p.Repeat != want {
			t.Errorf("%s: %+v, want %+v", text, p.Repeat, want)
		}
	}
}

func TestReadPlanErrors(t *testing.T) {
	_, unknown := family.All().Named("wazirs")
	run := func(keys string) string { return "runs:\n  - problems: [queens(5)]\n    " + keys }
	problem := func(text string) string { return "runs:\n  - problems:\n      - " + text }
	for _, test := range []struct{ plan, want string }{
		// the file
		{"", `1:1: the file is empty`},
		{"# nothing\n", `1:1: the file is empty`},
		{"queens(8)", `1:1: keys with values expected (name: …), this is a single value`},
		{"- a\n- b", `1:1: keys with values expected (name: …), this is a list`},
		{"name: x", `1:1: the plan has no "runs"`},
		{"runs: [{problems: [queens(5)]}]\n---\nname: x", `3:1: a second document begins here; there is one in a file`},
		{"runs: [queens(5)", `1:7: `},
		{"name: a: b", `1:7: mapping value is not allowed in this context`},
		{"name: &x y\n" + run(""), `1:7: a single value expected, this is an anchor, an alias or a tag`},
		// keys
		{run("backend: all"), `3:5: unknown key "backend" (did you mean "backends"?)`},
		{run("solver: all"), `3:5: unknown key "solver" (there are about, as, optional, problems, tasks, backends, encodings, cardinalities, orders, threads, limits, proof, expect)`},
		{run("limits: {tiem: 5s}"), `3:14: unknown key "tiem" (did you mean "time"?)`},
		{"budget: soon\n" + run(""), `1:9: "soon"`},
		{"generate: blocked\n" + run(""), `1:1: unknown key "generate": it is a key of runs, problems`},
		{"Runs: []", `1:1: unknown key "Runs" (did you mean "runs"?)`},
		{"name: x\nseed: 1\nname: y", `3:1: duplicate key "name" (first on line 1)`},
		{run("problems: [queens(6)]"), `3:5: duplicate key "problems" (first on line 2)`},
		{run("backends:"), `3:5: "backends" has no value`},
		{"runs: []", `1:7: the list is empty`},
		{"runs: {}", `1:7: the run has no "problems"`},
		{"runs:\n  - about: x", `2:5: the run has no "problems"`},
		{"runs: 7", `1:7: keys with values expected (about: …), this is a single value`},
		// types and values of the plan
		{"name: [a]\n", `1:7: a single value expected, this is a list`},
		{"name: ''", `1:7: the text is empty`},
		{"seed: -1", `1:7: "-1" is not a whole number from 0 to 18446744073709551615`},
		{"seed: 18446744073709551616", `1:7: "18446744073709551616" is not a whole number from 0 to 18446744073709551615`},
		{"baseline: {a: b}", `1:11: a single value expected, this is keys with values`},
		{"repetitions: 3", `1:14: keys with values expected (warmup: …), this is a single value`},
		{"repetitions: {min: 0}", `1:20: 0 is not between 1 and 10000`},
		{"repetitions: {min: three}", `1:20: "three" is not a whole number`},
		{"repetitions: {max: 99999999999999999999}", `1:20: 99999999999999999999 is not between 1 and 10000`},
		{"repetitions: {min: 5, max: 4}", `1:14: min is 5, but max is only 4`},
		{"repetitions:\n  warmup: 1\n  min: 5\n  max: 4", `2:3: min is 5, but max is only 4`},
		{"repetitions: {warmup: -1}", `1:23: -1 is not between 0 and 10000`},
		{"repetitions: {width: 5}", `1:22: "5" is not a percentage; write it as in 5%, at most 100%`},
		{"repetitions: {width: 101%}", `1:22: "101%" is not a percentage; write it as in 5%, at most 100%`},
		{"repetitions: {width: NaN%}", `1:22: "NaN%" is not a percentage; write it as in 5%, at most 100%`},
		{"limits: {time: 10}", `1:16: "10" is not a time; write it with its unit, as in 10s, 500ms or 2m`},
		{"limits: {time: -3s}", `1:16: time "-3s" is not above zero`},
		{"limits: {memory: 2}", `1:18: "2" is not an amount of memory; write it with its unit, as in 2GiB or 512MB`},
		{"limits: {memory: 0GiB}", `1:18: memory "0GiB" is not between 1 byte and 1 EiB`},
		// a run
		{run("tasks: counting"), `3:12: unknown value "counting" (did you mean "count"?)`},
		{run("tasks: [count, first, count]"), `3:27: task "count" is named twice`},
		{run("tasks: []"), `3:12: the list is empty`},
		{run("tasks: [[count]]"), `3:13: a single value expected, this is a list`},
		{run("backends: [gini,\n      gini]"), `4:7: backend "gini" is named twice (first on line 3)`},
		{run("encodings: [product, all]"), `3:26: "all" cannot be combined with other names`},
		{run("expect: agreement"), `3:13: unknown value "agreement" (there is only disagree)`},
		{run("expect: false"), `3:13: unknown value "false" (there is only disagree)`},
		// problems
		{problem("7"), `3:9: problem "7": write it as queens(8) or queens(8, given=a1+c2)`},
		{problem("quens(8)"), `3:9: problem "quens(8)": no family is called "quens" (did you mean "queens"?)`},
		{problem("queens(0)"), `3:9: problem "queens(0)": a board has at least one square a side, not 0`},
		{problem("queens(1000001)"), `3:9: problem "queens(1000001)": a board has at most 1000000 squares a side`},
		{problem("[queens(8, given=a1)]"), `3:9: a single value expected, this is a list`},
		{"runs: [{problems: [queens(8, given=a1)]}]", `1:20: problem "queens(8" has no closing bracket; in a list within [ ] it needs quotes: "queens(8, given=a1)"`},
		{problem("{family: wazirs, n: 8}"), "3:18: " + unknown.Error()},
		{problem("{family: queens}"), `3:9: the problem has no size "n"`},
		{problem("{n: 0}"), `3:13: board size 0 is not between 1 and 1000000`},
		{problem("{n: 9..4}"), `3:13: board size range "9..4" goes down; write 4..9`},
		{problem("{n: 12..x}"), `3:13: board size "12..x": "x" is neither a whole number nor one with n, as n+2 or 2n; write 8, 8..14, 8..14 step 2, or with the size n as in 8..n+2`},
		{problem("{n: [4, 8..]}"), `3:17: board size "8..": "" is neither a whole number nor one with n, as n+2 or 2n; write 8, 8..14, 8..14 step 2, or with the size n as in 8..n+2`},
		{problem("{n: 1..1000000000}"), `3:13: board size "1..1000000000": 1000000000 is not between 0 and 10000000; write 8, 8..14, 8..14 step 2, or with the size n as in 8..n+2`},
		{problem("{n: 1000001}"), `3:13: board size 1000001 is not between 1 and 1000000`},
		{problem("{n: [1..2048, 1..2048, 1..2048, 1..2048, 1..2048]}"), `3:50: the plan has more than 10000 problems`},
		{problem("{n: 4, given: a9}"), `3:23: queens(4): given square a9 is off the board (a1 to d4)`},
		{problem("{n: 4..6, given: f6}"), `3:26: queens(4): given square f6 is off the board (a1 to d4)`},
		{problem("{n: 8, given: a0}"), `3:23: square "a0": ranks begin at 1 (a square is letters then a number, as in c4)`},
		{problem("{n: 8, excluded: total:7}"), `3:26: diagonal "total:7": write sum:7 (file + rank = 7) or diff:-2 (file − rank = −2), both counted from 0`},
		{problem("{file: board.txt, n: 4}"), `3:16: a file defines the size`},
		{"runs: [{problems: [{file: board.txt, given: a1}]}]", `1:27: a file defines the size`},
		{"runs: [{problems: [{folder: ., symmetric: half-turn}]}]", `1:29: the files of a folder define the size`},
		{"runs: [{problems: [{file: board.txt, folder: .}]}]", `1:46: the files of a folder define the size`},
		{"runs: [{problems: [queens(5)], proof: true}]", `1:39: only answers to the task first are proved: add it to the tasks, or leave this out`},
		{"runs: [{problems: [queens(5)], tasks: first, proof: yes}]", `1:53: unknown value "yes" (there are true, false, keep)`},
		{problem("{file: bad_board.txt}"), `3:16: testdata/bad_board.txt: board, line 2, column 3: 'x' is no square: Q is a piece, . free, # blocked`},
		{problem("{file: no_board.txt}"), `3:16: problem file: stat testdata/no_board.txt: no such file or directory`},
		{problem("{file: .}"), `3:16: problem file: testdata is not a regular file`},
		{strings.Repeat("#", MaxBytes+1), `1:1: the plan is longer than 1 MiB`},
	} {
		name := test.plan[:min(len(test.plan), 200)]
		p, err := Read(planFile, []byte(test.plan), family.All())
		if err == nil {
			t.Errorf("%s\nwas read as %+v, want %s", name, p, test.want)
			continue
		}
		got := strings.TrimPrefix(err.Error(), planFile+":")
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s\nerror %s\nwant  %s", name, got, test.want)
		}
		if strings.Contains(got, "\n") {
			t.Errorf("%s\nthe error has several lines: %s", name, got)
		}
	}
}

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{
		"2GiB": 2 << 30, "1.5 KiB": 1536, "512MB": 512e6, "7kB": 7000, "7KB": 7000, "1TiB": 1 << 40, "1TB": 1e12, "3MiB": 3 << 20, " 4GB ": 4e9, "100B": 100, "1B": 1,
	} {
		if got, err := ParseBytes(text); err != nil || got != want {
			t.Errorf("ParseBytes(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "2", "GiB", "2gib", "-1GiB", "1e3MB", "2 GiB GiB", "1.2.3MB", "0.5B", "9999999999TiB", "infGiB", "2G"} {
		if got, err := ParseBytes(text); err == nil {
			t.Errorf("ParseBytes(%q) = %d, want an error", text, got)
		}
	}
	for text, want := range map[string]int64{"none": math.MaxInt64, "2GiB": 2 << 30} {
		if got, err := ParseProofLimit(text); err != nil || got != want {
			t.Errorf("ParseProofLimit(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	if got, err := parseMemory("none"); err != nil || got != 0 {
		t.Errorf("no memory limit is %d, %v", got, err)
	}
}

// TestReadPlanLargest checks that the largest board may be in a plan, by either of its names.
func TestReadPlanLargest(t *testing.T) {
	p, err := Read(planFile, []byte("runs: [{problems: [queens(2048), {n: 2048, family: rooks}]}]"), family.All())
	if err != nil || len(p.Sections[0].Problems) != 2 {
		t.Errorf("%+v, %v", p.Sections, err)
	}
}

// TestPlanNames checks names of plans, which become names of folders.
func TestPlanNames(t *testing.T) {
	for name, good := range map[string]bool{
		"": true, "a plan": true, "v1.2": true, "a/b": false, `a\b`: false, "..": false, "a..b": false, "a\x1bb": false,
	} {
		if _, err := parseName(name); (err == nil) != good {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestReadPlanBoardElsewhere checks that the path of a board is relative to the plan's folder, unless it is
// absolute.
func TestReadPlanBoardElsewhere(t *testing.T) {
	folder := t.TempDir()
	board := filepath.Join(folder, "board.txt")
	write := func(text string) {
		if err := os.WriteFile(board, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("R.\n.#\n")
	for plan, path := range map[string]string{filepath.Join(folder, "plan.yaml"): "board.txt", planFile: board} {
		p, err := Read(plan, fmt.Appendf(nil, "runs: [{problems: {family: rooks, file: %q}}]", path), family.All())
		if err != nil {
			t.Error(err)
		} else if got := p.Sections[0].Instances[0].Problem.String(); got != "rooks(2, given=a2, blocked=b1)" {
			t.Errorf("read %s", got)
		}
	}
	write(strings.Repeat(" ", 9<<20))
	if _, err := Read(planFile, fmt.Appendf(nil, "runs: [{problems: {file: %q}}]", board), family.All()); err == nil || !strings.Contains(err.Error(), "longer than any board of 2048 squares a side") {
		t.Error(err)
	}
}

func TestReadPlanTimes(t *testing.T) {
	p, err := Read("p", []byte("limits: {time: 250ms}\nruns: [{problems: [queens(5)]}]"), family.All())
	if err != nil || p.Sections[0].Limits.Time != 250*time.Millisecond {
		t.Errorf("%v, %v", p, err)
	}
}

func FuzzReadPlan(f *testing.F) {
	f.Add(string(builtin))
	for _, text := range []string{
		"", "runs: [{problems: [queens(5)]}]",
		"runs:\n  - problems: [{n: 1..1000000000}]",
		"runs: [{problems: [{n: [1..2048, 1..2048], given: a1, excluded: 'sum:3'}, {file: board.txt}]}]\nlimits: {time: 9999999h, memory: 1e9GiB}",
		"a: &a [*a, *a]\nb: *a\n<<: {x: !!int 3}", "? [a]\n: b", "{[[[[: ", "runs: |\n  x\n", "\t", "\xff\xfe", "--- \n...\n%TAG",
		strings.Repeat("[", 1000), strings.Repeat("- ", 1000), strings.Repeat("{a: ", 1000),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Read(planFile, []byte(text), family.All())
		if err != nil {
			if !strings.HasPrefix(err.Error(), planFile+":") {
				t.Errorf("the error has no place: %v", err)
			}
			return
		}
		if p.Name == "" || len(p.Sections) == 0 || p.Repeat.Min < 1 || p.Repeat.Max < p.Repeat.Min {
			t.Errorf("a plan that says nothing: %+v", p)
		}
		problems := 0
		for _, s := range p.Sections {
			problems += len(s.Problems) + len(s.Instances)
			if len(s.Problems)+len(s.Instances) == 0 || len(s.Tasks) == 0 || s.Limits.Time <= 0 || s.Limits.Memory < 0 {
				t.Errorf("a run that says nothing: %+v", s)
			}
			for _, problem := range s.Problems {
				if err := problem.Validate(); err != nil {
					t.Error(err)
				}
			}
		}
		if problems > maxProblems+MostGenerated {
			t.Errorf("%d problems", problems)
		}
	})
}
