//go:build long

package backends_test

import (
	"testing"

	"nqueens"
)

// TestOptimisationFilesOfSolvers gives random problems in each format of formulas to every
// installed external solver.
func TestOptimisationFilesOfSolvers(t *testing.T) {
	asked := checkOptimisationFiles(t, 60, func(d nqueens.Description) bool {
		return d.External != "" && d.Name != "minizinc" && d.Name != "swipl"
	})
	t.Log(asked)
}
