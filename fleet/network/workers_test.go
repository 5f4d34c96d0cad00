package network

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"

	"nqueens/fleet"
)

// TestHeard checks the effect of a beat on its worker, and on another worker that had its part.
func TestHeard(t *testing.T) {
	ago := func(d time.Duration) time.Time { return time.Now().Add(-d) }
	for what, c := range map[string]struct {
		before Process // the worker that had the part
		losses int     // of the part, before the beat
		beat   beat
		lost   string
		at     int // the part of the worker with the beat
		stale  bool
	}{
		"it takes one that nobody had": {Process{Name: "a", Heard: ago(time.Hour), subject: first(1)}, 0, beat{Part: first(2), Taken: true}, "", 2, false},
		"another was lost":             {Process{Name: "a", Machine: "A", Heard: ago(time.Hour), Part: 2, subject: first(2)}, 0, beat{Part: first(2), Taken: true}, "a took it and sent no message for 1m0s", 2, false},
		"for the last time":            {Process{Name: "a", Machine: "A", Heard: ago(time.Hour), Part: 2, subject: first(2)}, maxLosses - 1, beat{Part: first(2), Taken: true}, "a took it and sent no message for 1m0s", 2, true},
		"another is there":             {Process{Name: "a", Heard: ago(minute/2 - time.Second), Part: 2, subject: first(2)}, 0, beat{Part: first(2), Taken: true}, "", 2, false},
		"it was there":                 {Process{Name: "a", Machine: "A", Heard: ago(minute/2 + time.Second), Part: 2, subject: first(2)}, 0, beat{Part: first(2), Taken: true}, "a took it and sent no message for 1m0s", 2, false},
		"it is still at it":            {Process{Name: "a", Heard: ago(time.Hour), Part: 2, subject: first(2)}, 0, beat{Part: first(2)}, "", 2, false},
		"its own once more":            {Process{Name: "b", Heard: ago(time.Hour), Part: 2, subject: first(2)}, 0, beat{Part: first(2), Taken: true}, "", 2, false},
		"none":                         {Process{Name: "a", Heard: ago(time.Hour), Part: 2, subject: first(2)}, 0, beat{Part: first(9), Taken: true, Gone: true, Lacks: "memory"}, "", 0, false},
	} {
		s, _ := over(t, 4, nil)
		had := c.before
		s.workers[had.Name] = &had
		if c.losses > 0 {
			s.tries[first(2)] = &tries{losses: c.losses}
		}
		c.beat.Worker, c.beat.Machine, c.beat.Threads, c.beat.Build = "b", "B", 3, "new"
		lost := s.heard(c.beat)
		w := s.workers["b"]
		want := Process{Name: "b", Machine: "B", Threads: 3, Build: "new", Part: c.at, Gone: c.beat.Gone, Lacks: c.beat.Lacks, Heard: w.Heard, subject: c.beat.Part}
		if c.at == 0 {
			want.subject = ""
		}
		if *w != want || time.Since(w.Heard) > minute {
			t.Errorf("%s: %+v, want %+v", what, *w, want)
		}
		switch {
		case (lost != nil) != (c.lost != "") || s.stale != c.stale:
			t.Errorf("%s: lost %v, stale %v", what, lost, s.stale)
		case lost != nil && (*lost != fleet.Failure{Part: 2, Machine: "A", Reason: c.lost} || had.Failures != 1 || had.Part != 0 || had.subject != "" || s.counts.losses != 1 || s.tries[first(2)].losses != c.losses+1):
			t.Errorf("%s: %+v of %+v, %d losses", what, lost, had, s.counts.losses)
		case lost == nil && (had.Failures != 0 || s.counts.losses != 0):
			t.Errorf("%s: %+v", what, had)
		}
		if what == "another is there" && (had.Part != 0 || had.subject != "") {
			t.Errorf("%s: both are at it: %+v", what, had)
		}
		// What a worker lacks is remembered.
		if s.heard(beat{Worker: "b"}); s.workers["b"].Lacks != c.beat.Lacks {
			t.Errorf("%s: it lacks %q", what, s.workers["b"].Lacks)
		}
	}
}

