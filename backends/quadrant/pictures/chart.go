package main

import (
	"fmt"
	"math"
)

// axes are where a chart stands and what its edges are worth: x from x0 to x1,
// and y, a power of ten, from y0 to y1.
type axes struct {
	*canvas
	left, top, width, height float64
	x0, x1, y0, y1           float64
}

func (a axes) at(x, y float64) (float64, float64) {
	return a.left + (x-a.x0)/(a.x1-a.x0)*a.width, a.top + a.height*(1-(math.Log10(y)-a.y0)/(a.y1-a.y0))
}

// grid draws the frame and a line for every power of ten that step divides.
func (a axes) grid(step int) {
	for p := int(a.y0); p <= int(a.y1); p += step {
		_, y := a.at(a.x0, math.Pow(10, float64(p)))
		a.line(a.left, y, a.left+a.width, y, 1, pale)
		a.label(a.left-8, y+5, 13, "end", black, power(p))
	}
	a.rect(a.left, a.top, a.width, a.height, "none", grey)
}

// power is a power of ten.
func power(p int) string {
	if p == 0 || p == 1 {
		return []string{"1", "10"}[p]
	}
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	text := ""
	for rest := max(p, -p); rest > 0; rest /= 10 {
		text = string(digits[rest%10]) + text
	}
	if p < 0 {
		text = "⁻" + text
	}
	return "10" + text
}

// plot joins points by lines. Sampled ones are hollow.
func (a axes) plot(list []size, x, y func(size) float64, keep func(size) bool, colour string) (lastX, lastY float64) {
	for i, dots := range []bool{false, true} {
		first := true
		for _, s := range list {
			if y(s) == 0 || !keep(s) {
				continue
			}
			px, py := a.at(x(s), y(s))
			if i == 0 && !first {
				a.line(lastX, lastY, px, py, 2, colour)
			}
			if dots {
				fill := colour
				if s.sampled {
					fill = white
				}
				a.add(`<circle cx="%.6g" cy="%.6g" r="4" fill="%s" stroke="%s" stroke-width="2"/>`, px, py, fill, colour)
			}
			first, lastX, lastY = false, px, py
		}
	}
	return lastX, lastY
}

// drawGrowth is the work against the size of the board, and seconds against the
// number of solutions.
func drawGrowth() string {
	c := newCanvas(860, 500)
	list := everySize()
	even := func(s size) bool { return s.n%2 == 0 }
	odd := func(s size) bool { return s.n%2 != 0 }
	every := func(size) bool { return true }
	n := func(s size) float64 { return float64(s.n) }
	solutions := func(s size) float64 { return s.solutions }

	c.title(20, 28, "How many")
	a := axes{c, 62, 46, 350, 370, 8, 25, 0, 18}
	a.grid(2)
	for v := 8; v <= 24; v += 2 {
		x, y := a.at(float64(v), 1)
		a.label(x, y+20, 13, "middle", black, fmt.Sprint(v))
	}
	a.label(a.left+a.width/2, a.top+a.height+42, 14, "middle", black, "N, squares a side")
	a.plot(list, n, nodesOf, every, grey)
	a.plot(list, n, pairsOf, even, orange)
	a.plot(list, n, pairsOf, odd, red)
	a.plot(list, n, halvesOf, every, blue)
	known := everySize()
	for i := range known {
		known[i].sampled = false
	}
	a.plot(known, n, solutions, every, black)
	for i, key := range []struct{ text, colour string }{
		{"pairs compared, N odd", red}, {"pairs compared, N even", orange}, {"nodes, row by row", grey}, {"solutions", black}, {"half-boards", blue},
	} {
		y := a.top + 22 + float64(i)*22
		a.line(a.left+12, y-5, a.left+34, y-5, 3, key.colour)
		a.label(a.left+42, y, 14, "start", key.colour, key.text)
	}

	c.title(450, 28, "Seconds of one core, by solutions")
	s := axes{c, 500, 46, 340, 370, 7, 16, -2, 7}
	s.grid(1)
	for p := 7; p <= 16; p += 2 {
		x, y := s.at(float64(p), math.Pow(10, s.y0))
		s.label(x, y+20, 13, "middle", black, power(p))
	}
	s.label(s.left+s.width/2, s.top+s.height+42, 14, "middle", black, "solutions")
	x1, y1 := s.at(9, math.Pow(10, .2))
	x2, y2 := s.at(15.5, math.Pow(10, 6.7))
	s.dashes(x1, y1, x2, y2, 2, grey)
	s.label(s.left+14, s.top+26, 14, "start", grey, "dashed: in step with solutions")
	power10 := func(s size) float64 { return math.Log10(s.solutions) }
	s.plot(list, power10, secondsOf, even, orange)
	s.plot(list, power10, secondsOf, odd, red)
	s.label(s.left+14, s.top+48, 14, "start", orange, "N even")
	s.label(s.left+84, s.top+48, 14, "start", red, "N odd")
	for _, v := range list {
		if v.seconds > 0 {
			x, y := s.at(power10(v), v.seconds)
			s.label(x+9, y+14, 12, "start", black, fmt.Sprint(v.n))
		}
	}
	c.label(20, 490, 14, "start", black, "Filled: counted in full. Hollow: estimated from parts of the count.")
	return c.done()
}
