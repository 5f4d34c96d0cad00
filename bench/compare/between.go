package compare

import (
	"fmt"
	"slices"
	"strings"

	"nqueens/backends"
	"nqueens/bench/summary"
	"nqueens/internal/suggest"
)

// Between returns two sides made of two contenders of one run, so that they are compared on each
// problem. A name may omit threads or the encoding if it then fits only one contender. If the
// limits of the two differ, the smaller one applies to both.
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
		return old, now, fmt.Errorf("%s and %s are the same contender", names[0], names[1])
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
				held := *terms.Limited(c)
				held.Contender = chosen[1] // both sides need the same contender to be matched
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

// named returns the contender with the given name, trying the most exact form of names first.
func named(all []backends.Contender, name string) (backends.Contender, error) {
	for exact := range 3 { // from the full name to the shortest one
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
			return found, fmt.Errorf("%q fits several contenders: %s", name, strings.Join(fit, ", "))
		}
	}
	var names []string
	for _, c := range all {
		names = append(names, c.String())
	}
	return backends.Contender{}, &UnknownContender{name, names}
}

// UnknownContender is the error for a name that matches no contender of a run.
type UnknownContender struct {
	Name  string
	Known []string // the run's contenders
}

func (u *UnknownContender) Error() string {
	return fmt.Sprintf("no contender is called %q %s", u.Name, suggest.Among(u.Name, u.Known))
}
