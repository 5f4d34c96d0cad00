package summary

import (
	"fmt"
	"math"

	"nqueens/bench"
	"nqueens/bench/stats"
	"nqueens/internal/table"
)

// locate returns what the line's sweeps locate, nil if they do not, and the number of instances that were made.
func (l SweepLine) locate() (locate *bench.Locate, instances int) {
	for _, p := range l.Points {
		most := 0
		for _, c := range p.Cells {
			if c.pool == nil || c.pool.run.Locate == nil {
				return nil, 0
			}
			locate, most = c.pool.run.Locate, max(most, c.Runs)
		}
		instances += most
	}
	return locate, instances
}

// located returns a text about the value of the parameter at which the wanted share of the instances has a
// solution.
func located(locate bench.Locate, shares []stats.Counted, instances int) string {
	many := fmt.Sprintf("%s, at most %s at one value", table.Plural(instances, "instance"), table.Count(mostAt(shares)))
	design := locate.Design(shares, 0)
	place, ok := design.Place(shares)
	first, last := shares[0].X, shares[len(shares)-1].X
	if !ok || math.IsNaN(place.X) || place.X < first || place.X > last {
		return fmt.Sprintf("no value of %s from %.0f to %.0f at which %v have a solution was found (%s)", locate.Parameter, first, last, locate, many)
	}
	low, high := fmt.Sprintf("%.2f", place.Low), fmt.Sprintf("%.2f", place.High)
	if place.Low < first {
		low = fmt.Sprintf("below %.0f", first)
	}
	if place.High > last {
		high = fmt.Sprintf("above %.0f", last)
	}
	text := fmt.Sprintf("%v have a solution at %s %.2f [%s, %s], by a logistic curve (%s)", locate, locate.Parameter, place.X, low, high, many)
	if place.High-place.Low > design.Width {
		text += fmt.Sprintf("; the interval is longer than the %.3g asked for: a larger count or budget makes it shorter", design.Width)
	}
	return text
}

func mostAt(shares []stats.Counted) (most int) {
	for _, s := range shares {
		most = max(most, s.N)
	}
	return most
}
