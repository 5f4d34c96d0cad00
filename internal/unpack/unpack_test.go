package unpack

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// packedWith returns a text packed in one format.
func packedWith(t testing.TB, p Packing, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	var err error
	switch p {
	case None:
		return []byte(text)
	case Gzip:
		w = gzip.NewWriter(&b)
	case XZ:
		w, err = xz.NewWriter(&b)
	case Zstd:
		w, err = zstd.NewWriter(&b)
	case Bzip2: // Go cannot write bzip2: "p cnf 1 1\n1 0\n"
		packed, err := hex.DecodeString(bzip2Text)
		if err != nil {
			t.Fatal(err)
		}
		return packed
	}
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bzip2Text is the text packed with bzip2.
const bzip2Text = "425a6839314159265359c769062c000006d980001040006000090140002000310c081a6989a2444b0422d5e2ee48a70a1218ed20c580"

const text = "p cnf 1 1\n1 0\n"

func read(packed []byte) (string, Packing, error) {
	in, packing, err := IfPacked(bufio.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return "", packing, err
	}
	all, err := io.ReadAll(in)
	return string(all), packing, err
}

// TestIfPacked checks every format, including several concatenated files, and unpacked text.
func TestIfPacked(t *testing.T) {
	for _, want := range []Packing{None, Gzip, XZ, Bzip2, Zstd} {
		packed := packedWith(t, want, text)
		if got, packing, err := read(packed); got != text || packing != want || err != nil {
			t.Errorf("%s: %q, %q, %v", want, got, packing, err)
		}
		if got, _, err := read(append(bytes.Clone(packed), packed...)); got != text+text || err != nil {
			t.Errorf("%s, twice: %q, %v", want, got, err)
		}
		if want == XZ {
			if got, _, err := read(append(bytes.Clone(packed), 0, 0, 0, 0)); got != text || err != nil {
				t.Errorf("%s, padded: %q, %v", want, got, err)
			}
		}
	}
	for _, text := range []string{"", "B", "BZh", "BZh1", "BZhx y\n", "BZh9 and so on", "\x1f", "\xfd7z", "\x28\xb5"} {
		if got, packing, err := read([]byte(text)); text != "BZh1" && (got != text || packing != None || err != nil) {
			t.Errorf("%q: %q, %q, %v", text, got, packing, err)
		}
	}
}

// TestDamage checks the error for files that are cut off or changed, and that errors of the
// underlying reader are returned.
func TestDamage(t *testing.T) {
	broken := errors.New("the disk is gone")
	for p, name := range map[Packing]string{Gzip: "gzipped", XZ: "xz", Bzip2: "bzip2", Zstd: "zstd"} {
		whole := packedWith(t, p, text)
		for cut := len(whole) - 1; cut > 10; cut-- {
			if _, _, err := read(whole[:cut]); err == nil || !strings.HasPrefix(err.Error(), "incomplete: the "+name+" file ends too early") {
				t.Errorf("%s, %d of %d bytes: %v", p, cut, len(whole), err)
			}
		}
		changed := bytes.Clone(whole)
		changed[len(changed)/2] ^= 0x10
		if got, _, err := read(changed); err == nil || !strings.Contains(err.Error(), "the "+name+" file") {
			t.Errorf("%s, changed: %q, %v", p, got, err)
		}
		in, _, err := IfPacked(bufio.NewReader(io.MultiReader(bytes.NewReader(whole[:len(whole)-4]), failing{broken})))
		if err == nil {
			_, err = io.ReadAll(in)
		}
		if !errors.Is(err, broken) {
			t.Errorf("%s from a disk that is gone: %v", p, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestDictionary checks that a small file that requests much memory is rejected before the memory
// is allocated.
func TestDictionary(t *testing.T) {
	packed := packedWith(t, XZ, text)
	at := bytes.Index(packed[12:], []byte{0x21, 1}) + 14
	if size, known := dictionary(bufio.NewReader(bytes.NewReader(packed))); !known || size != 8<<20 {
		t.Errorf("%d, %v", size, known)
	}
	packed[at] = 38
	if _, _, err := read(packed); err == nil || !strings.Contains(err.Error(), "dictionary of 2048 MiB") {
		t.Error(err)
	}
	// A zstd frame with a window of 2 GiB.
	if _, _, err := read([]byte("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00")); err == nil || !strings.Contains(err.Error(), "needs more than 128 MiB") {
		t.Error(err)
	}
}

// TestBare checks that the ending of a packed file is removed, and no other.
func TestBare(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.cnf.gz": "a/b.cnf", "b.XZ": "b", "b.bz2": "b", "b.tar.zst": "b.tar", "b.zstd": "b", "b.cnf": "b.cnf", "gz": "gz",
	} {
		if got := Bare(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func FuzzIfPacked(f *testing.F) {
	for _, p := range []Packing{None, Gzip, XZ, Bzip2, Zstd} {
		f.Add(packedWith(f, p, text))
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		in, packing, err := IfPacked(bufio.NewReader(bytes.NewReader(packed)))
		if err != nil {
			return
		}
		got, err := io.ReadAll(io.LimitReader(in, 1<<20))
		if packing == None && (err != nil || !bytes.Equal(got, packed[:min(len(packed), 1<<20)])) {
			t.Errorf("%q is read as %q, %v", packed, got, err)
		}
	})
}
