package chart

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"nqueens/bench/internal/lettering"
	"nqueens/internal/atomicfile"
	"nqueens/internal/lazyregexp"
)

const (
	pageWidth  = 16 * vg.Centimeter // the text width of a paper
	pageHeight = 10 * vg.Centimeter
	pageMargin = 6 * vg.Length(1) // points
	resolution = 200              // dots per inch in a PNG
)

// Figure represents one chart.
type Figure struct {
	Name    string   // of its files, without an extension
	Title   string   // what it shows
	Caption string   // how to read it
	Notes   []string // below the chart: what is left out or unusual
	Plot    *Plot    // its values; nil if only the picture has them

	width vg.Length
	body  vg.Length         // height of the part between caption and notes
	least vg.Length         // the least body; 0 stands for body
	paint func(draw.Canvas) // draws that part
	dots  int               // dots per inch in a PNG; 0 stands for resolution
	rows  func() [][]string // returns the values for WriteCSV if Plot cannot give them
}

// newFigure returns a figure of page width without a body.
func newFigure(name, title, caption string, notes []string) Figure {
	f := Figure{Name: fileName(name), Title: lettering.Printable(title), Caption: lettering.Printable(caption), width: pageWidth}
	for _, note := range notes {
		f.Notes = append(f.Notes, lettering.Printable(note))
	}
	return f
}

// roomier is how much wider than laid out a text may become at the right edge of a page, because
// some viewers of SVG have a wider font and ignore the text lengths.
const roomier = 1.17

func (f Figure) inner() vg.Length { return f.width - 2*pageMargin }

// fileName replaces characters that some file systems or URLs do not allow.
func fileName(name string) string {
	safe := []byte(name)
	for i, c := range safe {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.') {
			safe[i] = '-'
		}
	}
	return string(safe[:min(len(safe), 120)])
}

// pixels is the number of pixels per inch, as in a browser.
const pixels = 96

// resize sets the width and height of the picture in pixels; 0 keeps the current value.
func (f *Figure) resize(width, height int) error {
	if width == 0 && height == 0 {
		return nil
	}
	f.dots = pixels
	pixel := vg.Inch / pixels
	least := f.least
	if least == 0 {
		least = f.body
	}
	if width > 0 {
		f.width = vg.Length(width) * pixel
	}
	if height > 0 {
		f.body = vg.Length(height)*pixel - f.head() - f.foot()
	}
	if needed := int(math.Ceil(float64((f.head() + least + f.foot()) / pixel))); height > 0 && f.body < least || width > 0 && width < leastWidth {
		return fmt.Errorf("%d×%d pixels are too few for %s: it needs at least %d×%d", width, height, f.Name, max(leastWidth, width), max(needed, height))
	}
	return nil
}

// leastWidth is the least width in pixels that leaves room for the frame and the names of the
// lines.
const leastWidth = 300

// WriteFiles writes the figure into a folder as SVG and PNG, and as CSV if opt.Data is set and the
// figure has values. It returns the names of the files.
func (f Figure) WriteFiles(dir string, opt Options) ([]string, error) {
	names := []string{f.Name + ".svg", f.Name + ".png"}
	if opt.Data && (f.rows != nil || f.Plot != nil) {
		names = append(names, f.Name+".csv")
	}
	for _, name := range names {
		if err := f.WriteFile(filepath.Join(dir, name), opt.EmbedFonts); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// Formats returns the file extensions that WriteFile supports.
func Formats() []string { return []string{".svg", ".png", ".pdf", ".csv"} }

// WriteFile writes the figure to a file in the format of its extension.
func (f Figure) WriteFile(name string, embedFonts bool) error {
	var content bytes.Buffer
	var err error
	switch ending := strings.ToLower(filepath.Ext(name)); ending {
	case ".svg":
		err = f.WriteSVG(&content, embedFonts)
	case ".png":
		err = f.WritePNG(&content)
	case ".pdf":
		err = f.WritePDF(&content)
	case ".csv":
		err = f.WriteCSV(&content)
	default:
		err = fmt.Errorf("unknown file extension %q (known: %s)", ending, strings.Join(Formats(), ", "))
	}
	if err != nil {
		return fmt.Errorf("drawing %s: %w", f.Name, err)
	}
	if err := atomicfile.WriteFile(name, content.Bytes()); err != nil {
		return fmt.Errorf("writing a chart: %w", err)
	}
	return nil
}

// WriteSVG writes the figure as SVG with text as text elements. Each line of text has a length, so
// that it fits its place in any font.
func (f Figure) WriteSVG(w io.Writer, embedFonts bool) error {
	width, height := f.size()
	canvas := vgsvg.NewWith(vgsvg.UseWH(width, height), vgsvg.EmbedFonts(embedFonts))
	f.draw(draw.New(canvas))
	var buf bytes.Buffer
	if _, err := canvas.WriteTo(&buf); err != nil {
		return fmt.Errorf("writing SVG: %w", err)
	}
	svg := bytes.ReplaceAll(buf.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:'Liberation Sans',Arimo,Arial,Helvetica,sans-serif;"))
	svg = svgText.Get().ReplaceAllFunc(svg, withLength)
	// Screen readers read the title.
	before, after, _ := bytes.Cut(svg, []byte(`xlink">`)) // the end of the svg tag
	if _, err := fmt.Fprintf(w, "%sxlink\">\n<title>%s</title>\n<desc>%s</desc>%s", before,
		html.EscapeString(f.Title), html.EscapeString(f.Caption), after); err != nil {
		return fmt.Errorf("writing SVG: %w", err)
	}
	return nil
}

// svgText matches a line of text as vgsvg writes it.
var svgText = lazyregexp.New(`<text ([^>]*font-weight:(normal|bold);[^>]*font-size:([0-9.]+)px[^>]*)>([^<]*)</text>`)

// withLength adds to a text element the width that it has in Liberation Sans.
func withLength(element []byte) []byte {
	m := svgText.Get().FindSubmatch(element)
	size, err := vg.ParseLength(string(m[3]) + "pt")
	if err != nil {
		return element
	}
	style := sans(size, ink)
	if string(m[2]) == "bold" {
		style = bold(style)
	}
	width := style.Width(html.UnescapeString(string(m[4])))
	return fmt.Appendf(nil, `<text textLength="%.4g" lengthAdjust="spacingAndGlyphs" %s>%s</text>`, width.Points(), m[1], m[4])
}

// WritePNG writes the figure as PNG with 200 dots per inch, or with the pixels set by resize.
func (f Figure) WritePNG(w io.Writer) error {
	width, height := f.size()
	dots := resolution
	if f.dots > 0 {
		dots = f.dots
	}
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dots))}
	f.draw(draw.New(canvas))
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("writing PNG: %w", err)
	}
	return nil
}

