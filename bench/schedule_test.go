package bench

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/family"
)

func boardJob(n int, limits Limits) Job {
	return Job{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"}, Limits: limits}
}

func recordOf(j Job, s nqueens.Status, seconds float64) Record {
	return Record{Problem: j.ProblemName(), Task: j.Task, Contender: backends.Contender{Backend: j.Backend, Encoding: j.Encoding}, Outcome: nqueens.Outcome{Status: s}, Seconds: seconds}
}

// TestSkip checks that a limit skips larger boards with the same or a tighter limit, and nothing
// else.
func TestSkip(t *testing.T) {
	tight, loose := Limits{Time: time.Second, Memory: 1 << 20}, Limits{Time: 2 * time.Second, Memory: 1 << 30}
	for _, test := range []struct {
		name          string
		stopped       Limits
		status        nqueens.Status
		larger        Limits
		given, answer bool
		want          string
	}{
		{name: "same limits", stopped: tight, status: nqueens.Timeout, larger: tight, want: "timeout at queens(8)"},
		{name: "tighter", stopped: loose, status: nqueens.Timeout, larger: tight, want: "timeout at queens(8)"},
		{name: "more time", stopped: tight, status: nqueens.Timeout, larger: loose},
		{name: "memory", stopped: tight, status: nqueens.MemoryLimit, larger: tight, want: "memory-limit at queens(8)"},
		{name: "more memory", stopped: tight, status: nqueens.MemoryLimit, larger: loose},
		{name: "any memory", stopped: tight, status: nqueens.MemoryLimit, larger: Limits{Time: time.Second}},
		{name: "a crash is no limit", stopped: tight, status: nqueens.Crashed, larger: tight},
		{name: "a board with givens", stopped: tight, status: nqueens.Timeout, larger: tight, given: true},
		{name: "answered before", stopped: tight, status: nqueens.Timeout, larger: tight, answer: true},
	} {
		small, large := boardJob(8, test.stopped), boardJob(9, test.larger)
		if test.given {
			large.Problem.Given = []nqueens.Square{{}}
		}
		smaller := boardJob(7, test.larger)
		s := NewSchedule(Experiment{Repeat: Repeat{Min: 2, Max: 2}, Jobs: []Job{small, large, smaller}})
		s.Add(recordOf(small, test.status, 0))
		if test.answer {
			s.Add(recordOf(large, nqueens.Solved, 1))
		}
		if got := s.Skip(large); got != test.want {
			t.Errorf("%s: skipped for %q, want %q", test.name, got, test.want)
		}
		if got := s.Skip(smaller); got != "" {
			t.Errorf("%s: the smaller board is skipped for %q", test.name, got)
		}
	}
}

// TestSkipScope checks that a limit does not affect another task, backend, encoding, number of
// threads or family, and that the smallest board that reached it is named.
func TestSkipScope(t *testing.T) {
	limits := Limits{Time: time.Second}
	count := func(n int) Job { return boardJob(n, limits) }
	others := map[string]func(*Job){
		"task":     func(j *Job) { j.Task = nqueens.FindFirst },
		"backend":  func(j *Job) { j.Backend = "c" },
		"encoding": func(j *Job) { j.Encoding = "e" },
		"threads":  func(j *Job) { j.Threads = 2 },
		"family":   func(j *Job) { j.Problem.Family = family.Rooks },
	}
	e := Experiment{Repeat: Repeat{Min: 1, Max: 1}, Jobs: []Job{count(8), count(9), count(10), count(11)}}
	for _, change := range others {
		job := count(11)
		change(&job)
		e.Jobs = append(e.Jobs, job)
	}
	s := NewSchedule(e)
	for _, n := range []int{9, 8, 10} {
		s.Add(recordOf(count(n), nqueens.Timeout, 0))
	}
	if why := s.Skip(count(11)); why != "timeout at queens(8)" {
		t.Errorf("skipped for %q", why)
	}
	for what, change := range others {
		job := count(11)
		change(&job)
		if why := s.Skip(job); why != "" {
			t.Errorf("another %s: skipped for %q", what, why)
		}
	}
	if done, total := s.Done(); done != 3 || total != 3+len(others) {
		t.Errorf("%d of %d", done, total)
	}
}

// TestSkipByCPU checks that a CPU limit does not skip jobs with more CPU time.
func TestSkipByCPU(t *testing.T) {
	for _, test := range []struct {
		stopped, larger time.Duration
		skipped         bool
	}{{0, 0, true}, {0, time.Second, true}, {time.Second, time.Second, true}, {2 * time.Second, time.Second, true}, {time.Second, 2 * time.Second, false}, {time.Second, 0, false}} {
		small, large := boardJob(8, Limits{Time: time.Minute, CPU: test.stopped}), boardJob(9, Limits{Time: time.Minute, CPU: test.larger})
		s := NewSchedule(Experiment{Repeat: Repeat{Min: 1, Max: 1}, Jobs: []Job{small, large}})
		s.Add(recordOf(small, nqueens.Timeout, 0))
		if why := s.Skip(large); (why != "") != test.skipped {
			t.Errorf("%v after %v: %q", test.larger, test.stopped, why)
		}
	}
}

func TestComplete(t *testing.T) {
	job := boardJob(8, Limits{Time: time.Second})
	same := []float64{1, 1, 1, 1, 1, 1}
	scattered := []float64{20 - math.Sqrt(1.5), 20, 20, 20 + math.Sqrt(1.5)} // 2 · 1.5 / 3 is 1
	for _, test := range []struct {
		name     string
		repeat   Repeat
		times    []float64
		last     nqueens.Status
		complete bool
		total    int
	}{
		{name: "nothing yet", repeat: Repeat{Min: 2, Max: 2}, total: 2},
		{name: "so many", repeat: Repeat{Min: 3, Max: 3, Width: 0.1}, times: same[:3], complete: true, total: 3},
		{name: "the pilot is not over", repeat: Repeat{Min: 4, Max: 9, Width: 0.1}, times: same[:3], total: 4 + 6},
		{name: "equal times need the fewest", repeat: Repeat{Min: 4, Max: 9, Width: 0.1}, times: same[:4], total: 4 + 6},
		{name: "they are all there", repeat: Repeat{Min: 2, Max: 9, Width: 0.1}, times: []float64{1, 1, 5, 6, 7, 8, 9, 10}, complete: true, total: 2 + 6},
		// For four values of deviation 1 and median 20, t is 3.1824, and the square of 2 · 3.1824 ·
		// √(π/2) / (0.5 · 20) is 0.636; for the width 0.15 it is 7.07, so 8 runs; for the width 0.1
		// it is 15.9, more than allowed.
		{name: "little scatter", repeat: Repeat{Min: 4, Max: 9, Width: 0.5}, times: scattered, total: 4 + 6},
		{name: "more", repeat: Repeat{Min: 4, Max: 9, Width: 0.15}, times: scattered, total: 4 + 8},
		{name: "the new ones say nothing", repeat: Repeat{Min: 4, Max: 9, Width: 0.15}, times: append(scattered[:4:4], 1, 1, 1, 1, 1, 1), total: 4 + 8},
		{name: "too much", repeat: Repeat{Min: 4, Max: 9, Width: 0.1}, times: scattered, total: 4 + 9},
		{name: "a pilot of one tells no scatter", repeat: Repeat{Min: 1, Max: 9, Width: 0.1}, times: same[:1], total: 1 + 9},
		{name: "no width is asked for", repeat: Repeat{Min: 4, Max: 9}, times: same[:4], total: 4 + 9},
		{name: "some answered, one not", repeat: Repeat{Min: 6, Max: 9}, times: same[:2], last: nqueens.Timeout, complete: true, total: 3},
	} {
		s := NewSchedule(Experiment{Repeat: test.repeat, Jobs: []Job{job}})
		runs := len(test.times)
		for _, seconds := range test.times {
			s.Add(recordOf(job, nqueens.Solved, seconds))
		}
		if test.last != "" {
			s.Add(recordOf(job, test.last, 0))
			runs++
		}
		done, total := s.Done()
		if s.Complete(job) != test.complete || done != runs || total != test.total {
			t.Errorf("%s: complete %v, %d of %d", test.name, s.Complete(job), done, total)
		}
	}
}

// TestCoverage checks that 95 % of the two-stage intervals contain the median, also for bimodal
// times and for up to 100 runs; with stopping once the interval is narrow it was 87 %.
func TestCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, test := range []struct {
		name   string
		median float64
		draw   func() float64
	}{
		{"normal", 10, func() float64 { return 10 + random.NormFloat64() }},
		{"skewed", 1, func() float64 { return math.Exp(0.3 * random.NormFloat64()) }},
		// Uniform in [1, 1.2] with probability 4/7, else in [2, 2.2]: half of the values are below
		// 1.175.
		{"of two kinds", 1.175, func() float64 {
			if random.Float64() < 4.0/7 {
				return 1 + 0.2*random.Float64()
			}
			return 2 + 0.2*random.Float64()
		}},
	} {
		const trials = 3000
		repeat, held := Repeat{Min: 4, Max: 100, Width: 0.1}, 0
		for range trials {
			var times []float64
			for range repeat.Min {
				times = append(times, test.draw())
			}
			for range repeat.needed(times) - repeat.Min {
				times = append(times, test.draw())
			}
			times = times[repeat.Min:]
			if i := NewInterval(times); i.Enough && i.Low <= test.median && test.median <= i.High {
				held++
			}
		}
		if part := float64(held) / trials; part < 0.945 {
			t.Errorf("%s: %.3f of intervals hold the median", test.name, part)
		}
	}
}

