package lettering

import (
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Outlined draws text as the outlines of its letters, because the canvas for PDF has no bold font
// and no letters beyond ASCII.
type Outlined struct{ vg.Canvas }

// FillString draws a line of text whose baseline starts at the given point.
func (o Outlined) FillString(face font.Face, at vg.Point, text string) {
	var letters sfnt.Buffer
	em := fixed.I(int(face.Face.UnitsPerEm()))
	scale := face.Font.Size / vg.Length(em)
	place := func(x fixed.Int26_6, p fixed.Point26_6) vg.Point {
		return vg.Point{X: at.X + scale*vg.Length(x+p.X), Y: at.Y - scale*vg.Length(p.Y)}
	}
	var path vg.Path
	var x fixed.Int26_6
	var before sfnt.GlyphIndex
	for i, r := range text {
		glyph, err := face.Face.GlyphIndex(&letters, r)
		if err != nil {
			continue
		}
		if i > 0 {
			if kern, err := face.Face.Kern(&letters, before, glyph, em, xfont.HintingNone); err == nil {
				x += kern
			}
		}
		outline, err := face.Face.LoadGlyph(&letters, glyph, em, nil)
		if err == nil {
			for _, s := range outline {
				switch s.Op {
				case sfnt.SegmentOpMoveTo:
					path.Move(place(x, s.Args[0]))
				case sfnt.SegmentOpLineTo:
					path.Line(place(x, s.Args[0]))
				case sfnt.SegmentOpQuadTo:
					path.QuadTo(place(x, s.Args[0]), place(x, s.Args[1]))
				case sfnt.SegmentOpCubeTo:
					path.CubeTo(place(x, s.Args[0]), place(x, s.Args[1]), place(x, s.Args[2]))
				}
			}
		}
		if advance, err := face.Face.GlyphAdvance(&letters, glyph, em, xfont.HintingNone); err == nil {
			x += advance
		}
		before = glyph
	}
	if path != nil {
		o.Fill(path)
	}
}
