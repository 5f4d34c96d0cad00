package encode

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

// TestMain makes garbage collection rare, because thousands of small problems produce much garbage.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

func TestEncodingNamed(t *testing.T) {
	var names []string
	for _, e := range Encodings() {
		names = append(names, e.Name)
		got, err := EncodingNamed(e.Name)
		if err != nil || got.Name != e.Name {
			t.Errorf("EncodingNamed(%q) = %q, %v", e.Name, got.Name, err)
		}
	}
	want := "pairwise sequential product commander bimander ladder binary totalizer network mixed"
	if got := strings.Join(names, " "); !strings.HasPrefix(got, want) { // later encodings follow
		t.Errorf("encodings are %s, want %s", got, want)
	}
	for name, want := range map[string]string{
		"totaliser": `no encoding is called "totaliser" (did you mean "totalizer"?)`,
		"Pairwise":  `no encoding is called "Pairwise" (did you mean "pairwise"?)`,
		"xyz":       `no encoding is called "xyz" (there are ` + strings.Join(names, ", ") + ")",
	} {
		if _, err := EncodingNamed(name); err == nil || err.Error() != want {
			t.Errorf("EncodingNamed(%q): %v, want %s", name, err, want)
		}
	}
}

// Counts without projection are right for at most one under a Determined encoding, and for exactly
// k under every encoding except sorting.
func TestDetermined(t *testing.T) {
	for _, e := range Encodings() {
		t.Run(e.Name, func(t *testing.T) {
			determined := true
			for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, mixedMost + 1} {
				f := inBounds(e, literals(n, false), 0, 1)
				if got := countModels(f, make(assignment, f.Variables+1), enough); got != n+1 {
					determined = false
				}
				for k, binomial := 0, 1; k <= n && n < 9 && e.Name != "sorting"; k, binomial = k+1, binomial*(n-k)/(k+1) {
					f = inBounds(e, literals(n, false), k, k)
					if got := countModels(f, make(assignment, f.Variables+1), enough); got != binomial {
						t.Errorf("exactly %d of %d: %d models, want %d", k, n, got, binomial)
					}
				}
			}
			if determined != e.Determined {
				t.Errorf("determined %v, but says %v", determined, e.Determined)
			}
		})
	}
}

func ExampleEncoding_AtMostOne() {
	e, err := EncodingNamed("sequential")
	if err != nil {
		fmt.Println(err)
		return
	}
	f := NewCNF(3)
	e.AtMostOne(f, []int32{1, 2, 3})
	for clause := range f.Clauses() {
		fmt.Println(clause)
	}
	// Output:
	// [-1 4]
	// [-4 5]
	// [-2 5]
	// [-4 -2]
	// [-5 -3]
}
