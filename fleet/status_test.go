package fleet

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestExpected checks that the expected time is the mean for each remaining part, with an interval
// from the spread of the parts and of the mean.
func TestExpected(t *testing.T) {
	// The variance is 2.5. For 4 further parts and their mean from 5 it is 2.5 · (4 + 16/5) = 18.
	e := expected([]float64{1, 2, 3, 4, 5}, 4)
	spread := 1.96 * math.Sqrt(18)
	if math.Abs(e.Seconds-12) > 1e-9 || math.Abs(e.Low-(12-spread)) > 1e-9 || math.Abs(e.High-(12+spread)) > 1e-9 {
		t.Errorf("%+v", e)
	}
	if e = expected([]float64{1, 9}, 1); e.Seconds != 5 || e.Low != 0 || e.High <= 9 {
		t.Errorf("no time is below 0: %+v", e)
	}
}

// TestStatusCounts checks each number of a count's status.
func TestStatusCounts(t *testing.T) {
	l := listOf(t, 10, 5)
	j := opened(t, t.TempDir(), l)
	status := func(working int) (s Status) {
		j.View(func(a *Tally) { s = a.Status(working) })
		return s
	}
	if err := j.Add(resultOf(l, 3, 30, "b"), Failure{4, "c", "no memory"}); err != nil {
		t.Fatal(err)
	}
	if s := status(1); s.Left != nil || s.Finish != nil || s.Rate != 0 || s.Done != 1 || s.InWork() != "1 in work" {
		t.Errorf("of one part nothing follows: %+v", s)
	}
	if err := j.Add(resultOf(l, 1, 10, "a"), resultOf(l, 5, 50, "b")); err != nil {
		t.Fatal(err)
	}
	s := status(2) // the time of a part in seconds equals its number
	if s.Done != 3 || s.Parts != 5 || s.Sum.String() != "90" || s.Left.Seconds != 6 || s.Finish.Seconds != 3 ||
		s.Finish.Low != s.Left.Low/2 || s.Finish.High != s.Left.High/2 || s.Rate != 2400 {
		t.Errorf("%+v, left %+v, finish %+v", s, s.Left, s.Finish)
	}
	if want := []WorkerStatus{{Machine: "a", Parts: 1, Seconds: 1}, {Machine: "b", Parts: 2, Seconds: 8}, {Machine: "c", Failures: 1}}; !slices.Equal(s.Workers, want) {
		t.Errorf("%+v", s.Workers)
	}
	if s = status(0); s.Left == nil || s.Finish != nil || s.Rate != 0 {
		t.Errorf("nobody works, and it ends all the same: %+v", s)
	}
	s.Unheard = true
	if s.InWork() != "no message from a worker yet" {
		t.Error(s.InWork())
	}
	if s.Working = 1; s.InWork() != "1 in work" {
		t.Error(s.InWork())
	}

	if err := j.Add(resultOf(l, 2, 20, "a"), resultOf(l, 4, 40, "a")); err != nil {
		t.Fatal(err)
	}
	if drawn, err := j.DrawChecks(); !drawn || err != nil {
		t.Fatal(drawn, err)
	}
	wrong := again(resultOf(l, 2, 21, "b"))
	if err := j.Add(wrong, again(resultOf(l, 1, 10, "a"))); err != nil {
		t.Fatal(err)
	}
	s = status(0)
	if s.Left != nil || s.ToCheck != 5 || s.Checked != 2 || !slices.Equal(s.SameMachine, []int{1}) || len(s.Conflict) != 1 {
		t.Errorf("%+v", s)
	}
	if want := []WorkerStatus{{Machine: "a", Parts: 3, Checks: 1, Seconds: 8}, {Machine: "b", Parts: 2, Checks: 1, Seconds: 10}, {Machine: "c", Failures: 1}}; !slices.Equal(s.Workers, want) {
		t.Errorf("%+v", s.Workers)
	}
	var text strings.Builder
	if err := s.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		": 5 of 5 parts done, 0 in work\n", "computed again: 2 of 5\n", "because no other was available: parts 1\n", "found so far: 150\n",
		"a        3      1      8.0 s  0\n", "conflict: part 2: 20 on a, 21 on b\n", "doubtful: parts 1-5\n", "failed: part 4 on c: no memory\n",
	} {
		if !strings.Contains(text.String(), line) {
			t.Errorf("no %q in\n%s", line, &text)
		}
	}
	if strings.Contains(text.String(), "left:") || strings.Contains(text.String(), "finished in") {
		t.Errorf("all is done, and something is left:\n%s", &text)
	}
}

