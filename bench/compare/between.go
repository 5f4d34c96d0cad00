package compare

import (
	"fmt"
	"slices"
	"strings"

	"nqueens/backends"
	"nqueens/bench/summary"
	"nqueens/internal/suggest"
)

// Between parts a run into two sides, of two contenders that answered in it, so that they are
// compared on each problem. A name may leave out threads or the encoding where it fits one
// contender alone. Where the two had different limits, the smallest holds for both.
func Between(run Side, names [2]string) (old, now Side, err error) {
	var all []backends.Contender
	seen := map[backends.Contender]bool{}
	for _, c := range run.Cells {
		if !seen[c.Contender] {
			seen[c.Contender], all = true, append(all, c.Contender)
		}
	}
	var chosen [2]backends.Contender
	for i, name := range names {
		if chosen[i], err = named(all, name); err != nil {
			return old, now, err
		}
	}
	if chosen[0] == chosen[1] {
		return old, now, fmt.Errorf("%s and %s are one contender", names[0], names[1])
	}
	var asked []*summary.Cell
	for _, c := range run.Cells {
		if slices.Contains(chosen[:], c.Contender) && c.Counts() {
			asked = append(asked, c)
		}
	}
	terms := summary.NewContest(asked)
	sides := [2]Side{run, run}
	for i, who := range chosen {
		sides[i].Name, sides[i].Cells, sides[i].between = who.String(), nil, true
		for _, c := range run.Cells {
			if c.Contender == who {
				held := *terms.Held(c)
				held.Contender = chosen[1] // the rows are of both
				sides[i].Cells = append(sides[i].Cells, &held)
			}
		}
		sides[i].Caveats = slices.Clone(run.Caveats)
		if late := terms.LateText(); late != "" {
			sides[i].Caveats = append(sides[i].Caveats, late)
		}
	}
	return sides[0], sides[1], nil
}

// named is the contender with a name, the most exact one.
func named(all []backends.Contender, name string) (backends.Contender, error) {
	for exact := range 3 { // of the names that a contender has
		var fit []string
		var found backends.Contender
		for _, c := range all {
			if c.Names()[exact] == name {
				found, fit = c, append(fit, c.String())
			}
		}
		switch len(fit) {
		case 0:
		case 1:
			return found, nil
		default:
			return found, fmt.Errorf("%q may be several contenders: %s", name, strings.Join(fit, ", "))
		}
	}
	var names []string
	for _, c := range all {
		names = append(names, c.String())
	}
	return backends.Contender{}, &UnknownContender{name, names}
}

// UnknownContender is the error for a name that no contender of a run has.
type UnknownContender struct {
	Name  string
	Known []string // those that it has
}

func (u *UnknownContender) Error() string {
	return fmt.Sprintf("no contender is called %q %s", u.Name, suggest.Among(u.Name, u.Known))
}
