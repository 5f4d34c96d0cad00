package quadrant

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"nqueens/internal/suggest"
)

// pattern is a set of diagonals, one bit each. Boards up to about nineteen squares a side need at
// most 32 diagonals, larger ones 64.
type pattern interface{ uint32 | uint64 }

// lanes is the number of patterns in the widest vector. A kernel may write this many patterns
// beyond the end of its result, so every destination needs room for them.
const lanes = 16

// blockSize is the maximum number of patterns in a block.
const blockSize = 512

// groupBits is the number of diagonals that a block looks up at a time.
const groupBits = 6

// maxGroups is the maximum number of groups of diagonals of a block, and maxKept is the maximum number of
// diagonals of a block.
const (
	maxGroups = 5
	maxKept   = maxGroups * groupBits
)

// block is a transposed list of up to blockSize patterns: for each group of six diagonals and each
// of its 64 subsets it has the set of patterns that share a diagonal with the subset, one bit a
// pattern. Three to five look-ups then compare a pattern with the whole block. The order of the
// bits depends on the form that filled the block, and only that form can read it. The upper half is
// not filled if the lower half holds all patterns.
//
// If a block is allocated separately, no look-up crosses a cache line.
type block struct {
	tables [maxGroups][2][1 << groupBits]row
	size   int // number of patterns; the bits beyond them are 0
}

// row is a set of the patterns of half a block.
type row [halfSize / 64]uint64

// halfSize is the number of patterns in half a block.
const halfSize = blockSize / 2

// kernels are the inner loops for one width of patterns, in one form: portable, AVX2 or AVX-512.
// All forms give the same results, in the same order.
type kernels[P pattern] struct {
	name     string
	composer *composer[P]
	// avoiding copies the patterns of src that have no bit of bad to dst, in order, and returns
	// their number. dst has room for lanes patterns beyond the last, or it is src, beyond whose end
	// nothing is written.
	avoiding func(dst, src []P, bad P) int
	// fill makes the block of at most blockSize patterns. It uses only the diagonals of kept, at
	// most maxKept of them.
	fill func(b *block, patterns []P, kept P)
	// join counts the pairs of a pattern of the block and one of the list that have no diagonal of
	// kept in common. kept is the same as for fill.
	join func(b *block, list []P, kept P) uint64
}

// bothForms returns the kernels that this processor supports, for both widths of patterns, the
// slowest first.
var bothForms = sync.OnceValue(func() []any {
	return append([]any{portable[uint32](), portable[uint64]()}, native()...)
})

// forms returns the kernels for one width, the slowest first.
func forms[P pattern]() []kernels[P] {
	list := make([]kernels[P], 0, len(bothForms())/2)
	for _, k := range bothForms() {
		if k, ok := k.(kernels[P]); ok {
			list = append(list, k)
		}
	}
	return list
}

// best returns the fastest kernels that this processor supports.
func best[P pattern]() kernels[P] {
	list := forms[P]()
	return list[len(list)-1]
}

// kernelNames returns the names of the forms that this processor supports, the slowest first.
func kernelNames() []string {
	var names []string
	for _, k := range forms[uint64]() {
		names = append(names, k.name)
	}
	return names
}

// kernelsNamed returns the kernels with the name, the fastest if that is "".
func kernelsNamed[P pattern](name string) (kernels[P], error) {
	if name == "" {
		return best[P](), nil
	}
	for _, k := range forms[P]() {
		if k.name == name {
			return k, nil
		}
	}
	return kernels[P]{}, fmt.Errorf("no kernel %q on this processor %s", name, suggest.Among(name, kernelNames()))
}

// sameForm returns the kernels of the same form for another width of patterns.
func sameForm[W, P pattern](k kernels[P]) kernels[W] {
	list := forms[W]()
	return list[slices.IndexFunc(list, func(other kernels[W]) bool { return other.name == k.name })]
}

// groups returns the number of groups of the kept diagonals.
func groups[P pattern](kept P) int {
	return (bits.OnesCount64(uint64(kept)) + groupBits - 1) / groupBits
}
