package checkpoint

import (
	"fmt"
	"strconv"
	"strings"
)

// Part is one of several parts of a count: number K, from 1, of Of.
type Part struct{ K, Of int }

// Whole is the one part of an undivided count.
var Whole = Part{1, 1}

// maxParts is the maximum number of parts of a count.
const maxParts = 100_000

// ParsePart parses a part as written by String: 2/4.
func ParsePart(text string) (Part, error) {
	k, of, ok := strings.Cut(text, "/")
	var p Part
	var errK, errOf error
	p.K, errK = strconv.Atoi(k)
	p.Of, errOf = strconv.Atoi(of)
	if !ok || errK != nil || errOf != nil {
		return p, fmt.Errorf("part %q: write its number and the number of parts, as in 2/4", text)
	}
	if most := max(1, min(p.Of, maxParts)); p.K < 1 || p.K > p.Of || p.Of != most {
		return p, fmt.Errorf("part %q: parts are numbered from 1/%d to %[2]d/%[2]d", text, most)
	}
	return p, nil
}

// String returns the part as text: 2/4.
func (p Part) String() string { return fmt.Sprintf("%d/%d", p.K, p.Of) }

// MarshalText returns the part's text, for JSON.
func (p Part) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText parses the output of MarshalText.
func (p *Part) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePart(string(text))
	return err
}

// tasks returns the tasks of the part, for a count of all tasks. Tasks with neighbouring numbers
// may share work and cost about the same. A part therefore gets several sequences of consecutive
// tasks, spread over the whole list.
func (p Part) tasks(all int) []int {
	const longest, runs = 64, 16
	length := max(1, min(longest, all/(runs*p.Of)))
	var mine []int
	for start := (p.K - 1) * length; start < all; start += p.Of * length {
		for t := start; t < min(start+length, all); t++ {
			mine = append(mine, t)
		}
	}
	return mine
}
