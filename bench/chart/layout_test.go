package chart

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"pgregory.net/rapid"

	"nqueens/bench/internal/lettering"
)

// written is a piece of text on a page with the room that its letters take.
type written struct {
	words string
	box   vg.Rectangle
}

// texts draws the figure and returns the texts on it.
func texts(f Figure) (list []written, page vg.Rectangle) {
	width, height := f.size()
	var rec recorder.Canvas
	c := draw.NewCanvas(&rec, width, height)
	f.draw(c)
	var at vg.Point
	upright := true
	for _, a := range rec.Actions {
		switch a := a.(type) {
		case *recorder.Translate:
			at, upright = a.Point, true
		case *recorder.Rotate:
			upright = false
		case *recorder.FillString:
			face := lettering.Fonts().Lookup(a.Font, a.Size)
			box := vg.Rectangle{
				Min: vg.Point{X: a.Point.X, Y: a.Point.Y - 0.05*a.Size},
				Max: vg.Point{X: a.Point.X + face.Width(a.String), Y: a.Point.Y + 0.72*a.Size},
			}
			if !upright {
				box = vg.Rectangle{Min: vg.Point{X: -box.Max.Y, Y: box.Min.X}, Max: vg.Point{X: -box.Min.Y, Y: box.Max.X}}
			}
			list = append(list, written{a.String, box.Add(at)})
		}
	}
	return list, c.Rectangle
}

// TestTextHasRoom checks that in the gallery all text is on the page and no texts overlap.
func TestTextHasRoom(t *testing.T) {
	for name, p := range galleries() {
		figures, err := Figures(p.cells, p.opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range figures {
			list, page := texts(f)
			for i, a := range list {
				wide := a.box // in a viewer with a wider font that ignores text lengths
				if wide.Size().X > wide.Size().Y {
					wide.Max.X += 0.15 * wide.Size().X
				}
				if !inside(page, a.box) || !inside(page, wide) {
					t.Errorf("%s/%s: %q at %v is off the page %v", name, f.Name, a.words, a.box, page)
				}
				for _, b := range list[:i] {
					if overlap(a.box, b.box) {
						t.Errorf("%s/%s: %q at %v is on %q at %v", name, f.Name, a.words, a.box, b.words, b.box)
					}
				}
			}
		}
	}
}

func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wanted := rapid.SliceOfN(rapid.Float64Range(-50, 250), 0, 30).Draw(t, "wanted")
		var in []vg.Length
		for _, w := range wanted {
			in = append(in, vg.Length(w))
		}
		const gap, lo, hi, slack = 10, 0, 200, 1e-6
		out := spread(in, gap, lo, hi)
		least := vg.Length(gap)
		if n := len(in); n > 1 {
			least = min(gap, vg.Length(hi-lo)/vg.Length(n-1))
		}
		for i := range in {
			if out[i] < lo-slack || out[i] > hi+slack {
				t.Fatalf("%v is outside", out[i])
			}
			for j := range i {
				if d := out[i] - out[j]; d < least-slack && -d < least-slack {
					t.Fatalf("%v and %v are too near", out[i], out[j])
				}
				if (in[i] < in[j]) != (out[i] < out[j]) && in[i] != in[j] {
					t.Fatalf("%v and %v have changed order", in[i], in[j])
				}
			}
		}
	})
}

// TestSpreadMovesLittle checks that positions with enough room do not move, and that a colliding
// pair moves apart symmetrically.
func TestSpreadMovesLittle(t *testing.T) {
	for _, c := range []struct{ in, out []vg.Length }{
		{nil, []vg.Length{}},
		{[]vg.Length{30, 10, 50}, []vg.Length{30, 10, 50}},
		{[]vg.Length{52, 48}, []vg.Length{55, 45}},
		{[]vg.Length{0, 0, 100}, []vg.Length{0, 10, 100}},
		{[]vg.Length{99, 100, 20}, []vg.Length{90, 100, 20}},
	} {
		if got := spread(c.in, 10, 0, 100); !slices.Equal(got, c.out) {
			t.Errorf("spread(%v) = %v, want %v", c.in, got, c.out)
		}
	}
}

