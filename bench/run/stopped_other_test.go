//go:build !unix

package run

// stopOnce stops nothing where no signal can.
func stopOnce() bool { return false }

// stopHarness stops nothing either.
func stopHarness() bool { return false }
