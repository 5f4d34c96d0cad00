package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/run"
	"nqueens/bench/summary"
	"nqueens/internal/printable"
	"nqueens/internal/table"
)

const (
	// redrawn is how often the view is drawn at most.
	redrawn = time.Second / 2
	// A table is made between two runs, while nothing is measured, and again once that cost is
	// no more than one part in lookShare of the time since.
	lookShare = 50
	mostVoid  = 3 // of the last void runs, and of the last notes
)

// sight is a run as it is while one of its jobs runs. It is not changed once it is shown.
type sight struct {
	name        string
	done, total int // runs
	left        bench.Forecast
	pace        float64 // how many times as long as its runs the run takes, with all between them
	running     string
	limit       time.Duration
	since       time.Time
	summary     summary.Summary
	void, notes []string // the last
}

// lookout sees to the sight of a run. Its methods are called between runs.
type lookout struct {
	program *program
	runner  *run.Runner
	folder  *bench.Folder
	shown   *atomic.Pointer[sight]
	begun   time.Time
	before  int // records that were there
	seen    int // records looked at
	looked  time.Time
	cost    time.Duration // of the last table
	notes   bytes.Buffer  // what would have been printed meanwhile
}

// look makes the table and the estimate again.
func (l *lookout) look(s *sight) {
	start, f := time.Now(), l.folder
	records := f.Counted()
	s.summary = summary.Summarise(f.Experiment, records, judge.Judge(f.Experiment, append(slices.Clip(records), f.Checks...), l.program.backends), nil)
	made := records
	if l.runner.Only != nil && !l.runner.Keep {
		made = slices.DeleteFunc(slices.Clone(records), func(r bench.Record) bool { return r.Build != f.Build })
	}
	s.left, s.pace = bench.NewForecast(l.runner.Meant(f.Experiment), records).Left(made), 1
	wall := 0.0
	for _, r := range f.Records[l.before:] {
		wall += r.WallSeconds
	}
	if wall > 1 {
		s.pace = max(1, start.Sub(l.begun).Seconds()/wall)
	}
	l.looked = time.Now()
	l.cost = l.looked.Sub(start)
}

// update shows what has come since.
func (l *lookout) update(change func(*sight)) {
	s := *l.shown.Load()
	change(&s)
	s.void = slices.Clone(s.void)
	for ; l.seen < len(l.folder.Records); l.seen++ {
		if r := l.folder.Records[l.seen]; r.Status == nqueens.Void {
			s.void = append(s.void, r.String()+": "+r.Reason)
		}
	}
	s.void = s.void[max(0, len(s.void)-mostVoid):]
	s.notes = strings.FieldsFunc(l.notes.String(), func(r rune) bool { return r == '\n' })
	s.notes = s.notes[max(0, len(s.notes)-mostVoid):]
	if time.Since(l.looked) >= max(redrawn, lookShare*l.cost) {
		l.look(&s)
	}
	l.shown.Store(&s)
}

// checkWatch refuses --watch where nothing can be drawn.
func (l *liveFlags) checkWatch(w io.Writer) error {
	if l.watch && (!isTerminal(w) || os.Getenv("TERM") == "dumb") {
		return errors.New("--watch: standard error is no terminal that can be drawn on: leave it out, or look in a browser with --serve")
	}
	return nil
}

// view shows a run on the terminal, as --watch has it or else by a bar, until the returned function
// is called or the context ends: Ctrl-C ends the one that it returns. What is printed to p.err
// meanwhile is shown, and stays when the view is gone.
func (l *liveFlags) view(ctx context.Context, p *program, r *run.Runner, f *bench.Folder) (_ context.Context, finish func()) {
	if !l.watch {
		return ctx, watch(r, p.terminal.err)
	}
	ctx, stop := context.WithCancelCause(ctx)
	out := &lookout{program: p, runner: r, folder: f, shown: new(atomic.Pointer[sight]), begun: time.Now(), before: len(f.Records), seen: len(f.Records)}
	first := &sight{name: f.Experiment.Name, total: bench.NewForecast(r.Meant(f.Experiment), f.Counted()).Runs}
	out.look(first)
	first.done = first.total - first.left.Runs
	out.shown.Store(first)
	r.Starting = func(job bench.Job) {
		out.update(func(s *sight) { s.running, s.limit, s.since = job.String(), job.Limits.Time, time.Now() })
	}
	r.Progress = func(p run.Progress) {
		out.update(func(s *sight) { s.done, s.total, s.running = p.Done, p.Total, "" })
	}
	input := p.in
	if file, ok := p.in.(io.Writer); !ok || !isTerminal(file) {
		input = nil
	}
	errs := p.err
	p.err = printable.Writer(&out.notes)
	model := view{shown: out.shown, stop: func() { stop(errors.New("interrupt signal received")) }}
	screen := tea.NewProgram(model, tea.WithContext(ctx), tea.WithInput(input), tea.WithOutput(p.terminal.err),
		tea.WithoutSignalHandler(), tea.WithFPS(int(time.Second/redrawn)))
	var drawn sync.WaitGroup
	drawn.Go(func() { screen.Run() }) //nolint:errcheck // a view that cannot be drawn is no reason to stop
	return ctx, sync.OnceFunc(func() {
		screen.Quit()
		drawn.Wait()
		p.err = errs
		p.err.Write(out.notes.Bytes()) //nolint:errcheck // as all that is printed there
	})
}

