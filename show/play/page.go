package play

import (
	"crypto/sha256"
	_ "embed" // the parts of the page
	"encoding/ascii85"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"io"
	"slices"
	"strings"

	"nqueens/bench/diagram"
	"nqueens/family"
	"nqueens/show/play/engines"
)

//go:embed page.html
var pageText string

// The files that `go run ./show/play/web` writes.
var (
	//go:embed web/play.css
	style string
	//go:embed web/play.js
	script string
	//go:embed web/worker.js
	worker string
	//go:embed web/engines.wasm.gz
	enginesCode []byte
)

// Write writes the page as one HTML file, of about three megabytes.
func Write(w io.Writer) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	glyphs := map[string][]diagram.Outline{}
	for _, f := range family.All() {
		glyphs[f.Name] = diagram.Outlines(f, 0)
		for _, k := range f.Kinds {
			glyphs[f.Name+" "+string(k.Letter)] = diagram.Outlines(f, k.Letter)
		}
	}
	pictures, err := json.Marshal(glyphs)
	if err != nil {
		return err
	}
	known, err := json.Marshal(map[string]any{"families": engines.Families(), "engines": engines.Engines()})
	if err != nil {
		return err
	}
	return t.Execute(w, map[string]any{
		"Known":   template.JS(known),
		"Policy":  policy(),
		"Style":   template.CSS(style),
		"Glyphs":  template.JS(pictures),
		"Worker":  template.HTML(worker),
		"Engines": parts(text85(enginesCode)),
		"Script":  template.HTML("<script>" + script + "</script>"),
	})
}

// policy returns the page's content security policy. It allows the page its own script and the
// engines, and to load nothing.
func policy() string {
	sum := sha256.Sum256([]byte(script))
	return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src 'unsafe-inline'; worker-src blob:; script-src 'wasm-unsafe-eval' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// text85 returns bytes in Ascii85, which is 6 % shorter than base64. It writes v instead of <, so
// that the text cannot end its HTML element.
func text85(b []byte) string {
	text := make([]byte, ascii85.MaxEncodedLen(len(b)))
	return strings.ReplaceAll(string(text[:ascii85.Encode(text, b)]), "<", "v")
}

// partSize is the number of characters of a part of the engines. The script of the page decodes and
// compiles a part while the browser reads the next.
const partSize = 1 << 17

// parts returns a text in parts of partSize characters.
func parts(text string) (list []template.HTML) {
	for part := range slices.Chunk([]byte(text), partSize) {
		list = append(list, template.HTML(part))
	}
	return list
}
