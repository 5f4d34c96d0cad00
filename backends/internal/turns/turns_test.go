package turns

import (
	"context"
	"sync"
	"testing"
)

// TestNoStopIsLost checks that every search ends with its context, however a gate opens and closes
// meanwhile.
func TestNoStopIsLost(t *testing.T) {
	for range 2000 {
		var gate Gate
		ctx, stop := context.WithCancel(Behind(t.Context(), &gate))
		var searches sync.WaitGroup
		for range 2 {
			searches.Go(func() {
				flag, release := Watch(ctx)
				defer release()
				for !flag.Load() {
				}
			})
			searches.Go(func() {
				for polled := Polled(ctx); polled.Err() == nil; {
				}
			})
		}
		go stop()
		for range 5 {
			gate.Shut()
			gate.Open()
		}
		gate.Shut()
		searches.Wait()
		if len(gate.flags) > 0 {
			t.Fatalf("%d flags are still watched", len(gate.flags))
		}
	}
}

// TestEstimate checks that a search gives its estimate when its gate asks, and then continues.
func TestEstimate(t *testing.T) {
	var gate Gate
	flag, release := Watch(Behind(t.Context(), &gate))
	flag.Estimate(func() float64 { return 0.25 })
	gate.Ask()
	for range 2 {
		if flag.Load() || gate.Done() != 0.25 {
			t.Errorf("done %v", gate.Done())
		}
	}
	flag.Estimate(func() float64 { return 0.5 })
	if flag.Load() || gate.Done() != 0.25 {
		t.Errorf("done %v without being asked", gate.Done())
	}
	gate.Ask()
	flag.Raise()
	if !flag.Load() {
		t.Error("the stop is lost")
	}
	if release(); gate.Done() != 0 {
		t.Errorf("done %v of a search that has ended", gate.Done())
	}
}

// TestStopBehindShutGate checks that a stop while the gate is closed is seen when it opens.
func TestStopBehindShutGate(t *testing.T) {
	var gate Gate
	flag, release := Watch(Behind(t.Context(), &gate))
	defer release()
	gate.Shut()
	flag.Raise()
	gate.Open()
	if !flag.Load() {
		t.Error("the stop is lost")
	}
}

// TestWithoutGate checks that without a gate a flag is raised by its context or by Raise, and that
// Polled changes nothing.
func TestWithoutGate(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	flag, release := Watch(ctx)
	defer release()
	byHand := new(Flag)
	if flag.Load() || byHand.Load() || Polled(ctx) != ctx {
		t.Error("raised too early")
	}
	byHand.Raise()
	stop()
	for !flag.Load() {
	}
	if !byHand.Load() {
		t.Error("not raised")
	}
}
