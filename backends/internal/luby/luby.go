// Package luby computes when a randomised search should restart.
package luby

import "math/bits"

// Term returns the i-th term, from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 … of M. Luby,
// A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas algorithms", Information Processing
// Letters 47 (1993), OEIS A182105. For a search about which nothing is known, it is worse than the
// best limit only by a logarithmic factor.
func Term(i int64) int64 {
	for {
		k := bits.Len64(uint64(i))
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}
