package phase

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/stats"
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

// TestArchiveFirstError: of two damaged files the same one is always told of.
func TestArchiveFirstError(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{runsFile, competitionFile} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("damaged"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		if _, err := openArchive(dir); err == nil || !strings.Contains(err.Error(), runsFile) {
			t.Fatalf("%v, want one about %s", err, runsFile)
		}
	}
}

// competitionFolder holds an archive of blocked instances on 5 × 5, whose ids
// are 1, 2, …, and what was published of the first two.
func competitionFolder(t *testing.T, blocks ...string) string {
	t.Helper()
	dir := t.TempDir()
	var text bytes.Buffer
	out := tar.NewWriter(&text)
	for i, block := range blocks {
		content := "letting n = 5\nletting blocks = [" + block + "]\n"
		err := out.WriteHeader(&tar.Header{Name: fmt.Sprintf("blocked.5.%d.param", i+1), Mode: 0o666, Size: int64(len(content))})
		if err == nil {
			_, err = out.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		competitionFile: gzipped(t, text.String()),
		lingelingFile:   []byte("n\tid\tverdict\tconflicts\tseconds\n5\t1\tSATISFIABLE\t7\t0.1\n5\t2\tSATISFIABLE\t8\t0.1\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestCompetitionFiles: answers are to the very instances of the folder, in its
// order; others than these have none. A wrong solution is no verdict.
func TestCompetitionFiles(t *testing.T) {
	entryOf := func(study *Study) entry {
		for _, e := range study.entries {
			if e.kind == competition && e.contender == bitmask {
				return e
			}
		}
		t.Fatal("no such entry")
		return entry{}
	}
	c := config(t, time.Second)
	c.Instances = competitionFolder(t, "[1,1]", "[2,2],[3,3]")
	study := recorded(t, c)
	line := bench.NewBlock(entryOf(study).asked, bench.Maker{Version: "1"}, 0)
	line.Verdicts, line.Seconds, line.Stats = "11", []float64{0.1, 0.1}, map[string][]int64{"nodes": {1, 2}}
	wrong := line
	wrong.Verdicts = "1w"
	for _, test := range []struct {
		line   bench.Block
		blocks []string
		want   string // on the page
	}{
		{line, []string{"[1,1]", "[2,2],[3,3]"}, "**same value**: 2 answers"},
		{wrong, []string{"[1,1]", "[2,2],[3,3]"}, "**same value**: 1 answer"},
		{line, []string{"[2,2],[3,3]", "[1,1]"}, ""},
		{line, []string{"[1,1]", "[2,2]"}, ""},
		{line, []string{"[1,1]"}, ""},
	} {
		c.Instances = competitionFolder(t, test.blocks...)
		study := recorded(t, c, test.line)
		if got := study.answered(entryOf(study)) > 0; got != (test.want != "") {
			t.Errorf("%s: are there answers: %v", test.blocks, got)
		}
		var p page.Page
		study.reportCompetition(&p)
		if page := p.Markdown(); page != "" != (test.want != "") || !strings.Contains(page, test.want+"\n") && test.want != "" {
			t.Errorf("%s: no %q in\n%s", test.blocks, test.want, page)
		}
	}
}

// TestPublishedPoints: a published fraction is one of all thousand runs.
func TestPublishedPoints(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("n\tdiagonals\tid\tsolvable\tnodes\n")
	for id := 1; id <= perPoint; id++ {
		fmt.Fprintf(&rows, "11\t1\t%d\t1\t5\n", id)
		if id < perPoint {
			fmt.Fprintf(&rows, "11\t2\t%d\t1\t5\n", id)
		}
	}
	c := config(t, time.Second)
	c.Instances = t.TempDir()
	if err := os.WriteFile(filepath.Join(c.Instances, runsFile), gzipped(t, rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	study := recorded(t, c)
	if got := study.publishedPoints(11, nil); !slices.Equal(got, []stats.Share{{X: 1, Part: 1}}) {
		t.Errorf("n = 11: %v", got)
	}
	if got := study.publishedPoints(13, nil); got != nil {
		t.Errorf("n = 13: %v, of which nothing was published there", got)
	}
}
