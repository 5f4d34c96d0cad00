package await_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"nqueens/backends/internal/await"
)

// TestEnded checks that f is not called if it would be abandoned at once.
func TestEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(t.Context())
		end()
		begun := false
		_, err := await.Result(ctx, func() bool { begun = true; return true })
		synctest.Wait()
		if begun || !errors.Is(err, context.Canceled) {
			t.Errorf("begun: %v; %v", begun, err)
		}
	})
}
