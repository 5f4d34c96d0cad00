//go:build unix

package isolate

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// OwnDescriptor returns a writer to the same file as out, on a descriptor that engines do not know. If out is
// the process's standard output, it redirects standard output to standard error, so that the output of an
// engine or its library is not read as part of a report.
func OwnDescriptor(out io.Writer) (io.Writer, error) {
	file, ok := out.(*os.File)
	if !ok || file.Fd() != 1 {
		return out, nil
	}
	own, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err == nil {
		err = redirect(2, 1)
	}
	if err != nil {
		return nil, fmt.Errorf("reserving standard output for the report: %w", err)
	}
	return os.NewFile(uintptr(own), "report"), nil
}
