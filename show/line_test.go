package show_test

import (
	"testing"

	"nqueens"
	"nqueens/backends/trace"
	"nqueens/family"
	"nqueens/show"
)

// TestPlain checks the names of the items of an exact cover.
func TestPlain(t *testing.T) {
	p := nqueens.Problem{Family: family.Queens, N: 6}
	for line, want := range map[string]string{
		"rank-4": "rank 4", "file-b": "file b", "sum-5": "diagonal a6–f1", "diff--2": "diagonal a3–d6", "diff 2": "diagonal c1–f4",
		"2-on-sum-3": "2 on diagonal a4–d1", "block-a1-b2": "block-a1-b2", "an earlier queen attacks it": "an earlier queen attacks it", "": "",
	} {
		if got := show.Plain(p, []trace.Event{{Line: line}})[0].Line; got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
