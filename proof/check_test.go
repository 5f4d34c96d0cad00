package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"nqueens/encode"
)

func formula(clauses ...[]int32) *encode.CNF {
	f := encode.NewCNF(0)
	for _, c := range clauses {
		f.Add(c...)
	}
	return f
}

// all3 returns eight clauses on three variables: unsatisfiable, without units.
func all3() *encode.CNF {
	f := encode.NewCNF(3)
	for signs := range 8 {
		var c []int32
		for v := range 3 {
			c = append(c, int32(v+1)*(1-2*int32(signs>>v&1)))
		}
		f.Add(c...)
	}
	return f
}

func TestCheck(t *testing.T) {
	square := formula([]int32{1, 2}, []int32{-1, 2}, []int32{1, -2}, []int32{-1, -2})
	for _, test := range []struct {
		name  string
		f     *encode.CNF
		proof string
		want  string // of the error; "" if the proof is verified
		r     Result // further fields to compare
	}{
		{"two steps", square, "1 0\n0\n", "", Result{Lines: 1, Steps: 1, Additions: 1}},
		{"without the empty clause", square, "1 0\n", "", Result{Lines: 1, Steps: 1, Additions: 1}},
		{"what follows is not looked at", square, "1 0\n0\ngarbage", "", Result{Lines: 1, Steps: 1, Additions: 1}},
		{"gophersat", all3(), "1 2 0\n1 0\n2 0\n0\n", "", Result{Lines: 3, Steps: 3, Additions: 3}},
		{"comments and space", all3(), "c by hand\n\n  1 2\n 0 1 0\nc\n2 0", "", Result{Lines: 6, Steps: 3, Additions: 3}},
		{"deletion", all3(), "1 2 0\nd 2 3 1 0\nd 1 -3 2 0\n1 0\nd 1 2 0\n2 0\n0\n", "", Result{Lines: 6, Steps: 6, Additions: 3, Deletions: 3}},
		{"deletion of what is needed", all3(), "d 1 2 3 0\n1 2 0\n", "line 2: clause 1 2 0 does not follow by unit propagation, nor is it RAT on 1", Result{}},
		{"deletion of one of two", formula([]int32{1, 2}, []int32{1, 2}, []int32{-1, 2}, []int32{1, -2}, []int32{-1, -2}), "d 1 2 0\n1 0\n", "", Result{Lines: 2, Steps: 2, Additions: 1, Deletions: 1}},
		{"deletion of what is not there", square, "d 1 3 0\nd 7 0\nd 0\nd 1 2 -1 0\n1 0\n", "", Result{Lines: 5, Steps: 5, Additions: 1, Deletions: 4, Missing: 4}},
		{"deletion of a unit", formula([]int32{1}, []int32{-1, 2, 3}, []int32{-1, 2, -3}, []int32{-1, -2, 3}, []int32{-1, -2, -3}), "d 1 0\n2 0\n", "", Result{Lines: 2, Steps: 2, Additions: 1, Deletions: 1, UnitDeletions: 1}},
		{"a literal true above the root", formula([]int32{3, 5}, []int32{1, 2, 4}, []int32{1, 2, -4}, []int32{-1, 7, 6}, []int32{-1, 7, -6}, []int32{-7, 8}), "5 1 2 3 0\n7 2 3 0\n", "line 2: clause 7 2 3 0 does not follow by unit propagation, nor is it RAT on 7", Result{}},
		{"repeated literals", all3(), "1 1 2 1 0\nd 1 2 2 0\n1 2 0\n1 0\n2 0\n", "", Result{Lines: 5, Steps: 5, Additions: 4, Deletions: 1}},
		{"tautology", square, "1 -1 0\nd -1 1 0\n1 0\n", "", Result{Lines: 3, Steps: 3, Additions: 2, Deletions: 1}},
		{"new variables", all3(), "4 -1 -2 0\n-4 1 0\n-4 2 0\n1 2 0\n1 0\n2 0\n", "", Result{Lines: 6, Steps: 6, Additions: 6, RAT: 1}},
		{"high variables", all3(), "2147483647 -1 0\nd 2147483646 0\n1 2 0\n1 0\n2 0\n", "", Result{Lines: 5, Steps: 5, Additions: 4, RAT: 1, Deletions: 1, Missing: 1}},
		{"RAT on its first literal", formula([]int32{1, 2}, []int32{-1, 3}, []int32{-2, 3}), "-3 1 0\n", "line 1: clause -3 1 0 does not follow by unit propagation, nor is it RAT on -3", Result{}},
		{"RAT only on its second", formula([]int32{1, 2}), "-1 4 0\n", "line 1: clause -1 4 0 does not follow by unit propagation, nor is it RAT on -1", Result{}},
		{"RAT on its second put first", formula([]int32{1, 2}), "4 -1 0\n", "line 2: the proof ends", Result{RAT: 1}},
		{"RAT against the root", formula([]int32{1}), "-1 2 0\n", "nor is it RAT on -1", Result{}},
		{"refuted by nothing", formula([]int32{1}, []int32{-1}), "", "", Result{}},
		{"the empty clause in the formula", formula(nil), "garbage", "", Result{}},
		{"empty", square, "", "line 1: the proof ends without the empty clause", Result{}},
		{"no formula", formula(), "0\n", "line 1: the empty clause does not follow by unit propagation", Result{}},
		{"deletion from no formula", formula(), "d 0\nd 1 0\n", "line 3: the proof ends", Result{}},
		{"not enough", all3(), "1 2 0\n1 0\n", "line 3: the proof ends without the empty clause", Result{}},
		{"cut off", all3(), "1 2 0\n1", "line 2: the proof is cut off in the middle of a step, which should end with 0", Result{}},
		{"garbage", all3(), "1 2 0\nx\n", "line 2: 'x' is no literal", Result{}},
		{"more garbage", all3(), "1 2 0\n1 2y 0\n", "line 2: 'y' is no literal", Result{}},
		{"minus alone", all3(), "- 0\n", "line 1: ' ' is no literal", Result{}},
		{"minus nought", all3(), "-0\n", "is no literal", Result{}},
		{"dense d", all3(), "d1 2 0\n", "line 1: '1' after the d of a deletion", Result{}},
		{"a comment in a step", all3(), "1 c\n 0", "line 1: 'c' is no literal", Result{}},
		{"too large", all3(), "1 2 0\n-2147483648 0\n", "line 2: a literal of a variable above 2147483647", Result{}},
		{"binary", all3(), "a\x02\x04\x00a\x02\x00a\x04\x00", "", Result{Steps: 3, Additions: 3}},
		{"binary deletion first", all3(), "d\x04\x06\x02\x00a\x02\x04\x00", "step 2 at byte 5: clause 1 2 0 does not follow", Result{}},
		{"binary ends", all3(), "a\x02\x04\x00", "step 2 at byte 4: the proof ends without the empty clause", Result{}},
		{"binary cut off", all3(), "a\x02\x04\x00a\x02", "step 2 at byte 4: the proof is cut off", Result{}},
		{"binary cut off in a literal", all3(), "a\x02\x04\x00a\x82", "step 2 at byte 4: the proof is cut off", Result{}},
		{"binary garbage", all3(), "a\x02\x04\x00b\x02\x00", "step 2 at byte 4: a step begins with the byte 'b'", Result{}},
		{"binary high garbage", all3(), "a\x02\x04\x00\xfe", `a step begins with the byte '\xfe'`, Result{}},
		{"binary too large", all3(), "a\x80\x80\x80\x80\x10\x00", "step 1 at byte 0: a literal of a variable above 2147483647", Result{}},
		{"binary too long", all3(), "a\x82\x80\x80\x80\x80\x00\x00", "step 1 at byte 0: a literal of more than five bytes", Result{}},
		{"binary nought", all3(), "a\x01\x00", "a literal of variable 0", Result{}},
		{"binary long nought", all3(), "a\x80\x00\x00", "a literal of variable 0", Result{}},
	} {
		got, err := Check(context.Background(), test.f, strings.NewReader(test.proof))
		if test.want == "" {
			test.r.Verified = true
			test.r.Format, test.r.Bytes, test.r.Propagations, test.r.Clauses = got.Format, got.Bytes, got.Propagations, got.Clauses
			if err != nil || got != test.r {
				t.Errorf("%s: %+v, %v; want %+v", test.name, got, err, test.r)
			}
			continue
		}
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), test.want) || got.Verified || got.RAT != test.r.RAT {
			t.Errorf("%s: %+v, %v; want %s", test.name, got, err, test.want)
		}
	}
}

