package isolate

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// take takes the name of a core, an abstract socket's: no file is left behind. A core
// is free too where names cannot be taken.
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