// TestCounted checks that the pilot counts only until the other runs are complete.
func TestCounted(t *testing.T) {
	job := boardJob(8, Limits{Time: time.Second})
	var records []*Record
	for i := range 9 {
		r := recordOf(job, nqueens.Solved, 1+float64(i)/1000)
		records = append(records, &r)
	}
	repeat := Repeat{Min: 3, Max: 10, Width: 0.1}
	if got := repeat.Counted(records); len(got) != 6 || got[0].Seconds != 1.003 {
		t.Errorf("%d runs count, the first took %v", len(got), got[0].Seconds)
	}
	if n := len(repeat.Counted(records[:8])); n != 8 {
		t.Errorf("of 8 runs, one too few, %d count", n)
	}
	if n := len(Repeat{Min: 9, Max: 9}.Counted(records)); n != 9 {
		t.Errorf("of nine without a pilot %d count", n)
	}
}

// TestIntervalAt95 checks the order statistics for 95 % at 13 and 30 values against the binomial
// distribution: the 3rd and the 11th (97.8 %; the 4th and the 10th have 90.8 %), the 10th and the
// 21st (95.7 %; the 11th and the 20th have 90.1 %).
func TestIntervalAt95(t *testing.T) {
	for _, test := range []struct{ n, low, high int }{{13, 3, 11}, {30, 10, 21}} {
		var values []float64
		for i := range test.n {
			values = append(values, float64(i+1))
		}
		if i := NewInterval(values); i.Low != float64(test.low) || i.High != float64(test.high) || i.Median != float64(test.n+1)/2 {
			t.Errorf("of %d: %+v", test.n, i)
		}
	}
	for _, few := range [][]float64{nil, {3}, {1, 2, 3, 4, 5}} {
		if i := NewInterval(few); i.Enough || i.Low != 0 || i.High != 0 || len(few) == 0 && i.Median != 0 || len(few) > 0 && i.Median != 3 {
			t.Errorf("of %v: %+v", few, i)
		}
	}
	if i := NewInterval([]float64{6, 5, 4, 3, 2, 1}); i != (Interval{Median: 3.5, Low: 1, High: 6, Enough: true}) {
		t.Errorf("of six: %+v", i)
	}
}