// TestElsewhere checks that a worker leaves a check to another machine if that machine is present, is trusted
// and has not tried the check.
func TestElsewhere(t *testing.T) {
	check := strings.Replace(first(2), "first", "check", 1)
	for what, c := range map[string]struct {
		beat   beat
		change func(s *Server, w *Process)
		want   bool
	}{
		"another is there":   {beat{Part: check, Machine: "m"}, nil, true},
		"for the first time": {beat{Part: first(2), Machine: "m"}, nil, false},
		"another's":          {beat{Part: check, Machine: "n"}, nil, false},
		"not done":           {beat{Part: strings.Replace(check, "2", "3", 1), Machine: "m"}, nil, false},
		"nonsense":           {beat{Part: "nonsense", Machine: "m"}, nil, false},
		"it has tried":       {beat{Part: check, Machine: "m"}, func(s *Server, _ *Process) { s.tries[check] = new(tries) }, false},
		"it is gone":         {beat{Part: check, Machine: "m"}, func(_ *Server, w *Process) { w.Gone = true }, false},
		"it is silent":       {beat{Part: check, Machine: "m"}, func(_ *Server, w *Process) { w.Heard = time.Now().Add(-minute - time.Second) }, false},
		"of the machine":     {beat{Part: check, Machine: "m"}, func(_ *Server, w *Process) { w.Machine = "m" }, false},
		"of none":            {beat{Part: check, Machine: "m"}, func(_ *Server, w *Process) { w.Machine = "" }, false},
		"not trusted": {beat{Part: check, Machine: "m"}, func(s *Server, _ *Process) {
			if err := s.journal.Add(fleet.Distrust{Machine: "n"}); err != nil {
				t.Fatal(err)
			}
		}, false},
	} {
		s, j := over(t, 3, nil)
		does(t, j, 2)
		w := &Process{Machine: "n", Heard: time.Now().Add(-minute + 10*time.Second)}
		s.workers["w"] = w
		if c.change != nil {
			c.change(s, w)
		}
		var got bool
		j.View(func(tally *fleet.Tally) { got = s.elsewhere(tally, c.beat) })
		if got != c.want {
			t.Errorf("%s: %v", what, got)
		}
	}
}

// TestWhoIsThere checks that the present workers are those of the last ten minutes, by machine and
// name, and which of them compute a part.
func TestWhoIsThere(t *testing.T) {
	s, _ := over(t, 3, nil)
	ago := func(name, machine string, d time.Duration, part int, gone bool) {
		s.workers[name] = &Process{Name: name, Machine: machine, Heard: time.Now().Add(-d), Part: part, Gone: gone}
	}
	ago("b", "x", 0, 1, false)
	ago("a", "y", time.Second, 0, false)
	ago("c", "x", 50*time.Second, 2, false)
	ago("d", "w", 70*time.Second, 3, false)
	ago("e", "z", 0, 3, true)
	ago("f", "z", 10*time.Minute-10*time.Second, 3, false)
	ago("g", "z", 10*time.Minute+time.Second, 3, false)
	p := s.present()
	var names []string
	for _, w := range p.Workers {
		names = append(names, w.Name)
	}
	if !slices.Equal(names, []string{"d", "b", "c", "a", "e", "f"}) || p.Working != 2 || p.Now.IsZero() {
		t.Errorf("%q, %d work", names, p.Working)
	}
	if n := s.left(); n != 3 { // a, b and c
		t.Errorf("%d are waited for", n)
	}
	s.settings.Lease = time.Millisecond
	ago("h", "z", dismissTime-time.Second, 0, false)
	ago("i", "z", dismissTime+time.Second, 0, false)
	if n := s.left(); n != 3 { // a, b and h
		t.Errorf("%d are waited for", n)
	}
}

// TestToTheMoment checks time limits of workers and of the queue to the nanosecond, in a synctest
// bubble.
func TestToTheMoment(t *testing.T) {
	for name, c := range map[string]struct {
		after time.Duration // from then on
		is    func(s *Server, w *Process) bool
	}{
		"it is silent":             {minute + 1, func(s *Server, w *Process) bool { return s.silent(w) }},
		"it is waited for no more": {minute, func(s *Server, _ *Process) bool { return s.left() == 0 }},
		"it is not spoken of":      {10 * minute, func(s *Server, _ *Process) bool { return len(s.present().Workers) == 0 }},
		"it lost its part": {minute / 2, func(s *Server, _ *Process) bool {
			return s.heard(beat{Worker: "b", Part: first(1), Taken: true}) != nil
		}},
		"the queue is stuck": {2 * minute, func(s *Server, w *Process) bool {
			w.Gone = true
			stuck, err := s.stuck(t.Context(), consumer{q: &queue{wait: minute, waiting: 1}}, map[string]uint64{first(1): 1})
			return stuck || err != nil
		}},
		"the lease is shorter": {3 * minute, func(s *Server, _ *Process) bool {
			return s.lease(t.Context(), stream{q: &queue{wait: 3 * minute}}) == minute
		}},
	} {
		for _, before := range []time.Duration{1, 0} {
			synctest.Test(t, func(t *testing.T) {
				s, _ := over(t, 2, nil)
				w := &Process{Name: "a", Heard: time.Now(), subject: first(1)}
				s.workers["a"] = w
				time.Sleep(c.after - before)
				if got := c.is(s, w); got != (before == 0) {
					t.Errorf("%s, %v before %v: %v", name, before, c.after, got)
				}
			})
		}
	}
}

