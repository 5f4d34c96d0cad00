package bench

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// TestReadMachine reads the files of a system below a folder.
func TestReadMachine(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"proc/meminfo":                       "MemTotal:       16384 kB\nMemFree: 1 kB\n",
		"proc/cpuinfo":                       "processor\t: 0\nmodel name\t: Abacus\nflags\t\t: fpu avx2 hypervisor\n",
		"sys/devices/system/cpu/smt/control": "on\n",
		"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave\n",
		"sys/devices/system/cpu/intel_pstate/no_turbo":         "0\n",
		"sys/class/dmi/id/sys_vendor":                          "QEMU\n",
		".dockerenv":                                           "",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := Machine{Memory: 16 << 20, SMT: "on", Governor: "powersave", Turbo: "on", Flags: "fpu avx2 hypervisor", Virtual: "virtual machine QEMU, container"}
	if got := readMachine(root); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := readMachine(t.TempDir()); got != (Machine{}) {
		t.Errorf("where nothing is told: %+v", got)
	}
}

// TestSessionIsKept checks that each command that resumes a run adds a session.
func TestSessionIsKept(t *testing.T) {
	dir := t.TempDir()
	if _, err := KeepEnvironment(dir, CurrentEnvironment()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s := NewSession()
		s.See(true)
		s.See(false)
		s.loads, s.pressures = []float64{3, 1, 2}, nil // fixed values instead of this machine's
		if err := KeepSession(dir, s); err != nil {
			t.Fatal(err)
		}
	}
	kept := readEnvironment(t, filepath.Join(dir, environmentFile)).Sessions
	if len(kept) != 2 {
		t.Fatalf("%+v", kept)
	}
	for _, s := range kept {
		if s.Runs != 2 || s.Void != 1 || s.Load == nil || *s.Load != (Spread{1, 2, 3}) || s.Pressure != nil || s.Began.IsZero() || s.Ended.Before(s.Began.Add(-time.Second)) {
			t.Errorf("%+v", s)
		}
	}
}

// TestSessionLooks checks that load and pressure are read, and that an unknown value is absent
// instead of 0.
func TestSessionLooks(t *testing.T) {
	for _, test := range []struct {
		load, pressure   string
		loads, pressures []float64
	}{
		{"0.75 1.50 2.25 3/700 99\n", "some avg10=12.50 avg60=1.00 avg300=0.00 total=7\nfull avg10=99.00\n", []float64{0.75}, []float64{12.5}},
		{"0.75\n", "some\n", []float64{0.75}, nil},
		{"much\n", "some avg10=much\n", nil, nil},
		{"", "", nil, nil},
	} {
		root := t.TempDir()
		if err := errors.Join(os.MkdirAll(filepath.Join(root, "proc/pressure"), 0o777),
			os.WriteFile(filepath.Join(root, "proc/loadavg"), []byte(test.load), 0o666),
			os.WriteFile(filepath.Join(root, "proc/pressure/cpu"), []byte(test.pressure), 0o666)); err != nil {
			t.Fatal(err)
		}
		var s Session
		if s.look(root); !slices.Equal(s.loads, test.loads) || !slices.Equal(s.pressures, test.pressures) {
			t.Errorf("%q, %q: %v, %v", test.load, test.pressure, s.loads, s.pressures)
		}
	}
	s := NewSession()
	if s.See(false); runtime.GOOS == "linux" && len(s.loads) != 1 {
		t.Errorf("loads %v", s.loads)
	}
}

// TestStolenSeconds checks that the eighth number is read as ticks of 1/100 s.
func TestStolenSeconds(t *testing.T) {
	for text, want := range map[string]float64{
		"cpu  1 2 3 4 5 6 7 250 9 10\ncpu0 1 2 3 4 5 6 7 90 9 10\n": 2.5, "cpu  1 2 3 4 5 6 7 50\n": 0.5, "cpu  1 2 3 4 5 6 7\n": 0, "": 0,
	} {
		root := t.TempDir()
		if err := errors.Join(os.Mkdir(filepath.Join(root, "proc"), 0o777), os.WriteFile(filepath.Join(root, "proc/stat"), []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
		if got := stolenSeconds(root); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	s := NewSession()
	s.stolen -= 1
	if s.end(); s.StolenSeconds < 0.99 {
		t.Errorf("stolen since it began: %v", s.StolenSeconds)
	}
	s.stolen += 1e9
	if s.end(); s.StolenSeconds != 0 {
		t.Errorf("stolen where the count began anew: %v", s.StolenSeconds)
	}
}
