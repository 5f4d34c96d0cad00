package report_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"nqueens/bench/report"
)

var update = flag.Bool("update", false, "take the pictures anew")

// pictured selects what is photographed: each chart, a board and the table.
const pictured = `.figures .plot svg, .figures figure:not([data-chart]) .static svg, .card .board svg, .scroll.virtual`

// small is the scale of the pictures.
const small = 0.2

// pictures returns the selected parts of a page, cut out of one screenshot.
func (b tab) pictures() (list []image.Image) {
	b.Helper()
	places := eval[[][4]float64](b, `for (const f of document.querySelectorAll("[data-chart]")) { f.scrollIntoView(); `+settled+settled+` }
		window.scrollTo(0, 0)
		`+settled+`
		return [...document.querySelectorAll("`+pictured+`")].map(e => { const r = e.getBoundingClientRect(); return [r.left, r.top, r.width, r.height] })`)
	size := eval[[2]float64](b, `return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]`)
	beyond := true
	var whole *image.RGBA
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		clip := page.Viewport{Width: size[0], Height: size[1], Scale: small}
		shot, err := cdp.Call(ctx, target, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: &beyond, Clip: &clip})
		if err != nil {
			return err
		}
		p, err := png.Decode(bytes.NewReader(shot.Data))
		if err == nil {
			whole = image.NewRGBA(p.Bounds())
			draw.Draw(whole, p.Bounds(), p, image.Point{}, draw.Src)
		}
		return err
	}))
	for _, p := range places {
		at := image.Pt(int(math.Round(small*p[0])), int(math.Round(small*p[1])))
		list = append(list, whole.SubImage(image.Rectangle{at, at.Add(image.Pt(int(math.Round(small*p[2])), int(math.Round(small*p[3]))))}))
	}
	return list
}

// sheet returns an image of pictures one below the other.
func sheet(list []image.Image) *image.RGBA {
	var size image.Point
	for _, p := range list {
		size = image.Pt(max(size.X, p.Bounds().Dx()), size.Y+p.Bounds().Dy())
	}
	all := image.NewRGBA(image.Rectangle{Max: size})
	y := 0
	for _, p := range list {
		draw.Draw(all, image.Rectangle{Max: p.Bounds().Size()}.Add(image.Pt(0, y)), p, p.Bounds().Min, draw.Src)
		y += p.Bounds().Dy()
	}
	return all
}

// cells is the number of cells per side in which pictures are compared. They are larger than
// letters, so that fonts do not matter.
const cells = 24

// change returns the share of a picture's foreground that differs in another picture.
func change(want, got image.Image) float64 {
	mean := func(p image.Image, column, row int) (sum [3]float64) {
		b := p.Bounds()
		r := image.Rect(b.Min.X+column*b.Dx()/cells, b.Min.Y+row*b.Dy()/cells, b.Min.X+(column+1)*b.Dx()/cells, b.Min.Y+(row+1)*b.Dy()/cells)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				c := color.NRGBAModel.Convert(p.At(x, y)).(color.NRGBA)
				sum[0], sum[1], sum[2] = sum[0]+float64(c.R), sum[1]+float64(c.G), sum[2]+float64(c.B)
			}
		}
		for i := range sum {
			sum[i] /= max(1, float64(r.Dx()*r.Dy()))
		}
		return sum
	}
	apart := func(a, b [3]float64) float64 { return math.Abs(a[0]-b[0]) + math.Abs(a[1]-b[1]) + math.Abs(a[2]-b[2]) }
	seen := map[[3]float64]int{}
	var ground [3]float64
	for row := range cells {
		for column := range cells {
			m := mean(want, column, row)
			if seen[m]++; seen[m] > seen[ground] {
				ground = m
			}
		}
	}
	shown, changed := 0.0, 0.0
	for row := range cells {
		for column := range cells {
			a, b := mean(want, column, row), mean(got, column, row)
			shown += apart(a, ground)
			changed += apart(a, b)
		}
	}
	return changed / max(1, shown)
}

// tolerated is the largest change that is accepted, because of other fonts and rendering of edges.
const tolerated = 0.3

// changes returns a line for each picture of a page that differs from a committed sheet.
func changes(committed image.Image, list []image.Image) (lines []string) {
	y := committed.Bounds().Min.Y
	for i, p := range list {
		r := image.Rect(0, 0, p.Bounds().Dx(), p.Bounds().Dy()).Add(image.Pt(0, y))
		y = r.Max.Y
		if !r.In(committed.Bounds()) {
			return append(lines, fmt.Sprintf("picture %d of %d: it is %v, or one before it is larger than it was", i+1, len(list), p.Bounds().Size()))
		}
		want := image.NewRGBA(r)
		draw.Draw(want, r, committed, r.Min, draw.Src)
		if c := change(want, p); c > tolerated {
			lines = append(lines, fmt.Sprintf("picture %d of %d: %.0f %% of it changed", i+1, len(list), 100*c))
		}
	}
	if y < committed.Bounds().Max.Y {
		lines = append(lines, fmt.Sprintf("%d pictures, and there were more", len(list)))
	}
	return lines
}

// TestPictures checks that every chart, a board and the table look as before, at three widths and
// on a dark page, with any fonts, and that none is missing.
func TestPictures(t *testing.T) {
	t.Parallel()
	address := file(t, report.Page{Runs: []report.Run{made(t)}})
	for _, look := range []struct {
		name   string
		width  int64
		scheme string
	}{{"1400", 1400, "light"}, {"800", 800, "light"}, {"360", 360, "light"}, {"dark", 1400, "dark"}} {
		coloured := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.scheme}}})
			return err
		})
		b := open(t, address, chromedp.EmulateViewport(look.width, 900), coloured)
		list := b.pictures()
		name := filepath.Join("testdata", "page-"+look.name+".png")
		if *update {
			var content bytes.Buffer
			if err := png.Encode(&content, sheet(list)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, content.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		committed, err := png.Decode(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range changes(committed, list) {
			t.Errorf("%s, %s", name, line)
		}
		if look.name != "1400" {
			continue
		}
		style := func(css string) []string {
			eval[bool](b, fmt.Sprintf(`const s = document.createElement("style"); s.textContent = %q; document.head.append(s); return true`, css))
			return changes(committed, b.pictures())
		}
		if lines := style(`.plot text { font-family: monospace; letter-spacing: .3px }`); len(lines) > 0 {
			t.Errorf("with another font: %q", lines)
		}
		if lines := style(`[data-chart^=time] .series { visibility: hidden }`); len(lines) == 0 {
			t.Error("nobody sees that lines are missing")
		}
	}
}
