//go:build long

package backends_test

import (
	"testing"

	"nqueens"
)

// TestOddOPBExternal runs TestOddOPB with the installed solvers.
func TestOddOPBExternal(t *testing.T) {
	checkOddOPB(t, 40, func(d nqueens.Description) bool { return d.External != "" })
}
