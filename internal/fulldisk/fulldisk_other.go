//go:build !linux && !darwin

// Package fulldisk makes writes fail in tests.
package fulldisk

import "testing"

// InOwnProcess skips the test, because a process cannot limit the size of files here.
func InOwnProcess(t *testing.T) bool {
	t.Helper()
	t.Skip("writes cannot be made to fail here")
	return false
}

// After is never called.
func After(t testing.TB, bytes int) (room func()) { return func() {} }
