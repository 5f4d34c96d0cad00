package doctor

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// free returns the number of bytes that a user may still write in a folder, or 0 if unknown.
func free(folder string) int64 {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil {
		return 0
	}
	return int64(s.Bavail) * s.Bsize
}

// counters returns why this process cannot count its instructions, or "" if it can.
func counters() string {
	attributes := unix.PerfEventAttr{
		Type: unix.PERF_TYPE_HARDWARE, Config: unix.PERF_COUNT_HW_INSTRUCTIONS,
		Bits: unix.PerfBitDisabled | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}
	attributes.Size = uint32(unsafe.Sizeof(attributes))
	file, err := unix.PerfEventOpen(&attributes, 0, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	switch err {
	case nil:
		unix.Close(file) //nolint:errcheck // nothing was written
		return ""
	case unix.ENOENT, unix.EOPNOTSUPP, unix.ENODEV:
		return "this machine has none"
	case unix.EACCES, unix.EPERM:
		return "sudo sysctl kernel.perf_event_paranoid=2 would allow it"
	}
	return fmt.Sprint(err)
}
