package encode

import (
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// programTexts lists the formats that are programs, each with the command that prints every
// solution.
var programTexts = []struct {
	name    string
	write   func(w io.Writer, p nqueens.Problem, whole bool) error
	ending  string
	command []string
	several bool // the command takes several files, and prints end after the solutions of each
}{
	{"ASP", onModel(WriteASP), ".lp", []string{"clingo", "-n", "0", "-V0", "--project"}, false},
	{"aspif", onModel(WriteAspif), ".aspif", []string{"clasp", "-n", "0", "-V0", "--project"}, false},
	{"MiniZinc", WriteMiniZinc, ".mzn", []string{"minizinc", "--solver", "gecode", "-a"}, false},
	{"Prolog", WriteProlog, ".pl", []string{"swipl", "-q", "-f", "none", "-g", eachProlog, "-t", "halt", "--"}, true},
}

// eachProlog runs several programs in one process, because loading clpfd takes longer than running
// them.
const eachProlog = `current_prolog_flag(argv, Args), forall((member(F, Args), sub_atom(F, _, _, 0, '.pl')), (load_files(F, []), all, writeln(end), unload_file(F)))`

func onModel(write func(io.Writer, *nqueens.Model) error) func(io.Writer, nqueens.Problem, bool) error {
	return func(w io.Writer, p nqueens.Problem, whole bool) error {
		m, err := modelOf(p, whole)
		if err != nil {
			return err
		}
		return write(w, m)
	}
}

// TestProgramTexts compares the texts for one small problem with golden files.
func TestProgramTexts(t *testing.T) {
	p, err := family.All().Parse("superqueens(3, given=a1, blocked=b2, excluded=sum:1+diff:-1)")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range programTexts {
		for _, q := range []nqueens.Problem{p, p.SymmetricUnder(nqueens.HalfTurn)} {
			name := "program"
			if q.Symmetric != nqueens.Identity {
				name = "program-symmetric"
			}
			var got strings.Builder
			if err := format.write(&got, q, true); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", name+format.ending)
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil || got.String() != string(want) {
				t.Errorf("%s is not %s (%v):\n%s", format.name, golden, err, got.String())
			}
		}
	}
}

// TestProgramsCount runs the real programs on random boards of each family, whole and reduced, and
// on a formula. It compares the number of solutions with an exhaustive search.
func TestProgramsCount(t *testing.T) {
	for i, format := range programTexts {
		t.Run(format.name, func(t *testing.T) {
			t.Parallel() // most of the time is spent waiting for other programs
			random := rand.New(rand.NewPCG(9, uint64(i)))
			if _, err := exec.LookPath(format.command[0]); err != nil {
				t.Skipf("%s is not installed", format.command[0])
			}
			var files, texts []string
			var problems []nqueens.Problem
			var wants []int
			for _, p := range programProblems(t, random) {
				m, err := p.Model()
				if err != nil {
					t.Fatal(err)
				}
				if len(m.Placements) > 18 { // too many for an exhaustive search
					continue
				}
				file := filepath.Join(t.TempDir(), "problem"+format.ending)
				var text strings.Builder
				if err := format.write(&text, p, random.IntN(2) == 0); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
					t.Fatal(err)
				}
				files, texts, problems, wants = append(files, file), append(texts, text.String()), append(problems, p), append(wants, len(modelSolutions(m)))
			}
			if len(files) < 12 {
				t.Errorf("only %d problems are small", len(files))
			}
			run := func(files ...string) string {
				out, _ := exec.Command(format.command[0], append(slices.Clone(format.command[1:]), files...)...).Output()
				return string(out)
			}
			var outputs []string
			if format.several {
				outputs = strings.Split(run(files...), "end\n")
			}
			for i, file := range files {
				out := ""
				if !format.several {
					out = run(file)
				} else if i+1 < len(outputs) { // nothing follows the last end
					out = outputs[i]
				}
				if got := listed(out); got != wants[i] {
					t.Fatalf("%v: %d solutions, want %d\n%s\n%s", problems[i], got, wants[i], texts[i], out)
				}
			}
		})
	}
}

// listed returns the number of lines that are solutions.
func listed(out string) int {
	n := 0
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "x(") || line == "" {
			n++
		} else {
			var s nqueens.Solution
			if s.UnmarshalText([]byte(line)) == nil {
				n++
			}
		}
	}
	return n
}

func programProblems(t *testing.T, r *rand.Rand) []nqueens.Problem {
	var list []nqueens.Problem
	for i, family := range familytest.Permuting() {
		p := nqueens.Problem{Family: family, N: 4}
		square := func() nqueens.Square { return nqueens.Square{File: r.IntN(p.N), Rank: r.IntN(p.N)} }
		p.Blocked = []nqueens.Square{square(), square()}
		p.Excluded = []nqueens.Diagonal{{Sum: i%2 == 0, Value: 1 + r.IntN(2)}}
		if i%2 == 1 {
			p.Given = []nqueens.Square{square()}
		}
		list = append(list, p)
	}
	list = append(list, nqueens.Problem{Family: family.Queens, N: 1}, nqueens.Problem{Family: family.Queens, N: 4, Symmetric: nqueens.HalfTurn},
		nqueens.Problem{Family: family.Queens, N: 2, Given: []nqueens.Square{{}, {Rank: 1}}})
	for _, family := range familytest.Unusual() {
		list = append(list, nqueens.Problem{Family: family, N: 3, Excluded: []nqueens.Diagonal{{Value: 2}}})
		if family.Rule.Permutes() {
			list = append(list, nqueens.Problem{Family: family, N: 4, Blocked: []nqueens.Square{{}}})
		}
	}
	for i, p := range list {
		if p.Goal() != nqueens.NoGoal { // otherwise the programs would stop at the optimum
			list[i].Pieces = &nqueens.Range{Min: 1, Max: 2}
		}
	}
	p, err := ReadProblem(family.Queens, "f", strings.NewReader("p cnf 3 2\n1 -2 0\n-1 3 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	weighted, err := ReadProblem(family.Queens, "f", strings.NewReader("* #variable= 3 #constraint= 1\n+2 x1 +3 x2 -1 x3 >= 2 ;\n"))
	if err != nil {
		t.Fatal(err)
	}
	return append(list, p, weighted)
}

// TestLinearPrograms checks that an objective is minimised, even if its sum is empty.
func TestLinearPrograms(t *testing.T) {
	for over, want := range map[int]string{0: "solve minimize 0;\n", 1: "solve minimize x[1];\n", 2: "solve minimize x[1] + x[2];\n"} {
		m := &nqueens.Model{Clauses: []nqueens.Clause{{Name: "never"}}, Objective: nqueens.Objective{Goal: nqueens.Fewest}}
		for v := range 2 {
			m.Placements = append(m.Placements, nqueens.Placement{Variable: v + 1})
		}
		for i := range over {
			m.Objective.Over = append(m.Objective.Over, i)
		}
		m.Lines = []nqueens.Line{{Name: "always", Min: 0, Max: 0}, {Name: "l", Max: 1, Placements: []int{0, 1}}}
		p := nqueens.NewFormula(nqueens.Formula{Name: "f"}, m)
		var got strings.Builder
		if err := WriteMiniZinc(&got, p, true); err != nil || !strings.Contains(got.String(), want) || !strings.Contains(got.String(), "constraint -1*x[1] + -1*x[2] >= -1;\nconstraint x[1] >= 2;\n") {
			t.Errorf("%v\n%s", err, got.String())
		}
	}
}
