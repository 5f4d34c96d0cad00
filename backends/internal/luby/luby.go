// Package luby says when a randomised search is to give up and start afresh.
package luby

import "math/bits"

// Term is the i-th term, from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …
// of M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas
// algorithms", Information Processing Letters 47 (1993), OEIS A182105: it
// wastes only a logarithmic factor against the best patience for a search of
// which nothing is known.
func Term(i int64) int64 {
	for {
		k := bits.Len64(uint64(i))
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}
