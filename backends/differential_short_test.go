//go:build !long

package backends_test

import "testing"

// TestDifferential gives random small problems of every family to every variant of every backend.
// With the build tag long it runs for an hour, with other problems each time.
func TestDifferential(t *testing.T) {
	c := newContest(t, 1, 1<<15, 400)
	c.bareBoards()
	for range rounds {
		c.round()
	}
	c.checkCoverage()
}

// rounds is the number of random problems of each family. Together with the bare boards they take
// about half a minute of CPU time.
const rounds = 14
