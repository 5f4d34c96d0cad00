package bench

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"nqueens"
	"nqueens/internal/journal"
	"nqueens/internal/jsonfile"
)

// ParseRecords parses JSON Lines. On an error it returns the records before it. Errors include
// edited records, and a key that comes twice unless another version or build ran in between or the
// earlier run was discarded.
func ParseRecords(name string, text []byte) ([]Record, error) {
	l := newRecordList("", Experiment{}, false)
	err := l.read(func(add func(journal.Place, []byte) error) error {
		_, err := journal.Lines(name, bytes.NewReader(text), add)
		return err
	})
	return l.all(), err
}

// recordList holds records that have been read, and their places.
type recordList struct {
	acceptEdited bool
	records      []*Record
	block        []Record       // memory of the latest records
	lines        []line         // lines that are not decoded yet
	text         []byte         // memory of these lines
	files        []fileStart    // of the records
	seals        []journal.Seal // of the records
	sweepBlocks  []Block
	blockLines   []int           // in the unpacked file, from 0
	fileLines    int             // number of lines in that file
	last         journal.Place   // of the previous line
	unsigned     []journal.Place // of blocks
	editedBlocks []journal.Place
	words        map[string]string         // each text that many records share is kept once
	counts       map[string]*nqueens.Count // likewise
	keys         map[string]int            // the last record with each key
	jobs         []Job                     // of the experiment
	index        jobIndex                  // of the jobs
	strangers    map[jobIdentity]int       // positions after the jobs, for records without a job
	// turns has, for each job, the first record and the one after the last of the latest
	// consecutive records made by one version and build.
	turns [][2]int
}

// fileStart is the place of the first record of a file or of a consecutive part; each further line
// is one record.
type fileStart struct {
	record int
	at     journal.Place
}

// place returns the place of a record.
func (l *recordList) place(record int) journal.Place {
	i, _ := slices.BinarySearchFunc(l.files, record+1, func(s fileStart, record int) int { return s.record - record })
	s := l.files[i-1]
	s.at.Line += record - s.record
	return s.at
}

// newRecordList returns a list with room for the records of an experiment in a folder, estimated
// from the size of the file.
func newRecordList(dir string, e Experiment, acceptEdited bool) recordList {
	l := recordList{acceptEdited: acceptEdited, jobs: e.Jobs, index: e.index(), turns: make([][2]int, len(e.Jobs))}
	const shortest = 300 // bytes of a record
	if info, err := os.Stat(filepath.Join(dir, RecordsFile)); err == nil {
		l.records = make([]*Record, 0, max(0, min(info.Size()/shortest, int64(len(e.Jobs)*e.Repeat.Most()))))
	}
	l.words, l.strangers, l.counts, l.keys = map[string]string{}, map[jobIdentity]int{}, map[string]*nqueens.Count{}, make(map[string]int, cap(l.records))
	return l
}

// whole makes the records lie in one piece of memory if the estimate holds.
func (l *recordList) whole() { l.block = make([]Record, 0, cap(l.records)) }

// all returns the records in one piece of memory.
func (l *recordList) all() []Record {
	if len(l.block) == len(l.records) {
		return l.block
	}
	all := make([]Record, len(l.records))
	for i, r := range l.records {
		all[i] = *r
	}
	return all
}

// line is a line of a journal.
type line struct {
	at    journal.Place
	text  []byte
	seal  journal.Seal
	block *Block // nil for a single record
	err   error  // why it is neither a record nor a block
}

// several is the number of records that are decoded, stored and released together.
const several = 256

// read adds the records of all lines of a journal.
func (l *recordList) read(journal func(add func(journal.Place, []byte) error) error) error {
	err := journal(l.add)
	return cmp.Or(l.decode(), err) // an error in an earlier line comes first
}

// add adds a line, which is decoded later together with others.
func (l *recordList) add(at journal.Place, text []byte) error {
	n := len(l.text)
	l.text = append(l.text, text...)
	l.lines = append(l.lines, line{at: at, text: l.text[n:]})
	if len(l.lines) < several && len(l.text) < 1<<20 { // a line may be 64 MiB long
		return nil
	}
	return l.decode()
}

// decode decodes the pending lines in parallel, because that takes most of the time, and adds their
// records.
func (l *recordList) decode() error {
	lines := l.lines
	l.lines, l.text = l.lines[:0], l.text[:0]
	if len(l.block)+len(lines) > cap(l.block) {
		l.block = make([]Record, 0, several)
	}
	records := l.block[len(l.block):][:len(lines)]
	var parts errgroup.Group
	const part = several / 16
	for from := 0; from < len(lines); from += part {
		parts.Go(func() error {
			for i := from; i < min(from+part, len(lines)); i++ {
				lines[i].decode(&records[i])
			}
			return nil
		})
	}
	parts.Wait() //nolint:errcheck // errors are kept in the lines
	for i := range lines {
		if err := l.enter(&records[i], &lines[i]); err != nil {
			return err
		}
		l.block = l.block[:len(l.block)+1]
	}
	return nil
}

