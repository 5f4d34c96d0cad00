package bench

import (
	"os"

	"nqueens/backends"
	"nqueens/backends/external"
)

// definition is a solver that its user described, so that a child process can
// make it again.
type definition struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// solver is the backend's external solver, nil if it is none.
func (r *Runner) solver(backend string) *external.Solver {
	b, err := backends.Named(r.Backends, backend)
	if err != nil {
		return nil
	}
	s, _ := b.(*external.Solver)
	return s
}

// lodge gives an external solver's child what it needs: the description unless
// it is built in, and a folder for temporary files that goes even if the child is
// killed. What it returns removes that folder.
func (r *Runner) lodge(a *assignment) (leave func(), err error) {
	s := r.solver(a.Backend)
	if s == nil {
		return func() {}, nil
	}
	if file, text := s.Definition(); !s.BuiltIn() {
		a.Solver = &definition{file, string(text)}
	}
	if a.Temporary != "" {
		return func() {}, nil // another's to remove
	}
	folder, err := os.MkdirTemp("", "nqueens-run-")
	a.Temporary = folder
	return func() { os.RemoveAll(folder) }, err //nolint:errcheck // it is one of the system's temporary folders
}

// join adds the assignment's own solver to the backends.
func (a assignment) join(all []backends.Backend) ([]backends.Backend, error) {
	if a.Solver == nil {
		return all, nil
	}
	s, err := external.ParseSolver(a.Solver.File, []byte(a.Solver.Text))
	if err != nil {
		return nil, err
	}
	return append(all[:len(all):len(all)], s), nil
}
