package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// axis maps values to the unit interval.
type axis struct {
	min, max float64
	log      bool
	ticks    []tick
}

// tick is a mark on an axis. Minor ticks have no label.
type tick struct {
	value float64
	label string
}

// at returns the position of v on the axis, from 0 to 1. Values beyond the ends are placed at the
// ends, so that a log axis has a place for 0.
func (a axis) at(v float64) float64 {
	lo, hi := a.min, a.max
	if a.log {
		lo, hi, v = math.Log10(lo), math.Log10(hi), math.Log10(max(v, a.min))
	}
	return min(1, max(0, (v-lo)/(hi-lo)))
}

func (a axis) labels() []string {
	var labels []string
	for _, t := range a.ticks {
		labels = append(labels, t.label)
	}
	return labels
}

// A unit specifies how the values of a log axis are clamped and formatted.
type unit struct {
	least, most float64
	format      func(digit, exponent int) string // formats digit · 10^exponent
	name        string
}

var (
	seconds = unit{1e-9, 1e9, formatSeconds, "s"}
	bytes10 = unit{1, 1e18, func(d, e int) string { return prefixed(d, e, "B") }, "B"}
	effort  = unit{1, 1e18, func(d, e int) string { return strings.TrimSpace(prefixed(d, e, "")) }, ""}
	ratios  = unit{1e-6, 1e9, formatRatio, "×"}
	shares  = unit{1e-9, 1, func(d, e int) string { return strconv.FormatFloat(float64(d)*math.Pow10(e), 'g', -1, 64) }, ""}
)

func (u unit) clamp(v float64) float64 { return min(u.most, max(u.least, v)) }

// logAxis returns an axis around the values, from a power of ten to a power of ten, with a label at
// each power. If it spans at most two decades, 2 and 5 times each power have labels too, and the
// axis may start or end there.
func logAxis(u unit, values []float64) axis {
	lo, hi := u.most, u.least
	for _, v := range values {
		lo, hi = min(lo, u.clamp(v)), max(hi, u.clamp(v))
	}
	if lo > hi {
		lo, hi = 1, 1
	}
	const slack = 1e-9 // rounding: the logarithm of a power of ten may miss the integer
	from, to := int(math.Floor(math.Log10(lo)+slack)), int(math.Ceil(math.Log10(hi)-slack))
	if from == to {
		to++
	}
	near := to-from <= 2
	first, last := 3*from, 3*to // as arguments of step
	if near {
		for step(first+1) <= lo*(1+slack) {
			first++
		}
		for last = first + 2; step(last) < hi*(1-slack); last++ {
		}
	}
	a := axis{min: step(first), max: step(last), log: true}
	stride := (to-from-1)/9 + 1
	for e := from; e <= to; e++ {
		for digit := 1; digit <= 9; digit++ {
			t := tick{value: float64(digit) * math.Pow10(e)}
			if t.value < a.min || t.value > a.max {
				continue
			}
			if digit == 1 && (e-from)%stride == 0 || near && (digit == 2 || digit == 5) {
				t.label = u.format(digit, e)
			}
			a.ticks = append(a.ticks, t)
		}
	}
	return a
}

// linearAxis returns an axis from 0 to the greatest value, with labels at round numbers.
func linearAxis(u unit, values []float64) axis {
	most := 0.0
	for _, v := range values {
		most = max(most, min(u.most, v))
	}
	if most == 0 {
		most = 1
	}
	a, width := axis{max: most * 1.03}, roundStep(most, 7)
	for i := 0.0; i*width <= a.max; i++ {
		a.ticks = append(a.ticks, tick{i * width, u.written(i*width, most)})
	}
	return a
}

