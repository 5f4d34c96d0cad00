package classic

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"nqueens"
	"nqueens/backends/bitmask"
	"nqueens/backends/cover"
	"nqueens/family"
	"nqueens/instance"
)

// diagonals returns the published instance of a seed.
func diagonals(t *testing.T, n int, seed uint64) nqueens.Problem {
	t.Helper()
	p, err := instance.Recipe{Kind: instance.ExcludedDiagonals, N: n, Size: instance.All, Least: 4, Published: true}.Make(t.Context(), seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// first searches for a solution of p with the first d diagonals excluded. It returns 1 if there is
// one, else 0, and the number of nodes.
func first(t *testing.T, p nqueens.Problem, d int) (solvable int, nodes int64) {
	t.Helper()
	p, err := instance.FirstDiagonals(p, d)
	if err != nil {
		t.Fatal(err)
	}
	o := BitSolver().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
	switch o.Status {
	case nqueens.Solved:
		if err := p.Check(o.Solution); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		return 1, o.Stats["nodes"]
	case nqueens.Unsatisfiable:
		return 0, o.Stats["nodes"]
	}
	t.Fatalf("%v: %s %s", p, o.Status, o.Reason)
	return 0, 0
}

// TestPublishedRuns compares a few of the runs that Gent, Jefferson and Nightingale published with
// CSPLib problem 080.
func TestPublishedRuns(t *testing.T) {
	for _, run := range []struct {
		n, d     int
		id       uint64
		solvable int
		nodes    int64
	}{
		{10, 6, 1, 1, 341},
		{10, 6, 2, 0, 659},
		{10, 6, 3, 0, 1758},
		{12, 8, 1, 1, 313},
		{12, 8, 2, 0, 2439},
		{14, 10, 5, 1, 69102},
		{14, 10, 6, 1, 54362},
		{16, 13, 1, 1, 7682},
		{16, 13, 2, 1, 9232},
	} {
		if solvable, nodes := first(t, diagonals(t, run.n, run.id), run.d); solvable != run.solvable || nodes != run.nodes {
			t.Errorf("n = %d, d = %d, id %d: solvable %d after %d nodes, published %d after %d",
				run.n, run.d, run.id, solvable, nodes, run.solvable, run.nodes)
		}
	}
}

// TestAllPublishedRuns compares every published run of n = 10 to publishedTo; it generates the
// instances from their seeds.
func TestAllPublishedRuns(t *testing.T) {
	folder := os.Getenv("NQUEENS_INSTANCES")
	if folder == "" {
		t.Skip("set NQUEENS_INSTANCES to the folder with the published runs, diag-truth-10-16.tsv.gz")
	}
	file, err := os.Open(filepath.Join(folder, "diag-truth-10-16.tsv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(z)
	if _, err := in.ReadString('\n'); err != nil { // the names of the columns
		t.Fatal(err)
	}
	runs, equal := map[int]int{}, map[int]int{}
	instances := map[[2]int]nqueens.Problem{} // by n and id
	for {
		var n, d, id, solvable int
		var nodes int64
		_, err := fmt.Fscanln(in, &n, &d, &id, &solvable, &nodes)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if n > publishedTo {
			continue
		}
		p, made := instances[[2]int{n, id}]
		if !made {
			p = diagonals(t, n, uint64(id))
			instances[[2]int{n, id}] = p
		}
		runs[n]++
		if s, k := first(t, p, d); s == solvable && k == nodes {
			equal[n]++
		} else if runs[n]-equal[n] < 10 {
			t.Errorf("n = %d, d = %d, id %d: solvable %d after %d nodes, published %d after %d", n, d, id, s, k, solvable, nodes)
		}
	}
	for n := 10; n <= publishedTo; n++ {
		t.Logf("n = %d: %d of %d runs equal the published verdict and nodes", n, equal[n], runs[n])
		if runs[n] < 12_000 || equal[n] != runs[n] {
			t.Errorf("n = %d: %d of %d", n, equal[n], runs[n])
		}
	}
}

// TestBitSolverAgrees compares the counts of random problems of every kind with another engine.
func TestBitSolverAgrees(t *testing.T) {
	random := instance.NewRandom(7)
	for seed := range uint64(60) {
		n := 5 + random.Below(4)
		p := nqueens.Problem{Family: family.Queens, N: n}
		square := func() nqueens.Square { return nqueens.Square{File: random.Below(n), Rank: random.Below(n)} }
		for range random.Below(3) {
			p.Given = append(p.Given, square())
		}
		for range random.Below(6) {
			p.Blocked = append(p.Blocked, square())
		}
		if seed%2 == 0 {
			p.Excluded = append(p.Excluded, nqueens.Diagonal{Sum: true, Value: random.Below(2*n - 1)}, nqueens.Diagonal{Value: random.Below(n)})
		}
		for _, task := range []nqueens.Task{nqueens.CountAll, nqueens.FindFirst} {
			r := nqueens.Request{Problem: p, Task: task}
			mine, other := BitSolver().Run(t.Context(), r, nil), bitmask.New().Run(t.Context(), r, nil)
			switch {
			case mine.Status != other.Status:
				t.Errorf("%v: %s, not %s", p, mine.Status, other.Status)
			case task == nqueens.CountAll && mine.Count.Cmp(other.Count) != 0:
				t.Errorf("%v: %v solutions, not %v", p, mine.Count, other.Count)
			case task == nqueens.FindFirst && mine.Status == nqueens.Solved && p.Check(mine.Solution) != nil:
				t.Errorf("%v: %v", p, p.Check(mine.Solution))
			}
		}
	}
}

// TestSmallTrees compares the number of nodes with counts by hand: for 4 queens up to the first solution, and
// in the whole tree (1 + 4 + 6 + 4 + 2). Files with given queens count like the others.
func TestSmallTrees(t *testing.T) {
	for _, test := range []struct {
		problem string
		task    nqueens.Task
		nodes   int64
	}{
		{"queens(1)", nqueens.FindFirst, 2},
		{"queens(4)", nqueens.CountAll, 17},
		{"queens(4)", nqueens.FindFirst, 9},
		{"queens(4, given=a2)", nqueens.FindFirst, 5},
		{"queens(4, given=a2+b4+c1+d3)", nqueens.FindFirst, 5},
		{"queens(4, given=a1+b2)", nqueens.FindFirst, 1},
		{"queens(100, given=a1+b2)", nqueens.CountAll, 1},
	} {
		p, err := family.All().Parse(test.problem)
		if err != nil {
			t.Fatal(err)
		}
		if o := BitSolver().Run(t.Context(), nqueens.Request{Problem: p, Task: test.task}, nil); o.Stats["nodes"] != test.nodes {
			t.Errorf("%s of %v: %s, %d nodes, want %d", test.task, p, o.Status, o.Stats["nodes"], test.nodes)
		}
	}
}

// TestWideBoard uses both words: the queens of the knight's-move solution of 70 are given, except
// those of every fifth file.
func TestWideBoard(t *testing.T) {
	const n = 70 // not 2 or 3 modulo 6
	p := nqueens.Problem{Family: family.Queens, N: n}
	for file := range n {
		rank := 2*file + 1
		if file >= n/2 {
			rank = 2 * (file - n/2)
		}
		if file%5 != 3 {
			p.Given = append(p.Given, nqueens.Square{File: file, Rank: rank})
		}
	}
	r := nqueens.Request{Problem: p, Task: nqueens.CountAll}
	mine, other := BitSolver().Run(t.Context(), r, nil), cover.Backend{}.Run(t.Context(), r, nil)
	if mine.Count == nil || other.Count == nil || mine.Count.Cmp(other.Count) != 0 {
		t.Errorf("%v solutions, not %v (%s %s)", mine.Count, other.Count, other.Status, other.Reason)
	}
}