var (
	titleSize   = vg.Points(10.5)
	captionSize = vg.Points(7.5)
	leading     = vg.Points(10) // line height of captions
)

func (f Figure) size() (width, height vg.Length) {
	return f.width, f.head() + f.body + f.foot()
}

func (f Figure) titleLines() []string {
	return wrapped(bold(sans(titleSize, ink)), f.Title, f.inner()/roomier)
}

func (f Figure) captionLines() []string {
	return wrapped(sans(captionSize, faint), f.Caption, f.inner()/roomier)
}

func (f Figure) noteLines() []string {
	var lines []string
	for _, note := range f.Notes {
		lines = append(lines, wrapped(sans(captionSize, faint), note, f.inner()/roomier)...)
	}
	return lines
}

func (f Figure) head() vg.Length {
	return pageMargin + 14*vg.Length(len(f.titleLines())) + leading*vg.Length(len(f.captionLines())) + 6
}

func (f Figure) foot() vg.Length {
	if len(f.Notes) == 0 {
		return pageMargin
	}
	return pageMargin + leading*vg.Length(len(f.noteLines())) + 5
}

func (f Figure) draw(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	left, top := c.Min.X+pageMargin, c.Max.Y-pageMargin
	for _, line := range f.titleLines() {
		write(c, aligned(bold(sans(titleSize, ink)), draw.XLeft), vg.Point{X: left, Y: top - 6}, line)
		top -= 14
	}
	for _, line := range f.captionLines() {
		write(c, aligned(sans(captionSize, faint), draw.XLeft), vg.Point{X: left, Y: top - leading/2}, line)
		top -= leading
	}
	f.paint(draw.Crop(c, pageMargin, -pageMargin, f.foot(), -f.head()))
	lines := f.noteLines()
	for i, line := range lines {
		y := c.Min.Y + pageMargin + leading*(vg.Length(len(lines)-1-i)+0.5)
		write(c, aligned(sans(captionSize, faint), draw.XLeft), vg.Point{X: left, Y: y}, line)
	}
}

var (
	ink   = color.Gray{Y: 0x20}
	faint = color.Gray{Y: 0x60}
	grid  = color.Gray{Y: 0xe0}
)

// sans returns the style of upright Liberation Sans, centred on its position.
func sans(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    lettering.Sans(size),
		XAlign:  draw.XCenter,
		Handler: text.Plain{Fonts: lettering.Fonts()},
	}
}

func bold(s text.Style) text.Style {
	s.Font.Weight = xfont.WeightBold
	return s
}

func aligned(s text.Style, x text.XAlignment) text.Style {
	s.XAlign = x
	return s
}

func rotated(s text.Style) text.Style {
	s.Rotation = math.Pi / 2
	return s
}

// write draws one line of text. Half the height of a capital is vertically at the point;
// horizontally the style's alignment applies.
func write(c draw.Canvas, s text.Style, at vg.Point, words string) {
	offset := vg.Point{
		X: vg.Length(s.XAlign) * s.Width(words),
		Y: -0.36 * s.Font.Size, // capitals of Liberation Sans are 0.72 em high
	}
	c.Push()
	c.SetColor(s.Color)
	c.Translate(at)
	if s.Rotation != 0 {
		c.Rotate(s.Rotation)
	}
	c.FillString(lettering.Fonts().Lookup(s.Font, s.Font.Size), offset, words)
	c.Pop()
}

func shortened(s text.Style, words string, width vg.Length) string {
	return lettering.Shortened(words, func(line string) bool { return s.Width(line) <= width })
}

func wrapped(s text.Style, words string, width vg.Length) []string {
	return lettering.Wrapped(words, func(line string) bool { return s.Width(line) <= width })
}

func widest(s text.Style, words []string) vg.Length {
	var w vg.Length
	for _, word := range words {
		w = max(w, s.Width(word))
	}
	return w
}
