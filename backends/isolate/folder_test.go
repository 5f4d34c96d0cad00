package isolate_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"nqueens/backends/isolate"
)

func TestWatchFolder(t *testing.T) {
	folder, full := t.TempDir(), errors.New("full")
	watched, stop := isolate.WatchFolder(t.Context(), folder, 1000, full)
	defer stop()
	if err := os.Mkdir(filepath.Join(folder, "in"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "in/b"} {
		if watched.Err() != nil {
			t.Fatal("ended before it was full")
		}
		if err := os.WriteFile(filepath.Join(folder, name), make([]byte, 600), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	<-watched.Done()
	if err := context.Cause(watched); err != full {
		t.Error(err)
	}
	if n := isolate.FolderBytes(folder); n != 1200 {
		t.Errorf("%d bytes", n)
	}
	other, stop := isolate.WatchFolder(t.Context(), folder, 1200, full)
	stop()
	if err := context.Cause(other); err != context.Canceled {
		t.Error(err)
	}
	if n := isolate.FolderBytes(filepath.Join(folder, "none")); n != 0 {
		t.Errorf("%d bytes", n)
	}
}
