//go:build !amd64

package dlx

const hasKernels = false

func andGroups(child, state, keep *group, n int) uint64 { panic("no kernel for this machine") }

func countGroups(state *group, n int, sums *[3][4]uint64) { panic("no kernel for this machine") }

func expandNarrow(e *expander) { panic("no kernel for this machine") }

func expandWide(e *expander) { panic("no kernel for this machine") }
