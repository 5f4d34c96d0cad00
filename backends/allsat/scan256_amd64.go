package allsat

import "golang.org/x/sys/cpu"

// scan256 adds a row to the state from, does what scan does, and leaves the
// state at to; all are of eight words, the true bits first.
//
//go:noescape
func scan256(r *scanned, from, row, to, masks, rows *uint64, in *int32, n int, out *int32)

// hasScan256 reports whether the processor can run it.
func hasScan256() bool { return cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT }
