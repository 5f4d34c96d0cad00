package run

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/windows"
)

// ownDescriptor returns a writer to what out writes to. If out is the process's standard output,
// standard output then leads to standard error, so that what an engine or its library prints is
// not read as a part of a report.
func ownDescriptor(out io.Writer) (io.Writer, error) {
	file, ok := out.(*os.File)
	if !ok || file != os.Stdout {
		return out, nil
	}
	if err := windows.SetStdHandle(windows.STD_OUTPUT_HANDLE, windows.Handle(os.Stderr.Fd())); err != nil {
		return nil, fmt.Errorf("setting standard output aside for the report: %w", err)
	}
	os.Stdout = os.Stderr
	return file, nil
}
