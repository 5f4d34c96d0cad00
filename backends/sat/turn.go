package sat

import (
	"context"
	"fmt"
)

// turn is held by the one gophersat solver that searches. All solvers of the
// library write the clause that they learn into one buffer of the whole
// process (bufLits), so that two of them at a time panic, or silently lose
// solutions. That makes this a variable of the whole process too.
var turn = make(chan struct{}, 1)

// takeTurn waits until no other gophersat solver searches. Whoever has the turn
// gives it back with endTurn; a search that was abandoned keeps it to its end.
func takeTurn(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("gophersat, which cannot search twice at a time in one process, was busy with another search: %w", ctx.Err())
	}
}

func endTurn() { <-turn }
