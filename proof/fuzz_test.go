package proof

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"nqueens/internal/readertest"
)

// FuzzReaders reads any bytes in either format: steps that are read, written and read again are the
// same, and nothing panics.
func FuzzReaders(f *testing.F) {
	for _, seed := range []string{
		"1 2 0\nd 1 2 0\n0\n", "c\n1 -2147483647 0", "a\x02\x05\x00d\x02\x05\x00a\x00", "a\xff\xff\xff\xff\x0f\x00",
		"d 0\n\x00a\x02\x00", "-", "d", "a", "a\x80\x80\x80\x80\x80\x00", "1 2\n3 0 4 0 d 4 0",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		readertest.Check(t, data, func(r io.Reader) error {
			_, err := Check(context.Background(), all3(), r)
			return err
		})
		for _, format := range []Format{Text, Binary} {
			s, err := newSteps(strings.NewReader(string(data)))
			if err != nil {
				t.Fatal(err)
			}
			s.format = format
			var proof []step
			for err == nil {
				if err = s.next(); err == nil {
					proof = append(proof, step{s.deletes, slices.Clone(s.literals)})
				}
			}
			if err != io.EOF && !strings.HasPrefix(err.Error(), "proof, ") {
				t.Fatalf("%v", err)
			}
			if s.offset() > int64(len(data)) {
				t.Fatalf("%d bytes read of %d", s.offset(), len(data))
			}
			for format, again := range map[Format]string{Text: textOf(proof), Binary: binaryOf(proof)} {
				r, err := newSteps(strings.NewReader(again))
				if err != nil {
					t.Fatal(err)
				}
				r.format = format
				for i, want := range proof {
					if err := r.next(); err != nil || r.deletes != want.deletes || !slices.Equal(r.literals, want.clause) {
						t.Fatalf("step %d of %q: %v, %v", i, again, r.literals, err)
					}
				}
				if err := r.next(); err != io.EOF {
					t.Fatal(err)
				}
			}
		}
	})
}

// FuzzCheck checks any bytes as the proof of a satisfiable formula, and of an unsatisfiable one,
// where the result must agree with the definitions.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		"1 2 0\n1 0\n2 0\n", "4 -1 -2 0\n-4 1 0\n-4 2 0\nd 1 2 3 0\n", "a\x02\x04\x00d\x02\x04\x06\x00a\x00",
		"d 1 2 3 0\n-1 -2 -3 0\n1 2 0\nd 1 2 0\n3 -1 0\n",
	} {
		f.Add(seed)
	}
	sat := formula([]int32{1, 2, 3}, []int32{-1, 2, 3}, []int32{1, -2, 3}, []int32{-1, -2, 3}, []int32{1, 2, -3}, []int32{-1, 2, -3}, []int32{1, -2, -3})
	f.Fuzz(func(t *testing.T, proof string) {
		ctx := context.Background()
		if r, err := Check(ctx, sat, strings.NewReader(proof)); r.Verified || err == nil {
			t.Fatalf("a satisfiable formula is refuted: %+v", r)
		}
		s, err := newSteps(strings.NewReader(proof))
		if err != nil {
			t.Fatal(err)
		}
		var steps []step
		for err == nil {
			if err = s.next(); err == nil {
				steps = append(steps, step{s.deletes, slices.Clone(s.literals)})
			}
		}
		if len(steps) > 50 {
			return
		}
		failed, _ := (&plain{}).check(all3(), steps)
		// Unreadable text counts as a failing step, like the end of the proof.
		r, err := Check(ctx, all3(), strings.NewReader(proof))
		if r.Verified != (failed == 0) {
			t.Fatalf("%+v, %v, by definition step %d fails", r, err, failed)
		}
	})
}
