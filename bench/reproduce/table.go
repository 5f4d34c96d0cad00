package reproduce

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// table writes rows, the first of them the header, as a Markdown table whose
// columns are aligned in the source too. Columns of numbers are set to the
// right; missing cells are empty.
func table(rows [][]string) string {
	columns := len(rows[0])
	wide, right := make([]int, columns), make([]bool, columns)
	for i := range wide {
		wide[i], right[i] = 3, true
		for k, row := range rows {
			text := at(row, i)
			wide[i] = max(wide[i], utf8.RuneCountInString(text))
			right[i] = right[i] && (k == 0 || numeric(text))
		}
	}
	var b strings.Builder
	line := func(cell func(i int) string) {
		for i := range columns {
			b.WriteString("| " + cell(i) + " ")
		}
		b.WriteString("|\n")
	}
	for k, row := range rows {
		line(func(i int) string {
			text := at(row, i)
			pad := strings.Repeat(" ", wide[i]-utf8.RuneCountInString(text))
			if right[i] {
				return pad + text
			}
			return text + pad
		})
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

func at(row []string, i int) string {
	if i < len(row) {
		return row[i]
	}
	return ""
}

// numeric reports whether a cell goes well with numbers: it is one, with a unit
// perhaps, or several, or a gap. Longer words than "min" make it a text.
func numeric(text string) bool {
	for word := range strings.FieldsSeq(text) {
		if strings.IndexFunc(word, unicode.IsLetter) == 0 && utf8.RuneCountInString(word) > 3 {
			return false
		}
	}
	return text == "" || strings.ContainsRune("0123456789-–−+±<>×", []rune(text)[0])
}
