//go:build long

package backends_test

import "testing"

// TestManyProgrammesBySolvers does the same as TestProgrammesBySolvers with more programmes.
func TestManyProgrammesBySolvers(t *testing.T) {
	checkProgrammes(t, 100)
}
