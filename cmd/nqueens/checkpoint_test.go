package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/checkpoint"
	"nqueens/backends/quadrant"
	"nqueens/family"
)

// TestCheckpointIsLocked checks that a second process cannot open a checkpoint that is in use.
func TestCheckpointIsLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "8.ckpt")
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll}
	c, err := checkpoint.Open(path, quadrant.New(), request, checkpoint.Whole)
	if err != nil {
		t.Fatal(err)
	}
	want := "nqueens: --checkpoint: " + path + ": locked: another process is using it; wait until it ends, or name another file\n"
	for _, status := range []int{badInput, answered} {
		var out, errs strings.Builder
		if got := execute(t.Context(), []string{"count", "8", "--checkpoint", path}, strings.NewReader(""), &out, &errs); got != status || errs.String() != want {
			t.Errorf("status %d, %q; should be %d, %q", got, errs.String(), status, want)
		}
		c.Close()
		want = ""
	}
	if _, err := os.Stat(path + ".lock"); err == nil {
		t.Error("it stays locked")
	}
}

// TestCheckpointIsNotKept checks that a count whose checkpoint cannot be saved is printed and ends with 1.
func TestCheckpointIsNotKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	p := newProgram(strings.NewReader(""), &out, &errs, []backends.Backend{diskGone{quadrant.New(), dir}}, family.All())
	status := p.execute(t.Context(), []string{"count", "8", "--backend", "quadrant", "--checkpoint", filepath.Join(dir, "8.ckpt")})
	if status != failedCheck || out.String() != "92\n" || !strings.HasPrefix(errs.String(), "nqueens: --checkpoint: not kept: ") || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("status %d, %q, %q", status, out.String(), errs.String())
	}
}

// diskGone is a backend that removes the folder of its checkpoint while it counts.
type diskGone struct {
	backends.Resumable
	dir string
}

func (d diskGone) CountTasks(ctx context.Context, r nqueens.Request, tasks []int, done func(int, nqueens.Outcome)) error {
	os.RemoveAll(d.dir)
	return d.Resumable.CountTasks(ctx, r, tasks, done)
}
