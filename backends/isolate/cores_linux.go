package isolate

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// take claims a core by binding an abstract socket with its name, which leaves no file behind. It
// reports the core as free if no socket can be created.
func take(core int) (release func(), free bool) {
	s, err := unix.Socket(unix.AF_UNIX, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return func() {}, true
	}
	if err := unix.Bind(s, &unix.SockaddrUnix{Name: fmt.Sprintf("@nqueens-core-%d", core)}); errors.Is(err, unix.EADDRINUSE) {
		_ = unix.Close(s)
		return nil, false
	}
	return func() { _ = unix.Close(s) }, true
}
