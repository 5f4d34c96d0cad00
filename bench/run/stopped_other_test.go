//go:build !unix

package run

// stopOnce returns false, because signals cannot stop a process on this system.
func stopOnce() bool { return false }

// stopHarness returns false, likewise.
func stopHarness() bool { return false }
