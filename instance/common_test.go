package instance

import (
	"io"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

type problem = nqueens.Problem

var queens = family.Queens

func written(t testing.TB, format string, p problem) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b, format, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// solutions returns the solutions of a problem by trying the open squares of each row. It is not
// optimised.
func solutions(t testing.TB, p problem) []nqueens.Solution {
	t.Helper()
	var closed []bool
	if len(p.Blocked)+len(p.Excluded) > 0 {
		closed = p.Closed()
	}
	var found []nqueens.Solution
	files, sums, differences := map[int]bool{}, map[int]bool{}, map[int]bool{}
	ranks := map[int]bool{}
	put := func(s nqueens.Square, on bool) {
		ranks[s.Rank], files[s.File], sums[s.File+s.Rank], differences[s.File-s.Rank] = on, on, on, on
	}
	for _, s := range p.Given {
		put(s, true)
	}
	placed := nqueens.Placed(p.Given)
	var open []int
	for file := range p.N {
		if !files[file] {
			open = append(open, file)
		}
	}
	var search func(rank int)
	search = func(rank int) {
		for rank < p.N && ranks[rank] {
			rank++
		}
		if rank == p.N {
			s := append(nqueens.Solution{}, placed...)
			s.Sort()
			found = append(found, s)
			return
		}
		for _, file := range open {
			s := nqueens.Square{File: file, Rank: rank}
			if files[file] || sums[file+rank] || differences[file-rank] || closed != nil && closed[rank*p.N+file] {
				continue
			}
			put(s, true)
			placed = append(placed, nqueens.Placement{Square: s})
			search(rank + 1)
			placed = placed[:len(placed)-1]
			put(s, false)
		}
	}
	search(0)
	return found
}

// write writes the problem in the format with the given name.
func write(w io.Writer, format string, p nqueens.Problem) error {
	f, err := FormatNamed(format)
	if err != nil {
		return err
	}
	return f.Write(w, p)
}
