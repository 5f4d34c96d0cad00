// Package golden compares the pages and pictures that tests produce with files in testdata. After
// an intended change, update the files and review the difference:
//
//	go test ./bench/compare -update
package golden

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Equal fails the test unless a text equals the file of that name in testdata. With -update it writes the file.
func Equal(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(content) == text {
		return
	}
	got, want := strings.Split(text, "\n"), strings.Split(string(content), "\n")
	line := 0
	for line < min(len(got), len(want)) && got[line] == want[line] {
		line++
	}
	from, upto := max(0, line-2), line+6
	t.Errorf("%s:%d: now\n%s\nwas\n%s\n-update writes it anew", path, line+1,
		strings.Join(got[min(from, len(got)):min(upto, len(got))], "\n"), strings.Join(want[min(from, len(want)):min(upto, len(want))], "\n"))
}

// Committed fails the test unless a committed file, such as the chart of a run, equals the given
// content. With -update it writes the file.
func Committed(t *testing.T, path string, content []byte) {
	t.Helper()
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case bytes.Equal(was, content):
	case *update:
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s differs from the current output: -update writes it again", path)
	}
}

// Pictures compares fingerprints of pictures, by name, with those in the file. Look at a changed
// picture before updating the file. On other architectures than amd64 it compares nothing, because
// fused multiply-add changes rounding there.
func Pictures(t *testing.T, name string, pictures map[string][]byte) {
	t.Helper()
	if runtime.GOARCH != "amd64" {
		return
	}
	var lines strings.Builder
	for _, picture := range slices.Sorted(maps.Keys(pictures)) {
		fmt.Fprintf(&lines, "%s %x\n", picture, sha256.Sum256(pictures[picture]))
	}
	Equal(t, name, lines.String())
}
