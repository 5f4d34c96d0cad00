package proof

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// numbered is a step that never ends: literals from 3 on, all different.
type numbered struct {
	binary bool
	next   int32
	left   []byte
}

func (n *numbered) Read(p []byte) (int, error) {
	for len(n.left) < len(p) {
		if n.next == 0 {
			n.next = 3
			if n.binary {
				n.left = append(n.left, 'a')
			}
		}
		if n.binary {
			n.left = binary.AppendUvarint(n.left, uint64(n.next)<<1)
		} else {
			n.left = append(strconv.AppendInt(n.left, int64(n.next), 10), ' ')
		}
		n.next++
	}
	read := copy(p, n.left)
	n.left = append(n.left[:0], n.left[read:]...)
	return read, nil
}

// A step without an end is rejected before it uses up memory.
func TestEndlessStep(t *testing.T) {
	t.Parallel()
	for begin, proof := range map[string]io.Reader{
		"1 2 0\n":       &numbered{},
		"a\x02\x04\x00": &numbered{binary: true},
	} {
		var e *Error
		r, err := Check(context.Background(), all3(), io.MultiReader(strings.NewReader(begin), proof))
		if !errors.As(err, &e) || !strings.Contains(e.Why, "different literals") || e.Step != 2 || r.Verified {
			t.Errorf("%q and no end: %+v, %v", begin, r, err)
		}
	}
}

// stutter is a reader that returns zero bytes some times before each byte.
type stutter struct {
	from  io.Reader
	times int
	left  int
}

func (s *stutter) Read(p []byte) (int, error) {
	if s.left > 0 || len(p) == 0 {
		s.left--
		return 0, nil
	}
	s.left = s.times
	return s.from.Read(p[:1])
}

// TestStutter checks that a reader that returns no bytes is called again, up to a hundred times.
func TestStutter(t *testing.T) {
	t.Parallel()
	for _, proof := range []string{"1 2 0\n1 0\n0\n", "a\x02\x04\x00a\x02\x00a\x00"} {
		for times, want := range map[int]error{0: nil, 1: nil, 99: nil, 100: io.ErrNoProgress} {
			s, err := newSteps(&stutter{from: strings.NewReader(proof), times: times, left: times})
			steps := 0
			for err == nil {
				if err = s.next(); err == nil {
					steps++
				}
			}
			if want != nil && !errors.Is(err, want) || want == nil && (err != io.EOF || steps != 3) {
				t.Errorf("%q with %d pauses: %d steps, %v", proof, times, steps, err)
			}
		}
	}
}

// A repeated literal counts once, and the first literal stays first.
func TestRepeatedLiteral(t *testing.T) {
	t.Parallel()
	text := "-2 -3 4" + strings.Repeat(" 1", 3*mostLiterals)
	s, err := newSteps(strings.NewReader(text + " -2 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.next(); err != nil || s.literals[0] != -2 || cap(s.literals) >= 3*mostLiterals {
		t.Errorf("%v, first %d of %d, room for %d", err, s.literals[0], len(s.literals), cap(s.literals))
	}
	if different := slices.Compact(slices.Sorted(slices.Values(s.literals))); !slices.Equal(different, []int32{-3, -2, 1, 4}) {
		t.Errorf("literals %d", different)
	}
	var e *Error
	if _, err := Check(context.Background(), all3(), strings.NewReader(text)); !errors.As(err, &e) || !strings.Contains(e.Why, "cut off") {
		t.Errorf("a step that is cut off: %v", err)
	}
}
