package main

import (
	"bytes"
	"os"
	"testing"
)

// TestColourful: colours are for a terminal, unless NO_COLOR says otherwise.
func TestColourful(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no terminal: ", err)
	}
	defer terminal.Close()
	for value, want := range map[string]bool{"": true, "1": false, "0": false} {
		t.Setenv("NO_COLOR", value)
		if colourful(terminal) != want {
			t.Errorf("NO_COLOR=%q: colours: %v", value, !want)
		}
		if colourful(new(bytes.Buffer)) {
			t.Errorf("NO_COLOR=%q: colours in a buffer", value)
		}
	}
}
