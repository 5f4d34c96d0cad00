// Package suggest finds a thing by its name and says, where none has it, which name was meant.
package suggest

import (
	"fmt"
	"strings"
)

// Named finds the one of a list that has a name. The error says what it should be
// the name of and which one was meant.
func Named[T any](what, name string, list []T, nameOf func(T) string) (T, error) {
	var names []string
	for _, one := range list {
		if nameOf(one) == name {
			return one, nil
		}
		names = append(names, nameOf(one))
	}
	var none T
	return none, fmt.Errorf("no %s is called %q %s", what, name, Among(name, names))
}

// Nearest returns the valid name that name was most likely meant to be, or ""
// if none is near: it begins with name, or at most half of name's letters, in
// either case, would have to change.
func Nearest(name string, valid []string) string {
	typed := strings.ToLower(name)
	nearest, least := "", (len(name)+1)/2+1
	for _, v := range valid {
		d := editDistance(typed, strings.ToLower(v))
		if typed != "" && strings.HasPrefix(strings.ToLower(v), typed) {
			d = min(d, 1)
		}
		if d < least && d < len(v) { // a suggestion shares a letter with what was typed
			nearest, least = v, d
		}
	}
	return nearest
}

// Among says which of the valid names was meant, or lists them all, in brackets after an
// unknown name.
func Among(name string, valid []string) string {
	if v := Nearest(name, valid); v != "" {
		return `(did you mean "` + v + `"?)`
	}
	if len(valid) == 1 {
		return "(there is only " + valid[0] + ")"
	}
	return "(there are " + strings.Join(valid, ", ") + ")"
}

// editDistance is V. I. Levenshtein's: how many bytes to insert, delete or
// replace to turn a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1) // row[j]: from the part of a read so far to b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
