package isolate

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostSaid is how many bytes of what a program printed a message shows.
const mostSaid = 200

// Said is a line that a program printed, for a message: as it is, or quoted if a
// terminal would make something else of it, and not too long.
func Said(line string) string {
	line = strings.TrimSpace(line)
	cut := ""
	if len(line) > mostSaid {
		for line = line[:mostSaid]; len(line) > 0; line = line[:len(line)-1] {
			if r, size := utf8.DecodeLastRuneInString(line); r != utf8.RuneError || size > 1 || len(line) <= mostSaid-utf8.UTFMax {
				break // no character is cut through
			}
		}
		cut = "…"
	}
	if !utf8.ValidString(line) || strings.IndexFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 {
		line = strconv.Quote(line)
	}
	return line + cut
}
