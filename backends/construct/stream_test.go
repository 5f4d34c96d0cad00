package construct

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"nqueens"
)

func listed(f Form, m int) string {
	var b []byte
	for k := range f.Numbers(m) {
		b = fmt.Appendln(b, k)
	}
	return string(b)
}

func streamed(t *testing.T, f Form, m int) string {
	t.Helper()
	var b bytes.Buffer
	r := nqueens.Request{Problem: nqueens.Problem{Family: f.Family, N: m}, Task: nqueens.FindFirst, Encoding: f.Name}
	if o := (Backend{}).Stream(t.Context(), r, &b); o.Status != nqueens.Solved || o.Solution != nil ||
		o.Note != f.Source || o.Stats["bytes"] != int64(b.Len()) || o.Stats["queens"] != int64(m) {
		t.Fatalf("%s at %d: %+v", f.Name, m, o)
	}
	return b.String()
}

// TestStream compares streams with the numbers printed one by one: Bernhardsson's list, which is
// valid for every size, at all sizes to 2000, the others at some.
func TestStream(t *testing.T) {
	for _, f := range Forms() {
		sizes := []int{9_999, 10_000, 10_001, 10_002}
		if f.Name == "bernhardsson" {
			sizes = append(sizes, 99_999, 100_000, 100_001)
		}
		for m := 1; m <= 2000; m++ {
			if m <= 150 || f.Name == "bernhardsson" {
				sizes = append(sizes, m)
			}
		}
		for _, m := range sizes {
			if f.Why(m) == nil && streamed(t, f, m) != listed(f, m) {
				t.Fatalf("%s at %d is written wrong", f.Name, m)
			}
		}
	}
}

// TestPowersOfTen lists runs that pass numbers at which a digit is added, up to the largest
// board's.
func TestPowersOfTen(t *testing.T) {
	l := lister{ctx: t.Context(), block: make([]byte, blockSize+5*longest)}
	for p := 1; int64(p) <= MaxSize; p *= 10 {
		for back := range min(p, 23) {
			for length := range 31 {
				r := Run{p - back, p - back + length}
				var got, want bytes.Buffer
				l.w = &got
				if err := l.list([]Run{r, {3, 2}, r}); err != nil {
					t.Fatal(err)
				}
				for range 2 {
					for k := r.First; k <= r.Last; k += 2 {
						fmt.Fprintln(&want, k)
					}
				}
				if got.String() != want.String() {
					t.Fatalf("%v: %q, want %q", r, &got, &want)
				}
			}
		}
	}
}

// after is a writer that calls the function after each write.
type after func() error

func (do after) Write(b []byte) (int, error) {
	if err := do(); err != nil {
		return 1, err
	}
	return len(b), nil
}

func TestStreamOnAFullDisk(t *testing.T) {
	full := after(func() error { return errors.New("no space left on device") })
	o := Backend{}.Stream(t.Context(), first(t, "queens(1000000000000000)", ""), full)
	if want := "writing the list of 1000000000000000 queens, after 1 bytes: no space left on device"; o.Status != nqueens.Crashed || o.Reason != want {
		t.Errorf("%s %s, want %s", o.Status, o.Reason, want)
	}
}

func TestStreamStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	blocks := 0
	o := Backend{}.Stream(ctx, first(t, "queens(1000000000000000)", ""), after(func() error {
		if blocks++; blocks == 3 {
			cancel()
		}
		return nil
	}))
	if o.Status != nqueens.Cancelled || o.Stats != nil || blocks != 3 {
		t.Errorf("%s after %d blocks: %v", o.Status, blocks, o.Stats)
	}
}