// TestVoidSkipsNothing checks that a discarded run does not skip larger boards.
func TestVoidSkipsNothing(t *testing.T) {
	small, larger := boardJob(8, Limits{Time: time.Second}), boardJob(9, Limits{Time: time.Second})
	s := NewSchedule(Experiment{Repeat: Repeat{Min: 1, Max: 1}, Jobs: []Job{small, larger}})
	s.Add(recordOf(small, nqueens.Void, 0))
	if got := s.Skip(larger); got != "" {
		t.Errorf("after a void run: %q", got)
	}
}

// TestVoidEndsNothing checks that a discarded run does not prevent the other repetitions.
func TestVoidEndsNothing(t *testing.T) {
	job := boardJob(8, Limits{Time: time.Second})
	s := NewSchedule(Experiment{Repeat: Repeat{Min: 2, Max: 2}, Jobs: []Job{job}})
	for _, status := range []nqueens.Status{nqueens.Solved, nqueens.Void, nqueens.Solved} {
		if s.Complete(job) {
			t.Fatalf("complete before it was %s", status)
		}
		s.Add(recordOf(job, status, 1))
	}
	if done, total := s.Done(); !s.Complete(job) || done != 2 || total != 2 {
		t.Errorf("%d of %d", done, total)
	}
}

// TestEstimatesRepeat checks that a run with an estimate is repeated like one with an answer, and one
// without either is not.
func TestEstimatesRepeat(t *testing.T) {
	job := Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "x"}}
	e := Experiment{Jobs: []Job{job}, Repeat: Repeat{Min: 5, Max: 5}}
	for want, estimate := range map[int]*nqueens.Estimate{4: {Count: nqueens.NewCount(90), Epsilon: 0.8, Delta: 0.2}, 0: nil} {
		s := NewSchedule(e)
		s.Add(job.Record(Maker{Version: "1", Repetition: 1}, Observation{Outcome: nqueens.Outcome{Status: nqueens.Unknown, Estimate: estimate}}))
		if left := s.Left(job); left != want {
			t.Errorf("estimate %v: %d runs left, not %d", estimate, left, want)
		}
	}
}
