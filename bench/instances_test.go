package bench

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"nqueens/instance"
)

// scarce returns instances of recipes on which the generator often gives up.
func scarce() *Instances {
	return NewInstances([]instance.Recipe{
		{Kind: instance.Completion, N: 8, Size: 7}, {Kind: instance.ExcludedDiagonals, N: 6, Size: 13, Least: 1}, {Kind: instance.ExcludedDiagonals, N: 6, Size: 2, Least: 1},
	}, 3)
}

// TestAfter checks that a sequence that begins later has the same instances.
func TestAfter(t *testing.T) {
	const count = 24
	all := scarce()
	skipped := false
	for from := range count {
		after, err := scarce().After(from) // of a sequence that has generated nothing
		if err != nil {
			t.Fatal(err)
		}
		for i := from; i < count; i++ {
			p, o, err := all.Problem(i)
			q, made, wrong := after.Problem(i - from)
			if err := errors.Join(err, wrong); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(p, q) || *o != *made {
				t.Errorf("%d after %d: %v of %v, want %v of %v", i-from, from, q, *made, p, *o)
			}
			skipped = skipped || o.Seed != all.Seed+uint64(i/all.Points())
		}
	}
	if !skipped {
		t.Error("no seed was skipped")
	}
}

// TestKnow checks that known seeds replace the search for a seed, if they are given in order.
func TestKnow(t *testing.T) {
	all, told := scarce(), scarce()
	_, o, err := all.Problem(3)
	if err != nil {
		t.Fatal(err)
	}
	told.Know(3, 1) // the one before is unknown
	told.Know(0, o.Seed)
	told.Know(0, 1) // already known
	p, made, err := told.Problem(0)
	want, _, _ := all.Problem(3)
	if err != nil || made.Seed != o.Seed || !reflect.DeepEqual(p, want) {
		t.Errorf("%v of %v, %v; want %v of %v", p, made, err, want, o)
	}
	if _, made, err = told.Problem(3); err != nil || made.Seed <= o.Seed {
		t.Errorf("%v, %v", made, err)
	}
}

// TestProblemWithin checks that the search for a seed ends with its context.
func TestProblemWithin(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	never := NewInstances([]instance.Recipe{{Kind: instance.ExcludedDiagonals, N: 6, Size: 22, Least: 3}}, 1)
	if p, _, err := never.ProblemWithin(ctx, 0); !errors.As(err, new(*instance.GaveUp)) {
		t.Errorf("%v, %v", p, err)
	}
	if len(never.seeds[0]) != 0 {
		t.Errorf("seeds %v", never.seeds)
	}
}