// TestNote checks that a delivered result updates its worker, and that its part leaves the queue.
func TestNote(t *testing.T) {
	s, _ := over(t, 3, nil)
	result := func(k int, again bool) *fleet.Result {
		r := &fleet.Result{Part: k, Machine: "m", Threads: 5, Build: "b"}
		if again {
			r.Check = new(fleet.Check)
		}
		return r
	}
	check := strings.Replace(first(2), "first", "check", 1)
	s.queued = map[string]bool{first(1): true, first(2): true, check: true, first(3): true}
	s.workers["w"] = &Process{Name: "w", Part: 1, subject: first(1)}
	s.moved = time.Time{}
	s.note(delivery{Worker: "w", Subject: first(1), Result: result(1, false)})
	if w := s.workers["w"]; w.Part != 0 || w.subject != "" || w.Parts != 1 || w.Machine != "m" || w.Threads != 5 || w.Build != "b" || s.counts.results != 1 || s.queued[first(1)] || s.moved.IsZero() {
		t.Errorf("%+v, queued %v", w, s.queued)
	}
	w := s.workers["w"]
	w.Part, w.subject, w.Threads = 3, first(3), 6 // it has started another part
	s.note(delivery{Worker: "w", Subject: check, Result: result(2, true)})
	if w.Part != 3 || w.subject != first(3) || w.Parts != 2 || w.Threads != 6 || s.queued[check] || !s.queued[first(2)] {
		t.Errorf("%+v, queued %v", w, s.queued)
	}
	for i := 1; i <= maxFailures; i++ {
		s.note(delivery{Worker: "w", Subject: first(3), Failure: &fleet.Failure{Part: 3}})
		if w.Part != 0 || w.Failures != i || s.counts.failures != i || s.tries[first(3)].failures != i || s.stale != (i == maxFailures) || !s.queued[first(3)] || w.Parts != 2 {
			t.Errorf("%d: %+v, %+v", i, w, s.counts)
		}
	}
	if s.note(delivery{Worker: "w", Subject: first(2), Failure: &fleet.Failure{Part: 2}}); !s.stale {
		t.Error("that a part is set aside is forgotten")
	}
}

// TestEnough checks that a part is set aside at its third failure or its tenth loss.
func TestEnough(t *testing.T) {
	for tried, want := range map[*tries]bool{nil: false, {}: false, {2, 9}: false, {3, 0}: true, {0, 10}: true} {
		if tried.enough() != want {
			t.Errorf("%+v: %v", tried, !want)
		}
	}
}

