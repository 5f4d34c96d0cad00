package reproduce

import (
	"slices"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/golden"
)

// sized returns records of right answers for 8 queens.
func sized(t *testing.T) *made {
	m := &made{t: t, r: searchSizes()}
	stats := map[string]map[string]int64{
		"naive":        {"nodes": 2057, "placements": 15_720},
		"available":    {"nodes": 1029, "placements": 2_754},
		"permutations": {"placements": 40_320, "pairs": 1},
	}
	fixed := map[nqueens.Symmetry]string{nqueens.Identity: "92", nqueens.HalfTurn: "4"}
	for _, j := range m.r.experiment().Jobs {
		count := fixed[j.Problem.Symmetric]
		if count == "" {
			count = "0"
		}
		m.add(j.Problem, j.Task, j.Backend, count, 0.001, stats[j.Backend])
	}
	return m
}

func TestSearchSizesPage(t *testing.T) {
	text, p := sized(t).page(time.Minute)
	golden.Equal(t, "search-sizes.golden", text)
	for _, v := range p.Verdicts() {
		if v.Kind != page.SameValue {
			t.Errorf("%s: %v", v.What, v)
		}
	}
}

// TestSearchSizesWrong checks that each statistic and each count is compared.
func TestSearchSizesWrong(t *testing.T) {
	const sizes, depths = "sizes of the search", "nodes by depth"
	for _, test := range []struct {
		name  string
		spoil func(m *made)
		what  []string
	}{
		{"placements of naive", func(m *made) { m.stats("naive")["placements"]-- }, []string{sizes, depths}},
		{"nodes of naive", func(m *made) { m.stats("naive")["nodes"]-- }, []string{depths}},
		{"placements of available", func(m *made) { m.stats("available")["placements"]++ }, []string{sizes}},
		{"permutations", func(m *made) { m.stats("permutations")["placements"]++ }, []string{sizes}},
		{"a count", func(m *made) { m.records[3].Count = nqueens.NewCount(91) }, []string{sizes}},
		{"half turns", func(m *made) {
			for i, r := range m.records {
				if r.Problem == "queens(8, symmetric=half-turn)" {
					m.records[i].Count = nqueens.NewCount(12)
				}
			}
		}, []string{sizes}},
	} {
		m := sized(t)
		test.spoil(m)
		_, p := m.page(time.Minute)
		for _, what := range []string{sizes, depths} {
			want := page.SameValue
			if slices.Contains(test.what, what) {
				want = page.Wrong
			}
			if got := kindOf(t, p, what); got != want {
				t.Errorf("%s wrong: %s is %s, want %s", test.name, what, got, want)
			}
		}
	}
}

// stats returns the statistics of a backend's first record.
func (m *made) stats(backend string) map[string]int64 {
	i := slices.IndexFunc(m.records, func(r bench.Record) bool { return r.Backend == backend })
	return m.records[i].Stats
}
