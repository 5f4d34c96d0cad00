package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Results is a journal of what was computed, each line a result that is looked up by
// what it answers, so that nothing is computed again. A nil one keeps nothing. Several
// goroutines can use one.
type Results[Question comparable, Result any] struct {
	mu    sync.Mutex
	file  *Journal
	of    func(Result) Question
	known map[Question]Result
}

// OpenResults opens the journal, or begins one. A last line that was cut off is taken
// away; any other that is no such result, in words, is an error. Of two answers to a
// question the later holds.
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

// Find is the result for a question, if it is known.
func (r *Results[Question, Result]) Find(q Question) (result Result, known bool) {
	if r == nil {
		return result, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	result, known = r.known[q]
	return result, known
}

// All is every result, in no order.
func (r *Results[Question, Result]) All() []Result {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Values(r.known))
}

// Add keeps a result.
func (r *Results[Question, Result]) Add(result Result) error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.file.Append(result); err != nil {
		return fmt.Errorf("keeping what was computed: %w", err)
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
