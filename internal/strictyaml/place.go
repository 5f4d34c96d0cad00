package strictyaml

import "fmt"

// Place is where in a file something stands, line and column counted from 1.
type Place struct {
	File         string
	Line, Column int
}

// Errorf is an error that begins with the place, as compilers write it.
func (p Place) Errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %w", p.File, p.Line, p.Column, fmt.Errorf(format, args...))
}
