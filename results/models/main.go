// Models writes the tables of results/models: for each formula the size of its graph and of its proof, and the CPU time to count, to
// compile, to prove and to check; and for boards the work and the CPU time of the model counter.
//
//	go run ./results/models
//
// It also compares model counters: -measure runs those of counters.go on files and prints rows of their CPU times,
// and -compare prints the table of such rows.
//
//	go run ./results/models -measure -limit 10 FILES > results/models/counters.tsv
//	go run ./results/models -compare results/models/counters.tsv
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/allsat"
	"nqueens/backends/sharp"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/cputime"
	"nqueens/internal/table"
	"nqueens/proof"
)

// formula is the formula of a row of the table.
type formula struct {
	name string
	make func() (*encode.CNF, error)
}

func formulas() []formula {
	var list []formula
	add := func(name string, f func() (*encode.CNF, error)) { list = append(list, formula{name, f}) }
	for _, n := range []int{6, 8, 10, 12} {
		add(fmt.Sprintf("independent sets of a grid, %d × %d", n, n), func() (*encode.CNF, error) { return grid(n), nil })
	}
	for _, n := range []int{100, 200, 300} {
		add(fmt.Sprintf("3-SAT, %d variables, clauses of 10 neighbours, 2 n clauses", n), func() (*encode.CNF, error) { return random(n, 10, 2*n), nil })
	}
	for _, n := range []int{50, 75, 100} {
		add(fmt.Sprintf("3-SAT, %d variables, 4 n clauses", n), func() (*encode.CNF, error) { return random(n, n, 4*n), nil })
	}
	for n := 6; n <= 10; n++ {
		add(fmt.Sprintf("%d queens, pairwise", n), func() (*encode.CNF, error) { return queens(n) })
	}
	return list
}

// grid returns a formula with a variable for each vertex of an n × n grid, and a clause for each edge.
func grid(n int) *encode.CNF {
	f := encode.NewCNF(n * n)
	at := func(i, k int) int32 { return int32(i*n + k + 1) }
	for i := range n {
		for k := range n {
			if k+1 < n {
				f.Add(-at(i, k), -at(i, k+1))
			}
			if i+1 < n {
				f.Add(-at(i, k), -at(i+1, k))
			}
		}
	}
	return f
}

// random returns a formula whose clauses have three variables each, chosen among the given number of
// neighbouring variables.
func random(variables, neighbours, clauses int) *encode.CNF {
	r := rand.New(rand.NewPCG(uint64(variables), uint64(clauses)))
	f := encode.NewCNF(variables)
	for range clauses {
		first := r.IntN(variables - neighbours + 1)
		var c []int32
		for _, v := range r.Perm(neighbours)[:3] {
			c = append(c, int32(first+v+1)*int32(1-2*r.IntN(2)))
		}
		f.Add(c...)
	}
	return f
}

func queens(n int) (*encode.CNF, error) {
	pairwise, err := encode.EncodingNamed("pairwise")
	if err != nil {
		return nil, err
	}
	return encode.FromProblem(nqueens.Problem{Family: family.Queens, N: n}, pairwise)
}

