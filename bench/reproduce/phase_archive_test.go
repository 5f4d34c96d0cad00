package reproduce

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestArchiveRefuses(t *testing.T) {
	const head = "n\tdiagonals\tid\tsolvable\tnodes\n"
	for text, want := range map[string]string{
		"":                            "",
		head + "10\t1\t1\t1\t80\n":    "",
		"n\tid\n":                     ":1: the columns are n id; they should be n diagonals id solvable nodes",
		head + "10\t1\n":              ":2: 2 fields",
		head + "10\t1\t1\tyes\t80\n":  `:2: strconv.ParseInt: parsing "yes"`,
		head + "10\t1\t1\t1\t80\nend": ":3: 1 fields",
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, runsFile)
		if err := os.WriteFile(name, gzipped(t, text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := openArchive(dir)
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), name+want)) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, runsFile), gzipped(t, head)[:20], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := openArchive(dir); err == nil || !strings.Contains(err.Error(), "unexpected EOF") {
		t.Errorf("cut off: %v", err)
	}
}

// TestPublishedFolder runs all parts for a moment beside the published files.
func TestPublishedFolder(t *testing.T) {
	folder := os.Getenv("NQUEENS_INSTANCES")
	if folder == "" {
		t.Skip("set NQUEENS_INSTANCES to the folder with the published archives")
	}
	s := session(t, 10*time.Second)
	s.Instances = filepath.Join(folder, "diag")
	result, err := s.Reproduce(t.Context(), phaseTransition())
	if err != nil {
		t.Fatal(err)
	}
	if result.Failed() {
		t.Errorf("%q", result.Failures)
	}
	page := read(t, result.Page)
	for _, want := range []string{
		"the published files are made again from their seeds: **same value**: 7,000 files",
		"verdict and nodes of bit-solver, run by run: **same value**",
		"verdict of bitmask, run by run: **same value**",
		"verdicts on the ASP instances, n = 28, of all contenders: **same value**",
	} {
		if !strings.Contains(strings.ReplaceAll(page, "\n  ", " "), want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
}