// view is what bubbletea draws.
type view struct {
	shown         *atomic.Pointer[sight]
	stop          func()
	now           time.Time
	width, height int
}

type tick time.Time

func nextTick() tea.Cmd {
	return tea.Tick(redrawn, func(t time.Time) tea.Msg { return tick(t) })
}

// Init starts the clock.
func (v view) Init() tea.Cmd { return nextTick() }

// Update takes the time, the size of the terminal, Ctrl-C and Ctrl-Z in.
func (v view) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tick:
		v.now = time.Time(msg)
		return v, nextTick()
	case tea.WindowSizeMsg:
		v.width, v.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		switch msg.String() {
		case "ctrl+c":
			v.stop()
		case "ctrl+z":
			return v, tea.Suspend
		}
	}
	return v, nil
}

// View is the whole screen.
func (v view) View() tea.View {
	screen := tea.NewView(strings.Join(v.lines(), "\n"))
	screen.AltScreen = true
	return screen
}

// lines are as many as the terminal has at most, none wider than it.
func (v view) lines() []string {
	if v.width <= 0 || v.height <= 0 {
		return nil // not known yet
	}
	s := v.shown.Load()
	head := []string{fmt.Sprintf("%s: %d of about %d runs, %s", s.name, s.done, s.total, s.toGo()), s.runningLine(v.now), ""}
	head = append(head, s.summary.WrongLines()...)
	head = append(head, s.summary.VoidLine())
	for _, line := range s.void {
		head = append(head, "  "+line)
	}
	head = append(head, s.notes...)
	const foot = "Ctrl-C stops; what is measured is safe"
	body := []string{"", "no problem has a result of everyone who is asked it yet"}
	if t, ok := s.summary.RankingTable(false, v.width); ok {
		body = append([]string{""}, strings.Split(strings.TrimSuffix(table.Paragraph(t.Title, "", v.width)+narrowed(t.Rows, v.width), "\n"), "\n")...)
	}
	if room := max(0, v.height-len(head)-2); len(body) > room {
		body = body[:max(0, room-1)]
		body = append(body, "… a higher window shows more")
	}
	lines := slices.Concat(head, body, []string{"", foot})
	lines = lines[:min(len(lines), v.height)]
	for i, line := range lines {
		lines[i] = cutTo(printable.Text(line), v.width)
	}
	return lines
}

func (s *sight) runningLine(now time.Time) string {
	if s.running == "" {
		return "between two runs"
	}
	elapsed := max(0, now.Sub(s.since)).Truncate(time.Second)
	return fmt.Sprintf("running: %s, %v of %s at most", s.running, elapsed, table.Flag(s.limit))
}

// toGo is how long the rest takes as far as can be told: what has run once will take as long again,
// and what has not may take all that it is allowed.
func (s *sight) toGo() string {
	known, most := s.left.Seconds*cmp.Or(s.pace, 1), s.left.Limit
	switch about := "about " + table.Rough(known); {
	case s.left.Runs == 0:
		return "nothing left to run"
	case s.left.Unknown == 0:
		return about + " to go"
	case known == 0:
		return fmt.Sprintf("at most %s to go", table.Rough(most))
	default:
		return fmt.Sprintf("%s to go and at most %s for what has not run once", about, table.Rough(most))
	}
}

// narrowed is a table without the columns that do not fit, the less telling ones first.
func narrowed(rows [][]string, width int) string {
	for {
		text := table.Fitted(rows, width, 0)
		widest := 0
		for line := range strings.Lines(text) {
			widest = max(widest, utf8.RuneCountInString(line)-1)
		}
		last := len(rows[0]) - 1
		if widest <= width || last < 2 {
			return text
		}
		for _, name := range []string{"alike", "less start"} {
			if i := slices.Index(rows[0], name); i >= 0 {
				last = i
			}
		}
		for i, row := range rows {
			rows[i] = slices.Delete(slices.Clone(row), last, last+1)
		}
	}
}

// cutTo is a line of at most so many characters.
func cutTo(line string, width int) string {
	if text := []rune(line); len(text) > width {
		return string(text[:width-1]) + "…"
	}
	return line
}
