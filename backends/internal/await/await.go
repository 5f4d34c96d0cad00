package await

import (
	"context"
	"fmt"
)

// Result returns what f does, or the context's error as soon as the context
// ends. What f calls cannot be interrupted, so f is then left to end by
// itself: its goroutine is abandoned, and nothing that it changes may be
// touched any more. Where the context has ended already f is not begun. A panic in f
// becomes an error.
func Result[T any](ctx context.Context, f func() T) (T, error) {
	if err := ctx.Err(); err != nil {
		var none T
		return none, err
	}
	return Begun(ctx, f)
}

// Begun does the same, but begins f also where the context has ended already: f has something
// to give back, such as a lock that it was given.
func Begun[T any](ctx context.Context, f func() T) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		value, err := Contain(f)
		done <- answer{value, err}
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// Contain turns a panic of f into an error.
func Contain[T any](f func() T) (value T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the engine panicked: %v", r)
		}
	}()
	return f(), nil
}
