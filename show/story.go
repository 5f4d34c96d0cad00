package show

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"slices"

	"nqueens"
	"nqueens/backends/trace"
	"nqueens/bench/diagram"
)

// mostPictures is the number of boards of a storyboard.
const mostPictures = 24

// mostFrames is the number of frames of an animation.
const mostFrames = 300

// Storyboard returns the boards of the search at each conflict and each solution. If there are too
// many, it returns some of them at even distances. If the search has neither, it selects from all
// steps.
func (t *Trace) Storyboard() (diagram.Page, error) {
	steps := t.moments(func(k trace.Kind) bool { return k == trace.Conflict || k == trace.Found })
	if len(steps) == 0 {
		steps = t.moments(func(k trace.Kind) bool { return k != trace.Back })
	}
	steps = chosen(steps, mostPictures)
	page := diagram.Page{Title: fmt.Sprintf("%s by %s: %s", t.Problem.Short(), t.Header.Backend, numbered(len(t.Events)))}
	err := t.boards(steps, func(i int, b diagram.Board) error {
		b.Caption = []string{fmt.Sprintf("Step %d: %s.", i+1, sentence(t.Events[i]))}
		page.Boards = append(page.Boards, b)
		return nil
	})
	return page, err
}

func numbered(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// moments returns the indices of the events for whose kind the function returns true.
func (t *Trace) moments(kind func(trace.Kind) bool) (steps []int) {
	for i, e := range t.Events {
		if kind(e.Kind) {
			steps = append(steps, i)
		}
	}
	return steps
}

// chosen returns at most n of the numbers, at even distances, with the first and the last.
func chosen(steps []int, n int) []int {
	if len(steps) <= n {
		return steps
	}
	var list []int
	for i := range n {
		list = append(list, steps[i*(len(steps)-1)/(n-1)])
	}
	return list
}

// boards calls draw with the board after each of the events, given by ascending indices.
func (t *Trace) boards(steps []int, draw func(i int, b diagram.Board) error) error {
	var r trace.Replay
	next := 0
	bare := t.Problem
	bare.Given, bare.Others = nil, nil
	for _, i := range steps {
		for ; next <= i; next++ {
			r.Apply(t.Events[next])
		}
		b := diagram.Board{Problem: bare}
		for _, text := range r.Chosen() {
			at, err := placement(text)
			if err != nil {
				return err
			}
			if at != nil {
				b.Solution = append(b.Solution, *at)
			}
		}
		b.Solution.Sort()
		b.Solution = slices.CompactFunc(b.Solution, func(a, b nqueens.Placement) bool { return a.Square == b.Square })
		if err := draw(i, b); err != nil {
			return err
		}
	}
	return nil
}

// WriteGIF writes the search as an animation with a frame for each change of the board. If there
// are too many, it writes some of them at even distances. A conflict is shown for half a second, a
// solution for two seconds.
func (t *Trace) WriteGIF(w io.Writer) error {
	steps := t.moments(func(k trace.Kind) bool {
		return k == trace.Choose || k == trace.Force || k == trace.Move || k == trace.Conflict || k == trace.Found
	})
	steps = chosen(steps, mostFrames)
	var animation gif.GIF
	small := newShrinker()
	err := t.boards(steps, func(i int, b diagram.Board) error {
		e := t.Events[i]
		delay := 12 // hundredths of a second
		switch e.Kind {
		case trace.Conflict:
			delay = 50
		case trace.Found:
			delay = 200
		}
		b.Caption = []string{fmt.Sprintf("%s, step %d of %d: %s", t.Header.Backend, i+1, len(t.Events), sentence(e))}
		picture, err := (diagram.Page{Boards: []diagram.Board{b}}).Image()
		if err != nil {
			return err
		}
		animation.Image = append(animation.Image, small.shrink(picture))
		animation.Delay = append(animation.Delay, delay)
		return nil
	})
	if err != nil {
		return err
	}
	if len(animation.Image) == 0 {
		return fmt.Errorf("%s: the trace has no step that changes the board", t.Name)
	}
	size := animation.Image[0].Bounds() // captions of other lengths give other heights
	for _, frame := range animation.Image {
		size = size.Union(frame.Bounds())
	}
	for i, frame := range animation.Image {
		if frame.Bounds() != size {
			whole := image.NewPaletted(size, frame.Palette)
			draw.Draw(whole, size, image.White, image.Point{}, draw.Src)
			draw.Draw(whole, frame.Bounds(), frame, image.Point{}, draw.Src)
			animation.Image[i] = whole
		}
	}
	animation.Config = image.Config{ColorModel: animation.Image[0].Palette, Width: size.Dx(), Height: size.Dy()}
	return gif.EncodeAll(w, &animation)
}

// A shrinker halves pictures, which are drawn with two dots for each unit, and maps them to few
// colours.
type shrinker struct {
	colours color.Palette
	index   map[color.RGBA]uint8
}

// newShrinker returns a shrinker whose colours are greys, mixtures of the colours of squares and
// pieces, and the colours of marks.
func newShrinker() *shrinker {
	s := shrinker{index: map[color.RGBA]uint8{}}
	for i := range 24 {
		v := uint8(i * 255 / 23)
		s.colours = append(s.colours, color.RGBA{v, v, v, 0xff})
	}
	for i := range 16 {
		between := func(a, b int) uint8 { return uint8(b + (a-b)*i/15) }
		s.colours = append(s.colours, color.RGBA{between(0xfd, 0xd2), between(0xfa, 0xc6), between(0xf3, 0xae), 0xff}, color.RGBA{between(0xd2, 0x1c), between(0xc6, 0x1c), between(0xae, 0x1c), 0xff})
	}
	s.colours = append(s.colours, color.RGBA{0xb0, 0x00, 0x20, 0xff}, color.RGBA{0, 0x72, 0xb2, 0xff})
	return &s
}

func (s *shrinker) shrink(p image.Image) *image.Paletted {
	b := p.Bounds()
	out := image.NewPaletted(image.Rect(0, 0, (b.Dx()+1)/2, (b.Dy()+1)/2), s.colours)
	for y := range out.Rect.Max.Y {
		for x := range out.Rect.Max.X {
			var sum [3]uint32
			for _, at := range [4]image.Point{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
				r, g, bl, _ := p.At(min(b.Min.X+2*x+at.X, b.Max.X-1), min(b.Min.Y+2*y+at.Y, b.Max.Y-1)).RGBA()
				sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+bl>>8
			}
			mean := color.RGBA{uint8(sum[0] / 4), uint8(sum[1] / 4), uint8(sum[2] / 4), 0xff}
			index, known := s.index[mean]
			if !known {
				index = uint8(s.colours.Index(mean))
				s.index[mean] = index
			}
			out.SetColorIndex(x, y, index)
		}
	}
	return out
}
