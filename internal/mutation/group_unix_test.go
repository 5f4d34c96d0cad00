//go:build unix

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestLeftRunning: what tests have started ends with them, whether they end themselves, as by their own limit, or are ended.
func TestLeftRunning(t *testing.T) {
	for name, c := range map[string]struct {
		then    string // what the tests do when they have started a process
		stop    bool   // they are told to end
		verdict string
		err     error
	}{
		"they fail":     {then: "exit 2", verdict: "caught"},
		"they pass":     {then: "exit 0", verdict: survived},
		"they are told": {then: "wait", stop: true, err: context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			held, program := filepath.Join(dir, "held"), filepath.Join(dir, "program")
			if err := errors.Join(syscall.Mkfifo(held, 0o600), os.Mkdir(filepath.Join(dir, "tmp"), 0o700),
				os.WriteFile(program, []byte("#!/bin/sh\nexec 3>"+held+"\nsleep 600 >/dev/null 2>&1 &\n"+c.then+"\n"), 0o700)); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			ended := make(chan error, 1)
			go func() { // until nobody holds it open any more
				f, err := os.Open(held)
				if err == nil {
					if c.stop {
						stop()
					}
					_, err = io.Copy(io.Discard, f)
					f.Close()
				}
				ended <- err
			}()
			verdict, _, err := execute(ctx, program, dir, "", dir, time.Minute)
			if verdict != c.verdict || !errors.Is(err, c.err) {
				t.Errorf("%q, %v", verdict, err)
			}
			select {
			case err := <-ended:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(10 * time.Second):
				t.Error("a process runs on")
			}
		})
	}
}
