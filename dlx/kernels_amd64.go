package dlx

import "golang.org/x/sys/cpu"

// hasKernels says whether this machine can run the kernels in assembly.
var hasKernels = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT

// andGroups sets child to what state and keep have in common, n groups from
// each, and returns the OR of its words.
//
//go:noescape
func andGroups(child, state, keep *group, n int) uint64

// countGroups adds up n groups as group.count does, but leaves four words of
// each sum to be added.
//
//go:noescape
func countGroups(state *group, n int, sums *[3][4]uint64)

// expandNarrow visits nodes of a problem whose state is one narrow group, as
// searchOne does, until one comes up that is for Go to visit.
//
//go:noescape
func expandNarrow(e *expander)

// expandWide does the same for a problem of more than 32 items in one block, as searchMany
// does by MRV.
//
//go:noescape
func expandWide(e *expander)
