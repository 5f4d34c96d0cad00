package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNothingToDraw checks that without a solution a note says that no picture was written, and
// that an existing file stays.
func TestNothingToDraw(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"solve", "3"}, {"solve", "3", "--all", "--backend", "bitmask"}} {
		for _, name := range []string{"new.svg", "old.png"} {
			path := filepath.Join(dir, name)
			if name == "old.png" {
				if err := os.WriteFile(path, []byte("before"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			var out, errs bytes.Buffer
			status := execute(t.Context(), append(args, "-o", path), strings.NewReader(""), &out, &errs)
			if status != 0 || strings.Count(errs.String(), path+" was not written\n") != 1 {
				t.Errorf("%v: status %d, %s", args, status, &errs)
			}
			content, err := os.ReadFile(path)
			if name == "new.svg" && !errors.Is(err, fs.ErrNotExist) || name == "old.png" && string(content) != "before" {
				t.Errorf("%v: %s holds %q, %v", args, name, content, err)
			}
		}
	}
}

// TestTextIsNoPicture checks that a command whose answer is text refuses the name of a picture, and
// that an existing file stays.
func TestTextIsNoPicture(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"count", "4"}, {"count", "4", "--json"}, {"encode", "4"}, {"encode", "4", "-f", "opb"}} {
		for _, name := range []string{"c.svg", "c.PNG", "c.pdf", "c.gif"} {
			path := filepath.Join(dir, name)
			if err := os.WriteFile(path, []byte("before"), 0o666); err != nil {
				t.Fatal(err)
			}
			var out, errs bytes.Buffer
			status := execute(t.Context(), append(args, "-o", path), strings.NewReader(""), &out, &errs)
			if content, err := os.ReadFile(path); status != 2 || out.Len() > 0 || strings.Count(errs.String(), "\n") != 1 || !strings.Contains(errs.String(), "--output "+path+": the answer is text, ") || string(content) != "before" {
				t.Errorf("%v: status %d, %s%s, %q, %v", args, status, &out, &errs, content, err)
			}
		}
	}
}