// TestKeep checks that a delivered result is acknowledged when it is in the journal, or answered with the
// reason why it is rejected.
func TestKeep(t *testing.T) {
	s, j := over(t, 3, nil)
	among, servers := among(t)
	inbox := among.nc.NewInbox()
	sub, err := among.nc.SubscribeSync(inbox)
	if err != nil || among.nc.Flush() != nil {
		t.Fatal(err)
	}
	var key string
	j.View(func(tally *fleet.Tally) { key = tally.List.Part(1).Key })
	one := fmt.Sprintf(`{"part":1,"key":%q,"found":"7","machine":"m"`, key)
	s.settings.Machines = map[string]string{"key": "bound"}
	var batch []*nats.Msg
	texts := []string{
		`{"worker":"w","subject":"` + first(1) + `","result":` + one + `}}`,
		"no JSON", `{"worker":"w"}`,
		`{"worker":"w","subject":"` + first(2) + `","failure":{"part":2,"machine":"m","reason":"no memory"}}`,
		`{"worker":"w","subject":"` + first(2) + `","failure":{"part":3,"machine":"m","reason":"no memory"}}`,
		`{"worker":"w","subject":"` + first(1) + `","failure":{"part":1,"machine":"m","reason":"x"},"result":` + one + `}}`,
		`{"worker":"w","result":` + one + `,"check":{"tasks":1}}}`, // it was not requested
	}
	for _, text := range texts {
		m := nats.NewMsg("nqueens.give.x.key")
		m.Data, m.Reply = []byte(text), inbox
		if strings.Contains(text, "failure") {
			m.Subject = "nqueens.give.x.any"
		}
		batch = append(batch, m)
	}
	// Received from NATS, so that they can be answered.
	got, err := servers.SubscribeSync("nqueens.give.>")
	if err != nil || servers.Flush() != nil {
		t.Fatal(err)
	}
	for i, m := range batch {
		if err := among.nc.PublishMsg(m); err != nil {
			t.Fatal(err)
		}
		if batch[i], err = got.NextMsg(10 * time.Second); err != nil {
			t.Fatal(err)
		}
	}
	s.queued = map[string]bool{first(1): true}
	if err := s.keep(batch); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"", "byte 2: invalid character", "it is neither a result nor a failure of the list", "", "it is neither a result nor a failure of the list", "it is neither a result nor a failure of the list", ""} {
		m, err := sub.NextMsg(10 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		var a answer
		if json.Unmarshal(m.Data, &a) != nil || (want == "") != (a.Refused == "") || !strings.HasPrefix(a.Refused, want) {
			t.Errorf("%s is answered %s", texts[i], m.Data)
		}
	}
	if c := s.counts; c != (counters{results: 1, refused: 4, failures: 1}) || len(s.wake) != 1 {
		t.Errorf("%+v, %d", c, len(s.wake))
	}
	j.View(func(tally *fleet.Tally) {
		if r := tally.Done(1); r == nil || r.Machine != "bound" || len(tally.Failures) != 1 || tally.Failures[0].Machine != "m" || s.workers["bound-w"].Parts != 1 || s.workers["w"].Failures != 1 {
			t.Errorf("%+v, %v, %v", tally.Done(1), tally.Failures, s.workers)
		}
	})
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	again := strings.Replace(texts[0], `"part":1`, `"part":2`, 1)
	j.View(func(tally *fleet.Tally) { again = strings.Replace(again, key, tally.List.Part(2).Key, 1) })
	batch[0].Data = []byte(again)
	if err := s.keep(batch[:1]); err == nil || !strings.HasPrefix(err.Error(), "writing results: ") {
		t.Errorf("%v", err)
	}
	if m, err := sub.NextMsg(50 * time.Millisecond); err == nil {
		t.Errorf("what is not on the disk is answered %s", m.Data)
	}
}

// TestMetrics checks that each number has the right name.
func TestMetrics(t *testing.T) {
	now := time.Unix(1000, 0)
	st := Status{
		Count: fleet.Status{Parts: 20, Done: 2, ToCheck: 3, Checked: 4, Doubtful: make([]int, 5), Conflict: make([]string, 6), Working: 7}, SetAside: make([]int, 8),
		Queued: 9, Results: 10, Refused: 11, Losses: 12, Failures: 13, Started: time.Unix(14, 0), Now: now,
		Workers: []Process{{Heard: now}, {Heard: now.Add(-59 * time.Second)}, {Heard: now.Add(-time.Minute)}, {Heard: now, Gone: true}},
	}
	var got []string
	for _, m := range st.metrics() {
		if total := strings.HasSuffix(m.name, "_total"); total != (m.kind == "counter") || m.help == "" {
			t.Errorf("%+v", m)
		}
		got = append(got, fmt.Sprint(m.name, " ", m.value))
	}
	want := "parts 20, parts_done 2, parts_to_check 3, parts_checked 4, parts_doubtful 5, parts_set_aside 8, parts_queued 9, conflicts 6, workers 2, workers_working 7, results_total 10, refused_total 11, failures_total 13, losses_total 12, start_time_seconds 14"
	if text := strings.Join(got, ", "); text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
}

// TestLastFailures checks that the page shows the latest twenty failures, the latest first.
func TestLastFailures(t *testing.T) {
	s, j := over(t, 30, nil)
	for k := range 25 {
		if err := j.Add(fleet.Failure{Part: k + 1, Machine: "m", Reason: fmt.Sprintf("reason<%02d>", k+1)}); err != nil {
			t.Fatal(err)
		}
	}
	var text strings.Builder
	st := s.Status()
	st.SetAside = []int{3, 4, 5, 9}
	if err := page().Execute(&text, st); err != nil || !strings.Contains(text.String(), "could not compute them: parts 3–5, 9<") {
		t.Fatal(err, text.String())
	}
	last := -1
	for k := 25; k >= 1; k-- {
		at := strings.Index(text.String(), fmt.Sprintf("reason&lt;%02d&gt;", k))
		if k > 5 && at <= last || k <= 5 && at >= 0 {
			t.Errorf("failure %d is at %d, after %d", k, at, last)
		}
		last = at
	}
}
