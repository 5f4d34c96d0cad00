//go:build !long

package backends_test

import "testing"

// TestDifferential puts random small problems of every family to every variant of every backend.
// Built with the tag long it goes on for an hour, with other problems each time.
func TestDifferential(t *testing.T) {
	c := newContest(t, 1, 1<<15, 400)
	c.bareBoards()
	for range rounds {
		c.round()
	}
	c.took()
}

// rounds is how many random problems each family has: with the bare boards they take about half a minute of
// processor time.
const rounds = 14
