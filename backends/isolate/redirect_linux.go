package isolate

import "golang.org/x/sys/unix"

// redirect makes descriptor to a copy of descriptor from. It uses dup3, because some of Linux's architectures
// have no dup2.
func redirect(from, to int) error { return unix.Dup3(from, to, 0) }
