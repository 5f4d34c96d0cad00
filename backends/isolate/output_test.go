package isolate

import (
	"strings"
	"testing"
)

func TestPrintable(t *testing.T) {
	for line, want := range map[string]string{
		"":                              "",
		" out of memory\r":              "out of memory",
		"größer als 2":                  "größer als 2",
		"\x1b[31mred\x1b[0m":            `"\x1b[31mred\x1b[0m"`,
		"\xff\x00":                      `"\xff\x00"`,
		"a\tb":                          `"a\tb"`,
		strings.Repeat("x", 300):        strings.Repeat("x", 200) + "…",
		"x" + strings.Repeat("ü", 100):  "x" + strings.Repeat("ü", 99) + "…",
		strings.Repeat("\xff", 300):     `"` + strings.Repeat(`\xff`, 200-4) + `"…`,
		"right to left \u202e override": `"right to left \u202e override"`,
	} {
		if got := Printable(line); got != want {
			t.Errorf("%q is shown as %s, want %s", line, got, want)
		}
	}
}
