package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/term"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/family"
)

// watched is a view of a run in which dlx has the last problem still to answer.
func watched(t *testing.T, sizes ...int) (view, *sight) {
	t.Helper()
	e := bench.Experiment{Name: "small", Baseline: "dlx", Repeat: bench.Repeat{Min: 1, Max: 1}}
	var records []bench.Record
	for _, n := range sizes {
		for i, name := range []string{"bitmask", "dlx", "gini/product"} {
			backend, encoding, _ := strings.Cut(name, "/")
			p := nqueens.Problem{Family: family.Queens, N: n}
			job := bench.Job{Problem: p, Task: nqueens.CountAll, Contender: backends.Contender{Backend: backend, Encoding: encoding}, Limits: bench.Limits{Time: 10 * time.Second}}
			e.Jobs = append(e.Jobs, job)
			r := job.Record(bench.Maker{Version: "1", Seed: 1, Repetition: 1}, bench.Observation{})
			known, _ := p.Known()
			r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: known.Count}
			if r.Seconds = 0.001 * float64(n*(1+9*i)); n == 8 && i == 2 {
				r.Count = nqueens.NewCount(91)
			}
			r.WallSeconds = r.Seconds
			records = append(records, r)
		}
	}
	records = records[:max(0, len(records)-2)]
	s := &sight{name: e.Name, done: len(records), total: len(e.Jobs), pace: 1}
	if left := len(e.Jobs) - 2; left >= 0 {
		s.running, s.limit, s.since = e.Jobs[left].String(), 10*time.Second, time.Unix(100, 0)
	}
	s.summary = summary.Summarise(e, records, judge.Judge(e, records, backends.All()), nil)
	s.left = bench.NewForecast(e, records).Left(records)
	v := view{shown: new(atomic.Pointer[sight]), stop: func() { t.Error("stopped") }}
	v.shown.Store(s)
	return v, s
}

// screenOf is what a view shows at so many seconds on a terminal of that size.
func screenOf(v view, seconds int64, width, height int) string {
	var m tea.Model = v
	for _, msg := range []tea.Msg{tea.WindowSizeMsg{Width: width, Height: height}, tick(time.Unix(seconds, 0))} {
		m, _ = m.Update(msg)
	}
	return m.View().Content + "\n"
}

// TestView: what is shown, on a wide terminal, a narrow one and a low one.
func TestView(t *testing.T) {
	v, s := watched(t, 6, 7, 8, 9)
	s.void, s.notes = []string{"queens(9) count dlx: waited for a core\x1b[2J"}, []string{"warning: the clock was set"}
	empty, _ := watched(t)
	for name, got := range map[string]string{
		"wide": screenOf(v, 104, 100, 40), "narrow": screenOf(v, 104, 60, 40), "low": screenOf(v, 99, 60, 10), "empty": screenOf(empty, 0, 80, 24),
	} {
		file := filepath.Join("testdata", "watch", name+".golden")
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s:\n%s\nwant (UPDATE=1 writes %s)\n%s", name, got, file, want)
		}
	}
	for width := 1; width < 200; width++ {
		for _, height := range []int{1, 5, 40} {
			lines := strings.Split(strings.TrimSuffix(screenOf(v, 104, width, height), "\n"), "\n")
			if len(lines) > height {
				t.Errorf("%d lines of %d", len(lines), height)
			}
			for _, line := range lines {
				if n := len([]rune(line)); n > width {
					t.Errorf("%d characters of %d: %s", n, width, line)
				}
			}
		}
	}
}

// TestToGo: an estimate says what it is made of.
func TestToGo(t *testing.T) {
	for want, s := range map[string]sight{
		"nothing left to run": {},
		"about 30 s to go":    {left: bench.Forecast{Runs: 1, Seconds: 30}, pace: 1},
		"about 60 s to go":    {left: bench.Forecast{Runs: 1, Seconds: 30}, pace: 2},
		"at most 20 s to go":  {left: bench.Forecast{Runs: 2, Limit: 20, Unknown: 2}, pace: 2},
		"about 30 s to go and at most 20 s for what has not run once": {left: bench.Forecast{Runs: 3, Seconds: 30, Limit: 20, Unknown: 2}, pace: 1},
	} {
		if got := s.toGo(); got != want {
			t.Errorf("says %q, want %q", got, want)
		}
	}
}

