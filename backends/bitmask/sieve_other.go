//go:build !amd64

package bitmask

// newSifter chooses the fastest sifter.
func newSifter() sifter { return sift }
