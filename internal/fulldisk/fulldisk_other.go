//go:build !linux && !darwin

// Package fulldisk has writes fail on order in tests.
package fulldisk

import "testing"

// Alone skips the test: here files have no limit that a process could set.
func Alone(t *testing.T) bool {
	t.Helper()
	t.Skip("writes cannot be made to fail here")
	return false
}

// After is never reached.
func After(t testing.TB, bytes int) (room func()) { return func() {} }
