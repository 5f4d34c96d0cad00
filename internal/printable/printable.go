// Package printable makes text that comes from files, names and backends safe to show: a
// terminal obeys control characters, and marks that turn the direction of writing show
// a line as another.
//
// What the program prints goes through [Writer], so that nothing else needs to be escaped
// but what is laid out in columns, cut or kept. In an error %q may quote a word: it escapes
// as well, so what went through [Text] or [Short] is not given to it, but put in quotes.
package printable

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Text escapes all that is not printable, line ends too, as JSON does: what is JSON means
// the same afterwards. Only bytes that are no UTF-8, of which JSON has none, are \xff.
func Text(text string) string {
	if strings.IndexFunc(text, unprintable) < 0 { // nor is U+FFFD, if no byte is in its place
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch c := text[:size]; {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, c[0])
		case unicode.IsPrint(r):
			b.WriteString(c)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		default:
			for _, half := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, half)
			}
		}
		text = text[size:]
	}
	return b.String()
}

func unprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

// mostShown is how many bytes of what a program printed a message shows.
const mostShown = 200

// Short is Text of a line that a program printed, for a message: not too long.
func Short(line string) string {
	line = strings.TrimSpace(line)
	cut := ""
	if len(line) > mostShown {
		for line = line[:mostShown]; len(line) > 0; line = line[:len(line)-1] {
			if r, size := utf8.DecodeLastRuneInString(line); r != utf8.RuneError || size > 1 || len(line) <= mostShown-utf8.UTFMax {
				break // no character is cut through
			}
		}
		cut = "…"
	}
	return Text(line) + cut
}

// Writer has all that is written escaped, but for ends of lines and tabs.
func Writer(to io.Writer) io.Writer { return &writer{to: to} }

type writer struct {
	to    io.Writer
	begun []byte // a character whose end has not been written yet
}

func (w *writer) Write(p []byte) (int, error) {
	if len(w.begun) == 0 && !slices.ContainsFunc(p, notPlain) { // as nearly always
		return w.to.Write(p)
	}
	text := append(w.begun, p...)
	end := len(text)
	for end > max(0, len(text)-utf8.UTFMax) && !utf8.RuneStart(text[end-1]) {
		end--
	}
	if end--; end < 0 || utf8.FullRune(text[end:]) {
		end = len(text)
	}
	w.begun = slices.Clone(text[end:])
	var b strings.Builder
	for line := range strings.Lines(string(text[:end])) {
		line, ended := strings.CutSuffix(line, "\n")
		for i, cell := range strings.Split(line, "\t") {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(Text(cell))
		}
		if ended {
			b.WriteByte('\n')
		}
	}
	if _, err := io.WriteString(w.to, b.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

func notPlain(c byte) bool { return c >= 0x7f || c < ' ' && c != '\n' && c != '\t' }
