package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// ledgerFile holds the answers of batches.
const ledgerFile = "batches.jsonl"

// Ledger holds the answers of batches, appended and synced process by process.
type Ledger struct {
	Stretches []Stretch

	dir    string
	file   *os.File           // locked
	places map[question][]int // of stretches, in their order
}

// OpenLedger opens the ledger of a folder, or begins one. It refuses a folder
// into which another process runs and a damaged ledger; a last line that a kill
// has cut off is dropped, and its problems are asked again.
func OpenLedger(dir string) (*Ledger, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("making the run's folder: %w", err)
	}
	name := filepath.Join(dir, ledgerFile)
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	l := &Ledger{dir: dir, file: file}
	err = lock(file)
	if errors.Is(err, errLocked) {
		err = fmt.Errorf("%s: another process runs into it; wait for its end, or choose another folder", dir)
	}
	if err == nil {
		err = l.read(name)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return l, nil
}

func (l *Ledger) read(name string) error {
	text, err := io.ReadAll(l.file)
	if err != nil {
		return err
	}
	whole := int64(0)
	for number := 1; ; number++ {
		line, rest, ended := bytes.Cut(text, []byte("\n"))
		if !ended {
			break
		}
		var s Stretch
		err := json.Unmarshal(line, &s)
		if err == nil {
			err = s.check()
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
		l.take(s)
		whole += int64(len(line)) + 1
		text = rest
	}
	if err := l.file.Truncate(whole); err != nil {
		return err
	}
	_, err = l.file.Seek(whole, io.SeekStart)
	return err
}

func (l *Ledger) append(s Stretch) error {
	line, err := json.Marshal(s)
	if err != nil {
		return err
	}
	end, err := l.file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = l.file.Write(append(line, '\n'))
	}
	if err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		undo := l.file.Truncate(end) // no half-written line may stay
		return fmt.Errorf("recording a batch (what was recorded before is safe): %w", errors.Join(err, undo))
	}
	l.take(s)
	return nil
}

// Answers are those that a version of the batch's backend gave to its problems
// under its limits, from the first on without a gap. There may be more of them
// than the batch is long.
func (l *Ledger) Answers(b Batch, version string) []Answer {
	var out []Answer
	for _, s := range l.of(b, version) {
		for i := range s.Verdicts {
			out = append(out, s.answer(i))
		}
	}
	return out
}

// Answered is how many there are.
func (l *Ledger) Answered(b Batch, version string) int {
	sum := 0
	for _, s := range l.of(b, version) {
		sum += len(s.Verdicts)
	}
	return sum
}

// of are the batch's stretches that follow one on the other.
func (l *Ledger) of(b Batch, version string) []*Stretch {
	var out []*Stretch
	next := 0
	for _, i := range l.places[questionOf(b.List, b.Backend, b.Encoding)] {
		s := &l.Stretches[i]
		if s.Limits == b.Limits && s.Version == version && s.From == next {
			out = append(out, s)
			next += len(s.Verdicts)
		}
	}
	return out
}

// question is who answers what.
type question struct{ list, contender string }

func questionOf(list, backend, encoding string) question {
	return question{list, contenderName(backend, encoding, 1)}
}

// take adds a stretch to those in memory.
func (l *Ledger) take(s Stretch) {
	if l.places == nil {
		l.places = map[question][]int{}
	}
	q := questionOf(s.List, s.Backend, s.Encoding)
	l.places[q] = append(l.places[q], len(l.Stretches))
	l.Stretches = append(l.Stretches, s)
}

// Close closes the ledger and lets others run into the folder.
func (l *Ledger) Close() error { return l.file.Close() }
