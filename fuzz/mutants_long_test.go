//go:build long

package fuzz

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A mutant is a fault in one of the engines of this program: a text of a file and what takes its place.
type mutant struct {
	what, solver, file, old, new string
}

// mutants are faults of the kinds that such engines have had. They were chosen before any of them was run.
var mutants = []mutant{
	{"lost component: those of two variables are taken as free", "sharp", "backends/sharp/component.go",
		"case c.end-c.begin > 1:", "case c.end-c.begin > 2:"},
	{"a free variable is not counted", "sharp", "backends/sharp/component.go",
		"\t\t\tfree++\n", "\t\t\tfree += 0\n"},
	{"the key of a component lacks its clauses of three literals", "sharp", "backends/sharp/component.go",
		"\t\t\tk0 ^= state.key[0]\n\t\t\tk1 ^= state.key[1]\n\t\t\tfrequency++\n\t\t\tif a == open {", "\t\t\tfrequency++\n\t\t\tif a == open {"},
	{"auxiliary variables count as free", "sharp", "backends/sharp/component.go",
		"\t\t\t\tc.shown--\n", "\t\t\t\tc.shown -= 0\n"},
	{"off by one in a watch: the last literal is no replacement", "sharp", "backends/sharp/propagate.go",
		"for k := 2; k < len(c); k++ {", "for k := 2; k < len(c)-1; k++ {"},
	{"a conflict of two literals is overlooked", "sharp", "backends/sharp/propagate.go",
		"\t\t\t\ts.conflict = append(s.conflict[:0], q, false_)\n\t\t\t\treturn false\n", "\t\t\t\ts.conflict = append(s.conflict[:0], q, false_)\n"},
	{"dropped block: the other side of the first step is not searched", "gini", "backends/sat/search.go",
		"if !last.flipped {", "if !last.flipped && len(t) > 1 {"},
	{"a path ends before the false placements", "gini", "backends/sat/search.go",
		"[]bool{true, false} {\n\t\tfor i := 0; i < p.Projected", "[]bool{true} {\n\t\tfor i := 0; i < p.Projected"},
	{"lost cube: the first placement of a line is skipped", "gini", "backends/sat/search.go",
		"\t\tway++\n\t\tcube := len(p.Trail)", "\t\tif way++; way == 0 {\n\t\t\tcontinue\n\t\t}\n\t\tcube := len(p.Trail)"},
	{"the sequential counter forgets its last literal", "gini/sequential", "encode/sequential.go",
		"\t\tf.Add(-before[max], -x[n-1])\n", "\t\t_ = n\n"},
	{"the totalizer forgets the last pair of counts", "gini/totalizer", "encode/totalizer.go",
		"i <= min(len(a), s); i++", "i < min(len(a), s); i++"},
	{"a product of one column less", "gini/product", "encode/product.go",
		"f.Add(-xk, v[k%columns])", "f.Add(-xk, v[k%max(1, columns-1)])"},
	{"the last branch of a clause is not entered", "allsat", "backends/allsat/bitsearch.go",
		"\t\ts.enter(d, d+1, assignment)\n\t\t// In", "\t\tif !last {\n\t\t\ts.enter(d, d+1, assignment)\n\t\t}\n\t\t// In"},
	{"the literal of a branch is not false in the next ones", "allsat", "backends/allsat/bitsearch.go",
		"if !last && !assume(s.state(d), s.f.row(assignment^1)) {", "if !last && !assume(s.state(d), s.f.emptyRow) {"},
	{"free variables of the first word are counted only", "allsat", "backends/allsat/bitsearch.go",
		"\tfor w := range s.free {\n\t\ts.free[w] = s.f.projected[w] &^ (state[w] | state[s.f.words+w])\n\t\tk +=", "\tfor w := range s.free {\n\t\ts.free[w] = s.f.projected[w] &^ (state[w])\n\t\tk +="},
	{"a colour is not compared", "dlx/dancing", "dlx/tint.go",
		"if l.shade(k) != c {", "if l.shade(k) != c && false {"},
	{"an item is not closed by the second of its options", "dlx/bits", "dlx/bits.go",
		"left := v.nowOpen[s] &^ cover[s]", "left := v.nowOpen[s] &^ (cover[s] & (cover[s] - 1))"},
	{"the group of a level is not reduced to that of the piece", "branch", "backends/branch/search.go",
		"child.group = stabilizer(l.group, p)", "child.group = l.group"},
	{"the number of pieces that are needed is not in the key", "branch", "backends/branch/search.go",
		"key = append(key, uint64(max(0, need)))", "key = append(key, uint64(min(1, max(0, need))))"},
	{"a mirror that doubles: the middle of an odd board counts twice", "symmetric", "backends/classic/loop.go",
		"\t\t\tif k == 0 {\n\t\t\t\tends[1] = endOfSecond(n, q[0])\n\t\t\t}\n", ""},

	// Of engines that came later.
	{"a core forgets the next bound of an earlier sum", "cores", "backends/sat/cores.go",
		"\t\t\ts.bound(b.sum, b.bound+1, least)\n", "\t\t\t_ = b\n"},
	{"assumptions that the best solution may violate become clauses", "cores", "backends/sat/cores.go",
		"s.assumed(s.most - s.least + 1)", "s.assumed(s.most - s.least - 1)"},
	{"a core raises the bound by its largest weight", "cores", "backends/sat/cores.go",
		"\t\tleast = min(least, s.weights[l])\n", "\t\tleast = max(least, s.weights[l])\n"},
	{"a line allows one piece too many", "bdd", "backends/bdd/diagram.go",
		"d.bdd.From(c >= least && c <= most)", "d.bdd.From(c >= least && c <= most+1)"},
	{"an auxiliary variable is quantified in each of its constraints", "bdd", "backends/bdd/diagram.go",
		"parent[root(i)] = root(j)", "_ = j"},
}

