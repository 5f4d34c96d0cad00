//go:build unix

package leftover

import "syscall"

func gone(pid int) bool { return syscall.Kill(pid, 0) == syscall.ESRCH }
