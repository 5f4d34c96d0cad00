package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// tables are those of the page, in Markdown, by the name that marks their place
// in it: <!-- name --> before the table, <!-- end --> after it.
func tables() map[string]string {
	return map[string]string{
		"files":     filesTable(example()),
		"symmetry":  symmetryTable(),
		"growth":    growthTable(),
		"samples":   sampleTable(),
		"exponents": exponentTable(),
		"estimates": estimateTable(),
	}
}

// withTables is the page with its tables as they are now.
func withTables(page string) (string, error) {
	for name, table := range tables() {
		before, rest, found := strings.Cut(page, "<!-- "+name+" -->\n")
		_, after, ended := strings.Cut(rest, "<!-- end -->")
		if !found || !ended {
			return "", fmt.Errorf("README.md has no place for the table %s", name)
		}
		page = before + "<!-- " + name + " -->\n" + table + "<!-- end -->" + after
	}
	return page, nil
}

func updatePage() error {
	path := filepath.Join(folder, "..", "README.md")
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text, err := withTables(string(page))
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
