package plan

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"nqueens"
	"nqueens/instance"
	"nqueens/internal/suggest"
)

// parseName parses a plan's name, which becomes the name of the run's folder.
func parseName(name string) (string, error) {
	if strings.ContainsAny(name, `/\`) || strings.Contains(name, "..") || strings.ContainsFunc(name, unicode.IsControl) {
		return "", fmt.Errorf("name %q cannot be part of a folder's name; leave out slashes and consecutive dots", name)
	}
	return name, nil
}

// family returns the family with a name.
func (r *reader) family(name string) (*nqueens.Family, error) {
	return r.known.Named(name)
}

// oneOf returns a parser for one of the known words.
func oneOf[T ~string](known ...T) func(string) (T, error) {
	return func(word string) (T, error) {
		if slices.Contains(known, T(word)) {
			return T(word), nil
		}
		var names []string
		for _, k := range known {
			names = append(names, string(k))
		}
		return "", fmt.Errorf("unknown value %q %s", word, suggest.Among(word, names))
	}
}

// wholeNumberBetween returns a parser for a whole number from low to high.
func wholeNumberBetween(low, high int) func(string) (int, error) {
	return func(text string) (int, error) { return wholeNumber(text, low, high) }
}

// maxSide is the largest board size in a plan. Backends that need a model support less.
const maxSide = 1_000_000

// parseSizes parses "8", "4..11" or "4..12 step 2".
func parseSizes(text string) ([]int, error) {
	sizes, err := instance.ParseRange(text)
	if err != nil {
		return nil, fmt.Errorf("board size %w", err)
	}
	list, err := sizes.Fixed(1, maxSide)
	if err != nil {
		return nil, fmt.Errorf("board size %w", err)
	}
	return list, nil
}

// wholeNumber parses a whole number from low to high.
func wholeNumber(text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%q is not a whole number", text)
	}
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s is not between %d and %d", text, low, high)
	}
	return n, nil
}

// parseSeed parses a 64-bit seed.
func parseSeed(text string) (uint64, error) {
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number from 0 to %d", text, uint64(math.MaxUint64))
	}
	return seed, nil
}

// parseTime parses a positive duration with its unit.
func parseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a time; write it with its unit, as in 10s, 500ms or 2m", text)
	}
	if d <= 0 {
		return 0, fmt.Errorf("time %q is not above zero", text)
	}
	return d, nil
}

// parsePart parses a percentage from 0% to 100% as a fraction of 1.
func parsePart(text string) (float64, error) {
	digits, ok := strings.CutSuffix(text, "%")
	percent, err := decimal(strings.TrimSpace(digits))
	if !ok || err != nil || percent > 100 {
		return 0, fmt.Errorf("%q is not a percentage; write it as in 5%%, at most 100%%", text)
	}
	return percent / 100, nil
}

// byteUnits has the number of bytes of each unit that ParseBytes accepts.
var byteUnits = map[string]float64{
	"B":   1,
	"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
	"kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
}

// ParseBytes parses an amount of memory with its unit, as in 2GiB, 1.5GB or 512 MiB, and returns it in bytes.
// It returns an error for less than one byte and for a number without a unit.
func ParseBytes(text string) (int64, error) {
	text = strings.TrimSpace(text)
	digits := strings.TrimRight(text, "kKMGTiB ")
	unit, known := byteUnits[strings.TrimSpace(text[len(digits):])]
	amount, err := decimal(digits)
	if !known || err != nil {
		return 0, fmt.Errorf("%q is not an amount of memory; write it with its unit, as in 2GiB or 512MB", text)
	}
	amount *= unit
	if amount < 1 || amount >= 1<<60 {
		return 0, fmt.Errorf("memory %q is not between 1 byte and 1 EiB", text)
	}
	return int64(amount), nil
}

// parseMemory reads a memory limit: an amount, or none.
func parseMemory(text string) (int64, error) {
	if text == "none" {
		return 0, nil
	}
	return ParseBytes(text)
}

// KeepProofs is the value of the key proof with which a run checks proofs and stores them.
const KeepProofs = "keep"

// Proofs returns the values of the key proof.
func Proofs() []string { return []string{"true", "false", KeepProofs} }

// ParseProofLimit parses the maximal size of a proof: an amount of bytes with its unit, or none.
func ParseProofLimit(text string) (int64, error) {
	if text == "none" {
		return math.MaxInt64, nil
	}
	return ParseBytes(text)
}

// parseRatio parses the ratio of a program's speed to that of the baseline.
func parseRatio(text string) (float64, error) {
	ratio, err := decimal(text)
	if err != nil || ratio < 1e-6 || ratio > 1e9 {
		return 0, fmt.Errorf("%q is not a ratio; write how many times as fast as the baseline, as in 13 or 0.5", text)
	}
	return ratio, nil
}

// decimal parses digits with at most one decimal point. It accepts no other notation of
// strconv.ParseFloat.
func decimal(digits string) (float64, error) {
	if digits == "" || strings.Trim(digits, "0123456789.") != "" {
		return 0, fmt.Errorf("%q is not a number", digits)
	}
	return strconv.ParseFloat(digits, 64)
}
