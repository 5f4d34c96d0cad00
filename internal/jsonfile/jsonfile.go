// Package jsonfile reads JSON with errors in plain words, and keeps one value in a file of its own, as JSON for
// people to read.
package jsonfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"nqueens/internal/atomicfile"
)

// ErrDamaged is wrapped by errors of Read about what a file holds: it is empty, cut off, no JSON or
// of another kind.
var ErrDamaged = errors.New("damaged")

// damaged is an error that wraps ErrDamaged without saying so.
type damaged struct{ error }

func (d damaged) Unwrap() []error { return []error{d.error, ErrDamaged} }

// Read reads the file into what a pointer is to. That there is no file is fs.ErrNotExist.
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

// Write writes the file, whole or not at all.
func Write(name string, value any) error {
	content, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(name, append(content, '\n'))
}
