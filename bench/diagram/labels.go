package diagram

import (
	"math"
	"strconv"
	"strings"

	"nqueens"
)

// labels are a board's coordinates, at the left and below.
type labels struct {
	step        int // every step-th file and rank is named, and the first
	size        float64
	left, below float64 // the room they take
	shown       bool
}

// labelled finds the closest labels that do not run into each other. A board
// too small for any has none.
func labelled(n int, square float64) labels {
	size := math.Min(math.Max(0.3*square, 7), 11)
	last := nqueens.Square{File: n - 1, Rank: n - 1}
	widest := math.Max(width(strings.Repeat("w", len(fileName(last))), false, size), width(rankName(last), false, size))
	l := labels{step: 1, size: size}
	for _, l.step = range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if float64(l.step)*square >= math.Max(widest+2, 1.25*size) {
			break
		}
	}
	if float64(n)*square < 60 && l.step > 1 {
		return l
	}
	l.shown = true
	l.left, l.below = math.Ceil(width(rankName(last), false, size))+6, math.Ceil(size)+5
	return l
}

// fileName is the file's letters, rankName the rank's number.
func fileName(s nqueens.Square) string { return strings.TrimRight(s.String(), "0123456789") }

func rankName(s nqueens.Square) string { return strconv.Itoa(s.Rank + 1) }

func (l labels) draw(s surface, b placed) {
	if !l.shown {
		return
	}
	style := words{size: l.size, color: faint}
	for i := range b.Problem.N {
		// The first is named too, unless the next is too close.
		if (i+1)%l.step != 0 && (i != 0 || l.step < 3) {
			continue
		}
		sq := nqueens.Square{File: i, Rank: i}
		at := b.corner(sq)
		middle := point{at.x + b.square/2, at.y + b.square/2}
		style.align = Middle
		s.text(style, point{middle.x, b.y + b.side() + 4 + l.size*0.55}, fileName(sq))
		style.align = End
		s.text(style, point{b.x - 5, middle.y}, rankName(sq))
	}
}