func TestWords(t *testing.T) {
	style := sans(8, ink)
	if got := lettering.Printable("a\tb\x00c\u4e16µ×–"); got != "a b?c?µ×–" {
		t.Errorf("printable: %q", got)
	}
	if got := shortened(style, "abc", 100); got != "abc" {
		t.Errorf("shortened what fits: %q", got)
	}
	if got := shortened(style, "a name that is too long", 40); style.Width(got) > 40 || got[:2] != "a " {
		t.Errorf("shortened: %q is %v wide", got, style.Width(got))
	}
	for _, line := range wrapped(style, "several words, onewordthatiswiderthanthewholelineis and more words", 60) {
		if style.Width(line) > 60 {
			t.Errorf("wrapped: %q is %v wide", line, style.Width(line))
		}
	}
	if got := fmt.Sprint(wrapped(style, "to be or not to be", 45)); got != "[to be or not to be]" {
		t.Errorf("wrapped: %s", got)
	}
}

// TestTextKeepsItsWidth checks that each line of text in an SVG states the width it was laid out
// with, so that viewers with another font keep it.
func TestTextKeepsItsWidth(t *testing.T) {
	figures, err := Figures(galleries()["ratios"].cells, galleries()["ratios"].opt)
	if err != nil {
		t.Fatal(err)
	}
	length := regexp.MustCompile(`<text textLength="([0-9.]+)" lengthAdjust="spacingAndGlyphs" `)
	for _, f := range figures {
		var svg bytes.Buffer
		if err := f.WriteSVG(&svg, false); err != nil {
			t.Fatal(err)
		}
		list, _ := texts(f)
		found := length.FindAllStringSubmatch(svg.String(), -1)
		if len(found) != len(list) || len(found) != strings.Count(svg.String(), "<text ") {
			t.Fatalf("%s: %d lines of text, %d of them with a length", f.Name, len(list), len(found))
		}
		for i, w := range list {
			room := max(w.box.Max.X-w.box.Min.X, w.box.Max.Y-w.box.Min.Y).Points()
			if got, err := strconv.ParseFloat(found[i][1], 64); err != nil || math.Abs(got-room) > 0.1+0.001*room && len([]rune(w.words)) > 2 {
				t.Errorf("%s: %q is %.1f wide and says %s", f.Name, w.words, room, found[i][1])
			}
		}
	}
}

// TestOtherFont checks in a browser with a wider font that each text keeps its laid-out width.
func TestOtherFont(t *testing.T) {
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
		}
	}
	if browser == "" {
		t.Skip("no browser")
	}
	page := bytes.NewBufferString("<!doctype html><title>?</title>")
	charts := 0
	for _, p := range galleries() {
		figures, err := Figures(p.cells, p.opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range figures {
			var svg bytes.Buffer
			if err := f.WriteSVG(&svg, false); err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(svg.String(), "?>")
			page.WriteString(strings.ReplaceAll(body, "font-family:'Liberation Sans'", "font-family:'DejaVu Sans'"))
			charts++
		}
	}
	page.WriteString(`<script>
const cut = e => {
	const room = e.ownerSVGElement.getBoundingClientRect(), box = e.getBoundingClientRect()
	return box.left < room.left - 1 || box.right > room.right + 1 || Math.abs(e.getComputedTextLength() - e.getAttribute("textLength")) > 1
}
document.title = [...document.querySelectorAll("text")].filter(cut).length + " cut in " + document.querySelectorAll("svg").length</script>`)
	dir := t.TempDir()
	path := filepath.Join(dir, "page.html")
	if err := os.WriteFile(path, page.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--user-data-dir="+filepath.Join(dir, "profile"), "--dump-dom", "file://"+path).Output()
	if err != nil {
		t.Skipf("%s does not run here: %v", browser, err)
	}
	if want := fmt.Sprintf("<title>0 cut in %d</title>", charts); !bytes.Contains(out, []byte(want)) {
		t.Errorf("in another font: %.100s, want %s", out, want)
	}
}