// written formats v with the SI prefix that suits most, the greatest value of the axis: "0.25 ms".
func (u unit) written(v, most float64) string {
	if u.name == ratios.name {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	k := min(6, max(-3, int(math.Floor(math.Log10(most)/3))))
	if u.name == seconds.name {
		k = min(k, 0)
	}
	number := strconv.FormatFloat(v/math.Pow10(3*k), 'g', 4, 64)
	return strings.TrimSpace(number + prefixed(1, 3*k, u.name)[1:])
}

// axis returns a logarithmic axis, or a linear one if opt.Linear is set.
func (opt Options) axis(u unit, values []float64) axis {
	if opt.Linear {
		return linearAxis(u, values)
	}
	return logAxis(u, values)
}

// step returns the k-th element of 1, 2, 5, 10, 20, 50, 100, …; a negative k continues below 1.
func step(k int) float64 {
	decade := int(math.Floor(float64(k) / 3))
	return []float64{1, 2, 5}[k-3*decade] * math.Pow10(decade)
}

func formatSeconds(digit, exponent int) string {
	if exponent < 0 {
		return prefixed(digit, exponent, "s")
	}
	return whole(digit, exponent) + " s"
}

func formatRatio(digit, exponent int) string {
	if exponent < 0 {
		return strconv.FormatFloat(float64(digit)*math.Pow10(exponent), 'f', -exponent, 64)
	}
	return whole(digit, exponent)
}

// whole formats digit · 10^exponent with a space between groups of three digits.
func whole(digit, exponent int) string {
	figures := strconv.Itoa(digit) + strings.Repeat("0", exponent)
	for i := len(figures) - 3; i > 0 && len(figures) > 4; i -= 3 {
		figures = figures[:i] + " " + figures[i:]
	}
	return figures
}

// prefixed formats digit · 10^exponent with an SI prefix.
func prefixed(digit, exponent int, unit string) string {
	prefixes := []string{"n", "µ", "m", "", "k", "M", "G", "T", "P", "E"}
	i := (exponent + 9) / 3
	if i < 0 || i >= len(prefixes) {
		return fmt.Sprintf("%de%d %s", digit, exponent, unit)
	}
	return strconv.Itoa(digit) + strings.Repeat("0", exponent+9-3*i) + " " + prefixes[i] + unit
}

// sizeAxis returns an axis for board sizes: linear, or logarithmic if the largest is more than
// twenty times the smallest. Its labels are the sizes, or round numbers if there are many sizes.
func sizeAxis(sizes []int) axis {
	lo, hi := float64(slices.Min(sizes)), float64(slices.Max(sizes))
	pad := max(0.5, 0.02*(hi-lo), 1e-6*math.Abs(hi))
	a := axis{min: lo - pad, max: hi + pad}
	if lo > 0 && hi > 20*lo {
		a = axis{min: lo / 1.1, max: hi * 1.1, log: true}
	}
	for _, n := range slices.Compact(slices.Sorted(slices.Values(sizes))) {
		a.ticks = append(a.ticks, tick{float64(n), strconv.Itoa(n)})
	}
	if most := 16; !a.log && len(a.ticks) > most {
		a.ticks = integers(lo, hi, most)
	}
	return a
}

// evenAxis returns a linear axis that spans the values, with labels at round numbers.
func evenAxis(values []float64) axis {
	lo, hi := slices.Min(values), slices.Max(values)
	if large := max(math.Abs(lo), math.Abs(hi)); hi-lo <= 1e-8*large { // a single value gets room on both sides, enough for labels of ten digits to differ
		room := max(1, large/10)
		lo, hi = lo-room, hi+room
	}
	pad := 0.02 * (hi - lo)
	a := axis{min: lo - pad, max: hi + pad}
	width := roundStep(hi-lo, 9)
	if !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) }) {
		width = max(1, width) // no label between integers
	}
	for i := math.Ceil(a.min / width); i*width <= a.max; i++ {
		a.ticks = append(a.ticks, tick{i * width, strconv.FormatFloat(i*width, 'g', 10, 64)})
	}
	return a
}

// roundStep returns the least step 1, 2 or 5 times a power of ten of which at most most cover the
// span.
func roundStep(span, most float64) float64 {
	k := -60
	for step(k)*most < span {
		k++
	}
	return step(k)
}

// countAxis returns an axis for counts from 0 to most.
func countAxis(most int) axis {
	return axis{min: 0, max: float64(most) * 1.02, ticks: integers(0, float64(most), 12)}
}

// integers returns ticks from lo to hi at the multiples of 1, 2 or 5 times a power of ten,
// whichever is the smallest step that occurs fewer than most times between lo and hi.
func integers(lo, hi float64, most int) []tick {
	step := 1.0
	for i := 0; (hi-lo)/step >= float64(most); i++ {
		step = []float64{1, 2, 5}[i%3] * math.Pow10(i/3)
	}
	var ticks []tick
	for k := math.Ceil(lo / step); k*step <= hi; k++ {
		ticks = append(ticks, tick{k * step, strconv.FormatFloat(k*step, 'f', 0, 64)})
		if len(ticks) > 2*most {
			break // float64 cannot distinguish such large numbers
		}
	}
	return ticks
}

// paintAxes draws both axes of a frame with their titles.
func paintAxes(c, frame draw.Canvas, x, y axis, xTitle, yTitle string) {
	paintY(frame, y)
	paintX(frame, x)
	write(c, sans(labelSize, ink), vg.Point{X: frame.Center().X, Y: c.Min.Y + 5}, xTitle)
	writeYTitle(frame, y, yTitle)
}

// levelStyle is the line style of a level across the frame.
var levelStyle = draw.LineStyle{Color: faint, Width: 0.7, Dashes: []vg.Length{3, 2}}

// paintY draws the vertical axis left of the frame and grid lines across the frame.
func paintY(frame draw.Canvas, a axis) {
	for _, t := range a.ticks {
		y, length := frame.Y(a.at(t.value)), vg.Length(2)
		if t.label != "" {
			length = 4
			frame.StrokeLine2(draw.LineStyle{Color: grid, Width: 0.5}, frame.Min.X, y, frame.Max.X, y)
			write(frame, aligned(sans(tickSize, ink), draw.XRight), vg.Point{X: frame.Min.X - 6, Y: y}, t.label)
		}
		frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.5}, frame.Min.X-length, y, frame.Min.X, y)
	}
	frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, frame.Min.X, frame.Min.Y, frame.Min.X, frame.Max.Y)
}

func writeYTitle(frame draw.Canvas, a axis, title string) {
	x := frame.Min.X - 6 - widest(sans(tickSize, ink), a.labels()) - 9
	style := rotated(sans(labelSize, ink))
	write(frame, style, vg.Point{X: x, Y: frame.Center().Y}, shortened(sans(labelSize, ink), title, frame.Size().Y))
}

// paintX draws the horizontal axis below the frame. It omits a label that would overlap the
// previous one or leave the page.
func paintX(frame draw.Canvas, a axis) {
	style := sans(tickSize, ink)
	free := frame.Min.X - 20 // every frame has this margin
	for _, t := range a.ticks {
		x, length := frame.X(a.at(t.value)), vg.Length(2)
		if t.label != "" {
			length = 4
			if half := style.Width(t.label) / 2; x-half > free {
				write(frame, style, vg.Point{X: x, Y: frame.Min.Y - 10}, t.label)
				free = x + half + 3
			}
		}
		frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.5}, x, frame.Min.Y-length, x, frame.Min.Y)
	}
	frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, frame.Min.X, frame.Min.Y, frame.Max.X, frame.Min.Y)
}
