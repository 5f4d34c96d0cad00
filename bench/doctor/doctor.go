package doctor

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/internal/printable"
)

// Options are the options of Examine.
type Options struct {
	Backends []backends.Backend
	Child    []string      // a command that ends at once, started like a run; empty to skip this
	Folder   string        // where runs will be stored
	Noise    time.Duration // time for measuring the noise
}

// An Examination holds the observations about a machine. Values that the system does not report are
// absent.
type Examination struct {
	Environment  bench.Environment `json:"environment"`
	StartSeconds float64           `json:"startSeconds,omitempty"` // of a child process, from start to end
	StartError   string            `json:"startError,omitempty"`   // why no child process can be started
	Noise        Noise             `json:"noise"`
	Counters     string            `json:"counters"` // why the processor's counters cannot be read; "" if they can
	Disks        []Disk            `json:"disks,omitempty"`
	BuiltIn      int               `json:"builtIn"` // number of backends that are part of this program
	Solvers      []Solver          `json:"solvers,omitempty"`
	Findings     []Finding         `json:"findings"`
}

// A Disk is the free space of a folder.
type Disk struct {
	Folder string `json:"folder"`
	Use    string `json:"use"` // what is stored there
	Free   int64  `json:"freeBytes,omitempty"`
	Error  string `json:"error,omitempty"` // why nothing can be written there
}

// A Solver is a backend that is another program.
type Solver struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"` // "" if it is not installed
	Program string `json:"program"`
	Debian  string `json:"debian,omitempty"` // the Debian package that contains it, if known
}

// Examine examines this machine.
func Examine(ctx context.Context, o Options) Examination {
	e := Examination{Environment: bench.CurrentEnvironment(), Counters: counters()} // its load is from before the noise is measured
	e.start(ctx, o.Child)
	for _, d := range []Disk{{Folder: o.Folder, Use: "runs"}, {Folder: os.TempDir(), Use: "temporary files"}} {
		if d.Folder != "" {
			e.Disks = append(e.Disks, d.look())
		}
	}
	for _, b := range o.Backends {
		p, ok := b.(backends.Process)
		if !ok {
			e.BuiltIn++
			continue
		}
		s := Solver{Name: b.Describe().Name, Debian: p.Package()}
		s.Program, _ = p.Program()
		if p.Installed() == nil {
			s.Version = backends.Version(b)
		}
		e.Solvers = append(e.Solvers, s)
	}
	e.Noise = MeasureNoise(ctx, o.Noise)
	e.Findings = e.findings()
	return e
}

// start runs the command several times and measures it.
func (e *Examination) start(ctx context.Context, command []string) {
	if len(command) == 0 {
		return
	}
	var times []float64
	for range 5 {
		result, err := isolate.Run(ctx, isolate.Command{
			Path: command[0], Args: command[1:], Limits: isolate.Limits{Wall: 10 * time.Second, Memory: 2 << 30},
		})
		switch {
		case err != nil:
			e.StartError = err.Error()
			return
		case result.Outcome != isolate.Exited || result.Exit != 0:
			e.StartError = result.Reason
			return
		}
		times = append(times, result.Wall.Seconds())
	}
	e.StartSeconds = bench.Median(times)
}

// look checks whether the folder can be written, and its free space.
func (d Disk) look() Disk {
	file, err := os.CreateTemp(d.Folder, ".nqueens-doctor-*")
	if err != nil {
		d.Error = err.Error()
		return d
	}
	file.Close()           //nolint:errcheck // nothing was written
	os.Remove(file.Name()) //nolint:errcheck // it is empty
	d.Free = free(d.Folder)
	return d
}

// Err returns an error if nothing can run on this machine.
func (e Examination) Err() error {
	if e.StartError != "" {
		return fmt.Errorf("nothing can run here: no child process can be started: %s", e.StartError)
	}
	for _, d := range e.Disks {
		if d.Error != "" {
			return fmt.Errorf("nothing can run here: %s cannot be written: %s", d.Use, d.Error)
		}
	}
	return nil
}

// A Level is the quality of a Finding for measurements.
type Level string

const (
	OK      Level = "ok"
	Caution Level = "caution" // times are less accurate than they could be
	Problem Level = "problem" // fix this before measuring
)

// A Finding is the result for one subject.
type Finding struct {
	Level  Level  `json:"level"`
	What   string `json:"what"`
	Found  string `json:"found"`
	Advice string `json:"advice,omitempty"` // what to do; "" for nothing
}

// WriteText writes the findings, one a line, in colour for a terminal.
func (e Examination) WriteText(w io.Writer, colour bool) error {
	var text strings.Builder
	for _, f := range e.Findings {
		level := fmt.Sprintf("%-8s", f.Level)
		if colour {
			number := map[Level]int{OK: 32, Caution: 33, Problem: 31}[f.Level]
			level = fmt.Sprintf("\x1b[%dm%s\x1b[0m", number, level)
		}
		line := f.Found
		if f.Advice != "" {
			line += " → " + f.Advice
		}
		fmt.Fprintf(&text, "%s %-14s %s\n", level, f.What, printable.Text(line))
	}
	_, err := io.WriteString(w, text.String())
	return err
}
