package shell

import (
	"errors"
	"strings"
)

// Words returns the words of a line that has blanks, single quotes and backslashes, and nothing
// else that a shell takes for its own: what Quoted writes.
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