// TestViewStops: Ctrl-C stops the run, other keys do nothing.
func TestViewStops(t *testing.T) {
	stopped := 0
	v := view{stop: func() { stopped++ }}
	v.Update(tea.KeyPressMsg{Code: 'q', Text: "q"})
	if v.Update(tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}); stopped != 1 {
		t.Errorf("stopped %d times", stopped)
	}
}

// TestWatch: on a terminal --watch shows the run, goes with it or at Ctrl-C, and leaves the terminal
// as it was.
func TestWatch(t *testing.T) {
	for name, c := range map[string]struct {
		plan, key, says string
		status          int
	}{
		"to the end": {plan: "runs: [{problems: [{n: 4..6}], backends: [bitmask, dlx]}]\nrepetitions: {min: 2, max: 2}\n"},
		"Ctrl-C": {
			plan: "limits: {time: 2m}\nruns: [{problems: [{n: 16}, {n: 27}], backends: bitmask}]\n", key: "\x03", status: limitHit,
			says: "nqueens: stopped (interrupt signal received): what was measured is safe in run, and the same command goes on from there",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			screen, terminal := openTerminal(t)
			before, err := term.GetState(int(terminal.Fd()))
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(c.plan), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("nqueens", "bench", "plan.yaml", "-o", "run", "--no-charts", "--watch")
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "TERM=xterm-256color")
			var out bytes.Buffer
			cmd.Stdin, cmd.Stdout, cmd.Stderr = terminal, &out, terminal
			var shown lockedBuffer
			go shown.readFrom(screen)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if c.key != "" {
				// Only what changes is written: of "running: queens(4)" what is not in "running: queens(27)".
				waitFor(t, "the view of the run", func() bool { return strings.Contains(shown.String(), "27)") })
				if _, err := screen.WriteString(c.key); err != nil {
					t.Fatal(err)
				}
			}
			err = cmd.Wait()
			if ended, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok || c.status != cmd.ProcessState.ExitCode() {
				t.Errorf("%v, %v, want status %d: %s", err, ended, c.status, shown.String())
			}
			const opened, closed = "\x1b[?1049h", "\x1b[?1049l"
			waitFor(t, "the last words", func() bool {
				text := shown.String()
				return strings.LastIndex(text, closed) > strings.LastIndex(text, opened) && strings.Contains(text, c.says)
			})
			if text := shown.String(); !strings.Contains(text, opened) || !strings.Contains(text, "Ctrl-C stops") {
				t.Errorf("shows %q", text)
			}
			after, err := term.GetState(int(terminal.Fd()))
			if err != nil || *after != *before {
				t.Errorf("the terminal is %+v, was %+v, %v", after, before, err)
			}
			if c.status == answered && !strings.Contains(out.String(), "verdicts on 3 problems: 3 known") {
				t.Errorf("prints %s", out.String())
			}
		})
	}
}

// TestWatchBegins: the first look is at a run that has begun, where it is known that what another
// build measured is measured again.
func TestWatchBegins(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte("runs: [{problems: [{n: 6}], backends: [bitmask]}]\nrepetitions: {min: 2, max: 2}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const other = `mkdir other && cp "$(command -v nqueens)" other/nqueens && printf another >> other/nqueens && other/nqueens bench plan.yaml -o run --no-charts --busy`
	cmd := exec.Command("sh", "-c", other)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	screen, terminal := openTerminal(t)
	cmd = exec.Command("nqueens", "bench", "plan.yaml", "-o", "run", "--no-charts", "--watch", "--busy")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TERM=xterm-256color")
	cmd.Stdin, cmd.Stderr = terminal, terminal
	var shown lockedBuffer
	go shown.readFrom(screen)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, shown.String())
	}
	waitFor(t, "the view", func() bool { return strings.Contains(shown.String(), "\x1b[?1049l") })
	before, after, _ := strings.Cut(shown.String(), "\x1b[?1049h")
	if !strings.Contains(before, "are measured again") || !strings.Contains(after, "of about 2 runs") {
		t.Errorf("before the view %q, and in it %q", before, after)
	}
}

// lockedBuffer is what a screen shows, read while it is written.
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

// waitFor waits until something is so, as long as the tests may take: what others do on this machine
// fails none.
func waitFor(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end, limited := t.Deadline(); !so(); time.Sleep(2 * time.Millisecond) {
		if limited && time.Until(end) < 10*time.Second {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
