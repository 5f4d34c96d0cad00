//go:build linux || darwin

// Package fulldisk makes writes fail in tests, in the middle of a write.
package fulldisk

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"testing"
)

// InOwnProcess runs the test in a separate process, in which it returns true. In the common
// process, files of `go test` would fail too.
func InOwnProcess(t *testing.T) bool {
	t.Helper()
	if os.Getenv("FULLDISK") == t.Name() {
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.v", "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "FULLDISK="+t.Name())
	switch out, err := cmd.CombinedOutput(); {
	case err != nil:
		t.Errorf("%v\n%s", err, out)
	case !bytes.Contains(out, []byte("--- PASS: ")):
		t.Skipf("%s", out)
	}
	return false
}

// After makes writes beyond this many bytes of any file fail, as on a full disk; the part that fits
// is written. This lasts until room is called or the test ends. The test must use InOwnProcess.
func After(t testing.TB, bytes int) (room func()) {
	t.Helper()
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	signal.Ignore(syscall.SIGXFSZ) // then the write fails, and the process is not killed
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(bytes), Max: before.Max}); err != nil {
		t.Skip(err)
	}
	room = sync.OnceFunc(func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
			t.Error(err)
		}
		signal.Reset(syscall.SIGXFSZ)
	})
	t.Cleanup(room)
	return room
}
