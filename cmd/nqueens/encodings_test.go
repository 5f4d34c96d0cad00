package main

import (
	"os"
	"strings"
	"testing"

	"nqueens/internal/golden"
	"nqueens/internal/table"
)

// encodingsMark is the line of docs/encodings.md before the table.
const encodingsMark = "<!-- nqueens encodings --markdown -->\n"

// TestEncodingsPage checks that the table of docs/encodings.md is what the command prints. -update writes it.
func TestEncodingsPage(t *testing.T) {
	const page = "../../docs/encodings.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(text), encodingsMark)
	if !found {
		t.Fatalf("%s has no line %q", page, encodingsMark)
	}
	_, cells := encodingRows(true)
	golden.Committed(t, page, []byte(before+encodingsMark+table.Markdown(table.Escaped(cells))))
}
