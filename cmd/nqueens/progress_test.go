package main

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/internal/progress"
)

// TestColourful checks that only a terminal has colours, unless NO_COLOR is set.
func TestColourful(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no terminal: ", err)
	}
	defer terminal.Close()
	for value, want := range map[string]bool{"": true, "1": false, "0": false} {
		t.Setenv("NO_COLOR", value)
		if colourful(terminal) != want {
			t.Errorf("NO_COLOR=%q: colours: %v", value, !want)
		}
		if colourful(new(bytes.Buffer)) {
			t.Errorf("NO_COLOR=%q: colours in a buffer", value)
		}
	}
}

// TestBarText checks that a bar shows only what is known.
func TestBarText(t *testing.T) {
	for want, c := range map[string]struct {
		barState
		limit time.Duration
	}{
		"8 by gini: 12s":                   {},
		"8 by gini: 12s of 1m at most":     {limit: time.Minute},
		"8 by gini: 12s, no estimate yet":  {barState: barState{known: true}},
		"8 by gini: 12s, about 36 s to go": {barState: barState{share: 0.25, known: true, rest: 36 * time.Second}},
		"8 by gini: 12s, no estimate yet; `nqueens estimate count` makes one": {barState: barState{hint: true}},
		"8 by gini: 12s, more than 28 h to go":                                {barState: barState{least: 1e5 * time.Second}},
		"8 by gini: 12s of 1m at most, about 36 s to go":                      {barState: barState{share: 0.25, known: true, rest: 36 * time.Second}, limit: time.Minute},
	} {
		if got := c.describe("8 by gini", 12*time.Second, c.limit); got != want {
			t.Errorf("says %q, want %q", got, want)
		}
	}
}

// TestBarOnTerminal checks that a slow answer shows a bar on a terminal, which is removed at the
// end, and nothing in a pipe.
func TestBarOnTerminal(t *testing.T) {
	t.Parallel() // it sleeps
	screen, terminal := openTerminal(t)
	var said lockedBuffer
	go said.readFrom(screen)
	p := newProgram(nil, io.Discard, terminal, nil, family.All())
	job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Contender: backends.Contender{Backend: "slow"}}
	e := bench.Experiment{Jobs: []bench.Job{job}}
	var quiet bytes.Buffer
	_, silent := newProgram(nil, io.Discard, &quiet, nil, family.All()).waitFor(t.Context(), e, job)
	ctx, finish := p.waitFor(t.Context(), e, job)
	time.Sleep(barDelay + barDelay/2) // with nothing known
	progress.Report(ctx, func() float64 { return 0.5 })
	line := regexp.MustCompile(`queens\(8\) by slow: [1-9][0-9]*s `)
	waitFor(t, "how far it has come", func() bool { return strings.Contains(said.String(), "about ") && line.MatchString(said.String()) })
	finish()
	finish()
	if silent(); quiet.Len() > 0 {
		t.Errorf("in a pipe it says %q", quiet.String())
	}
	if show, _ := watchTasks(nil, &quiet, 0); show != nil {
		t.Error("in a pipe it would add up what millions of tasks cost")
	}
}

// TestTerminalGone checks that the program goes on if its terminal is closed.
func TestTerminalGone(t *testing.T) {
	t.Parallel() // it sleeps
	_, terminal := openTerminal(t)
	finish := watchAnswer(terminal, "8 by gini", 0, func(time.Duration) barState { return barState{} })
	terminal.Close()
	time.Sleep(barDelay + barDelay/2)
	finish()
}

// lockedBuffer holds the text of a screen, which a test reads while it is written.
type lockedBuffer struct {
	sync.Mutex
	text strings.Builder
}

func (b *lockedBuffer) readFrom(screen *os.File) {
	for buf := make([]byte, 1<<12); ; {
		n, err := screen.Read(buf)
		b.Lock()
		b.text.Write(buf[:n])
		b.Unlock()
		if err != nil {
			return
		}
	}
}

func (b *lockedBuffer) String() string {
	b.Lock()
	defer b.Unlock()
	return b.text.String()
}

// waitFor waits until so returns true, without a time limit of its own, so that a busy machine
// fails no test.
func waitFor(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end, limited := t.Deadline(); !so(); time.Sleep(2 * time.Millisecond) {
		if limited && time.Until(end) < 10*time.Second {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
