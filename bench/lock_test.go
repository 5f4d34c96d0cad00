package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Two runs into one folder at once would write over each other's records.
func TestFolderIsForOneRun(t *testing.T) {
	dir := t.TempDir()
	e := planned(t, "runs: [{problems: queens(4), backends: right}]")
	first, err := OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	who := fmt.Sprintf("process %d on ", os.Getpid())
	if _, err := OpenFolder(dir, e); !errors.Is(err, errLocked) || !strings.Contains(err.Error(), who) {
		t.Errorf("a second run opened the folder: %v", err)
	}
	if _, err := ReadFolder(dir); err != nil {
		t.Errorf("a run that goes on cannot be read: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, holderFile)); err == nil {
		t.Error("a folder into which nothing runs says that something does")
	}
	second, err := OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	second.Close()
}
