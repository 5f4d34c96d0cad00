package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBusyness checks that a machine is busy if a process gets only a part of a core or if the
// pressure is high, and that the load does not matter.
func TestBusyness(t *testing.T) {
	for b, want := range map[Busyness]string{
		{Share: 1, Cores: 2}: "", {Share: 0.15, Load: 12.3, Pressure: 99, Cores: 2}: CPUClock, {Share: 0.5, Cores: 1}: CPUClock,
		{Share: 0.98, Pressure: 80, Cores: 2}: CPUClock, {Share: 0.98, Load: 12, Pressure: 20, Cores: 2}: "",
	} {
		if got := b.Clock(); got != want {
			t.Errorf("%v: clock %q, want %q", b, got, want)
		}
		line := Experiment{Clock: b.Clock(), Busy: &b}.ClockLine()
		if strings.HasPrefix(line, "times are CPU time: the machine was busy") != (want == CPUClock) || want == "" && line != "" {
			t.Errorf("%v: %q", b, line)
		}
	}
	if line := (Experiment{Clock: CPUClock}).ClockLine(); !strings.HasPrefix(line, "times are CPU time") || strings.Contains(line, "busy") {
		t.Errorf("told to: %q", line)
	}
}

// TestLookBusy reads the files of a system.
func TestLookBusy(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"proc/loadavg": "12.34 8.00 3.00 13/200 4000\n", "proc/pressure/cpu": "some avg10=97.50 avg60=80.00 avg300=20.00 total=1234\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var b, none Busyness
	b.look(root)
	none.look(t.TempDir())
	if b.Load != 12.34 || b.Pressure != 97.5 || none != (Busyness{}) {
		t.Errorf("%+v, %+v", b, none)
	}
}

// TestClockOfFolder checks that another load at the start or another budget does not make another
// run, but that another clock does.
func TestClockOfFolder(t *testing.T) {
	dir, e := t.TempDir(), twoBinaries(t)
	e.Clock, e.Busy, e.Budget = CPUClock, &Busyness{Share: 0.1, Cores: 2}, 1
	f, err := OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	e.Busy, e.Budget = nil, 2
	if f, err = OpenFolder(dir, e); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if f.Experiment.Busy == nil || f.Experiment.Busy.Share != 0.1 || f.Experiment.Budget != 1 {
		t.Errorf("%+v", f.Experiment)
	}
	e.Clock = ""
	if _, err := OpenFolder(dir, e); err == nil {
		t.Error("a run goes on by another clock")
	}
}
