package trace_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"nqueens/backends/trace"
)

// TestRecorder checks that the missing Back events are added, and that Read returns what was
// written.
func TestRecorder(t *testing.T) {
	var file bytes.Buffer
	r := trace.NewRecorder(&file, 0)
	r.Begin(trace.Header{Problem: "queens(4)", Task: "first", Backend: "x"})
	for _, e := range []trace.Event{
		{Kind: trace.Choose, Depth: 1, At: "a1"}, {Kind: trace.Choose, Depth: 2, At: "b3"}, {Kind: trace.Conflict, Depth: 2},
		{Kind: trace.Choose, Depth: 2, At: "b4"}, {Kind: trace.Force, Depth: 2, At: "c2"}, {Kind: trace.Branch, Depth: 0, Line: "file a"}, {Kind: trace.Choose, Depth: 1, At: "a2"},
	} {
		r.Add(e)
	}
	if err := r.End("solved"); err != nil {
		t.Fatal(err)
	}
	h, events, complete, err := trace.Read("t", bytes.NewReader(file.Bytes()))
	var kinds []string
	var replay trace.Replay
	for _, e := range events {
		kinds = append(kinds, string(e.Kind))
		replay.Apply(e)
	}
	if got := strings.Join(kinds, " "); err != nil || !complete || h.Problem != "queens(4)" || got != "choose choose conflict back choose force back branch choose end" {
		t.Errorf("%v %v %v: %s", err, complete, h, got)
	}
	if got := replay.Chosen(); !reflect.DeepEqual(got, []string{"a2"}) {
		t.Error(got)
	}
}

// TestRead checks traces that are cut off or no traces.
func TestRead(t *testing.T) {
	const head = `{"trace":1,"problem":"queens(4)"}` + "\n"
	for text, want := range map[string]struct {
		events   int
		complete bool
		err      string
	}{
		"": {err: "empty"}, "x": {err: ":1: not a trace"}, `{"a":1}`: {err: ":1: not a trace"}, `{"trace":9}`: {err: ":1: the trace has version 9"}, `{"trace":-1}`: {err: ":1: the trace has version -1"},
		head: {}, head + `{"event":"choose","depth":1,"at":"a1"}` + "\n": {events: 1},
		head + `{"event":"choose","depth":1,"at":"a1"}` + "\n" + `{"event":"cho`:             {events: 1},
		head + `{"event":"cho` + "\n" + `{"event":"end"}`:                                    {err: ":2: "},
		head + `{"event":"jump"}` + "\n" + `{"event":"end"}`:                                 {err: `:2: unknown event "jump"`},
		head + `{"event":"choose","depth":-1}` + "\n" + `{"event":"end"}`:                    {err: ":2: a depth below 0"},
		head + `{"event":"end","status":"solved"}`:                                           {events: 1, complete: true},
		head + `{"event":"choose","depth":1,"at":"a1"}` + "\n" + `{"event":"end","depth":0}`: {events: 2, complete: true},
	} {
		_, events, complete, err := trace.Read("t", strings.NewReader(text))
		if (err == nil) != (want.err == "") || err != nil && !strings.Contains(err.Error(), want.err) || len(events) != want.events || complete != want.complete {
			t.Errorf("%q: %d events, complete %v, %v", text, len(events), complete, err)
		}
	}
}

// TestFailingWriter checks that the first error of writing is returned and ends the recording.
func TestFailingWriter(t *testing.T) {
	full := errors.New("full")
	r := trace.NewRecorder(writer{full}, 1e6)
	r.Begin(trace.Header{})
	for range 1000 {
		r.Add(trace.Event{Kind: trace.Choose, Depth: 1})
	}
	if err := r.End("solved"); !errors.Is(err, full) || !r.Full() {
		t.Error(err)
	}
}

type writer struct{ err error }

func (w writer) Write([]byte) (int, error) { return 0, w.err }

// FuzzRead checks that Read and Replay accept any text without a panic.
func FuzzRead(f *testing.F) {
	f.Add("{\"trace\":1}\n{\"event\":\"choose\",\"depth\":1,\"at\":\"a1\"}\n{\"event\":\"back\",\"depth\":0}\n{\"event\":\"end\"}")
	f.Fuzz(func(t *testing.T, text string) {
		_, events, _, err := trace.Read("t", strings.NewReader(text))
		var r trace.Replay
		for _, e := range events {
			r.Apply(e)
		}
		if err == nil {
			r.Chosen()
		}
	})
}
