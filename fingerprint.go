package nqueens

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
)

// Fingerprint is a 128-bit digest of a set of solutions that does not depend
// on their order: the sum, modulo 2^128, of the first 128 bits of the SHA-256
// of each solution's text (its squares in file order, as Solution.String
// writes them). Two enumerations that found the same set agree on it; a
// duplicate or a missing solution changes it.
type Fingerprint struct{ hi, lo uint64 }

// Add adds a solution, whose squares must be in file order, and returns the
// solution's own digest.
func (f *Fingerprint) Add(s Solution) Fingerprint {
	var room [256]byte
	sum := sha256.Sum256(s.appendText(room[:0]))
	d := Fingerprint{hi: binary.BigEndian.Uint64(sum[:8]), lo: binary.BigEndian.Uint64(sum[8:16])}
	var carry uint64
	f.lo, carry = bits.Add64(f.lo, d.lo, 0)
	f.hi, _ = bits.Add64(f.hi, d.hi, carry)
	return d
}

// String is 32 hexadecimal digits.
func (f Fingerprint) String() string { return fmt.Sprintf("%016x%016x", f.hi, f.lo) }

// MarshalText makes a Fingerprint its digits in JSON.
func (f Fingerprint) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads 32 hexadecimal digits.
func (f *Fingerprint) UnmarshalText(text []byte) error {
	digest, err := hex.DecodeString(string(text))
	if err != nil || len(digest) != 16 {
		return fmt.Errorf("fingerprint %q: should be 32 hexadecimal digits", text)
	}
	f.hi, f.lo = binary.BigEndian.Uint64(digest[:8]), binary.BigEndian.Uint64(digest[8:])
	return nil
}
