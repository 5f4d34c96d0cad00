package reproduce

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPhaseTheory: the terms of A374013 and Simkin's density stand on a page of
// their own, which runs no instance.
func TestPhaseTheory(t *testing.T) {
	s := session(t, time.Second/2)
	s.Parts = []string{"theory"}
	result, err := s.Reproduce(t.Context(), phaseTransition())
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, result.Page)
	for _, want := range []string{
		"`nqueens reproduce phase-transition --part theory --budget 500ms`", "A374013: **same value**: n = 4 to 13", "|  13 |   2 |       2 |", "Simkin's α: **same shape**: 1.9",
		"![Queens that no solution has](blocking-queens.svg)", "where queens stand: **same shape**: at n = 64",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if strings.Contains(page, "Every instance") || result.Failed() {
		t.Errorf("instances are on the page, or it failed:\n%s", page)
	}
}

// TestPhaseBudget: a budget that is too small ends the run all the same, and
// says what it left out.
func TestPhaseBudget(t *testing.T) {
	s := session(t, 300*time.Millisecond)
	result, err := s.Reproduce(t.Context(), phaseTransition())
	if err != nil {
		t.Fatal(err)
	}
	if page := read(t, result.Page); !strings.Contains(page, "## Left out\n") || !strings.Contains(page, "for want of time") {
		t.Errorf("nothing is left out in\n%s", page)
	}
}

func TestPhaseRefuses(t *testing.T) {
	damaged := t.TempDir()
	if err := os.WriteFile(filepath.Join(damaged, "diag-12.tar.gz"), []byte("no archive"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		parts     []string
		instances string
		want      string
	}{
		{[]string{"blocks"}, "", `no part is called "blocks" (did you mean "blocked"?`},
		{nil, damaged, "diag-12.tar.gz"}, // before anything is run
		{nil, "no-such-folder", "no-such-folder: none of the published files is there (diag-10.tar.gz, block-10.tar.gz,"},
	} {
		s := session(t, time.Second)
		s.Parts, s.Instances = test.parts, test.instances
		if _, err := s.Reproduce(t.Context(), phaseTransition()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// TestPhasePublished runs all parts for a moment beside the published files.
func TestPhasePublished(t *testing.T) {
	folder := os.Getenv("NQUEENS_INSTANCES")
	if folder == "" {
		t.Skip("set NQUEENS_INSTANCES to the folder with the published archives")
	}
	s := session(t, 10*time.Second)
	s.Instances = filepath.Join(folder, "diag")
	result, err := s.Reproduce(t.Context(), phaseTransition())
	if err != nil {
		t.Fatal(err)
	}
	if result.Failed() {
		t.Errorf("%q", result.Failures)
	}
	page := read(t, result.Page)
	for _, want := range []string{
		"the published files are made again from their seeds: **same value**: 7,000 files",
		"verdict and nodes of bit-solver, run by run: **same value**",
		"verdict of bitmask, run by run: **same value**",
		"verdicts on the ASP instances, n = 28, of all contenders: **same value**",
	} {
		if !strings.Contains(strings.ReplaceAll(page, "\n  ", " "), want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}
