//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// alone has the program be a process group.
func alone(program *exec.Cmd) { program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// end kills what the program, which has ended, has left running in its group.
func end(program *exec.Cmd) {
	if program.Process != nil {
		syscall.Kill(-program.Process.Pid, syscall.SIGKILL) //nolint:errcheck // as a rule nothing is left
	}
}
