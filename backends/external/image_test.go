package external

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestImageHasSolvers checks that the Dockerfile installs the Debian package of each built-in solver.
func TestImageHasSolvers(t *testing.T) {
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(text))
	for _, s := range Solvers() {
		if !slices.Contains(words, s.Package()) {
			t.Errorf("%s: the Dockerfile does not install %s", s.name(), s.Package())
		}
	}
}
