// Package suggest finds a value by its name. If there is none, it suggests a similar name.
package suggest

import (
	"fmt"
	"strings"
)

// Named returns the element of a list with the given name. If there is none, the error names the
// kind of element, the unknown name and the valid names.
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

// Nearest returns the valid name that is most similar to name, or "" if none is similar. A valid
// name is similar if it begins with name, or if at most half of name's letters, ignoring case,
// would have to change.
func Nearest(name string, valid []string) string {
	typed := strings.ToLower(name)
	nearest, least := "", (len(name)+1)/2+1
	for _, v := range valid {
		d := editDistance(typed, strings.ToLower(v))
		if typed != "" && strings.HasPrefix(strings.ToLower(v), typed) {
			d = min(d, 1)
		}
		if d < least && d < len(v) { // a suggestion must share a letter with the input
			nearest, least = v, d
		}
	}
	return nearest
}

// Among returns a suggestion, or a list of all valid names, in brackets, to follow an unknown name.
func Among(name string, valid []string) string {
	if v := Nearest(name, valid); v != "" {
		return `(did you mean "` + v + `"?)`
	}
	switch len(valid) {
	case 0:
		return "(there is none)"
	case 1:
		return "(there is only " + valid[0] + ")"
	}
	return "(there are " + strings.Join(valid, ", ") + ")"
}

// editDistance returns V. I. Levenshtein's distance: the number of bytes to insert, delete or
// replace to turn a into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1) // row[j]: distance from the part of a read so far to b[:j]
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
