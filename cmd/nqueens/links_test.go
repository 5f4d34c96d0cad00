package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// linked matches the target of a link or an image.
var linked = regexp.MustCompile(`\]\(([^)\s]+)[^)]*\)|(?:src|href)="([^"]+)"`)

// readmesChart is the only picture that is committed as PNG, because not every viewer of README
// draws SVG.
const readmesChart = "results/baseline/time-queens-count.png"

// TestLinks checks that the links of every page lead to existing files that git does not ignore.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	pages, links := 0, 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "nqueens-")): // .git; a run of the user's
			return fs.SkipDir
		case filepath.Ext(name) != ".md" || entry.IsDir():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		pages++
		for _, match := range linked.FindAllStringSubmatch(prose(string(text)), -1) {
			target, anchor, _ := strings.Cut(match[1]+match[2], "#")
			if page := filepath.Join(filepath.Dir(path), filepath.FromSlash(target)); anchor != "" && !strings.Contains(target, "://") {
				if target == "" {
					page = path
				}
				if !slices.Contains(anchors(t, page), anchor) {
					t.Errorf("%s links to #%s, which is no heading of %s", path, anchor, page)
				}
			}
			if target == "" || strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			links++
			target = filepath.Join(filepath.Dir(path), filepath.FromSlash(target))
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to what is not there: %v", path, err)
			}
			if inside, err := filepath.Rel(root, target); err != nil || strings.HasPrefix(inside, "..") {
				t.Errorf("%s links to %s, outside the repository", path, target)
			} else if strings.HasSuffix(inside, ".png") && filepath.ToSlash(inside) != readmesChart {
				t.Errorf("%s links to %s, which is not kept: link to the SVG", path, inside)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages < 10 || links < 50 {
		t.Errorf("only %d links on %d pages: are these the repository's?", links, pages)
	}
}

// anchors returns the anchors of a page's headings, as GitHub makes them.
func anchors(t *testing.T, page string) (list []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		return nil // the link itself is reported
	}
	for line := range strings.Lines(prose(string(text))) {
		heading := strings.TrimSpace(strings.TrimLeft(line, "#"))
		if !strings.HasPrefix(line, "#") {
			continue
		}
		slug := strings.Map(func(c rune) rune {
			switch {
			case c == ' ':
				return '-'
			case c == '-' || c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c):
				return unicode.ToLower(c)
			}
			return -1
		}, heading)
		list = append(list, slug)
	}
	return list
}

// prose returns a page without its code, in which brackets are no links.
func prose(page string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(page) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		} else if !fenced && !strings.HasPrefix(line, "    ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// TestPicturesKept checks that git ignores the PNG files of results, except the one of README.
func TestPicturesKept(t *testing.T) {
	text, err := os.ReadFile("../../.gitignore")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	ignored, kept := slices.Index(lines, "/results/**/*.png"), slices.Index(lines, "!/"+readmesChart)
	if ignored < 0 || kept < ignored { // the last line that matches decides
		t.Errorf(".gitignore lets PNGs of results in, or README's out:\n%s", text)
	}
}

// TestNotice checks that NOTICE names each library with its license.
func TestNotice(t *testing.T) {
	needed, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../NOTICE.md")
	if err != nil {
		t.Fatal(err)
	}
	notice := strings.NewReplacer(", ", " golang.org/x/").Replace(string(text)) // "golang.org/x/image, perf"
	modules := regexp.MustCompile(`(?m)^\t?(?:require )?(\S+\.\S+/\S+) v`).FindAllStringSubmatch(string(needed), -1)
	if len(modules) < 20 {
		t.Fatalf("go.mod names only %d modules", len(modules))
	}
	for _, m := range modules {
		if !strings.Contains(notice, m[1]) {
			t.Errorf("NOTICE.md says nothing of %s", m[1])
		}
	}
}
