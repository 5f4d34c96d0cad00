package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/moby/sys/atomicwriter"
)

// addFile writes a file that is not there yet, and the folders that lead to it;
// whole or not at all. One that is there stays, and must hold the same.
func addFile(name string, content []byte) error {
	switch there, err := os.ReadFile(name); {
	case err == nil && bytes.Equal(there, content):
		return nil
	case err == nil:
		return fmt.Errorf("%s is there and holds something else: remove it, or name another folder", name)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return atomicwriter.WriteFile(name, content, 0o644)
}
