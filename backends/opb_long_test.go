//go:build long

package backends_test

import (
	"testing"

	"nqueens"
)

// TestOddOPBExternal is TestOddOPB of the solvers that are installed.
func TestOddOPBExternal(t *testing.T) {
	checkOddOPB(t, 40, func(d nqueens.Description) bool { return d.External != "" })
}
