package reproduce

import (
	"fmt"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/golden"
)

// danced makes records of Knuth's own numbers to n = most.
func danced(t *testing.T, most int) *made {
	m := &made{t: t, r: dancingLinks()}
	for i, k := range knuthOrganPipe[:most] {
		m.add(queensProblem(i+1), nqueens.CountAll, "dlx/dancing", fmt.Sprint(k.solutions), 0.001,
			map[string]int64{"nodes": int64(k.nodes), "updates": int64(k.updates)})
	}
	return m
}

func TestDancingLinksPage(t *testing.T) {
	text, _ := danced(t, 12).page(time.Minute)
	golden.Equal(t, "dancing-links.golden", text)
}

// TestDancingLinksWrong: one node or update too many is wrong.
func TestDancingLinksWrong(t *testing.T) {
	for _, key := range []string{"nodes", "updates"} {
		m := danced(t, 8)
		m.records[6].Stats[key]++
		_, p := m.page(time.Minute)
		if got := kindOf(t, p, "nodes and updates in organ-pipe order"); got != page.Wrong {
			t.Errorf("one of the %s too many: %s", key, got)
		}
	}
}

// TestNatural: Knuth's numbers for the natural order.
func TestNatural(t *testing.T) {
	for i, want := range knuthNatural[:10] {
		if got, err := natural(t.Context(), i+1); err != nil || got != want {
			t.Errorf("n = %d: %v, want %v (%v)", i+1, got, want, err)
		}
	}
}
