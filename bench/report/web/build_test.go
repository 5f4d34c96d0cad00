package main

import (
	"bytes"
	"os"
	"testing"
)

// TestBundle checks that the committed bundle is up to date.
func TestBundle(t *testing.T) {
	want, err := build(".")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("report.js")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("report.js is not the bundle of the source beside it (%v): go run ./%s", err, folder)
	}
}
