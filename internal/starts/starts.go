// Package starts counts the processes that tests start. A test binary that starts itself as another
// program calls Note in that process only.
package starts

import (
	"bytes"
	"errors"
	"os"
	"time"
)

const (
	// File is the environment variable with the name of a file, which gets one byte for each start.
	File = "NQUEENS_STARTS"
	// Delay is the environment variable with a time, such as 50ms. Each process computes for this
	// time at its start, as if the machine were slow to start processes.
	Delay = "NQUEENS_START_DELAY"
)

// Note records the start of this process in the file that the variable File names. It then computes for
// the time in the variable Delay, which simulates a machine that starts processes slowly.
func Note() {
	begun := time.Now()
	if err := Add(os.Getenv(File), 1); err != nil {
		panic(err)
	}
	if text := os.Getenv(Delay); text != "" {
		delay, err := time.ParseDuration(text)
		if err != nil {
			panic(err)
		}
		for time.Since(begun) < delay {
		}
	}
}

// Add records n starts in a file, or nothing if the name is empty.
func Add(file string, n int) error {
	if file == "" {
		return nil
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(bytes.Repeat([]byte{'.'}, n))
	return errors.Join(err, f.Close())
}

// Count returns the number of starts recorded in a file.
func Count(file string) int {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return int(info.Size())
}
