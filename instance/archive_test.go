package instance

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/detect"
	"nqueens/internal/readertest"
)

type member struct {
	name, text string
	kind       byte // a regular file if 0
}

func packed(t testing.TB, members ...member) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, m := range members {
		h := &tar.Header{Name: m.name, Mode: 0o644, Typeflag: m.kind, Size: int64(len(m.text))}
		if m.kind == tar.TypeSymlink {
			h.Linkname = "elsewhere"
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(m.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// save writes files into a new folder and returns it.
func save(t *testing.T, files map[string][]byte) string {
	t.Helper()
	folder := t.TempDir()
	for name, data := range files {
		at := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// visited returns what Each finds, with names relative to the folder.
func visited(t *testing.T, folder, path string) ([]string, error) {
	t.Helper()
	var list []string
	err := Each(encode.Reading{}, queens, filepath.Join(folder, path), func(name string, p problem) error {
		rel, err := filepath.Rel(folder, name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprint(rel, " ", p))
		return nil
	})
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), folder+string(filepath.Separator), ""))
	}
	return list, err
}

var usual = []member{
	{name: "./", kind: tar.TypeDir},
	{name: "./._a.param", text: "Mac OS X"},
	{name: "./.DS_Store", text: "Bud1"},
	{name: "./b.param", text: "letting n = 2\nletting init = []"},
	{name: "./link", kind: tar.TypeSymlink},
	{name: "./a.lp", text: "board(3). block(1,1)."},
}

func TestEach(t *testing.T) {
	folder := save(t, map[string][]byte{
		"one.param":        []byte("letting n = 5\nletting init = [[0, 0]]"),
		"one.param.gz":     zipped(t, "letting n = 6\nletting init = []"),
		"all/z.txt":        []byte(". .\n. .\n"),
		"all/.DS_Store":    {1, 2, 3},
		"all/._z.txt":      []byte("Mac OS X"),
		"all/in/y.dzn":     []byte("n = 4; m = 0; row = []; col = [];"),
		"all/f.cnf":        []byte("p cnf 2 1\n1 2 0\n"),
		"all/g.cnf.gz":     zipped(t, "p cnf 3 1\n1 2 0\n"),
		"all/packed.tgz":   zipped(t, packed(t, usual...)),
		"plain.tar":        packed(t, usual...),
		"nothing/.hidden":  []byte("x"),
		"empty.tar.gz":     zipped(t, packed(t)),
		"sides.tar.gz":     zipped(t, packed(t, usual[:3]...)),
		"directory.tar.gz": zipped(t, packed(t, member{name: "d/x/", kind: tar.TypeDir}, member{name: "d/x/a", text: "num(3)."})),
	})
	if err := os.Symlink("z.txt", filepath.Join(folder, "all", "linked")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		want []string
	}{
		{"one.param", []string{"one.param queens(5, given=a1)"}},
		{"one.param.gz", []string{"one.param.gz queens(6)"}},
		{"plain.tar", []string{"plain.tar/b.param queens(2)", "plain.tar/a.lp queens(3, blocked=a1)"}},
		{"directory.tar.gz", []string{"directory.tar.gz/d/x/a queens(3)"}},
		{"all", []string{
			"all/f.cnf formula(f.cnf, variables=2",
			"all/g.cnf.gz formula(g.cnf.gz, variables=3",
			"all/in/y.dzn queens(4)",
			"all/packed.tgz/b.param queens(2)", "all/packed.tgz/a.lp queens(3, blocked=a1)",
			"all/z.txt queens(2)",
		}},
	} {
		got, err := visited(t, folder, c.path)
		if err != nil || !slices.EqualFunc(got, c.want, func(g, w string) bool { return g == w || strings.HasPrefix(g, w) && strings.Contains(w, "formula") }) {
			t.Errorf("%s holds %q (%v), want %q", c.path, got, err, c.want)
		}
		if many, err := Many(encode.Reading{}, family.Queens, filepath.Join(folder, c.path)); err != nil || many != (c.path != "one.param" && c.path != "one.param.gz") {
			t.Errorf("Many(%s) = %v, %v", c.path, many, err)
		}
	}
	for path, want := range map[string]string{
		"nothing":      "nothing holds no instance",
		"empty.tar.gz": "empty.tar.gz holds no instance",
		"sides.tar.gz": "sides.tar.gz holds no instance",
		"missing":      "stat missing: no such file or directory",
	} {
		if _, err := visited(t, folder, path); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}

// TestPassedOver checks that files which are not recognised as problems are skipped in a folder and
// an archive, and reported to Skipped. Damaged instances, and files named on their own, are not
// skipped.
func TestPassedOver(t *testing.T) {
	good := "letting n = 2\nletting init = []"
	folder := save(t, map[string][]byte{
		"all/README":      []byte("p q r\n"),
		"all/about.md":    []byte(". .\n. .\n"),
		"all/good.param":  []byte(good),
		"all/notes":       []byte("Six boards by hand\nof last year\n"),
		"all/numbers":     []byte("1,2,3\n"),
		"all/picture":     []byte("\x89PNG\x00\x01\x02"),
		"all/meta.json":   []byte("{\"a\": 1}"),
		"all/empty":       nil,
		"all/in.tar.gz":   zipped(t, packed(t, member{name: "LICENSE.txt", text: "As you like."}, member{name: "x.param", text: good})),
		"bad/good.param":  []byte(good),
		"empty/x.cnf":     nil,
		"kind/x.cnf":      []byte("p maxcut 2 1\n1 2 0\n"),
		"ended/x.cnf":     []byte("hello\n"),
		"cover/x":         []byte("a b c\na b\nd\n"),
		"qbf/x":           []byte("p qcnf 2 1\ne 1 2 0\n1 2 0\n"),
		"wide/x.cnf":      []byte("p\x00 \x00c\x00n\x00f\x00 \x001\x00 \x001\x00\n\x00"),
		"nothing/README":  []byte("hello"),
		"nothing/b.param": []byte("letting n = 2\nletting init = [[2, 0]]"),
	})
	read := func(path string) (found, skipped []string, err error) {
		how := encode.Reading{Skipped: func(name string) { skipped = append(skipped, filepath.Base(name)) }}
		err = Each(how, queens, filepath.Join(folder, path), func(name string, _ problem) error {
			found = append(found, filepath.Base(name))
			return nil
		})
		return found, skipped, err
	}
	found, skipped, err := read("all")
	if got := fmt.Sprint(found, skipped, err); got != "[good.param x.param] [README about.md empty LICENSE.txt meta.json notes numbers picture] <nil>" {
		t.Error(got)
	}
	for path, want := range map[string]string{
		"empty": "is empty", "kind": "line 1: this is DIMACS of an unknown kind (p maxcut), which is not read", "ended": `"hello"`,
		"cover": "d", "qbf": "this is quantified DIMACS", "wide": "UTF-16 without its byte order mark; write it in UTF-8", "nothing": "off the board", "all/README": "no format", "all/numbers": "no format",
	} {
		if _, _, err := read(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}

// Members with equal names get different names.
func TestMembersOfOneName(t *testing.T) {
	var names []string
	archive := packed(t, member{name: "a", text: "num(3)."}, member{name: "./a", text: "num(3)."}, member{name: "a (2)", text: "num(3)."}, member{name: "a", text: "num(3)."})
	err := EachIn(encode.Reading{}, queens, "x.tar", bytes.NewReader(archive), func(name string, _ problem) error {
		names = append(names, name)
		return nil
	})
	if want := []string{"x.tar/a", "x.tar/a (2)", "x.tar/a (2) (2)", "x.tar/a (3)"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("%q, %v; want %q", names, err, want)
	}
}

func TestEachRefuses(t *testing.T) {
	good := member{name: "x/good.param", text: "letting n = 2\nletting init = []"}
	bad := member{name: "x/bad.param", text: "letting n = 2\nletting init = [[2, 0]]"}
	var long bytes.Buffer // only the header, which states the size
	if err := tar.NewWriter(&long).WriteHeader(&tar.Header{Name: "x/long.param", Size: MaxBytes + 1, Format: tar.FormatUSTAR}); err != nil {
		t.Fatal(err)
	}
	var noise strings.Builder // text that gzip cannot compress well
	r := NewRandom(1)
	for range 3000 {
		fmt.Fprintf(&noise, "%% %d\n", r.Below(1<<30))
	}
	second := member{name: "x/second.param", text: noise.String() + good.text}
	whole := zipped(t, packed(t, good, second))
	spoilt := packed(t, good, second)
	spoilt[1024+200] ^= 1 // in the header of the second
	for _, c := range []struct {
		name  string
		data  []byte
		found int
		want  string
	}{
		{"bad.tar.gz", zipped(t, packed(t, good, bad)), 1, "bad.tar.gz/x/bad.param: parameters, line 2, column 17: the square at row 2 and column 0 is off the board, which has rows and columns 0 to 1"},
		{"readme.tar.gz", zipped(t, packed(t, member{name: "README", text: "Hello"})), 0, "readme.tar.gz/README: line 1: \"Hello\": no format that is read begins like this (" + strings.Join(detect.Readable(), ", ") + "); --format names one"},
		{"long.tar.gz", zipped(t, long.Bytes()), 0, "long.tar.gz/x/long.param: longer than any board: at most 64 MiB are read"},
		{"middle.tar.gz", whole[:len(whole)-100], 1, "middle.tar.gz/x/second.param: cut off: it should go on; fetch or write it again"},
		{"end.tar.gz", whole[:len(whole)-4], 2, "end.tar.gz, after x/second.param: cut off: it should go on; fetch or write it again"},
		{"beginning.tar.gz", whole[:12], 0, "beginning.tar.gz: cut off: it should go on; fetch or write it again"},
		{"text.tar.gz", []byte("letting n = 2\nletting init = []"), 0, "text.tar.gz: not a tar archive, packed or not, although its name ends like one"},
		{"zip.tgz", append([]byte("PK\x03\x04"), noise.String()...), 0, "zip.tgz: not a tar archive, packed or not, although its name ends like one"},
		{"one.tar.gz", zipped(t, noise.String()), 0, "one.tar.gz: not a tar archive, packed or not, although its name ends like one"},
		{"spoilt.tar", spoilt, 1, "spoilt.tar, after x/good.param: damaged (archive/tar: invalid tar header); fetch or write it again"},
		{"flate.tar.gz", append(whole[:20:20], strings.Repeat("\xff", 400)...), 0, "flate.tar.gz: the gzipped file is damaged (flate: corrupt input before offset 239)"},
		{"bad.cnf", []byte("p cnf 1 1\nfive 0\n"), 0, "bad.cnf: DIMACS, line 2, column 1: \"five\" is not a literal: a variable's number, negative if it is negated, or the 0 that ends a clause"},
		{"bad.gz", []byte("\x1f\x8b\x00"), 0, "bad.gz: cut off: it should go on; fetch or write it again"},
		{"plain.tar", packed(t, good, second)[:2000], 1, "plain.tar/x/second.param: cut off: it should go on; fetch or write it again"},
		{"inside.tar.gz", zipped(t, packed(t, member{name: "in.tar", text: string(packed(t, good))})), 0, "inside.tar.gz/in.tar: is not text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := save(t, map[string][]byte{c.name: c.data})
			got, err := visited(t, folder, c.name)
			if err == nil || err.Error() != c.want {
				t.Errorf("%v, want\n%s", err, c.want)
			}
			if len(got) != c.found {
				t.Errorf("%d instances before the error, want %d", len(got), c.found)
			}
		})
	}
}

func TestEachStops(t *testing.T) {
	data := zipped(t, packed(t, usual...))
	stop := errors.New("enough")
	for _, c := range []struct{ returned, want error }{{stop, stop}, {fs.SkipAll, nil}} {
		calls := 0
		err := EachIn(encode.Reading{}, queens, "stdin", bytes.NewReader(data), func(string, problem) error {
			calls++
			return c.returned
		})
		if !errors.Is(err, c.want) || calls != 1 {
			t.Errorf("%v after %d calls, want %v after 1", err, calls, c.want)
		}
	}
}

// FuzzEach checks that an archive of any bytes is read or gives a one-line error.
func FuzzEach(f *testing.F) {
	f.Add(packed(f, usual...))
	f.Add(zipped(f, packed(f, usual...)))
	f.Add(zipped(f, packed(f, usual...))[:100])
	f.Add([]byte("letting n = 2\nletting init = []"))
	f.Fuzz(func(t *testing.T, data []byte) {
		readertest.Check(t, data, func(r io.Reader) error {
			err := EachIn(encode.Reading{}, queens, "x", r, func(string, problem) error { return nil })
			return err
		})
		err := EachIn(encode.Reading{}, queens, "x", bytes.NewReader(data), func(name string, p problem) error {
			if !strings.HasPrefix(name, "x") {
				t.Errorf("an instance is called %q", name)
			}
			return p.Validate()
		})
		if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("an error of several lines: %q", err)
		}
	})
}