// A literal that a clause implied while assumptions were kept is removed with the clause, even if
// the clause has been moved.
func TestDeletionOfReason(t *testing.T) {
	for _, moved := range []bool{false, true} {
		c, err := load(context.Background(), formula([]int32{3, 4}, []int32{1, 2}, []int32{6, 7}, []int32{6, -7}, []int32{-2, 3}))
		if err != nil {
			t.Fatal(err)
		}
		apply := func(deletes bool, clause ...int32) error {
			return c.apply(context.Background(), &steps{format: Text, deletes: deletes, literals: clause})
		}
		// During the check of 6 1, the negation of 1 implies 2.
		if err := errors.Join(apply(true, 3, 4), apply(false, 6, 1)); err != nil {
			t.Fatal(err)
		}
		if moved {
			c.collect()
		}
		if err := apply(true, 1, 2); err != nil || c.Missing > 0 {
			t.Fatal(err, c.Missing)
		}
		if err := apply(false, 2, 1); err == nil {
			t.Errorf("moved %v: a clause that was deleted is still used", moved)
		}
	}
}

func TestRecognise(t *testing.T) {
	for text, want := range map[string]Format{
		"": Text, "1 2 0\n": Text, "d 1 0\n": Text, "d 1 0\nc über\n": Text, "c \x00\n": Text, "-1 0": Text,
		"a": Binary, "d\x02\x00": Binary, "d 0\n\x00a\x02\x00": Binary, "d\xfe\x01\x00": Binary, "dc\x00": Binary,
		"(\xb5/\xfd\x04\x00": "", "\x7fELF\x02": "", "1 2 0\n\x00": "",
	} {
		if got := recognise([]byte(text)); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

// TestReaders reads one byte at a time, and with errors of the reader.
func TestReaders(t *testing.T) {
	for _, text := range []string{"1 2 0\n1 0\n2 0\n", "a\x02\x04\x00a\x02\x00a\x04\x00"} {
		if r, err := Check(context.Background(), all3(), iotest.OneByteReader(strings.NewReader(text))); !r.Verified {
			t.Errorf("%q: %v", text, err)
		}
		broken := errors.New("the disk is gone")
		for cut := range len(text) - 4 {
			r, err := Check(context.Background(), all3(), &failing{text[:cut], broken})
			if r.Verified || !errors.Is(err, broken) || strings.Contains(err.Error(), "line") {
				t.Errorf("%q: %+v, %v", text[:cut], r, err)
			}
		}
	}
}

type failing struct {
	text string
	err  error
}

func (f *failing) Read(p []byte) (int, error) {
	if f.text == "" {
		return 0, f.err
	}
	n := copy(p, f.text[:1])
	f.text = f.text[n:]
	return n, nil
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	r, err := Check(ctx, all3(), endless{})
	if r.Verified || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%+v, %v", r, err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	const lines = "1 2 0\nd 1 2 0\n"
	return copy(p, strings.Repeat(lines, len(p)/len(lines)+1)[:len(p)/len(lines)*len(lines)]), nil
}

// If a formula names few variables of a large range, memory is proportional to those few.
func TestSparseVariables(t *testing.T) {
	const v = math.MaxInt32
	f := formula([]int32{v, 1 << 30}, []int32{-v, 1 << 30}, []int32{v, -1 << 30}, []int32{-v, -1 << 30})
	r, err := Check(context.Background(), f, strings.NewReader(fmt.Sprintf("%d 0\n", v)))
	if !r.Verified {
		t.Error(err)
	}
	f.Add(math.MinInt32)
	if _, err := Check(context.Background(), f, strings.NewReader("")); err == nil {
		t.Error("a literal without a variable is taken")
	}
}

// A clause that is added repeatedly needs neither room nor work, and has as many copies as it was
// added.
func TestRepeatedClause(t *testing.T) {
	for _, clause := range []string{"1 2 0\n", "2 1 2 0\n", "1 2 4 0\n", "4 3 2 1 0\n", "1 -1 0\n"} {
		held := func(copies int) (words, watches int) {
			c, err := load(t.Context(), all3())
			if err != nil {
				t.Fatal(err)
			}
			s, err := newSteps(strings.NewReader("1 2 0\n" + strings.Repeat(clause, copies) + strings.Repeat("d "+clause, copies-1)))
			if err != nil {
				t.Fatal(err)
			}
			for more := copies; ; {
				if err = s.next(); err == io.EOF {
					break
				} else if err == nil {
					err = c.apply(t.Context(), s)
				}
				if err != nil {
					t.Fatal(err)
				}
				if more--; more == 0 {
					c.collect()
				}
			}
			for l := range c.watches {
				watches += len(c.watches[l]) + len(c.binaries[l]) + len(c.ternaries[l])
			}
			if _, known := c.setClause(readSteps(t, clause)[0].clause, false); !known || c.Missing > 0 || !c.delete() {
				t.Errorf("%q: %d copies less one, deleted, are not one", clause, copies)
			}
			return len(c.words), watches
		}
		words, watches := held(2)
		if w, v := held(2000); w != words || v != watches {
			t.Errorf("%q: %d words and %d watches for 2 copies, %d and %d for 2000", clause, words, watches, w, v)
		}
	}
}
