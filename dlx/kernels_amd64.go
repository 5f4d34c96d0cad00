package dlx

import "golang.org/x/sys/cpu"

// hasKernels reports whether this machine supports the assembly kernels.
var hasKernels = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT

// andGroups sets child to the AND of state and keep, n groups each, and returns the OR of its
// words.
//
//go:noescape
func andGroups(child, state, keep *group, n int) uint64

// countGroups adds up n groups as group.count does, but leaves four words of each sum that the
// caller must add.
//
//go:noescape
func countGroups(state *group, n int, sums *[3][4]uint64)

// expandNarrow visits nodes of a problem whose state is one narrow group, as searchOne does, until
// it reaches one that Go must visit.
//
//go:noescape
func expandNarrow(e *expander)

// expandWide does the same for a problem of more than 32 items in one block, as searchMany does
// with MRV.
//
//go:noescape
func expandWide(e *expander)
