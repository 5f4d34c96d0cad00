package table

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
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
		"": true, "12": true, "–": true, "1,049": true, "8.27 µs": true, "52.3 to 77.5": true, "3 min": true, "3 mins": false, "1 5 8 6": true,
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
	// A line must not begin like a quotation or a list.
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

// columns returns rows with their first column and a range of the others.
func columns(rows [][]string, from, to int) (part [][]string) {
	for _, row := range rows {
		part = append(part, append([]string{row[0]}, row[from:to]...))
	}
	return part
}

// widest returns the length of the longest line.
func widest(text string) (most int) {
	for line := range strings.Lines(text) {
		most = max(most, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")))
	}
	return most
}

// random returns random rows of cells without spaces, below a header, possibly with gaps.
func random(r *rand.Rand, gaps bool) [][]string {
	rows := make([][]string, 2+r.IntN(4))
	width := 2 + r.IntN(6)
	for i := range rows {
		for k := range width {
			n := 1 + r.IntN(14)
			if gaps && i > 0 && k > 0 && r.IntN(2) == 0 {
				n = 0
			}
			rows[i] = append(rows[i], strings.Repeat("ä", n))
		}
	}
	return rows
}

// TestWrapped checks that each part has as many columns as fit on the page, at least one, and only
// rows with content in it, and that a table that fits is unchanged.
func TestWrapped(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		rows, page := random(r, true), 5+r.IntN(60)
		n, want := len(rows[0]), ""
		for from := 1; from < n; {
			to := from + 1
			for to < n && widest(Text(columns(rows, from, to+1))) <= page {
				to++
			}
			part := columns(rows, from, to)
			if to-from < n-1 {
				part = slices.DeleteFunc(part, func(row []string) bool { return strings.Join(row[1:], "") == "" })
			}
			want += Text(part)
			from = to
		}
		if got := Wrapped(rows, page); got != want {
			t.Fatalf("on %d:\n%swant\n%s", page, got, want)
		}
	}
}

// TestFitted checks that a table that is too wide is as wide as the page: the widest of the columns
// that may be cut become equally narrow, down to eight characters, and cut cells are marked.
func TestFitted(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		rows, page := random(r, false), 10+r.IntN(80)
		n := len(rows[0])
		var cut []int
		for i := range n {
			if r.IntN(2) == 0 {
				cut = append(cut, i)
			}
		}
		if cut == nil {
			continue
		}
		wide := widths(rows)
		total, least := 2*n, 2*n
		for i, w := range wide {
			total += w
			if slices.Contains(cut, i) {
				w = min(w, 8)
			}
			least += w
		}
		text := Fitted(rows, page, cut...)
		var got [][]string
		for line := range strings.Lines(text) {
			got = append(got, strings.Fields(line))
		}
		sum := 2 * n
		most, narrowed := 0, 100 // the widest column that may be cut, and the narrowest that is cut
		for i, w := range widths(got) {
			sum += w
			if slices.Contains(cut, i) {
				most = max(most, w)
			} else if w != wide[i] {
				t.Fatalf("column %d is cut:\n%s", i, text)
			}
			if w < wide[i] {
				narrowed = min(narrowed, w)
			}
		}
		if sum != min(total, max(page, least)) || narrowed < most-1 {
			t.Fatalf("%d of %d on %d, columns %v:\n%s", sum, total, page, cut, text)
		}
		for k, row := range got {
			for i, cell := range row {
				if kept, is := strings.CutSuffix(cell, "…"); cell != rows[k][i] && !(is && strings.HasPrefix(rows[k][i], kept)) {
					t.Fatalf("%s of %s", cell, rows[k][i])
				}
			}
		}
	}
	rows := [][]string{{"", "name", "n"}, {"a", "exactly-9", "1"}, {"b", "eight-ch", "22"}}
	const all, less = "     name        n\n  a  exactly-9   1\n  b  eight-ch   22\n", "     name       n\n  a  exactly…   1\n  b  eight-ch  22\n"
	for page, want := range map[int]string{18: all, 17: less, 16: less, 0: less} {
		if got := Fitted(rows, page, 1); got != want {
			t.Errorf("on %d:\n%swant\n%s", page, got, want)
		}
	}
}

// TestEscaped checks text from outside the program.
func TestEscaped(t *testing.T) {
	const text, want = "a|b_`c`*d*\x1b<e>&[f]\\~#", "a\\|b\\_\\`c\\`\\*d\\*\\\\u001b&lt;e&gt;&amp;\\[f\\]\\\\\\~\\#"
	if got := EscapedText(text); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := EscapedLines("_a\n\nb_"); got != "\\_a\n\nb\\_" {
		t.Errorf("%q", got)
	}
	if got := Escaped([][]string{{"_", "a"}, {"<"}}); len(got) != 2 || !slices.Equal(got[0], []string{"\\_", "a"}) || !slices.Equal(got[1], []string{"&lt;"}) {
		t.Errorf("%q", got)
	}
	if got := Text([][]string{{"a\nb", "c\x1b"}}); got != "  a\\nb  c\\u001b\n" {
		t.Errorf("%q", got)
	}
}

// TestParagraphFills checks that no line is too long, except for a long word or one that no line
// may begin with, and that each line is filled.
func TestParagraphFills(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		var words []string
		for range 1 + r.IntN(40) {
			words = append(words, []string{"-", "1.", "12)", "120", ">", strings.Repeat("ö", 1+r.IntN(12)), strings.Repeat("o", 1+r.IntN(12))}[r.IntN(7)])
		}
		width, indent := 8+r.IntN(30), strings.Repeat(" ", r.IntN(4))
		want, used := words[0], utf8.RuneCountInString(words[0])
		for _, word := range words[1:] {
			n := utf8.RuneCountInString(word)
			if begins := strings.HasPrefix(word, "ö") || strings.HasPrefix(word, "o") || word == "120"; used+1+n <= width || !begins {
				want, used = want+" "+word, used+1+n
			} else {
				want, used = want+"\n"+indent+word, len(indent)+n
			}
		}
		if got := Paragraph(strings.Join(words, "  "), indent, width); got != want+"\n" {
			t.Fatalf("of %d:\n%swant\n%s", width, got, want)
		}
	}
}
