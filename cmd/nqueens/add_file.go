package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	folder, file := filepath.Split(name)
	if err := os.MkdirAll(filepath.Clean(folder), 0o777); err != nil {
		return err
	}
	part := filepath.Join(folder, "."+file+".part") // hidden from who reads the folder
	err := os.WriteFile(part, content, 0o666)
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		os.Remove(part) //nolint:errcheck // another error is on its way already
	}
	return err
}
