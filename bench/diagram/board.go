package diagram

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"nqueens"
)

// Greys that every board uses. The two marks have colours of different lightness from the palette
// of Okabe and Ito, "Color Universal Design" (2008).
var (
	ink       = color.NRGBA{0x1c, 0x1c, 0x1c, 0xff}
	faint     = color.NRGBA{0x5c, 0x5c, 0x5c, 0xff}
	light     = color.NRGBA{0xfd, 0xfa, 0xf3, 0xff}
	dark      = color.NRGBA{0xd2, 0xc6, 0xae, 0xff}
	hatching  = color.NRGBA{0x3c, 0x3c, 0x3c, 0xff}
	closed    = color.NRGBA{0xa8, 0xa8, 0xa8, 0xff}
	given     = color.NRGBA{0x00, 0x72, 0xb2, 0xff} // blue
	forbidden = color.NRGBA{0xd5, 0x5e, 0x00, 0xff} // vermilion
	tint      = color.NRGBA{0xf7, 0xc8, 0x5c, 0xff} // orange, lighter than dark in grey too
	broken    = color.NRGBA{0xb0, 0x00, 0x20, 0xff} // red, darker than the others
)

const (
	leastCheck  = 4.0 // smallest side of a square for drawing checks
	leastFigure = 5.0 // smallest side for drawing pieces and hatching; below it a piece is a dot
	leastDot    = 3.0 // the diameter of a dot
)

// describe returns the description of the board for screen readers.
func (b Board) describe() string {
	text := b.Problem.String()
	if len(b.Solution) > 0 {
		text += ": " + b.Solution.String()
	}
	return text
}

// corner returns the upper left corner of the square.
func (b placed) corner(s nqueens.Square) point {
	return point{b.x + float64(s.File)*b.square, b.y + float64(b.Problem.Board().Ranks-1-s.Rank)*b.square}
}

// extent returns the width and the height of the board.
func (b placed) extent() (width, height float64) {
	board := b.Problem.Board()
	return b.square * float64(board.Files), b.square * float64(board.Ranks)
}

func (b placed) draw(s surface) {
	if b.Problem.Regions != "" {
		b.regions(s)
	} else {
		b.ground(s)
	}
	b.tinted(s)
	b.blocked(s)
	b.excluded(s)
	if b.Problem.Regions != "" {
		b.borders(s)
	}
	wide, high := b.extent()
	s.rects(ink, frame(rect{b.x - 1, b.y - 1, wide + 2, high + 2}, 1))
	b.givens(s)
	b.crossed(s)
	b.placePieces(s)
	b.noted(s)
	b.framed(s)
	b.marked(s)
	b.labels.draw(s, b)
	for i, line := range b.caption {
		s.text(words{size: captionSize, color: ink}, point{b.words.x, b.words.y + captionLead*(float64(i)+0.5)}, line)
	}
}

// ground draws the squares, light and dark; a1 is dark. If squares are small, it draws lines every
// few files and ranks instead.
func (b placed) ground(s surface) {
	wide, high := b.extent()
	board := b.Problem.Board()
	s.rects(light, []rect{{b.x, b.y, wide, high}})
	var rects []rect
	if b.square >= leastCheck {
		for rank := range board.Ranks {
			for file := rank % 2; file < board.Files; file += 2 {
				at := b.corner(nqueens.Square{File: file, Rank: rank})
				rects = append(rects, rect{at.x, at.y, b.square, b.square})
			}
		}
	} else {
		for i := b.labels.step; i < board.Side(); i += b.labels.step {
			d := float64(i) * b.square
			if i < board.Files {
				rects = append(rects, rect{b.x + d, b.y, 0.5, high})
			}
			if i < board.Ranks {
				rects = append(rects, rect{b.x, b.y + high - d, wide, 0.5})
			}
		}
	}
	s.rects(dark, rects)
}

// blocked hatches squares, or draws them grey if hatching would be too fine.
func (b placed) blocked(s surface) {
	var rects []rect
	var hatch []segment
	for _, sq := range unique(b.Problem.Blocked) {
		at, d := b.corner(sq), b.square
		rects = append(rects, rect{at.x, at.y, d, d})
		for _, t := range []float64{0.25, 0.5, 0.75, 1} {
			hatch = append(hatch, segment{point{at.x, at.y + t*d}, point{at.x + t*d, at.y}})
			if t < 1 {
				hatch = append(hatch, segment{point{at.x + t*d, at.y + d}, point{at.x + d, at.y + t*d}})
			}
		}
	}
	s.rects(closed, rects)
	if b.square < leastFigure {
		return
	}
	s.lines(hatching, math.Max(0.5, 0.045*b.square), hatch)
}

// excluded draws each diagonal from edge to edge.
func (b placed) excluded(s surface) {
	var lines []segment
	board := b.Problem.Board()
	for _, d := range unique(b.Problem.Excluded) {
		// The line goes from the first file on the diagonal to the last.
		from := nqueens.Square{File: max(d.Value, 0), Rank: max(-d.Value, 0)}
		length := min(board.Files-from.File, board.Ranks-from.Rank)
		if d.Sum {
			from.File = max(0, d.Value-board.Ranks+1)
			from.Rank = d.Value - from.File
			length = min(board.Files-from.File, from.Rank+1)
		}
		run := float64(length) * b.square
		at := b.corner(from)
		if d.Sum {
			lines = append(lines, segment{at, point{at.x + run, at.y + run}})
		} else {
			at.y += b.square
			lines = append(lines, segment{at, point{at.x + run, at.y - run}})
		}
	}
	s.lines(forbidden, math.Max(0.75, 0.075*b.square), lines)
}

