package study_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/bench"
)

// TestUnique checks the share of instances with exactly one solution. Instances whose names differ only in
// the folder are different, and an instance counts once, even if two contenders counted its solutions.
// Instances without a count are left out.
func TestUnique(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"one/level.txt", "two/level.txt", "three/level.txt", "late/level.txt"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("AABB\nACBB\nDCCC\nDDDC\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text := "repetitions: {min: 1, max: 1}\nruns: [{problems: [{folder: " + folder + "}], tasks: TASK, backends: [bitmask, dlx]}]\ntables: [{rows: n, columns: [answers, share, unique]}]\n"
	counts := map[string]uint64{"one/level.txt": 1, "two/level.txt": 2, "three/level.txt": 1}
	for task, want := range map[string]string{
		"count": "|   4 |       3 | 1.000 |  0.667 |",
		"first": "|   4 |       3 | 1.000 |      – |",
	} {
		got := run(t, strings.Replace(text, "TASK", task, 1), func(j bench.Job, _ int, r *bench.Record) {
			r.Instance = j.Instance
			switch count, known := counts[j.Instance]; {
			case !known:
				r.Status = nqueens.Timeout
			case task == "count":
				r.Count = nqueens.NewCount(count)
			}
		}).page(t).Markdown()
		if !strings.Contains(got, want) {
			t.Errorf("%s: no %q in\n%s", task, want, got)
		}
	}
}

// TestLevelsPlan checks that the plan for puzzles with regions prints the share of unique levels by size, from
// a single file with levels of two sizes.
func TestLevelsPlan(t *testing.T) {
	file := filepath.Join(t.TempDir(), "levels.txt")
	if err := os.WriteFile(file, []byte("level 1\nAABB\nACBB\nDCCC\nDDDC\n\nlevel 2\nAAAB\nACCB\nDCBB\nDDBB\n\nlevel 3\nAABBB\nACBBB\nDCCCC\nDDDCE\nDDDEE\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("NQUEENS_LEVELS", file)
	text, err := os.ReadFile("../../plans/levels.yaml")
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]uint64{"level 1": 1, "level 2": 2, "level 3": 1}
	got := run(t, string(text), func(j bench.Job, _ int, r *bench.Record) {
		r.Instance, r.Count = j.Instance, nqueens.NewCount(counts[j.Instance])
	}).page(t).Markdown()
	for _, want := range []string{"|   4 |       2 |  0.500 |", "|   5 |       1 |  1.000 |", "| branch "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
