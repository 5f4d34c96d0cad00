package completable

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"nqueens"
	"nqueens/internal/journal"
)

// Journal is a file in which an exhaustion writes down each part that it has
// finished, so that it goes on from there when it is asked for again. A part is
// all placements with a queen on a given square and none on squares of an
// earlier orbit. A nil Journal keeps nothing.
type Journal struct {
	mu    sync.Mutex
	file  *journal.Journal
	parts map[partKey]part
}

// partKey names a part; its result is the same on every machine.
type partKey struct {
	N      int    `json:"n"`
	Queens int    `json:"queens"`
	Seed   uint64 `json:"seed"`
	Root   int    `json:"root"` // rank·n + file
}

// part is the result of one root.
type part struct {
	Looked         uint64           `json:"looked"`
	Placements     uint64           `json:"placements"`
	Completed      uint64           `json:"completed"`
	Nodes          uint64           `json:"nodes"`
	Counterexample nqueens.Solution `json:"counterexample,omitempty"`
}

type journalLine struct {
	partKey
	part
}

// OpenJournal opens the file, or makes it. A last line that was cut off is
// taken away; any other that is none is an error.
func OpenJournal(path string) (*Journal, error) {
	file, err := journal.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening the journal of an exhaustion: %w", err)
	}
	j := &Journal{file: file, parts: map[partKey]part{}}
	err = file.ReadWhole(func(at journal.Place, text []byte) error {
		var l journalLine
		if err := json.Unmarshal(text, &l); err != nil || l.N < MinSize {
			return fmt.Errorf("%s, line %d: %.60q is no part of an exhaustion", at.File, at.Line, string(text)+"\n")
		}
		j.parts[l.partKey] = l.part
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// Close closes the file.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}

func (j *Journal) finished(key partKey) (part, bool) {
	if j == nil {
		return part{}, false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	p, ok := j.parts[key]
	return p, ok
}

func (j *Journal) append(key partKey, p part) error {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.parts[key] = p
	if err := j.file.Append(journalLine{key, p}); err != nil {
		return fmt.Errorf("writing the journal of an exhaustion: %w", err)
	}
	return nil
}
