package density

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/bench/chart"
	"nqueens/bench/reproduce/page"
	"nqueens/family"
)

// Numbers of parts of a side in the table and in the map.
const tableParts, mapParts = 7, 16

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
	return chart.BoardMap{
		Name:    fmt.Sprintf("density-%d", d.N),
		Title:   fmt.Sprintf("Where the %d queens of a solution stand", d.N),
		Caption: "The density of queens in parts of the board, where 1 is the mean. " + from,
		Unit:    "density, relative to the mean",
		Parts:   parts,
	}.Figure()
}

// Table compares the estimates with the published counts, OEIS A000170. It also has the density in a corner,
// at the middle of a side and in the centre, each a 49th of the board. The first row is the header.
func Table(list []Density) [][]string {
	rows := [][]string{{"n", "descents", "solutions", "worth", "ln Q(n)", "known", "errors apart", "ln n − ln Q(n) / n", "corner", "side", "centre"}}
	for _, d := range list {
		published, apart := "–", "–"
		if v, ok := known(d.N); ok {
			published, apart = fmt.Sprintf("%.4f", v), fmt.Sprintf("%+.1f", (d.LogCount-v)/d.LogCountError)
		}
		cells := d.Cells(tableParts)
		corner, side, centre := cells[0][0], cells[0][3], cells[3][3]
		rows = append(rows, []string{
			strconv.Itoa(d.N), strconv.Itoa(d.Samples), strconv.Itoa(d.Solved), fmt.Sprintf("%.0f", d.Effective),
			fmt.Sprintf("%.4f ± %.4f", d.LogCount, d.LogCountError), published, apart,
			d.Alpha().text(4), corner.text(3), side.text(3), centre.text(3),
		})
	}
	return rows
}

// farErrors is the number of standard errors between an estimate and the published value above which the page
// mentions it.
const farErrors = 2

// far describes the sizes whose estimates are far from the published values, "" if there are none.
func far(list []Density) string {
	var sizes []string
	for _, d := range list {
		v, ok := known(d.N)
		if apart := (d.LogCount - v) / d.LogCountError; ok && math.Abs(apart) > farErrors {
			side := "below"
			if apart > 0 {
				side = "above"
			}
			sizes = append(sizes, fmt.Sprintf("The sampled ln Q(%d) lies %.1f standard errors %s the known value.", d.N, math.Abs(apart), side))
		}
	}
	return strings.Join(sizes, " ")
}

// known returns the logarithm of the published count, if there is one.
func known(n int) (logCount float64, ok bool) {
	k, ok := nqueens.Problem{Family: family.Queens, N: n}.Known()
	if !ok {
		return 0, false
	}
	return math.Log(k.Count.Float()), true
}

// text formats the value and its error with the given number of digits.
func (c Cell) text(digits int) string {
	return fmt.Sprintf("%.*f ± %.*f", digits, c.Value, digits, c.Error)
}

// Chart draws the difference between ln n − ln Q(n) / n and Simkin's α for each size, and the fitted curve.
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

// Report writes the results of the samples, at least one, on the number of solutions, on Simkin's constant
// and on where queens stand.
func Report(p *page.Page, list []Density) error {
	p.Text("Random solutions, each weighted with the inverse of its probability, estimate the number of solutions Q(n) " +
		"and where their queens stand. Simkin (2023): Q(n) = ((1 + o(1)) n e^−α)^n with α = 1.942 ± 0.003, and solutions " +
		"are denser near the middles of the sides than in the corners and the centre.")
	p.Table(Table(list))
	largest := list[len(list)-1]
	figures := []chart.Figure{HeatMap(largest, mapParts)}
	v := page.Verdict{What: "Simkin's α", Kind: page.Untested, Why: fmt.Sprintf("it is fitted to %d sizes or more", leastSizes)}
	if len(list) >= leastSizes {
		fit, err := FitAlpha(list)
		if err != nil {
			return err
		}
		p.Text("%v", fit)
		if apart := far(list); apart != "" {
			p.Text("%s", apart)
		}
		v.Kind, v.Why = page.SameShape, fmt.Sprintf("%.3f ± %.3f, Simkin %.3f ± %.3f", fit.Alpha, fit.Error(), SimkinAlpha, SimkinAlphaError)
		if math.Abs(fit.Alpha-SimkinAlpha) > 2*(fit.Error()+SimkinAlphaError) {
			v.Kind = page.Differs
		}
		figures = append(figures, Chart(list, fit))
	}
	cells := largest.Cells(tableParts)
	side, corner, centre := cells[0][3].Value, cells[0][0].Value, cells[3][3].Value
	w := page.Verdict{What: "where queens stand", Kind: page.SameShape, Why: fmt.Sprintf("at n = %d, with 1 as the mean: middle of a side %.2f, corner %.2f, centre %.2f", largest.N, side, corner, centre)}
	if side < corner || side < centre {
		w.Kind = page.Differs
	}
	p.Verdict(v, w)
	p.Figure(figures...)
	return nil
}
