package external

import (
	"errors"
	"fmt"
	"strings"
)

// words splits a command as a shell does, without expanding anything: at
// spaces outside quotes. A backslash takes a space, a quote or a backslash after
// it literally; before anything else it stands for itself, as in a Windows path.
// Within single quotes everything is literal.
func words(command string) ([]string, error) {
	var list []string
	var word strings.Builder
	begun := false // the word may be empty: ''
	quote := rune(0)
	runes := []rune(command)
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case r == 0:
			return nil, errors.New("a command has no zero bytes")
		case r == '\\' && quote != '\'' && i+1 < len(runes) && strings.ContainsRune(` "'\`, runes[i+1]):
			i++
			word.WriteRune(runes[i])
			begun = true
		case r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case quote == 0 && strings.ContainsRune(" \t\r\n", r):
			if begun {
				list = append(list, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	}
	if begun {
		list = append(list, word.String())
	}
	return list, nil
}
