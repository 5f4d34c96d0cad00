package table

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nqueens/internal/printable"
)

// Text returns rows in aligned columns for a terminal, the first column aligned left and the others
// right. All rows have the length of the first.
func Text(rows [][]string) string {
	wide := widths(rows)
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i := range row {
			line.WriteString("  " + padded(cell(row, i), wide[i], i > 0))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// Listing returns rows in columns that are all aligned left, without an indent.
func Listing(rows [][]string) string {
	wide := widths(rows)
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i := range row {
			line.WriteString(padded(cell(row, i), wide[i], false) + "  ")
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// Wrapped returns Text in several tables if needed, so that none is wider than page characters.
// Each table has the first column. A row that is empty in one of several tables is omitted there.
func Wrapped(rows [][]string, page int) string {
	wide := widths(rows)
	var b strings.Builder
	for from := 1; from < len(wide); {
		to, used := from, 2+wide[0]
		for to < len(wide) && (to == from || used+2+wide[to] <= page) {
			used += 2 + wide[to]
			to++
		}
		var part [][]string
		for i, row := range rows {
			if i == 0 || to-from == len(wide)-1 || strings.Join(row[from:to], "") != "" {
				part = append(part, append([]string{row[0]}, row[from:to]...))
			}
		}
		b.WriteString(Text(part))
		from = to
	}
	return b.String()
}

// Fitted returns Text no wider than the page, as far as cells of the given columns can be cut for
// that. These columns are aligned left and are cut to at least eight characters, the widest first.
func Fitted(rows [][]string, page int, columns ...int) string {
	wide := widths(rows)
	total := 0
	for _, w := range wide {
		total += 2 + w
	}
	for ; total > page; total-- {
		widest := slices.MaxFunc(columns, func(a, b int) int { return wide[a] - wide[b] })
		if wide[widest] <= 8 {
			break
		}
		wide[widest]--
	}
	fitting := make([][]string, len(rows))
	for k, row := range rows {
		fitting[k] = slices.Clone(row)
		for _, i := range columns {
			text := []rune(cell(row, i))
			if len(text) > wide[i] {
				text = append(text[:wide[i]-1], '…')
			}
			fitting[k][i] = padded(string(text), wide[i], false)
		}
	}
	return Text(fitting)
}

// Markdown returns rows, with the first as the header, as a Markdown table whose columns are also
// aligned in the source. Columns of numbers are aligned right; missing cells are empty.
func Markdown(rows [][]string) string {
	wide := widths(rows)
	right := make([]bool, len(wide))
	for i := range wide {
		wide[i], right[i] = max(3, wide[i]), true
		for _, row := range rows[1:] {
			right[i] = right[i] && numeric(cell(row, i))
		}
	}
	var b strings.Builder
	line := func(cell func(i int) string) {
		for i := range wide {
			b.WriteString("| " + cell(i) + " ")
		}
		b.WriteString("|\n")
	}
	for k, row := range rows {
		line(func(i int) string { return padded(cell(row, i), wide[i], right[i]) })
		if k == 0 {
			line(func(i int) string {
				if right[i] {
					return strings.Repeat("-", wide[i]-1) + ":"
				}
				return strings.Repeat("-", wide[i])
			})
		}
	}
	return b.String()
}

// markup escapes the characters that have a meaning in Markdown or HTML.
var markup = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "#", `\#`, "<", "&lt;", ">", "&gt;", "&", "&amp;")

// EscapedText returns a one-line text in a form that Markdown and HTML show unchanged. It is for
// names from outside the program.
func EscapedText(text string) string { return markup.Replace(printable.Text(text)) }

// EscapedLines returns EscapedText of each line of a text.
func EscapedLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = EscapedText(line)
	}
	return strings.Join(lines, "\n")
}

// Escaped returns rows with EscapedText of each cell, for Markdown.
func Escaped(rows [][]string) [][]string {
	out := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			out[i] = append(out[i], EscapedText(cell))
		}
	}
	return out
}

func widths(rows [][]string) []int {
	wide := make([]int, len(rows[0]))
	for _, row := range rows {
		for i := range wide {
			wide[i] = max(wide[i], utf8.RuneCountInString(cell(row, i)))
		}
	}
	return wide
}

// padded pads the text with spaces, on the left if right is set.
func padded(text string, width int, right bool) string {
	pad := strings.Repeat(" ", width-utf8.RuneCountInString(text))
	if right {
		return pad + text
	}
	return text + pad
}

// cell returns the text of a row in a column, on one line.
func cell(row []string, i int) string {
	if i < len(row) {
		return printable.Text(row[i])
	}
	return ""
}

// numeric reports whether a cell is a number, possibly with a unit, several numbers, or empty.
// Words longer than "min" make it a text.
func numeric(text string) bool {
	for word := range strings.FieldsSeq(text) {
		if strings.IndexFunc(word, unicode.IsLetter) == 0 && utf8.RuneCountInString(word) > 3 {
			return false
		}
	}
	return text == "" || strings.ContainsRune("0123456789-–−+±<>×", []rune(text)[0])
}

// Paragraph splits a text into lines of at most width characters, all but the first indented. No
// line begins like a heading, a list or a quotation of Markdown.
func Paragraph(text, indent string, width int) string {
	var b strings.Builder
	used := 0
	for i, word := range strings.Fields(text) {
		word = printable.Text(word)
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case used+1+n > width && !marksUp(word):
			b.WriteString("\n" + indent)
			used = len(indent)
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	b.WriteByte('\n')
	return b.String()
}

// marksUp reports whether a line that begins with the word would be a quotation, a heading or a
// list.
func marksUp(word string) bool {
	return strings.ContainsRune(">#-+*=", rune(word[0])) || strings.Trim(strings.TrimRight(word, ".)"), "0123456789") == "" && strings.ContainsAny(word, ".)")
}
