package table

import (
	"strings"
	"testing"
)

func TestMarkdown(t *testing.T) {
	got := Markdown([][]string{{"n", "método", "ours"}, {"8", "a", "1,049"}, {"10", "größer", "–"}, {"9"}})
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

func TestParagraph(t *testing.T) {
	const lineWidth = 100
	if got := Paragraph("a  b\n c", "", lineWidth); got != "a b c\n" {
		t.Errorf("%q", got)
	}
	// A line must not begin as a quotation or a list does.
	long := strings.Repeat("x", lineWidth-2)
	for _, word := range []string{">", "-", "#1", "12.", "3)"} {
		if got, want := Paragraph(long+" "+word+" y", "", lineWidth), long+" "+word+"\ny\n"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got, want := Paragraph(long+" 120 y", "  ", lineWidth), long+"\n  120 y\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
