package instance

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nqueens/internal/lazyregexp"
)

// A Range is the set of values of a parameter: 8, 8..14, 12..20 step 2 or, with the side n of a
// board, n+2, 2n, 8..n+2.
type Range struct {
	text     string
	from, to term
	step     int
}

// A term is times·n + plus.
type term struct{ times, plus int }

func (t term) at(n int) int { return t.times*n + t.plus }

// Only returns the range of a single number.
func Only(v int) Range { return Range{strconv.Itoa(v), term{0, v}, term{0, v}, 1} }

var termText = lazyregexp.New(`^(?:(\d+)|(\d*)n(?:([+-])(\d+))?)$`)

// mostNumber is the greatest number in a range. It exceeds the number of squares of any board.
const mostNumber = 10_000_000

// ParseRange parses a range. It returns an error for a range that decreases. A range with n may
// decrease at some n; Values returns an error for that.
func ParseRange(text string) (Range, error) {
	r := Range{text: strings.TrimSpace(text), step: 1}
	ends, step, stepped := strings.Cut(r.text, " step ")
	first, last, ranges := strings.Cut(ends, "..")
	if !ranges {
		last = first
	}
	var err error
	if r.from, err = parseTerm(first); err == nil {
		r.to, err = parseTerm(last)
	}
	if err != nil {
		return r, fmt.Errorf("%q: %w; write 8, 8..14, 8..14 step 2, or with the size n as in 8..n+2", r.text, err)
	}
	if stepped {
		r.step, err = strconv.Atoi(strings.TrimSpace(step))
		switch {
		case err != nil || r.step < 1 || r.step > mostNumber:
			return r, fmt.Errorf("%q: step %s: write a number from 1 to %d", r.text, strings.TrimSpace(step), mostNumber)
		case !ranges:
			return r, fmt.Errorf("%q: a step needs a range, as in 8..14 step 2", r.text)
		}
	}
	if r.from.times == r.to.times && r.from.plus > r.to.plus {
		return r, fmt.Errorf("range %q goes down; write %s..%s", r.text, strings.TrimSpace(last), strings.TrimSpace(first))
	}
	return r, nil
}

func parseTerm(text string) (t term, err error) {
	compact := strings.ReplaceAll(text, " ", "")
	m := termText.Get().FindStringSubmatch(compact)
	if m == nil {
		return t, fmt.Errorf("%q is neither a whole number nor one with n, as n+2 or 2n", strings.TrimSpace(text))
	}
	number := func(digits string) int {
		v, wrong := strconv.Atoi(digits)
		if wrong != nil || v > mostNumber {
			err = fmt.Errorf("%s is not between 0 and %d", digits, mostNumber)
		}
		return v
	}
	switch {
	case m[1] != "":
		t.plus = number(m[1])
		return t, err
	case m[2] == "":
		t.times = 1
	default:
		t.times = number(m[2])
	}
	if m[4] != "" {
		t.plus = number(m[4])
		if m[3] == "-" {
			t.plus = -t.plus
		}
	}
	return t, err
}

// String returns the range as it was written.
func (r Range) String() string { return r.text }

// MarshalText returns the text of the range.
func (r Range) MarshalText() ([]byte, error) { return []byte(r.text), nil }

// UnmarshalText parses the text of a range as ParseRange does.
func (r *Range) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRange(string(text))
	return err
}

// errNoSize is the error for the use of n where it has no value.
var errNoSize = errors.New("n has no value here; write numbers")

// Fixed returns the values of a range that does not depend on n. It returns an error if the range
// depends on n or has a value outside low to high.
func (r Range) Fixed(low, high int) ([]int, error) {
	switch {
	case r.from.times != 0 || r.to.times != 0:
		return nil, fmt.Errorf("%q: %w", r.text, errNoSize)
	case r.from.plus < low:
		return nil, fmt.Errorf("%d is not between %d and %d", r.from.plus, low, high)
	case r.to.plus > high:
		return nil, fmt.Errorf("%d is not between %d and %d", r.to.plus, low, high)
	}
	return r.Values(0)
}

// Has reports whether a range that does not depend on n contains a value.
func (r Range) Has(v int) bool {
	return r.from.plus <= v && v <= r.to.plus && (v-r.from.plus)%r.step == 0
}

// Values returns the values at a size n. It returns an error if the range is empty there.
func (r Range) Values(n int) ([]int, error) {
	number, err := r.number(n)
	if err != nil {
		return nil, err
	}
	values := make([]int, number)
	for i := range values {
		values[i] = r.from.at(n) + i*r.step
	}
	return values, nil
}

// number returns the number of values at a size n.
func (r Range) number(n int) (int, error) {
	from, to := r.from.at(n), r.to.at(n)
	switch {
	case to < from:
		return 0, fmt.Errorf("range %q is empty at n = %d, where it goes from %d to %d", r.text, n, from, to)
	case from < 0:
		return 0, fmt.Errorf("%q is %d at n = %d; values must be at least 0", r.text, from, n)
	}
	return (to-from)/r.step + 1, nil
}
