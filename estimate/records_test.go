package estimate

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestRecords compares the number of intervals of 10 to 27 queens in results/estimate that contain
// the right number with its records, and repeats the estimates that take little time.
func TestRecords(t *testing.T) {
	file, err := os.Open("../results/estimate/estimates.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../results/estimate/README.md")
	if err != nil {
		t.Fatal(err)
	}
	seeds, held := map[int]int{}, map[int]int{}
	for lines := json.NewDecoder(packed); lines.More(); {
		var e struct {
			Problem   string
			Solutions struct {
				Value     string
				Low, High float64 `json:",string"`
				Seed      uint64
			}
			Published float64 `json:",string"`
		}
		if err := lines.Decode(&e); err != nil {
			t.Fatal(err)
		}
		p := problem(t, e.Problem)
		if known, ok := p.Known(); !ok || known.Count.Float() != e.Published {
			t.Errorf("%s is published as %v, not %v", e.Problem, known.Count, e.Published)
		}
		seeds[p.N]++
		if e.Solutions.Low <= e.Published && e.Published <= e.Solutions.High {
			held[p.N]++
		}
		if seed := e.Solutions.Seed; seed == uint64(p.N) && p.N <= 14 {
			again, err := Count(t.Context(), p, Config{Seed: seed, Samples: 10})
			if value, _ := again.Value.MarshalText(); err != nil || string(value) != e.Solutions.Value {
				t.Errorf("%s with seed %d is %s, %v; the record has %s", e.Problem, seed, value, err, e.Solutions.Value)
			}
		}
	}
	var all, right int
	for n := 10; n <= 27; n++ {
		all, right = all+seeds[n], right+held[n]
		if row := fmt.Sprintf("| %d | %d | %d |", n, seeds[n], held[n]); seeds[n] == 0 || !strings.Contains(string(page), row) {
			t.Errorf("README.md lacks the row %s", row)
		}
	}
	if row := fmt.Sprintf("| all | %d | %d |", all, right); !strings.Contains(string(page), row) {
		t.Errorf("README.md lacks the row %s", row)
	}
}
