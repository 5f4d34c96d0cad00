package shell

import (
	"errors"
	"strings"
)

// Words splits a line into words. It understands blanks, single quotes and backslashes, which is
// the syntax that Quoted writes.
func Words(line string) (words []string, err error) {
	var word strings.Builder
	var within, quoted, escaped bool
	for _, c := range line {
		switch {
		case escaped:
			escaped = false
			word.WriteRune(c)
		case c == '\'':
			quoted, within = !quoted, true
		case quoted:
			word.WriteRune(c)
		case c == '\\':
			escaped, within = true, true
		case c == ' ':
			if within {
				words = append(words, word.String())
			}
			word.Reset()
			within = false
		default:
			within = true
			word.WriteRune(c)
		}
	}
	if quoted || escaped {
		return nil, errors.New("the line ends within quotes")
	}
	if within {
		words = append(words, word.String())
	}
	return words, nil
}
