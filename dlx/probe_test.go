package dlx

import (
	"context"
	"slices"
	"testing"
)

// decide chooses the engine with the best turn of all. An engine that reaches the end of the search
// is chosen at once.
func TestDecide(t *testing.T) {
	type turn struct {
		nodes float64
		ended bool
		err   error
	}
	for _, test := range []struct {
		about string
		turns []turn // dancing, bits, dancing, bits…
		want  Engine
	}{
		{"bits is faster", []turn{{nodes: 3}, {nodes: 5}, {nodes: 3}, {nodes: 5}}, Bits},
		{"dancing is faster", slices.Repeat([]turn{{nodes: 5}, {nodes: 3}}, 4), Dancing},
		{"bits is late", append(slices.Repeat([]turn{{nodes: 3}, {nodes: 1}}, 2), turn{nodes: 3}, turn{nodes: 5}), Bits},
		{"bits was held up once", []turn{{nodes: 3}, {nodes: 1}, {nodes: 3}, {nodes: 5}}, Bits},
		{"dancing was held up", append([]turn{{nodes: 5}, {nodes: 3}}, slices.Repeat([]turn{{nodes: 1}, {nodes: 3}}, 3)...), Dancing},
		{"dancing ends", []turn{{nodes: 1, ended: true}}, Dancing},
		{"bits ends", []turn{{nodes: 5}, {nodes: 1, ended: true}}, Bits},
		{"the context ends", []turn{{nodes: 5}, {err: context.Canceled}}, Automatic},
	} {
		var s Search
		left := test.turns
		err := s.decide(func() (float64, bool, error) {
			next := left[0]
			left = left[1:]
			return next.nodes, next.ended, next.err
		})
		if s.probed != test.want || (err != nil) != (test.want == Automatic) || len(left) > 0 {
			t.Errorf("%s: %v, %v, %d turns left; want %v", test.about, s.probed, err, len(left), test.want)
		}
	}
}
