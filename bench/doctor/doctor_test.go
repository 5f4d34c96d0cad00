package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nqueens/backends/isolate"
	"nqueens/bench"
)

// good returns the examination of a machine without problems.
func good() Examination {
	return Examination{
		Environment: bench.Environment{
			Cores: 4, Load: "0.10 0.20 0.30",
			Isolation: isolate.Capabilities{System: "linux/amd64", CPUs: []int{0, 1, 2, 3}, Memory: isolate.MethodCgroup},
			Machine:   bench.Machine{Memory: 16 << 30, SMT: "off", Governor: "performance", Turbo: "off"},
		},
		StartSeconds: 0.004,
		Noise:        newNoise([]float64{0.0101, 0.01, 0.0102}),
		Disks:        []Disk{{Folder: "/runs", Use: "runs", Free: 50 << 30}},
		BuiltIn:      3,
	}
}

func TestFindingsOfAGoodMachine(t *testing.T) {
	for _, f := range good().findings() {
		if f.Level != OK || f.Advice != "" {
			t.Errorf("%+v", f)
		}
	}
}

func TestFindings(t *testing.T) {
	for _, c := range []struct {
		what  string
		spoil func(*Examination)
		level Level
		says  string // in the finding or the advice
	}{
		{"processes", func(e *Examination) { e.StartError = "no fork" }, Problem, "no fork"},
		{"memory limits", func(e *Examination) { e.Environment.Isolation.Memory = isolate.MethodPolling }, Caution, "systemd-run"},
		{"pinning", func(e *Examination) { e.Environment.Isolation.CPUs = nil }, Caution, "not possible"},
		{"pinning", func(e *Examination) { e.Environment.Isolation.CPUs = []int{2} }, Caution, "core 2 only"},
		{"load", func(e *Examination) { e.Environment.Load = "2.10 0 0" }, Caution, "2.10 of 4 cores"},
		{"load", func(e *Examination) { e.Environment.Load = "4.00 0 0" }, Problem, "discarded"},
		{"load", func(e *Examination) { e.Environment.Load = "" }, Caution, "does not report"},
		{"noise", func(e *Examination) { e.Noise.Ninth = 0.0106 }, Caution, "nine in ten at most 6.0 %"},
		{"noise", func(e *Examination) { e.Noise.Ninth = 0.02 }, Problem, "nine in ten at most 100.0 %"},
		{"virtual", func(e *Examination) { e.Environment.Virtual = "container" }, Caution, "other guests"},
		{"SMT", func(e *Examination) { e.Environment.SMT = "on" }, Caution, "smt/control"},
		{"SMT", func(e *Examination) { e.Environment.SMT = "notsupported" }, OK, "a thread on each core"},
		{"turbo", func(e *Examination) { e.Environment.Turbo = "on" }, Caution, "no_turbo"},
		{"governor", func(e *Examination) { e.Environment.Governor = "powersave" }, Caution, "cpupower"},
		{"governor", func(e *Examination) { e.Environment.Governor = "" }, Caution, "does not report"},
		{"memory", func(e *Examination) { e.Environment.Memory = 3 << 30 }, Caution, "3.0 GiB"},
		{"perf counters", func(e *Examination) { e.Counters = "none" }, OK, "(none)"},
		{"disk", func(e *Examination) { e.Disks[0].Free = 1 << 30 }, Caution, "1.0 GiB free for runs in /runs"},
		{"disk", func(e *Examination) { e.Disks[0].Error = "read-only" }, Problem, "read-only"},
		{"solver", func(e *Examination) { e.Solvers = []Solver{{Name: "clasp", Version: "3.3"}} }, OK, "clasp 3.3"},
		{"solvers", func(e *Examination) {
			e.Solvers = []Solver{{Name: "clingo", Debian: "gringo"}, {Name: "aspif", Debian: "clasp"}, {Name: "clasp", Debian: "clasp"}}
		}, OK, "clingo, aspif, clasp → sudo apt install clasp gringo"},
		{"solvers", func(e *Examination) { e.Solvers = []Solver{{Name: "mine", Program: "./mine"}} }, OK, "mine (./mine)"},
	} {
		e := good()
		c.spoil(&e)
		found := false
		for _, f := range e.findings() {
			found = found || f.What == c.what && f.Level == c.level && strings.Contains(f.Found+" → "+f.Advice, c.says)
		}
		if !found {
			t.Errorf("no %s about %s that says %q: %+v", c.level, c.what, c.says, e.findings())
		}
	}
}

func TestNoise(t *testing.T) {
	n := newNoise([]float64{11, 10, 12, 13, 14, 15, 16, 17, 18, 30, 19})
	if n != (Noise{11, 10, 15, 19, 30}) || n.Spread() < 0.899 || n.Spread() > 0.901 {
		t.Errorf("%+v, spread %v", n, n.Spread())
	}
	if n := MeasureNoise(t.Context(), 0); n.Spins != 10 || n.Fastest <= 0 || n.Median < n.Fastest || n.Slowest < n.Ninth {
		t.Errorf("%+v", n)
	}
}

// TestErr checks that Err reports what prevents measurements, but not what makes them worse.
func TestErr(t *testing.T) {
	here := t.TempDir()
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Folder: here}, ""},
		{Options{Folder: filepath.Join(here, "absent")}, "runs cannot be written"},
		{Options{Folder: here, Child: []string{filepath.Join(here, "absent")}}, "no child process can be started"},
	} {
		err := Examine(t.Context(), c.o).Err()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.o, err, c.want)
		}
	}
	if left, err := os.ReadDir(here); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestWriteText(t *testing.T) {
	e := Examination{Findings: []Finding{{OK, "load", "little", ""}, {Problem, "disk", "full\x1b[2J", "make room"}}}
	var plain, coloured strings.Builder
	if err := e.WriteText(&plain, false); err != nil {
		t.Fatal(err)
	}
	if err := e.WriteText(&coloured, true); err != nil {
		t.Fatal(err)
	}
	if got := plain.String(); !strings.HasPrefix(got, "ok       load           little\nproblem  disk           full") || !strings.HasSuffix(got, " → make room\n") || strings.Contains(got, "\x1b") {
		t.Errorf("%q", got)
	}
	if got := coloured.String(); !strings.HasPrefix(got, "\x1b[32mok      \x1b[0m load") || strings.Contains(got, "[2J\x1b") || strings.Count(got, "\x1b") != 4 {
		t.Errorf("%q", got)
	}
}
