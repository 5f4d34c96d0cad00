package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/quadrant"
	"nqueens/family"
	"nqueens/fleet"
)

// TestSumConflict checks that there is no sum if two machines found different numbers, and that the
// error names both machines, the doubtful parts and the remedy.
func TestSumConflict(t *testing.T) {
	dir := t.TempDir()
	by := quadrant.New()
	l, err := fleet.Plan{Parts: 2, Recheck: 1, Pilot: 1}.Make(t.Context(), by, nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 9}, Task: nqueens.CountAll})
	if err == nil {
		err = l.Write(dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	j, err := fleet.OpenJournal(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	found := func(k int, n uint64, machine string, check *fleet.Check) fleet.Result {
		return fleet.Result{Part: k, Key: l.Part(k).Key, Found: nqueens.NewCount(n), Threads: 1, Machine: machine, Check: check}
	}
	err = j.Add(found(1, 176, "a", nil), found(2, 176, "a", nil))
	if err == nil {
		_, err = j.DrawChecks()
	}
	for k, more := range []string{"", " (and 1 more conflict: nqueens status " + dir + ")"} {
		if err = errors.Join(err, j.Add(found(k+1, 177, "b", &fleet.Check{}))); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		status := newProgram(strings.NewReader(""), &out, &errs, backends.All(), family.All()).execute(t.Context(), []string{"sum", dir})
		want := "nqueens: no sum: part 1: 176 on a, 177 on b" + more + "; parts 1, 2 are in doubt: "
		if status != failedCheck || out.Len() > 0 || !strings.HasPrefix(errs.String(), want) || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("status %d, %q\n%s%s", status, out.String(), errs.String(), want)
		}
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}

// TestSumOfAnotherVersion checks that sum adds the results of another version and prints a note
// that this version computes no more.
func TestSumOfAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	l := &fleet.List{Problem: "queens(8)", Task: nqueens.CountAll, Engine: "quadrant", Version: "0", Cuts: []int{0, 1, 2}}
	if err := l.Write(dir); err != nil {
		t.Fatal(err)
	}
	j, err := fleet.OpenJournal(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	for k, n := range []uint64{40, 52} {
		err = errors.Join(err, j.Add(fleet.Result{Part: k + 1, Key: l.Part(k + 1).Key, Found: nqueens.NewCount(n), Threads: 1, Machine: "a"}))
	}
	if _, drawn := j.DrawChecks(); errors.Join(err, drawn, j.Close()) != nil {
		t.Fatal(err, drawn)
	}
	cannot := "part 1 is of quadrant 0, but this program has quadrant " + backends.Version(quadrant.New()) + ", which has other tasks: use the program that made the list\n"
	for command, want := range map[string]string{"sum": "note: this program cannot compute the rest: " + cannot, "work": "nqueens: " + dir + "/parts.json: " + cannot} {
		var out, errs bytes.Buffer
		status := newProgram(strings.NewReader(""), &out, &errs, backends.All(), family.All()).execute(t.Context(), []string{command, dir})
		if errs.String() != want || command == "sum" && (status != 0 || out.String() != "92\n") || command == "work" && status != 2 {
			t.Errorf("%s: status %d, %q, %q; want %q", command, status, out.String(), errs.String(), want)
		}
	}
}
