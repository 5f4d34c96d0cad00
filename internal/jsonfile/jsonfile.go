// Package jsonfile reads JSON with errors in plain words, and stores a value in a file as indented
// JSON.
package jsonfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"nqueens/internal/atomicfile"
)

// ErrDamaged is wrapped by errors of Read about the content of a file: it is empty, incomplete, not
// JSON or of another type.
var ErrDamaged = errors.New("damaged")

// damaged is an error that wraps ErrDamaged without adding its text.
type damaged struct{ error }

func (d damaged) Unwrap() []error { return []error{d.error, ErrDamaged} }

// Read reads the file into the value that into points to. If the file does not exist, the error is
// fs.ErrNotExist.
func Read(name string, into any) error {
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := Unmarshal(content, into); err != nil {
		return damaged{fmt.Errorf("reading %s: %w", name, err)}
	}
	return nil
}

// Write writes the file atomically.
func Write(name string, value any) error {
	content, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(name, append(content, '\n'))
}
