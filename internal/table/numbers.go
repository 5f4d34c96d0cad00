package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// units are the units of time, the longest first.
var units = []struct {
	name     string
	seconds  float64
	exponent int // power of ten
}{{"s", 1, 0}, {"ms", 1e-3, -3}, {"µs", 1e-6, -6}, {"ns", 1e-9, -9}}

// Duration returns seconds with three digits and a suitable unit: "1.23 ms", "420 s".
func Duration(seconds float64) string {
	size, name := unitOf(seconds)
	return Digits(seconds/size) + " " + name
}

// DurationBetween returns a time with its interval, in the same unit: "1.23 ms [1.2, 1.31]".
func DurationBetween(seconds, low, high float64) string {
	size, _ := unitOf(seconds)
	return fmt.Sprintf("%s [%s, %s]", Duration(seconds), Digits(low/size), Digits(high/size))
}

// unitOf returns the suitable unit for a time.
func unitOf(seconds float64) (size float64, name string) {
	for _, unit := range units {
		// Without rounding, 999.6 ms would become 1e+03 ms.
		if seconds >= 0.9995*unit.seconds {
			return unit.seconds, unit.name
		}
	}
	shortest := units[len(units)-1]
	return shortest.seconds, shortest.name
}

// ShortDuration returns seconds with two digits, including a final zero, for narrow fields of a
// picture: "1.0 ms", "300 µs".
func ShortDuration(seconds float64) string {
	exponent := int(math.Floor(math.Log10(seconds)))
	digits := math.Round(seconds / math.Pow10(exponent-1)) // 10 to 100
	if digits >= 100 {
		digits, exponent = 10, exponent+1
	}
	for _, unit := range units {
		if exponent >= unit.exponent {
			return fmt.Sprintf("%.*f %s", max(0, 1-(exponent-unit.exponent)), digits*math.Pow10(exponent-1-unit.exponent), unit.name)
		}
	}
	return fmt.Sprintf("%.2g ns", seconds*1e9)
}

// Rough returns predicted seconds: "5.4 s", "10 min", "32 years".
func Rough(seconds float64) string {
	const minute, hour, day, year = 60, 3600, 86400, 365.25 * 86400
	switch {
	case seconds < 9.95:
		return fmt.Sprintf("%.1f s", seconds)
	case seconds < 100:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 100*minute:
		return fmt.Sprintf("%.0f min", seconds/minute)
	case seconds < 48*hour:
		return fmt.Sprintf("%.0f h", seconds/hour)
	case seconds < year:
		return fmt.Sprintf("%.0f days", seconds/day)
	}
	years := fmt.Sprintf("%.0f years", seconds/year)
	if years == "1 years" {
		return "1 year"
	}
	return years
}

// Flag returns a duration in the form of a flag's value, without zeros at the end: "3m", "1m30s",
// "1h".
func Flag(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// Digits returns three significant digits, and all digits before the decimal point: "0.123",
// "1235".
func Digits(x float64) string {
	if x >= 999.5 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// ShortRatio returns a ratio in at most about four characters: "1.3", "123", "1e+06".
func ShortRatio(ratio float64) string {
	switch {
	case ratio < 9.95:
		return fmt.Sprintf("%.1f", ratio)
	case ratio < 9999.5:
		return fmt.Sprintf("%.0f", ratio)
	}
	return fmt.Sprintf("%.0e", ratio)
}

// Speed returns a ratio of speeds in words: "12 × faster", "268 × slower", "as fast".
func Speed(ratio float64) string {
	switch more, less := Digits(ratio), Digits(1/ratio); {
	case more == "1" || less == "1":
		return "as fast"
	case ratio < 1:
		return less + " × slower"
	default:
		return more + " × faster"
	}
}

// SpeedBetween returns Speed with the interval of the ratio, in the same direction as the ratio:
// "12 × faster [9.8, 14]", "4 × slower [0.9, 5]".
func SpeedBetween(ratio, low, high float64) string {
	if ratio < 1 {
		low, high = 1/high, 1/low
	}
	return fmt.Sprintf("%s [%s, %s]", Speed(ratio), Digits(low), Digits(high))
}

// Change returns a ratio of sizes as a percentage of change, "+12.3 %", "−4 %", "±0 %", or as a
// factor if it doubles or halves: "×2.5".
func Change(ratio float64) string {
	if factor(ratio) {
		return "×" + Digits(ratio)
	}
	return percent(ratio, Digits) + " %"
}

// ChangeBetween returns a ratio as Change does, followed by the interval from low to high: "+12.3 % [+10, +15]".
func ChangeBetween(ratio, low, high float64) string {
	brief := func(x float64) string { return fmt.Sprintf("%.2g", x) }
	write := func(x float64) string { return percent(x, brief) }
	if factor(ratio) || factor(low) || factor(high) {
		ratio := "×" + Digits(ratio)
		return fmt.Sprintf("%s [%s, %s]", ratio, Digits(low), Digits(high))
	}
	return fmt.Sprintf("%s [%s, %s]", Change(ratio), write(low), write(high))
}

// factor reports whether a ratio is written as a factor.
func factor(ratio float64) bool { return ratio >= 1.995 || ratio <= 0.505 }

func percent(ratio float64, digits func(float64) string) string {
	switch text := digits(math.Abs(ratio-1) * 100); {
	case math.Abs(ratio-1) < 5e-5: // below the resolution of any clock
		return "±0"
	case ratio > 1:
		return "+" + text
	default:
		return "−" + text
	}
}

// Count returns a whole number of at least 0 with thousands separators: "1,234,567". It ignores the
// fraction of a float.
func Count[N int | int64 | uint64 | float64](n N) string {
	digits := strconv.FormatUint(uint64(n), 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// GiB returns an amount of memory or disk space: "15.6 GiB".
func GiB(bytes int64) string { return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30)) }

// Plural returns a number with a noun: "1 part", "2 parts".
func Plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, word)
}

// Ranges returns numbers in ascending order. Three or more consecutive ones become the first and
// the last with to between them: "4, 6–9, 12, 13".
func Ranges(numbers []int, to string) string {
	numbers = slices.Compact(slices.Sorted(slices.Values(numbers)))
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if j-i < 2 {
			j = i
			parts = append(parts, strconv.Itoa(numbers[i]))
		} else {
			parts = append(parts, strconv.Itoa(numbers[i])+to+strconv.Itoa(numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
