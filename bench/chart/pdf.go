package chart

import (
	"fmt"
	"io"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"

	"nqueens/bench/internal/lettering"
)

// WritePDF writes the figure as a PDF of one page. Text is written as outlines, so that it looks
// the same everywhere and needs no font.
func (f Figure) WritePDF(w io.Writer) error {
	width, height := f.size()
	page := vgpdf.New(width, height)
	f.draw(draw.NewCanvas(lettering.Outlined{Canvas: page}, width, height))
	text, err := lettering.PDF(page)
	if err == nil {
		_, err = w.Write(text)
	}
	if err != nil {
		return fmt.Errorf("writing PDF: %w", err)
	}
	return nil
}
