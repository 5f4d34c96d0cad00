package reproduce

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	got := table([][]string{{"n", "método", "ours"}, {"8", "a", "1,049"}, {"10", "größer", "–"}, {"9"}})
	want := `|   n | método |  ours |
| --: | ------ | ----: |
|   8 | a      | 1,049 |
|  10 | größer |     – |
|   9 |        |       |
`
	if got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}

func TestNumeric(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "12": true, "–": true, "1,049": true, "8.27 µs": true, "52.3 to 77.5": true, "3 min": true, "1 5 8 6": true,
		"a": false, "9 same value": false, "WRONG": false,
	} {
		if numeric(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestWrapped(t *testing.T) {
	if got := wrapped("a  b\n c", ""); got != "a b c\n" {
		t.Errorf("%q", got)
	}
	// A line must not begin as a quotation or a list does.
	long := strings.Repeat("x", lineWidth-2)
	for _, word := range []string{">", "-", "#1", "12.", "3)"} {
		if got, want := wrapped(long+" "+word+" y", ""), long+" "+word+"\ny\n"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got, want := wrapped(long+" 120 y", "  "), long+"\n  120 y\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWords(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{spans([]int{1, 2, 3, 5, 7, 8}), "1 to 3, 5, 7 to 8"},
		{spans(nil), ""},
		{grouped(0), "0"},
		{grouped(999), "999"},
		{grouped(1234567), "1,234,567"},
		{about(5.44), "5.4 s"},
		{about(99.9), "100 s"},
		{about(600), "10 min"},
		{about(3 * 86400), "3 days"},
		{about(1e9), "32 years"},
		{overall(nil), "no comparison"},
		{overall([]Verdict{{Kind: SameShape}, {Kind: Wrong}, {Kind: SameShape}}), "1 WRONG, 2 same shape"},
		{Verdict{Differs, "x", "of this"}.String(), "differs, because of this"},
		{Verdict{SameShape, "x", "2 and 3"}.String(), "same shape: 2 and 3"},
		{Verdict{SameValue, "x", ""}.String(), "same value"},
		{short(DefaultBudget), "3m"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