func main() {
	log.SetFlags(0)
	measuring := flag.Bool("measure", false, "run the counters on the files that follow")
	limit := flag.Int("limit", 60, "with -measure: seconds of CPU time for each run")
	only := flag.String("only", "", "with -measure: names of counters, separated by commas")
	compare := flag.String("compare", "", "print the table of this file of rows")
	flag.Parse()
	var err error
	switch ctx := context.Background(); {
	case *measuring:
		var names []string
		if *only != "" {
			names = strings.Split(*only, ",")
		}
		err = measureCounters(ctx, os.Stdout, flag.Args(), *limit, names)
	case *compare != "":
		err = compareFile(os.Stdout, *compare)
	default:
		err = write(ctx, os.Stdout)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// compareFile writes the table of a file of readings.
func compareFile(w io.Writer, name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	all, err := readReadings(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	writeCounters(w, all)
	return nil
}

func write(ctx context.Context, w io.Writer) error {
	public, err := exec.LookPath("cpog-check")
	if err != nil {
		public = ""
	}
	fmt.Fprintln(w, "| formula | models | count | compile | nodes | prove | lines | MB | check | cpog-check |")
	fmt.Fprintln(w, "|---|---|--:|--:|--:|--:|--:|--:|--:|---|")
	for _, row := range formulas() {
		f, err := row.make()
		if err != nil {
			return err
		}
		text, err := measure(ctx, f, public)
		if err != nil {
			return fmt.Errorf("%s: %w", row.name, err)
		}
		fmt.Fprintf(w, "| %s | %s |\n", row.name, text)
	}
	return boards(ctx, w)
}

// boards writes the table of boards that are counted as formulas.
func boards(ctx context.Context, w io.Writer) error {
	fmt.Fprintln(w, "\n| n queens | solutions | components | found in the cache | conflicts | sharp | sharp/exact | allsat |")
	fmt.Fprintln(w, "|--:|--:|--:|--:|--:|--:|--:|--:|")
	for n := 6; n <= 11; n++ {
		times := make([]string, 0, 3)
		var first nqueens.Outcome
		for _, by := range []struct {
			backend  backends.Backend
			encoding string
		}{{sharp.Backend{}, ""}, {sharp.Backend{}, "exact"}, {allsat.Backend{}, ""}} {
			r := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll, Encoding: by.encoding, Seed: 1}
			start := cputime.Used()
			out := by.backend.Run(ctx, r, nil)
			times = append(times, table.Duration((cputime.Used() - start).Seconds()))
			if len(times) == 1 {
				first = out
			}
			if out.Status != nqueens.Solved || out.Count.Cmp(first.Count) != 0 {
				return fmt.Errorf("%d queens by %s: %v, %s", n, by.backend.Describe().Name, out.Count, out.Reason)
			}
		}
		s := first.Stats
		fmt.Fprintf(w, "| %d | %v | %d | %d | %d | %s |\n", n, first.Count, s["components"], s["cached"], s["conflicts"], strings.Join(times, " | "))
	}
	return nil
}

// measure returns the cells of a row.
func measure(ctx context.Context, f *encode.CNF, public string) (string, error) {
	c, err := sharp.New(f, sharp.Config{})
	if err != nil {
		return "", err
	}
	var failed error
	timed := func(work func() error) string {
		start := cputime.Used()
		if err := work(); err != nil && failed == nil {
			failed = err
		}
		return table.Duration((cputime.Used() - start).Seconds())
	}
	var count, proved *nqueens.Count
	var nodes int
	var text bytes.Buffer
	counting := timed(func() (err error) { count, err = c.Count(ctx); return err })
	compiling := timed(func() error {
		g, err := c.Compile(ctx)
		if err == nil {
			nodes = g.Len()
		}
		return err
	})
	proving := timed(func() error { _, err := c.Certify(ctx, &text); return err })
	var m proof.Models
	checking := timed(func() (err error) {
		if m, err = proof.CheckCPOG(ctx, f, bytes.NewReader(text.Bytes())); err == nil {
			proved = m.Count(f.Weights)
		}
		return err
	})
	if failed != nil {
		return "", failed
	}
	if proved.Cmp(count) != 0 {
		return "", fmt.Errorf("proves %v models, not %v", proved, count)
	}
	other := "–"
	if public != "" {
		if other, err = checked(public, f, text.Bytes(), count); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%v | %s | %s | %d | %s | %d | %.1f | %s | %s", count, counting, compiling, nodes, proving, m.Lines, float64(m.Bytes)/1e6, checking, other), nil
}

// checked runs the checker of the format's authors and returns its time.
func checked(public string, f *encode.CNF, text []byte, count *nqueens.Count) (string, error) {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder
	names := []string{filepath.Join(folder, "f.cnf"), filepath.Join(folder, "f.cpog")}
	var formula bytes.Buffer
	if err := f.WriteDIMACS(&formula); err != nil {
		return "", err
	}
	for i, content := range [][]byte{formula.Bytes(), text} {
		if err := os.WriteFile(names[i], content, 0o666); err != nil {
			return "", err
		}
	}
	cmd := exec.Command(public, names...)
	out, err := cmd.CombinedOutput()
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w: %s", public, err, out)
	case !bytes.Contains(out, []byte("FULL-PROOF SUCCESS")):
		return "", fmt.Errorf("%s refuses the proof: %s", public, out)
	}
	verdict := "verified"
	if !bytes.Contains(out, []byte("Regular model count = "+count.String()+"\n")) {
		verdict = "verified, but counts otherwise"
	}
	spent := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return verdict + ", " + table.Duration(spent.Seconds()), nil
}
