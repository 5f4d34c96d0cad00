package lettering

import (
	"bytes"

	"gonum.org/v1/plot/vg/vgpdf"

	"nqueens/internal/lazyregexp"
)

// PDF returns the page as a file. Its date is fixed, so that the same page gives the same bytes.
func PDF(page *vgpdf.Canvas) ([]byte, error) {
	var buf bytes.Buffer
	if _, err := page.WriteTo(&buf); err != nil {
		return nil, err
	}
	return pdfDate.Get().ReplaceAll(buf.Bytes(), []byte("Date (D:20000101000000)")), nil
}

var pdfDate = lazyregexp.New(`Date \(D:\d{14}\)`)
