package quadrant

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"nqueens/internal/suggest"
)

// pattern is a set of diagonals, one bit each. Boards to about nineteen squares
// a side need no more than 32 diagonals, larger ones 64.
type pattern interface{ uint32 | uint64 }

// lanes is how much room beyond its end a destination needs: the widest
// vector's worth of patterns.
const lanes = 16

// blockSize is the most patterns that one block holds.
const blockSize = 512

// groupBits is how many diagonals a block looks up at a time.
const groupBits = 6

// maxGroups is the most groups of diagonals that a block has, and maxKept the
// most diagonals.
const (
	maxGroups = 5
	maxKept   = maxGroups * groupBits
)

// block is up to blockSize patterns turned on their side: for each group of six
// diagonals and each of its 64 subsets the set of patterns that meet it, one
// bit a pattern. Three to five look-ups then test a pattern against all of the
// block. Which bit belongs to which pattern is the affair of the form that
// filled it, and only that form reads it. The upper half is not filled where
// the lower one holds all patterns.
//
// A block that is allocated on its own, not as part of something else, has no
// look-up that crosses a cache line.
type block struct {
	tables [maxGroups][2][1 << groupBits]row
	size   int // how many patterns; the bits beyond them meet nothing
}

// row is a set of the patterns of half a block.
type row [halfSize / 64]uint64

// halfSize is how many patterns half a block holds.
const halfSize = blockSize / 2

// kernels are the inner loops for one width of patterns, in one form: portable,
// AVX2 or AVX-512. All forms give the same results, in the same order.
type kernels[P pattern] struct {
	name     string
	composer *composer[P]
	// avoiding copies those patterns of src that have no bit of bad to dst,
	// in order, and returns how many. It has room for lanes patterns beyond the last,
	// or it is src, beyond whose end nothing is written.
	avoiding func(dst, src []P, bad P) int
	// fill makes the block of at most blockSize patterns, looking only at the
	// diagonals of kept, at most maxKept of them.
	fill func(b *block, patterns []P, kept P)
	// join counts the pairs of a pattern of the block and one of the list that
	// have no diagonal of kept, those of fill, in common.
	join func(b *block, list []P, kept P) uint64
}

// bothForms are the kernels that this processor can run, for both widths of patterns, the
// slowest first.
var bothForms = sync.OnceValue(func() []any {
	return append([]any{portable[uint32](), portable[uint64]()}, native()...)
})

// forms are those for one width.
func forms[P pattern]() []kernels[P] {
	list := make([]kernels[P], 0, len(bothForms())/2)
	for _, k := range bothForms() {
		if k, ok := k.(kernels[P]); ok {
			list = append(list, k)
		}
	}
	return list
}

// best is the fastest kernels that this processor can run.
func best[P pattern]() kernels[P] {
	list := forms[P]()
	return list[len(list)-1]
}

// kernelNames are the names of the forms of the inner loops that this processor can
// run, the slowest first.
func kernelNames() []string {
	var names []string
	for _, k := range forms[uint64]() {
		names = append(names, k.name)
	}
	return names
}

// kernelsNamed is the form with the name, the fastest if that is "".
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

// sameForm is the kernels of the same form for another width of patterns.
func sameForm[W, P pattern](k kernels[P]) kernels[W] {
	list := forms[W]()
	return list[slices.IndexFunc(list, func(other kernels[W]) bool { return other.name == k.name })]
}

// groups is how many groups the kept diagonals make.
func groups[P pattern](kept P) int {
	return (bits.OnesCount64(uint64(kept)) + groupBits - 1) / groupBits
}