// blockStart is the beginning of the line of a block.
const blockStart = `{"list":`

func (l *line) decode(r *Record) {
	if bytes.HasPrefix(l.text, []byte(blockStart)) {
		l.block = new(Block)
		if l.err = jsonfile.Unmarshal(l.text, l.block); l.err == nil {
			l.err = l.block.Check()
		}
	} else if l.err = jsonfile.Unmarshal(l.text, r); l.err == nil {
		l.err = r.Check()
	}
	l.seal = journal.SealOf(l.text)
}

// enter adds the record or block of a line.
func (l *recordList) enter(r *Record, line *line) error {
	at := line.at
	if line.err != nil {
		return fmt.Errorf("%v: not a record: %w", at, line.err)
	}
	if line.seal == journal.Edited && !l.acceptEdited {
		return refusedEdited(&journal.EditedError{Place: at})
	}
	follows := at.File == l.last.File && at.Line == l.last.Line+1
	l.last = at
	packed := strings.HasSuffix(at.File, ".gz")
	if !packed {
		l.fileLines++
	}
	if line.block == nil {
		return l.keep(r, line, follows)
	}
	switch line.seal {
	case journal.Edited:
		l.editedBlocks = append(l.editedBlocks, at)
	case journal.Unsigned:
		l.unsigned = append(l.unsigned, at)
	}
	if l.sweepBlocks = append(l.sweepBlocks, *line.block); !packed {
		l.blockLines = append(l.blockLines, at.Line-1)
	}
	l.last.Line = 0 // the next record starts a new part
	return nil
}

// keep adds the record of a line. follows is set if the previous line was a record of the same
// file. Records added before do not move in memory.
func (l *recordList) keep(r *Record, line *line, follows bool) error {
	at, seal := line.at, line.seal
	job := l.job(r.identity())
	if job < len(l.jobs) {
		j := &l.jobs[job]
		r.place, r.Problem, r.Task, r.Backend, r.Encoding = job+1, j.ProblemName(), j.Task, j.Backend, j.Encoding
	}
	for _, text := range []*string{&r.Instance, &r.Version, &r.Build, &r.Machine, (*string)(&r.Status), &r.Reason} {
		*text = l.word(*text)
	}
	if r.Count != nil {
		text := r.Count.String()
		if l.counts[text] == nil {
			l.counts[text] = r.Count
		}
		r.Count = l.counts[text]
	}
	next := len(l.records)
	t := &l.turns[job]
	if t[1] == 0 || !r.sameMaker(l.records[t[1]-1]) {
		t[0] = next
		r.Stats = l.named(r.Stats)
	} else {
		l.share(r, l.records[t[1]-1])
	}
	if i, twice := l.keys[r.Key]; twice && i >= t[0] && l.records[i].Status != nqueens.Void && l.records[i].identity() == r.identity() {
		return fmt.Errorf("%v: the record of %s again (key %s)", at, l.place(i).Relative(at), r.Key)
	}
	t[1], l.keys[r.Key] = next+1, next
	if !follows {
		l.files = append(l.files, fileStart{next, at})
	}
	l.records, l.seals = append(l.records, r), append(l.seals, seal)
	return nil
}

// job returns the position of a job; for a record without a job in the experiment, a position after
// them.
func (l *recordList) job(a jobIdentity) int {
	job, known := l.index.of(a)
	if !known {
		job, known = l.strangers[a]
	}
	if !known {
		job = len(l.turns)
		l.strangers[a], l.turns = job, append(l.turns, [2]int{})
	}
	return job
}

// word returns the stored copy of a text, so that equal texts share their memory.
func (l *recordList) word(text string) string {
	word, known := l.words[text]
	if !known {
		word = text
		l.words[text] = word
	}
	return word
}

// named returns statistics with shared names; nil if there are none.
func (l *recordList) named(stats map[string]int64) map[string]int64 {
	if len(stats) == 0 {
		return nil
	}
	named := make(map[string]int64, len(stats))
	for name, n := range stats {
		named[l.word(name)] = n
	}
	return named
}

// share makes the record share equal values with the previous record of its job.
func (l *recordList) share(r, earlier *Record) {
	if maps.Equal(r.Stats, earlier.Stats) {
		r.Stats = earlier.Stats
	} else {
		r.Stats = l.named(r.Stats)
	}
	if slices.Equal(r.Solution, earlier.Solution) {
		r.Solution = earlier.Solution
	}
}

// refusedEdited returns the error for an edited record, with what can be done.
func refusedEdited(err error) error {
	return fmt.Errorf("%w; restore the file, or use --accept-edited, which marks all results", err)
}
