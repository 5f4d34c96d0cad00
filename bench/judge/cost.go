package judge

import (
	"fmt"

	"nqueens"
)

// compareCosts does the same as compareOptima for claims about the cost of the best solutions.
func compareCosts(p nqueens.Problem, claims []*claim) (cost *nqueens.Count) {
	better := func(a, b *nqueens.Count) bool { return p.Goal().Better(a.Cmp(b), 0) }
	for _, c := range claims {
		if c.right() && c.shown && c.cost != nil && (cost == nil || better(c.cost, cost)) {
			cost = c.cost
		}
	}
	for _, c := range claims {
		if c.right() && c.cost != nil && cost != nil && better(cost, c.cost) {
			c.wrong = fmt.Sprintf("says that the best have %s, and one with %v was shown", nqueens.WorthOf(c.cost), cost)
		}
	}
	cost = nil
	differ := false
	for _, c := range claims {
		if c.trusted() && c.cost != nil {
			differ = differ || cost != nil && cost.Cmp(c.cost) != 0
			cost = c.cost
		}
	}
	if differ { // without a shown solution it is unknown which is right
		for _, c := range claims {
			if c.trusted() && c.cost != nil {
				c.wrong, c.open = fmt.Sprintf("says that the best have %s, and others differ", nqueens.WorthOf(c.cost)), true
			}
		}
		return nil
	}
	return cost
}
