//go:build unix

package isolate

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// ending returns the exit status, or -1 and the name of the signal that ended the process.
func ending(state *os.ProcessState) (exit int, signal string) {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		if signal = unix.SignalName(ws.Signal()); signal == "" {
			signal = ws.Signal().String()
		}
	}
	return state.ExitCode(), signal
}
