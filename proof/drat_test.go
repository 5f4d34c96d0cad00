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

// numbered is a step that never ends: literals from 3 on, each other than the last.
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

// A step without an end is refused before it has taken the memory.
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

// A literal again and again is one literal, and the first stays first.
func TestRepeatedLiteral(t *testing.T) {
	t.Parallel()
	text := "-2 -3" + strings.Repeat(" 1", 3*mostLiterals)
	s, err := newSteps(strings.NewReader(text + " -2 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.next(); err != nil || s.literals[0] != -2 || cap(s.literals) > 4*mostLiterals {
		t.Errorf("%v, first %d of %d, room for %d", err, s.literals[0], len(s.literals), cap(s.literals))
	}
	if different := slices.Compact(slices.Sorted(slices.Values(s.literals))); !slices.Equal(different, []int32{-3, -2, 1}) {
		t.Errorf("literals %d", different)
	}
	var e *Error
	if _, err := Check(context.Background(), all3(), strings.NewReader(text)); !errors.As(err, &e) || !strings.Contains(e.Why, "cut off") {
		t.Errorf("a step that is cut off: %v", err)
	}
}
