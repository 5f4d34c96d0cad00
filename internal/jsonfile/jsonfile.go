// Package jsonfile reads JSON with errors in plain words, and keeps one value in a file of its own, as JSON for
// people to read.
package jsonfile

import (
	"encoding/json"
	"fmt"
	"os"

	"nqueens/internal/atomicfile"
)

// Read reads the file into what a pointer is to. That there is no file is fs.ErrNotExist.
func Read(name string, into any) error {
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := Unmarshal(content, into); err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	return nil
}

// Write writes the file, whole or not at all.
func Write(name string, value any) error {
	content, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(name, append(content, '\n'))
}
