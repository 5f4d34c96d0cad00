package chart

import (
	"fmt"
	"math"
)

// multiple writes a ratio in at most about four characters.
func multiple(ratio float64) string {
	switch {
	case ratio < 9.95:
		return fmt.Sprintf("%.1f", ratio)
	case ratio < 9999.5:
		return fmt.Sprintf("%.0f", ratio)
	}
	return fmt.Sprintf("%.0e", ratio)
}

// brief writes seconds with two figures and a unit.
func brief(t float64) string {
	exponent := int(math.Floor(math.Log10(t)))
	digits := math.Round(t / math.Pow10(exponent-1)) // 10 to 100
	if digits >= 100 {
		digits, exponent = 10, exponent+1
	}
	for _, u := range []struct {
		name  string
		power int
	}{{"s", 0}, {"ms", -3}, {"µs", -6}} {
		if exponent >= u.power {
			return fmt.Sprintf("%.*f %s", max(0, 1-(exponent-u.power)), digits*math.Pow10(exponent-1-u.power), u.name)
		}
	}
	return fmt.Sprintf("%.2g ns", t*1e9)
}
