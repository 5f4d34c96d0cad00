package instance

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"nqueens/encode"
)

// publishedFolder returns the folder with the published archives, or skips the test.
func publishedFolder(t *testing.T) string {
	folder := os.Getenv("NQUEENS_INSTANCES")
	if folder == "" {
		t.Skip("set NQUEENS_INSTANCES to the folder with the published archives diag/diag-8.tar.gz, block-10.tar.gz, …")
	}
	return folder
}

// members calls f with every instance file of a published archive.
func members(t *testing.T, name string, f func(name string, text []byte)) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(z)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if base := path.Base(header.Name); strings.HasSuffix(base, ".param") && !strings.HasPrefix(base, "._") {
			text, err := io.ReadAll(archive)
			if err != nil {
				t.Fatal(err)
			}
			f(base, text)
		}
	}
}

// TestPublished generates the published instances from their seeds, reads and writes them, and
// compares all bytes.
func TestPublished(t *testing.T) {
	folder := publishedFolder(t)
	archives, err := filepath.Glob(filepath.Join(folder, "diag", "diag-*.tar.gz"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("no diag/diag-*.tar.gz in %s (%v)", folder, err)
	}
	for _, archive := range append(archives, filepath.Join(folder, "block-10.tar.gz")) {
		t.Run(filepath.Base(archive), func(t *testing.T) {
			equal := 0
			members(t, archive, func(name string, text []byte) {
				var seed uint64
				r := Recipe{Kind: Blocked, Least: 4, Published: true}
				if _, err := fmt.Sscanf(name, "block-%d-%d-%d.param", &r.N, &r.Size, &seed); err != nil {
					r = Recipe{Kind: ExcludedDiagonals, Size: All, Published: true}
					if _, err := fmt.Sscanf(name, "diag-%d-%d-%d.param", &r.N, &r.Least, &seed); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
				}
				if got := r.FileName(seed); got != name {
					t.Errorf("%s is called %s", name, got)
				}
				made, err := r.Make(t.Context(), seed)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				read, err := Read(made.Family, name, bytes.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				if read.String() != made.String() {
					t.Errorf("%s: read %v, made %v", name, read, made)
				}
				if got := written(t, r.Kind.Format(), made); got != string(text) {
					t.Errorf("%s:\n%s\nwant\n%s", name, got, text)
				}
				equal++
			})
			t.Logf("%d files equal to the byte", equal)
			if equal < 1000 {
				t.Errorf("only %d files", equal)
			}
		})
	}
}

// TestCompetition reads the instances of the ASP competition.
func TestCompetition(t *testing.T) {
	archive := filepath.Join(publishedFolder(t), "asp-competition-instances.tar.gz")
	blocks := map[int]map[int]int{} // by side, the number of instances for each number of blocks
	err := Each(encode.Reading{}, queens, archive, func(name string, p problem) error {
		if blocks[p.N] == nil {
			blocks[p.N] = map[int]int{}
		}
		blocks[p.N][len(p.Blocked)]++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]int{28: 595, 48: 1962, 50: 2142, 56: 2734} {
		if blocks[n][want] != 100 {
			t.Errorf("n = %d: %v, want 100 instances with %d blocks", n, blocks[n], want)
		}
	}
}

// TestPublishedExamples compares the generators with the examples in their authors' documents.
func TestPublishedExamples(t *testing.T) {
	p, err := Recipe{Kind: ExcludedDiagonals, N: 10, Size: All, Least: 4, Published: true}.Make(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	const want = `n =  10
numdiags =  14
diags =  [[4, 1], [2, 1], [14, 0], [8, 1], [8, 0], [7, 0], [3, 1], [12, 1], [18, 0], [5, 0], [14, 1], [0, 0], [15, 1], [17, 1]]
`
	if got := written(t, "excluded-diagonals", p); got != want {
		t.Errorf("diag-10-4-1.param is\n%s\nwant\n%s", got, want)
	}
}
