package allsat

import "golang.org/x/sys/cpu"

// scan256 adds a row to the state from, does the same as scan, and writes the state to to. States
// have eight words, the true bits first.
//
//go:noescape
func scan256(r *scanned, from, row, to, masks, rows *uint64, in *int32, n int, out *int32)

// hasScan256 reports whether the processor supports scan256.
func hasScan256() bool { return cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT }
