package external

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

//go:embed solvers/*.yaml
var descriptions embed.FS

// Solvers are those that are built in, installed or not. Their descriptions are
// read when they are needed: most processes need none of them.
func Solvers() []*Solver {
	var list []*Solver
	// They are part of the program, and tests read them.
	entries, err := descriptions.ReadDir("solvers")
	if err != nil {
		panic(err)
	}
	for _, entry := range entries {
		text, err := descriptions.ReadFile("solvers/" + entry.Name())
		if err != nil {
			panic(err)
		}
		list = append(list, newSolver("", text, sync.OnceValue(func() *description {
			d, err := readDescription(entry.Name(), text)
			if err != nil {
				panic(err)
			}
			return &d
		})))
	}
	return list
}

// maxDescription is more bytes than a description has.
const maxDescription = 1 << 20

// ReadSolver reads a solver's description from a file.
func ReadSolver(path string) (*Solver, error) {
	file, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the solver's description: %w", err)
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder: name the file that describes the solver", path)
	case info.Size() > maxDescription:
		return nil, fmt.Errorf("%s: longer than 1 MiB, which no description is", path)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the solver's description: %w", err)
	}
	return ParseSolver(file, text)
}