// mutantTrials is the number of trials of each mutant.
const mutantTrials = 5000

// TestMutants plants a fault in an engine, builds the program with it, and looks for it by fuzz. All but
// one must be found. With MUTANTS set to a regular expression only those whose description matches are made.
func TestMutants(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	only := regexp.MustCompile(os.Getenv("MUTANTS"))
	found, made := 0, 0
	for _, m := range mutants {
		if !only.MatchString(m.what) {
			continue
		}
		made++
		took, line := m.search(t, root)
		if line == "" {
			line = fmt.Sprintf("not found in %d trials", mutantTrials)
		} else {
			found++
		}
		t.Logf("| %s | %s | %.1f s | %s |", m.what, m.solver, took.Seconds(), line)
	}
	if missed := made - found; missed > 1 {
		t.Errorf("%d of %d mutants were not found", missed, made)
	}
}

// search builds the program with the fault and returns how long fuzz took, and its first finding.
func (m mutant) search(t *testing.T, root string) (took time.Duration, finding string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(root, m.file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), m.old); n != 1 {
		t.Fatalf("%s: its text is %d times in %s", m.what, n, m.file)
	}
	changed := filepath.Join(dir, filepath.Base(m.file))
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{changed: []byte(strings.Replace(string(text), m.old, m.new, 1)), filepath.Join(dir, "overlay.json"): overlay} {
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(dir, "nqueens")
	build := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, "./cmd/nqueens")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", m.what, err, out)
	}
	begun := time.Now()
	fuzz := exec.Command(program, "fuzz", m.solver, "--trials", fmt.Sprint(mutantTrials), "--until-failure", "--shrink", "20s", "-o", filepath.Join(dir, "found"))
	out, err := fuzz.CombinedOutput()
	took = time.Since(begun)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return took, ""
	case errors.As(err, &exit) && exit.ExitCode() == 1:
	default:
		t.Fatalf("%s: %v\n%s", m.what, err, out)
	}
	for line := range strings.Lines(string(out)) {
		if rest, ok := strings.CutPrefix(line, "finding: "); ok {
			if i := strings.LastIndex(rest, ": "); i > 0 {
				rest = rest[:i]
			}
			return took, strings.ReplaceAll(rest, "|", "\\|")
		}
	}
	t.Fatalf("%s: no finding in\n%s", m.what, out)
	return took, ""
}