// givens draws frames around the squares of givens. On large boards the frame is larger than the
// square, so that the piece remains visible.
func (b placed) givens(s surface) {
	width := math.Max(whole(0.11*b.square), 1)
	out := math.Max(0, math.Ceil(leastDot+4-b.square)/2)
	var rects []rect
	for _, sq := range unique(b.Problem.Laid().Squares()) {
		at := b.corner(sq)
		rects = append(rects, frame(rect{at.x - out, at.y - out, b.square + 2*out, b.square + 2*out}, width)...)
	}
	s.rects(given, rects)
}

func (b placed) placePieces(s surface) {
	side, small := b.square, b.square < leastFigure
	if small {
		side = math.Max(0.9*side, leastDot)
	}
	in := (b.square - side) / 2
	at := map[byte][]point{}
	var kinds []byte
	for _, piece := range unique(b.pieces()) {
		p := b.corner(piece.Square)
		if at[piece.Kind] == nil {
			kinds = append(kinds, piece.Kind)
		}
		at[piece.Kind] = append(at[piece.Kind], point{p.x + in, p.y + in})
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		what := shapeOf(b.Problem.Family, kind)
		switch {
		case small:
			s.figures(dot, side, at[kind])
		case what != nil:
			s.figures(what, side, at[kind])
		default:
			letter := string(rune(cmp.Or(kind, b.Problem.Family.Letter())))
			for _, p := range at[kind] {
				s.text(words{size: 0.6 * b.square, bold: true, color: ink}, point{p.x + b.square/2, p.y + b.square/2}, letter)
			}
		}
	}
}

// marked draws frames around squares, and joins two squares by a line.
func (b placed) marked(s surface) {
	if len(b.Marked) == 0 {
		return
	}
	width := math.Max(whole(0.09*b.square), 1)
	var rects []rect
	var middles []point
	for _, sq := range unique(b.Marked) {
		at := b.corner(sq)
		rects = append(rects, frame(rect{at.x, at.y, b.square, b.square}, width)...)
		middles = append(middles, point{at.x + b.square/2, at.y + b.square/2})
	}
	s.rects(broken, rects)
	if len(middles) == 2 {
		s.lines(broken, math.Max(1, 0.1*b.square), []segment{{middles[0], middles[1]}})
	}
}

// frame returns the four edges of a rectangle, inside it.
func frame(r rect, width float64) []rect {
	return []rect{
		{r.x, r.y, r.w, width}, {r.x, r.y + r.h - width, r.w, width},
		{r.x, r.y + width, width, r.h - 2*width}, {r.x + r.w - width, r.y + width, width, r.h - 2*width},
	}
}

// unique returns the items without repetitions.
func unique[T comparable](items []T) []T {
	seen := make(map[T]bool, len(items))
	var kept []T
	for _, item := range items {
		if !seen[item] {
			seen[item] = true
			kept = append(kept, item)
		}
	}
	return kept
}

// labels are a board's coordinates, on the left and below.
type labels struct {
	step        int // every step-th file and rank has a label, and the first
	size        float64
	left, below float64 // the space for them
	shown       bool
}

// labelled returns the closest labels that do not overlap. A board that is too small has none.
func labelled(board nqueens.Board, square float64) labels {
	size := math.Min(math.Max(0.3*square, 7), 11)
	last := board.Last()
	widest := math.Max(width(strings.Repeat("w", len(last.FileName())), false, size), width(rankName(last), false, size))
	l := labels{step: 1, size: size}
	for _, l.step = range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if float64(l.step)*square >= math.Max(widest+2, 1.25*size) {
			break
		}
	}
	if float64(board.Side())*square < 60 && l.step > 1 {
		return l
	}
	l.shown = true
	l.left, l.below = math.Ceil(width(rankName(last), false, size))+6, math.Ceil(size)+5
	return l
}

// rankName returns the number of the rank.
func rankName(s nqueens.Square) string { return strconv.Itoa(s.Rank + 1) }

func (l labels) draw(s surface, b placed) {
	if !l.shown {
		return
	}
	style := words{size: l.size, color: faint}
	board := b.Problem.Board()
	_, high := b.extent()
	for i := range board.Side() {
		// The first file and rank have labels too, unless the next labels are too close.
		if (i+1)%l.step != 0 && (i != 0 || l.step < 3) {
			continue
		}
		sq := nqueens.Square{File: i, Rank: i}
		at := b.corner(sq)
		middle := point{at.x + b.square/2, at.y + b.square/2}
		if i < board.Files {
			style.end = false
			s.text(style, point{middle.x, b.y + high + 4 + l.size*0.55}, sq.FileName())
		}
		if i < board.Ranks {
			style.end = true
			s.text(style, point{b.x - 5, middle.y}, rankName(sq))
		}
	}
}
