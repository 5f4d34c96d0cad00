package main

import (
	"io"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"nqueens/backends"
	"nqueens/family"
)

// TestManPages checks that every command has a page with all of its help that man accepts without a
// warning, and that the program's page has the manual.
func TestManPages(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	root := newProgram(nil, io.Discard, io.Discard, backends.All(), family.All()).root(nil)
	for _, p := range manPages(root) {
		pages[p.name] = p.text
	}
	for name, want := range map[string][]string{
		"nqueens":                 {".SH NAME\nnqueens \\- Compare", ".B nqueens count [FAMILY] N [flags]", ".SH \"THE PROBLEM\"", "$ nqueens count 8\n92\n", ".SH \"EXIT STATUS\"", "nqueens/bench/plan.Plan explains"},
		"nqueens-count":           {".B nqueens count [FAMILY] N [flags]", "\\fB\\-b, \\-\\-backend\\fR \\fInames\\fR", "nqueens count torus 11"},
		"nqueens-completion-bash": {".SH OPTIONS"},
		"nqueens-check-proof":     {"\\fBnqueens\\-check\\fR(1)"},
	} {
		for _, text := range want {
			if !strings.Contains(pages[name], text) {
				t.Errorf("the page %s has no %q:\n%.1500s", name, text, pages[name])
			}
		}
	}
	if _, hidden := pages["nqueens-"+childCommand]; hidden {
		t.Error("a hidden command has a page")
	}
	if request := regexp.MustCompile(`(?m)^'.*|\\[^&efI(-].*`).FindString(pages["nqueens"]); request != "" {
		t.Errorf("in the manual is a request that nobody meant: %s", request)
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("no groff to read them")
	}
	for name, text := range pages {
		cmd := exec.Command(groff, "-man", "-Kutf8", "-Tutf8", "-ww", "-z")
		cmd.Stdin = strings.NewReader(text)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
