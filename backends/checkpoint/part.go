package checkpoint

import (
	"fmt"
	"strconv"
	"strings"
)

// Part is one of several shares of a count: the K-th, from 1, of Of.
type Part struct{ K, Of int }

// Whole is the one part of an undivided count.
var Whole = Part{1, 1}

// maxParts is how many parts a count may have.
const maxParts = 100_000

// ParsePart reads a part as String writes it: 2/4.
func ParsePart(text string) (Part, error) {
	k, of, ok := strings.Cut(text, "/")
	var p Part
	var errK, errOf error
	p.K, errK = strconv.Atoi(k)
	p.Of, errOf = strconv.Atoi(of)
	if !ok || errK != nil || errOf != nil {
		return p, fmt.Errorf("part %q: write which of how many, as in 2/4", text)
	}
	if most := max(1, min(p.Of, maxParts)); p.K < 1 || p.K > p.Of || p.Of != most {
		return p, fmt.Errorf("part %q: parts are numbered from 1/%d to %[2]d/%[2]d", text, most)
	}
	return p, nil
}

// String is the part as people write it: 2/4.
func (p Part) String() string { return fmt.Sprintf("%d/%d", p.K, p.Of) }

// MarshalText makes a Part its text in JSON.
func (p Part) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (p *Part) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePart(string(text))
	return err
}

// tasks are the part's, of a count that has so many. Neighbours in the list of
// tasks may share work and cost about the same, so that a part gets runs of them
// from all over the list.
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
