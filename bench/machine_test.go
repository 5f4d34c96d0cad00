package bench

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestReadMachine reads the files of a machine that stand in a folder.
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

// TestSessionIsKept: each command that goes on with a run adds how busy the machine was.
func TestSessionIsKept(t *testing.T) {
	dir := t.TempDir()
	if _, err := KeepEnvironment(dir, CurrentEnvironment()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s := NewSession()
		s.See(true)
		s.See(false)
		s.loads, s.pressures = []float64{3, 1, 2}, nil // whatever this machine's are
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
