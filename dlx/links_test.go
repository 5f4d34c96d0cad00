package dlx

import (
	"slices"
	"testing"
)

// A search that ran to its end has put every link back.
func TestLinksAreRestored(t *testing.T) {
	p, err := NewProblem([]string{"a", "#b", "c", "d"}, []string{"x", "y"})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range [][]int{{0, 4}, {4, 1, 5}, {2, 0, 4}, {3, 1}, {5, 3, 2}, {1}, {4, 5}, {2, 3}} {
		if err := p.AddOption(o...); err != nil {
			t.Fatal(err)
		}
	}
	for _, choice := range []Choice{MRV, FirstItem, Sharp, Degree} {
		l := linked(t, p)
		d := newDance(l, p, choice)
		if _, complete := d.search(walk{ctx: t.Context()}); !complete || d.solutions == 0 {
			t.Fatalf("%v: stopped early or found nothing", choice)
		}
		if want := linked(t, p); !slices.Equal(l.nodes, want.nodes) || !slices.Equal(l.sizes, want.sizes) {
			t.Errorf("%v: the links differ after the search", choice)
		}
	}
}

func linked(t *testing.T, p *Problem) *links {
	t.Helper()
	l, err := newLinks(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
