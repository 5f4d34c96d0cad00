package repair

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"nqueens"
	"nqueens/family"
)

// TestRefusals compares the error for each of these problems with the golden file.
func TestRefusals(t *testing.T) {
	var got strings.Builder
	for _, text := range []string{
		"queens(2)", "queens(3, given=a1)", "torus(5)", "queens(8, symmetric=half-turn)",
		"queens(8, given=c1+f4)", "queens(8, given=c1+c4)", "queens(8, given=b2+d2)",
		"queens(8, given=c1+f2, blocked=f2)", "queens(8, given=c1, excluded=diff:2)",
		"queens(4, blocked=c1+c2+c3+c4)", "queens(4, blocked=c2+c3, excluded=sum:2+diff:-1)",
		"queens(4, blocked=a3+b3+c3+d3)", "queens(4, blocked=a3+d3, excluded=diff:-1+sum:4)", "queens(1, blocked=a1)",
		"queens(100000001)",
	} {
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s\n\t%v\n", text, MinConflicts().Supports(request(p, 0)))
	}
	p := bare(8)
	for _, r := range []nqueens.Request{{Problem: p, Task: nqueens.CountAll}, {Problem: p, Task: nqueens.FindFirst, Encoding: "pairwise"},
		{Problem: nqueens.Problem{N: 8}, Task: nqueens.FindFirst}} {
		fmt.Fprintf(&got, "%s %q\n\t%v\n", r.Task, r.Encoding, SosicGu().Supports(r))
	}
	fmt.Fprintf(&got, "queens(100001)\n\t%v\n", Genetic().Supports(request(bare(100_001), 0)))

	const golden = "testdata/refusals.golden"
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the refusals are not those of %s:\n%s", golden, got.String())
	}
}

func TestAcceptsWhatItCanDo(t *testing.T) {
	for _, text := range []string{
		"queens(1)", "queens(1, given=a1)", "queens(8, given=c1+c1+f2)", "queens(4, blocked=c1+c2+c3+c3+c3)",
		"queens(4, blocked=b2+b3, excluded=sum:1+sum:1+diff:0)", "queens(4, blocked=c1+c2+c3+b2+d2, excluded=sum:6)",
	} {
		p, err := family.All().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range all() {
			if err := b.Supports(request(p, 0)); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

// TestSupportsIsSmall checks that Supports allocates nothing in proportion to the board's size.
func TestSupportsIsSmall(t *testing.T) {
	p := bare(100_000_000)
	p.Given = []nqueens.Square{{File: 0, Rank: 0}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := SosicGu().Supports(request(p, 0))
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; err != nil || used > 1<<20 {
		t.Errorf("%v, %d bytes", err, used)
	}
}

func TestRunRefusesToo(t *testing.T) {
	for _, b := range all() {
		if o := b.Run(t.Context(), request(bare(3), 0), nil); o.Status != nqueens.Unsupported || o.Reason == "" {
			t.Errorf("%s: %+v", b.description.Name, o)
		}
	}
}

// TestListsStop checks that lists of a large board are abandoned when the search is stopped.
func TestListsStop(t *testing.T) {
	b := newBoard(nqueens.Problem{Family: family.Queens, N: 10_000, Given: []nqueens.Square{{File: 5000, Rank: 7000}}})
	var stop signal
	if n := len(b.freeRanks(&stop)); n != 9999 {
		t.Errorf("%d ranks are free", n)
	}
	stop.Store(true)
	if n := len(b.freeRanks(&stop)); n != 0 {
		t.Errorf("%d ranks were listed after the stop", n)
	}
}
