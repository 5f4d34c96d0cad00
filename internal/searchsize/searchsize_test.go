package searchsize

import (
	"fmt"
	"slices"
	"testing"
)

// The sizes of the search for 8 queens, from any 8 of 64 squares to backtracking.
func Example() {
	tree := Walk(8)
	fmt.Println(Choose(64, 8), Power(8, 8), Falling(8, 8), tree.Squares, tree.Unused)
	// Output: 4426165368 16777216 40320 15720 5508
}

// TestWalk compares the leaves with OEIS A000170, and the steps on the 4 × 4 board with those counted by
// hand: the nodes by depth are 1, 4, 6, 4, 2.
func TestWalk(t *testing.T) {
	for n, solutions := range []uint64{1, 1, 0, 0, 2, 10, 4, 40, 92} {
		if tree := Walk(n); tree.Nodes[n] != solutions {
			t.Errorf("n = %d: %d leaves, want %d", n, tree.Nodes[n], solutions)
		}
	}
	if four := Walk(4); !slices.Equal(four.Nodes, []uint64{1, 4, 6, 4, 2}) || four.Squares != 60 || four.Unused != 32 {
		t.Errorf("4 queens: %+v", four)
	}
}

// TestLarge checks a number that needs more than 64 bits: 100 choose 50.
func TestLarge(t *testing.T) {
	if got := Choose(100, 50).String(); got != "100891344545564193334812497256" {
		t.Error(got)
	}
	if got := Falling(7, 0).String(); got != "1" {
		t.Errorf("no factors: %s", got)
	}
}

func BenchmarkWalk(b *testing.B) {
	for b.Loop() {
		Walk(10)
	}
}
