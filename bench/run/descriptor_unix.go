//go:build unix

package run

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// ownDescriptor returns a writer to what out writes to, over a descriptor that no engine
// knows of. If out is the process's standard output, standard output then leads to standard
// error, so that what an engine or its library prints is not read as a part of a report.
func ownDescriptor(out io.Writer) (io.Writer, error) {
	file, ok := out.(*os.File)
	if !ok || file.Fd() != 1 {
		return out, nil
	}
	own, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err == nil {
		err = redirect(2, 1)
	}
	if err != nil {
		return nil, fmt.Errorf("setting standard output aside for the report: %w", err)
	}
	return os.NewFile(uintptr(own), "report"), nil
}
