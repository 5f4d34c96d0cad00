package await

import (
	"context"
	"fmt"
)

// Result returns the result of f, or the context's error as soon as the context ends. It cannot
// interrupt f, so it then abandons the goroutine of f; the caller must not use anything that f
// changes. If the context has already ended, f is not called. A panic in f becomes an error.
func Result[T any](ctx context.Context, f func() T) (T, error) {
	if err := ctx.Err(); err != nil {
		var none T
		return none, err
	}
	return Always(ctx, f)
}

// Always does the same as Result, but calls f even if the context has already ended, because f has
// to release something, such as a lock that the caller acquired for it.
func Always[T any](ctx context.Context, f func() T) (T, error) {
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

// Contain calls f and returns a panic as an error.
func Contain[T any](f func() T) (value T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the engine panicked: %v", r)
		}
	}()
	return f(), nil
}
