package judge

import (
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/internal/table"
)

// disagree is the remark about two answers that differ.
const disagree = "they disagree, and one of them is wrong"

// many is a group of independent built-in engines that agree on a value, while each other value
// comes from only one engine.
type many struct {
	says    string
	claims  []*claim // of the engines that share no code with one that differs
	resting bool     // all of them searched the reduced problem
}

// majority returns the engines that agree on one value of the trusted claims, if each other value
// comes from one engine alone; nil if there are none. A value of "" does not count. An external
// solver added by a user confirms no other answer, and an engine with a differing variant is not
// counted.
func majority(claims []*claim, said func(*claim) string) *many {
	byValue := map[string][]*claim{}
	var values []string
	for _, c := range claims {
		if value := said(c); c.trusted() && value != "" {
			if byValue[value] == nil {
				values = append(values, value)
			}
			byValue[value] = append(byValue[value], c)
		}
	}
	for _, value := range values {
		found := many{says: value, resting: true}
		var others []*claim
		several := false // several engines agree on another value
		for _, other := range values {
			if other != value {
				others = append(others, byValue[other]...)
				several = several || engineCount(originsOf(byValue[other])) > 1
			}
		}
		for _, c := range byValue[value] {
			shares := func(o *claim) bool { return c.origin.shares(o.origin) }
			if c.origin.builtIn && !slices.ContainsFunc(others, shares) {
				found.claims = append(found.claims, c)
				found.resting = found.resting && !c.unreduced
			}
		}
		if !several && engineCount(originsOf(found.claims)) > 1 {
			return &found
		}
	}
	return nil
}

// mark marks the trusted claims that differ from the majority as open.
func (m *many) mark(claims []*claim, said func(*claim) string) {
	against := fmt.Sprintf("alone against %s that agree on %s: %s", table.Plural(engineCount(originsOf(m.claims)), "independent engine"), m.says, strings.Join(named(m.claims), ", "))
	for _, c := range claims {
		if value := said(c); c.trusted() && value != "" && value != m.says {
			c.wrong, c.open = value+"; "+against, true
		}
	}
}

func saidCount(c *claim) string {
	if c.count == nil {
		return ""
	}
	return c.count.String()
}

// settleCounts returns the count of the majority and marks the claims that differ. If the majority
// depends on the reduction, it marks none and returns the count as the leading one.
func settleCounts(claims []*claim) (count, leading *nqueens.Count) {
	switch m := majority(claims, saidCount); {
	case m == nil:
		return nil, nil
	case m.resting:
		return nil, m.claims[0].count
	default:
		m.mark(claims, saidCount)
		return m.claims[0].count, nil
	}
}

// others returns a text about the trusted claims whose counts differ from the count of c.
func others(claims []*claim, c *claim) string {
	var names, values []string
	for _, o := range claims {
		// Claims judged before this one are already marked as open.
		if o.job.ExpectDisagreement || o.count == nil || !o.answered || o.wrong != "" && !o.open || sameCount(o.count, c.count) {
			continue
		}
		names = append(names, o.job.Contender.String())
		if !slices.Contains(values, o.count.String()) {
			values = append(values, o.count.String())
		}
	}
	switch {
	case len(values) == 0:
		return "others disagree with each other"
	case len(values) > 1:
		return fmt.Sprintf("others say %s: they disagree, and at most one number is right", strings.Join(values, ", "))
	case len(names) == 1:
		return fmt.Sprintf("%s says %s: %s", names[0], values[0], disagree)
	}
	return fmt.Sprintf("%d others say %s: %s", len(names), values[0], disagree)
}

func originsOf(claims []*claim) (list []origin) {
	for _, c := range claims {
		list = append(list, c.origin)
	}
	return list
}
