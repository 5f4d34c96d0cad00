package reproduce

import (
	"strings"
	"time"
)

// clock is the time that passes, of which the processes take only a part.
type clock struct {
	begun  time.Time
	before float64 // seconds that earlier sessions took of the budget
}

// start begins to count the session's time.
func (l *laboratory) start() clock {
	c := clock{begun: time.Now()}
	for _, part := range parts() {
		if l.session.selected(part) {
			c.before += min(l.spent(part), l.share(part)) // another part's is not spent
		}
	}
	return c
}

// partShares are how the budget is divided among the parts.
var partShares = map[string]float64{partDiagonals: 0.55, partCompletion: 0.2, partBlocked: 0.2, partTheory: 0.05}

// share is the part's of the budget, in seconds.
func (l *laboratory) share(part string) float64 {
	all := 0.0
	for _, p := range parts() {
		if l.session.selected(p) {
			all += partShares[p]
		}
	}
	return l.session.Budget.Seconds() * partShares[part] / all
}

// spent is how many seconds a part took as far as it is recorded, that of other
// versions of the backends left out.
func (l *laboratory) spent(part string) float64 {
	sum := 0.0
	for _, s := range l.ledger.Stretches {
		if strings.HasPrefix(s.List, part+", ") && s.Version == l.version(s.Backend) {
			sum += s.WallSeconds
		}
	}
	return sum
}

// left is how many seconds a part may still take: those of its share, as long as
// the whole budget has them by the clock. The theory, which comes at the end, has
// its share kept for it.
func (l *laboratory) left(part string) float64 {
	whole := l.session.Budget.Seconds() - l.clock.before - time.Since(l.clock.begun).Seconds()
	if l.session.selected(partTheory) {
		whole -= l.share(partTheory)
	}
	return min(whole, l.share(part)-l.spent(part))
}
