package diagram

import (
	"fmt"
	"math"
)

// All lengths are in units: one CSS pixel of the SVG, two dots of the PNG.
const (
	pageMargin   = 16.0
	gap          = 22.0 // between boards
	gridWidth    = 720.0
	leastBoard   = 120.0 // smallest side of a board among several, if its squares allow
	leastWords   = 140.0 // the width of a caption below a tiny board
	titleSize    = 15.0
	titleLead    = 20.0
	captionSize  = 10.5
	captionLead  = 14.0
	captionSpace = 7.0 // between board and caption
)

// layout holds the positions of everything on a page.
type layout struct {
	width, height float64
	title         []string
	boards        []placed
}

// placed is a board with its position on the page.
type placed struct {
	Board
	x, y    float64 // the upper left corner of the board
	square  float64 // the side of a square
	labels  labels
	caption []string
	words   point // the middle of the caption's upper edge
}

// squareSide returns the side of a square of a single board of n: 44 units up to 8 squares; beyond
// that the board grows more slowly than n.
func squareSide(n int) float64 {
	return 44 * math.Pow(math.Min(1, 8/float64(n)), 0.75)
}

// whole rounds a length down to whole dots, and large lengths to whole units, so that squares are
// sharp and equal.
func whole(length float64) float64 {
	if length >= 8 {
		return math.Floor(length)
	}
	return math.Max(math.Floor(2*length)/2, 1/dotsPerUnit)
}

func (p Page) layout() (layout, error) {
	if err := p.check(); err != nil {
		return layout{}, err
	}
	columns := p.columns()
	fit := math.Inf(1)
	if columns > 1 {
		fit = math.Max((gridWidth-gap*float64(columns-1))/float64(columns), leastBoard)
	}
	var l layout
	var gutter, side, words float64
	for _, b := range p.Boards {
		board := b.Problem.Board()
		square := whole(math.Min(squareSide(board.Side()), fit/float64(board.Side())))
		at := placed{Board: b, square: square, labels: labelled(board, square)}
		gutter = math.Max(gutter, math.Ceil(at.labels.left))
		side = math.Max(side, square*float64(board.Files))
		if len(b.Caption) > 0 {
			words = leastWords
		}
		l.boards = append(l.boards, at)
	}
	cell := math.Ceil(math.Max(gutter+side, words))
	l.width = 2*pageMargin + cell*float64(columns) + gap*float64(columns-1)
	if p.Title != "" {
		l.width = math.Max(l.width, 2*pageMargin+2*leastWords)
	}
	l.title = wrapped(p.Title, true, titleSize, l.width-2*pageMargin)

	y := pageMargin
	if len(l.title) > 0 {
		y += titleLead*float64(len(l.title)) + 12
	}
	left := math.Floor((l.width - cell*float64(columns) - gap*float64(columns-1)) / 2)
	for i := 0; i < len(l.boards); i += columns {
		row := l.boards[i:min(i+columns, len(l.boards))]
		foot, caption := 0.0, 0.0
		for _, b := range row {
			_, high := b.extent()
			foot = math.Max(foot, high+b.labels.below)
		}
		for j := range row {
			b := &row[j]
			wide, _ := b.extent()
			x := left + float64(j)*(cell+gap)
			// Do not reserve space for labels that are not drawn.
			b.x = x + whole(math.Max((cell-gutter-wide)/2, 0)) + gutter
			b.y = y
			b.words = point{b.x + wide/2, y + foot + captionSpace}
			room := 2 * math.Min(b.words.x-x, x+cell-b.words.x)
			for _, paragraph := range b.Caption {
				b.caption = append(b.caption, wrapped(paragraph, false, captionSize, room)...)
			}
			caption = math.Max(caption, b.captionHeight())
		}
		y += math.Ceil(foot+caption) + gap
	}
	l.height = y - gap + pageMargin
	if dots := l.width * l.height * dotsPerUnit * dotsPerUnit; dots > maxDots {
		return layout{}, fmt.Errorf("%d boards on a page would need %.0f million dots, above the limit of %d million: draw fewer on a page",
			len(l.boards), math.Ceil(dots/1_000_000), maxDots/1_000_000)
	}
	return l, nil
}

func (b placed) captionHeight() float64 {
	if len(b.caption) == 0 {
		return 0
	}
	return captionSpace + captionLead*float64(len(b.caption))
}

// draw paints the page.
func (l layout) draw(s surface) {
	for i, line := range l.title {
		s.text(words{size: titleSize, bold: true, color: ink}, point{l.width / 2, pageMargin + titleLead*(float64(i)+0.5)}, line)
	}
	for _, b := range l.boards {
		s.group(b.describe(), func() { b.draw(s) })
	}
}
