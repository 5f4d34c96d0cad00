package backends_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends/linear"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/opttest"
)

// TestProgrammesBySolvers gives random 0–1 programmes, as LP and MPS texts that glpsol and cbc read,
// to these programs. It reads each text with package encode, too, and solves it with linear. All of
// them must find a best assignment.
//
// It compares the values of assignments, and not the values that the programs print: glpsol reads
// the right side of an MPS objective with the other sign than cbc and this program, cbc omits the
// constant of an LP objective, and both print rounded values.
func TestProgrammesBySolvers(t *testing.T) {
	checkProgrammes(t, 8)
}

func checkProgrammes(t *testing.T, number int) {
	solvers := map[string]func(*testing.T, opttest.Text, string, ...string) (opttest.Assignment, bool){"glpsol": askGlpsol, "cbc": askCbc}
	for name := range solvers {
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("%s is not installed", name)
			delete(solvers, name)
		}
	}
	if len(solvers) == 0 {
		t.Skip("neither glpsol nor cbc is installed")
	}
	r := rand.New(rand.NewPCG(36, 9))
	solvable := 0
	for range number {
		q := opttest.Random(r, opttest.PlainLP, opttest.PlainMPS)
		best, _ := q.Best()
		if best != nil {
			solvable++
		}
		p, err := encode.Reading{Format: q.Format}.Problem(family.Queens, "random", strings.NewReader(q.Text))
		if err != nil {
			t.Fatalf("%s: %v", q.Text, err)
		}
		o := linear.Backend{}.Run(context.Background(), nqueens.Request{Problem: p, Task: nqueens.Optimise}, nil)
		_, solutions := q.Best()
		if why := wrongAnswer(p, q, best, min(solutions, 1), 0, nqueens.Optimise, o); why != "" {
			t.Fatalf("linear: %s: %+v; of\n%s", why, o, q.Text)
		}
		file := filepath.Join(t.TempDir(), "programme."+q.Format)
		if err := os.WriteFile(file, []byte(q.Text), 0o666); err != nil {
			t.Fatal(err)
		}
		for name, ask := range solvers {
			a, found := ask(t, q, file)
			why := wrongAssignment(q, best, a, found)
			if why != "" && name == "cbc" {
				t.Logf("cbc with preprocessing: %s, of\n%s", why, q.Text)
				a, found = askCbc(t, q, file, "-preprocess", "off")
				why = wrongAssignment(q, best, a, found)
			}
			if why != "" {
				t.Errorf("%s: %s, of\n%s", name, why, q.Text)
			}
		}
	}
	if solvable < number/3 || solvable > number*9/10 {
		t.Errorf("%d of %d programmes have a solution", solvable, number)
	}
}

// wrongAssignment returns what is wrong with the assignment that a program found, or "".
func wrongAssignment(q opttest.Text, best *big.Rat, a opttest.Assignment, found bool) string {
	value, valid := q.Value(a)
	switch {
	case found != (best != nil):
		return fmt.Sprintf("it finds a solution: %v; the best value is %v", found, best)
	case found && (!valid || value.Cmp(best) != 0):
		return fmt.Sprintf("it finds %b, a solution: %v, with the value %v; the best value is %v", a, valid, value, best)
	}
	return ""
}

var columnNames = regexp.MustCompile(`\by_?\d+`)

// columns returns the numbers of the variables of a text in the order in which they first occur.
func columns(text string) (list []int) {
	for _, name := range columnNames.FindAllString(text, -1) {
		if v := opttest.NumberOf(name); !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// askGlpsol returns the solution that glpsol finds, or false if it says that there is none.
func askGlpsol(t *testing.T, q opttest.Text, file string, options ...string) (a opttest.Assignment, found bool) {
	args := map[string][]string{"lp": {"--lp", file}, "mps": {"--freemps", file}}[q.Format]
	out, err := exec.Command("glpsol", append(append(args, "--nointopt", "-w", file+".glpsol"), options...)...).CombinedOutput()
	answer, err2 := os.ReadFile(file + ".glpsol")
	if err != nil || err2 != nil {
		t.Fatalf("glpsol: %v, %v: %s\n%s", err, err2, out, q.Text)
	}
	status, order := "", columns(q.Text)
	for line := range strings.Lines(string(answer)) {
		var rows, columns, column int
		var value float64
		if _, err := fmt.Sscanf(line, "s mip %d %d %s", &rows, &columns, &status); err == nil {
			continue
		}
		if _, err := fmt.Sscanf(line, "j %d %f", &column, &value); err == nil && value > .5 {
			a |= 1 << (order[column-1] - 1)
		}
	}
	none := status == "n" || strings.Contains(string(out), "HAS NO PRIMAL FEASIBLE SOLUTION")
	if status != "o" && !none {
		t.Fatalf("glpsol: status %q: %s\n%s", status, out, q.Text)
	}
	return a, !none
}

// askCbc returns the solution that cbc finds, or false if it says that there is none.
func askCbc(t *testing.T, q opttest.Text, file string, options ...string) (a opttest.Assignment, found bool) {
	out, err := exec.Command("cbc", slices.Concat([]string{file}, options, []string{"-solve", "-solution", file + ".cbc"})...).CombinedOutput()
	answer, err2 := os.ReadFile(file + ".cbc")
	if err != nil || err2 != nil {
		t.Fatalf("cbc: %v, %v: %s\n%s", err, err2, out, q.Text)
	}
	status, rest, _ := strings.Cut(string(answer), "\n")
	for line := range strings.Lines(rest) {
		if fields := strings.Fields(line); len(fields) == 4 {
			if value, ok := new(big.Rat).SetString(fields[2]); ok && value.Cmp(big.NewRat(1, 2)) > 0 {
				a |= 1 << (opttest.NumberOf(fields[1]) - 1)
			}
		}
	}
	none := strings.HasPrefix(status, "Infeasible") || strings.HasPrefix(status, "Integer infeasible")
	if !none && !strings.HasPrefix(status, "Optimal") {
		t.Fatalf("cbc: %s: %s\n%s", status, out, q.Text)
	}
	return a, !none
}