// TestManyConflicts checks that the text shows the first ten of thousands, and the number of the
// others.
func TestManyConflicts(t *testing.T) {
	var s Status
	for k := range 1234 {
		if s.Failures = append(s.Failures, Failure{k + 1, "a", "no memory"}); k < 10 {
			s.Conflict = append(s.Conflict, fmt.Sprintf("part %d: 1 on a, 2 on b", k+1))
		}
	}
	var text strings.Builder
	if err := s.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if want := "failed: part 10 on a: no memory\nfailed: and 1,224 more (--json names all)\n"; !strings.HasSuffix(text.String(), want) {
		t.Errorf("no %q at the end of\n%s", want, &text)
	}
	if n := strings.Count(text.String(), "conflict: "); n != 10 || strings.Count(text.String(), "more") > 1 {
		t.Errorf("%d of ten conflicts in\n%s", n, &text)
	}
}

// TestSame checks that two results are the same only if all distinguishing fields are equal.
func TestSame(t *testing.T) {
	l := listOf(t, 10, 3)
	one := resultOf(l, 1, 10, "a")
	for name, c := range map[string]struct {
		change func(*Result)
		same   bool
	}{
		"nothing":    {func(*Result) {}, true},
		"the build":  {func(r *Result) { r.Build = "another" }, true},
		"its number": {func(r *Result) { r.Part = 2 }, false},
		"machine":    {func(r *Result) { r.Machine = "b" }, false},
		"seconds":    {func(r *Result) { r.Seconds++ }, false},
		"what":       {func(r *Result) { r.Found = resultOf(l, 1, 11, "a").Found }, false},
		"a check":    {func(r *Result) { *r = again(*r) }, false},
	} {
		two := one
		c.change(&two)
		if one.same(&two) != c.same || two.same(&one) != c.same {
			t.Errorf("another %s: the same is not %v", name, c.same)
		}
	}
}

// TestDrawParts checks that the share of the parts is drawn, rounded up, each once and in order,
// and that the seed determines them.
func TestDrawParts(t *testing.T) {
	for _, c := range []struct {
		share float64
		parts int
		want  int
	}{{0, 7, 0}, {1, 7, 7}, {0.5, 7, 4}, {0.01, 7, 1}, {0.25, 8, 2}} {
		drawn := (&Draw{Share: c.share, Seed: 5}).parts(c.parts)
		if len(drawn) != c.want || !slices.IsSorted(drawn) || len(slices.Compact(slices.Clone(drawn))) != c.want || c.want > 0 && (drawn[0] < 1 || drawn[c.want-1] > c.parts) {
			t.Errorf("%v of %d: %v", c.share, c.parts, drawn)
		}
	}
	if (&Draw{Share: 0.5, Seed: 5}).parts(20)[0] == 0 {
		t.Error("parts are numbered from 1")
	}
	one, other := (&Draw{Share: 0.5, Seed: 5}).parts(40), (&Draw{Share: 0.5, Seed: 6}).parts(40)
	if !slices.Equal(one, (&Draw{Share: 0.5, Seed: 5}).parts(40)) || slices.Equal(one, other) {
		t.Errorf("seed 5 draws %v, seed 6 %v", one, other)
	}
}

// TestAsked checks that only drawn parts are computed again on request.
func TestAsked(t *testing.T) {
	l := listOf(t, 10, 4)
	a := NewTally(l)
	a.drawn = []int{1, 3}
	for part, drawn := range map[int]bool{1: true, 2: false, 3: true, 4: false} {
		if !a.Requested(resultOf(l, part, 1, "a")) || a.Requested(again(resultOf(l, part, 1, "a"))) != drawn {
			t.Errorf("part %d is asked for wrongly", part)
		}
	}
}
