package isolate

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/windows"
)

// OwnDescriptor returns a writer to the same file as out. If out is the process's standard output, it
// redirects standard output to standard error, so that the output of an engine or its library is not read as
// part of a report.
func OwnDescriptor(out io.Writer) (io.Writer, error) {
	file, ok := out.(*os.File)
	if !ok || file != os.Stdout {
		return out, nil
	}
	if err := windows.SetStdHandle(windows.STD_OUTPUT_HANDLE, windows.Handle(os.Stderr.Fd())); err != nil {
		return nil, fmt.Errorf("reserving standard output for the report: %w", err)
	}
	os.Stdout = os.Stderr
	return file, nil
}
