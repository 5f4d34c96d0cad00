package density

import (
	"fmt"
	"math"
	"strconv"

	"nqueens"
	"nqueens/bench/chart"
)

// HeatMap draws the density on m × m parts of the board.
func HeatMap(d Density, m int) chart.Figure {
	cells := d.Cells(m)
	parts := make([][]float64, m)
	largest := 0.0
	for r, row := range cells {
		for _, c := range row {
			parts[r] = append(parts[r], c.Value)
			largest = max(largest, c.Error)
		}
	}
	from := fmt.Sprintf("From %d random solutions, worth %.0f drawn with equal probability; the largest standard error of a part is %.3f.", d.Solved, d.Effective, largest)
	if d.Samples == 0 {
		from = fmt.Sprintf("From all %d solutions.", d.Solved)
	}
	return chart.BoardMap{
		Name:    fmt.Sprintf("density-%d", d.N),
		Title:   fmt.Sprintf("Where the %d queens of a solution stand", d.N),
		Caption: "The density of queens in parts of the board, where 1 is the mean. " + from,
		Unit:    "density, relative to the mean",
		Parts:   parts,
	}.Figure()
}

// Table compares the estimates with the published counts, OEIS A000170, and has
// the density in a corner, at the middle of a side and in the centre, each a
// 49th of the board. The first row is the header.
func Table(list []Density) [][]string {
	rows := [][]string{{"n", "descents", "solutions", "worth", "ln Q(n)", "known", "errors apart", "ln n − ln Q(n) / n", "corner", "side", "centre"}}
	for _, d := range list {
		published, apart := "–", "–"
		if v, ok := known(d.N); ok {
			published = fmt.Sprintf("%.4f", v)
			if d.LogCountError > 0 {
				apart = fmt.Sprintf("%+.1f", (d.LogCount-v)/d.LogCountError)
			}
		}
		cells := d.Cells(7)
		corner, side, centre := cells[0][0], cells[0][3], cells[3][3]
		rows = append(rows, []string{
			strconv.Itoa(d.N), strconv.Itoa(d.Samples), strconv.Itoa(d.Solved), fmt.Sprintf("%.0f", d.Effective),
			fmt.Sprintf("%.4f ± %.4f", d.LogCount, d.LogCountError), published, apart,
			d.Alpha().text(4), corner.text(3), side.text(3), centre.text(3),
		})
	}
	return rows
}

// known is the logarithm of the published count.
func known(n int) (logCount float64, ok bool) {
	k, ok := nqueens.Problem{Family: nqueens.Queens, N: n}.Known()
	if !ok {
		return 0, false
	}
	return math.Log(k.Count.Float()), true
}

// text is the value and its error with so many digits.
func (c Cell) text(digits int) string {
	return fmt.Sprintf("%.*f ± %.*f", digits, c.Value, digits, c.Error)
}

// Chart draws how far ln n − ln Q(n) / n of each size still is from Simkin's α,
// and the curve fitted.
func Chart(list []Density, fit Fit) chart.Figure {
	ours := chart.Series{Name: "here", Look: 0}
	curve := chart.Series{Name: "fitted", Look: 3, Joined: true, Bare: true}
	for _, d := range list {
		n, a := float64(d.N), d.Alpha()
		away := SimkinAlpha - a.Value
		ours.Points = append(ours.Points, chart.Point{X: n, Y: away, Low: away - a.Error, High: away + a.Error})
		curve.Points = append(curve.Points, chart.Point{X: n, Y: SimkinAlpha - fit.at(n)})
	}
	return chart.Points{
		Name:    "alpha",
		Title:   "Simkin's constant from sampled solutions",
		Caption: fmt.Sprintf("By the number of solutions Q(n), ln n − ln Q(n) / n tends to α = %.3f. The curve is fitted and tends to %.4f ± %.4f (sampling) ± %.4f (model).", SimkinAlpha, fit.Alpha, fit.Sampling, fit.Model),
		X:       chart.Scale{Title: "size n"}, Y: chart.Scale{Title: "distance from α"},
		Series: []chart.Series{ours, curve},
	}.Figure()
}
