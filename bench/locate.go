package bench

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"nqueens/backends"
	"nqueens/bench/stats"
	"nqueens/instance"

	"nqueens"
)

// Locate requests the value of a parameter at which a given share of the instances has a solution. The number
// of instances at each value depends on earlier answers: few far from that value, many near it (see
// stats.Locate). Sweep.Count is the maximum at one value.
type Locate struct {
	Share     float64 `json:"share"`            // between 0 and 1
	Within    float64 `json:"within,omitempty"` // length of the 95 % interval at which the search ends; 0 stands for half the least distance of two values
	Parameter string  `json:"parameter"`        // name of the varied parameter
}

// ParseLocate parses a share, as in "50%", with an optional length of the interval, as in "50% within 0.2".
// It does not set Parameter.
func ParseLocate(text string) (l Locate, err error) {
	share, within, narrow := strings.Cut(text, " within ")
	percent, ok := strings.CutSuffix(strings.TrimSpace(share), "%")
	l.Share, err = strconv.ParseFloat(strings.TrimSpace(percent), 64)
	if l.Share /= 100; !ok || err != nil || !(l.Share >= 0.01 && l.Share <= 0.99) {
		return l, fmt.Errorf("%q: write a share from 1%% to 99%%, as in 50%% or 50%% within 0.2", text)
	}
	if narrow {
		l.Within, err = strconv.ParseFloat(strings.TrimSpace(within), 64)
		if err != nil || !(l.Within >= 1e-3 && l.Within <= 1e6) {
			return l, fmt.Errorf("%q: write the length of the interval after within, from 0.001, as in 50%% within 0.2", text)
		}
	}
	return l, nil
}

// String returns the share as a percentage, such as "50 %".
func (l Locate) String() string { return fmt.Sprintf("%.4g %%", 100*l.Share) }

// Design returns the sequential design for values of the parameter in ascending order, with at most the given
// number of instances at each.
func (l Locate) Design(points []stats.Counted, most int) stats.Locate {
	d := stats.Locate{Share: l.Share, Most: most, Batch: min(max(most/20, 5), 100), Width: l.Within}
	if l.Within == 0 {
		d.Width = math.Inf(1)
		for i := 1; i < len(points); i++ {
			d.Width = min(d.Width, (points[i].X-points[i-1].X)/2)
		}
	}
	return d
}

// locatedBy identifies the sweeps that locate the same value together.
type locatedBy struct {
	recipe instance.Recipe // without the parameter
	task   nqueens.Task
	Locate
}

// Located groups the sweeps with Locate by what they locate, by contender, and by the parameter's value in
// ascending order: [located][contender][value].
func Located(sweeps []*Sweep) (places [][][]*Sweep) {
	at, by := map[locatedBy]int{}, map[locatedBy]map[backends.Contender]int{}
	for _, s := range sweeps {
		if s.Locate == nil {
			continue
		}
		l := locatedBy{s.Recipes[0].Without(s.Locate.Parameter), s.Task, *s.Locate}
		if by[l] == nil {
			at[l], by[l] = len(places), map[backends.Contender]int{}
			places = append(places, nil)
		}
		place := &places[at[l]]
		c, known := by[l][s.Contender]
		if !known {
			c = len(*place)
			by[l][s.Contender] = c
			*place = append(*place, nil)
		}
		(*place)[c] = append((*place)[c], s)
	}
	return places
}
