package instance

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/detect"
)

// ofEveryFamily returns problems of every family for testing the writers.
func ofEveryFamily(t *testing.T) (all []nqueens.Problem) {
	t.Helper()
	for _, f := range family.All() {
		for n := 1; n <= 4; n++ {
			p := nqueens.Problem{Family: f, N: n}
			if p.Validate() == nil {
				all = append(all, p)
			}
			p.Blocked = []nqueens.Square{{}}
			if n > 1 && p.Validate() == nil {
				all = append(all, p)
			}
		}
	}
	if len(all) < 4*len(family.All()) {
		t.Fatalf("only %d problems of %d families", len(all), len(family.All()))
	}
	return all
}

// detected returns the name of the detected format of a text, which may be one that cannot be read.
func detected(p nqueens.Problem, text []byte) (string, error) {
	head := text[:min(len(text), detect.Window)]
	f, _, err := detect.Of(detect.Text{Head: head, Whole: len(head) == len(text), Piece: p.Family.HasLetter, OnBoard: p.Family != family.Queens})
	if unread, ok := errors.AsType[*detect.Unread](err); ok {
		return unread.Format.Name, nil
	}
	return f.Name, err
}

// TestDetectWritten checks that the output of each writer is detected as its format, with and
// without a file name.
func TestDetectWritten(t *testing.T) {
	e, err := encode.EncodingNamed("pairwise")
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]int{}
	check := func(p nqueens.Problem, writer, want string, text []byte) {
		tried[writer]++
		if got, err := detected(p, text); err != nil || got != want {
			t.Errorf("%v by %s: %s, %v, want %s:\n%.300s", p, writer, got, err, want, text)
		}
	}
	for _, p := range ofEveryFamily(t) {
		for _, f := range encode.Formats() {
			if p.Goal() != nqueens.NoGoal && !f.Objectives {
				continue
			}
			s, err := f.State(p, e, false)
			if err != nil {
				continue // the format cannot express it
			}
			var text bytes.Buffer
			want := f.Name
			if f.Extension == ".smt2" {
				want = "smtlib" // which is detected and not read
			}
			if err := s.Write(&text); err == nil {
				check(p, f.Name, want, text.Bytes())
			}
		}
		for _, f := range Formats() {
			var text bytes.Buffer
			if err := f.Write(&text, p); err != nil {
				continue
			}
			want := detect.Parameters
			switch {
			case f.Name == "board":
				want = detect.Board
			case strings.HasPrefix(f.Name, "asp"):
				want = detect.Facts
			}
			check(p, "instance "+f.Name, want, text.Bytes())
		}
	}
	for _, f := range encode.Formats() {
		if tried[f.Name] < 10 {
			t.Errorf("%s: tried %d times", f.Name, tried[f.Name])
		}
	}
	for _, f := range Formats() {
		if tried["instance "+f.Name] < 3 {
			t.Errorf("instance %s: tried %d times", f.Name, tried["instance "+f.Name])
		}
	}
}
