// Package printable makes text from files, names and backends safe to print. A terminal obeys
// control characters, and direction marks can make a line look like another.
//
// All output of the program goes through [Writer], which escapes it. Text that is aligned in
// columns, cut or stored must be escaped earlier, by [Text] or [Short]. An error message may quote
// a word with %q, which also escapes; around the result of [Text] or [Short] it uses plain quotes
// instead.
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

// Text escapes everything that is not printable, including line ends, as in JSON. JSON text keeps
// its meaning. Bytes that are not UTF-8, which JSON does not allow, become \xff.
func Text(text string) string {
	if strings.IndexFunc(text, unprintable) < 0 { // U+FFFD that stands for no invalid byte is printable
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

// mostShown is the limit in bytes for a program's output in a message.
const mostShown = 200

// Short returns Text of a line of a program's output, cut to mostShown bytes, for a message.
func Short(line string) string {
	line = strings.TrimSpace(line)
	cut := ""
	if len(line) > mostShown {
		for line = line[:mostShown]; len(line) > 0; line = line[:len(line)-1] {
			if r, size := utf8.DecodeLastRuneInString(line); r != utf8.RuneError || size > 1 || len(line) <= mostShown-utf8.UTFMax {
				break // do not cut a character
			}
		}
		cut = "…"
	}
	return Text(line) + cut
}

// Writer returns a writer that escapes everything except line ends and tabs.
func Writer(to io.Writer) io.Writer { return &writer{to: to} }

type writer struct {
	to    io.Writer
	begun []byte // an incomplete character
}

func (w *writer) Write(p []byte) (int, error) {
	if len(w.begun) == 0 && !slices.ContainsFunc(p, notPlain) { // the usual case
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
