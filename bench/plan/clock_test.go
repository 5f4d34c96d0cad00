package plan

import (
	"testing"

	"nqueens/backends"
	"nqueens/bench"
)

// TestClockOfPlan checks that an experiment has the clock and the budget of its plan, and the wall clock if
// the plan leaves the clock open.
func TestClockOfPlan(t *testing.T) {
	for clock, want := range map[string]string{"": "", bench.AutoClock: "", bench.WallClock: "", bench.CPUClock: bench.CPUClock, bench.ProcessClock: bench.ProcessClock} {
		p := Builtin()
		p.Clock, p.Budget = clock, 7
		e, err := p.Experiment(backends.All())
		if err != nil || e.Clock != want || e.Budget != 7 {
			t.Errorf("%q: clock %q, budget %d, %v", clock, e.Clock, e.Budget, err)
		}
		if p.Auto() != (clock == "" || clock == bench.AutoClock) {
			t.Errorf("%q is left to the machine: %v", clock, p.Auto())
		}
	}
}
