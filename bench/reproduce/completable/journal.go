package completable

import (
	"nqueens"
	"nqueens/internal/journal"
)

// Journal is a file in which an exhaustion writes down each part that it has
// finished, so that it goes on from there when it is asked for again. A part is
// all placements with a queen on a given square and none on squares of an
// earlier orbit. A nil Journal keeps nothing.
type Journal = journal.Results[partKey, part]

// partKey names a part; its result is the same on every machine.
type partKey struct {
	N      int    `json:"n"`
	Queens int    `json:"queens"`
	Seed   uint64 `json:"seed"`
	Root   int    `json:"root"` // rank·n + file
}

// part is the result of one root.
type part struct {
	partKey
	Looked         uint64           `json:"looked"`
	Placements     uint64           `json:"placements"`
	Completed      uint64           `json:"completed"`
	Nodes          uint64           `json:"nodes"`
	Counterexample nqueens.Solution `json:"counterexample,omitempty"`
}

// OpenJournal opens the file, or makes it. A last line that was cut off is
// taken away; any other that is none is an error.
func OpenJournal(path string) (*Journal, error) {
	return journal.OpenResults(path, "part of an exhaustion", func(p part) partKey { return p.partKey })
}
