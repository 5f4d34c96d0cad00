package show

import (
	"crypto/sha256"
	_ "embed" // the parts of the page
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"nqueens"
	"nqueens/backends/trace"
	"nqueens/bench/diagram"
)

//go:embed page.html
var pageText string

// The files that `go run ./show/play/web` writes.
var (
	//go:embed play/web/trace.css
	style string
	//go:embed play/web/trace.js
	script string
)

// mostTraces is the number of traces that a page shows beside each other.
const mostTraces = 2

// A pageTrace is the part of a trace that the page's script reads.
type pageTrace struct {
	Name    string            `json:"name"`
	Problem string            `json:"problem"`
	Task    string            `json:"task"`
	Backend string            `json:"backend"`
	Columns int               `json:"columns"`
	Ranks   int               `json:"ranks"`
	Piece   string            `json:"piece"`
	Glyph   []diagram.Outline `json:"glyph"`
	// Queens is set if the pieces are queens, so that three words describe what they attack.
	Queens  bool     `json:"queens"`
	Blocked []string `json:"blocked,omitempty"`
	// Regions has for each square, in the order of Board.Squares, the letter and the colour of its
	// region.
	Regions   []region       `json:"regions,omitempty"`
	Items     []string       `json:"items,omitempty"`
	Primary   int            `json:"primary,omitempty"`
	Options   []trace.Option `json:"options,omitempty"`
	Events    []trace.Event  `json:"events"`
	Sentences []string       `json:"sentences"`
	End       string         `json:"end"`
}

// A region is the region of a square.
type region struct {
	Letter string `json:"letter"`
	Colour string `json:"colour"`
}

// WritePage writes a page with one trace, or with two beside each other. On paper, or without
// JavaScript, the page shows their storyboards. The page ends with the Sizes of the search.
func WritePage(w io.Writer, traces ...*Trace) error {
	if len(traces) == 0 || len(traces) > mostTraces {
		return fmt.Errorf("a page shows one trace or %d beside each other, not %d", mostTraces, len(traces))
	}
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	var list []pageTrace
	var stories []template.HTML
	title := "The search for " + traces[0].Problem.Short()
	for _, one := range traces {
		p := pageTrace{
			Name: one.Name, Problem: one.Problem.Short(), Task: one.Header.Task, Backend: one.Header.Backend,
			Columns: one.Problem.Board().Files, Ranks: one.Problem.Board().Ranks,
			Piece: string(one.Problem.Family.Letter()), Glyph: diagram.Outlines(one.Problem.Family, 0), Queens: one.Problem.PlacesQueens(),
			Items: one.Header.Items, Primary: one.Header.Primary, Options: one.Header.Options, Events: one.Events, End: ending(one.End),
		}
		for _, s := range one.Problem.Blocked {
			p.Blocked = append(p.Blocked, s.String())
		}
		if r := one.Problem.Regions; r != "" {
			colours := diagram.RegionColours(r)
			for i, number := range r.BySquare() {
				p.Regions = append(p.Regions, region{nqueens.RegionName(number), colours[i]})
			}
		}
		for _, e := range one.Events {
			p.Sentences = append(p.Sentences, sentence(e))
		}
		list = append(list, p)
		if one.Problem.String() != traces[0].Problem.String() {
			return fmt.Errorf("the problem of %s is %v, but that of %s is %v: two traces on one page must be of the same problem", traces[0].Name, traces[0].Problem, one.Name, one.Problem)
		}
		if story, err := one.Storyboard(); err == nil && len(story.Boards) > 0 {
			svg, err := story.SVG()
			if err != nil {
				return err
			}
			stories = append(stories, template.HTML(svg))
		}
	}
	sum := sha256.Sum256([]byte(script))
	return t.Execute(w, map[string]any{
		"Title":   title,
		"Policy":  "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'",
		"Style":   template.CSS(style),
		"Traces":  list,
		"Stories": stories,
		"Sizes":   Sizes(traces[0].Problem), "SizesTitle": sizesTitle, "SizesNote": sizesNote(traces[0].Problem.N),
		"Script": template.HTML("<script>" + script + "</script>"),
	})
}
