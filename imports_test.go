package nqueens_test

import (
	"cmp"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"
)

// TestImportsGoOneWay checks the list under "What imports what" in CONTRIBUTING.md: each package is in a line
// and imports only packages of earlier lines. Tests may import anything.
func TestImportsGoOneWay(t *testing.T) {
	const module = "nqueens"
	page, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(page), "## What imports what\n")
	_, section, indented := strings.Cut(section, "\n\n    ")
	lines, _, ended := strings.Cut(section, "\n\n")
	if !found || !indented || !ended {
		t.Fatal("CONTRIBUTING.md has no list of what imports what")
	}
	var layers [][]string
	for line := range strings.Lines(lines) {
		layers = append(layers, strings.Fields(line))
	}
	layerOf := func(p string) int {
		p = strings.TrimPrefix(strings.TrimPrefix(p, module), "/")
		if p == "" {
			p = "."
		}
		for _, exact := range []bool{true, false} { // "backends/*" stands for packages that no line names
			for i, patterns := range layers {
				for _, pattern := range patterns {
					matches, err := path.Match(pattern, p)
					if err != nil {
						t.Fatalf("CONTRIBUTING.md: %q: %v", pattern, err)
					}
					if matches && exact == (pattern == p) {
						return i
					}
				}
			}
		}
		t.Errorf("%s stands on no line of CONTRIBUTING.md", p)
		return -1
	}
	list, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(list)) {
		fields := strings.Fields(line)
		from := layerOf(fields[0])
		for _, imported := range fields[1:] {
			if imported != module && !strings.HasPrefix(imported, module+"/") {
				continue
			}
			if to := layerOf(imported); to >= from {
				t.Errorf("%s imports %s, which does not stand above it", fields[0], imported)
			}
		}
	}
}

// TestWalk checks that the functions listed in doc.go as the steps for one problem exist, and that
// there are at most ten.
func TestWalk(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, walk, found := strings.Cut(string(doc), "to a chart:\n//\n")
	if !found {
		t.Fatal("doc.go has no list of steps")
	}
	folders := map[string]string{"nqueens": ".", "backends": "./backends", "bench": "./bench"}
	var names []string
	for line := range strings.Lines(walk) {
		step, ok := strings.CutPrefix(line, "//\t")
		if !ok {
			break
		}
		step, _, _ = strings.Cut(step, " ")
		folder, name, _ := strings.Cut(step, ".")
		names = append(names, step)
		if out, err := exec.Command("go", "doc", cmp.Or(folders[folder], "./bench/"+folder), name).CombinedOutput(); err != nil {
			t.Errorf("%s: %s", step, out)
		}
	}
	if len(names) == 0 || len(names) > 10 {
		t.Errorf("%d functions: %q", len(names), names)
	}
}
