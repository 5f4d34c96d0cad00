package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Results is a journal of computed results, each of which is found by its question, so that nothing
// is computed twice. A nil *Results stores nothing. It can be used by several goroutines.
type Results[Question comparable, Result any] struct {
	mu    sync.Mutex
	file  *Journal
	of    func(Result) Question
	known map[Question]Result
}

// OpenResults opens or creates the journal. It removes an incomplete last line. Any other line that
// is not a result is an error; words is the description of a result in the message. If a question
// has two results, the later one counts.
func OpenResults[Question comparable, Result any](name, words string, of func(Result) Question) (*Results[Question, Result], error) {
	file, err := Open(name)
	if err != nil {
		return nil, err
	}
	r := &Results[Question, Result]{file: file, of: of, known: map[Question]Result{}}
	err = file.ReadWhole(func(at Place, line []byte) error {
		if err := CheckSeal(at, line); err != nil {
			return err
		}
		var result Result
		var none Question
		if err := json.Unmarshal(line, &result); err != nil || of(result) == none {
			return fmt.Errorf("%s, line %d: %.60q is no %s", at.File, at.Line, string(line)+"\n", words)
		}
		r.known[of(result)] = result
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return r, nil
}

// Find returns the result for a question, if it is known.
func (r *Results[Question, Result]) Find(q Question) (result Result, known bool) {
	if r == nil {
		return result, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	result, known = r.known[q]
	return result, known
}

// All returns every result, in no particular order.
func (r *Results[Question, Result]) All() []Result {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Values(r.known))
}

// Add records a result.
func (r *Results[Question, Result]) Add(result Result) error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.file.Append(result); err != nil {
		return fmt.Errorf("writing computed results: %w", err)
	}
	r.known[r.of(result)] = result
	return nil
}

// Close closes the file.
func (r *Results[Question, Result]) Close() error {
	if r == nil {
		return nil
	}
	return r.file.Close()
}
