package dlx

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"unsafe"
)

// A search that ran to its end has restored every link.
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

// The memory that one engine writes shares no cache line, nor pair of lines, with that of another.
// Otherwise each write of one thread would take the line from the other.
func TestEnginesShareNoCacheLine(t *testing.T) {
	p, err := NewProblem([]string{"a", "b", "c"}, []string{"x"})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range [][]int{{0, 3}, {0, 1}, {1, 3}, {1, 2}, {2}, {2, 3}} {
		if err := p.AddOption(o...); err != nil {
			t.Fatal(err)
		}
	}
	owner := map[uintptr]string{} // by pair of lines, the engine and what it stores there
	own := func(engine int, what string, bytes extent) {
		for line := bytes.from / 128; line <= (bytes.to-1)/128; line++ {
			me := fmt.Sprint("engine ", engine)
			if other := owner[line]; other != "" && other != me {
				t.Errorf("%s of %s shares a line with %s", what, me, other)
			}
			owner[line] = me
		}
	}
	var alive []engine
	for i := range 20 {
		l := linked(t, p)
		d, b := newDance(l, p, MRV), newBitSearch(tabled(t, p), MRV)
		for _, e := range []engine{d, b} {
			if _, complete := e.search(walk{ctx: t.Context()}); !complete {
				t.Fatal("stopped early")
			}
		}
		own(i, "links", extentOf(unsafe.Slice(l, 1)))
		own(i, "nodes", extentOf(l.nodes))
		own(i, "sizes", extentOf(l.sizes))
		own(i, "trail", extentOf(l.past))
		own(i, "dance", extentOf(unsafe.Slice(d, 1)))
		own(i, "open", extentOf(d.open))
		own(i, "chosen", extentOf(d.chosen))
		own(i, "levels", extentOf(d.levels))
		own(i+20, "bits", extentOf(unsafe.Slice(b, 1)))
		own(i+20, "path", extentOf(b.path))
		own(i+20, "widths", extentOf(b.widths))
		own(i+20, "levels", extentOf(b.levels))
		alive = append(alive, d, b)
	}
	runtime.KeepAlive(alive)
}

// An extent is the address range of a slice's elements.
type extent struct{ from, to uintptr }

func extentOf[T any](s []T) extent {
	from := uintptr(unsafe.Pointer(unsafe.SliceData(s)))
	return extent{from, from + uintptr(len(s))*unsafe.Sizeof(s[0])}
}

func tabled(t *testing.T, p *Problem) *table {
	t.Helper()
	table, err := newTable(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
