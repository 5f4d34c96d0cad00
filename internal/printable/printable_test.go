package printable

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/iotest"
)

func TestShort(t *testing.T) {
	for line, want := range map[string]string{
		"":                              "",
		" out of memory\r":              "out of memory",
		"größer als 2":                  "größer als 2",
		"\x1b[31mred\x1b[0m":            `\u001b[31mred\u001b[0m`,
		"\xff\x00\u009b":                `\xff\u0000\u009b`,
		"a\tb":                          `a\tb`,
		strings.Repeat("x", 300):        strings.Repeat("x", 200) + "…",
		"x" + strings.Repeat("ü", 100):  "x" + strings.Repeat("ü", 99) + "…",
		strings.Repeat("\xff", 300):     strings.Repeat(`\xff`, 200-4) + "…",
		"right to left \u202e override": `right to left \u202e override`,
	} {
		if got := Short(line); got != want {
			t.Errorf("%q is shown as %s, want %s", line, got, want)
		}
	}
}

// TestWriter checks that text is escaped line by line, however it is split into writes.
func TestWriter(t *testing.T) {
	for text, want := range map[string]string{
		"eight\tqueens\n":        "eight\tqueens\n",
		"größer\n♛ \U0001f451\n": "größer\n♛ \U0001f451\n",
		"\x1b]0;x\a\r\n\x7f\x00": `\u001b]0;x\u0007\r` + "\n" + `\u007f\u0000`,
		"\u202e\u009b\xff\xe2\n": `\u202e\u009b\xff\xe2` + "\n",
		"\xe2\x80\xe2\x80\xae\n": `\xe2\x80\u202e` + "\n",
		"\ufffd\U000e0041":       "\ufffd" + `\udb40\udc41`,
		"\x80\x80\x80\x80\x80":   `\x80\x80\x80\x80\x80`,
	} {
		for _, size := range []int{1, 2, 3, 100} {
			var b strings.Builder
			w := Writer(&b)
			for rest := text; rest != ""; {
				piece := rest[:min(size, len(rest))]
				if n, err := w.Write([]byte(piece)); n != len(piece) || err != nil {
					t.Fatalf("%q: wrote %d: %v", piece, n, err)
				}
				rest = rest[len(piece):]
			}
			if b.String() != want {
				t.Errorf("%q in pieces of %d is written as %q, want %q", text, size, b.String(), want)
			}
		}
	}
	if n, err := Writer(failing{}).Write([]byte("\x1b")); n != 0 || err == nil {
		t.Errorf("a failure to write: %d, %v", n, err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, iotest.ErrTimeout }

// TestJSON checks that escaped JSON has the same meaning.
func TestJSON(t *testing.T) {
	const said = "\x1b[2J \x7f \u009b \u202e \U000e0041 é"
	text, err := json.Marshal(said)
	var b strings.Builder
	if err == nil {
		_, err = Writer(&b).Write(text)
	}
	var got string
	if err == nil {
		err = json.Unmarshal([]byte(b.String()), &got)
	}
	if err != nil || got != said {
		t.Errorf("%q became %q: %v", said, got, err)
	}
}
