package bench

import (
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
)

func boardJob(n int, limits Limits) Job {
	return Job{Problem: nqueens.Problem{Family: nqueens.Queens, N: n}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "b"}, Limits: limits}
}

func recordOf(j Job, s nqueens.Status, seconds float64) Record {
	return Record{Problem: j.ProblemName(), Task: j.Task, Contender: backends.Contender{Backend: j.Backend, Encoding: j.Encoding}, Outcome: nqueens.Outcome{Status: s}, Seconds: seconds}
}

// TestSkip: a limit says something about larger boards under the same limit or
// a tighter one, and about nothing else.
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

func TestComplete(t *testing.T) {
	job := boardJob(8, Limits{Time: time.Second})
	same := []float64{1, 1, 1, 1, 1, 1}
	for _, test := range []struct {
		name     string
		repeat   Repeat
		times    []float64
		last     nqueens.Status
		complete bool
		total    int
	}{
		{name: "nothing yet", repeat: Repeat{Min: 2, Max: 9}, total: 2},
		{name: "too few", repeat: Repeat{Min: 8, Max: 9, Width: 0.1}, times: same, total: 8},
		{name: "narrow", repeat: Repeat{Min: 6, Max: 9, Width: 0.1}, times: same, complete: true, total: 6},
		{name: "wide", repeat: Repeat{Min: 6, Max: 9, Width: 0.1}, times: []float64{1, 2, 3, 4, 5, 6}, total: 7},
		{name: "no interval of five", repeat: Repeat{Min: 2, Max: 9, Width: 0.1}, times: same[:5], total: 6},
		{name: "the cap", repeat: Repeat{Min: 2, Max: 3}, times: same[:3], complete: true, total: 3},
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
